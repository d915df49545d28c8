//! What a results folder tells of a game, compared with the game as it is played again.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use crate::experiment::arena::Crash;
use crate::results::manifest::{Manifest, Status, VERSION, program_differences, revision};
use crate::results::names::{CRASHES, STREAMED};
use crate::results::record::Record;
use crate::results::table;
use crate::study::source::{Row, Source};

/// Most differences that are told.
const MOST_TOLD: usize = 8;

/// A game as the tables of a run have it.
pub struct Recording {
    game_id: u64,
    /// Seed of the deal.
    seed: u64,
    /// Rows of its seats; none if it crashed.
    rows: Vec<Row>,
    /// What errors call the table.
    table: String,
    /// What would help if the game differs.
    advice: String,
}

impl Recording {
    /// Finds a game in the tables of a run: reads them as far as that game.
    ///
    /// # Errors
    /// [`Failure`] if it is not in them, or they are not as they should be.
    pub fn find(folder: &Path, game_id: u64) -> Result<Recording, Failure> {
        let source = Source::open(folder)?;
        let manifest = &source.manifest;
        let recording = |table: &Path, seed, rows| Recording {
            game_id,
            seed,
            rows,
            table: table.display().to_string(),
            advice: advice(manifest),
        };
        let mut blocks = source.blocks()?;
        let mut games = (u64::MAX, 0);
        while let Some(mut block) = blocks.next_block()? {
            let (first, last) = (block[0].game_id, block[block.len() - 1].game_id);
            games = (games.0.min(first), last);
            block.retain(|row| row.game_id == game_id);
            if let Some(row) = block.first() {
                return Ok(recording(blocks.path(), row.seed, block));
            }
            // Of a shard it is told which games it has.
            if last > game_id && manifest.shard.is_none() {
                break;
            }
        }
        if let Some((table, seed)) = crash(folder, manifest, game_id)? {
            return Ok(recording(&table, seed, Vec::new()));
        }
        let folder = folder.display();
        let done = manifest.games_done + manifest.games_crashed;
        Err(Failure::usage(match (manifest.status, manifest.shard) {
            (Status::Running, _) => format!(
                "{folder}: game {game_id} is not in games.csv yet: the run is under way or was cut off; \
                 its command with --resume goes on with it"
            ),
            (Status::Stopped, _) => format!(
                "{folder}: game {game_id} is not in games.csv yet: the run was stopped after {done} of \
                 {} games; its command with --resume goes on with it",
                manifest.games_planned
            ),
            (Status::Complete, Some(shard)) => format!(
                "{folder}: game {game_id} is not in shard {shard}, whose games are {} to {}",
                games.0, games.1
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
    /// [`Failure`] if it is another.
    pub fn same_deal(&self, seed: u64) -> Result<(), Failure> {
        if seed == self.seed {
            return Ok(());
        }
        Err(self.differs(&format!(
            "the seed of its deal is {} there and {seed} here",
            self.seed
        )))
    }

    /// Compares how the game ended, given names by seat and those of the score categories.
    ///
    /// # Errors
    /// [`Failure`] with every seat that differs.
    pub fn same_end(
        &self,
        names: &[String],
        categories: &[&str],
        played: Result<&[Record], &Crash>,
    ) -> Result<(), Failure> {
        let seats = match (played, self.rows.is_empty()) {
            (Err(_), true) => return Ok(()),
            (Err(crash), false) => {
                let problem = format!("it ended there, and panics here: {}", crash.message);
                return Err(self.differs(&problem));
            }
            (Ok(_), true) => return Err(self.differs("it panicked there, and ends here")),
            (Ok(seats), false) => seats,
        };
        let mut found = Vec::new();
        if self.rows.len() != seats.len() {
            let (there, here) = (self.rows.len(), seats.len());
            found.push(format!("it has {there} seats there and {here} here"));
        }
        for row in self.rows.iter().filter(|row| row.seat < seats.len()) {
            let (seat, name) = (&seats[row.seat], &names[row.seat]);
            let mut values = vec![
                ("bot", row.bot.clone(), name.clone()),
                ("score", row.score.to_string(), seat.score.to_string()),
                ("rank", row.rank.to_string(), seat.rank.to_string()),
                ("win", row.win.to_string(), seat.win.to_string()),
                ("turns", row.turns.to_string(), seat.turns.to_string()),
                (
                    "decisions",
                    row.decisions.to_string(),
                    seat.decisions.to_string(),
                ),
            ];
            let points = row.categories.iter().zip(seat.categories.iter());
            let of_categories = categories.iter().zip(points);
            values.extend(
                of_categories
                    .map(|(name, (there, here))| (*name, there.to_string(), here.to_string())),
            );
            let differing = values.into_iter().filter(|(_, there, here)| there != here);
            found.extend(differing.map(|(column, there, here)| {
                format!(
                    "{column} of seat {} is {there} there and {here} here",
                    row.seat + 1
                )
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
            "{}: game {} is not the one that is played here: {how}; {}",
            self.table, self.game_id, self.advice
        ))
    }
}

/// The list of crashes and the seed of a game in it, if the game is there.
fn crash(
    folder: &Path,
    manifest: &Manifest,
    game_id: u64,
) -> Result<Option<(PathBuf, u64)>, Failure> {
    let name = STREAMED[CRASHES];
    let paths = [name.to_string(), format!("{name}.partial")].map(|name| folder.join(name));
    let told = manifest.status == Status::Running || manifest.table(name).is_some();
    let Some(path) = paths.into_iter().find(|path| told && path.exists()) else {
        return Ok(None);
    };
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", path.display()));
    let text = table::open(&path).map_err(|error| wrong(error.to_string()))?;
    // The last row of a run under way may be cut.
    let reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
    for row in reader.into_byte_records() {
        let row = row.map_err(|error| wrong(error.to_string()))?;
        let number = |column: usize| str::from_utf8(row.get(column)?).ok()?.parse().ok();
        if let (Some(id), Some(seed)) = (number(0), number(1))
            && id == game_id
        {
            return Ok(Some((path, seed)));
        }
    }
    Ok(None)
}

/// What would help if a game of the run is not what it was.
fn advice(manifest: &Manifest) -> String {
    let there = (manifest.version.as_str(), &manifest.revision);
    let differences = program_differences(there, (VERSION, &revision()));
    if !manifest.reproducible {
        "a bot had a limit of time, so that its games cannot be played again".to_string()
    } else if differences.is_empty() {
        "the table or the manifest was changed: the run's command with --resume compares them, with \
         --force it makes them again"
            .to_string()
    } else {
        format!(
            "the run was made by another program ({}): use that one, or make the run again",
            differences.join("; ")
        )
    }
}
