//! What the rules are played with: components, options, path and cards.

use super::cards::Cards;
use super::components::Components;
use super::load;
use super::options::Options;
use super::path::Path;
use crate::setup::{GameSetup, SetupError};

/// The rules with components and options chosen. Every chapter adds its part to it.
#[derive(Clone, Debug)]
pub(super) struct Ruleset {
    pub components: Components,
    pub options: Options,
    /// How the spaces are numbered.
    pub path: Path,
    /// All cards of the game.
    pub deck: Cards,
    pub players: usize,
}

impl Ruleset {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let options = Options::read(&setup.options, setup.players)?;
        let components = load::load(&setup.data).map_err(SetupError::Data)?;
        Ok(Ruleset {
            deck: Ruleset::all_cards(&components, options.hindrance),
            path: Path::new(&options),
            components,
            options,
            players: setup.players,
        })
    }
}
