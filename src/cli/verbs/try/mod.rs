//! `portolan try`: measures the effects of a change to a game.

pub mod adapt;
pub mod keep;
pub mod length;
pub mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, Command, FromArgMatches};
use toml::{Table, Value};

use self::adapt::{ADAPTED_BOT, Adaptation, save};
use self::keep::keep_files;
use self::length::{complete_length, has_challengers, of_challengers, of_second, record_length};
use self::words::{
    above_zero, bot_in, items_of, options, options_of, options_pairs, quoted, seconds, split,
    the_row,
};
use super::run::launch::{Launch, command_line};
use crate::ui::browser;
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::duration;
use portolan_core::changes::{Changes, RowChange, tables};
use portolan_core::data_changes::data_changes;
use portolan_core::dataset::DataSet;
use portolan_core::files;
use portolan_core::prose::count;
use portolan_core::registry::entry;
use portolan_core::setting_tree::beside;
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_report::files_of_index;
use portolan_report::one_run;
use portolan_run::experiment::pilot_run::pilot;
use portolan_run::experiment::resolve::challengers::of_change;
use portolan_run::experiment::resolve::parts::{bot, placed, read_data};
use portolan_run::experiment::resolve::{Resolved, read_file, resolve};
use portolan_run::experiment::run::Limit;
use portolan_run::play::dyn_game::{DynGame, fingerprint, set_up, set_up_all};
use portolan_run::results::clock::Clock;
use portolan_run::results::folder::{CHANGES, Mode, check_same};
use portolan_run::results::manifest::{Status, WorkManifest, setting_differences};
use portolan_run::results::trial::{CHALLENGERS, EXPERIMENT, GAMES, SECOND, TrialRecord, games_of};
use portolan_run::results::work_folder::WorkFolder;
use portolan_run::settings::{Change, MOST_GAMES};

/// Maximum duration of the pilot that measures the cost of games.
const PILOT: Duration = Duration::from_secs(3);

/// Maximum number of trials of the same change that may start at the same moment.
const MOST_AT_ONCE: u32 = 64;

/// Shares of the time limit for the games of the second player and of the challengers.
const SECOND_SHARE: f64 = 0.3;
const CHALLENGERS_SHARE: f64 = 0.15;

/// Minimum number of planned deals. The time limit may end the games earlier.
const FEWEST_DEALS: u64 = 40;

/// Arguments of `portolan try`.
///
/// One bot plays every seat. Once all questions about the changed items and the fairness of the seats are settled, as many
/// deals again make the estimates more precise. The study also ends at the time limit; the answer then lists open questions
/// with upper bounds. A second bot plays half of the deals; the answer says so if both bots differ significantly.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan try maracaibo --card A055 cost=9
  portolan try maracaibo --card Armourer cost=9 --card A027 vp=2 income_doubloons=1
  portolan try maracaibo --set hand_limit=6 --players 3
  portolan try puerto_rico --building university cost=6 --players 4
  portolan try maracaibo changes.toml --time 5m        a file of changes (portolan new data)
  portolan try maracaibo my-cards                      a folder of component files (portolan data export)
  portolan try maracaibo --card A055 vp=42 --adapt     train the player on the change first
  portolan try maracaibo --card A055 cost=9 --keep mine    keep the change and the experiment

A new row starts as a copy of another one: --card X001 like=A055 name=Pilot cost=7.
--resume with --out continues the trial in that folder; without --out, it needs the change and continues the trial in the
folder named after it. --format csv prints the rows of effects.csv; --format json prints the text, tables and estimates of
report.json.

