//! Bots and component data by name.

use std::path::Path;

use super::unresolved::SpecError;
use crate::bots::{BotSpec, find};
use crate::dataset::DataSet;
use crate::prose::{count, verb};
use crate::setup::{GameEntry, SetupError};

/// The component data of a game: from a folder, which is checked, or as shipped.
///
/// # Errors
/// [`SpecError`] with every problem of the files.
pub fn read_data(entry: &GameEntry, folder: Option<&Path>) -> Result<DataSet, SpecError> {
    let data = read_unchecked(entry, folder)?;
    let mut problems = match folder {
        Some(_) => (entry.check)(&data),
        None => Vec::new(),
    };
    problems.retain(|problem| !problem.is_warning());
    if problems.is_empty() {
        Ok(data)
    } else {
        Err(SpecError::new(SetupError::Data(problems)))
    }
}

/// As [`read_data`], but whatever the files say.
///
/// # Errors
/// [`SpecError`] if a file cannot be read.
pub fn read_unchecked(entry: &GameEntry, folder: Option<&Path>) -> Result<DataSet, SpecError> {
    match folder {
        None => Ok(DataSet::embedded(entry.files)),
        Some(folder) if !folder.is_dir() => Err(SpecError::new(format!(
            "{}: no such folder of component files; `portolan data export {} DIR` writes one",
            folder.display(),
            entry.name
        ))),
        Some(folder) => {
            DataSet::read(folder, entry.files, entry.optional_files).map_err(SpecError::new)
        }
    }
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
