//! The dry run of `portolan balance`: the steps with their numbers of games and expected durations.

use std::collections::BTreeMap;
use std::time::Duration;

use super::adapting::TRAINING_ROUND;
use super::confirm::{CHALLENGERS_SHARE, CHALLENGERS_STEP};
use super::items::{DEALS, ROUNDS, bot_name};
use super::levels;
use super::options;
use super::steps::{Budget, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::{aligned, duration, thousands};
use portolan_core::setup::GameEntry;
use portolan_run::experiment::resolve::parts::bot;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::settings::balance::BalanceFile;
use portolan_stats::words::percent;

/// Duration of the measurement of a bot's speed.
const MEASUREMENT: Duration = Duration::from_millis(700);

/// Settings of the dry run.
pub struct Plan<'run> {
    pub steps: &'run Steps<'run>,
    pub file: &'run BalanceFile,
    pub entry: &'static GameEntry,
    pub game: &'run dyn DynGame,
    pub measure: &'run str,
    pub confirm: &'run [String],
    /// Rounds of training.
    pub adapts: u64,
    pub budget: Budget,
}

impl Plan<'_> {
    /// Measures the speed of each bot and prints the steps.
    pub fn print(&self) -> Result<(), Failure> {
        let targets = &self.file.targets;
        // The steps with their bots and shares.
        let mut steps: Vec<(String, &str, String, f64)> = Vec::new();
        if targets.items.is_some() {
            for (number, share) in ROUNDS.iter().enumerate() {
                let what = match number {
                    0 => "measures all items and plans changes",
                    _ => "measures again with the changes; skipped if no further change is needed",
                };
                let name = format!("round {}", number + 1);
                steps.push((name, self.measure, what.to_string(), *share));
            }
        }
        if !self.file.knobs.option.is_empty() {
            let what = "measures the values of the rule options".to_string();
            steps.push(("options".to_string(), self.measure, what, options::SHARE));
        }
        for level in &targets.level {
            let what = format!(
                "finds a composition against which the bot wins {}",
                percent(level.wins)
            );
            let share = (levels::SHARES[0] + levels::SHARES[1]) / targets.level.len() as f64;
            steps.push((format!("level {}", level.level), &level.bot, what, share));
        }
        let mut last = Vec::new();
        if targets.level.is_empty() {
            let what = "challengers of the bot after the changes, if there are any".to_string();
            let name = CHALLENGERS_STEP.to_string();
            last.push((name, self.confirm[0].as_str(), what, CHALLENGERS_SHARE));
        }
        let used = steps.iter().chain(&last).map(|(.., share)| share);
        let used: f64 = used.sum();
        let rest = (1.0 - used).max(0.05);
        let confirming: Vec<&str> = match targets.level.is_empty() {
            true => self.confirm.iter().map(String::as_str).collect(),
            false => targets
                .level
                .iter()
                .map(|level| level.bot.as_str())
                .collect(),
        };
        for bot in &confirming {
            let what = "fresh deals before and after the changes; more if a target for items is not settled".to_string();
            let share = rest / confirming.len() as f64;
            steps.push(("confirm".to_string(), bot, what, share));
        }
        steps.extend(last);
        let mut speeds: BTreeMap<&str, f64> = BTreeMap::new();
        for (_, name, ..) in &steps {
            if !speeds.contains_key(name) {
                let threads = self.steps.launch.threads();
                let measured = self
                    .game
                    .measure(&bot(self.entry, name)?, threads, MEASUREMENT)?;
                speeds.insert(name, measured.games_per_second);
            }
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut seconds_of_all = 0.0;
        for (index, (step, bot, what, share)) in steps.iter().enumerate() {
            let (games, seconds) = match self.budget {
                Budget::Time(time) => {
                    let seconds = time.as_secs_f64() * share;
                    (seconds * speeds[bot], seconds)
                }
                Budget::Games(all) => (all as f64 * share, all as f64 * share / speeds[bot]),
            };
            seconds_of_all += seconds;
            rows.push(vec![
                step.clone(),
                bot_name(bot).to_string(),
                what.clone(),
                thousands(games as u64),
                duration(seconds),
            ]);
            if index == 0 && self.adapts > 0 {
                rows.push(vec![
                    "adapt".to_string(),
                    bot_name(self.measure).to_string(),
                    "trains on the changes".to_string(),
                    thousands(TRAINING_ROUND * self.adapts),
                    "in addition".to_string(),
                ]);
            }
        }
        let header = ["step", "bot", "what", "games at most", "time at most"];
        print(&aligned("lllrr", &header, rows))?;
        if targets.items.is_some() {
            let [round, confirmation] = DEALS;
            print(&format!(
                "More games are needed if a round would have fewer than {round} deals for each item, or a confirmation fewer \
                 than {confirmation}.\n"
            ))?;
        }
        if !self.steps.launch.is_quiet() {
            tell(&format!(
                "about {} without training; results would go to {}",
                duration(seconds_of_all),
                self.steps.folder.display()
            ));
        }
        Ok(())
    }
}
