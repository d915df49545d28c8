//! The steps of `portolan balance`: experiments in subfolders, each with its share of the games or of the time.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::ui::table::duration;
use crate::verbs::run::launch::Launch;
use crate::verbs::r#try::length::record_length;
use portolan_core::files;
use portolan_core::prose::count;
use portolan_run::experiment::pilot_run::pilot;
use portolan_run::experiment::resolve::{Resolved, read_file, resolve};
use portolan_run::experiment::run::Limit;
use portolan_run::experiment::session::RunResult;
use portolan_run::play::dyn_game::set_up_all;
use portolan_run::results::clock::Clock;
use portolan_run::results::manifest::{Status, WorkManifest};
use portolan_run::results::trial::{BalanceRecord, EXPERIMENT, GAMES};
use portolan_run::results::work_folder::WorkFolder;
use portolan_run::settings::MOST_GAMES;

/// Maximum duration of the pilot run of a step.
const PILOT: Duration = Duration::from_secs(3);

/// Minimum share of the playing time that must be left to begin another round. It leaves time for the confirmation.
const LEAST_LEFT: f64 = 0.45;

/// Total number of games or playing time.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    Games(u64),
    Time(Duration),
}

/// Plays the steps.
pub struct Steps<'run> {
    pub launch: &'run Launch,
    /// Results folder.
    pub folder: &'run Path,
    budget: Budget,
    clock: Cell<Clock>,
    /// True if the balance in the folder was complete before.
    is_complete: Cell<bool>,
    /// The locked results folder, once the balance has begun.
    work: RefCell<Option<WorkFolder<BalanceRecord>>>,
}

/// A step before it is played.
pub struct Step<'text> {
    /// Subfolder.
    pub name: String,
    /// Description for the progress line.
    pub about: String,
    /// Share of the total number of games or of the playing time.
    pub share: f64,
    /// Minimum number of deals.
    pub fewest: u64,
    /// Text of the experiment file with this number of games in each condition.
    pub text: &'text dyn Fn(u64) -> String,
}

