//! Rule options of `portolan balance`: measures their values in one experiment, and chooses the fewest changes that bring
//! seats, length and strategies within the targets.

use std::fmt::Write as _;
use std::path::Path;

use super::items::bot_name;
use super::steps::{Step, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::verbs::r#try::words::{bot_in, options_of, quoted};
use portolan_core::files;
use portolan_core::random::step_seed;
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_core::suggestion::did_you_mean;
use portolan_report::balance::{MeasureLine, TargetLine};
use portolan_report::page::{Line, Section, Table};
use portolan_report::words::whole_percent;
use portolan_run::play::dyn_game::set_up;
use portolan_run::settings::balance::BalanceFile;
use portolan_run::settings::cells::option_value;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::words::{fixed, percent};
use portolan_stats::{Estimate, Interval, Unit, mean_interval};
use portolan_study::clusters::{Strategy, by_condition};
use portolan_study::option_targets::{OptionTargets, OptionValue, choose, measured_of};
use portolan_study::settings::{Setting, SettingFindings, SettingGames};
use portolan_study::source::Source;

/// Share of the games or of the time for measuring the options.
pub const SHARE: f64 = 0.3;
/// Share of the games or of the time for the confirmation by all bots, with and without a target for items.
const CONFIRM_SHARES: [f64; 2] = [0.15, 0.6];
/// Minimum number of deals.
const FEWEST: u64 = 200;

/// A rule option that may change.
struct Varied {
    name: String,
    /// Values in the order of the file, including the present value.
    values: Vec<String>,
    /// Index of the present value.
    present: usize,
}

/// The rule options that a balance measures and changes.
pub struct OptionWork<'run> {
    steps: &'run Steps<'run>,
    file: &'run BalanceFile,
    entry: &'static GameEntry,
    players: usize,
    varied: Vec<Varied>,
    targets: OptionTargets,
}

/// Index of the chosen value of each option.
pub type Chosen = Vec<usize>;