Exit code: 0 played, 1 stopped or failed, 2 wrong usage or bad input, 75 another process is using the folder.")]
pub struct TryArgs {
    /// Game; optional if --resume and --out are given
    game: Option<String>,
    /// File of changes (tables [FILE.ROW] with lines COLUMN = VALUE) or folder of component files
    file: Option<PathBuf>,
    /// Change a card: its id or name, then COLUMN=VALUE; may be repeated
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    card: Vec<String>,
    /// Change a building: its id or name, then COLUMN=VALUE; may be repeated
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    building: Vec<String>,
    /// Change a tile: its id or name, then COLUMN=VALUE; may be repeated
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    tile: Vec<String>,
    /// Change a quest: its id or name, then COLUMN=VALUE; may be repeated
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    quest: Vec<String>,
    /// Change any row of the component files: ROW, or FILE.ROW if several files have this row, then COLUMN=VALUE; may
    /// be repeated
    #[arg(long, num_args = 2.., value_names = ["ROW", "COLUMN=VALUE"])]
    row: Vec<String>,
    /// Change a rule option; may be repeated (`portolan games GAME` lists them)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Set a rule option for all games, before and after the change; may be repeated
    #[arg(long = "with", value_name = "OPTION=VALUE")]
    with: Vec<String>,
    /// Component files before the change: a folder or a file of changes [default: the shipped set, or the folder that
    /// the file of changes inherits]
    #[arg(long, value_name = "PATH")]
    data: Option<PathBuf>,
    /// Number of players [default: the smallest number with opponents]
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Bot in every seat
    #[arg(long, default_value = "net")]
    bot: String,
    /// Second bot, which plays half of the deals for comparison, or `none` [default: greedy, or fast in games whose
    /// components have no numbers]
    #[arg(long, value_name = "BOT")]
    second: Option<String>,
    /// First train the network of the bot on the change, for this many rounds of 300 games; the trained bot then plays
    /// all games, before and after the change
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "12", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    adapt: Option<u64>,
    /// Maximum playing time, such as 45s, 90 or 5m
    #[arg(long, default_value = "90s", value_parser = seconds, conflicts_with = "games")]
    time: Duration,
    /// Maximum number of games before and after the change, instead of a time limit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Master seed, which determines every deal and every choice
    #[arg(long, default_value_t = 1, value_parser = portolan_core::seed::parse)]
    seed: u64,
    /// Smallest difference in points that matters
    #[arg(long, default_value_t = Change::default().points, value_parser = above_zero::<1000>)]
    points: f64,
    /// Smallest difference in the share of wins that matters
    #[arg(long, default_value_t = Change::default().wins, value_parser = above_zero::<1>)]
    wins: f64,
    /// Write the file of changes, and an experiment that repeats the comparison, to this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    launch: Launch,
}

/// Returns the paths that a file of changes inherits from, nearest first; a folder ends the chain.
fn inherited(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut chain: Vec<PathBuf> = Vec::new();
    let mut next = file.to_path_buf();
    // A cycle is reported when the set is read.
    while !next.is_dir() && !chain[..chain.len().saturating_sub(1)].contains(&next) {
        let text = files::read_text(&next)
            .map_err(|error| Failure::usage(format!("{}: {error}", next.display())))?;
        let changes = Changes::parse(&next, &text).map_err(Failure::usage)?;
        let Some(named) = changes.inherits else {
            break;
        };
        next = beside(&next, &named);
        chain.push(next.clone());
    }
    Ok(chain)
}

/// Settings of a trial before it is written.
struct Draft {
    entry: &'static GameEntry,
    players: usize,
    /// Changed items, in the notation of experiment files.
    items: Vec<String>,
    /// Component files before the change; `None` for the shipped set.
    before: Option<PathBuf>,
    /// File or folder that the changes inherit from.
    base: Option<PathBuf>,
    /// `None` if only rule options change.
    changes: Option<Changes>,
    /// Rule options for both conditions, and for the changed one only, as lines of an experiment file.
    with: String,
    set: String,
    /// The game before and after the change.
    games: [Box<dyn DynGame>; 2],
    /// Hash of the component data before the change.
    data: String,
    /// Hash of the component files to which the changes of the command are applied.
    changed_data: String,
}

impl Draft {
    /// Returns the text of the file of changes in the folder of the trial, or `None` if only rule options change.
    fn changes_text(&self, folder: &Path) -> Option<String> {
        let mut changes = self.changes.clone()?;
        let base = self.base.as_deref();
        changes.inherits = base.map(|path| files::lasting(folder, folder, path));
        Some(changes.text())
    }
}