impl<'run> Steps<'run> {
    pub fn new(launch: &'run Launch, folder: &'run Path, budget: Budget) -> Steps<'run> {
        Steps {
            launch,
            folder,
            budget,
            clock: Cell::new(Clock::start()),
            is_complete: Cell::new(false),
            work: RefCell::new(None),
        }
    }

    /// Returns the share of the playing time that is left, 0 to 1; 1 if the number of games is fixed.
    pub fn left(&self) -> f64 {
        match self.budget {
            Budget::Games(_) => 1.0,
            Budget::Time(time) => {
                let left = time.as_secs_f64() - self.clock.get().seconds();
                left.max(0.0) / time.as_secs_f64()
            }
        }
    }

    /// Returns true if no time is left for another round after this one. A resumed balance has as many rounds as before
    /// once the confirmation has begun.
    pub fn rounds_end_after(&self, number: usize) -> bool {
        let begun = |name: &str| self.folder.join(name).join(EXPERIMENT).is_file();
        if begun(&format!("round-{}", number + 1)) {
            return false;
        }
        let entries = std::fs::read_dir(self.folder)
            .into_iter()
            .flatten()
            .flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.any(|name| name.starts_with("confirm-") && begun(&name)) || self.left() < LEAST_LEFT
    }

    /// Returns true if the results depend on the speed of the machine.
    pub fn is_timed(&self) -> bool {
        matches!(self.budget, Budget::Time(_))
    }

    /// Writes a file into a subfolder.
    pub fn save(&self, step: &str, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.folder.join(step).join(name);
        let failed = |error| Failure::work(format!("{}: {error}", path.display()));
        std::fs::create_dir_all(self.folder.join(step)).map_err(failed)?;
        files::save(&path, text).map_err(failed)
    }

    /// Returns the folder with the games of a step.
    pub fn games_of(&self, step: &str) -> PathBuf {
        self.folder.join(step).join(GAMES)
    }

    /// Plays a step or its remaining games until its share of the playing time is over. The experiment file contains the
    /// maximum number of games, so a resumed step has the same length.
    pub fn play(&self, step: &Step) -> Result<RunResult, Failure> {
        let folder = self.folder.join(&step.name);
        let path = folder.join(EXPERIMENT);
        if !path.is_file() {
            self.save(&step.name, EXPERIMENT, &(step.text)(self.length(step)?))?;
        }
        record_length(&path, &self.games_of(&step.name))?;
        let resolved = resolve(&read_file(&path)?)?;
        let limit = match self.budget {
            Budget::Games(_) => None,
            // The experiments of a complete balance contain the numbers of games that were played.
            Budget::Time(_) if self.is_complete.get() => None,
            Budget::Time(time) => Some(Limit {
                time: time.mul_f64(step.share.min(self.left())),
                fewest: step.fewest,
            }),
        };
        if !self.launch.is_quiet() {
            let cells = resolved.experiment.cells().len() as u64;
            let about = limit.map_or(String::new(), |limit| {
                format!(", at most {}", duration(limit.time.as_secs_f64()))
            });
            tell(&format!(
                "{}: {}{about}",
                step.about,
                count(resolved.experiment.games * cells, "game")
            ));
        }
        let played = self
            .launch
            .play_step(resolved, &self.games_of(&step.name), limit, false)?;
        record_length(&path, &self.games_of(&step.name))?;
        self.note_progress()?;
        Ok(played)
    }

    /// Begins or resumes the balance in its locked folder.
    pub fn begin(
        &self,
        mut work: WorkFolder<BalanceRecord>,
        there: Option<&WorkManifest<BalanceRecord>>,
    ) -> Result<(), Failure> {
        if let Some(there) = there {
            work.go_on_after(there.run.wall_seconds);
            self.is_complete.set(there.status == Status::Complete);
            self.clock
                .set(self.clock.get().after(there.run.wall_seconds));
        }
        work.begin()?;
        self.work.replace(Some(work));
        Ok(())
    }

    /// Returns true if the balance in the folder was complete before.
    pub fn was_complete(&self) -> bool {
        self.is_complete.get()
    }

    /// Removes a balance whose settings were rejected, and restores the work that it would have replaced.
    pub fn abandon(&self) -> Result<(), Failure> {
        let work = self.work.take();
        Ok(work.map_or(Ok(()), WorkFolder::abandon)?)
    }

    /// Completes the balance.
    pub fn end(&self) -> Result<(), Failure> {
        if let Some(mut work) = self.work.take() {
            work.end(Status::Complete)?;
            work.close()?;
        }
        Ok(())
    }

    /// Records the elapsed time after a step.
    fn note_progress(&self) -> Result<(), Failure> {
        if let Some(work) = self.work.borrow_mut().as_mut() {
            work.note_seconds();
            work.begin()?;
        }
        Ok(())
    }

    /// Returns the largest number of games of each condition of a step.
    fn length(&self, step: &Step) -> Result<u64, Failure> {
        let temporary = files::temporary(Path::new(EXPERIMENT));
        self.save(
            &step.name,
            &temporary.display().to_string(),
            &(step.text)(MOST_GAMES),
        )?;
        let path = self.folder.join(&step.name).join(temporary);
        let resolved = read_file(&path).and_then(|spec| resolve(&spec));
        std::fs::remove_file(&path)
            .map_err(|error| Failure::work(format!("{}: {error}", path.display())))?;
        let resolved: Resolved = resolved?;
        let cells = resolved.experiment.cells().len() as u64;
        let games = set_up_all(&resolved.setups)?;
        let pilot_time = match self.budget {
            Budget::Time(time) => PILOT.min(time.mul_f64(step.share / 10.0)),
            // Only the size of a deal group is needed.
            Budget::Games(_) => Duration::ZERO,
        };
        let found = pilot(&games, &resolved.experiment, pilot_time, &mut |_, _| {})?;
        let in_group = found.block_size / cells;
        Ok(match self.budget {
            Budget::Games(all) => {
                let games = (all as f64 * step.share / cells as f64) as u64;
                games.max(step.fewest * in_group)
            }
            Budget::Time(time) => {
                let seconds = time.as_secs_f64() * step.share.min(self.left());
                let of_group = found.block_seconds.max(1e-9) / self.launch.threads() as f64;
                let deals = (seconds / of_group) as u64;
                deals.clamp(step.fewest, MOST_GAMES / found.block_size.max(1)) * in_group
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};

    use super::*;

    #[test]
    fn resumed_balance_does_not_change_the_number_of_rounds() {
        let words = Launch::augment_args(Command::new("balance")).get_matches_from(["balance"]);
        let launch = &Launch::from_arg_matches(&words).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let ends = |time| Steps::new(launch, folder.path(), Budget::Time(time)).rounds_end_after(1);
        let (day, moment) = (Duration::from_secs(86_400), Duration::from_nanos(1));
        // The time decides whether there is a second round, until the second round or the confirmation has begun.
        assert!(!ends(day) && ends(moment));
        let begin = |step: &str| {
            let step = folder.path().join(step);
            std::fs::create_dir(&step).unwrap();
            files::save(&step.join(EXPERIMENT), "").unwrap();
        };
        begin("confirm-greedy-before");
        assert!(ends(day) && ends(moment));
        begin("round-2");
        assert!(!ends(day) && !ends(moment));
    }
}
