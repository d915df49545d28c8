//! Looks up bots and component data.

use std::path::{Path, PathBuf};

use crate::bots::{BotError, BotSpec, find};
use crate::changes::{ChangedSet, Changes};
use crate::dataset::{DataProblem, DataSet};
use crate::files;
use crate::play::dyn_game::DynGame;
use crate::prose::{count, verb};
use crate::setting_tree::{SettingError, beside};
use crate::setup::{GameEntry, SetupError};

/// Maximum length of a chain of files of changes.
const MOST_CHANGES: usize = 16;

/// Reads and checks the component data of a game from a folder or a file of changes ([`Changes`]). Without a
/// path, returns the shipped data.
///
/// # Errors
/// [`SettingError`] with all problems of the files.
pub fn read_data(entry: &GameEntry, path: Option<&Path>) -> Result<DataSet, SettingError> {
    let (data, changed) = read_with_changes(entry, path)?;
    let mut problems = match path {
        Some(_) => (entry.check)(&data),
        None => Vec::new(),
    };
    problems.retain(|problem| !problem.is_warning());
    if problems.is_empty() {
        return Ok(data);
    }
    Err(SettingError::new(SetupError::Data(placed(
        problems,
        changed.as_ref(),
    ))))
}

/// Reads component data as [`read_data`], but without checks of the contents.
///
/// # Errors
/// [`SettingError`] if a file cannot be read.
pub fn read_unchecked(entry: &GameEntry, path: Option<&Path>) -> Result<DataSet, SettingError> {
    Ok(read_with_changes(entry, path)?.0)
}

