//! Kinds of files, and detection of files that are given to the wrong command.

use std::fmt::Display;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::keys::Settings;
use super::kind::Kind;
use crate::bots::BotKind;
use crate::setting_keys::KeyTable;
use crate::setting_tree::{SettingError, Tree};

/// Kinds of files that users write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Played by `portolan run`.
    Experiment,
    /// Describes a player.
    Bot,
    /// Played by `portolan learn`.
    Learning,
    /// Played by `portolan tune`.
    Tuning,
    /// Played by `portolan balance`.
    Balance,
}

impl FileKind {
    /// Returns the name of the kind with an article, and the commands or options that accept such a file.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            FileKind::Experiment => ("an experiment file", "`portolan run` plays it"),
            FileKind::Bot => ("a bot file", "options such as --bots take it as a player"),
            FileKind::Learning => ("a learning file", "`portolan learn` trains with it"),
            FileKind::Tuning => ("a tuning file", "`portolan tune` runs it"),
            FileKind::Balance => ("a balance file", "`portolan balance` plays it"),
        }
    }

    /// Returns the name of the kind in messages, without an article.
    pub fn name(self) -> &'static str {
        self.words()
            .0
            .trim_start_matches("an ")
            .trim_start_matches("a ")
    }
}

/// Settings of a file, with their places.
#[derive(Debug)]
pub struct SettingsFile<K> {
    pub keys: K,
    pub tree: Tree,
}

impl<K: KeyTable + DeserializeOwned> SettingsFile<K> {
    /// Reads a file.
    ///
    /// # Errors
    /// [`SettingError`] with the file, the line and, for a misspelt key, the closest valid key.
    pub fn read(kind: FileKind, path: &Path) -> Result<SettingsFile<K>, SettingError> {
        let tree = Tree::read(kind.name(), path)?;
        let keys = settings(&tree, kind)?;
        Ok(SettingsFile { keys, tree })
    }

    /// Returns a function that adds the place of a value, or the file of a missing value, to an error.
    pub fn at<E: Display>(&self, path: &str) -> impl Fn(E) -> SettingError + use<E, K> {
        self.tree.places.at(&[path, ""])
    }
}

/// Returns the kind of a file by its keys, or `None` if they fit no kind.
fn kind_of(table: &Table) -> Option<FileKind> {
    if let Some(kind) = table.get("kind").and_then(Value::as_str) {
        let is_bot = BotKind::names().contains(&kind);
        return match Kind::ALL.iter().any(|known| known.name() == kind) {
            true => Some(FileKind::Experiment),
            false => is_bot.then_some(FileKind::Bot),
        };
    }
    if table.contains_key("inherits") {
        let known = |name: &String| Settings::KEYS.iter().any(|key| key.name == name);
        return table.keys().all(known).then_some(FileKind::Experiment);
    }
    let has = |names: &[&str]| names.iter().any(|name| table.contains_key(*name));
    if has(&["targets", "knobs"]) {
        return Some(FileKind::Balance);
    }
    if has(&["base", "space", "ntbea"]) {
        return Some(FileKind::Tuning);
    }
    has(&["rounds", "units", "lambda", "match_games", "teacher"]).then_some(FileKind::Learning)
}

/// Converts a file to settings, and checks the ranges of its numbers.
///
/// # Errors
/// The errors of [`Tree::settings`]. If the file is of another kind, the error names the command that takes it.
pub fn settings<T: KeyTable + DeserializeOwned>(
    tree: &Tree,
    expected: FileKind,
) -> Result<T, SettingError> {
    let settings: T = tree.settings().map_err(|error| SettingError {
        problem: other_kind(&tree.table, expected).unwrap_or(error.problem),
        place: error.place,
    })?;
    tree.check("", &settings)?;
    Ok(settings)
}

/// Returns a message that names the kind of a file and the command that takes it, if the file is of another kind than
/// `expected`.
pub fn other_kind(table: &Table, expected: FileKind) -> Option<String> {
    let found = kind_of(table).filter(|kind| *kind != expected)?;
    let (name, user) = found.words();
    Some(format!("this is {name}; {user}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_of_another_kind_names_its_command() {
        let duel = "kind = \"duel\"\ngame = \"maracaibo\"\nbots = [\"net\"]\n";
        let tuning = "game = \"maracaibo\"\nbase = \"greedy\"\n";
        let learning = "game = \"cartagena\"\nrounds = 3\n";
        let bot = "kind = \"greedy\"\n";
        for (text, expected, command) in [
            (duel, FileKind::Learning, "`portolan run`"),
            (tuning, FileKind::Experiment, "`portolan tune`"),
            (learning, FileKind::Experiment, "`portolan learn`"),
            (bot, FileKind::Tuning, "--bots"),
        ] {
            let message = other_kind(&toml::from_str(text).unwrap(), expected).unwrap();
            assert!(message.contains(command), "{message}");
        }
        for text in [duel, "no = 1\n"] {
            assert_eq!(
                other_kind(&toml::from_str(text).unwrap(), FileKind::Experiment),
                None
            );
        }
    }
}
