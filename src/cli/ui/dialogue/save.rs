//! The commands `save` and `save!`, and the output of a game that cannot be saved.

use std::path::Path;

use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use portolan_core::files;
use portolan_run::saved_game::SavedGame;

/// Saves a game to another file. Returns a message for the person, as the error if the game is not saved. `check` is the
/// result of parsing and replaying the text, and `resume` is the command that resumes the game, without the file.
pub fn save(
    file: &Path,
    overwrite: bool,
    (text, check): (String, Result<(), String>),
    resume: &str,
) -> Result<String, String> {
    let path = file.display();
    let failed = |error| format!("not saved: {path}: {error}\n");
    if file.exists() {
        files::require_regular(file).map_err(failed)?;
    }
    let _locked = SavedGame::claim(file).map_err(|busy| format!("not saved: {busy}\n"))?;
    if file.exists() && !overwrite {
        return Err(format!("{path} exists; `save! {path}` overwrites it\n"));
    }
    files::save(file, text).map_err(failed)?;
    check.map_err(|problem| format!("{path} was written, but {problem}\n"))?;
    Ok(format!("saved; `{resume} {path}` resumes here\n"))
}

/// Prints the log of a game that cannot be saved, so that its moves are not lost.
pub fn print_unsaved(problem: &str, log: &str) -> Failure {
    tell(&format!("error: not saved: {problem}; the log follows"));
    print(log).err().unwrap_or(Failure::Reported)
}
