//! `portolan balance`: finds the fewest changes that bring a game within targets, and confirms them on fresh deals.

mod adapting;
mod confirm;
mod items;
mod levels;
mod options;
mod plan;
mod rows;
mod steps;
mod varied;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use self::adapting::Adapting;
use self::confirm::Confirmation;
use self::items::{ItemWork, Moves};
use self::levels::LevelWork;
use self::options::OptionWork;
use self::plan::Plan;
use self::steps::{Budget, Steps};
use super::run::launch::{Launch, default_folder};
use super::r#try::words::{bot_in, seconds, split};
use crate::ui::browser;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print};
use crate::ui::table::aligned;
use portolan_core::files;
use portolan_core::registry::{entry, games};
use portolan_core::setup::{GameSetup, SetupError};
use portolan_core::suggestion::did_you_mean;
use portolan_report::balance::TargetLine;
use portolan_run::experiment::catalog::file_of;
use portolan_run::experiment::listing::all as all_experiments;
use portolan_run::experiment::spec::parts::{bot, read_data};
use portolan_run::play::dyn_game::set_up;
use portolan_run::results::manifest::setting_differences;
use portolan_run::settings::MOST_GAMES;
use portolan_run::settings::balance::{
    BalanceFile, ItemsTarget, NumberKnob, PRICE_CHANGES, SeatsTarget, StrategiesTarget, TurnsTarget,
};

/// Name of the balance file in the results folder.
pub const BALANCE: &str = "balance.toml";
/// Start of the names of the shipped balance files and of results folders.
const FILE_PREFIX: &str = "balance-";
/// Shortest playing time with which the network trains on the changes by default.
const ADAPT_FROM: Duration = Duration::from_secs(600);
/// Default number of training rounds.
const ADAPT_ROUNDS: u64 = 12;
/// Largest difference between the ends of a range of values of a rule option.
const MOST_OPTION_VALUES: i64 = 100;
/// Prefixes of the names of step folders.
const STEPS: [&str; 5] = ["round-", "confirm-", "options", "level", adapting::ADAPT];

/// Arguments of `portolan balance`.
///
/// Rounds of games measure the items, plan changes and measure again with the changes in place. A confirmation on fresh
/// deals compares the game before and after. The results folder contains the changes, the report and
/// every step.
#[derive(Args)]
#[command(mut_arg("shard", |shard| shard.hide(true)), after_help = "Examples:
  portolan balance maracaibo --players 3 --items within=1 --knob cost --max-changes 12 --time 30m
  portolan balance puerto_rico --players 4 --items within=1,kind=buildings --knob cost=-2..3 --knob vp=-1..1
  portolan balance maracaibo --players 3 --seats 0.02 --option seat_doubloons=0..5
  portolan balance balance-jean                        a shipped file: five levels of Jean with equal steps
  portolan new balance mine && portolan balance mine.toml
  portolan balance mine.toml --plan                    print the steps without playing
  portolan balance mine.toml --resume                  continue after an interruption

Exit code: 0 played, 1 stopped or failed, 2 wrong usage or bad input, 75 another process is using the folder.")]
pub struct BalanceArgs {
    /// Game, or balance file by path or name (`portolan new balance` writes one)
    target: String,
    /// Number of players [default: the smallest number with opponents]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Target for items: within=POINTS, optionally with kind=KIND
    #[arg(long, value_name = "within=POINTS", value_parser = items_target)]
    items: Option<ItemsTarget>,
    /// Target for seats: largest difference from the fair share of wins
    #[arg(long, value_name = "SHARE")]
    seats: Option<f64>,
    /// Target for the length of games: mean number of turns
    #[arg(long, value_name = "FROM-TO", value_parser = turns_target)]
    turns: Option<TurnsTarget>,
    /// Target for strategies: largest share of wins of a cluster of strategies against the others
    #[arg(long, value_name = "SHARE")]
    strategies: Option<f64>,
    /// Number of an item that may change: cost, vp or a column of its component file, optionally with a range of changes;
    /// may be repeated
    #[arg(long, value_name = "cost[=LEAST..MOST]", allow_hyphen_values = true)]
    knob: Vec<String>,
    /// Rule option that may change, with its possible values, such as 3,4,5 or 3..5; may be repeated
    #[arg(long, value_name = "OPTION=VALUE,VALUE")]
    option: Vec<String>,
    /// Set a rule option in all games; may be repeated
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Component files to start from: a folder or a file of changes
    #[arg(long, value_name = "PATH")]
    data: Option<PathBuf>,
    /// Maximum number of changed items
    #[arg(long, value_name = "N")]
    max_changes: Option<usize>,
    /// Bot that plays the rounds
    #[arg(long, value_name = "BOT")]
    measure: Option<String>,
    /// Bots that play the confirmation
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    confirm: Vec<String>,
    /// Rounds of 300 games in which the networks train on the changes of the first round
    #[arg(long, value_name = "ROUNDS")]
    adapt: Option<u64>,
    /// Playing time, such as 90s or 30m [default: 10m]
    #[arg(long, conflicts_with = "games")]
    time: Option<String>,
    /// Number of games in all steps together, instead of a time limit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Master seed: it determines every deal and every choice
    #[arg(long, value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    /// Print the steps with their games and expected time, without playing
    #[arg(long)]
    plan: bool,
    /// Copy the file of changes to a folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    launch: Launch,
}

