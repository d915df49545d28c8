//! A run to be read: its folder, or the folders of its shards, which are read in sequence like a single
//! run.

use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::pick_rates::Takings;
use portolan_run::experiment::merge::{totals, whole};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::reader::Reader;
use portolan_run::results::shards::{Inventory, ShardFolder, ShardState, results_in};
use portolan_run::settings::Kind;

/// A run: a results folder, or the folders of its shards.
#[derive(Clone, Debug)]
pub struct Source {
    /// Manifest of the run; for shards, the merged manifest.
    pub manifest: Manifest,
    /// Folders and manifests of the parts, in the order of their games.
    parts: Vec<(PathBuf, Manifest)>,
    /// Number of the last game that counts, if the tables contain more games, because the shards of a duel do not
    /// stop at the decision.
    last_game: Option<u64>,
}

/// Maximum number of shards whose commands are listed individually.
const MOST_COMMANDS: usize = 12;

impl Source {
    /// Opens a results folder, or a folder that contains the folders of shards.
    ///
    /// # Errors
    /// [`ReadError`] if the folder does not exist or contains no manifest, and the errors of
    /// [`Source::of_shards`].
    pub fn open(folder: &Path) -> Result<Source, ReadError> {
        if !folder.is_dir() {
            return Err(ReadError::NoFolder(folder.to_path_buf()));
        }
        let Some(manifest) = Manifest::read(folder)? else {
            let shards = results_in(folder);
            if shards.is_empty() {
                return Err(ReadError::NoManifest(folder.to_path_buf()));
            }
            return Source::of_shards(&shards);
        };
        Ok(Source {
            manifest: manifest.clone(),
            parts: vec![(folder.to_path_buf(), manifest)],
            last_game: None,
        })
    }

    /// Opens the finished shards of one run; if some are missing, it is a run in progress.
    ///
    /// # Errors
    /// [`ReadError`] if the shards belong to different runs or a shard occurs twice, if no shard is
    /// finished, or if a duel is incomplete.
    pub fn of_shards(folders: &[PathBuf]) -> Result<Source, ReadError> {
        let found = Inventory::take(folders);
        if !found.strays.is_empty() {
            return Err(RunError::Shards(found.strays).into());
        }
        let all = found.count;
        let done: Vec<ShardFolder> = found
            .by_number
            .into_values()
            .filter(|part| part.state == ShardState::Done)
            .collect();
        let Some(first) = done.first() else {
            let problem = "no shard is complete yet".to_string();
            return Err(RunError::Shards(vec![problem]).into());
        };
        let incomplete = (done.len() as u64) < all;
        let duel = first.manifest.experiment.kind == Kind::Duel;
        if duel && incomplete {
            return Err(RunError::Shards(vec![format!(
                "only {} of {all} shards are complete: the verdict of a duel depends on all earlier games, so \
                 it needs every shard",
                done.len()
            )])
            .into());
        }
        let mut manifest = if duel { whole(&done)?.0 } else { totals(&done) };
        let last_game = duel.then_some(manifest.blocks_done * manifest.block_size);
        if incomplete {
            manifest.status = Status::Running;
            manifest.blocks_planned = manifest.blocks_in_all();
            manifest.games_planned = manifest.blocks_planned * manifest.block_size;
        }
        let mut commands: Vec<&str> = done
            .iter()
            .map(|part| part.manifest.command.as_str())
            .collect();
        if commands.len() > MOST_COMMANDS {
            commands.splice(MOST_COMMANDS / 2..commands.len() - 1, ["…"]);
        }
        manifest.command = commands.join("\n");
        let parts = done.into_iter().map(|part| (part.folder, part.manifest));
        Ok(Source {
            manifest,
            parts: parts.collect(),
            last_game,
        })
    }

    /// Returns folders and manifests of the parts, in the order of their games.
    pub fn parts(&self) -> impl Iterator<Item = (&Path, &Manifest)> + Clone {
        let parts = self.parts.iter();
        parts.map(|(folder, manifest)| (folder.as_path(), manifest))
    }

    /// Returns the pick rates of a factorial experiment.
    ///
    /// # Errors
    /// [`RunError`] if the files are missing or invalid.
    pub fn takings(&self) -> Result<Takings, RunError> {
        Takings::read(self.parts(), &self.manifest)
    }

    /// Returns a reader of the games, block by block.
    ///
    /// # Errors
    /// [`RunError`] if `games.csv` is missing or has unexpected columns.
    pub fn blocks(&self) -> Result<Reader<'_>, RunError> {
        let reader = Reader::open(self.parts())?;
        Ok(reader.until(self.last_game.unwrap_or(u64::MAX)))
    }
}