impl TryArgs {
    pub fn run(self) -> Result<(), Failure> {
        if self.launch.is_of_a_part() {
            return Err(Failure::usage(format!(
                "--shard works only with `portolan run`: write the experiment with --keep, then run {EXPERIMENT} in \
                 parts"
            )));
        }
        let clock = Clock::start();
        if self.launch.resumes()
            && !self.has_change()
            && let Some(there) = self.earlier()?
        {
            let folder = self.launch.out().unwrap_or(Path::new("")).to_path_buf();
            check_same(&folder, &self.own_differences(&there.trial)?)?;
            let (work, there) = WorkFolder::open(&folder, Mode::Resume, clock, there)?;
            return self.carry_out(None, work, there.as_ref(), Duration::ZERO);
        }
        let game = self.game.as_deref().ok_or_else(|| {
            Failure::usage("expected a game, or --resume and --out with the folder of a trial")
        })?;
        let entry = entry(game)?;
        let draft = self.draft(entry)?;
        let record = self.record(&draft)?;
        let folders = self.folders();
        let mut refused = None;
        let opened = folders.into_iter().find_map(|folder| {
            let manifest = WorkManifest::new(self.launch.threads(), record.clone());
            match WorkFolder::open(&folder, self.launch.mode(), clock, manifest) {
                Ok(opened) => Some(opened),
                Err(error) => {
                    refused.get_or_insert(error);
                    None
                }
            }
        });
        let (work, there) = match (opened, refused) {
            (Some(opened), _) => opened,
            (None, Some(error)) => return Err(error.into()),
            (None, None) => {
                return Err(Failure::work(
                    "all folder names for this change are already used in results; choose a folder with --out",
                ));
            }
        };
        match there {
            Some(_) => self.carry_out(Some(&draft), work, there.as_ref(), Duration::ZERO),
            None => self.begin(&draft, work),
        }
    }

    /// Begins a trial. If its settings are rejected, restores the previous content of the folder.
    fn begin(&self, draft: &Draft, work: WorkFolder<TrialRecord>) -> Result<(), Failure> {
        work.begin()?;
        let prepared = self.write(draft, work.path());
        if let Err(Failure::Usage(problem)) = prepared {
            work.abandon()?;
            return Err(Failure::Usage(problem));
        }
        self.carry_out(Some(draft), work, None, prepared?)
    }

    /// Plays a trial, or the remaining games of the trial with the manifest `there`, and writes its page. `piloted` is the
    /// part of the time limit that the pilot took.
    fn carry_out(
        &self,
        draft: Option<&Draft>,
        mut work: WorkFolder<TrialRecord>,
        there: Option<&WorkManifest<TrialRecord>>,
        mut piloted: Duration,
    ) -> Result<(), Failure> {
        let folder = work.path().to_path_buf();
        let path = folder.join(EXPERIMENT);
        if !path.is_file() {
            // The program was killed before the experiment was written.
            let draft = draft.ok_or_else(|| {
                Failure::usage(format!(
                    "{}: the trial stopped before its first game; resume it with its full command: {} --resume",
                    folder.display(),
                    work.manifest.command
                ))
            })?;
            piloted = self.write(draft, &folder)?;
        }
        if let Some(keep) = &self.keep {
            keep_files(
                &folder,
                &[CHANGES, EXPERIMENT],
                keep,
                self.launch.replaces(),
            )?;
        }
        let games = folder.join(GAMES);
        record_length(&path, &games)?;
        let spec = read_file(&path)?;
        let resolved = resolve(&spec)?;
        let time = work.manifest.trial.get("seconds").and_then(Value::as_float);
        // The experiment of a complete trial contains the number of games that were played.
        let is_complete = there.is_some_and(|there| there.status == Status::Complete);
        let time = time.filter(|_| !is_complete);
        let limit = |share| {
            let time = Duration::from_secs_f64(time?).saturating_sub(piloted);
            Some(Limit {
                time: time.mul_f64(share),
                fewest: 1,
            })
        };
        let second = work.manifest.trial.get("second").and_then(Value::as_str);
        let mut rest = 1.0;
        if let Some(bot) = second {
            rest -= SECOND_SHARE;
            let beside = games_of(SECOND, &folder);
            let mut second = of_second(spec.clone(), bot);
            if let Some(games) = complete_length(&beside)? {
                second = second.with_games(games);
            }
            let second = resolve(&second)?;
            self.launch.play_step(
                second,
                &beside,
                limit(SECOND_SHARE),
                !self.launch.is_quiet(),
            )?;
        }
        if has_challengers(entry(&spec.game)?, &resolved)? {
            rest -= CHALLENGERS_SHARE;
            let beside = games_of(CHALLENGERS, &folder);
            let mut audit = resolve(&of_challengers(spec))?;
            let cells = audit.experiment.cells.len() as u64;
            let games = resolved.experiment.games.div_ceil(4 * cells);
            audit.experiment.games = complete_length(&beside)?.unwrap_or(games);
            let announces = !self.launch.is_quiet();
            let limit = limit(CHALLENGERS_SHARE);
            self.launch.play_step(audit, &beside, limit, announces)?;
        }
        let outcome =
            self.launch
                .play_step(resolved, &games, limit(rest), !self.launch.is_quiet())?;
        record_length(&path, &games)?;
        self.launch.print_result(&outcome, &games)?;
        // The page of a complete trial may have been edited.
        let stem = folder.join("report");
        let page = files_of_index(&stem);
        let written = match is_complete && page.iter().all(|path| path.is_file()) {
            true => page.to_vec(),
            false => portolan_report::write(&one_run(&games, &[])?, &stem, true)?,
        };
        work.end(Status::Complete)?;
        work.close()?;
        let page = written.get(1).unwrap_or(&written[0]);
        if self.launch.is_for_people() {
            print(&format!("Page: {}\n", page.display()))?;
        }
        if self.open {
            browser::show(page);
        }
        Ok(())
    }

