//! The keys of a bot file that are about a program.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::MapAccess;
use toml::Spanned;

use super::settings::{OnFailure, ProgramSettings, Restart, Tell};
use crate::files;

/// Most seconds that a limit may be: a day.
const MOST_SECONDS: f64 = 86_400.0;

/// What a bot file says of a program, with the place of everything that may be wrong.
#[derive(Clone, Debug, Default)]
pub struct ProgramKeys {
    command: Option<Spanned<Vec<String>>>,
    folder: Option<PathBuf>,
    environment: Option<BTreeMap<String, String>>,
    seconds: BTreeMap<&'static str, Spanned<f64>>,
    memory: Option<Spanned<u64>>,
    on_failure: Option<OnFailure>,
    restart: Option<Restart>,
    reproducible: Option<bool>,
    tell: Option<Vec<Tell>>,
    /// Any of them that was there.
    any: Option<&'static str>,
}

const SECONDS: [&str; 3] = ["seconds_a_move", "seconds_a_game", "seconds_to_start"];

/// What is wrong at some place of the text.
pub type Wrong = (Option<Range<usize>>, String);

impl ProgramKeys {
    /// Their names.
    pub const NAMES: [&'static str; 11] = [
        "command",
        "folder",
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

    /// Reads the value of one of them.
    ///
    /// # Errors
    /// As the map tells.
    pub fn read<'de, M: MapAccess<'de>>(
        &mut self,
        key: &'static str,
        map: &mut M,
    ) -> Result<(), M::Error> {
        self.any = Some(key);
        match key {
            "command" => self.command = Some(map.next_value()?),
            "folder" => self.folder = Some(map.next_value()?),
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

    /// One of them, if any is there.
    pub fn any(&self) -> Option<&'static str> {
        self.any
    }

    /// The program, going on from that of the bot that is inherited from; `folder` is where the bot file is.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn resolve(
        self,
        parent: Option<ProgramSettings>,
        folder: &Path,
    ) -> Result<ProgramSettings, Wrong> {
        let here = |path: &Path| match files::beside(folder, path) {
            path if path.as_os_str().is_empty() => PathBuf::from("."),
            path => path,
        };
        let mut program = match (parent, self.command) {
            (parent, Some(command)) => {
                let span = Some(command.span());
                let command = command.into_inner();
                if command.first().is_none_or(|program| program.is_empty()) {
                    let expected =
                        "command names no program: expected such as [\"python3\", \"agent.py\"]";
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
                    format!("{key} = {number}; expected more than 0, and {MOST_SECONDS} at most");
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
                let expected = format!("memory = {}; expected MiB, 1 or more", memory.get_ref());
                return Err((Some(memory.span()), expected));
            }
            program.memory = Some(memory.into_inner());
        }
        program.on_failure = self.on_failure.unwrap_or(program.on_failure);
        program.restart = self.restart.unwrap_or(program.restart);
        program.reproducible = self.reproducible.unwrap_or(program.reproducible);
        program.tell = self.tell.unwrap_or(program.tell);
        Ok(program)
    }
}
