//! A run to be read: its folder, or those of its shards, which are read one after the other like the run in
//! one piece.

use std::path::{Path, PathBuf};

use super::error::ReadError;
use super::takings::Takings;
use portolan_engine::experiment::merge::{totals, whole};
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::{Manifest, Status};
use portolan_engine::results::reader::Reader;
use portolan_engine::results::shards::{Inventory, ShardFolder, ShardState, results_in};
use portolan_engine::settings::Kind;

/// A run: a results folder, or those of shards.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it says of itself; of shards, what they say together.
    pub manifest: Manifest,
    /// The folders that its tables are in and what each says of itself, in the order of their games.
    parts: Vec<(PathBuf, Manifest)>,
    /// Number of the last game that counts, if the tables have more: shards of a duel do not know when
    /// it was decided.
    last_game: Option<u64>,
}

/// Most shards whose commands are shown, one by one.
const MOST_COMMANDS: usize = 12;

impl Source {
    /// Opens a results folder, or a folder that holds those of shards.
    ///
    /// # Errors
    /// [`ReadError`] if there is no such folder, or no manifest in it, and those of
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

    /// The shards of one run, as far as they are done: without the others it is a run under way.
    ///
    /// # Errors
    /// [`ReadError`] if they are not of one run, or one of them is there twice; if none is done, or of
    /// a duel not every one.
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
            let problem = "no shard is finished yet".to_string();
            return Err(RunError::Shards(vec![problem]).into());
        };
        let incomplete = (done.len() as u64) < all;
        let duel = first.manifest.experiment.design.kind() == Kind::Duel;
        if duel && incomplete {
            return Err(RunError::Shards(vec![format!(
                "{} of {all} shards are done: the verdict of a duel depends on all the games before it, \
                 so it needs every shard",
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

    /// The folders that its tables are in and what each says of itself, in the order of their games.
    pub fn parts(&self) -> impl Iterator<Item = (&Path, &Manifest)> + Clone {
        let parts = self.parts.iter();
        parts.map(|(folder, manifest)| (folder.as_path(), manifest))
    }

    /// Of a factorial experiment: how many seats take each item.
    ///
    /// # Errors
    /// [`RunError`] if its files are not as they should be.
    pub fn takings(&self) -> Result<Takings, RunError> {
        Takings::read(self.parts(), &self.manifest)
    }

    /// Its games from the first, block by block.
    ///
    /// # Errors
    /// [`RunError`] if there is no `games.csv` or it has other columns.
    pub fn blocks(&self) -> Result<Reader<'_>, RunError> {
        let reader = Reader::open(self.parts())?;
        Ok(reader.until(self.last_game.unwrap_or(u64::MAX)))
    }
}
