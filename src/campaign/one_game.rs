//! One game of a campaign, played by bots.

use std::collections::BTreeMap;

use super::rules::RuleOptions;
use super::story::{self, Reading};
use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::experiment::arena::Arena;
use crate::experiment::course::named_events;
use crate::experiment::panics;
use crate::experiment::plan::NumberedGame;
use crate::game::{Event, Game};
use crate::games::{GameSetup, SetupError, Visitor, open};
use crate::results::names::{CRASHES, EVENTS, GAMES, PROGRAMS};
use crate::results::record::Record;
use crate::results::stream::Rows;
use crate::results::writer::{Writer, push_conduct, push_crash};

/// Which events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Events {
    /// Every event.
    All,
    /// Those that tell the story.
    Story,
    /// No events.
    None,
}

/// How a seat came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Final score.
    pub score: i32,
    /// 1, shared among all on rank 1.
    pub win: f64,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// How the seats came out.
    pub seats: Vec<Outcome>,
    /// Story cards that were in play.
    pub cards: Vec<String>,
    /// Story cards that were read.
    pub read: Vec<Reading>,
    /// With what the campaign goes on, if it does.
    pub next: Option<RuleOptions>,
}

/// What playing a game gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// How it ended; `None` if it panicked.
    pub ended: Option<Ended>,
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

/// A game as it is set up, whichever it is, for bots to play.
trait Playable {
    fn play(&self, line_up: &[BotSpec], numbered: &Numbered) -> Played;
}

impl<G: Game> Playable for G {
    fn play(&self, line_up: &[BotSpec], numbered: &Numbered) -> Played {
        let mut played = Played::default();
        // A bot that cannot be built and a game that cannot name its events are told like a game that panicked.
        let caught = panics::catch(|| play_unguarded(self, line_up, numbered, &mut played));
        if let Err(message) = caught {
            played = Played::default();
            crashed(&mut played, numbered, &message, "");
        }
        played
    }
}

fn play_unguarded<G: Game>(
    game: &G,
    line_up: &[BotSpec],
    numbered: &Numbered,
    played: &mut Played,
) {
    let mut arena = match Arena::new(game, line_up) {
        Ok(arena) => arena,
        Err(error) => return crashed(played, numbered, &error.to_string(), ""),
    };
    let mut events: Vec<Event> = Vec::new();
    let seats = match arena.play(&numbered.game, &mut events) {
        Ok(seats) => seats,
        Err(crash) => return crashed(played, numbered, &crash.message, &crash.moves),
    };
    let place = [numbered.campaign as i64, numbered.number as i64];
    let mut writer = Writer::new(game, line_up.len(), None).with_fields(&place);
    let rows = &mut played.rows[GAMES];
    writer.game(seats, &mut rows.bytes);
    rows.count += seats.len() as u64;
    let outcome = |seat: &Record| Outcome {
        score: seat.score,
        win: seat.win,
    };
    let seats: Vec<Outcome> = seats.iter().map(outcome).collect();
    let is_story = |event: &&Event| story::KINDS.contains(&G::EVENT_KINDS[usize::from(event.kind)]);
    let told: Vec<Event> = events.iter().filter(is_story).copied().collect();
    let named = named_events(game, &told);
    let written = match numbered.events {
        Events::All => events.as_slice(),
        Events::Story => told.as_slice(),
        Events::None => &[],
    };
    let rows = &mut played.rows[EVENTS];
    writer.events(numbered.game.id, written, &mut rows.bytes);
    rows.count += written.len() as u64;
    let rows = &mut played.rows[PROGRAMS];
    for (seat, conduct) in arena.conducts() {
        let bot = numbered.game.seating[*seat].map_or("", |place| line_up[place].name.as_str());
        push_conduct(&mut rows.bytes, numbered.game.id, *seat, bot, conduct);
        rows.count += 1;
        played.stops = played.stops.take().or_else(|| conduct.stops.clone());
    }
    played.ended = Some(Ended {
        seats,
        cards: story::in_play(numbered.rules, &named),
        read: story::readings(&named),
        next: (arena.sequel())
            .filter(|sequel| sequel.goes_on)
            .map(|sequel| sequel.options.clone()),
    });
}

fn crashed(played: &mut Played, numbered: &Numbered, message: &str, moves: &str) {
    let rows = &mut played.rows[CRASHES];
    let game = &numbered.game;
    push_crash(&mut rows.bytes, game.id, game.deal_seed, message, moves);
    rows.count += 1;
}

/// Hands a game on, whichever it is.
struct Any;

impl Visitor for Any {
    type Out = Box<dyn Playable>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        Box::new(game)
    }
}

/// Sets games up that differ in their rule options alone, and keeps those that may come again.
pub struct Opener<'run> {
    setup: &'run GameSetup,
    opened: BTreeMap<RuleOptions, Box<dyn Playable>>,
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
    pub fn play(&mut self, line_up: &[BotSpec], numbered: &Numbered) -> Result<Played, SetupError> {
        if let Some(game) = self.opened.get(numbered.rules) {
            return Ok(game.play(line_up, numbered));
        }
        let setup = GameSetup {
            options: numbered.rules.clone(),
            ..self.setup.clone()
        };
        let game = open(&setup, Any)?;
        let played = game.play(line_up, numbered);
        if self.opened.len() < MOST_KEPT {
            self.opened.insert(setup.options, game);
        }
        Ok(played)
    }
}
