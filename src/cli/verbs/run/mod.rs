//! `portolan run`: plays an experiment file into a results folder.

mod item_answer;
pub(crate) mod launch;
mod mixture;
pub(super) mod result;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::Args;
use serde::Serialize;
use toml::{Table, Value};

use crate::options::setup::{Rules, option_and_value};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::aligned;
use launch::{FinishedRun, Launch, extent, quote};
use mixture::nearest_table;
use portolan_core::prose::{count, thousands};
use portolan_core::random::{Fresh, fresh_seed};
use portolan_core::setting_tree::Tree;
use portolan_run::experiment::catalog::ExperimentFile;
use portolan_run::experiment::resolve::file::{lay, read_tree, settings};
use portolan_run::experiment::resolve::files::files;
use portolan_run::experiment::resolve::{Resolved, resolve};
use portolan_run::play::dyn_game::{abouts, set_up_all};
use portolan_run::play::plan::Plan;
use portolan_run::results::manifest::Status;
use portolan_run::settings::cells::option_value;
use portolan_run::settings::{Constraint, EventLevel, ItemStudy, Kind, MOST_GAMES, Settings};
use portolan_study::mixture_games;
use portolan_study::whole_game::CONFIRMATION;

/// Arguments of `portolan run`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan run best-plan
  portolan run best-plan --games 600 --out results/quick
  portolan run best-plan --resume                resume after Ctrl-C or a crash
  portolan run best-plan --players 3 --bots greedy,net,tuned,bots/mine.toml
  portolan run best-plan --set legacy=L1,L4 --data mine
  portolan run jean-decks --target 0.5           find a deck for an even game
  portolan run mine.toml --list-files            list what another machine needs

The smallest file:
  kind = \"simulate\"
  game = \"maracaibo\"
  bots = [\"greedy\", \"random\"]

Exit code: 0 all games played, 1 stopped or failed, or a game panicked, 2 wrong usage or bad input,
75 another process is using the folder (try again later).")]
pub struct RunArgs {
    #[command(flatten)]
    asked: FileAndKeys,
    /// Find a composition of a mixture experiment with this win rate (0 to 1) for each bot of the experiment
    ///
    /// The nearest composition is played on new deals, into a folder whose name ends in -target-BOT. If the 95 %
    /// interval of its win rate excludes the target, the next composition is played (-target-BOT-2), up to five. The
    /// answer applies to the bots of the experiment: for a player of a certain strength, use the bot of this strength
    /// (beginner to master, see `portolan bots`).
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "shard")]
    target: Option<f64>,
    /// Number of games played with each composition
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "target",
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    target_games: u64,
    /// Play only compositions with this number of items, such as 5 or 4-6
    #[arg(long, value_name = "N", requires = "target", value_parser = sizes)]
    target_size: Option<RangeInclusive<usize>>,
    /// Play only compositions that are easier than with this rule option, such as level=hard
    ///
    /// The games with the option are played first, on the same new deals, into a folder whose name ends in -easier-BOT.
    /// Only compositions with a higher predicted win rate than with the option are played, and only a composition with
    /// a higher measured win rate is an answer.
    #[arg(long, value_name = "OPTION=VALUE", requires = "target", value_parser = option_and_value)]
    target_easier_than: Option<(String, String)>,
    /// Print the files that the run needs, one per line, without playing
    #[arg(long, conflicts_with = "target")]
    list_files: bool,
    /// Print the settings and the conditions without playing
    #[arg(long, conflicts_with = "list_files")]
    dry_run: bool,
    #[command(flatten)]
    launch: Launch,
}

/// Experiment file, and options that replace the keys of the file with equal names.
#[derive(Args, Serialize)]
pub struct FileAndKeys {
    /// Experiment: a name from the list of `portolan experiments`, or the path of a file
    #[serde(skip)]
    file: ExperimentFile,
    /// Set the number of players, instead of the number in the file
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Choose the bots, instead of the bots in the file: names or paths of .toml files
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Option<Vec<String>>,
    /// Play this many games instead of the number in the file, rounded up so that every deal is played in every seating
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Set the master seed, instead of the seed in the file
    #[arg(long, value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    /// Repeat a study of items or settings on this many data sets with varied placeholder rows
    #[arg(long, value_name = "N")]
    perturbed: Option<u32>,
    #[command(flatten)]
    #[serde(flatten)]
    rules: Rules,
}

