//! What a results folder says about itself: `manifest.toml`. Its last line is its own checksum.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::data_changes::{DataChange, data_changes};
use crate::dataset::{DataSet, ProvenanceCounts};
use crate::perturbation::perturb;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::integrity;
use crate::results::names::{CRASHES, GAMES, STREAMED};
pub use crate::results::work_manifest::{
    FORMAT, FolderKind, MANIFEST, RunRecord, Status, VERSION, difference, format_problem,
    program_differences, revision, setting_differences,
};
use crate::results::work_manifest::{WorkManifest, read_manifest, write_manifest};
use crate::settings::roster::Roster;
use crate::settings::seating::blocks_for;
use crate::settings::shard::Shard;
use crate::settings::{CellSpec, Experiment, Kind};
use crate::setup::GameEntry;
use crate::stats::Verdict;

/// Everything a reader needs to trust and repeat a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`] of the folder.
    pub format: u32,
    /// Program version.
    pub version: String,
    /// Git revision of the program, if the build knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// How far the run came.
    pub status: Status,
    /// Whether the same settings give the same bytes.
    pub reproducible: bool,
    /// Games that the run is to have.
    pub games_planned: u64,
    /// Games in the files.
    pub games_done: u64,
    /// Games that panicked; they are in `crashes.csv`.
    pub games_crashed: u64,
    /// Games that a cap on their length ended; nobody has won them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub games_capped: u64,
    /// Games that every seat has lost by forfeit: nobody has won them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub games_forfeited: u64,
    /// Blocks that the run is to have.
    pub blocks_planned: u64,
    /// Blocks in the files.
    pub blocks_done: u64,
    /// Games in a block.
    pub block_size: u64,
    /// The command that wrote the folder.
    pub command: String,
    /// Which part of the experiment the folder holds, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Names of the score categories, in the order of their columns in `games.csv`; none in folders
    /// written before the manifest told them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score_categories: Vec<String>,
    /// The settings.
    pub experiment: Experiment,
    /// Who plays in how many seats, cell by cell.
    pub roster: Vec<Roster>,
    /// The component data; of several sets, the first.
    pub data: DataRecord,
    /// The other sets, if the cells have different ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_data: Vec<DataRecord>,
    /// How the sequential test of a duel ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestRecord>,
    /// When, where and how fast: nothing of this is in the other files.
    pub run: RunRecord,
    /// The files and what they hold.
    #[serde(default)]
    pub file: Vec<FileRecord>,
}

impl Manifest {
    /// Returns the cell whose game the run is about: of a study of a change the game after it, otherwise the first cell.
    pub fn subject(&self) -> CellSpec {
        let cells = self.experiment.cells();
        let is_change = self.experiment.design.kind() == Kind::Change;
        cells[usize::from(is_change && cells.len() > 1)].clone()
    }

    /// Returns the component data of [`Manifest::subject`].
    pub fn subject_data(&self) -> &DataRecord {
        let hash = self.subject().data;
        let mut others = self.more_data.iter();
        others.find(|data| data.hash == hash).unwrap_or(&self.data)
    }
}

fn is_none(games: &u64) -> bool {
    *games == 0
}

/// The component data of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataRecord {
    /// Hash of all files.
    pub hash: String,
    /// Folder they were read from; none for the set that ships with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// How its stand-ins were varied; none for the set as it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perturbation: Option<Perturbation>,
    /// How it differs from the set that ships; none for that set, for one whose stand-ins were varied, and in folders
    /// written before the manifest said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
    /// Rows stated in a rulebook.
    pub rulebook: usize,
    /// Rows found in a public source.
    pub public: usize,
    /// Rows that an owner of the game has entered.
    #[serde(default, skip_serializing_if = "no_rows")]
    pub owner: usize,
    /// Rows from general knowledge only.
    pub recalled: usize,
    /// Rows that are stand-ins.
    pub reconstructed: usize,
    /// Rows that are a designer's inventions.
    #[serde(default, skip_serializing_if = "no_rows")]
    pub designed: usize,
}

impl DataRecord {
    /// The record of a data set.
    pub fn new(data: &DataSet, counts: ProvenanceCounts) -> DataRecord {
        DataRecord {
            hash: data.hash(),
            folder: data.folder.clone(),
            perturbation: None,
            departure: None,
            rulebook: counts.rulebook,
            public: counts.public,
            owner: counts.owner,
            recalled: counts.recalled,
            reconstructed: counts.reconstructed,
            designed: counts.designed,
        }
    }

    /// The same, of a set whose stand-ins were varied.
    pub fn perturbed(mut self, perturbation: Option<Perturbation>) -> DataRecord {
        self.perturbation = perturbation;
        self
    }

