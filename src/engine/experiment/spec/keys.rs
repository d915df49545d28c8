//! Files of keys, kept with their text so that mistakes can be told with their line.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::unresolved::SpecError;
use crate::bots::file::{explain, place};
use crate::files;
use crate::settings::file::beside;

/// A file with its text.
#[derive(Debug)]
pub struct KeyFile<K> {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub keys: K,
    text: String,
}

impl<K: DeserializeOwned> KeyFile<K> {
    /// Reads a file; `what` it is called in errors.
    ///
    /// # Errors
    /// [`SpecError`] with file, line and, for a misspelt key, the nearest one.
    pub fn read_as(what: &str, path: &Path) -> Result<KeyFile<K>, SpecError> {
        let file = path.display();
        let text = files::read_text(path)
            .map_err(|error| SpecError::new(format!("{what} {file}: {error}")))?;
        let keys = toml::from_str(&text).map_err(|error| SpecError {
            place: format!("{file}{}: ", place(&text, error.span())),
            problem: explain(error.message()),
        })?;
        Ok(KeyFile {
            path: path.to_path_buf(),
            keys,
            text,
        })
    }
}

impl<K> KeyFile<K> {
    /// Names the place of a key in an error; of a key that is not there, the file.
    pub fn at<T, E: Display>(&self, key: Option<&Spanned<T>>) -> impl Fn(E) -> SpecError {
        let line = place(&self.text, key.map(Spanned::span));
        let place = format!("{}{line}: ", self.path.display());
        move |problem| SpecError {
            place: place.clone(),
            problem: problem.to_string(),
        }
    }

    /// The value of a key that must be there.
    ///
    /// # Errors
    /// [`SpecError`] with an example, if it is not.
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

    /// The value of a key that counts something, or its default.
    ///
    /// # Errors
    /// [`SpecError`] if it is not from `least` to `most`.
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

    /// A bot's name as it is, its file from the folder of the file.
    pub fn bot(&self, name: &str) -> String {
        if name.ends_with(".toml") {
            beside(&self.path, Path::new(name)).display().to_string()
        } else {
            name.to_string()
        }
    }
}
