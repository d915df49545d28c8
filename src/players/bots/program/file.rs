//! Keys for external programs in a bot file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::fingerprint::{of_command, sha256};
use super::settings::{Fingerprint, OnFailure, ProgramSettings, Restart, Tell};
use crate::{file_keys, files};

/// Maximum time limit in seconds: one day.
const MOST_SECONDS: f64 = 86_400.0;

file_keys! {
    /// Program keys of a bot file.
    pub default struct ProgramKeys {
        command: Option<Vec<String>>, "required",
            "list: the program and its arguments";
        folder: Option<PathBuf>, "that of the bot file",
            "folder in which the program starts, relative to the bot file";
        files: Option<Vec<PathBuf>>, "none",
            "list of further files of the program, relative to the bot file, such as modules and weights; their hashes are recorded";
        environment: BTreeMap<String, String>, "none",
            "table: additional environment variables, `{ NAME = \"value\" }`; the manifest repeats them";
        seconds_a_move: Option<f64>, "10",
            "time limit of a move, in seconds";
        seconds_a_game: Option<f64>, "600",
            "time limit of all moves of a game, in seconds";
        seconds_to_start: Option<f64>, "30",
            "time limit from the start of the program to its first answer, in seconds";
        memory: Option<u64>, "no limit",
            "limit of address space, in MiB; Unix only";
        on_failure: Option<OnFailure>, "`\"forfeit\"`",
            "effect of a late or illegal move or a missing answer: `\"forfeit\"` loses the game, `\"random\"` makes this move at random, `\"stop\"` stops the run";
        restart: Option<Restart>, "`\"failure\"`",
            "when the program starts again: `\"failure\"`, after it failed or ended; `\"game\"`, for every game";
        reproducible: Option<bool>, "`false`",
            "`true`: the program plays the same moves from the same `seed`; a run checks this first";
        tell: Option<Vec<Tell>>, "`[\"position\"]`",
            "list of what the program receives in addition to the legal actions: `\"position\"`, `\"state\"`, `\"observation\"`, `\"prose\"`";
    }
}

/// A key and the problem with its value.
pub type Wrong = (&'static str, String);

impl ProgramKeys {
    /// Resolves the keys to the settings of a program, starting from the inherited program if there is one. `folder` is
    /// the folder of the bot file.
    ///
    /// # Errors
    /// The key and the problem with its value.
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
                if command.first().is_none_or(|program| program.is_empty()) {
                    let expected =
                        "command is empty: expected a program, such as [\"python3\", \"agent.py\"]";
                    return Err(("command", expected.to_string()));
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
                return Err(("", expected.to_string()));
            }
        };
        if let Some(folder) = self.folder {
            program.folder = here(&folder);
        }
        program.environment.extend(self.environment);
        for (key, seconds, limit) in [
            (
                "seconds_a_game",
                self.seconds_a_game,
                &mut program.seconds_a_game,
            ),
            (
                "seconds_a_move",
                self.seconds_a_move,
                &mut program.seconds_a_move,
            ),
            (
                "seconds_to_start",
                self.seconds_to_start,
                &mut program.seconds_to_start,
            ),
        ] {
            let number = seconds.unwrap_or(*limit);
            if !(number > 0.0 && number <= MOST_SECONDS) {
                let expected =
                    format!("{key} = {number}; expected more than 0 and at most {MOST_SECONDS}");
                return Err((key, expected));
            }
            *limit = number;
        }
        if let Some(memory) = self.memory.filter(|memory| !(1..=1 << 30).contains(memory)) {
            let problem = format!("memory = {memory}; expected a number of MiB, 1 or more");
            return Err(("memory", problem));
        }
        program.memory = self.memory.or(program.memory);
        program.on_failure = self.on_failure.unwrap_or(program.on_failure);
        program.restart = self.restart.unwrap_or(program.restart);
        program.reproducible = self.reproducible.unwrap_or(program.reproducible);
        program.tell = self.tell.unwrap_or(program.tell);
        let own = self
            .files
            .map(|files| files.iter().map(|file| here(file)).collect());
        program.files = fingerprint_of(&program, own.unwrap_or(inherited))
            .map_err(|problem| ("files", problem))?;
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