    /// The same with how the set differs from the one that ships, if it is another one and nothing was varied.
    pub fn departing(mut self, data: &DataSet, shipped: &DataSet) -> DataRecord {
        let shipped_hash = shipped.hash();
        if self.perturbation.is_none() && self.hash != shipped_hash {
            let mut change = data_changes(shipped, data);
            let cells = change.len();
            change.truncate(MOST_CHANGES);
            self.departure = Some(Departure {
                shipped: shipped_hash,
                cells,
                change,
            });
        }
        self
    }

    /// All rows.
    pub fn rows(&self) -> usize {
        self.fact() + self.recalled + self.reconstructed + self.designed
    }

    /// Rows that are fact: from a rulebook, a public source or an owner of the game.
    pub fn fact(&self) -> usize {
        self.rulebook + self.public + self.owner
    }
}

/// Most cells that a manifest lists, so that it stays readable.
const MOST_CHANGES: usize = 1000;

/// How a data set differs from the one that ships with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    /// Hash of the set that ships.
    pub shipped: String,
    /// Cells that differ.
    pub cells: usize,
    /// These cells: all of them, or the first thousand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<DataChange>,
}

impl Departure {
    /// The cells that differ; none if they are too many to be listed.
    pub fn whole(&self) -> Option<&[DataChange]> {
        (self.change.len() == self.cells).then_some(&self.change[..])
    }
}

fn no_rows(rows: &usize) -> bool {
    *rows == 0
}

/// How the stand-ins of a data set were varied.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perturbation {
    /// Seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Share of the values that were changed.
    pub strength: f64,
}

impl Perturbation {
    /// Varies a data set of a game.
    pub fn apply(self, data: &DataSet, entry: &GameEntry) -> DataSet {
        perturb(
            data,
            entry.variations,
            entry.check,
            self.seed,
            self.strength,
        )
        .data
    }
}

/// How a sequential test stands; in the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    /// The verdict; none if the games ran out before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Logarithm of the likelihood ratio of the two hypotheses after the last block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_likelihood_ratio: Option<f64>,
    /// At or below it the first bot fails.
    pub lower_limit: f64,
    /// At or above it the first bot passes.
    pub upper_limit: f64,
    /// Blocks that the test has seen.
    pub blocks: u64,
}

impl Manifest {
    /// As [`Manifest::table`], of a table that every whole run has; `folder` is that of the run.
    ///
    /// # Errors
    /// [`RunError`] if nothing is told of it.
    pub fn whole_table(&self, folder: &Path, name: &str) -> Result<&FileRecord, RunError> {
        self.table(name).ok_or_else(|| RunError::Damaged {
            path: folder.join(MANIFEST),
            problem: format!("tells nothing of {name}"),
        })
    }

    /// What it says of one of the tables, under whatever name that is on the disk; `None` if the
    /// table is not whole.
    pub fn table(&self, name: &str) -> Option<&FileRecord> {
        self.file.iter().find(|file| file.is_table(name))
    }

    /// Blocks of the whole experiment, of which a shard has its share.
    pub fn blocks_in_all(&self) -> u64 {
        let seatings = self.roster.iter().map(|cell| cell.seatings);
        blocks_for(self.experiment.games, seatings)
    }

    /// The manifest of a folder, if there is one. Whatever it says, a run can have left it.
    ///
    /// # Errors
    /// [`RunError`] if it cannot be read or contradicts itself.
    pub fn read(folder: &Path) -> Result<Option<Manifest>, RunError> {
        read_manifest(folder)
    }

    /// Writes it.
    ///
    /// # Errors
    /// [`RunError`] if that fails; the one before then stays.
    pub fn write(&self, folder: &Path) -> Result<(), RunError> {
        write_manifest(self, folder)
    }

    /// Compares what follows from the settings with the manifest of the same run made anew.
    ///
    /// # Errors
    /// [`RunError::Damaged`] if it was changed, with what differs.
    pub fn check_against(&self, anew: &Manifest, folder: &Path) -> Result<(), RunError> {
        let counts = |manifest: &Manifest| {
            [
                ("games_planned", manifest.games_planned),
                ("blocks_planned", manifest.blocks_planned),
                ("block_size", manifest.block_size),
            ]
        };
        let pairs = counts(self).into_iter().zip(counts(anew));
        let mut found: Vec<String> = pairs
            .filter_map(|((name, there), (_, here))| {
                difference(name, &there.to_string(), &here.to_string())
            })
            .collect();
        if self.roster != anew.roster {
            found.push("roster is another one".to_string());
        }
        if self.score_categories != anew.score_categories {
            found.push("score_categories are others".to_string());
        }
        self.unchanged(folder, &found)
    }

