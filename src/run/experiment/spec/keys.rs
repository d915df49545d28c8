//! TOML files with their source text, so that errors can refer to lines.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::parts::{bot, read_data};
use super::unresolved::SpecError;
use crate::bots::BotSpec;
use crate::bots::file::{explain, place};
use crate::dataset::DataSet;
use crate::files;
use crate::results::manifest::DataRecord;
use crate::retired::advice;
use crate::settings::file::beside;
use crate::settings::file_kind::{FileKind, other_kind};
use crate::settings::keys::NumberFile;
use crate::setup::{GameEntry, SetupError};

/// Parsed file with its source text.
#[derive(Debug)]
pub struct KeyFile<K> {
    /// Path of the file.
    pub path: PathBuf,
    /// Parsed contents.
    pub keys: K,
    text: String,
}

impl<K: DeserializeOwned> KeyFile<K> {
    /// Reads a file of this kind.
    ///
    /// # Errors
    /// [`SpecError`] with file and line, and with the closest valid key for a misspelt key.
    pub fn read_as(kind: FileKind, path: &Path) -> Result<KeyFile<K>, SpecError> {
        let file = path.display();
        let what = kind.name();
        let text = files::read_text(path)
            .map_err(|error| SpecError::new(format!("{what} {file}: {error}")))?;
        let keys = toml::from_str(&text).map_err(|error| SpecError {
            place: format!("{file}{}: ", place(&text, error.span())),
            problem: other_kind(&text, kind).unwrap_or_else(|| explained(error.message())),
        })?;
        Ok(KeyFile {
            path: path.to_path_buf(),
            keys,
            text,
        })
    }
}

/// Returns the parser's message on one line, with the advice for a retired key or a suggestion for an unknown name.
pub(super) fn explained(message: &str) -> String {
    let rest = message.trim().strip_prefix("unknown field `");
    let key = rest.and_then(|rest| rest.split('`').next());
    match key.and_then(|key| Some((key, advice("key", key)?))) {
        Some((key, advice)) => format!("unknown key \"{key}\"; {advice}"),
        None => explain(message),
    }
}

impl<K> NumberFile for KeyFile<K> {
    type Error = SpecError;

    fn number<T: Copy + PartialOrd + Display>(
        &self,
        key: Option<&Spanned<T>>,
        name: &str,
        default: T,
        range: RangeInclusive<T>,
    ) -> Result<T, SpecError> {
        let number = key.map_or(default, |number| *number.get_ref());
        if range.contains(&number) {
            return Ok(number);
        }
        let (least, most) = range.into_inner();
        Err(self.at(key)(format!(
            "{name} = {number}: expected {least} to {most}"
        )))
    }
}

impl<K> KeyFile<K> {
    /// Returns a function that adds the place of a key to an error. Without a key, the place is the file.
    pub fn at<T, E: Display>(&self, key: Option<&Spanned<T>>) -> impl Fn(E) -> SpecError {
        let line = place(&self.text, key.map(Spanned::span));
        let place = format!("{}{line}: ", self.path.display());
        move |problem| SpecError {
            place: place.clone(),
            problem: problem.to_string(),
        }
    }

    /// Returns a required key.
    ///
    /// # Errors
    /// [`SpecError`] with an example if the key is missing.
    pub fn need<'keys, T>(
        &self,
        key: Option<&'keys Spanned<T>>,
        name: &str,
        example: &str,
    ) -> Result<&'keys Spanned<T>, SpecError> {
        key.ok_or_else(|| {
            self.at::<T, _>(None)(format!("key \"{name}\" is missing; expected {example}"))
        })
    }

    /// Adds the place of the option to an error in the set-up of a game. `set` contains the options of the file.
    pub fn at_option<T>(
        &self,
        set: &BTreeMap<String, Spanned<T>>,
        error: &SetupError,
    ) -> SpecError {
        match error {
            SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
                self.at(set.get(name))(error)
            }
            _ => self.at::<T, _>(None)(error),
        }
    }

    /// Reads the component data of a game from the folder or file that a key names, or returns the shipped data.
    ///
    /// # Errors
    /// [`SpecError`] with all problems of the files.
    pub fn data(
        &self,
        entry: &GameEntry,
        key: Option<&Spanned<PathBuf>>,
    ) -> Result<(DataSet, DataRecord), SpecError> {
        let folder = key.map(|data| beside(&self.path, data.get_ref()));
        let data = read_data(entry, folder.as_deref()).map_err(self.at(key))?;
        let record = DataRecord::new(&data, entry.rows_by_provenance(&data));
        Ok((data, record))
    }

    /// Returns the bot that a key names. Paths are relative to the folder of the file.
    ///
    /// # Errors
    /// [`SpecError`] if there is no such bot.
    pub fn named_bot(
        &self,
        entry: &GameEntry,
        name: &Spanned<String>,
    ) -> Result<BotSpec, SpecError> {
        bot(entry, &self.bot(name.get_ref())).map_err(self.at(Some(name)))
    }

    /// Resolves a bot in a file: names are returned unchanged, paths are relative to the folder of the file.
    pub fn bot(&self, name: &str) -> String {
        if name.ends_with(".toml") {
            beside(&self.path, Path::new(name)).display().to_string()
        } else {
            name.to_string()
        }
    }
}