impl<'run> OptionWork<'run> {
    /// Checks the options. Returns `None` without a target for options.
    ///
    /// # Errors
    /// [`Failure`] if the game does not have an option or a value.
    pub fn new(
        steps: &'run Steps<'run>,
        file: &'run BalanceFile,
        entry: &'static GameEntry,
        setup: &GameSetup,
    ) -> Result<Option<OptionWork<'run>>, Failure> {
        let targets = OptionTargets {
            seats: file.targets.seats.as_ref().map(|seats| seats.within),
            turns: file
                .targets
                .turns
                .as_ref()
                .map(|turns| (turns.from, turns.to)),
            strategies: file.targets.strategies.as_ref().map(|target| target.most),
            confidence: file.limits.confidence,
        };
        if !targets.any() {
            return Ok(None);
        }
        let of_several = [
            ("seats", targets.seats.is_some()),
            ("strategies", targets.strategies.is_some()),
        ];
        if let Some((name, _)) = of_several
            .iter()
            .find(|(_, given)| *given && setup.players < 2)
        {
            return Err(Failure::usage(format!(
                "targets.{name}: there is only one seat; expected 2 players or more"
            )));
        }
        let mut varied = Vec::new();
        for (name, values) in &file.knobs.option {
            let Some(option) = entry.options.iter().find(|option| option.name == name) else {
                let known = entry.options.iter().map(|option| option.name);
                return Err(Failure::usage(format!(
                    "knobs.option.{name}: {} has no option \"{name}\"{}; `portolan games {}` lists them",
                    entry.name,
                    did_you_mean(name, known),
                    entry.name
                )));
            };
            let texts: Result<Vec<String>, String> = values.iter().map(option_value).collect();
            let mut values = texts
                .map_err(|problem| Failure::usage(format!("knobs.option.{name}: {problem}")))?;
            // The text of a default may continue with the defaults of profiles, after a semicolon.
            let default = option.default.split(';').next().unwrap_or_default();
            let present = setup.options.get(name).cloned();
            let present = present.unwrap_or(default.to_string());
            if !values.contains(&present) {
                values.insert(0, present.clone());
            }
            for value in &values {
                let mut changed = setup.clone();
                changed.options.insert(name.clone(), value.clone());
                set_up(&changed)
                    .map_err(|error| Failure::usage(format!("knobs.option.{name}: {error}")))?;
            }
            if values.len() < 2 {
                return Err(Failure::usage(format!(
                    "knobs.option.{name}: expected at least one value other than the present one, {present}"
                )));
            }
            varied.push(Varied {
                present: values
                    .iter()
                    .position(|value| *value == present)
                    .unwrap_or(0),
                name: name.clone(),
                values,
            });
        }
        Ok(Some(OptionWork {
            steps,
            file,
            entry,
            players: setup.players,
            varied,
            targets,
        }))
    }

    fn head(&self, kind: &str, bot: &str, games: u64, seed: u64, folder: &Path) -> String {
        let bot = quoted(&bot_in(self.steps.folder, folder, bot));
        // A sweep lists the bot of every seat.
        let bots = match kind {
            "sweep" => vec![bot; self.players].join(", "),
            _ => bot,
        };
        let mut text = format!(
            "kind = {}\ngame = {}\nplayers = {}\nbots = [{bots}]\ngames = {games}\nseed = {seed}\nevents = \"none\"\ncompress = true\n",
            quoted(kind),
            quoted(self.entry.name),
            self.players,
        );
        if let Some(data) = &self.file.data {
            let data = files::lasting(self.steps.folder, folder, data)
                .display()
                .to_string();
            let _ = writeln!(text, "data = {}", quoted(&data));
        }
        text
    }

    /// Returns the table of the options that do not change.
    fn fixed(&self) -> String {
        let mut options = self.file.options().unwrap_or_default();
        options.retain(|(name, _)| self.varied.iter().all(|varied| varied.name != *name));
        match options.is_empty() {
            true => String::new(),
            false => format!("\n[set]\n{}", options_of(&options)),
        }
    }

    /// Measures all values of the options and chooses a value for each option. Also returns the section with the measured
    /// values.
    pub fn choose(&self, measure: &str) -> Result<(Chosen, Section), Failure> {
        let folder = self.steps.folder.join("options");
        let seed = step_seed(self.file.seed, 20);
        let text = |games: u64| {
            let mut text =
                "# Options of `portolan balance`: the effect of each value on seats, length and strategies.\n"
                    .to_string()
                    + &self.head("settings", measure, games, seed, &folder)
                    + &self.fixed()
                    + "\n[settings]\n";
            for varied in &self.varied {
                let others = varied
                    .values
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != varied.present);
                let values = [&varied.values[varied.present]]
                    .into_iter()
                    .chain(others.map(|(_, value)| value));
                let values: Vec<String> = values.map(|value| quoted(value)).collect();
                let _ = writeln!(text, "{} = [{}]", quoted(&varied.name), values.join(", "));
            }
            text
        };
        self.steps.play(&Step {
            name: "options".to_string(),
            about: format!("options, {} plays", bot_name(measure)),
            share: SHARE,
            fewest: FEWEST,
            text: &text,
        })?;
        let (found, strategies) = self.read(&self.steps.games_of("options"))?;
        let Some((reference, others)) = found.settings.split_first() else {
            return Err(Failure::work("the options were not measured"));
        };
        let section = self.values(measure, reference, others);
        let mut others = others.iter();
        let options: Vec<Vec<OptionValue>> = self
            .varied
            .iter()
            .map(|varied| {
                let value = |index: usize| OptionValue {
                    distance: index.abs_diff(varied.present),
                    measured: match index == varied.present {
                        true => measured_of(reference, &strategies),
                        false => others
                            .next()
                            .map(|other| measured_of(other, &strategies))
                            .unwrap_or_default(),
                    },
                };
                (0..varied.values.len()).map(value).collect()
            })
            .collect();
        let present: Vec<usize> = self.varied.iter().map(|varied| varied.present).collect();
        let (chosen, probability) = choose(&options, &present, &self.targets);
        if !self.steps.launch.is_quiet() {
            let words: Vec<String> = self
                .changed(&chosen)
                .iter()
                .map(|[name, from, to]| format!("{name} {from} → {to}"))
                .collect();
            tell(&format!(
                "options: {}; probability of meeting the targets at least {}",
                if words.is_empty() {
                    "no change".to_string()
                } else {
                    words.join(", ")
                },
                whole_percent(probability)
            ));
        }
        Ok((chosen, section))
    }

    /// Returns the section with the wins of each seat and the length of games for each value of the options.
    fn values(&self, measure: &str, reference: &Setting, others: &[Setting]) -> Section {
        let mut section = Section::new(
            "option-values",
            "The values of the rule options",
            &format!(
                "Each row changes one option; {} plays, and the first row has the present values. The confirmation does not \
                 use these games.",
                bot_name(measure)
            ),
        );
        section.is_open = true;
        let seats = (1..=self.players).map(|seat| format!("wins of seat {seat}"));
        let header: Vec<String> = std::iter::once("rule option".to_string())
            .chain(seats)
            .chain(["turns".to_string()])
            .collect();
        let mut table = Table::new(&format!("l{}", "r".repeat(self.players + 1)), &header);
        let changed = self.varied.iter().flat_map(|varied| {
            let values = varied.values.iter().enumerate();
            let values = values.filter(|(index, _)| *index != varied.present);
            values.map(|(_, value)| format!("{}={value}", varied.name))
        });
        let names = std::iter::once("present values".to_string()).chain(changed);
        for (name, setting) in names.zip(std::iter::once(reference).chain(others)) {
            let wins = setting.shares_of_wins().into_iter();
            let line = wins.fold(Line::of([name]), |line, wins| line.both(wins, 1));
            let turns = Estimate::of_mean(&setting.length, Unit::Times);
            table.push(match turns {
                Some(turns) => line.both(turns, 1),
                None => line.cell("–"),
            });
        }
        section.tables.push(table);
        section
    }

    /// Returns the results by setting and, if they have a target, the strategies.
    fn read(&self, games: &Path) -> Result<(SettingFindings, Vec<Strategy>), Failure> {
        let source = Source::open(games).map_err(Failure::work)?;
        let mut collector = SettingGames::new(&source.manifest);
        source
            .blocks()?
            .each_game(|game| collector.add_game(game))?;
        let strategies = match self.targets.strategies {
            Some(_) => by_condition(&source)?,
            None => Vec::new(),
        };
        Ok((collector.finish(), strategies))
    }

    /// Returns name, present value and chosen value of the options that change.
    pub fn changed(&self, chosen: &[usize]) -> Vec<[String; 3]> {
        let both = self
            .varied
            .iter()
            .zip(chosen)
            .filter(|(varied, chosen)| varied.present != **chosen);
        both.map(|(varied, &chosen)| {
            [
                varied.name.clone(),
                varied.values[varied.present].clone(),
                varied.values[chosen].clone(),
            ]
        })
        .collect()
    }

    /// Returns the options that change with their chosen values.
    pub fn changed_options(&self, chosen: &[usize]) -> Vec<(String, String)> {
        self.changed(chosen)
            .into_iter()
            .map(|[name, _, to]| (name, to))
            .collect()
    }

    fn confirm_share(&self) -> f64 {
        let bots = self.file.confirm.as_ref().map_or(1, Vec::len).max(1);
        CONFIRM_SHARES[usize::from(self.file.targets.items.is_none())] / bots as f64
    }

    /// Plays the game before and after all changes on fresh deals. Returns the results for the targets and all measures.
    pub fn confirm(
        &self,
        chosen: &[usize],
        bot: &str,
        data: Option<&Path>,
    ) -> Result<(Vec<TargetLine>, Vec<MeasureLine>), Failure> {
        let name = format!("confirm-{}-seats", bot_name(bot));
        let folder = self.steps.folder.join(&name);
        let seed = step_seed(self.file.seed, 102);
        let options = self.changed_options(chosen);
        let text = |games: u64| {
            let mut text = "# Confirmation of `portolan balance` on fresh deals: seats and length before and after the changes.\n".to_string()
                + &self.head("sweep", bot, games, seed, &folder)
                + &super::items::set_table(self.file)
                + "\n[[cell]]\nname = \"before\"\n";
            if data.is_some() || !options.is_empty() {
                text += "\n[[cell]]\nname = \"after\"\n";
                if let Some(data) = data {
                    let data = files::lasting(self.steps.folder, &folder, data)
                        .display()
                        .to_string();
                    let _ = writeln!(text, "data = {}", quoted(&data));
                }
                if !options.is_empty() {
                    let _ = write!(text, "[cell.set]\n{}", options_of(&options));
                }
            }
            text
        };
        self.steps.play(&Step {
            name: name.clone(),
            about: format!("confirmation of seats and length, {} plays", bot_name(bot)),
            share: self.confirm_share(),
            fewest: FEWEST,
            text: &text,
        })?;
        let (found, strategies) = self.read(&self.steps.games_of(&name))?;
        let (Some(before), Some(after)) = (found.settings.first(), found.settings.last()) else {
            return Err(Failure::work("the confirmation has no games"));
        };
        let all = self.targets;
        let measure =
            |name: String,
             range: Option<(f64, f64)>,
             is_worse: bool,
             of: &dyn Fn(&Setting) -> Option<Estimate>| MeasureLine {
                name,
                bot: bot_name(bot).to_string(),
                both: [before, after].map(of),
                range: range.map(|(low, high)| Interval { low, high }),
                is_worse: is_worse && range.is_none(),
            };
        let fair = 1.0 / self.players as f64;
        let mut compared = found.evenness.iter();
        let is_less_fair = compared.any(|seats| seats.direction() < 0);
        let seats = (0..self.players).map(|seat| {
            let off = |setting: &Setting| (setting.wins[seat].mean().unwrap_or(fair) - fair).abs();
            measure(
                format!("wins of seat {}", seat + 1),
                all.seats.map(|within| (fair - within, fair + within)),
                is_less_fair && off(after) > off(before),
                &|setting| setting.shares_of_wins().get(seat).copied(),
            )
        });
        let longer = mean_interval(&after.longer, CONFIDENCE);
        let turns = measure(
            "turns".to_string(),
            all.turns,
            longer.is_some_and(|longer| longer.low > 0.0 || longer.high < 0.0),
            &|setting| Estimate::of_mean(&setting.length, Unit::Times),
        );
        let wins = strategies.iter().map(|strategy| {
            let most = all.strategies.map(|most| (0.0, most));
            measure(strategy.name.clone(), most, false, &|setting| {
                strategy.wins[setting.cell]
            })
        });
        let (seats, wins): (Vec<_>, Vec<_>) = (seats.collect(), wins.collect());
        let listed = |measures: &[MeasureLine], stage: usize| {
            let words = measures.iter().filter_map(|line| line.both[stage]);
            words
                .map(|estimate| estimate.words(1))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let strongest = |measures: &[MeasureLine], stage: usize| {
            let known = measures.iter();
            let known = known.filter_map(|line| Some((&line.name, line.both[stage]?)));
            let strongest = known.max_by(|one, other| one.1.value.total_cmp(&other.1.value));
            strongest.map_or("no strategies".to_string(), |(name, wins)| {
                format!("{name}: {}", wins.words(1))
            })
        };
        let only = OptionTargets {
            confidence: all.confidence,
            ..OptionTargets::default()
        };
        let line =
            |target: String,
             targets: OptionTargets,
             measures: &[MeasureLine],
             words: &dyn Fn(&[MeasureLine], usize) -> String| TargetLine {
                target,
                bot: bot_name(bot).to_string(),
                before: words(measures, 0),
                after: words(measures, 1),
                verdict: targets.verdict(&measured_of(after, &strategies)),
            };
        let mut lines = Vec::new();
        if let Some(within) = all.seats {
            let target = format!(
                "wins of every seat within ±{} percentage points of the fair share",
                fixed(100.0 * within, 1)
            );
            let seats_only = OptionTargets {
                seats: all.seats,
                ..only
            };
            lines.push(line(target, seats_only, &seats, &listed));
        }
        let turns = [turns];
        if let Some((from, to)) = all.turns {
            let turns_only = OptionTargets {
                turns: all.turns,
                ..only
            };
            lines.push(line(
                format!("{from} to {to} turns"),
                turns_only,
                &turns,
                &listed,
            ));
        }
        if let Some(most) = all.strategies {
            let target = format!(
                "wins of every strategy against others at most {}",
                percent(most)
            );
            let strategies_only = OptionTargets {
                strategies: all.strategies,
                ..only
            };
            lines.push(line(target, strategies_only, &wins, &strongest));
        }
        let measures = seats.into_iter().chain(turns).chain(wins).collect();
        Ok((lines, measures))
    }
}