impl FileAndKeys {
    /// Returns the settings of the experiment: the file and its ancestors with the options of the command line on top.
    pub fn spec(&self) -> Result<Settings, Failure> {
        let mut tree = read_tree(&self.file.path)?;
        lay(&mut tree, Tree::of(self.keys()?));
        let spec = settings(tree)?;
        let mut cells = spec.cell.iter();
        if self.bots.is_some() && !spec.cell.is_empty() && cells.all(|cell| cell.bots.is_some()) {
            return Err(Failure::usage(
                "--bots: every condition of this sweep already has its own line-up",
            ));
        }
        Ok(spec)
    }

    /// Returns the options as keys of an experiment file.
    fn keys(&self) -> Result<Table, Failure> {
        Table::try_from(self).map_err(Failure::usage)
    }

    /// Returns the path of the file, quoted for a shell.
    pub fn file(&self) -> String {
        quote(&self.file.named)
    }

    /// Returns the file name without its extension.
    pub fn file_stem(&self) -> String {
        self.file.stem()
    }

    /// Returns the options, quoted for a shell, each preceded by a space.
    pub fn options(&self) -> String {
        let mut words = Vec::new();
        for (key, value) in self.keys().unwrap_or_default() {
            match value {
                Value::Table(set) => words.extend(set.iter().flat_map(|(option, value)| {
                    let value = option_value(value).unwrap_or_default();
                    [format!("--{key}"), format!("{option}={value}")]
                })),
                value => {
                    words.extend([format!("--{key}"), option_value(&value).unwrap_or_default()])
                }
            }
        }
        words
            .iter()
            .map(|word| format!(" {}", quote(word)))
            .collect()
    }
}

/// Describes what an experiment would play: its settings and its conditions.
fn rehearsed(resolved: &Resolved, out: &Path) -> Result<String, Failure> {
    let experiment = &resolved.experiment;
    let games = set_up_all(&resolved.setups)?;
    let plan = Plan::new(abouts(&games), experiment.seed, experiment.games);
    let mut text = format!(
        "{} of {}, {}, seed {}\n",
        experiment.kind.name(),
        experiment.game,
        count(experiment.players as u64, "player"),
        experiment.seed
    );
    let ends = match experiment.is_sequential() {
        true => " at most; the run ends earlier if its question is settled",
        false => "",
    };
    text.push_str(&format!("{}{ends}\n", extent(&plan)));
    let bots: Vec<String> = experiment
        .bot
        .iter()
        .map(|bot| format!("{} ({})", bot.name, bot.about))
        .collect();
    text.push_str(&format!("bots: {}\n", bots.join("; ")));
    if let Some(study) = experiment.items.as_ref() {
        text.push_str(&format!(
            "{} studied\n",
            count(study.item.len() as u64, "item")
        ));
    }
    let cells = experiment.cells();
    let rows: Vec<Vec<String>> = cells
        .iter()
        .zip(&plan.cells)
        .enumerate()
        .map(|(number, (cell, seatings))| {
            let options = experiment.set.iter().chain(&cell.set);
            let options: BTreeMap<&String, &String> = options.collect();
            let options = options
                .iter()
                .map(|(option, value)| format!("{option}={value}"));
            vec![
                (number + 1).to_string(),
                cell.name.clone(),
                cell.bots.join(","),
                thousands(plan.blocks * seatings.len() as u64),
                options.collect::<Vec<_>>().join(" "),
                cell.data.clone(),
            ]
        })
        .collect();
    let left_out = rows.len().saturating_sub(CELLS_SHOWN);
    let shown: Vec<Vec<String>> = rows.into_iter().take(CELLS_SHOWN).collect();
    let header = ["condition", "name", "line-up", "games", "options", "data"];
    text.push_str(&aligned("rllrll", &header, shown));
    if left_out > 0 {
        text.push_str(&format!(
            "… and {}\n",
            count(left_out as u64, "further condition")
        ));
    }
    text.push_str(&format!("results would go to {}\n", out.display()));
    Ok(text)
}

/// Maximum number of conditions that a dry run lists.
const CELLS_SHOWN: usize = 40;

/// Maximum number of compositions that are played per bot to reach a target.
const TARGET_TRIES: usize = 5;

/// Parses a number or range of items: `5` or `4-6`.
fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) if 0 < low && low <= high => Ok(low..=high),
        _ => Err("expected a number of items or a range, such as 5 or 4-6".to_string()),
    }
}

