//! Saves a game to a file while it is played.

use std::path::Path;

use crate::ui::failure::Failure;
use crate::verbs::run::launch::quote;
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::play::ongoing::OngoingGame;
use portolan_run::saved_game::SavedGame;

/// Saves a game while it is played, so that no moves are lost when the program ends.
pub trait Keeper {
    /// Returns the file of the game.
    fn file(&self) -> &SavedGame;

    /// Saves the game if necessary. Returns a message if it is saved under another name.
    ///
    /// # Errors
    /// The description of a problem, such as a full disk. Nothing was written, and the next call tries again.
    fn keep(&mut self, ongoing: &dyn OngoingGame, log: &GameLog) -> Result<Option<String>, String>;

    /// Returns the command that resumes the game at the terminal, or on a page.
    fn command(&self, on_page: bool) -> String;

    /// Returns a sentence with the file to which the game will be saved.
    fn promise(&self) -> String {
        let file = self.file().name();
        format!("Your decisions are saved in {file} as you make them.")
    }

    /// Returns a sentence with the command that continues on a page, or `None` if no file contains the game yet.
    fn resume(&self) -> Option<String> {
        self.file().content()?;
        let command = self.command(true);
        let file = self.file().name();
        Some(format!(
            "The game is saved in {file}; `{command}` resumes it."
        ))
    }

    /// Returns the closing text of a finished game that can no longer be changed, or `None` for other games.
    fn ended(&self) -> Option<&str> {
        None
    }
}

impl Keeper for SavedGame {
    fn file(&self) -> &SavedGame {
        self
    }

    fn keep(&mut self, _: &dyn OngoingGame, log: &GameLog) -> Result<Option<String>, String> {
        self.save(&log.write())
    }

    fn command(&self, on_page: bool) -> String {
        let page = if on_page { " --web" } else { "" };
        format!("portolan play{page} --load {}", quote(&self.name()))
    }
}

/// Locks the file of `--save`, which must not exist unless the game will be loaded from it.
///
/// # Errors
/// [`Failure`] if another program has locked the file, if the file exists, or if its folder does not exist.
pub fn claim(file: &Path, loaded: Option<&Path>) -> Result<SavedGame, Failure> {
    let game = SavedGame::claim(file)?;
    if loaded != Some(file) && file.exists() {
        return Err(Failure::Usage(format!(
            "--save {file}: the file exists; name another one, or --load {file} to resume its game",
            file = file.display()
        )));
    }
    let folder = file.parent().unwrap_or(file);
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(game);
    }
    let (file, folder) = (file.display(), folder.display());
    Err(Failure::Usage(format!(
        "--save {file}: the folder {folder} does not exist"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_files_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("nim-7.log"), "").unwrap();
        let loaded = path("nim-7.log");
        claim(&loaded, Some(&loaded)).unwrap();
        assert!(
            matches!(claim(&loaded, None), Err(Failure::Usage(problem)) if problem.contains("exists"))
        );
        let nowhere = path("nowhere/a.log");
        assert!(
            matches!(claim(&nowhere, None), Err(Failure::Usage(problem)) if problem.contains("does not exist"))
        );
    }
}
