//! Compares a game recorded in a results folder with the same game played again.

use std::path::Path;

use crate::ui::failure::Failure;
use portolan_run::play::arena::Crash;
use portolan_run::results::crashes;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::record::{Record, games};
use portolan_study::source::Source;

/// Maximum number of differences listed in an error.
const MOST_TOLD: usize = 8;

/// Recorded values of a seat, in the order of the compared columns.
struct SeatRow {
    seat: usize,
    told: Vec<String>,
}

/// Columns that are compared, in addition to the score categories.
const COLUMNS: [&str; 6] = ["bot", "score", "rank", "win", "turns", "decisions"];

/// Returns the values of the compared columns, followed by those of the score categories.
fn told(record: &Record) -> Vec<String> {
    let mut told = vec![
        record.bot.to_string(),
        record.score.to_string(),
        record.rank.to_string(),
        record.win.to_string(),
        record.turns.to_string(),
        record.decisions.to_string(),
    ];
    told.extend(record.categories.iter().map(ToString::to_string));
    told
}

/// Game as recorded in the tables of a run.
pub struct Recording {
    game_id: u64,
    seed: u64,
    /// Empty if the game crashed.
    seats: Vec<SeatRow>,
    /// Path of the table, for error messages.
    table: String,
    /// Next step to suggest if the game differs.
    advice: String,
}

impl Recording {
    /// Finds a game in the tables of a run.
    ///
    /// # Errors
    /// [`Failure`] if the tables do not contain the game or are invalid.
    pub fn find(folder: &Path, game_id: u64) -> Result<Recording, Failure> {
        let source = Source::open(folder)?;
        let manifest = &source.manifest;
        let recording = |table: &Path, seed, seats| Recording {
            game_id,
            seed,
            seats,
            table: table.display().to_string(),
            advice: advice(manifest),
        };
        let mut blocks = source.blocks().map_err(Failure::usage)?;
        let mut numbers = (u64::MAX, 0);
        while let Some(block) = blocks.next_block().map_err(Failure::usage)? {
            let (first, last) = (block[0].game_id, block[block.len() - 1].game_id);
            numbers = (numbers.0.min(first), last);
            let game = games(block).find(|game| game[0].game_id == game_id);
            let seat = |record: &Record| SeatRow {
                seat: record.seat,
                told: told(record),
            };
            if let Some(game) = game {
                let (seed, seats) = (game[0].seed, game.iter().map(seat).collect());
                return Ok(recording(blocks.path(), seed, seats));
            }
            // The error for a shard needs the range of its games, so a shard is read to the end.
            if last > game_id && manifest.shard.is_none() {
                break;
            }
        }
        let crash = crashes::find(folder, manifest, game_id).map_err(Failure::usage)?;
        if let Some((table, seed)) = crash {
            return Ok(recording(&table, seed, Vec::new()));
        }
        let folder = folder.display();
        let done = manifest.games_done + manifest.games_crashed;
        Err(Failure::usage(match (manifest.status, manifest.shard) {
            (Status::Running, _) => format!(
                "{folder}: game {game_id} is not in games.csv yet: the run is under way or was interrupted; \
                 repeat its command with --resume"
            ),
            (Status::Stopped, _) => format!(
                "{folder}: game {game_id} is not in games.csv yet: the run was stopped after {done} of \
                 {} games; repeat its command with --resume",
                manifest.games_planned
            ),
            (Status::Complete, Some(shard)) => format!(
                "{folder}: game {game_id} is not in shard {shard}, whose games are {} to {}",
                numbers.0, numbers.1
            ),
            (Status::Complete, None) => format!(
                "{folder}: game {game_id} is not in games.csv, though the run is complete; {}",
                advice(manifest)
            ),
        }))
    }

    /// Compares the seed of the deal.
    ///
    /// # Errors
    /// [`Failure`] if the seeds differ.
    pub fn same_deal(&self, seed: u64) -> Result<(), Failure> {
        if seed == self.seed {
            return Ok(());
        }
        Err(self.differs(&format!(
            "the seed of its deal is {} in the run and {seed} in the replay",
            self.seed
        )))
    }

    /// Compares the final results. `categories` are the names of the score categories.
    ///
    /// # Errors
    /// [`Failure`] with the differences of all seats.
    pub fn same_end(
        &self,
        categories: &[&str],
        played: Result<&[Record], &Crash>,
    ) -> Result<(), Failure> {
        let records = match (played, self.seats.is_empty()) {
            (Err(_), true) => return Ok(()),
            (Err(crash), false) => {
                let problem = format!(
                    "it ended in the run, but panics in the replay: {}",
                    crash.message
                );
                return Err(self.differs(&problem));
            }
            (Ok(_), true) => {
                return Err(self.differs(
                    "it panicked in the run, but ends in the \
                                                      replay",
                ));
            }
            (Ok(records), false) => records,
        };
        let mut found = Vec::new();
        if self.seats.len() != records.len() {
            let (there, here) = (self.seats.len(), records.len());
            found.push(format!(
                "it has {there} seats in the run and {here} in the replay"
            ));
        }
        for there in &self.seats {
            let Some(here) = records.get(there.seat).map(told) else {
                continue;
            };
            let columns = COLUMNS.iter().chain(categories);
            let values = columns.zip(there.told.iter().zip(&here));
            let differing = values.filter(|(_, (there, here))| there != here);
            found.extend(differing.map(|(column, (value, here))| {
                let seat = there.seat + 1;
                format!("{column} of seat {seat} is {value} in the run and {here} in the replay")
            }));
        }
        if found.is_empty() {
            return Ok(());
        }
        if found.len() > MOST_TOLD {
            let more = found.len() - MOST_TOLD;
            found.truncate(MOST_TOLD);
            found.push(format!("and {more} more"));
        }
        Err(self.differs(&found.join("; ")))
    }

    fn differs(&self, how: &str) -> Failure {
        Failure::usage(format!(
            "{}: game {} differs from the replayed game: {how}; {}",
            self.table, self.game_id, self.advice
        ))
    }
}

/// Returns the next step to suggest if a game differs from the recorded one.
fn advice(manifest: &Manifest) -> String {
    let differences = manifest.differences_from_this_program();
    if !manifest.reproducible {
        "a bot had a time limit, so its games cannot be reproduced".to_string()
    } else if differences.is_empty() {
        "the table or the manifest was changed: repeat the run's command with --resume to check the files, or with --force to play the games again"
            .to_string()
    } else {
        format!(
            "the run was made by a different version of the program ({}): use that version, or \
             repeat the run",
            differences.join("; ")
        )
    }
}