/// Parses a win rate between 0 and 1, both exclusive.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("expected a share between 0 and 1, such as 0.5".to_string()),
    }
}

impl RunArgs {
    pub fn run(self) -> Result<(), Failure> {
        let spec = self.asked.spec()?;
        let composition = spec
            .mixture
            .as_ref()
            .and_then(|mixture| mixture.composition.clone());
        if self.target.is_some() && composition.is_none() {
            return Err(Failure::usage(
                "--target requires an experiment with kind = \"mixture\" whose [mixture] names a \
                 composition option",
            ));
        }
        let resolved = resolve(&spec)?;
        if let Some((option, value)) = &self.target_easier_than {
            // An unknown option or value is an error before the first game.
            let bot = resolved.experiment.bot[0].name.clone();
            let mut level = of_line_up(&spec, vec![bot; resolved.experiment.players]);
            level.set.insert(option.clone(), value.clone());
            resolve(&level)?;
        }
        if self.list_files {
            let files = files(&spec, &resolved)?;
            let lines = files.iter().map(|path| format!("{}\n", path.display()));
            return print(&lines.collect::<String>());
        }
        if self.dry_run {
            let folder = self.launch.folder(&self.asked.file_stem())?;
            let mut text = rehearsed(&resolved, &folder)?;
            if self.target.is_some() {
                text.push_str(&format!(
                    "then, for each bot, 1 to {TARGET_TRIES} compositions, {} each\n",
                    count(self.target_games, "game")
                ));
            }
            return print(&text);
        }
        let played = self.launch.play(resolved, &self.asked.file_stem())?;
        match (self.target, composition) {
            (Some(target), Some(option)) => self.check_target(&spec, &played, target, &option),
            _ => self.confirm(&spec, &played),
        }
    }

    /// Plays full games on fresh deals for the items with the clearest effects in a factorial experiment. Each item is
    /// withheld from one place that has all other items.
    fn confirm(&self, spec: &Settings, played: &FinishedRun) -> Result<(), Failure> {
        let manifest = &played.outcome.manifest;
        let factorial = manifest
            .experiment
            .items
            .as_ref()
            .and_then(ItemStudy::factorial)
            .filter(|factorial| factorial.confirm > 0);
        let Some(factorial) = factorial else {
            return Ok(());
        };
        if manifest.status != Status::Complete || manifest.shard.is_some() {
            return Ok(());
        }
        let Some(found) = portolan_study::items::read(&played.out, manifest)? else {
            return Ok(());
        };
        if found.first_set().any(|bot| bot.items.is_empty()) {
            tell("too few games to select the items to confirm");
            return Ok(());
        }
        let clearest = found.suspicious().into_iter().take(factorial.confirm);
        let item = |index: usize| {
            let item = &found.study.item[index];
            format!("{}:{}", item.kind, item.label)
        };
        let fresh = Settings {
            kind: Kind::Constraint,
            seed: fresh_seed(spec.seed, Fresh::Confirmation),
            events: match spec.events {
                EventLevel::Items => EventLevel::None,
                events => events,
            },
            items: clearest.map(item).collect(),
            factorial: None,
            constraint: Some(Constraint { always: false }),
            perturbed: 0,
            ..spec.clone()
        };
        let fresh = fresh.with_games(factorial.confirm_games);
        tell("fresh deals for the items with the clearest effects:");
        self.launch
            .play_beside(played, resolve(&fresh)?, CONFIRMATION)?;
        tell("the report of the experiment begins with the results of these games");
        Ok(())
    }

