//! Bots and component data by name.

use std::path::{Path, PathBuf};

use super::unresolved::SpecError;
use crate::bots::{BotSpec, find};
use crate::changes::{ChangedSet, Changes};
use crate::dataset::{DataProblem, DataSet};
use crate::files;
use crate::prose::{count, verb};
use crate::settings::file::beside;
use crate::setup::{GameEntry, SetupError};

/// Most files of changes, one on top of the other.
const MOST_CHANGES: usize = 16;

/// The component data of a game: from a folder or a file of changes ([`Changes`]), which are checked, or as shipped.
///
/// # Errors
/// [`SpecError`] with every problem of the files.
pub fn read_data(entry: &GameEntry, path: Option<&Path>) -> Result<DataSet, SpecError> {
    let (data, changed) = read_with_changes(entry, path)?;
    let mut problems = match path {
        Some(_) => (entry.check)(&data),
        None => Vec::new(),
    };
    problems.retain(|problem| !problem.is_warning());
    if problems.is_empty() {
        return Ok(data);
    }
    Err(SpecError::new(SetupError::Data(placed(
        problems,
        changed.as_ref(),
    ))))
}

/// As [`read_data`], but whatever the files say.
///
/// # Errors
/// [`SpecError`] if a file cannot be read.
pub fn read_unchecked(entry: &GameEntry, path: Option<&Path>) -> Result<DataSet, SpecError> {
    Ok(read_with_changes(entry, path)?.0)
}

/// As [`read_unchecked`], with what was changed if the path is that of a file of changes.
///
/// # Errors
/// [`SpecError`] if a file cannot be read.
pub fn read_with_changes(
    entry: &GameEntry,
    path: Option<&Path>,
) -> Result<(DataSet, Option<ChangedSet>), SpecError> {
    let Some(path) = path else {
        return Ok((DataSet::embedded(entry.files), None));
    };
    if path.is_dir() {
        let data = DataSet::read(path, entry.files, entry.optional_files);
        return Ok((data.map_err(SpecError::new)?, None));
    }
    if !path.exists() {
        return Err(SpecError::new(format!(
            "{}: no such folder of component files and no such file of changes; `portolan data export {} DIR` writes a \
             folder, `portolan new data {}` a file of changes",
            path.display(),
            entry.name,
            entry.name
        )));
    }
    let mut layers = Vec::new();
    let mut below = Some(path.to_path_buf());
    while let Some(path) = below.take_if(|path| !path.is_dir()) {
        let wrong = |problem: String| SpecError::new(format!("{}: {problem}", path.display()));
        if layers.len() == MOST_CHANGES {
            let chain: Vec<PathBuf> = layers
                .iter()
                .map(|one: &Changes| one.path.clone())
                .collect();
            return Err(wrong(format!(
                "key \"inherits\" {}",
                files::endless(&chain, MOST_CHANGES)
            )));
        }
        let text = files::read_text(&path).map_err(|error| wrong(error.to_string()))?;
        let mut changes = Changes::parse(&path, &text).map_err(SpecError::new)?;
        changes.inherits = changes.inherits.map(|named| beside(&path, &named));
        below = changes.inherits.clone();
        layers.push(changes);
    }
    let mut data = read_unchecked(entry, below.as_deref())?;
    let mut changed = None;
    for changes in layers.iter().rev() {
        let set = changes.apply(&data);
        let set = set.map_err(|problems| SpecError::new(SetupError::Data(problems)))?;
        data = set.data.clone();
        changed = Some(set);
    }
    Ok((data, changed))
}

/// Problems of a set, those of changed rows where the file of changes writes them.
pub fn placed(problems: Vec<DataProblem>, changed: Option<&ChangedSet>) -> Vec<DataProblem> {
    let place = |problem| match changed {
        Some(changed) => changed.placed(problem),
        None => problem,
    };
    problems.into_iter().map(place).collect()
}

/// The files that a folder of component files or a file of changes is made of.
///
/// # Errors
/// [`SpecError`] if a file of changes cannot be read.
pub fn data_files(entry: &GameEntry, path: &Path) -> Result<Vec<PathBuf>, SpecError> {
    if path.is_dir() {
        return Ok(entry
            .files
            .iter()
            .map(|(name, _)| path.join(name))
            .collect());
    }
    let text = files::read_text(path)
        .map_err(|error| SpecError::new(format!("{}: {error}", path.display())))?;
    let changes = Changes::parse(path, &text).map_err(SpecError::new)?;
    let mut found = vec![path.to_path_buf()];
    if let Some(below) = changes.inherits {
        found.extend(data_files(entry, &beside(path, &below))?);
    }
    Ok(found)
}

/// How many play: as asked, or one per name.
///
/// # Errors
/// [`SpecError`] if the game is not for so many.
pub fn seats(
    entry: &GameEntry,
    names: &[String],
    players: Option<usize>,
) -> Result<usize, SpecError> {
    let players = players.unwrap_or(names.len());
    if entry.players.contains(&players) {
        return Ok(players);
    }
    Err(SpecError::new(SetupError::Players {
        game: entry.name,
        players,
        min: *entry.players.start(),
        max: *entry.players.end(),
    }))
}

/// The bots of a line-up, one per player.
///
/// # Errors
/// [`SpecError`] if their number is not that of the players, or one is not found.
pub fn line_up(
    entry: &GameEntry,
    names: &[String],
    players: usize,
) -> Result<Vec<BotSpec>, SpecError> {
    one_per_player(names, players)?;
    bots(entry, names)
}

/// Sees that there are as many names as players.
///
/// # Errors
/// [`SpecError`] if not.
pub fn one_per_player(names: &[String], players: usize) -> Result<(), SpecError> {
    let (named, number) = (names.len(), players as u64);
    if named == players {
        return Ok(());
    }
    Err(SpecError::new(format!(
        "{} {} {}, but the line-up names {named}: {}",
        count(number, "player"),
        verb(number, "needs", "need"),
        count(number, "bot"),
        names.join(",")
    )))
}

/// The bots of these names.
///
/// # Errors
/// [`SpecError`] if one is not found, or two that differ share a name.
pub fn bots(entry: &GameEntry, names: &[String]) -> Result<Vec<BotSpec>, SpecError> {
    let bots = names.iter().map(|name| bot(entry, name));
    let bots = bots.collect::<Result<Vec<_>, _>>()?;
    once_each(&bots)?;
    Ok(bots)
}

/// The bot of this name.
///
/// # Errors
/// [`SpecError`] if it is not found.
pub fn bot(entry: &GameEntry, name: &str) -> Result<BotSpec, SpecError> {
    find(name.trim(), entry.name).map_err(SpecError::new)
}

/// Every bot once, in the order in which they first appear.
///
/// # Errors
/// [`SpecError`] if two bots that differ share a name.
pub fn once_each(bots: &[BotSpec]) -> Result<Vec<BotSpec>, SpecError> {
    let mut once: Vec<BotSpec> = Vec::new();
    for bot in bots {
        match once.iter().find(|other| other.name == bot.name) {
            None => once.push(bot.clone()),
            Some(other) if other == bot => {}
            Some(_) => {
                return Err(SpecError::new(format!(
                    "two different bots are called \"{}\"; rename one file, because results identify bots by name",
                    bot.name
                )));
            }
        }
    }
    Ok(once)
}