    /// Returns true if the command has settings besides the game.
    fn has_change(&self) -> bool {
        let mut words = self.rows_given().chain([&self.set, &self.with]);
        self.file.is_some() || words.any(|words| !words.is_empty())
    }

    /// Returns the manifest of the trial in the folder given by `--out`, if its game matches the command.
    fn earlier(&self) -> Result<Option<WorkManifest<TrialRecord>>, Failure> {
        let Some(out) = self.launch.out() else {
            return Ok(None);
        };
        let there = WorkManifest::<TrialRecord>::read(out)?;
        let is_same = |there: &WorkManifest<TrialRecord>| {
            let game = there.trial.get("game").and_then(Value::as_str);
            self.game.is_none() || self.game.as_deref() == game
        };
        Ok(there.filter(is_same))
    }

    /// Returns the differences between a recorded trial and the options of a command without a change.
    fn own_differences(&self, there: &Table) -> Result<Vec<String>, Failure> {
        let game = there.get("game").and_then(Value::as_str);
        let entry = entry(game.unwrap_or_default())?;
        let defaults = Self::augment_args(Command::new("try")).get_matches_from(["try"]);
        let defaults = Self::from_arg_matches(&defaults).map_err(Failure::work)?;
        let (own, defaults) = (self.settings(entry), defaults.settings(entry));
        let given = own
            .into_iter()
            .filter(|(key, value)| defaults.get(key) != Some(value));
        let given: Table = given.collect();
        let recorded = there.iter().filter(|(key, _)| given.contains_key(*key));
        let recorded = recorded.map(|(key, value)| (key.clone(), value.clone()));
        Ok(setting_differences(&recorded.collect::<Table>(), &given))
    }

    /// Returns the settings that do not depend on the change.
    fn settings(&self, entry: &GameEntry) -> Table {
        // Without a folder, all paths are absolute.
        let of_name = |name: &str| bot_in(Path::new(""), Path::new(""), name);
        let mut all = Table::new();
        let mut put = |key: &str, value: Value| all.insert(key.to_string(), value);
        put("player", of_name(&self.bot).into());
        if let Some(second) = self.second(entry) {
            put("second", of_name(&second).into());
        }
        put("seed", self.seed.to_string().into());
        match self.games {
            Some(games) => put("games", (games as i64).into()),
            None => put("seconds", self.time.as_secs_f64().into()),
        };
        if let Some(rounds) = self.adapt {
            put("adapt", (rounds as i64).into());
        }
        put("points", self.points.into());
        put("wins", self.wins.into());
        all
    }