/// A balance file and its text.
type Source = (PathBuf, String);

fn items_target(text: &str) -> Result<ItemsTarget, String> {
    let mut target = ItemsTarget {
        kind: None,
        within: f64::NAN,
    };
    for part in text.split(',') {
        match part.split_once('=') {
            Some(("within", points)) => target.within = points.parse().unwrap_or(f64::NAN),
            Some(("kind", kind)) => target.kind = Some(kind.to_string()),
            _ => target.within = f64::NAN,
        }
    }
    match target.within.is_nan() {
        false => Ok(target),
        true => {
            Err("expected within=POINTS or within=POINTS,kind=KIND, such as within=3".to_string())
        }
    }
}

fn turns_target(text: &str) -> Result<TurnsTarget, String> {
    let ends = text
        .split_once('-')
        .map(|(from, to)| (from.parse(), to.parse()));
    match ends {
        Some((Ok(from), Ok(to))) => Ok(TurnsTarget { from, to }),
        _ => Err("expected FROM-TO, such as 30-36".to_string()),
    }
}

impl BalanceArgs {
    pub fn run(self) -> Result<(), Failure> {
        if self.launch.is_of_a_part() {
            return Err(Failure::usage(
                "--shard is for `portolan run`: the experiments in the results folder can be run in parts",
            ));
        }
        self.can_keep()?;
        let (file, folder, source) = self.prepare()?;
        // Adds the key to an error, and the location of the key in the balance file unless an option sets it.
        let at = |key: &str, failure: Failure| match (failure, &source) {
            (Failure::Usage(problem), Some(_)) if self.sets(key) => {
                Failure::Usage(format!("--{}: {problem}", key.replace('.', " ")))
            }
            (Failure::Usage(problem), Some((path, text))) => {
                let problem = match key {
                    "" => problem,
                    key => format!("{key}: {problem}"),
                };
                Failure::Usage(BalanceFile::located(path, text, &problem))
            }
            (failure, _) => failure,
        };
        let entry = entry(&file.game).map_err(|error| at("game", error.into()))?;
        let players = file.players.unwrap_or(entry.default_players());
        let base =
            read_data(entry, file.data.as_deref()).map_err(|error| at("data", error.into()))?;
        let setup = GameSetup {
            game: entry.name.to_string(),
            players,
            options: file
                .options()
                .map_err(|problem| at("set", Failure::Usage(problem)))?
                .into_iter()
                .collect(),
            data: base.clone(),
        };
        let game = set_up(&setup).map_err(|error| {
            let key = match &error {
                SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
                    format!("set.{name}")
                }
                SetupError::UnknownGame { .. } => "game".to_string(),
                SetupError::Players { .. } => "players".to_string(),
                SetupError::Data(_) => "data".to_string(),
            };
            at(&key, error.into())
        })?;
        let budget = match file.games {
            Some(games) => Budget::Games(games),
            None => Budget::Time(
                seconds(file.time.as_deref().unwrap_or("10m"))
                    .map_err(|problem| at("", Failure::usage(format!("time: {problem}"))))?,
            ),
        };
        let steps = Steps::new(&self.launch, &folder, budget);
        let measure = file.measure.clone().unwrap_or("policy".to_string());
        let confirm = file.confirm.clone().unwrap_or(vec!["net".to_string()]);
        let named = confirm.iter().map(|name| ("confirm", name));
        for (key, name) in named.chain([("measure", &measure)]) {
            let bot = bot(entry, name).map_err(|error| at(key, error.into()))?;
            bot.fits(&*game).map_err(|error| at(key, error.into()))?;
        }
        let unfit = |failure| at("", failure);
        let items = ItemWork::new(&steps, &file, entry, &*game, &base, players).map_err(unfit)?;
        let options = OptionWork::new(&steps, &file, entry, &setup).map_err(unfit)?;
        let levels = LevelWork::new(&steps, &file, entry).map_err(unfit)?;
        let adapts = match (file.adapt, budget) {
            (Some(rounds), _) => rounds,
            (None, Budget::Time(time)) if time >= ADAPT_FROM && items.is_some() => ADAPT_ROUNDS,
            _ => 0,
        };
        if self.plan {
            return Plan {
                steps: &steps,
                file: &file,
                entry,
                game: &*game,
                measure: &measure,
                confirm: &confirm,
                adapts,
                budget,
            }
            .print();
        }
        self.save_file(&file, &folder)?;
        let adaptation = Adapting {
            steps: &steps,
            file: &file,
            entry,
            players,
            rounds: adapts,
        };
        let mut confirming = confirm.clone();
        let mut played = None;
        if let Some(items) = &items {
            let mut adapt = |moves: &Moves| {
                let (adapted, bot) = adaptation.run(items, moves, &measure, &confirm)?;
                // The trained bot comes after the one that it is compared with.
                let at = confirming.len().min(1);
                confirming.splice(at..at, adapted);
                Ok(bot)
            };
            let rounds = items.rounds(&measure, &mut adapt)?;
            played = Some((items, rounds));
        }
        let chosen = options
            .as_ref()
            .map(|options| options.choose(&measure))
            .transpose()?;
        let confirmation = Confirmation {
            steps: &steps,
            file: &file,
            entry,
            players,
            bots: &confirming,
            measure: &measure,
            items: played,
            options: options.as_ref().zip(chosen),
            levels: levels.as_ref(),
        };
        let found = confirmation.run()?;
        let page = found.page();
        let written = portolan_report::write(&page, &folder.join("report"), true)?;
        if let Some(keep) = &self.keep {
            self.keep_changes(&folder, keep)?;
        }
        let read = |name| files::read_text(&folder.join(name)).map_err(Failure::work);
        let text = match self.launch.format() {
            Format::Table => {
                let is_changed = found.is_changed();
                let rows = found.all_targets().into_iter();
                let rows = rows.map(|target| target.cells(is_changed));
                let table = aligned("lllll", TargetLine::header(is_changed), rows.collect());
                let text = format!("{}\n\n{table}\nFiles: {}\n", page.answer, folder.display());
                text.replace('\u{a0}', " ")
            }
            Format::Json => read("report.json")?,
            Format::Csv => read("effects.csv")?,
        };
        print(&text)?;
        if self.open {
            browser::show(written.get(1).unwrap_or(&written[0]));
        }
        Ok(())
    }

    /// Returns the settings, the results folder and the balance file with its text, if there is one. With `--resume`, the
    /// settings come from the folder.
    fn prepare(&self) -> Result<(BalanceFile, PathBuf, Option<Source>), Failure> {
        let path = self.file()?;
        let stem = path.as_ref().and_then(|path| path.file_stem());
        let name = stem.map_or(self.target.clone(), |stem| {
            stem.to_string_lossy().into_owned()
        });
        let name = name.trim_start_matches(FILE_PREFIX);
        let folder = match self.launch.out() {
            Some(out) => out.to_path_buf(),
            None => default_folder(&format!("{FILE_PREFIX}{name}"))?,
        };
        let saved = folder.join(BALANCE);
        let read = |path: &Path| -> Result<_, Failure> {
            let text = files::read_text(path)
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
            let file = BalanceFile::parse(path, &text).map_err(Failure::usage)?;
            Ok((file, Some((path.to_path_buf(), text))))
        };
        if self.launch.resumes() && saved.is_file() {
            let (file, source) = read(&saved)?;
            self.same_settings(&file)?;
            return Ok((file, folder, source));
        }
        let (mut file, source) = match &path {
            Some(path) => read(path)?,
            None => {
                let file = BalanceFile {
                    game: self.target.clone(),
                    seed: 1,
                    ..BalanceFile::default()
                };
                (file, None)
            }
        };
        self.overrule(&mut file)?;
        if let Some(problem) = file.problem() {
            return Err(Failure::usage(match &source {
                Some((path, text)) => BalanceFile::located(path, text, &problem),
                None => format!(
                    "{problem}; options: --items, --seats, --turns, --strategies, --knob, --option"
                ),
            }));
        }
        let is_ours = saved.is_file();
        let occupied = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
        if occupied && !self.plan {
            match self.launch.replaces() && is_ours {
                true => remove_steps(&folder)?,
                false if is_ours => {
                    return Err(Failure::usage(format!(
                        "{}: exists; --resume continues it, --force replaces it, or choose another --out",
                        folder.display()
                    )));
                }
                false => {
                    return Err(Failure::usage(format!(
                        "{}: exists and does not contain a balance; choose another --out",
                        folder.display()
                    )));
                }
            }
        }
        Ok((file, folder, source))
    }

    /// Checks that no option differs from the settings of a balance that continues. Paths may be written differently.
    fn same_settings(&self, file: &BalanceFile) -> Result<(), Failure> {
        let mut asked = file.clone();
        self.overrule(&mut asked)?;
        let is_path = |bot: &String| bot.ends_with(".toml");
        asked.data.clone_from(&file.data);
        if asked.measure.iter().any(is_path) {
            asked.measure.clone_from(&file.measure);
        }
        if asked.confirm.iter().flatten().any(is_path) {
            asked.confirm.clone_from(&file.confirm);
        }
        match setting_differences(file, &asked).as_slice() {
            [] => Ok(()),
            differences => Err(Failure::usage(format!(
                "--resume continues with the settings of the folder, which differ: {}; leave out these options, or choose another --out",
                differences.join("; ")
            ))),
        }
    }

    /// Checks that the file of changes can be copied at the end.
    fn can_keep(&self) -> Result<(), Failure> {
        let to = self.keep.iter().map(|keep| keep.join(items::CHANGES));
        match to
            .into_iter()
            .find(|to| to.exists() && !self.launch.replaces())
        {
            None => Ok(()),
            Some(to) => Err(Failure::usage(format!(
                "{}: exists; choose another --keep",
                to.display()
            ))),
        }
    }

    /// Returns the path of the balance file, or `None` if the target is a game.
    fn file(&self) -> Result<Option<PathBuf>, Failure> {
        let target = &self.target;
        let mut names = games().iter().map(|game| game.name);
        if names.any(|name| name == target) {
            return Ok(None);
        }
        let named = file_of(target, PathBuf::from(target));
        named.map(Some).map_err(|_| {
            let files = all_experiments().into_iter().map(|listed| listed.name);
            let files = files.filter(|name| name.starts_with(FILE_PREFIX));
            let names = games().iter().map(|game| game.name.to_string());
            let known: Vec<String> = names.chain(files).collect();
            Failure::usage(format!(
                "\"{target}\" is neither a game nor a balance file{}; `portolan games` lists the games, and `portolan new balance` writes a file",
                did_you_mean(target, known.iter().map(String::as_str))
            ))
        })
    }

    /// Replaces settings of the file with options of the command line.
    /// Returns true if an option sets the value of this key.
    fn sets(&self, key: &str) -> bool {
        let named = |words: &[String], name: &str| {
            let mut words = words.iter();
            words.any(|word| word.split('=').next() == Some(name))
        };
        match key {
            "players" => self.players.is_some(),
            "measure" => self.measure.is_some(),
            "confirm" => !self.confirm.is_empty(),
            "data" => self.data.is_some(),
            key => key
                .strip_prefix("set.")
                .is_some_and(|name| named(&self.set, name)),
        }
    }

    fn overrule(&self, file: &mut BalanceFile) -> Result<(), Failure> {
        let text = |value: &str| toml::Value::String(value.to_string());
        file.players = self.players.or(file.players);
        file.measure = self.measure.clone().or(file.measure.take());
        file.adapt = self.adapt.or(file.adapt);
        file.seed = self.seed.unwrap_or(file.seed.max(1));
        file.data = self.data.clone().or(file.data.take());
        if !self.confirm.is_empty() {
            file.confirm = Some(self.confirm.clone());
        }
        if self.time.is_some() || self.games.is_some() {
            (file.time, file.games) = (self.time.clone(), self.games);
        }
        file.limits.changes = self.max_changes.unwrap_or(file.limits.changes);
        file.targets.items = self.items.clone().or(file.targets.items.take());
        file.targets.turns = self.turns.clone().or(file.targets.turns.take());
        if let Some(most) = self.strategies {
            file.targets.strategies = Some(StrategiesTarget { most });
        }
        if let Some(within) = self.seats {
            file.targets.seats = Some(SeatsTarget { within });
        }
        for word in &self.set {
            let (name, value) = split("--set", word, "OPTION=VALUE, such as hand_limit=6")?;
            file.set.insert(name.to_string(), text(value));
        }
        for word in &self.option {
            let (name, values) = split(
                "--option",
                word,
                "OPTION=VALUE,VALUE or OPTION=FROM..TO, such as hand_limit=3..5",
            )?;
            let range = values.split_once("..").and_then(|(from, to)| {
                let (from, to): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
                (to - from <= MOST_OPTION_VALUES).then_some(from..=to)
            });
            let values = match range {
                Some(range) => range.map(toml::Value::Integer).collect(),
                None => values.split(',').map(text).collect(),
            };
            file.knobs.option.insert(name.to_string(), values);
        }
        for word in &self.knob {
            let wrong = || {
                Failure::usage(format!(
                    "--knob {word}: expected cost, vp or a column, optionally with a range, such as cost=-4..6; --option is for rule options"
                ))
            };
            let (name, range) = word.split_once('=').unwrap_or((word, ""));
            let by = match range.split_once("..") {
                None if range.is_empty() && name == "cost" => PRICE_CHANGES,
                None if range.is_empty() && name == "vp" => NumberKnob { by: [-2, 2] },
                None if range.is_empty() => NumberKnob { by: [-1, 1] },
                Some((least, most)) => NumberKnob {
                    by: [
                        least.parse().map_err(|_| wrong())?,
                        most.parse().map_err(|_| wrong())?,
                    ],
                },
                None => return Err(wrong()),
            };
            match name {
                "cost" => file.knobs.cost = Some(by),
                "vp" => file.knobs.vp = Some(by),
                "" => return Err(wrong()),
                column => {
                    file.knobs.column.insert(column.to_string(), by);
                }
            }
        }
        Ok(())
    }

    /// Writes the settings to the results folder, with paths relative to this folder.
    fn save_file(&self, file: &BalanceFile, folder: &Path) -> Result<(), Failure> {
        let failed = |error| Failure::work(format!("{}: {error}", folder.display()));
        // Paths are relative to this folder, so it has to exist.
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut file = file.clone();
        file.data = file.data.map(|data| files::seen_from(folder, &data));
        for name in file.names() {
            *name = bot_in(folder, name);
        }
        let text = toml::to_string(&file).map_err(Failure::work)?;
        files::save(&folder.join(BALANCE), text).map_err(failed)
    }

    fn keep_changes(&self, folder: &Path, keep: &Path) -> Result<(), Failure> {
        let (from, to) = (folder.join(items::CHANGES), keep.join(items::CHANGES));
        if !from.is_file() {
            return Ok(());
        }
        let failed = |error| Failure::work(format!("{}: {error}", to.display()));
        std::fs::create_dir_all(keep).map_err(failed)?;
        let text = files::read_regular(&from).map_err(failed)?;
        files::save(&to, super::r#try::keep::moved(&text, folder, keep)).map_err(failed)
    }
}

/// Removes the steps and files of an earlier balance from a folder.
fn remove_steps(folder: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::work(format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_step = STEPS.iter().any(|step| name.starts_with(step));
        if is_step && path.is_dir() {
            std::fs::remove_dir_all(&path).map_err(failed)?;
        }
    }
    for name in [BALANCE, items::CHANGES] {
        let _ = std::fs::remove_file(folder.join(name));
    }
    Ok(())
}
