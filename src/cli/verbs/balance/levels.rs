//! Levels of `portolan balance`: compositions of a mixture, such as decks of an automa, against which a bot wins a given
//! share of the games.

use std::path::PathBuf;

use super::items::{bot_name, set_table};
use super::steps::{Step, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::verbs::r#try::words::{bot_in, options_of, quoted};
use portolan_core::random::step_seed;
use portolan_core::setup::GameEntry;
use portolan_report::balance::LevelLine;
use portolan_run::experiment::catalog::file_of;
use portolan_run::experiment::resolve::parts::bot;
use portolan_run::experiment::resolve::read_file;
use portolan_run::settings::balance::{BalanceFile, LevelTarget};
use portolan_run::settings::{Kind, Mixture, Settings};
use portolan_stats::{Estimate, Interval, Unit};
use portolan_study::mixture_games;
use portolan_study::option_targets::{level_verdict, predicted_level};
use portolan_study::source::Source;

/// Shares of the games or of the time for the mixtures, for all candidates and for the confirmation of all levels.
pub const SHARES: [f64; 3] = [0.45, 0.25, 0.25];
/// Maximum number of compositions that are played for each level before the confirmation.
const CANDIDATES: usize = 5;
/// Minimum number of deals in each mixture, and of games against a candidate.
const FEWEST: [u64; 2] = [10, 200];

/// The levels, and the mixture from which their compositions come.
pub struct LevelWork<'run> {
    steps: &'run Steps<'run>,
    file: &'run BalanceFile,
    entry: &'static GameEntry,
    /// Name or path of the mixture experiment.
    design: String,
    spec: Settings,
    mixture: Mixture,
    /// Rule option that takes a composition.
    option: String,
}

