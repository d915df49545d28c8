//! Playing the deal groups of one condition and writing their rows.
//!
//! A deal group (*block* in the code) is one deal played in every seating.

use crate::bots::program::supervisor::Stop;
use crate::bots::{BotError, BotSpec};
use crate::game::{Event, EventLog, Game};
use crate::play::arena::Arena;
use crate::play::live::Live;
use crate::play::panics;
use crate::play::plan::{NumberedGame, Plan};
use crate::play::treatment::Treatment;
use crate::results::names::{CRASHES, EVENTS, GAMES, PROGRAMS};
use crate::results::record::Record;
use crate::results::stream::Rows;
use crate::results::writer::{Writer, push_conduct, push_crash};
use crate::settings::EventLevel;

/// Results of a deal group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockOutput<'run> {
    /// Rows of `games.csv`, `events.csv`, `crashes.csv` and `programs.csv`.
    pub rows: [Rows; 4],
    /// Records of all seats, game by game.
    pub records: Vec<Record<'run>>,
    /// Number of completed games.
    pub games: u64,
    /// Number of games that panicked.
    pub crashes: u64,
    /// Number of games that every seat forfeited.
    pub forfeited: u64,
    /// Number of completed games that repeat another game of the deal group.
    pub repeated: u64,
    /// Reason to stop the run before these rows are written, if there is one.
    pub stops: Option<Stop>,
}

/// Sizes of the output at some point in time, for rewinding.
struct Mark {
    rows: [(usize, u64); 4],
    records: usize,
    games: u64,
    crashes: u64,
    forfeited: u64,
    repeated: u64,
}

impl BlockOutput<'_> {
    fn mark(&self) -> Mark {
        Mark {
            rows: self
                .rows
                .each_ref()
                .map(|rows| (rows.bytes.len(), rows.count)),
            records: self.records.len(),
            games: self.games,
            crashes: self.crashes,
            forfeited: self.forfeited,
            repeated: self.repeated,
        }
    }

    fn rewind(&mut self, mark: Mark) {
        for (rows, (bytes, count)) in self.rows.iter_mut().zip(mark.rows) {
            rows.bytes.truncate(bytes);
            rows.count = count;
        }
        self.records.truncate(mark.records);
        self.games = mark.games;
        self.crashes = mark.crashes;
        self.forfeited = mark.forfeited;
        self.repeated = mark.repeated;
    }

    fn add_crash(&mut self, numbered: &NumberedGame, message: &str, moves: &str) {
        let rows = &mut self.rows[CRASHES];
        rows.count += 1;
        push_crash(
            &mut rows.bytes,
            numbered.id,
            numbered.deal_seed,
            message,
            moves,
        );
        self.crashes += 1;
    }
}

/// Plays the deal groups of one condition, without the static type of the game.
pub trait Blocks<'run> {
    /// Plays one step.
    fn play(&mut self, step: u64) -> BlockOutput<'run>;
    /// Plays the first game of a step.
    fn play_first(&mut self, step: u64) -> BlockOutput<'run>;
}

/// Plays the deal groups of one condition and reuses its buffers. Each worker thread has its own instance.
pub struct BlockPlayer<'run, G: Game> {
    arena: Arena<'run, G>,
    writer: Writer<'run, G>,
    events: Vec<Event>,
    plan: &'run Plan,
    level: EventLevel,
    /// For each kind of event, true if such events are written. An empty list means that all events are written.
    written: Vec<bool>,
}