    /// Returns the record of the settings.
    fn record(&self, draft: &Draft) -> Result<TrialRecord, Failure> {
        let second = self.second(draft.entry);
        let mut bots = vec![bot(draft.entry, &self.bot)?];
        if let Some(second) = &second {
            bots.push(bot(draft.entry, second)?);
        }
        let bots = bots.iter().map(Value::try_from);
        let bots: Vec<Value> = bots.collect::<Result<_, _>>().map_err(Failure::work)?;
        let options = |options: &[String], name| -> Result<Value, Failure> {
            let pairs = options_pairs(name, options)?.into_iter();
            Ok(Value::Table(
                pairs.map(|(name, value)| (name, value.into())).collect(),
            ))
        };
        let mut trial = self.settings(draft.entry);
        let mut put = |key: &str, value: Value| trial.insert(key.to_string(), value);
        put("game", draft.entry.name.into());
        put("players", (draft.players as i64).into());
        put("with", options(&self.with, "--with")?);
        put("set", options(&self.set, "--set")?);
        put("data", draft.data.clone().into());
        if self.file.is_some() {
            put("changed_data", draft.changed_data.clone().into());
        }
        let changes = Changes {
            inherits: None,
            ..draft.changes.clone().unwrap_or_default()
        };
        put(
            "changes",
            Value::Table(changes.text().parse().map_err(Failure::work)?),
        );
        put("bot", bots.into());
        Ok(TrialRecord {
            command: command_line("portolan", &[]),
            trial,
        })
    }

    /// Returns the bot that plays half of the deals; `None` without a second player, or if the same bot already plays.
    fn second(&self, entry: &GameEntry) -> Option<String> {
        let default = match entry.improved_by {
            [] => "fast",
            _ => "greedy",
        };
        let bot = self.second.as_deref().unwrap_or(default);
        let plays = self.adapt.is_none() && bot == self.bot;
        (bot != "none" && !plays).then(|| bot.to_string())
    }

    /// Returns the words of each option that changes rows.
    fn rows_given(&self) -> impl Iterator<Item = &Vec<String>> {
        let rows = [
            &self.card,
            &self.building,
            &self.tile,
            &self.quest,
            &self.row,
        ];
        rows.into_iter()
    }

    /// Returns the folders that may be used, in this order: the value of `--out`, or folders in `results` that are named
    /// after the change. With `--resume`, these are the existing ones, the latest first; with `--force`, the latest one;
    /// otherwise unused ones, of which another trial may just have taken the first.
    fn folders(&self) -> Vec<PathBuf> {
        if let Some(out) = self.launch.out() {
            return vec![out.to_path_buf()];
        }
        let game = self.game.as_deref().unwrap_or_default();
        let mut name = format!("try-{game}");
        let file = self.file.as_deref().and_then(Path::file_stem);
        let file = file.map(|stem| stem.to_string_lossy().into_owned());
        let words = self.rows_given().flatten().chain(&self.set);
        for word in file.iter().chain(words) {
            name.push('-');
            name.extend(word.chars().map(|letter| match letter {
                letter if letter.is_alphanumeric() => letter,
                _ => '-',
            }));
        }
        let name: String = name.chars().take(60).collect();
        let name = name.trim_end_matches('-');
        let numbered = |number: u32| match number {
            1 => Path::new("results").join(name),
            number => Path::new("results").join(format!("{name}-{number}")),
        };
        let free = (1..).find(|&number| !numbered(number).exists());
        let free = free.unwrap_or(1);
        let latest = free.saturating_sub(1).max(1);
        match self.launch.mode() {
            Mode::New => (free..free + MOST_AT_ONCE).map(numbered).collect(),
            Mode::Replace => vec![numbered(latest)],
            Mode::Resume => (1..=latest).rev().map(numbered).collect(),
        }
    }

