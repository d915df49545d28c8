//! A state from the point of view of one seat.

use crate::game::{Seat, places_after};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{MAX_PLAYERS, Phase, Player, State};

/// Names of the seats in turn order from the observer.
pub const SEAT_NAMES: [&str; MAX_PLAYERS] = ["me", "next1", "next2", "next3"];

/// A state and its observer.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub game: &'a Ruleset,
    /// The complete state, including hidden parts; callers must not encode parts hidden from the
    /// observer.
    pub state: &'a State,
    pub observer: Seat,
}

impl<'a> View<'a> {
    /// Returns the number of places by which a seat follows the observer in turn order.
    #[inline]
    pub fn away(&self, seat: impl Into<Seat>) -> usize {
        places_after(seat.into(), self.observer, self.state.seats.into())
    }

    /// Returns the player state of the observer.
    #[inline]
    pub fn me(&self) -> &'a Player {
        &self.state.players[self.observer]
    }

    /// Returns true if the choices of a seat are still hidden (M-1.14, M-1.15).
    #[inline]
    pub fn is_secret(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && seat != self.observer
    }
}
