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
use super::run::launch::{Launch, command_line, default_folder};
use super::r#try::keep::keep_files;
use super::r#try::words::{bot_in, seconds, split};
use crate::ui::browser;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print, tell};
use crate::ui::table::aligned;
use portolan_core::dataset::DataSet;
use portolan_core::files;
use portolan_core::registry::{entry, games};
use portolan_core::setting_tree::Tree;
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_core::suggestion::did_you_mean;
use portolan_players::bots::BotSpec;
use portolan_report::balance::{Balance, TargetLine};
use portolan_report::files_of_index;
use portolan_run::experiment::catalog::file_of;
use portolan_run::experiment::listing::all as all_experiments;
use portolan_run::experiment::resolve::parts::{bot, once_each, read_data};
use portolan_run::play::dyn_game::set_up;
use portolan_run::results::clock::Clock;
use portolan_run::results::folder::{CHANGES, check_same};
use portolan_run::results::trial::BalanceRecord;
use portolan_run::results::work_folder::WorkFolder;
use portolan_run::results::work_manifest::{STUDY, WorkManifest, difference};
use portolan_run::settings::MOST_GAMES;
use portolan_run::settings::balance::{
    BalanceFile, ItemsTarget, NumberKnob, PRICE_CHANGES, SeatsTarget, StrategiesTarget, TurnsTarget,
};