    /// Reads and checks the change.
    fn draft(&self, entry: &'static GameEntry) -> Result<Draft, Failure> {
        let before_path = self.before()?;
        let before = read_data(entry, before_path.as_deref())?;
        let base = self.file.clone().or(before_path.clone());
        let base_data = read_data(entry, base.as_deref())?;
        let rows = self.rows(entry, &base_data)?;
        let options = options("--set", &self.set)?;
        if self.file.is_none() && rows.is_empty() && options.is_empty() {
            return Err(Failure::usage(format!(
                "no change given: name a row (--card ID COLUMN=VALUE; files of {}: {}), an option (--set), or a file of changes",
                entry.name,
                tables(&base_data).collect::<Vec<_>>().join(", ")
            )));
        }
        let changes = Changes {
            rows,
            ..Changes::default()
        };
        let after = self.changed(entry, &base_data, &changes)?;
        let players = self.players.unwrap_or(entry.default_players());
        let setup = GameSetup {
            game: entry.name.to_string(),
            players,
            options: self.options_after()?.into_iter().collect(),
            data: after.clone(),
        };
        let game = set_up(&setup)?;
        let changed = data_changes(&before, &after);
        let before_setup = GameSetup {
            options: options_pairs("--with", &self.with)?.into_iter().collect(),
            // The provenance of rows does not affect play.
            data: match changed.is_empty() {
                true => after.clone(),
                false => before.clone(),
            },
            ..setup.clone()
        };
        let one = fingerprint(&before_setup).ok();
        if one.is_some() && one == fingerprint(&setup).ok() {
            return Err(Failure::usage(format!(
                "the game is the same before and after the change: {}; expected other values",
                self.equal_values(&changes)
            )));
        }
        let changed_rows = changed
            .iter()
            .map(|one| (one.file.as_str(), one.row.as_str()));
        let items = items_of(&*game, changed_rows)?;
        Ok(Draft {
            entry,
            players,
            items,
            before: before_path,
            base,
            changes: (!changes.rows.is_empty() || self.file.is_some()).then_some(changes),
            with: options_of(&options_pairs("--with", &self.with)?),
            set: options,
            // An invalid set-up before the change is rejected with the experiment.
            games: [set_up(&before_setup).or_else(|_| set_up(&setup))?, game],
            data: before.hash(),
            changed_data: base_data.hash(),
        })
    }

    /// Lists the values given by the options, which equal those of the game before the change.
    fn equal_values(&self, changes: &Changes) -> String {
        let cell = |(column, value): (&String, &String)| format!("{column}={value}");
        let cells = |row: &RowChange| {
            let cells: Vec<String> = row.cells.iter().map(cell).collect();
            format!("{} already has {}", row.key, cells.join(" "))
        };
        let rows = changes.rows.iter().map(cells);
        let options = self
            .set
            .iter()
            .map(|option| format!("{option} is already set"));
        let file = self
            .file
            .iter()
            .map(|file| format!("{} changes nothing", file.display()));
        let all: Vec<String> = file.chain(rows).chain(options).collect();
        all.join(", ")
    }

    /// Writes the changes and the experiment of a trial, with the requested number of games or as many as fit into the
    /// time limit. The experiment is written last. Returns the duration of the pilot.
    fn write(&self, draft: &Draft, folder: &Path) -> Result<Duration, Failure> {
        let save = |path: &Path, text: String| {
            files::save(path, text)
                .map_err(|error| Failure::work(format!("{}: {error}", path.display())))
        };
        if let Some(text) = draft.changes_text(folder) {
            save(&folder.join(CHANGES), text)?;
        }
        self.train_on(draft, folder)?;
        let path = folder.join(EXPERIMENT);
        let temporary = files::temporary(&path);
        let text = |games: u64| self.experiment_text(draft, games, folder);
        save(&temporary, text(self.games.unwrap_or(MOST_GAMES)))?;
        let spec = read_file(&temporary)?;
        let resolved = resolve(&spec)?;
        let started = Instant::now();
        let games = match self.games {
            Some(games) => games,
            None => {
                let second = self.second(draft.entry);
                let second = second.map(|bot| of_second(spec, &bot_in(folder, folder, &bot)));
                let second = second.map(|spec| resolve(&spec)).transpose()?;
                self.affordable(&resolved, second.as_ref())?
            }
        };
        let piloted = started.elapsed();
        std::fs::remove_file(&temporary)
            .map_err(|error| Failure::work(format!("{}: {error}", temporary.display())))?;
        save(&path, text(games))?;
        Ok(piloted)
    }

