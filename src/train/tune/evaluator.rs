//! Evaluation of a point by playing blocks against the base bot.
//!
//! If the base bot plays in the other seats, both bots are compared in the same games: the point's result minus the mean
//! of the other seats. Otherwise both bots play the same place on the same deals, and their blocks are compared.

use std::ops::{ControlFlow, Range};

use super::TuneError;
use super::settings::{Marks, Tuning};
use crate::bots::BotSpec;
use crate::experiment::pipeline::Workers;
use crate::game::Seat;
use crate::play::arena::{Crash, GamePlayer};
use crate::play::dyn_game::DynGame;
use crate::play::plan::Plan;
use crate::random::deal_seed;
use crate::results::error::RunError;
use crate::results::record::Record;
use crate::settings::seating::Seating;
use crate::stats::lead;

/// Results of one block by objective, as means over its games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockMarks {
    /// Results of the point.
    pub point: Marks,
    /// Results of the base bot.
    pub base: Marks,
}

/// Evaluates the points of a tuning.
pub struct Evaluator<'run> {
    game: &'run dyn DynGame,
    tuning: &'run Tuning,
    plan: Plan,
    workers: Workers<'run>,
}

impl<'run> Evaluator<'run> {
    /// Creates an evaluator that plays its games with these workers.
    pub fn new(
        game: &'run dyn DynGame,
        tuning: &'run Tuning,
        workers: Workers<'run>,
    ) -> Evaluator<'run> {
        let mut plan = Plan::of(game, tuning.deals(), 1);
        let others = &tuning.opponents;
        // Identify seatings by bots and not by places, so that seatings which only swap equal bots are played once.
        let who = |seating: &Seating| -> Vec<Option<usize>> {
            let who = |place: usize| match place {
                0 => 0,
                place => {
                    1 + others
                        .get(place - 1)
                        .and_then(|own| others.iter().position(|other| other == own))
                        .unwrap_or(0)
                }
            };
            seating.iter().map(|place| place.map(who)).collect()
        };
        let mut seen: Vec<Vec<Option<usize>>> = Vec::new();
        plan.cells[0].retain(|seating| {
            let new = !seen.contains(&who(seating));
            if new {
                seen.push(who(seating));
            }
            new
        });
        Evaluator {
            game,
            tuning,
            plan,
            workers,
        }
    }

    /// Returns the number of games in a block.
    pub fn games_per_block(&self) -> u64 {
        let tables = if self.tuning.at_one_table() { 1 } else { 2 };
        tables * self.plan.block_size()
    }

    /// Plays a point on these blocks and calls `take` for each block, in order. Returns false if `stop` was set before
    /// all blocks were played.
    ///
    /// # Errors
    /// [`TuneError`] if a game panics, the bot does not fit the game, or `take` returns an error.
    pub fn play(
        &self,
        point: &BotSpec,
        blocks: Range<u64>,
        mut take: impl FnMut(u64, BlockMarks) -> Result<(), TuneError>,
    ) -> Result<bool, TuneError> {
        point.fits(self.game).map_err(RunError::from)?;
        let line_ups: Vec<Vec<BotSpec>> = if self.tuning.at_one_table() {
            let others = vec![self.tuning.base.clone(); self.tuning.players - 1];
            vec![[std::slice::from_ref(point), &others].concat()]
        } else {
            [point, &self.tuning.base]
                .map(|bot| [std::slice::from_ref(bot), &self.tuning.opponents].concat())
                .to_vec()
        };
        let end = blocks.end;
        let reached = self.workers.in_order(
            blocks,
            || {
                let arenas = line_ups
                    .iter()
                    .map(|bots| self.game.arena(bots, None, self.workers.live).ok());
                arenas.collect::<Option<Vec<_>>>()
            },
            // The bots have been built before, so this always succeeds.
            |arenas, block| match arenas {
                Some(arenas) => self.block(arenas, block),
                None => Ok(BlockMarks::default()),
            },
            |block, marks| match marks {
                Ok(marks) => take(block, marks).map(|()| ControlFlow::Continue(())),
                Err(Crash { message, moves }) => Err(TuneError::Crash {
                    seed: deal_seed(self.tuning.deals(), block),
                    message,
                    moves,
                }),
            },
        )?;
        Ok(reached == end)
    }

    fn block(
        &self,
        arenas: &mut [Box<dyn GamePlayer<'_> + '_>],
        block: u64,
    ) -> Result<BlockMarks, Crash> {
        let mut sums = BlockMarks::default();
        for (table, arena) in arenas.iter_mut().enumerate() {
            for numbered in self.plan.step(block) {
                let game = arena.play(&numbered)?;
                let own = marks_of(game, numbered.seating, |place| place == 0);
                if table == 0 {
                    add(&mut sums.point, own);
                } else {
                    add(&mut sums.base, own);
                }
                if self.tuning.at_one_table() {
                    add(
                        &mut sums.base,
                        marks_of(game, numbered.seating, |place| place > 0),
                    );
                }
            }
        }
        let games = self.plan.block_size() as f64;
        for sum in sums.point.iter_mut().chain(&mut sums.base) {
            *sum /= games;
        }
        Ok(sums)
    }
}

fn add(sums: &mut Marks, marks: Marks) {
    for (sum, mark) in sums.iter_mut().zip(marks) {
        *sum += mark;
    }
}

/// Returns the mean results of the selected places.
fn marks_of(game: &[Record], seating: &Seating, whose: impl Fn(usize) -> bool) -> Marks {
    let mut sums = Marks::default();
    let mut seats = 0.0;
    for (seat, place) in seating.iter().enumerate() {
        if place.is_some_and(&whose) {
            add(&mut sums, marks_in(game, seat));
            seats += 1.0;
        }
    }
    sums.map(|sum| sum / seats)
}

fn marks_in(game: &[Record], seat: Seat) -> Marks {
    let scores: Vec<f64> = game.iter().map(|one| f64::from(one.score)).collect();
    // In a solo game the lead is the score.
    let lead = lead(&scores, seat).unwrap_or(scores[seat]);
    [game[seat].win, scores[seat], lead]
}