/// Start of the names of the shipped balance files and of results folders.
const FILE_PREFIX: &str = "balance-";
/// Shortest playing time with which the network trains on the changes by default.
const ADAPT_FROM: Duration = Duration::from_secs(600);
/// Default number of training rounds.
const ADAPT_ROUNDS: u64 = 12;
/// Largest difference between the ends of a range of values of a rule option.
const MOST_OPTION_VALUES: i64 = 100;

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
    /// Game, or name or path of a balance file (`portolan new balance` writes one); optional if --resume and --out are
    /// given
    target: Option<String>,
    /// Number of players [default: the smallest number with opponents]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Target for items: within=POINTS, optionally with kind=KIND
    #[arg(long, value_name = "within=POINTS", value_parser = items_target)]
    items: Option<ItemsTarget>,
    /// Target for seats: maximum difference between the share of wins of a seat and its fair share
    #[arg(long, value_name = "SHARE")]
    seats: Option<f64>,
    /// Target for the length of games: mean number of turns
    #[arg(long, value_name = "FROM-TO", value_parser = turns_target)]
    turns: Option<TurnsTarget>,
    /// Target for strategies: maximum share of wins of one strategy against all others
    #[arg(long, value_name = "SHARE")]
    strategies: Option<f64>,
    /// Property of the items that may change: cost, vp or a numeric column of their component file, optionally with a
    /// range of changes, such as cost=-4..6; may be repeated
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
    /// Number of training rounds, of 300 games each, in which the networks adapt to the changes of the first round
    #[arg(long, value_name = "ROUNDS")]
    adapt: Option<u64>,
    /// Playing time, such as 90s or 30m [default: 10m]
    #[arg(long, conflicts_with = "games")]
    time: Option<String>,
    /// Number of games in all steps together, instead of a time limit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Master seed, which determines every deal and every choice
    #[arg(long, value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    /// Print the steps with their numbers of games and expected durations, without playing
    #[arg(long)]
    plan: bool,
    /// Copy the resulting file of changes to this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    launch: Launch,
}

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
                "--shard works only with `portolan run`: run the experiments in the results folder in parts",
            ));
        }
        let clock = Clock::start();
        let (path, folder) = self.paths()?;
        let (file, source) = match self.earlier(path.as_deref(), &folder)? {
            Some(file) => (file, None),
            None => self.settings(path)?,
        };
        // Adds the key to an error, and the location of the key in the balance file unless an option sets it.
        let at = |key: &str, failure: Failure| match (failure, &source) {
            (Failure::Usage(problem), Some(_)) if self.sets(key) => {
                Failure::Usage(format!("--{}: {problem}", key.replace('.', " ")))
            }
            (Failure::Usage(problem), Some(tree)) => {
                let problem = match key {
                    "" => problem,
                    key => format!("{key}: {problem}"),
                };
                BalanceFile::located(tree, &problem).into()
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
        let game = set_up(&setup).map_err(|error| at(&error.key(), error.into()))?;
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
        let mut bots = Vec::new();
        let named = confirm.iter().map(|name| ("confirm", name));
        for (key, name) in named.chain([("measure", &measure)]) {
            let bot = bot(entry, name).map_err(|error| at(key, error.into()))?;
            bot.fits(&*game).map_err(|error| at(key, error.into()))?;
            bots.push(bot);
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
        let record = record(&file, &folder, &base, bots)?;
        let manifest = WorkManifest::new(self.launch.threads(), record);
        let (work, there) = WorkFolder::open(&folder, self.launch.mode(), clock, manifest)?;
        steps.begin(work, there.as_ref())?;
        let parts = Parts {
            steps: &steps,
            file: &file,
            entry,
            players,
            adapts,
            measure: &measure,
            confirm: &confirm,
            items: items.as_ref(),
            options: options.as_ref(),
            levels: levels.as_ref(),
        };
        let found = self.can_keep(&folder).and_then(|()| parts.find());
        let found = match found {
            Err(Failure::Usage(problem)) if there.is_none() => {
                steps.abandon()?;
                return Err(Failure::Usage(problem));
            }
            found => found?,
        };
        let page = found.page();
        // The page of a complete balance may have been edited.
        let stem = folder.join("report");
        let there = files_of_index(&stem);
        let written = match steps.was_complete() && there.iter().all(|path| path.is_file()) {
            true => there.to_vec(),
            false => portolan_report::write(&page, &stem, true)?,
        };
        if let Some(keep) = &self.keep
            && !folder.join(CHANGES).is_file()
        {
            tell(&format!(
                "nothing to copy to {}: no component data are changed",
                keep.display()
            ));
        } else if let Some(keep) = &self.keep {
            keep_files(&folder, &[CHANGES], keep, self.launch.replaces())?;
        }
        steps.end()?;
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

    /// Returns the path of the balance file, if the target is a file, and the results folder.
    fn paths(&self) -> Result<(Option<PathBuf>, PathBuf), Failure> {
        let path = self.target.as_deref().map(balance_file).transpose()?;
        let path = path.flatten();
        let stem = path.as_ref().and_then(|path| path.file_stem());
        let name = stem.map_or(self.target.clone(), |stem| {
            Some(stem.to_string_lossy().into_owned())
        });
        let folder = match (self.launch.out(), name) {
            (Some(out), _) => out.to_path_buf(),
            (None, Some(name)) => {
                let name = name.trim_start_matches(FILE_PREFIX);
                default_folder(&format!("{FILE_PREFIX}{name}"))?
            }
            (None, None) => {
                return Err(Failure::usage(
                    "expected a game or a balance file, or --resume and --out with the folder of a balance",
                ));
            }
        };
        Ok((path, folder))
    }

    /// Returns the settings of the balance in the folder, updated with the options of the command line, if the command
    /// resumes it without a balance file.
    fn earlier(&self, path: Option<&Path>, folder: &Path) -> Result<Option<BalanceFile>, Failure> {
        if !self.launch.resumes() || path.is_some() {
            return Ok(None);
        }
        let Some(there) = WorkManifest::<BalanceRecord>::read(folder)? else {
            return Ok(None);
        };
        let settings = there.balance.get("settings").cloned();
        let settings = settings.unwrap_or(toml::Value::Table(toml::Table::new()));
        let text = toml::to_string(&settings).map_err(Failure::work)?;
        let mut file = BalanceFile::of(&Tree::parse(&folder.join(STUDY), &text)?)?;
        if let Some(game) = &self.target {
            // The other settings are not valid for another game.
            let other = difference("game", &file.game, game);
            check_same(folder, other.as_slice())?;
        }
        self.overrule(&mut file)?;
        Ok(Some(file))
    }

    /// Returns the settings, and the values of the balance file, if there is one.
    fn settings(&self, path: Option<PathBuf>) -> Result<(BalanceFile, Option<Tree>), Failure> {
        let (mut file, source) = match path {
            Some(path) => {
                let text = files::read_text(&path)
                    .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
                let tree = Tree::parse(&path, &text)?;
                (BalanceFile::of(&tree)?, Some(tree))
            }
            None => {
                let file = BalanceFile {
                    game: self.target.clone().ok_or_else(|| {
                        Failure::usage(match self.launch.resumes() {
                            true => "the folder given by --out contains no balance to resume; name a game or a balance file",
                            false => "expected a game or a balance file, or --resume and --out DIR",
                        })
                    })?,
                    seed: 1,
                    ..BalanceFile::default()
                };
                (file, None)
            }
        };
        self.overrule(&mut file)?;
        if let Some(problem) = file.problem() {
            return Err(match &source {
                Some(tree) => BalanceFile::located(tree, &problem).into(),
                None => Failure::usage(format!(
                    "{problem}; options: --items, --seats, --turns, --strategies, --knob, --option"
                )),
            });
        }
        Ok((file, source))
    }

    /// Checks that the file of changes can be copied at the end.
    fn can_keep(&self, folder: &Path) -> Result<(), Failure> {
        let to = self.keep.iter().map(|keep| keep.join(CHANGES));
        let is_free =
            |to: &PathBuf| !to.exists() || self.launch.replaces() || folder.join(CHANGES).is_file();
        match to.into_iter().find(|to| !is_free(to)) {
            None => Ok(()),
            Some(to) => Err(Failure::usage(format!(
                "{}: exists; --force replaces it, or choose another --keep",
                to.display()
            ))),
        }
    }

    /// Returns true if an option of the command line sets the value of this key of the balance file.
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
                Some((from, to, to.checked_sub(from)))
            });
            let values = match range {
                Some((from, to, Some(0..=MOST_OPTION_VALUES))) => {
                    (from..=to).map(toml::Value::Integer).collect()
                }
                Some(_) => {
                    return Err(Failure::usage(format!(
                        "--option {word}: expected FROM..TO with FROM at most TO and a difference of at most {MOST_OPTION_VALUES}"
                    )));
                }
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
}

/// Parts of a balance at its start.
struct Parts<'run> {
    steps: &'run Steps<'run>,
    file: &'run BalanceFile,
    entry: &'static GameEntry,
    players: usize,
    /// Number of training rounds.
    adapts: u64,
    measure: &'run str,
    confirm: &'run [String],
    items: Option<&'run ItemWork<'run>>,
    options: Option<&'run OptionWork<'run>>,
    levels: Option<&'run LevelWork<'run>>,
}