    /// Trains the bot on the change, with `--adapt`.
    fn train_on(&self, draft: &Draft, folder: &Path) -> Result<(), Failure> {
        let Some(rounds) = self.adapt else {
            return Ok(());
        };
        let name = bot_in(folder, folder, &self.bot);
        let bot = bot(draft.entry, &self.bot)?;
        if bot.network.is_none() {
            return Err(Failure::usage(format!(
                "--adapt: bot \"{}\" has no network to train; expected a bot with a network, such as net",
                bot.name
            )));
        }
        let partners = of_change(draft.entry, &bot, &*draft.games[0], &*draft.games[1]);
        let partners = save(&partners, folder)
            .map_err(|error| Failure::work(format!("{}: {error}", folder.display())))?;
        let adaptation = Adaptation {
            partners,
            entry: draft.entry,
            bot: (&name, &bot),
            players: draft.players,
            rounds,
            seed: self.seed,
            data: match &draft.changes {
                Some(_) => Some(CHANGES.to_string()),
                None => draft
                    .before
                    .as_deref()
                    .map(|path| files::lasting(folder, folder, path).display().to_string()),
            },
            set: options_of(&self.options_after()?),
        };
        adaptation.run(folder, &self.launch)
    }

    /// Returns the component files before the change; `None` stands for the shipped set.
    ///
    /// A file of changes is compared with the set at the end of its chain of inherited files, so that the changes of
    /// every file in the chain count. `--data` selects an earlier stage of the chain instead. A folder is compared with
    /// the shipped set or with `--data`.
    fn before(&self) -> Result<Option<PathBuf>, Failure> {
        let Some(file) = self.file.as_deref().filter(|file| !file.is_dir()) else {
            return Ok(self.data.clone());
        };
        let chain = inherited(file)?;
        let Some(data) = &self.data else {
            if let [first, ..] = &chain[..]
                && first.is_file()
                && !self.launch.is_quiet()
            {
                tell(&format!(
                    "the changes of {0} count as part of the change; --data {0} compares with {0} instead",
                    first.display()
                ));
            }
            return Ok(chain.last().filter(|last| last.is_dir()).cloned());
        };
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        match chain
            .iter()
            .any(|one| real(one).is_some() && real(one) == real(data))
        {
            true => Ok(Some(data.clone())),
            false => Err(Failure::usage(format!(
                "--data {}: {} does not inherit it; expected one of the files that it inherits, or add inherits = \"{}\" \
                 to it",
                data.display(),
                file.display(),
                data.display()
            ))),
        }
    }

    /// Returns the changed rows given by the options.
    fn rows(&self, entry: &GameEntry, data: &DataSet) -> Result<Vec<RowChange>, Failure> {
        let kinds = [
            ("card", &self.card),
            ("building", &self.building),
            ("tile", &self.tile),
            ("quest", &self.quest),
            ("", &self.row),
        ];
        let mut rows: Vec<RowChange> = Vec::new();
        for (kind, words) in kinds {
            let mut rest = words.as_slice();
            while let [id, others @ ..] = rest {
                let cells = others.iter().take_while(|word| word.contains('=')).count();
                let (cells, next) = others.split_at(cells);
                rest = next;
                if id.contains('=') || cells.is_empty() {
                    let option = if kind.is_empty() { "row" } else { kind };
                    return Err(Failure::usage(format!(
                        "--{option} {id}: expected an id or a name, followed by COLUMN=VALUE, such \
                         as --card A055 cost=9"
                    )));
                }
                let mut row = RowChange::default();
                for cell in cells {
                    let (column, value) = split("--card", cell, "COLUMN=VALUE, such as cost=9")?;
                    if column == "like" {
                        row.like = Some(value.to_string());
                    } else {
                        row.cells.insert(column.to_string(), value.to_string());
                    }
                }
                let model = row.like.as_deref().unwrap_or(id);
                let (table, key) = the_row(entry, data, kind, model)?;
                row.key = match &row.like {
                    Some(_) => id.clone(),
                    None => key.clone(),
                };
                row.like = row.like.map(|_| key);
                row.table = table;
                match rows
                    .iter_mut()
                    .find(|known| known.table == row.table && known.key == row.key)
                {
                    Some(known) => known.cells.extend(row.cells),
                    None => rows.push(row),
                }
            }
        }
        Ok(rows)
    }

