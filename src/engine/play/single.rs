//! A single game with bots of its own, and all that can be known of it: for games that differ in their rule options from
//! one to the next, as those of a campaign do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::game::{Event, Game};
use crate::play::arena::Arena;
use crate::play::ongoing::{NamedEvent, named_events};
use crate::play::panics;
use crate::play::plan::NumberedGame;
use crate::results::names::{CRASHES, EVENTS, GAMES, PROGRAMS};
use crate::results::record::Record;
use crate::results::stream::Rows;
use crate::results::writer::{Writer, push_conduct, push_crash};

/// What is written of a game.
pub struct Written<'run> {
    /// Further fields at the end of every row of `games.csv`.
    pub fields: &'run [i64],
    /// Kinds of events that are handed on by their names.
    pub named: &'run [&'run str],
    /// Which events are written.
    pub events: Events,
}

/// Which events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Events {
    /// Every event.
    All,
    /// Those that are handed on by their names.
    #[serde(rename = "story")]
    Named,
    /// No events.
    None,
}

/// How a seat came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatResult {
    /// Final score.
    pub score: i32,
    /// 1, shared among all on rank 1.
    pub win: f64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// How the seats came out.
    pub seats: Vec<SeatResult>,
    /// The events of the kinds that were asked for.
    pub events: Vec<NamedEvent>,
    /// The rule options of the next game of the campaign, if there is one.
    pub sequel: Option<BTreeMap<String, String>>,
}

/// What playing a game gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Single {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// How it ended; `None` if it panicked.
    pub ending: Option<Ending>,
    /// Why the run has to stop.
    pub stops: Option<Stop>,
}

/// Plays one game.
pub fn play<G: Game>(
    game: &G,
    line_up: &[BotSpec],
    numbered: &NumberedGame,
    written: &Written,
) -> Single {
    let mut single = Single::default();
    // A bot that cannot be built and a game that cannot name its events are counted like a game that panicked.
    let caught = panics::catch(|| play_unguarded(game, line_up, numbered, written, &mut single));
    if let Err(message) = caught {
        single = Single::default();
        crashed(&mut single, numbered, &message, "");
    }
    single
}

fn play_unguarded<G: Game>(
    game: &G,
    line_up: &[BotSpec],
    numbered: &NumberedGame,
    written: &Written,
    single: &mut Single,
) {
    let mut arena = match Arena::new(game, line_up) {
        Ok(arena) => arena,
        Err(error) => return crashed(single, numbered, &error.to_string(), ""),
    };
    let mut events: Vec<Event> = Vec::new();
    let seats = match arena.play(numbered, &mut events) {
        Ok(seats) => seats,
        Err(crash) => return crashed(single, numbered, &crash.message, &crash.moves),
    };
    let mut writer = Writer::new(game, line_up.len(), None).with_fields(written.fields);
    let rows = &mut single.rows[GAMES];
    writer.game(seats, &mut rows.bytes);
    rows.count += seats.len() as u64;
    let result = |seat: &Record| SeatResult {
        score: seat.score,
        win: seat.win,
    };
    let seats: Vec<SeatResult> = seats.iter().map(result).collect();
    let is_named = |event: &&Event| {
        written
            .named
            .contains(&G::EVENT_KINDS[usize::from(event.kind)])
    };
    let asked: Vec<Event> = events.iter().filter(is_named).copied().collect();
    let named = named_events(game, &asked);
    let listed = match written.events {
        Events::All => events.as_slice(),
        Events::Named => asked.as_slice(),
        Events::None => &[],
    };
    let rows = &mut single.rows[EVENTS];
    writer.events(numbered.id, listed, &mut rows.bytes);
    rows.count += listed.len() as u64;
    let rows = &mut single.rows[PROGRAMS];
    for (seat, conduct) in arena.conducts() {
        let bot = numbered.seating[*seat].map_or("", |place| line_up[place].name.as_str());
        push_conduct(&mut rows.bytes, numbered.id, *seat, bot, conduct);
        rows.count += 1;
        single.stops = single.stops.take().or_else(|| conduct.stops.clone());
    }
    single.ending = Some(Ending {
        seats,
        events: named,
        sequel: (arena.sequel())
            .filter(|sequel| sequel.goes_on)
            .map(|sequel| sequel.options.clone()),
    });
}

fn crashed(single: &mut Single, numbered: &NumberedGame, message: &str, moves: &str) {
    let rows = &mut single.rows[CRASHES];
    push_crash(
        &mut rows.bytes,
        numbered.id,
        numbered.deal_seed,
        message,
        moves,
    );
    rows.count += 1;
}