impl<'run> LevelWork<'run> {
    /// Reads the mixture experiment. Returns `None` without a target for levels.
    ///
    /// # Errors
    /// [`Failure`] if it does not exist, or does not name compositions.
    pub fn new(
        steps: &'run Steps<'run>,
        file: &'run BalanceFile,
        entry: &'static GameEntry,
    ) -> Result<Option<LevelWork<'run>>, Failure> {
        if file.targets.level.is_empty() {
            return Ok(None);
        }
        for (number, level) in (1..).zip(&file.targets.level) {
            bot(entry, &level.bot)
                .map_err(|error| Failure::usage(format!("targets.level.{number}.bot: {error}")))?;
        }
        let design = file.knobs.mixture.clone().unwrap_or_default();
        let path = file_of(&design, PathBuf::from(&design))
            .map_err(|error| Failure::usage(format!("knobs.mixture: {error}")))?;
        let spec = read_file(&path)?;
        let mixture = spec
            .mixture
            .clone()
            .filter(|_| spec.kind == Kind::Mixture && spec.game == entry.name);
        let option = mixture
            .as_ref()
            .and_then(|mixture| mixture.composition.clone());
        let (Some(mixture), Some(option)) = (mixture, option) else {
            return Err(Failure::usage(format!(
                "knobs.mixture: \"{design}\" found, expected an experiment with kind = \"mixture\" for {} whose [mixture] names a composition, such as jean-decks for maracaibo",
                entry.name
            )));
        };
        Ok(Some(LevelWork {
            steps,
            file,
            entry,
            design,
            spec,
            mixture,
            option,
        }))
    }

    /// Finds and confirms a composition for every level.
    pub fn play(&self) -> Result<Vec<LevelLine>, Failure> {
        let levels = &self.file.targets.level;
        let mut bots: Vec<&str> = levels.iter().map(|level| level.bot.as_str()).collect();
        bots.sort_unstable();
        bots.dedup();
        let mixtures = self.mixtures(&bots)?;
        let source = Source::open(&mixtures).map_err(Failure::work)?;
        let found = mixture_games::read(&mixtures, &source.manifest)?;
        let mut lines = Vec::new();
        for (number, level) in levels.iter().enumerate() {
            let name = bot_name(&level.bot);
            let bot = found.iter().find(|found| found.bot == name);
            let nothing = || {
                Failure::work(format!(
                    "level \"{}\": the games of {name} do not distinguish the items; expected a longer --time, or more --games",
                    level.level
                ))
            };
            let bot = bot.ok_or_else(nothing)?;
            let (mut played, mut measured): (Vec<(String, f64)>, Vec<Estimate>) =
                Default::default();
            let share = SHARES[1] / (levels.len() * CANDIDATES) as f64;
            while played.len() < CANDIDATES {
                let Some(next) =
                    bot.next(level.wins, &(0..=usize::MAX), f64::NEG_INFINITY, &played)
                else {
                    break;
                };
                let step = format!("level-{}-candidate-{}", number + 1, played.len() + 1);
                let seed = step_seed(self.file.seed, 300 + 10 * number as u64);
                let wins = self.wins(&step, level, &next.text, seed, share)?;
                let is_near = wins.interval().is_some_and(|interval| {
                    (wins.value - level.wins).abs() <= level.within / 2.0
                        && interval.half_width() <= level.within
                });
                played.push((next.text.clone(), wins.value));
                measured.push(wins);
                if is_near {
                    break;
                }
            }
            let off = |(_, wins): &(_, Estimate)| (wins.value - level.wins).abs();
            let candidates = played.iter().zip(measured);
            let best = candidates.min_by(|one, other| off(one).total_cmp(&off(other)));
            let ((composition, _), chosen) = best.ok_or_else(nothing)?;
            let step = format!("confirm-level-{}", number + 1);
            let seed = step_seed(self.file.seed, 301 + 10 * number as u64);
            let confirmed = self.wins(
                &step,
                level,
                composition,
                seed,
                SHARES[2] / levels.len() as f64,
            )?;
            if !self.steps.launch.is_quiet() {
                tell(&format!(
                    "level {}: {}={composition}, {name} wins {}",
                    level.level,
                    self.option,
                    confirmed.words(1)
                ));
            }
            lines.push(LevelLine {
                level: level.level.clone(),
                option: self.option.clone(),
                composition: composition.clone(),
                bot: name.to_string(),
                wanted: level.wins,
                within: level.within,
                predicted: predicted_level(chosen, played.len(), confirmed),
                confirmed,
                verdict: level_verdict(confirmed, level.wins, level.within),
            });
        }
        Ok(lines)
    }

    /// Plays the mixtures.
    fn mixtures(&self, bots: &[&str]) -> Result<PathBuf, Failure> {
        let folder = self.steps.folder.join("levels");
        let inherited = match self.design.ends_with(".toml") {
            true => bot_in(self.steps.folder, &folder, &self.design),
            false => self.design.clone(),
        };
        let bots: Vec<String> = bots
            .iter()
            .map(|bot| quoted(&bot_in(self.steps.folder, &folder, bot)))
            .collect();
        let text = |games: u64| {
            format!(
                "# Levels of `portolan balance`: the win rates of random mixtures.\ninherits = {}\nbots = [{}]\ngames = {games}\nseed = {}\n{}",
                quoted(&inherited),
                bots.join(", "),
                step_seed(self.file.seed, 30),
                set_table(self.file)
            )
        };
        self.steps.play(&Step {
            name: "levels".to_string(),
            about: format!("levels, {} random mixtures", self.mixture.draws),
            share: SHARES[0],
            fewest: FEWEST[0],
            text: &text,
        })?;
        Ok(self.steps.games_of("levels"))
    }

    /// Plays games against a composition and returns the share of wins of the bot.
    fn wins(
        &self,
        step: &str,
        level: &LevelTarget,
        composition: &str,
        seed: u64,
        share: f64,
    ) -> Result<Estimate, Failure> {
        let folder = self.steps.folder.join(step);
        let players = self.spec.players.unwrap_or(1);
        let mut bots = vec![quoted(&bot_in(self.steps.folder, &folder, &level.bot))];
        bots.extend(
            self.spec
                .opponent
                .iter()
                .flat_map(|other| vec![quoted(other); players - 1]),
        );
        let mut options = self.file.options().map_err(Failure::usage)?;
        options.push((self.option.clone(), composition.to_string()));
        let text = |games: u64| {
            format!(
                "# Level {} of `portolan balance`.\nkind = \"simulate\"\ngame = {}\nplayers = {players}\nbots = [{}]\ngames = {games}\nseed = {seed}\nevents = \"none\"\n\n[set]\n{}",
                level.level,
                quoted(self.entry.name),
                bots.join(", "),
                options_of(&options)
            )
        };
        let played = self.steps.play(&Step {
            name: step.to_string(),
            about: format!("level {}, {composition}", level.level),
            share,
            fewest: FEWEST[1],
            text: &text,
        })?;
        let mut rows = played.summary.iter();
        let row = rows.find(|row| row.bot == bot_name(&level.bot) && row.seat.is_none());
        let row = row.ok_or_else(|| Failure::work(format!("{step}: the bot did not play")))?;
        let interval = row.win_low.zip(row.win_high);
        let interval = interval.map(|(low, high)| Interval { low, high });
        Ok(Estimate::new(row.win_rate, interval, Unit::Share))
    }
}