/// Reads component data as [`read_unchecked`], and returns the changes if the path leads to a file of changes.
///
/// # Errors
/// [`SettingError`] if a file cannot be read.
pub fn read_with_changes(
    entry: &GameEntry,
    path: Option<&Path>,
) -> Result<(DataSet, Option<ChangedSet>), SettingError> {
    let Some(path) = path else {
        return Ok((DataSet::embedded(entry.files), None));
    };
    if path.is_dir() {
        let data = DataSet::read(path, entry.files, entry.optional_files, entry.forms);
        return Ok((data.map_err(SettingError::new)?, None));
    }
    if !path.exists() && !files::is_file(path) {
        return Err(SettingError::new(format!(
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
        let wrong = |problem: String| SettingError::new(format!("{}: {problem}", path.display()));
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
        if path
            .extension()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("csv"))
        {
            return Err(wrong(format!(
                "is a single component file; expected a folder of component files, such as {}, or a changes file (TOML)",
                files::folder_of(&path).display()
            )));
        }
        let text = files::read_text(&path).map_err(|error| wrong(error.to_string()))?;
        let mut changes = Changes::parse(&path, &text).map_err(SettingError::new)?;
        changes.inherits = changes.inherits.map(|named| beside(&path, &named));
        below = changes.inherits.clone();
        layers.push(changes);
    }
    let mut data = read_unchecked(entry, below.as_deref())?;
    let mut changed = None;
    for changes in layers.iter().rev() {
        let set = changes.apply(&data);
        let set = set.map_err(|problems| SettingError::new(SetupError::Data(problems)))?;
        data = set.data.clone();
        changed = Some(set);
    }
    Ok((data, changed))
}

/// Makes the problems in changed rows of a data set refer to the file of changes.
pub fn placed(problems: Vec<DataProblem>, changed: Option<&ChangedSet>) -> Vec<DataProblem> {
    let place = |problem| match changed {
        Some(changed) => changed.placed(problem),
        None => problem,
    };
    problems.into_iter().map(place).collect()
}

/// Returns the files of a folder of component files, or a file of changes with the files that it builds on.
///
/// # Errors
/// [`SettingError`] if a file of changes cannot be read.
pub fn data_files(entry: &GameEntry, path: &Path) -> Result<Vec<PathBuf>, SettingError> {
    if path.is_dir() {
        return Ok(entry
            .files
            .iter()
            .map(|(name, _)| path.join(name))
            .collect());
    }
    let text = files::read_text(path)
        .map_err(|error| SettingError::new(format!("{}: {error}", path.display())))?;
    let changes = Changes::parse(path, &text).map_err(SettingError::new)?;
    let mut found = vec![path.to_path_buf()];
    if let Some(below) = changes.inherits {
        found.extend(data_files(entry, &beside(path, &below))?);
    }
    Ok(found)
}

/// Returns the requested number of players or, if there is no request, the number of names.
///
/// # Errors
/// [`SettingError`] if the game does not support this number of players.
pub fn seats(
    entry: &GameEntry,
    names: &[String],
    players: Option<usize>,
) -> Result<usize, SettingError> {
    let players = players.unwrap_or(names.len());
    if entry.players.contains(&players) {
        return Ok(players);
    }
    Err(SettingError::new(SetupError::Players {
        game: entry.name,
        players,
        min: *entry.players.start(),
        max: *entry.players.end(),
    }))
}

/// Returns the bots of a line-up, one per player.
///
/// # Errors
/// [`SettingError`] if the number of names differs from the number of players, or a bot is unknown.
pub fn line_up(
    entry: &GameEntry,
    names: &[String],
    players: usize,
) -> Result<Vec<BotSpec>, SettingError> {
    one_per_player(names, players)?;
    bots(entry, names)
}

/// Checks that there are as many names as players.
///
/// # Errors
/// [`SettingError`] if the numbers differ.
pub fn one_per_player(names: &[String], players: usize) -> Result<(), SettingError> {
    let (named, number) = (names.len(), players as u64);
    if named == players {
        return Ok(());
    }
    Err(SettingError::new(format!(
        "{} {} {}, but the line-up names {named}: {}",
        count(number, "player"),
        verb(number, "needs", "need"),
        count(number, "bot"),
        names.join(",")
    )))
}

/// Returns the bots with these names.
///
/// # Errors
/// [`SettingError`] if a bot is unknown, or two different bots share a name.
pub fn bots(entry: &GameEntry, names: &[String]) -> Result<Vec<BotSpec>, SettingError> {
    let bots = names.iter().map(|name| bot(entry, name));
    let bots = bots.collect::<Result<Vec<_>, _>>()?;
    once_each(&bots)?;
    Ok(bots)
}

/// Returns the bot with this name.
///
/// # Errors
/// [`SettingError`] if the bot is unknown.
pub fn bot(entry: &GameEntry, name: &str) -> Result<BotSpec, SettingError> {
    find(name.trim(), entry.name).map_err(SettingError::new)
}

/// Returns the name of a bot in results: the name as written, or the name of its file without folder and extension.
pub fn label(written: &str) -> &str {
    let path = Path::new(written);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|_| written.ends_with(".toml"))
        .unwrap_or(written)
}

/// Checks that the bots fit the games.
///
/// # Errors
/// The index of the first bot that does not fit, and the reason.
pub fn all_fit(games: &[Box<dyn DynGame>], bots: &[BotSpec]) -> Result<(), (usize, BotError)> {
    for game in games {
        for (index, bot) in bots.iter().enumerate() {
            bot.fits(&**game).map_err(|error| (index, error))?;
        }
    }
    Ok(())
}

/// Returns the first value that occurs twice.
pub fn twice<T: PartialEq>(values: &[T]) -> Option<&T> {
    let mut all = values.iter().enumerate();
    let found = all.find(|(index, value)| values[..*index].contains(value));
    found.map(|(_, value)| value)
}

/// Returns the bots without duplicates, in order of first appearance.
///
/// # Errors
/// [`SettingError`] if two different bots share a name.
pub fn once_each(bots: &[BotSpec]) -> Result<Vec<BotSpec>, SettingError> {
    let mut once: Vec<BotSpec> = Vec::new();
    for bot in bots {
        match once.iter().find(|other| other.name == bot.name) {
            None => once.push(bot.clone()),
            Some(other) if other == bot => {}
            Some(_) => {
                return Err(SettingError::new(format!(
                    "two different bots are called \"{}\"; rename one file, because results identify bots by name",
                    bot.name
                )));
            }
        }
    }
    Ok(once)
}
