//! The dry run of `portolan balance`: the steps with their shares of the games or of the time.

use super::items::{ROUNDS, bot_name};
use super::options;
use super::steps::{Budget, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::{aligned, duration, thousands};
use portolan_run::settings::balance::BalanceFile;
use portolan_stats::words::percent;

/// Settings of the dry run.
pub struct Plan<'run> {
    pub steps: &'run Steps<'run>,
    pub file: &'run BalanceFile,
    pub measure: &'run str,
    pub confirm: &'run [String],
    /// Rounds of training.
    pub adapts: u64,
    pub budget: Budget,
}

impl Plan<'_> {
    /// Prints the steps.
    pub fn print(&self) -> Result<(), Failure> {
        let share = |share: f64| match self.budget {
            Budget::Time(time) => duration(time.as_secs_f64() * share),
            Budget::Games(games) => format!("{} games", thousands((games as f64 * share) as u64)),
        };
        let mut rows: Vec<[String; 4]> = Vec::new();
        let mut add = |step: &str, bot: &str, what: &str, share: String| {
            rows.push([step, bot, what, &share].map(str::to_string));
        };
        let targets = &self.file.targets;
        let measure = bot_name(self.measure);
        if targets.items.is_some() {
            for (number, of_round) in ROUNDS.iter().enumerate() {
                let what = match number {
                    0 => "measures all items and plans changes",
                    _ => "measures again with the changes; left out if they suffice",
                };
                add(
                    &format!("round {}", number + 1),
                    measure,
                    what,
                    share(*of_round),
                );
                if number == 0 && self.adapts > 0 {
                    let what = format!(
                        "trains on the changes, {} games",
                        thousands(300 * self.adapts)
                    );
                    add("adapt", measure, &what, "in addition".to_string());
                }
            }
        }
        if targets.seats.is_some() || targets.turns.is_some() {
            let what = "measures the values of the rule options";
            add("options", measure, what, share(options::SHARE));
        }
        for level in &targets.level {
            let what = format!(
                "finds a composition against which the bot wins {}",
                percent(level.wins)
            );
            add(
                &format!("level {}", level.level),
                bot_name(&level.bot),
                &what,
                "a part".to_string(),
            );
        }
        for bot in self.confirm {
            let what = "fresh deals before and after the changes";
            add("confirm", bot_name(bot), what, "the rest".to_string());
        }
        let rows = rows.into_iter().map(Vec::from).collect();
        print(&aligned("lllr", &["step", "bot", "what", "at most"], rows))?;
        if !self.steps.launch.is_quiet() {
            tell(&format!(
                "results would go to {}",
                self.steps.folder.display()
            ));
        }
        Ok(())
    }
}
