//! Playing a single game with newly built bots, for sequences of games that differ in their rule options, such as
//! campaigns.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::bots::program::supervisor::Stop;
use crate::game::{Event, Game};
use crate::play::arena::Arena;
use crate::play::ongoing::{NamedEvent, named_events};
use crate::play::panics;
use crate::play::plan::NumberedGame;
use crate::results::names::{CRASHES, EVENTS, GAMES, PROGRAMS};
use crate::results::record::Record;
use crate::results::stream::Rows;
use crate::results::writer::{Writer, push_conduct, push_crash};

/// Output to write for a game.
pub struct Written<'run> {
    /// Additional fields at the end of every row of `games.csv`.
    pub fields: &'run [i64],
    /// Kinds of events to return by name.
    pub named: &'run [&'run str],
    /// Events to write.
    pub events: Events,
}

/// Selection of events to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Events {
    All,
    /// Events whose kinds are in [`Written::named`].
    #[serde(rename = "story")]
    Named,
    None,
}

/// Result of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatResult {
    pub score: i32,
    /// Share of the win: 1 divided by the number of winners, or 0.
    pub win: f64,
}

/// Result of a completed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    pub seats: Vec<SeatResult>,
    /// Events of the requested kinds.
    pub events: Vec<NamedEvent>,
    /// Rule options of the next game of the campaign, if there is one.
    pub sequel: Option<BTreeMap<String, String>>,
}

/// All output of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Single {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// Result, or `None` if the game panicked.
    pub ending: Option<Ending>,
    /// Reason to stop the run.
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
    // A bot that cannot be built or an event without a name counts as a crash.
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