    /// Applies the changes and checks the resulting set.
    fn changed(
        &self,
        entry: &GameEntry,
        base: &DataSet,
        changes: &Changes,
    ) -> Result<DataSet, Failure> {
        let lines = |problems: Vec<portolan_core::dataset::DataProblem>| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Failure::usage(lines.join("\n"))
        };
        let set = changes.apply(base).map_err(lines)?;
        let mut problems = (entry.check)(&set.data);
        problems.retain(|problem| !problem.is_warning());
        match problems.is_empty() {
            true => Ok(set.data),
            false => Err(lines(placed(problems, Some(&set)))),
        }
    }

    /// Returns the rule options after the change.
    fn options_after(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut all: BTreeMap<_, _> = options_pairs("--with", &self.with)?.into_iter().collect();
        all.extend(options_pairs("--set", &self.set)?);
        Ok(all.into_iter().collect())
    }

    /// Returns the text of the experiment file.
    fn experiment_text(&self, draft: &Draft, games: u64, folder: &Path) -> String {
        let Draft {
            entry,
            players,
            items,
            with,
            set,
            ..
        } = draft;
        let bot = match self.adapt {
            Some(_) => ADAPTED_BOT.to_string(),
            None => bot_in(folder, folder, &self.bot),
        };
        let mut text = String::from(
            "# Compares the game before and after a change, on the same deals. `portolan run` \
             repeats it.\n",
        );
        let _ = writeln!(text, "kind = \"change\"\ngame = {}", quoted(entry.name));
        let _ = writeln!(text, "players = {players}\nbots = [{}]", quoted(&bot));
        let _ = writeln!(text, "games = {games}\nseed = {}", self.seed);
        if items.is_empty() {
            text.push_str("events = \"none\"\n");
        } else {
            let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
            let _ = writeln!(
                text,
                "events = \"items\"\ncompress = true\nitems = [{}]",
                items.join(", ")
            );
        }
        if let Some(path) = &draft.before {
            let path = files::lasting(folder, folder, path);
            let _ = writeln!(text, "data = {}", quoted(&path.display().to_string()));
        }
        if !with.is_empty() {
            let _ = write!(text, "\n[set]\n{with}");
        }
        text.push_str("\n[change]\n");
        if draft.changes.is_some() {
            let _ = writeln!(text, "data = \"{CHANGES}\"");
        }
        let _ = writeln!(text, "points = {:?}\nwins = {:?}", self.points, self.wins);
        if !set.is_empty() {
            let _ = write!(text, "\n[change.set]\n{set}");
        }
        text
    }

    /// Estimates the number of games per condition that fit into the time limit, if the second player plays half of the
    /// deals.
    fn affordable(&self, resolved: &Resolved, second: Option<&Resolved>) -> Result<u64, Failure> {
        let started = Instant::now();
        let pilot_time = PILOT.min(self.time / 4) / (1 + u32::from(second.is_some()));
        let measure = |resolved: &Resolved| {
            let games = set_up_all(&resolved.setups)?;
            let found = pilot(&games, &resolved.experiment, pilot_time, &mut |_, _| {})?;
            Ok::<_, Failure>(found)
        };
        let mut found = measure(resolved)?;
        if let Some(second) = second {
            found.block_seconds += measure(second)?.block_seconds / 2.0;
        }
        let cells = resolved.experiment.cells().len() as u64;
        let left = self.time.saturating_sub(started.elapsed()).as_secs_f64();
        let deals = left * self.launch.threads() as f64 / found.block_seconds.max(1e-9);
        let deals = (deals as u64).clamp(FEWEST_DEALS, MOST_GAMES / found.block_size.max(1));
        if !self.launch.is_quiet() {
            tell(&format!(
                "at most {} in about {}; the study ends earlier once all questions are settled and as many deals again are played",
                count(deals, "deal"),
                duration(deals as f64 * found.block_seconds / self.launch.threads() as f64)
            ));
        }
        Ok(deals * (found.block_size / cells))
    }
}
