//! Manifest of a run: `manifest.toml`. Its last line is its own checksum.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::data_changes::{DataChange, data_changes};
use crate::dataset::{DataSet, ProvenanceCounts};
use crate::perturbation::perturb;
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::integrity;
use crate::results::names::{CRASHES, GAMES, STREAMED};
use crate::results::work_manifest::Work;
pub use crate::results::work_manifest::{
    FORMAT, FolderKind, MANIFEST, RunRecord, Status, VERSION, WorkManifest, difference,
    format_problem, setting_differences,
};
use crate::settings::roster::Roster;
use crate::settings::seating::blocks_for;
use crate::settings::shard::Shard;
use crate::settings::{ConditionSpec, Experiment, Kind};
use crate::setup::GameEntry;
use crate::stats::Verdict;

/// Manifest of a run.
pub type Manifest = WorkManifest<ExperimentRecord>;

/// Fields of the manifest of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// True if a repetition with equal settings writes identical bytes.
    pub reproducible: bool,
    /// Planned number of games.
    pub games_planned: u64,
    /// Number of games in the files.
    pub games_done: u64,
    /// Number of games that panicked. They are listed in `crashes.csv`.
    pub games_crashed: u64,
    /// Number of games without a winner because they reached the length limit.
    #[serde(default, skip_serializing_if = "is_none")]
    pub games_capped: u64,
    /// Number of games without a winner because every seat forfeited.
    #[serde(default, skip_serializing_if = "is_none")]
    pub games_forfeited: u64,
    /// Number of games that repeat another game of their deal group, because the bots did not use chance. The number is
    /// 0 in a merged run that ends before the last game of its shards.
    #[serde(default, skip_serializing_if = "is_none")]
    pub games_repeated: u64,
    /// Planned number of blocks.
    pub blocks_planned: u64,
    /// Number of blocks in the files.
    pub blocks_done: u64,
    /// Number of games in a block.
    pub block_size: u64,
    /// Command that wrote the folder.
    pub command: String,
    /// The shard of the experiment in this folder, or `None` for the whole experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Names of the score categories, in the order of their columns in `games.csv`. Empty if the manifest does not
    /// record them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score_categories: Vec<String>,
    pub experiment: Experiment,
    /// Players and number of seats, by condition.
    pub roster: Vec<Roster>,
    /// Component data, or the first data set if there are several.
    pub data: DataRecord,
    /// Further data sets, if the conditions use several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_data: Vec<DataRecord>,
    /// True if the games ended before the planned number, because the results settled the question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended_early: bool,
    /// Result of the sequential test of a duel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestRecord>,
}

impl Manifest {
    /// Returns the condition that the run is about: the changed game in a change experiment, otherwise the first
    /// condition.
    pub fn subject(&self) -> ConditionSpec {
        let cells = self.experiment.cells();
        let is_change = self.experiment.kind == Kind::Change;
        cells[usize::from(is_change && cells.len() > 1)].clone()
    }

    /// Returns true if an automa plays a seat.
    pub fn has_automa(&self) -> bool {
        let players = self.experiment.players;
        self.roster.iter().any(|roster| roster.seats > players)
    }

    /// Returns all data sets.
    pub fn data_sets(&self) -> impl Iterator<Item = &DataRecord> {
        std::iter::once(&self.data).chain(&self.more_data)
    }

    /// Returns the data set with this hash.
    pub fn data_set(&self, hash: &str) -> Option<&DataRecord> {
        self.data_sets().find(|data| data.hash == hash)
    }

    /// Returns the component data of [`Manifest::subject`].
    pub fn subject_data(&self) -> &DataRecord {
        self.data_set(&self.subject().data).unwrap_or(&self.data)
    }
}

fn is_none(games: &u64) -> bool {
    *games == 0
}

/// Component data of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataRecord {
    /// Hash of all files.
    pub hash: String,
    /// Folder of the data, or `None` for the set that ships with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Perturbation of the placeholder rows, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perturbation: Option<Perturbation>,
    /// Differences from the shipped set. `None` for the shipped set and for perturbed sets, and if the manifest does
    /// not record the differences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
    /// Number of rows from a rulebook.
    pub rulebook: usize,
    /// Number of rows from a public source.
    pub public: usize,
    /// Number of rows entered by an owner of the game.
    #[serde(default, skip_serializing_if = "no_rows")]
    pub owner: usize,
    /// Number of rows from general knowledge only.
    pub recalled: usize,
    /// Number of placeholder rows.
    pub reconstructed: usize,
    /// Number of rows invented by a designer.
    #[serde(default, skip_serializing_if = "no_rows")]
    pub designed: usize,
}

impl DataRecord {
    /// Creates the record of a data set.
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

    /// Sets the perturbation of the placeholder rows.
    pub fn perturbed(mut self, perturbation: Option<Perturbation>) -> DataRecord {
        self.perturbation = perturbation;
        self
    }

    /// Sets the differences from the set that ships, unless the sets are equal or the data are perturbed.
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

    /// Returns the total number of rows.
    pub fn rows(&self) -> usize {
        self.fact() + self.recalled + self.reconstructed + self.designed
    }

    /// Returns the number of rows with a reliable source: a rulebook, a public source or an owner of the game.
    pub fn fact(&self) -> usize {
        self.rulebook + self.public + self.owner
    }
}

/// Maximum number of differences that a manifest lists, to keep it readable.
const MOST_CHANGES: usize = 1000;

/// Differences between a data set and the one that ships with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    /// Hash of the set that ships.
    pub shipped: String,
    /// Number of table cells that differ.
    pub cells: usize,
    /// The differences, up to the first 1000.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<DataChange>,
}

