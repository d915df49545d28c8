//! One game of a campaign, played by bots.

use std::collections::BTreeMap;

use super::rules::RuleOptions;
use super::story::{self, Reading};
use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::play::any_game::{AnyGame, set_up};
use crate::play::plan::NumberedGame;
use crate::play::single::{Events, SeatResult, Written};
use crate::results::stream::Rows;
use crate::setup::{GameSetup, SetupError};

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// How the seats came out.
    pub seats: Vec<SeatResult>,
    /// Story cards that were in play.
    pub cards: Vec<String>,
    /// Story cards that were read.
    pub read: Vec<Reading>,
}

/// What playing a game gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameOutput {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// How it ended; `None` if it panicked.
    pub ended: Option<Ended>,
    /// With what the campaign goes on, if it does.
    pub next: Option<RuleOptions>,
    /// Why the run has to stop.
    pub stops: Option<Stop>,
}

/// One game to be played.
#[derive(Clone, Copy)]
pub struct Numbered<'run> {
    /// Which game, and who sits where.
    pub game: NumberedGame<'run>,
    /// The campaign, from 1.
    pub campaign: u64,
    /// Its place in the campaign, from 1.
    pub number: u64,
    /// Rule options with which it begins.
    pub rules: &'run RuleOptions,
    /// Which events are written.
    pub events: Events,
}

fn play(game: &dyn AnyGame, line_up: &[BotSpec], numbered: &Numbered) -> GameOutput {
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

/// Sets games up that differ in their rule options alone, and keeps those that may come again.
pub struct Opener<'run> {
    setup: &'run GameSetup,
    opened: BTreeMap<RuleOptions, Box<dyn AnyGame>>,
}

/// Games that are kept: the beginnings of a story, which all campaigns share.
const MOST_KEPT: usize = 64;

impl<'run> Opener<'run> {
    /// Of the game that is set up so, but for its rule options.
    pub fn new(setup: &'run GameSetup) -> Opener<'run> {
        Opener {
            setup,
            opened: BTreeMap::new(),
        }
    }

    /// Plays a game with a line-up, one bot per place.
    ///
    /// # Errors
    /// [`SetupError`] if the rule options are not accepted.
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
