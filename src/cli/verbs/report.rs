//! `portolan report`: writes the results of a run as a page.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::ui::browser::show;
use crate::ui::failure::Failure;
use crate::ui::print::print;
use portolan_core::files::read_text;
use portolan_report::index::{holds_runs, index};
use portolan_report::words::count;
use portolan_report::{
    ReportError, files_of_index, one_run, questions, write, write_index, write_pictures,
};
use portolan_run::results::folder::is_of;
use portolan_run::results::manifest::{FolderKind, Manifest};
use portolan_run::results::trial::{games_in, trial_of};
use portolan_study::error::ReadError;

/// Arguments of `portolan report`.
///
/// A run that is in progress or was stopped is reported with the games played so far. The shards of a run, or a
/// folder that contains them, are reported as one run.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct ReportArgs {
    /// Results folder, folder of `try` or folder of shards; several for the shards of a run
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Answer one or more of the questions listed below [default: the first question for this kind of experiment]
    #[arg(long, value_name = "QUESTION", value_delimiter = ',')]
    ask: Vec<String>,
    /// Write one page about all runs inside the folder: DIR/index.html and DIR/index.md; this is the default for a
    /// folder of runs
    #[arg(long, conflicts_with_all = ["ask", "pictures"])]
    index: bool,
    /// Write to this path, given without an extension [default: DIR/report; for several shards, next to the first one;
    /// for an index, DIR/index]
    #[arg(long, value_name = "FILE-STEM")]
    out: Option<PathBuf>,
    /// Also write every plot as an SVG file to this folder
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Replace an existing report, even if it was edited or is up to date
    #[arg(long)]
    force: bool,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        Failure::usage(error)
    }
}

fn after_help() -> String {
    format!(
        "Questions for --ask, and the kinds of experiment that can answer them:
{}
Examples:
  portolan report results/maracaibo-3p-seed7
  portolan report results/maracaibo-3p-seed7 --out strategies --force
  portolan report results/tournament --ask ratings,strategies,luck --out answers
  portolan report results/tournament --pictures slides  write every plot as a file
  portolan report shards/best-plan                      every shard in the folder
  portolan report results --open                        one page over all runs in it, in the browser

Exit code: 0 written, 1 cannot be written, 2 wrong usage or no complete results folder.",
        questions::help()
    )
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Failure {
        if error.is_usage() {
            Failure::usage(error)
        } else {
            Failure::work(error)
        }
    }
}

/// Returns true if a folder contains a shard or cannot be read; the error of an unreadable folder is reported when it is
/// opened.
fn is_shard(folder: &Path) -> bool {
    Manifest::read(folder).map_or(true, |found| {
        found.is_some_and(|manifest| manifest.shard.is_some())
    })
}

impl ReportArgs {
    fn write_index(self) -> Result<(), Failure> {
        let [folder] = &self.folders[..] else {
            return Err(Failure::usage(
                "--index accepts one folder and lists all runs in it",
            ));
        };
        let stem = self.out.unwrap_or_else(|| folder.join("index"));
        if let Some(path) = files_of_index(&stem)
            .into_iter()
            .find(|path| !self.force && path.exists())
        {
            return Err(ReportError::Exists(path).into());
        }
        let page = index(folder)?;
        let files = write_index(&page, &stem, self.force)?;
        let mut text = format!("{}\n", page.answer);
        for notice in &page.notices {
            text.push_str(&format!("{notice}\n"));
        }
        print(&format!("{text}Files: {}\n", paths(&files).join(", ")))?;
        show_page(self.open, &files);
        Ok(())
    }

