//! One block: its games are played, and their rows written.

use crate::bots::{BotError, BotSpec};
use crate::experiment::arena::{Arena, Witness};
use crate::experiment::plan::{EventLevel, NumberedGame, Plan};
use crate::experiment::results::{CRASHES, EVENTS, GAMES};
use crate::experiment::rows::RowWriter;
use crate::experiment::summary::{Entrants, SeatResult};
use crate::game::{Event, Game};

/// Rows for one of the streamed files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The rows as bytes.
    pub bytes: Vec<u8>,
    /// How many there are.
    pub count: u64,
}

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

/// Plays blocks, one after the other, in the same buffers. Every worker thread has its own.
pub struct BlockPlayer<'run, G: Game> {
    arena: Arena<'run, G>,
    writer: RowWriter<'run, G>,
    events: Vec<Event>,
    plan: &'run Plan,
    entrants: &'run Entrants,
    level: EventLevel,
}

impl<'run, G: Game> BlockPlayer<'run, G> {
    /// A player of the blocks of `plan`.
    ///
    /// # Errors
    /// [`BotError`] if a bot does not fit the game.
    pub fn new(
        game: &'run G,
        line_up: &'run [BotSpec],
        plan: &'run Plan,
        entrants: &'run Entrants,
        level: EventLevel,
    ) -> Result<BlockPlayer<'run, G>, BotError> {
        Ok(BlockPlayer {
            arena: Arena::new(game, line_up)?,
            writer: RowWriter::new(game, line_up.len()),
            events: Vec::new(),
            plan,
            entrants,
            level,
        })
    }

    /// Plays one block.
    pub fn play(&mut self, block: u64) -> BlockOutput {
        let plan = self.plan;
        let mut output = BlockOutput::default();
        for numbered in plan.block(block) {
            self.events.clear();
            match self.level {
                EventLevel::None => play_game(
                    &mut self.arena,
                    &self.writer,
                    self.entrants,
                    &numbered,
                    &mut (),
                    &mut output,
                ),
                EventLevel::All => {
                    play_game(
                        &mut self.arena,
                        &self.writer,
                        self.entrants,
                        &numbered,
                        &mut self.events,
                        &mut output,
                    );
                    let rows = &mut output.rows[EVENTS];
                    rows.count += self.events.len() as u64;
                    self.writer
                        .events(numbered.id, &self.events, &mut rows.bytes);
                }
            }
        }
        output
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
                            win: result.win,
                        }),
                );
            output.games += 1;
        }
        Err(crash) => {
            let rows = &mut output.rows[CRASHES];
            rows.count += 1;
            RowWriter::<G>::crash(numbered, &crash.message, &crash.moves, &mut rows.bytes);
            output.crashes += 1;
        }
    }
}
