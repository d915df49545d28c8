//! Saves a game to a file while it is played.

use std::path::{Path, PathBuf};

use super::session::Keeper;
use super::table::Table;
use crate::ui::failure::Failure;
use crate::ui::saved_file::SavedFile;
use crate::verbs::run::launch::quote;

/// Saves a game to its file.
pub struct Keeping {
    file: SavedFile,
    /// Log at the start or after loading, which does not need to be saved.
    begun: String,
    /// File that the game was loaded from.
    loaded: Option<PathBuf>,
    /// Error of the last attempt, if it failed.
    problem: Option<String>,
}

impl Keeping {
    /// Uses the file `wished`, or a free name derived from the loaded game or from the deal.
    ///
    /// # Errors
    /// [`Failure`] as for [`Keeping::in_file`], or if all default names are taken.
    pub fn new(
        wished: Option<&Path>,
        loaded: Option<&Path>,
        deal: &str,
    ) -> Result<Keeping, Failure> {
        let keeping = match wished {
            Some(file) => Keeping::in_file(file, loaded)?,
            None => {
                let of_deal = PathBuf::from(format!("{deal}.log"));
                let free = SavedFile::first_free(loaded.unwrap_or(&of_deal));
                free.map(Keeping::at).map_err(Failure::Usage)?
            }
        };
        Ok(Keeping {
            loaded: loaded.map(Path::to_path_buf),
            ..keeping
        })
    }

    /// Uses this file, which must not exist unless the game was loaded from it.
    ///
    /// # Errors
    /// [`Failure`] if the file exists or its folder does not.
    pub fn in_file(file: &Path, loaded: Option<&Path>) -> Result<Keeping, Failure> {
        if loaded != Some(file) && file.exists() {
            return Err(Failure::usage(format!(
                "--save {file}: the file exists; name another one, or --load {file} to resume its game",
                file = file.display()
            )));
        }
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let problem = format!(
                "--save {}: the folder {} does not exist",
                file.display(),
                folder.display()
            );
            return Err(Failure::usage(problem));
        }
        Ok(Keeping::at(SavedFile::new(file.to_path_buf())))
    }

    fn at(file: SavedFile) -> Keeping {
        Keeping {
            file,
            begun: String::new(),
            loaded: None,
            problem: None,
        }
    }

    /// Sets the log at the start or after loading. It is not saved until the game continues.
    pub fn begin(&mut self, log: String) {
        self.begun = log;
    }

    /// Tells the player where the game will be saved.
    pub fn promise(&self) -> String {
        format!(
            "Your decisions are saved in {} as you make them.",
            self.file.path().display()
        )
    }

    /// Returns a sentence with the command that resumes the game on a page, or `None` if no file contains it yet.
    pub fn resume(&self) -> Option<String> {
        let resumes = |file: &Path| {
            format!(
                "`portolan play --web --load {}` resumes it.",
                file.display()
            )
        };
        if self.file.is_written() {
            let file = self.file.path();
            return Some(format!(
                "The game is saved in {}; {}",
                file.display(),
                resumes(file)
            ));
        }
        let file = self.loaded.as_deref()?;
        let loaded = file.display();
        Some(format!(
            "There is no new decision; {loaded} contains the game, and {}",
            resumes(file)
        ))
    }

    /// Returns the error of the last attempt with advice for the player on the page, or `None` if it succeeded.
    pub fn problem(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        Some(format!(
            "Not saved: {problem}. The game continues here; solve the problem and press Save."
        ))
    }

    /// Saves the log if the file does not contain it yet. The file is created only after a person has `decided`
    /// something. Returns true unless moves are unsaved.
    pub fn save(&mut self, log: String, decided: bool) -> bool {
        let is_new = log != self.begun && decided;
        if self.file.is_written() || is_new {
            let saved = self.file.save(log);
            let path = self.file.path().display();
            self.problem = saved.err().map(|error| format!("{path}: {error}"));
        }
        self.problem.is_none()
    }
}

/// File of a game at the terminal.
impl Keeper for Keeping {
    fn keep(&mut self, table: &Table<'_>) -> Result<Option<String>, Failure> {
        self.save(table.log().write(), true);
        Ok(self.problem.clone())
    }

    fn goes_on_with(&self) -> String {
        format!(
            "portolan play --load {}",
            quote(&self.file.path().display().to_string())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_files_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let deal = path("nim-7").display().to_string();
        let chosen = |wished: Option<&Path>, loaded: Option<&Path>| {
            Keeping::new(wished, loaded, &deal).map(|keeping| keeping.file.path().to_path_buf())
        };
        assert_eq!(chosen(None, None).unwrap(), path("nim-7.log"));
        std::fs::write(path("nim-7.log"), "").unwrap();
        assert_eq!(chosen(None, None).unwrap(), path("nim-7-2.log"));
        let loaded = path("nim-7.log");
        assert_eq!(chosen(None, Some(&loaded)).unwrap(), path("nim-7-2.log"));
        assert_eq!(chosen(Some(&loaded), Some(&loaded)).unwrap(), loaded);
        assert!(
            matches!(chosen(Some(&loaded), None), Err(Failure::Usage(told)) if told.contains("exists"))
        );
        let nowhere = path("nowhere/a.log");
        assert!(
            matches!(chosen(Some(&nowhere), None), Err(Failure::Usage(told)) if told.contains("does not exist"))
        );
    }
}
