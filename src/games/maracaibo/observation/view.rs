//! A position as one seat looks at it.

use super::super::ruleset::Ruleset;
use super::super::state::{Phase, Player, State};
use crate::game::Seat;

/// A position and who observes it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub game: &'a Ruleset,
    /// The position, hidden parts included: what reads them must know that it may.
    pub state: &'a State,
    /// Who observes.
    pub observer: Seat,
}

impl<'a> View<'a> {
    /// How many places after the observer a seat comes in turn order.
    #[inline]
    pub fn away(&self, seat: impl Into<Seat>) -> usize {
        let seats = usize::from(self.state.seats);
        let away = seat.into() + seats - self.observer;
        if away >= seats { away - seats } else { away }
    }

    /// The observer's own pieces.
    #[inline]
    pub fn me(&self) -> &'a Player {
        &self.state.players[self.observer]
    }

    /// Whether the choices of a seat are still secret (M-1.14, M-1.15).
    #[inline]
    pub fn is_secret(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && seat != self.observer
    }
}