impl Parts<'_> {
    /// Plays all steps and returns the content of the page.
    fn find(&self) -> Result<Balance, Failure> {
        let adaptation = Adapting {
            steps: self.steps,
            file: self.file,
            entry: self.entry,
            players: self.players,
            rounds: self.adapts,
        };
        let mut confirming = self.confirm.to_vec();
        let mut played = None;
        if let Some(items) = self.items {
            let mut adapt = |moves: &Moves| {
                let (adapted, bot) = adaptation.run(items, moves, self.measure, self.confirm)?;
                // The trained bot comes after the bot with which it is compared.
                let at = confirming.len().min(1);
                confirming.splice(at..at, adapted);
                Ok(bot)
            };
            played = Some((items, items.rounds(self.measure, &mut adapt)?));
        }
        let choose = |options: &OptionWork| options.choose(self.measure);
        let chosen = self.options.map(choose).transpose()?;
        let confirmation = Confirmation {
            steps: self.steps,
            file: self.file,
            entry: self.entry,
            players: self.players,
            bots: &confirming,
            measure: self.measure,
            items: played,
            options: self.options.zip(chosen),
            levels: self.levels,
        };
        confirmation.run()
    }
}

/// Returns the record of the settings. Paths inside the results folder are relative to it; other paths are absolute.
fn record(
    file: &BalanceFile,
    folder: &Path,
    base: &DataSet,
    mut bots: Vec<BotSpec>,
) -> Result<BalanceRecord, Failure> {
    let mut file = file.clone();
    file.data = file.data.map(|data| files::lasting(folder, folder, &data));
    let entry = entry(&file.game)?;
    for name in file.bots() {
        bots.push(bot(entry, name)?);
        *name = bot_in(folder, folder, name);
    }
    if let Some(design) = &mut file.knobs.mixture {
        *design = bot_in(folder, folder, design);
    }
    let mut balance = toml::Table::new();
    let settings = toml::Value::try_from(&file).map_err(Failure::work)?;
    let bots = toml::Value::try_from(once_each(&bots)?).map_err(Failure::work)?;
    balance.insert("settings".to_string(), settings);
    balance.insert("data_sha256".to_string(), base.hash().into());
    balance.insert("bot".to_string(), bots);
    Ok(BalanceRecord {
        command: command_line("portolan", &[]),
        balance,
    })
}

/// Returns the path of the balance file, or `None` if the target is a game.
fn balance_file(target: &str) -> Result<Option<PathBuf>, Failure> {
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