    /// Returns true if a single folder is given that is not a run but contains runs; its report is the index.
    ///
    /// # Errors
    /// [`Failure`] if an option is given that applies only to a run.
    fn is_of_many(&self) -> Result<bool, Failure> {
        let [folder] = &self.folders[..] else {
            return Ok(false);
        };
        if !holds_runs(folder) {
            return Ok(false);
        }
        let asked = [
            ("--ask", !self.ask.is_empty()),
            ("--pictures", self.pictures.is_some()),
        ];
        match asked.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(true),
            Some((option, _)) => Err(Failure::usage(format!(
                "{option}: {} is not a run but contains runs; expected one of these runs",
                folder.display()
            ))),
        }
    }

    /// Prints the answer and the paths of the page that `portolan balance` wrote, and opens the page if requested.
    fn of_balance(&self, folder: &Path) -> Result<(), Failure> {
        let files = files_of_index(&folder.join("report"));
        let is_given =
            !self.ask.is_empty() || self.out.is_some() || self.pictures.is_some() || self.force;
        if is_given || !files.iter().all(|path| path.is_file()) {
            return Err(Failure::usage(format!(
                "{0}: `portolan balance` writes the report of a balance; use `portolan balance … --out {0} --resume`, or report one of its steps, such as {0}/round-1/games",
                folder.display()
            )));
        }
        let json = read_text(&folder.join("report.json")).map_err(Failure::usage)?;
        let page: serde_json::Value = serde_json::from_str(&json).map_err(Failure::usage)?;
        let answer = page["answer"].as_str().unwrap_or_default();
        let answer = answer.replace('\u{a0}', " ");
        print(&format!("{answer}\nFiles: {}\n", paths(&files).join(", ")))?;
        show_page(self.open, &files);
        Ok(())
    }

    pub fn run(mut self) -> Result<(), Failure> {
        // The results folder of `try` is replaced by the folder of its games.
        for folder in &mut self.folders {
            if let Some(games) = games_in(folder) {
                *folder = games;
            }
        }
        if let [folder] = &self.folders[..]
            && !self.index
            && is_of(folder, FolderKind::Balance)
        {
            return self.of_balance(folder);
        }
        if self.index || self.is_of_many()? {
            return self.write_index();
        }
        let shards = self.folders.len() > 1;
        if shards && !self.folders.iter().all(|folder| is_shard(folder)) {
            return Err(Failure::usage(
                "these folders are not all shards of one run: report one at a time",
            ));
        }
        let asked = questions::named(&self.ask)?;
        let first = &self.folders[0];
        let stem = self.out.unwrap_or_else(|| match shards {
            true => first.with_file_name("report"),
            false => trial_of(first).unwrap_or(first).join("report"),
        });
        let replaces = self.force || !shards && portolan_report::is_outdated(&stem, first);
        // Checked before a potentially long table is read.
        if let Some(path) = portolan_report::files(&stem)
            .iter()
            .find(|path| !replaces && path.exists())
        {
            return Err(ReportError::Exists(path.clone()).into());
        }
        let page = if shards {
            portolan_report::shards(&self.folders, &asked)?
        } else {
            one_run(first, &asked)?
        };
        let pictures = match &self.pictures {
            Some(folder) => write_pictures(&page, folder, self.force)?,
            None => 0,
        };
        let files = write(&page, &stem, replaces)?;
        let mut text = format!("{}\n", page.answer);
        for notice in &page.notices {
            text.push_str(&format!("{notice}\n"));
        }
        let mut written = paths(&files);
        if let Some(folder) = &self.pictures {
            let pictures = count(pictures as u64, "picture");
            written.push(format!("{pictures} in {}", folder.display()));
        }
        text.push_str(&format!("Files: {}\n", written.join(", ")));
        print(&text)?;
        show_page(self.open, &files);
        Ok(())
    }
}

/// Returns the written paths as text.
fn paths(files: &[PathBuf]) -> Vec<String> {
    let paths = files.iter().map(|path| path.display().to_string());
    paths.collect()
}

/// Opens the page among the written files if requested.
fn show_page(wished: bool, files: &[PathBuf]) {
    let is_page = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "html");
    if let Some(page) = files.iter().find(is_page).filter(|_| wished) {
        show(page);
    }
}