    /// Compares what the manifest of a complete run counts with what its `games.csv` was found to hold: so
    /// many rows, and so many games that were capped.
    ///
    /// # Errors
    /// [`RunError::Damaged`] if one of the counts is another.
    pub fn check_counts(&self, folder: &Path, rows: u64, unwon: u64) -> Result<(), RunError> {
        let told = self.whole_table(folder, STREAMED[GAMES])?.rows;
        let crashed = self.table(STREAMED[CRASHES]).map_or(0, |file| file.rows);
        let mut counts = vec![
            ("rows of games.csv", told, rows),
            (
                "games_capped and games_forfeited",
                self.games_capped.saturating_add(self.games_forfeited),
                unwon,
            ),
            ("games_crashed", self.games_crashed, crashed),
        ];
        // A duel may end before its last block.
        if self.test.is_none() {
            let played = self.games_planned.saturating_sub(crashed);
            counts.push(("games_done", self.games_done, played));
        }
        let wrong = counts.into_iter().filter(|(_, told, found)| told != found);
        let wrong = wrong.map(|(name, told, found)| format!("{name} is {told} there, but {found}"));
        self.unchanged(folder, &wrong.collect::<Vec<_>>())
    }

    /// Notes how many games nobody has won, and of how many of them that is because every seat has lost by forfeit.
    pub fn set_unwon(&mut self, unwon: u64, forfeited: u64) {
        self.games_forfeited = forfeited.min(unwon);
        self.games_capped = unwon - self.games_forfeited;
    }

    fn unchanged(&self, folder: &Path, differences: &[String]) -> Result<(), RunError> {
        if differences.is_empty() {
            return Ok(());
        }
        Err(RunError::Damaged {
            path: folder.join(MANIFEST),
            problem: format!("it was changed: {}", differences.join("; ")),
        }
        .begin_again())
    }

    /// As [`Manifest::differences`], whichever parts of their experiments the two are.
    pub fn experiment_differences(&self, other: &Manifest) -> Vec<String> {
        let mut found = program_differences(
            (&self.version, &self.revision),
            (&other.version, &other.revision),
        );
        found.extend(setting_differences(&self.experiment, &other.experiment));
        found
    }
}

impl WorkManifest for Manifest {
    const KIND: FolderKind = FolderKind::Run;

    fn status(&self) -> Status {
        self.status
    }

    fn files(&self) -> &[FileRecord] {
        &self.file
    }

    fn progress(&mut self) -> (&mut Status, &mut RunRecord) {
        (&mut self.status, &mut self.run)
    }

    fn differences(&self, other: &Manifest) -> Vec<String> {
        let mut found = self.experiment_differences(other);
        if self.shard != other.shard {
            let name = |shard: Option<Shard>| {
                shard.map_or("the whole".to_string(), |shard| format!("shard {shard}"))
            };
            let (here, wanted) = (name(self.shard), name(other.shard));
            found.push(format!("it is {here} there and {wanted} here"));
        }
        found
    }

    fn check(&self) -> Result<(), String> {
        integrity::check(&self.experiment, &self.roster)?;
        if let Some(shard) = self.shard.filter(|shard| !shard.exists()) {
            return Err(format!("there is no shard {shard}"));
        }
        let seatings = self.roster.iter().map(|roster| roster.seatings);
        let block: u64 = seatings.sum();
        if self.block_size != block {
            let found = self.block_size;
            return Err(format!(
                "block_size = {found}; expected {block}, all seatings of the roster"
            ));
        }
        let (planned, done) = (self.blocks_planned, self.blocks_done);
        if planned > self.experiment.games || Some(self.games_planned) != planned.checked_mul(block)
        {
            let found = self.games_planned;
            return Err(format!(
                "blocks_planned = {planned}, games_planned = {found}: a block has {block} games, and \
                 {} blocks are asked for",
                self.experiment.games
            ));
        }
        // A run may be stopped between two cells of a block.
        let ended = self.games_done.checked_add(self.games_crashed);
        let whole = ended.map(|ended| ended / block.max(1));
        if whole != Some(done) {
            let (games, crashed) = (self.games_done, self.games_crashed);
            return Err(format!(
                "blocks_done = {done}, games_done = {games}, games_crashed = {crashed}: a block has \
                 {block} games"
            ));
        }
        if self.blocks_done > self.blocks_planned {
            return Err("blocks_done: more than are planned".to_string());
        }
        let seconds = self.run.wall_seconds;
        if !(seconds.is_finite() && seconds >= 0.0) {
            return Err(format!("run.wall_seconds = {seconds}; expected 0 or more"));
        }
        Ok(())
    }
}
