//! Rules of one game: components, side of the board and options.

use super::lookups::Lookups;
use super::options::Options;
use crate::endeavor::components::{Board, CardSet, Components, Kinds, load};
use crate::game::MAX_SEATS;
use crate::item::Terms;
use crate::options::add_by_seat;
use crate::setup::{GameSetup, SetupError};

/// Rules with the chosen components and options. Each module implements its part of the rules on
/// this type.
#[derive(Clone, Debug)]
pub(crate) struct Ruleset {
    pub components: Components,
    /// Side of the board in play.
    pub board: Board,
    pub lookups: Lookups,
    pub options: Options,
    pub players: usize,
    /// Number of discs in the harbor of each seat at the start.
    pub start_discs: Vec<u8>,
    /// Terms of access to buildings and cards, by seat.
    pub terms: Terms,
    /// Buildings and cards that a seat may not take, by seat.
    pub forbidden: [(Kinds, CardSet); MAX_SEATS],
}

impl Ruleset {
    /// Creates the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let components = load::load(&setup.data).map_err(SetupError::Data)?;
        let options = Options::read(&setup.options, setup.players, &components)?;
        let mut start_discs = vec![0; setup.players];
        add_by_seat(&setup.options, "discs", 0..=10, &mut start_discs)?;
        Ok(Ruleset {
            board: components.boards[options.side].clone(),
            lookups: Lookups::new(&components),
            components,
            options,
            players: setup.players,
            start_discs,
            terms: Terms::FREE,
            forbidden: [(0, 0); MAX_SEATS],
        })
    }
}