    /// For each bot, plays compositions near the target until the measured win rate agrees with it and, if a reference
    /// level is given, is higher than at that level.
    fn check_target(
        &self,
        spec: &Settings,
        played: &FinishedRun,
        target: f64,
        option: &str,
    ) -> Result<(), Failure> {
        for bot in mixture_games::read(&played.out, &played.outcome.manifest)? {
            let sizes = self.target_size.clone().unwrap_or(0..=usize::MAX);
            // The opponents of the bot are the same as in the study; the deals are fresh.
            let cells = &played.outcome.manifest.experiment.cells;
            let line_up = cells
                .iter()
                .find(|cell| cell.bots.first() == Some(&bot.bot));
            let line_up = line_up.map_or(Vec::new(), |cell| cell.bots.clone());
            let mut fresh = of_line_up(spec, line_up).with_games(self.target_games);
            fresh.seed = fresh_seed(spec.seed, Fresh::Target);
            let harder = match &self.target_easier_than {
                None => None,
                Some((option, value)) => {
                    let mut level = fresh.clone();
                    level.set.insert(option.clone(), value.clone());
                    let suffix = format!("easier-{}", bot.bot);
                    let Some(wins) = self.measure(played, &level, &suffix, &bot.bot)? else {
                        break;
                    };
                    print(&format!(
                        "{} against {option}={value}\n",
                        wins.won(&bot.bot)
                    ))?;
                    Some((format!("{option}={value}"), wins.share))
                }
            };
            let above = harder
                .as_ref()
                .map_or(f64::NEG_INFINITY, |(_, share)| *share);
            if let Some((level, _)) = harder.as_ref().filter(|_| target <= above) {
                tell(&format!(
                    "a composition with the target of {:.1} % would not be easier for {} than {level}",
                    100.0 * target,
                    bot.bot
                ));
                continue;
            }
            if bot.next(target, &sizes, above, &[]).is_none() {
                tell(&match bot.compositions.is_empty() {
                    true => format!("the games of {} do not distinguish the items", bot.bot),
                    false => format!(
                        "no composition for {} is allowed by --target-size and --target-easier-than",
                        bot.bot
                    ),
                });
                continue;
            }
            tell(&nearest_table(&bot, target, &sizes, above));
            let mut measured: Vec<(String, f64)> = Vec::new();
            let mut reached = false;
            while !reached
                && measured.len() < TARGET_TRIES
                && let Some(next) = bot.next(target, &sizes, above, &measured)
            {
                fresh.set.insert(option.to_string(), next.text.clone());
                let suffix = match measured.len() {
                    0 => format!("target-{}", bot.bot),
                    earlier => format!("target-{}-{}", bot.bot, earlier + 1),
                };
                let Some(wins) = self.measure(played, &fresh, &suffix, &bot.bot)? else {
                    return Ok(());
                };
                let hit = (wins.low..=wins.high).contains(&target);
                let easier = harder.as_ref().is_none_or(|_| wins.share > above);
                print(&format!(
                    "{} against {}: {} the target of {:.1} %{}{}\n",
                    wins.won(&bot.bot),
                    next.text,
                    if hit { "agrees with" } else { "misses" },
                    100.0 * target,
                    match &harder {
                        Some((level, _)) if easier => format!(", easier than {level}"),
                        Some((level, _)) => format!(", not easier than {level}"),
                        None => String::new(),
                    },
                    match hit && easier {
                        true => format!("; to play it: --set {option}={}", next.text),
                        false => String::new(),
                    }
                ))?;
                measured.push((next.text.clone(), wins.share));
                reached = hit && easier;
            }
            if !reached {
                tell(&format!(
                    "no composition reached the target for {}",
                    bot.bot
                ));
            }
        }
        Ok(())
    }

    /// Plays games and returns the bot's win rate, or `None` if the games were stopped.
    fn measure(
        &self,
        played: &FinishedRun,
        spec: &Settings,
        suffix: &str,
        bot: &str,
    ) -> Result<Option<Wins>, Failure> {
        let found = self.launch.play_beside(played, resolve(spec)?, suffix)?;
        let mut rows = found.summary.iter();
        let row = rows.find(|row| row.bot == bot && row.seat.is_none());
        let row = row.filter(|_| found.manifest.status == Status::Complete);
        Ok(row.and_then(|row| {
            Some(Wins {
                share: row.win_rate,
                low: row.win_low?,
                high: row.win_high?,
            })
        }))
    }
}

/// Returns the spec of a mixture as games of a single line-up.
fn of_line_up(spec: &Settings, bots: Vec<String>) -> Settings {
    Settings {
        kind: Kind::Simulate,
        bots,
        opponent: None,
        mixture: None,
        perturbed: 0,
        ..spec.clone()
    }
}

/// Measured win rate with its 95 % interval.
struct Wins {
    share: f64,
    low: f64,
    high: f64,
}

impl Wins {
    fn won(&self, bot: &str) -> String {
        let [share, low, high] = [self.share, self.low, self.high].map(|share| 100.0 * share);
        format!("{bot} wins {share:.1} % ({low:.1}–{high:.1})")
    }
}
