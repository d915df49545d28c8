//! What the rules are played with: components, options and board.

use std::sync::Arc;

use super::board::Board;
use super::chart::Charts;
use super::components::Components;
use super::jean::opponent::Opponent;
use super::load;
use super::options::Options;
use super::story::start::Story;
use super::worth::CardWorth;
use crate::item::Terms;
use crate::setup::{GameSetup, SetupError};

/// The rules with components and options chosen. Every chapter adds its part to it.
#[derive(Clone, Debug)]
pub(super) struct Ruleset {
    /// The components, with the legacy tiles that are in play from the start laid on the map.
    pub components: Components,
    /// By card.
    pub card_worths: Vec<CardWorth>,
    /// The rule options.
    pub options: Options,
    /// What follows from components and options.
    pub board: Board,
    /// The map under every set of legacy tiles that can lie there.
    pub charts: Arc<Charts>,
    /// The story, in a campaign.
    pub story: Option<Story>,
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
        let story = Story::read(&setup.options, &components)?;
        let board = Board::new(&components, &options, story.as_ref());
        let charts = Charts::new(
            &components,
            board.legacy,
            board.changing,
            options.skipped_by_route,
        );
        let start = charts.number(board.legacy);
        components
            .locations
            .clone_from(&charts.all()[usize::from(start)].locations);
        if story.is_some() {
            Story::add_story_tiles(&mut components);
        }
        Ok(Ruleset {
            card_worths: CardWorth::of_all(&components),
            components,
            options,
            board,
            charts: Arc::new(charts),
            story,
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
