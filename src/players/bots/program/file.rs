//! Keys for external programs in a bot file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::MapAccess;
use toml::Spanned;

use super::fingerprint::{of_command, sha256};
use super::settings::{Fingerprint, OnFailure, ProgramSettings, Restart, Tell};
use crate::files;

/// Maximum time limit in seconds: one day.
const MOST_SECONDS: f64 = 86_400.0;

/// Program keys of a bot file, with the places of those that may be invalid.
#[derive(Clone, Debug, Default)]
pub struct ProgramKeys {
    command: Option<Spanned<Vec<String>>>,
    folder: Option<PathBuf>,
    files: Option<Spanned<Vec<PathBuf>>>,
    environment: Option<BTreeMap<String, String>>,
    seconds: BTreeMap<&'static str, Spanned<f64>>,
    memory: Option<Spanned<u64>>,
    on_failure: Option<OnFailure>,
    restart: Option<Restart>,
    reproducible: Option<bool>,
    tell: Option<Vec<Tell>>,
    /// One of the keys that are present.
    any: Option<&'static str>,
}

const SECONDS: [&str; 3] = ["seconds_a_move", "seconds_a_game", "seconds_to_start"];

/// An error message and its place in the text.
pub type Wrong = (Option<Range<usize>>, String);

impl ProgramKeys {
    /// Names of the keys.
    pub const NAMES: [&'static str; 12] = [
        "command",
        "folder",
        "files",
        "environment",
        SECONDS[0],
        SECONDS[1],
        SECONDS[2],
        "memory",
        "on_failure",
        "restart",
        "reproducible",
        "tell",
    ];

    /// Reads the value of a key.
    ///
    /// # Errors
    /// The deserialization error of the value.
    pub fn read<'de, M: MapAccess<'de>>(
        &mut self,
        key: &'static str,
        map: &mut M,
    ) -> Result<(), M::Error> {
        self.any = Some(key);
        match key {
            "command" => self.command = Some(map.next_value()?),
            "folder" => self.folder = Some(map.next_value()?),
            "files" => self.files = Some(map.next_value()?),
            "environment" => self.environment = Some(map.next_value()?),
            "memory" => self.memory = Some(map.next_value()?),
            "on_failure" => self.on_failure = Some(map.next_value()?),
            "restart" => self.restart = Some(map.next_value()?),
            "reproducible" => self.reproducible = Some(map.next_value()?),
            "tell" => self.tell = Some(map.next_value()?),
            _ => {
                self.seconds.insert(key, map.next_value()?);
            }
        }
        Ok(())
    }

    /// Returns one of the keys that are present, or `None`.
    pub fn any(&self) -> Option<&'static str> {
        self.any
    }

    /// Resolves the keys to the settings of a program, starting from the inherited program if there is one. `folder` is
    /// the folder of the bot file.
    ///
    /// # Errors
    /// A message and its place in the text.
    pub fn resolve(
        self,
        parent: Option<ProgramSettings>,
        folder: &Path,
    ) -> Result<ProgramSettings, Wrong> {
        let here = |path: &Path| match files::beside(folder, path) {
            path if path.as_os_str().is_empty() => PathBuf::from("."),
            path => path,
        };
        // Files listed by the parent are relative to the parent's folder.
        let inherited: Vec<PathBuf> = match &parent {
            Some(parent) => listed(parent),
            None => Vec::new(),
        };
        let mut program = match (parent, self.command) {
            (parent, Some(command)) => {
                let span = Some(command.span());
                let command = command.into_inner();
                if command.first().is_none_or(|program| program.is_empty()) {
                    let expected =
                        "command is empty: expected a program, such as [\"python3\", \"agent.py\"]";
                    return Err((span, expected.to_string()));
                }
                let kept = parent.map(|parent| ProgramSettings {
                    command: command.clone(),
                    folder: here(Path::new("")),
                    ..parent
                });
                kept.unwrap_or_else(|| ProgramSettings::new(command, here(Path::new(""))))
            }
            (Some(parent), None) => parent,
            (None, None) => {
                let expected = "a bot of kind \"program\" needs a command, such as command = [\"python3\", \
                                \"agent.py\"]";
                return Err((None, expected.to_string()));
            }
        };
        if let Some(folder) = self.folder {
            program.folder = here(&folder);
        }
        program
            .environment
            .extend(self.environment.unwrap_or_default());
        for (key, seconds) in self.seconds {
            let number = *seconds.get_ref();
            if !(number > 0.0 && number <= MOST_SECONDS) {
                let expected =
                    format!("{key} = {number}; expected more than 0 and at most {MOST_SECONDS}");
                return Err((Some(seconds.span()), expected));
            }
            match key {
                "seconds_a_move" => program.seconds_a_move = number,
                "seconds_a_game" => program.seconds_a_game = number,
                _ => program.seconds_to_start = number,
            }
        }
        if let Some(memory) = self.memory {
            if !(1..=1 << 30).contains(memory.get_ref()) {
                let expected = format!(
                    "memory = {}; expected a number of MiB, 1 or more",
                    memory.get_ref()
                );
                return Err((Some(memory.span()), expected));
            }
            program.memory = Some(memory.into_inner());
        }
        program.on_failure = self.on_failure.unwrap_or(program.on_failure);
        program.restart = self.restart.unwrap_or(program.restart);
        program.reproducible = self.reproducible.unwrap_or(program.reproducible);
        program.tell = self.tell.unwrap_or(program.tell);
        let span = self.files.as_ref().map(Spanned::span);
        let own = self
            .files
            .map(|files| files.into_inner().iter().map(|file| here(file)).collect());
        program.files = fingerprint_of(&program, own.unwrap_or(inherited))
            .map_err(|problem| (span, problem))?;
        Ok(program)
    }
}

/// Returns the files that a program lists in addition to the files in its command.
fn listed(program: &ProgramSettings) -> Vec<PathBuf> {
    let of_command: Vec<&str> = of_command(&program.command, &program.folder).collect();
    let others = program.files.keys();
    let others = others.filter(|file| !of_command.contains(&file.as_str()));
    others
        .map(|file| files::beside(&program.folder, Path::new(file)))
        .collect()
}

/// Returns the checksums of the files in the command and of the other files.
fn fingerprint_of(program: &ProgramSettings, others: Vec<PathBuf>) -> Result<Fingerprint, String> {
    let unread = |file: &Path, error: std::io::Error| {
        let file = file.display();
        format!("files: {file}: {error}; expected the files of the program")
    };
    let mut fingerprint = Fingerprint::new();
    for word in of_command(&program.command, &program.folder) {
        let path = files::beside(&program.folder, Path::new(word));
        let sum = sha256(&path).map_err(|error| unread(&path, error))?;
        fingerprint.insert(word.to_string(), sum);
    }
    for path in others {
        let sum = sha256(&path).map_err(|error| unread(&path, error))?;
        let seen = files::seen_from(&program.folder, &path);
        fingerprint.insert(seen.display().to_string(), sum);
    }
    Ok(fingerprint)
}
