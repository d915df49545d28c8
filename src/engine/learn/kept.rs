//! What a training keeps in its folder from round to round.
//!
//! After every round the folder holds all that the next one needs. The manifest decides: what it tells of is not
//! touched before the next one is written, and what no manifest tells of is removed. So a kill or an error at
//! any moment loses the round under way and nothing else.

use std::path::Path;

use super::games_file::Games;
use super::manifest::LearnManifest;
use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::folder::{LEARNT, is_of_round};
use crate::results::manifest::Status;
use crate::results::staged;
use crate::settings::shard::Shard;

/// The bot that was learnt.
pub const BOT: &str = LEARNT[0];
/// Its weights.
pub const NETWORK: &str = LEARNT[1];
/// A row for every round.
pub const PROGRESS: &str = LEARNT[2];
/// A row for every match.
pub const MATCHES: &str = LEARNT[3];
/// The bot that plays by the policy alone.
pub const POLICY_BOT: &str = LEARNT[4];
/// The bot that searches briefly by the policy.
pub const FAST_BOT: &str = LEARNT[5];

/// Most bytes of a file: the games of millions of decisions.
const MOST_BYTES: u64 = 4 << 30;

/// Name of the file with the games of a round, or of a part of them.
pub fn games_name(round: u64, part: Option<Shard>) -> String {
    match part {
        None => format!("round-{round:05}.games"),
        Some(part) => format!(
            "{}{}-of-{}.games",
            part_prefix(round),
            part.index,
            part.count
        ),
    }
}

fn part_prefix(round: u64) -> String {
    format!("round-{round:05}-part-")
}

/// Name of the file with all that fitting goes on from after a round.
pub fn trainer_name(round: u64) -> String {
    format!("trainer-{round:05}.safetensors")
}

/// Name of the file with the weights after a round, which later ones play against.
pub fn earlier_name(round: u64) -> String {
    format!("after-{round:05}.safetensors")
}

/// The content of a file.
///
/// # Errors
/// [`RunError::File`] if it cannot be read.
pub fn read(folder: &Path, name: &str) -> Result<Vec<u8>, RunError> {
    let path = folder.join(name);
    files::read_up_to(&path, MOST_BYTES).map_err(RunError::file(&path))
}

/// The rows of a table so far, its header included.
///
/// # Errors
/// [`RunError::File`] if it cannot be read.
pub fn rows(
    folder: &Path,
    name: &str,
    header: &str,
    manifest: &LearnManifest,
) -> Result<String, RunError> {
    if !manifest.file.iter().any(|file| file.name == name) {
        return Ok(header.to_string());
    }
    let path = folder.join(name);
    files::read_regular(&path).map_err(RunError::file(&path))
}

/// The files in the folder that belong to a round.
fn of_rounds(folder: &Path) -> Result<Vec<String>, RunError> {
    let listed = std::fs::read_dir(folder).map_err(RunError::file(folder))?;
    let mut names = Vec::new();
    for entry in listed {
        let entry = entry.map_err(RunError::file(folder))?;
        names.extend(entry.file_name().into_string().ok());
    }
    names.retain(|name| is_of_round(name));
    Ok(names)
}

/// What parts have played of a round. A damaged file is none: its games are played again.
///
/// # Errors
/// [`RunError::File`] if one cannot be read.
pub fn parts(folder: &Path, round: u64) -> Result<Vec<Games>, RunError> {
    let mut parts = Vec::new();
    for name in of_rounds(folder)? {
        if name.starts_with(&part_prefix(round)) && name.ends_with(".games") {
            let games = Games::read(&read(folder, &name)?).ok();
            parts.extend(games.filter(|games| games.round == round));
        }
    }
    Ok(parts)
}

/// Ends what a manifest of these files has decided.
///
/// # Errors
/// [`RunError::File`]; it can be tried again.
pub fn settle(folder: &Path, files: &[FileRecord]) -> Result<(), RunError> {
    staged::settle(folder, &LEARNT, files)
}

/// Removes the files of rounds that a manifest does not tell of: of a round that was killed, or that are not
/// needed any more. What parts have played of the next round stays.
///
/// # Errors
/// [`RunError::File`]; it can be tried again.
pub fn remove_strays(folder: &Path, manifest: &LearnManifest) -> Result<(), RunError> {
    let next = part_prefix(manifest.rounds_done + 1);
    for name in of_rounds(folder)? {
        let told = manifest.file.iter().any(|file| file.name == name);
        if !told && !name.starts_with(&next) {
            remove_if_there(&folder.join(name))?;
        }
    }
    Ok(())
}

/// What a round has changed.
pub struct OfRound<'run> {
    /// All that fitting goes on from.
    pub trainer: &'run [u8],
    /// The weights.
    pub network: &'run [u8],
    /// The file of its games, which is written.
    pub games: &'run FileRecord,
    /// All rows of [`PROGRESS`].
    pub progress: &'run str,
    /// All rows of [`MATCHES`].
    pub matches: &'run str,
    /// The bot files, each with its name.
    pub bots: &'run [(&'static str, String)],
}

impl OfRound<'_> {
    /// Writes it down, the manifest among it, and removes what is not needed any more. `manifest` tells of the
    /// files of the round before; its other entries are those of this round.
    ///
    /// # Errors
    /// [`RunError`] of any step; a training that is resumed goes on with this round or with the one before.
    pub fn keep(&self, folder: &Path, manifest: &mut LearnManifest) -> Result<(), RunError> {
        let learning = &manifest.learning;
        let done = manifest.rounds_done;
        let mut kept = vec![self.games.clone()];
        // Nothing tells of these names yet.
        let mut write = |name: String, bytes: &[u8]| -> Result<(), RunError> {
            write_whole(&folder.join(&name), bytes)?;
            kept.push(FileRecord::of_bytes(&name, bytes));
            Ok(())
        };
        write(trainer_name(done), self.trainer)?;
        if done.is_multiple_of(learning.keep_every()) {
            write(earlier_name(done), self.network)?;
        }
        for (name, bytes) in [
            (PROGRESS, self.progress.as_bytes()),
            (MATCHES, self.matches.as_bytes()),
            (NETWORK, self.network),
        ] {
            kept.push(staged::stage(folder, name, bytes)?);
        }
        for (name, text) in self.bots {
            kept.push(staged::stage(folder, name, text.as_bytes())?);
        }
        // What was there before and is still needed: games of the window and earlier selves.
        let first_needed = (done + 2).saturating_sub(learning.window);
        let needed = |name: &str| {
            (first_needed..done).any(|round| games_name(round, None) == name)
                || (learning.earlier_rounds(done + 1).into_iter())
                    .chain(learning.earlier_rounds(done + 2))
                    .any(|round| earlier_name(round) == name)
        };
        let fresh: Vec<String> = kept.iter().map(|file| file.name.clone()).collect();
        let older = manifest.file.iter();
        let stay = older.filter(|file| !fresh.contains(&file.name) && needed(&file.name));
        kept.extend(stay.cloned());
        kept.sort_by(|one, other| one.name.cmp(&other.name));
        manifest.file = kept;
        if done == learning.rounds {
            manifest.status = Status::Complete;
        }
        manifest.write(folder)?;
        settle(folder, &manifest.file)?;
        remove_strays(folder, manifest)
    }
}
