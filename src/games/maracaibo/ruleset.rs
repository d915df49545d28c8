//! What the rules are played with: components, options and board.

use super::board::Board;
use super::components::Components;
use super::jean::opponent::Opponent;
use super::load;
use super::options::Options;
use super::worth::CardWorth;
use crate::games::setup::{GameSetup, SetupError};
use crate::item::Terms;

/// The rules with components and options chosen. Every chapter adds its part to it.
#[derive(Clone, Debug)]
pub(super) struct Ruleset {
    /// The components, with the legacy tiles in play laid on the map.
    pub components: Components,
    /// By card.
    pub card_worths: Vec<CardWorth>,
    /// The rule options.
    pub options: Options,
    /// What follows from components and options.
    pub board: Board,
    /// Players with a ship board: all seats but Jean's.
    pub players: usize,
    /// Jean, in a solo game.
    pub opponent: Option<Opponent>,
    /// Who may take which items.
    pub terms: Terms,
}

impl Ruleset {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let options = Options::read(&setup.options)?;
        let mut components = load::load(&setup.data).map_err(SetupError::Data)?;
        let opponent = Opponent::read(&setup.options, setup.players, &components)?;
        let board = Board::new(&mut components, &options);
        Ok(Ruleset {
            card_worths: CardWorth::of_all(&components),
            components,
            options,
            board,
            players: setup.players,
            opponent,
            terms: Terms::FREE,
        })
    }

    /// Number of seats, Jean's included.
    pub fn seats(&self) -> usize {
        self.players + usize::from(self.opponent.is_some())
    }

    /// Whether a seat is Jean's.
    #[inline]
    pub fn is_jean(&self, seat: u8) -> bool {
        usize::from(seat) >= self.players
    }
}
