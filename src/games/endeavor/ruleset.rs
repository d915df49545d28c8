//! What the rules are played with: components, the side of the board and options.

use super::components::{Board, CardSet, Components, Kinds};
use super::load;
use super::lookups::Lookups;
use super::options::Options;
use crate::game::MAX_SEATS;
use crate::item::Terms;
use crate::setup::{GameSetup, SetupError};

/// The rules with components and options chosen. Every chapter adds its part to it.
#[derive(Clone, Debug)]
pub(super) struct Ruleset {
    pub components: Components,
    /// The side of the board that is in play.
    pub board: Board,
    pub lookups: Lookups,
    pub options: Options,
    pub players: usize,
    /// On what terms seats have access to buildings and cards.
    pub terms: Terms,
    /// By seat: buildings and cards that it may not take.
    pub forbidden: [(Kinds, CardSet); MAX_SEATS],
}

impl Ruleset {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let components = load::load(&setup.data).map_err(SetupError::Data)?;
        let options = Options::read(&setup.options, setup.players, &components)?;
        Ok(Ruleset {
            board: components.boards[options.side].clone(),
            lookups: Lookups::new(&components),
            components,
            options,
            players: setup.players,
            terms: Terms::FREE,
            forbidden: [(0, 0); MAX_SEATS],
        })
    }
}
