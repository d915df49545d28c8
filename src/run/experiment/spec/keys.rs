//! TOML files with their source text, so that errors can refer to lines.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::unresolved::SpecError;
use crate::bots::file::{explain, place};
use crate::files;
use crate::settings::file::beside;
use crate::settings::file_kind::{FileKind, other_kind};

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
            problem: other_kind(&text, kind).unwrap_or_else(|| explain(error.message())),
        })?;
        Ok(KeyFile {
            path: path.to_path_buf(),
            keys,
            text,
        })
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

    /// Returns the value of a required key.
    ///
    /// # Errors
    /// [`SpecError`] with an example if the key is missing.
    pub fn need<'keys, T>(
        &self,
        key: Option<&'keys Spanned<T>>,
        name: &str,
        example: &str,
    ) -> Result<&'keys T, SpecError> {
        key.map(Spanned::get_ref).ok_or_else(|| {
            self.at::<T, _>(None)(format!("key \"{name}\" is missing; expected {example}"))
        })
    }

    /// Returns the value of a numeric key, or its default.
    ///
    /// # Errors
    /// [`SpecError`] if the value is not from `least` to `most`.
    pub fn count(
        &self,
        key: Option<&Spanned<u64>>,
        name: &str,
        default: u64,
        (least, most): (u64, u64),
    ) -> Result<u64, SpecError> {
        let count = key.map_or(default, |count| *count.get_ref());
        if (least..=most).contains(&count) {
            return Ok(count);
        }
        Err(self.at(key)(format!(
            "{name} = {count}: expected {least} to {most}"
        )))
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