impl<'run, G: Game> BlockPlayer<'run, G> {
    /// Creates a player for the steps of `plan` that belong to one condition. `cell` is the index of the condition, if
    /// the rows contain it.
    ///
    /// # Errors
    /// [`BotError`] if a bot does not fit the game.
    pub fn new(
        game: &'run G,
        line_up: &'run [BotSpec],
        plan: &'run Plan,
        level: EventLevel,
        cell: Option<usize>,
    ) -> Result<BlockPlayer<'run, G>, BotError> {
        Ok(BlockPlayer {
            arena: Arena::new(game, line_up)?,
            writer: Writer::new(game, line_up.len(), cell),
            events: Vec::new(),
            plan,
            level,
            written: Vec::new(),
        })
    }

    /// Enables counting of the games in `live`.
    pub fn counted(mut self, live: &Live) -> Self {
        self.arena = self.arena.counted(live);
        self
    }

    /// Sets the treatment, or `None` for the unchanged game.
    ///
    /// # Errors
    /// The reason why the game does not support the treatment.
    pub fn treated(mut self, treatment: Option<Treatment<'run>>) -> Result<Self, String> {
        if self.level == EventLevel::Items {
            let takings = treatment
                .as_ref()
                .map(Treatment::takings)
                .unwrap_or_default();
            let kinds = G::EVENT_KINDS.iter();
            self.written = kinds.map(|kind| takings.contains(kind)).collect();
        }
        self.arena = self.arena.treated(treatment)?;
        Ok(self)
    }

    /// Enables the evaluation of luck with the network of a bot, if a bot is given.
    ///
    /// # Errors
    /// [`BotError`] if the bot has no network for the game.
    pub fn valued(mut self, bot: Option<&BotSpec>, game: &G) -> Result<Self, BotError> {
        let network = match bot {
            Some(bot) => Some(bot.network_for(game)?.0),
            None => None,
        };
        self.writer = self.writer.with_luck(network.is_some());
        self.arena = self.arena.valued(network);
        Ok(self)
    }

    fn play_some(&mut self, step: u64, games: usize) -> BlockOutput<'run> {
        let plan = self.plan;
        let mut output = BlockOutput::default();
        for numbered in plan.step(step).take(games) {
            let mark = output.mark();
            // Converting events to names may also panic.
            if let Err(message) = panics::catch(|| self.play_one(&numbered, &mut output)) {
                output.rewind(mark);
                output.add_crash(&numbered, &message, "");
            }
        }
        output
    }

    fn play_one(&mut self, numbered: &NumberedGame, output: &mut BlockOutput<'run>) {
        let (arena, writer) = (&mut self.arena, &self.writer);
        match self.level {
            EventLevel::None => play_game(arena, writer, numbered, &mut (), output),
            EventLevel::All | EventLevel::Items => {
                self.events.clear();
                play_game(arena, writer, numbered, &mut self.events, output);
                if !self.written.is_empty() {
                    let written = &self.written;
                    self.events.retain(|event| written[usize::from(event.kind)]);
                }
                let rows = &mut output.rows[EVENTS];
                rows.count += self.events.len() as u64;
                self.writer
                    .events(numbered.id, &self.events, &mut rows.bytes);
            }
        }
    }
}

impl<'run, G: Game> Blocks<'run> for BlockPlayer<'run, G> {
    fn play(&mut self, step: u64) -> BlockOutput<'run> {
        self.play_some(step, usize::MAX)
    }

    fn play_first(&mut self, step: u64) -> BlockOutput<'run> {
        self.play_some(step, 1)
    }
}

/// Plays one game and writes one row per seat, or its crash. The events of a crashed game are also written, because
/// they help to find the cause.
fn play_game<'run, G: Game>(
    arena: &mut Arena<'run, G>,
    writer: &Writer<'_, G>,
    numbered: &NumberedGame,
    log: &mut impl EventLog,
    output: &mut BlockOutput<'run>,
) {
    match arena.play(numbered, log) {
        Ok(seats) => {
            let game_seats = seats.len();
            let rows = &mut output.rows[GAMES];
            rows.count += seats.len() as u64;
            writer.game(seats, &mut rows.bytes);
            output.records.extend_from_slice(seats);
            output.games += 1;
            let lost = arena.conducts().iter();
            let lost = lost.filter(|(_, conduct)| conduct.forfeited).count();
            output.forfeited += u64::from(lost == game_seats);
            output.repeated += u64::from(arena.repeated());
            let rows = &mut output.rows[PROGRAMS];
            for (seat, conduct) in arena.conducts() {
                rows.count += 1;
                let bot = output.records[output.records.len() - game_seats + seat].bot;
                push_conduct(&mut rows.bytes, numbered.id, *seat, bot, conduct);
                output.stops = output.stops.take().or_else(|| conduct.stops.clone());
            }
        }
        Err(crash) => output.add_crash(numbered, &crash.message, &crash.moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::toy::Toy;

    #[test]
    fn unnamed_event_item_is_recorded_as_a_crash() {
        let mut toy = Toy::new(2);
        toy.nameless_item = Some(3);
        let line_up = [BotSpec::random(), BotSpec::random()];
        let plan = Plan::of(&toy, 3, 200);
        let mut player = BlockPlayer::new(&toy, &line_up, &plan, EventLevel::All, None).unwrap();
        let mut crashes = 0;
        for step in 0..plan.blocks {
            let output = player.play(step);
            assert_eq!(output.games + output.crashes, 2);
            assert_eq!(output.rows[GAMES].count, 2 * output.games);
            assert_eq!(output.records.len() as u64, 2 * output.games);
            assert_eq!(output.rows[EVENTS].count, 8 * output.games);
            for rows in &output.rows {
                let lines = rows.bytes.iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!(lines as u64, rows.count);
            }
            crashes += output.crashes;
        }
        assert!(crashes > 0);
    }
}
