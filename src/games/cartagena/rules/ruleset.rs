//! Rules of one game: components, options, path and cards.

use super::cards::Cards;
use super::options::Options;
use super::path::Path;
use crate::cartagena::components::{Components, load};
use crate::options::add_by_seat;
use crate::setup::{GameSetup, SetupError};

/// Rules with the chosen components and options. Each module implements its part of the rules on
/// this type.
#[derive(Clone, Debug)]
pub(crate) struct Ruleset {
    pub components: Components,
    pub options: Options,
    /// Numbering of the spaces.
    pub path: Path,
    /// All cards in the game.
    pub deck: Cards,
    pub players: usize,
    /// Number of cards dealt to each seat.
    pub start_cards: Vec<u8>,
}

impl Ruleset {
    /// Creates the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let options = Options::read(&setup.options, setup.players)?;
        let components = load::load(&setup.data).map_err(SetupError::Data)?;
        let mut start_cards = vec![components.starting_hand; setup.players];
        add_by_seat(&setup.options, "cards", -6..=6, &mut start_cards)?;
        Ok(Ruleset {
            deck: Ruleset::all_cards(&components, options.hindrance),
            path: Path::new(&options),
            components,
            options,
            players: setup.players,
            start_cards,
        })
    }
}
