//! One game of a campaign, played by bots.

use std::collections::BTreeMap;

use super::rules::RuleOptions;
use super::story::{self, Reading};
use crate::bots::BotSpec;
use crate::bots::program::supervisor::Stop;
use crate::play::dyn_game::{DynGame, set_up};
use crate::play::plan::NumberedGame;
use crate::play::single::{Events, SeatResult, Written};
use crate::results::stream::Rows;
use crate::setup::{GameSetup, SetupError};

/// A completed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Results by seat.
    pub seats: Vec<SeatResult>,
    /// Story cards that were in play.
    pub cards: Vec<String>,
    /// Story cards that were read.
    pub read: Vec<Reading>,
}

/// All output of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameOutput {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// Result, or `None` if the game panicked.
    pub ended: Option<Ended>,
    /// Rule options of the next game, or `None` if the campaign is over.
    pub next: Option<RuleOptions>,
    /// Reason to stop the run, if there is one.
    pub stops: Option<Stop>,
}

/// A game to play.
#[derive(Clone, Copy)]
pub struct Numbered<'run> {
    /// The game with its seating.
    pub game: NumberedGame<'run>,
    /// Number of the campaign, from 1.
    pub campaign: u64,
    /// Number of the game in its campaign, from 1.
    pub number: u64,
    /// Rule options at the start of the game.
    pub rules: &'run RuleOptions,
    /// Selection of events to write.
    pub events: Events,
}

fn play(game: &dyn DynGame, line_up: &[BotSpec], numbered: &Numbered) -> GameOutput {
    let written = Written {
        fields: &[numbered.campaign as i64, numbered.number as i64],
        named: &story::KINDS,
        events: numbered.events,
    };
    let single = game.single(line_up, &numbered.game, &written);
    let mut played = GameOutput {
        rows: single.rows,
        stops: single.stops,
        ..GameOutput::default()
    };
    if let Some(ending) = single.ending {
        played.ended = Some(Ended {
            seats: ending.seats,
            cards: story::in_play(numbered.rules, &ending.events),
            read: story::readings(&ending.events),
        });
        played.next = ending.sequel;
    }
    played
}

/// Sets up games that differ only in their rule options, and caches those that may occur again.
pub struct Opener<'run> {
    setup: &'run GameSetup,
    opened: BTreeMap<RuleOptions, Box<dyn DynGame>>,
}

/// Maximum number of cached games. The cache holds the first games of a story, which all campaigns share.
const MOST_KEPT: usize = 64;

impl<'run> Opener<'run> {
    /// Creates an opener for games with this set-up, apart from the rule options.
    pub fn new(setup: &'run GameSetup) -> Opener<'run> {
        Opener {
            setup,
            opened: BTreeMap::new(),
        }
    }

    /// Plays a game with a line-up, one bot per place.
    ///
    /// # Errors
    /// [`SetupError`] if the rule options are invalid.
    pub fn play(
        &mut self,
        line_up: &[BotSpec],
        numbered: &Numbered,
    ) -> Result<GameOutput, SetupError> {
        if let Some(game) = self.opened.get(numbered.rules) {
            return Ok(play(&**game, line_up, numbered));
        }
        let setup = GameSetup {
            options: numbered.rules.clone(),
            ..self.setup.clone()
        };
        let game = set_up(&setup)?;
        let played = play(&*game, line_up, numbered);
        if self.opened.len() < MOST_KEPT {
            self.opened.insert(setup.options, game);
        }
        Ok(played)
    }
}