impl Departure {
    /// Returns the differences if the list is complete.
    pub fn whole(&self) -> Option<&[DataChange]> {
        (self.change.len() == self.cells).then_some(&self.change[..])
    }
}

fn no_rows(rows: &usize) -> bool {
    *rows == 0
}

/// Random perturbation of the placeholder rows in a data set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perturbation {
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Share of the values that were changed, in 0..=1.
    pub strength: f64,
}

impl Perturbation {
    /// Perturbs a data set of a game.
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

/// State of a sequential test, as stored in the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Verdict, or `None` if the games ended before the test gave a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Log-likelihood ratio of the two hypotheses after the last block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_likelihood_ratio: Option<f64>,
    /// The first bot fails if the ratio is at or below this limit.
    pub lower_limit: f64,
    /// The first bot passes if the ratio is at or above this limit.
    pub upper_limit: f64,
    /// Number of blocks in the test.
    pub blocks: u64,
}

impl Manifest {
    /// Like [`Manifest::table`], for a table that every complete run has. `folder` is the folder of the run.
    ///
    /// # Errors
    /// [`RunError`] if the table is not recorded.
    pub fn whole_table(&self, folder: &Path, name: &str) -> Result<&FileRecord, RunError> {
        self.table(name).ok_or_else(|| RunError::Damaged {
            path: folder.join(MANIFEST),
            problem: format!("has no record of {name}"),
        })
    }

    /// Returns the record of a table, compressed or not, or `None` if the table is not complete.
    pub fn table(&self, name: &str) -> Option<&FileRecord> {
        self.file.iter().find(|file| file.is_table(name))
    }

    /// Returns the number of blocks in the whole experiment, including other shards.
    pub fn blocks_in_all(&self) -> u64 {
        let seatings = self.roster.iter().map(|cell| cell.seatings);
        blocks_for(self.experiment.games, seatings)
    }

    /// Compares the values that follow from the settings with `new`, a newly created manifest of this run.
    ///
    /// # Errors
    /// [`RunError::Damaged`] with the differences.
    pub fn check_against(&self, new: &Manifest, folder: &Path) -> Result<(), RunError> {
        let counts = |manifest: &Manifest| {
            [
                ("games_planned", manifest.games_planned),
                ("blocks_planned", manifest.blocks_planned),
                ("block_size", manifest.block_size),
            ]
        };
        let pairs = counts(self).into_iter().zip(counts(new));
        let mut found: Vec<String> = pairs
            .filter_map(|((name, there), (_, here))| {
                difference(name, &there.to_string(), &here.to_string())
            })
            .collect();
        if self.roster != new.roster {
            found.push("the roster differs".to_string());
        }
        if self.score_categories != new.score_categories {
            found.push("score_categories differ".to_string());
        }
        self.unchanged(folder, &found)
    }

    /// Compares the counts in the manifest of a complete run with the content of its `games.csv`: `rows` rows, and
    /// `unwon` games without a winner.
    ///
    /// # Errors
    /// [`RunError::Damaged`] if a count differs.
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
        if !self.ended_early {
            let played = self.games_planned.saturating_sub(crashed);
            counts.push(("games_done", self.games_done, played));
        }
        let wrong = counts.into_iter().filter(|(_, told, found)| told != found);
        let wrong = wrong.map(|(name, told, found)| {
            format!(
                "{name} is {told} in the manifest, but \
                                                             {found} in the tables"
            )
        });
        self.unchanged(folder, &wrong.collect::<Vec<_>>())
    }

    /// Sets the planned number of deal groups after the time limit of the run was reached. The manifest then equals the
    /// manifest of a run with this planned number.
    pub fn plan_only(&mut self, blocks: u64) {
        let seatings = self.roster.iter().map(|roster| roster.seatings);
        self.experiment.games = blocks * seatings.min().unwrap_or(1);
        self.blocks_planned = blocks;
        self.games_planned = blocks * self.block_size;
    }

    /// Sets the number of games without a winner, split by cause.
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

    /// Like [`Manifest::differences`], but ignores the shards of the two manifests.
    pub fn experiment_differences(&self, other: &Manifest) -> Vec<String> {
        let mut found = self.program_differences(other);
        found.extend(setting_differences(&self.experiment, &other.experiment));
        found
    }
}

impl Work for ExperimentRecord {
    const KIND: FolderKind = FolderKind::Run;

    fn differences(&self, other: &ExperimentRecord) -> Vec<String> {
        let mut found = setting_differences(&self.experiment, &other.experiment);
        if self.shard != other.shard {
            let name = |shard: Option<Shard>| {
                shard.map_or("the whole".to_string(), |shard| format!("shard {shard}"))
            };
            let (here, wanted) = (name(self.shard), name(other.shard));
            found.push(format!("it is {here} instead of {wanted}"));
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
                "blocks_planned = {planned}, games_planned = {found}: a deal group has {block} \
                 games, and the experiment has {} deal groups",
                self.experiment.games
            ));
        }
        // A run may be stopped between two conditions of a block.
        let ended = self.games_done.checked_add(self.games_crashed);
        let whole = ended.map(|ended| ended / block.max(1));
        if whole != Some(done) {
            let (games, crashed) = (self.games_done, self.games_crashed);
            return Err(format!(
                "blocks_done = {done}, games_done = {games}, games_crashed = {crashed}: a deal \
                 group has {block} games"
            ));
        }
        if self.blocks_done > self.blocks_planned {
            return Err("blocks_done is greater than blocks_planned".to_string());
        }
        Ok(())
    }
}
