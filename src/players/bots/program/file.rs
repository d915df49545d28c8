//! Keys for external programs in a bot file.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::fingerprint::{of_command, sha256};
use super::settings::{Fingerprint, ProgramSettings};
use crate::files;
use crate::setting_tree::{SettingError, Tree};

/// Maximum time limit in seconds: one day.
const MOST_SECONDS: f64 = 86_400.0;

/// Resolves the program keys of a bot file to the settings of a program, starting from the inherited program if there is one.
/// `folder` is the folder of the bot file.
///
/// # Errors
/// [`SettingError`] with the place of the key.
pub fn resolve(
    mut own: Tree,
    parent: Option<ProgramSettings>,
    folder: &Path,
) -> Result<ProgramSettings, SettingError> {
    let places = own.places.clone();
    let at = |key: &str| places.at::<String>(&[key]);
    let here = |path: &Path| match files::beside(folder, path) {
        path if path.as_os_str().is_empty() => PathBuf::from("."),
        path => path,
    };
    // Files listed by the parent are relative to the parent's folder.
    let mut others = parent.as_ref().map_or(Vec::new(), listed);
    if let Some(named) = own.table.remove("files") {
        let named = named.try_into::<Vec<PathBuf>>();
        let named =
            named.map_err(|_| at("files")("files: expected a list of paths".to_string()))?;
        others = named.iter().map(|file| here(file)).collect();
    }
    let mut whole = Tree::default();
    if let Some(parent) = parent {
        let files = Fingerprint::new();
        let parent = Table::try_from(ProgramSettings { files, ..parent });
        whole.table = parent.map_err(SettingError::new)?;
    }
    // A program of its own starts in the folder of its bot file.
    let named = own.text("folder").map(PathBuf::from);
    let is_own = own.table.contains_key("command") && !own.table.contains_key("folder");
    if named.is_some() || is_own {
        let folder = here(&named.unwrap_or_default()).display().to_string();
        own.table
            .insert("folder".to_string(), Value::String(folder));
    }
    whole.lay(own, &["environment"], &[]);
    if !whole.table.contains_key("command") {
        let problem = "a bot of kind \"program\" needs a command, such as command = [\"python3\", \"agent.py\"]";
        return Err(at("")(problem.to_string()));
    }
    let mut program: ProgramSettings = whole.settings()?;
    if program.command.first().is_none_or(String::is_empty) {
        let problem = "command is empty: expected a program, such as [\"python3\", \"agent.py\"]";
        return Err(at("command")(problem.to_string()));
    }
    for (key, number) in [
        ("seconds_a_game", program.seconds_a_game),
        ("seconds_a_move", program.seconds_a_move),
        ("seconds_to_start", program.seconds_to_start),
    ] {
        if !(number > 0.0 && number <= MOST_SECONDS) {
            return Err(at(key)(format!(
                "{key} = {number}; expected more than 0 and at most {MOST_SECONDS}"
            )));
        }
    }
    if let Some(memory) = program
        .memory
        .filter(|memory| !(1..=1 << 30).contains(memory))
    {
        let problem = format!("memory = {memory}; expected a number of MiB, 1 or more");
        return Err(at("memory")(problem));
    }
    program.files = fingerprint_of(&program, others).map_err(at("files"))?;
    Ok(program)
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
