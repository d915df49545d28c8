//! The commands `save` and `save!`.

use std::path::Path;

use portolan_core::files;

/// Saves a game. Returns a message for the person, as the error if the game is not saved. `resume` is the command that
/// resumes the game, without the file.
pub fn save(file: &Path, overwrite: bool, log: String, resume: &str) -> Result<String, String> {
    let path = file.display();
    if file.exists() && !overwrite {
        return Err(format!("{path} exists; `save! {path}` overwrites it\n"));
    }
    match files::save(file, log) {
        Ok(()) => Ok(format!("saved; `{resume} {path}` resumes here\n")),
        Err(error) => Err(format!("not saved: {path}: {error}\n")),
    }
}
