//! The rules of one game: components, options and derived tables.

use std::sync::Arc;

use super::jean::opponent::Opponent;
use super::lookups::Board;
use super::map_graph::MapGraphs;
use super::options::Options;
use super::story::start::Story;
use super::valuation::CardWorth;
use crate::item::Terms;
use crate::maracaibo::components::{Components, load};
use crate::options::add_by_seat;
use crate::setup::{GameSetup, SetupError};

/// The rules with the chosen components and options. Each part of the rules has its own `impl`
/// block.
#[derive(Clone, Debug)]
pub(crate) struct Ruleset {
    /// Components, with the legacy tiles in play from the start applied to the map.
    pub components: Components,
    /// Estimated values of the cards, by card.
    pub card_worths: Vec<CardWorth>,
    pub options: Options,
    /// Lookup tables derived from components and options.
    pub board: Board,
    /// The maps for all possible sets of legacy tiles.
    pub charts: Arc<MapGraphs>,
    /// The story; `None` outside a campaign.
    pub story: Option<Story>,
    /// Number of players with a ship board: all seats except Jean's.
    pub players: usize,
    /// Doubloons at the start, by seat; Jean has none (M-1.12).
    pub start_money: Vec<u8>,
    /// Jean's configuration; `None` unless the game is a solo game.
    pub opponent: Option<Opponent>,
    /// Items that seats may not take, and the granted item.
    pub terms: Terms,
}

impl Ruleset {
    /// Creates the rules of a game.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Ruleset, SetupError> {
        let options = Options::read(&setup.options)?;
        let mut components = load::load(&setup.data).map_err(SetupError::Data)?;
        let opponent = Opponent::read(&setup.options, setup.players, &components)?;
        let story = Story::read(&setup.options, &components)?;
        let board = Board::new(&components, &options, story.as_ref());
        let charts = MapGraphs::new(
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
        let later = (0..setup.players as u8).map(|seat| options.seat_doubloons * seat);
        let mut start_money: Vec<u8> = later.map(|more| options.start_doubloons + more).collect();
        add_by_seat(&setup.options, "doubloons", -8..=20, &mut start_money)?;
        Ok(Ruleset {
            card_worths: CardWorth::of_all(&components),
            components,
            options,
            board,
            charts: Arc::new(charts),
            story,
            players: setup.players,
            start_money,
            opponent,
            terms: Terms::FREE,
        })
    }

    /// Returns the number of seats, including Jean's.
    pub fn seats(&self) -> usize {
        self.players + usize::from(self.opponent.is_some())
    }

    /// Returns true if the seat is Jean's.
    #[inline]
    pub fn is_jean(&self, seat: u8) -> bool {
        usize::from(seat) >= self.players
    }
}
