//! Saves a game to a file while it is played.

use std::path::{Path, PathBuf};

use super::session::Keeper;
use super::table::Table;
use crate::ui::failure::Failure;
use crate::verbs::run::launch::quote;
use portolan_core::files;

/// Maximum number that is appended to a default file name.
const MOST_NAMES: u32 = 999;

/// File of a game, with its last saved content.
pub struct Keeping {
    file: PathBuf,
    /// Log at the start or after loading, which does not need to be saved.
    begun: String,
    /// Content of the file; `None` before the first save.
    kept: Option<String>,
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
        match wished {
            Some(file) => Keeping::in_file(file, loaded),
            None => free_name(loaded, deal).map(Keeping::at),
        }
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
        Ok(Keeping::at(file.to_path_buf()))
    }

    fn at(file: PathBuf) -> Keeping {
        Keeping {
            file,
            begun: String::new(),
            kept: None,
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
            self.file.display()
        )
    }

    /// Returns a sentence with the command that resumes the game on a page, or `None` if the file was not written yet.
    pub fn resume(&self) -> Option<String> {
        let file = self.file.display();
        let sentence =
            format!("The game is saved in {file}; `portolan play --web --load {file}` resumes it.");
        self.kept.is_some().then_some(sentence)
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
        if self.kept.is_none() && !is_new {
            return true;
        }
        if self.kept.as_ref() == Some(&log) && self.file.exists() {
            return true;
        }
        match files::save(&self.file, &log) {
            Ok(()) => {
                self.kept = Some(log);
                self.problem = None;
            }
            Err(error) => self.problem = Some(format!("{}: {error}", self.file.display())),
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
            quote(&self.file.display().to_string())
        )
    }
}

/// Returns the first name that does not exist: `evening-2.log` for a loaded `evening.log`, or a name derived from the
/// deal.
fn free_name(loaded: Option<&Path>, deal: &str) -> Result<PathBuf, Failure> {
    let first = match loaded {
        Some(file) => file.to_path_buf(),
        None => PathBuf::from(format!("{deal}.log")),
    };
    let stem = first
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let counted =
        (2..=MOST_NAMES).map(|number| first.with_file_name(format!("{stem}-{number}.log")));
    let mut names = std::iter::once(first.clone()).chain(counted);
    names.find(|name| !name.exists()).ok_or_else(|| {
        let first = first.display();
        Failure::usage(format!(
            "{first} and {MOST_NAMES} similar files exist; name a file with --save"
        ))
    })
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
            Keeping::new(wished, loaded, &deal).map(|keeping| keeping.file)
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
