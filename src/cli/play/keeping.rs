//! The file that a game is kept in while it is played.

use std::path::{Path, PathBuf};

use super::session::Keeper;
use super::table::Table;
use crate::failure::Failure;
use crate::launch::quote;
use portolan_core::files;

/// Most files of one name that are counted up before a name of one's own is asked for.
const MOST_NAMES: u32 = 999;

/// Where a game is kept, and what is kept by now.
pub struct Keeping {
    file: PathBuf,
    /// The game as it began: it needs no file.
    begun: String,
    /// What the file holds; `None` before it is written.
    kept: Option<String>,
    /// Why the last try failed.
    problem: Option<String>,
}

impl Keeping {
    /// In the file that was asked for; else in one named after the game that was loaded or its deal.
    ///
    /// # Errors
    /// [`Failure`] as for [`Keeping::in_file`], or if all names are taken.
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

    /// In this file, which must not be there unless it is the one that was loaded.
    ///
    /// # Errors
    /// [`Failure`] if the file is there, or its folder is not.
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
                "--save {}: there is no folder {}",
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

    /// The game begins, or goes on after it was loaded, with this log: it needs no file as long as it stays so.
    pub fn begin(&mut self, log: String) {
        self.begun = log;
    }

    /// Where the game will be.
    pub fn promise(&self) -> String {
        format!(
            "Your decisions are saved in {} as you make them.",
            self.file.display()
        )
    }

    /// The command that resumes the game at a page, in a sentence; nothing before the file is there.
    pub fn resume(&self) -> Option<String> {
        let file = self.file.display();
        let sentence =
            format!("The game is saved in {file}; `portolan play --web --load {file}` resumes it.");
        self.kept.is_some().then_some(sentence)
    }

    /// Why the last try failed, and what to do at the page; nothing if it did not.
    pub fn problem(&self) -> Option<String> {
        let problem = self.problem.as_ref()?;
        Some(format!(
            "Not saved: {problem}. The game goes on here; make room and press Save."
        ))
    }

    /// Writes the log of the game if the file does not hold it yet. Before a person has `decided` something there is no
    /// file. Whether nothing is lost.
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

/// The file of a game at the terminal.
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

/// `evening-2.log` after `evening.log`, or a file named after the deal: the first that is not there.
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
            "{first} and {MOST_NAMES} like it exist; name a file with --save"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_there_is_overwritten() {
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
            matches!(chosen(Some(&nowhere), None), Err(Failure::Usage(told)) if told.contains("no folder"))
        );
    }
}
