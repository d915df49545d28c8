//! One block of one cell: its games are played, and their rows written.

use crate::bots::{BotError, BotSpec};
use crate::experiment::arena::{Arena, Witness};
use crate::experiment::live::Live;
use crate::experiment::panics;
use crate::experiment::plan::{NumberedGame, Plan};
use crate::experiment::roster::Entrants;
use crate::experiment::rows::RowWriter;
use crate::experiment::settings::EventLevel;
use crate::experiment::treatment::Treatment;
use crate::game::{Event, Game};
use crate::results::names::{CRASHES, EVENTS, GAMES};
use crate::results::record::SeatResult;
use crate::results::stream::Rows;

/// What playing a block gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockOutput {
    /// Rows of `games.csv`, `events.csv` and `crashes.csv`.
    pub rows: [Rows; 3],
    /// What the statistics need.
    pub results: Vec<SeatResult>,
    /// Games that reached their end.
    pub games: u64,
    /// Games that panicked.
    pub crashes: u64,
}

/// How much a block had given at some moment.
struct Mark {
    rows: [(usize, u64); 3],
    results: usize,
    games: u64,
    crashes: u64,
}

impl BlockOutput {
    fn mark(&self) -> Mark {
        Mark {
            rows: self
                .rows
                .each_ref()
                .map(|rows| (rows.bytes.len(), rows.count)),
            results: self.results.len(),
            games: self.games,
            crashes: self.crashes,
        }
    }

    fn rewind(&mut self, mark: Mark) {
        for (rows, (bytes, count)) in self.rows.iter_mut().zip(mark.rows) {
            rows.bytes.truncate(bytes);
            rows.count = count;
        }
        self.results.truncate(mark.results);
        self.games = mark.games;
        self.crashes = mark.crashes;
    }

    fn add_crash<G: Game>(&mut self, numbered: &NumberedGame, message: &str, moves: &str) {
        let rows = &mut self.rows[CRASHES];
        rows.count += 1;
        RowWriter::<G>::crash(numbered, message, moves, &mut rows.bytes);
        self.crashes += 1;
    }
}

/// Plays the blocks of one cell, one after the other, in the same buffers. Every worker thread has
/// its own.
pub struct BlockPlayer<'run, G: Game> {
    arena: Arena<'run, G>,
    writer: RowWriter<'run, G>,
    events: Vec<Event>,
    plan: &'run Plan,
    entrants: &'run Entrants,
    level: EventLevel,
}

impl<'run, G: Game> BlockPlayer<'run, G> {
    /// A player of the steps of `plan` that belong to one cell; `cell` is its number from 0, if rows
    /// are to name it.
    ///
    /// # Errors
    /// [`BotError`] if a bot does not fit the game.
    pub fn new(
        game: &'run G,
        line_up: &'run [BotSpec],
        plan: &'run Plan,
        entrants: &'run Entrants,
        level: EventLevel,
        cell: Option<usize>,
    ) -> Result<BlockPlayer<'run, G>, BotError> {
        Ok(BlockPlayer {
            arena: Arena::new(game, line_up)?,
            writer: RowWriter::new(game, line_up.len(), cell),
            events: Vec::new(),
            plan,
            entrants,
            level,
        })
    }

    /// The same, with its games counted.
    pub fn counted(mut self, live: &Live) -> Self {
        self.arena = self.arena.counted(live);
        self
    }

    /// The same with items treated; `None` for the game as it is.
    ///
    /// # Errors
    /// Why the game does not take the treatment.
    pub fn treated(mut self, treatment: Option<Treatment<'run>>) -> Result<Self, String> {
        self.arena = self.arena.treated(treatment)?;
        Ok(self)
    }

    /// Plays one step.
    pub fn play(&mut self, step: u64) -> BlockOutput {
        self.play_some(step, usize::MAX)
    }

    /// Plays the first game of a step.
    pub fn play_first(&mut self, step: u64) -> BlockOutput {
        self.play_some(step, 1)
    }

    fn play_some(&mut self, step: u64, games: usize) -> BlockOutput {
        let plan = self.plan;
        let mut output = BlockOutput::default();
        for numbered in plan.step(step).take(games) {
            let mark = output.mark();
            // The game names its events: that may panic, too.
            if let Err(message) = panics::catch(|| self.play_one(&numbered, &mut output)) {
                output.rewind(mark);
                output.add_crash::<G>(&numbered, &message, "");
            }
        }
        output
    }

    fn play_one(&mut self, numbered: &NumberedGame, output: &mut BlockOutput) {
        let (arena, writer, entrants) = (&mut self.arena, &self.writer, self.entrants);
        match self.level {
            EventLevel::None => play_game(arena, writer, entrants, numbered, &mut (), output),
            EventLevel::All => {
                self.events.clear();
                play_game(arena, writer, entrants, numbered, &mut self.events, output);
                let rows = &mut output.rows[EVENTS];
                rows.count += self.events.len() as u64;
                self.writer
                    .events(numbered.id, &self.events, &mut rows.bytes);
            }
        }
    }
}

/// Plays one game and writes its row per seat, or its crash. The events of a crashed game are
/// kept: they tell how it came about.
fn play_game<G: Game, W: Witness<G>>(
    arena: &mut Arena<'_, G>,
    writer: &RowWriter<'_, G>,
    entrants: &Entrants,
    numbered: &NumberedGame,
    witness: &mut W,
    output: &mut BlockOutput,
) {
    match arena.play(numbered, witness) {
        Ok(record) => {
            let entrant = |seat: usize| entrants.in_seat(numbered.seating, seat);
            let rows = &mut output.rows[GAMES];
            rows.count += record.seats.len() as u64;
            writer.game(
                numbered,
                record,
                |seat| entrants.name(entrant(seat)),
                &mut rows.bytes,
            );
            output
                .results
                .extend(
                    record
                        .seats
                        .iter()
                        .enumerate()
                        .map(|(seat, result)| SeatResult {
                            entrant: entrant(seat),
                            seat,
                            score: result.score,
                            rank: u32::from(result.rank),
                            win: result.win,
                        }),
                );
            output.games += 1;
        }
        Err(crash) => {
            output.add_crash::<G>(numbered, &crash.message, &crash.moves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::toy::Toy;

    #[test]
    fn a_game_that_cannot_name_its_events_is_a_crash() {
        let mut toy = Toy::new(2);
        toy.nameless_item = Some(3);
        let line_up = [BotSpec::random(), BotSpec::random()];
        let plan = Plan::new(std::slice::from_ref(&toy), 3, 200);
        let entrants = Entrants::new(&toy, &line_up);
        let mut player =
            BlockPlayer::new(&toy, &line_up, &plan, &entrants, EventLevel::All, None).unwrap();
        let mut crashes = 0;
        for step in 0..plan.blocks {
            let output = player.play(step);
            assert_eq!(output.games + output.crashes, 2);
            assert_eq!(output.rows[GAMES].count, 2 * output.games);
            assert_eq!(output.results.len() as u64, 2 * output.games);
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
