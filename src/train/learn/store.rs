//! Files that a training stores in its folder after every round.
//!
//! After every round the folder contains everything that the next round needs. Files recorded in the manifest do not
//! change until the next manifest is written, and files that are not recorded are removed. A kill or an error therefore
//! loses at most the current round.

use std::path::Path;

use super::games_file::Games;
use super::manifest::LearnManifest;
use crate::files;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there, write_whole};
use crate::results::folder::{LEARNT, is_of_round};
use crate::results::manifest::Status;
use crate::results::staging;
use crate::settings::shard::Shard;

/// File of the trained bot.
pub const BOT: &str = LEARNT[0];
/// File of its weights.
pub const NETWORK: &str = LEARNT[1];
/// Table with one row per round.
pub const PROGRESS: &str = LEARNT[2];
/// Table with one row per match.
pub const MATCHES: &str = LEARNT[3];
/// File of the bot that plays by the policy alone.
pub const POLICY_BOT: &str = LEARNT[4];
/// File of the bot that runs a short search with the policy.
pub const FAST_BOT: &str = LEARNT[5];

/// Maximum size of a file in bytes, sufficient for the games of millions of decisions.
const MOST_BYTES: u64 = 4 << 30;

/// Returns the name of the file with the games of a round or of a part of it.
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

/// Returns the name of the file with the state of the trainer after a round.
pub fn trainer_name(round: u64) -> String {
    format!("trainer-{round:05}.safetensors")
}

/// Returns the name of the file with the weights after a round, for later rounds to play against.
pub fn earlier_name(round: u64) -> String {
    format!("after-{round:05}.safetensors")
}

/// Reads a file.
///
/// # Errors
/// [`RunError::File`] if the file cannot be read.
pub fn read(folder: &Path, name: &str) -> Result<Vec<u8>, RunError> {
    let path = folder.join(name);
    files::read_up_to(&path, MOST_BYTES).map_err(RunError::file(&path))
}

/// Returns the content of a table so far, including its header.
///
/// # Errors
/// [`RunError::File`] if the file cannot be read.
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
    files::read_text(&path).map_err(RunError::file(&path))
}

/// Returns the names of the files in the folder that belong to a round.
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

/// Returns the games of a round that were played as parts. Damaged files are ignored, so their games are played again.
///
/// # Errors
/// [`RunError::File`] if a file cannot be read.
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

/// Completes the renames that a manifest with these files requires.
///
/// # Errors
/// [`RunError::File`] if a file cannot be renamed or removed. The call can be repeated.
pub fn settle(folder: &Path, files: &[FileRecord]) -> Result<(), RunError> {
    staging::settle(folder, &LEARNT, files)
}

/// Removes the files of rounds that are not recorded in the manifest, because the round was interrupted or they are no
/// longer needed. Parts of the next round remain.
///
/// # Errors
/// [`RunError::File`] if a file cannot be renamed or removed. The call can be repeated.
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

/// Results of a round to store.
pub struct OfRound<'run> {
    /// State of the trainer.
    pub trainer: &'run [u8],
    /// Serialized weights.
    pub network: &'run [u8],
    /// Record of the file with the games, which is already written.
    pub games: &'run FileRecord,
    /// Content of [`PROGRESS`].
    pub progress: &'run str,
    /// Content of [`MATCHES`].
    pub matches: &'run str,
    /// Names and contents of the bot files.
    pub bots: &'run [(&'static str, String)],
}

impl OfRound<'_> {
    /// Writes the results and the manifest, and removes files that are no longer needed. On entry, `manifest` lists the
    /// files of the previous round; its other entries belong to this round.
    ///
    /// # Errors
    /// [`RunError`] if a step fails. A resumed training then continues after this round or after the previous round.
    pub fn keep(&self, folder: &Path, manifest: &mut LearnManifest) -> Result<(), RunError> {
        let learning = &manifest.work.learning;
        let done = manifest.rounds_done;
        let mut kept = vec![self.games.clone()];
        // No manifest refers to these names yet.
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
            kept.push(staging::stage(folder, name, bytes)?);
        }
        for (name, text) in self.bots {
            kept.push(staging::stage(folder, name, text.as_bytes())?);
        }
        // Earlier files that later rounds need: games of the window, and earlier versions of the network.
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
