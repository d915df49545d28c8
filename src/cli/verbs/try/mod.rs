//! `portolan try`: measures the effects of a change to a game.

pub mod adapt;
pub mod keep;
pub mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use toml::{Table, Value};

use self::adapt::{ADAPTED_BOT, Adaptation, LEARNING};
use self::keep::{CHANGES, keep_files};
use self::words::{
    bot_in, items_of, options, options_of, options_pairs, quoted, seconds, split, the_row,
};
use super::run::launch::Launch;
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
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_report::one_run;
use portolan_run::experiment::pilot_run::pilot;
use portolan_run::experiment::spec::parts::{bot, placed, read_data};
use portolan_run::experiment::spec::{Length, Resolved, Spec, read_file, resolve};
use portolan_run::play::dyn_game::{fingerprint, set_up, set_up_all};
use portolan_run::results::folder::check_same;
use portolan_run::results::manifest::{Status, setting_differences};
use portolan_run::results::trial::{EXPERIMENT, GAMES, SECOND, second_games};
use portolan_run::settings::file::beside;
use portolan_run::settings::{Interest, MOST_GAMES};

/// Maximum duration of the pilot that measures the cost of games.
const PILOT: Duration = Duration::from_secs(3);

/// Minimum number of planned deals, even if they exceed the time limit.
const FEWEST_DEALS: u64 = 40;

/// Arguments of `portolan try`.
///
/// One bot plays every seat. Once all questions are settled, an equal number of fresh deals gives unbiased estimates.
/// The study also ends at the time limit; the answer then lists open questions with upper bounds. A second bot plays
/// half of the deals; the answer says so if both bots differ significantly.
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
--resume needs the change and settings of the trial that it continues; without --out, it uses the folder named after the
change. --format csv prints the rows of effects.csv; --format json prints the text, tables and estimates of report.json.

Exit code: 0 played, 1 stopped or failed, 2 wrong usage or bad input, 75 another process is using the folder.")]
pub struct TryArgs {
    /// Game
    game: String,
    /// File of changes (tables [FILE.ROW] with lines COLUMN = VALUE) or folder of component files
    file: Option<PathBuf>,
    /// Change a card: its id or name, then COLUMN=VALUE; may be repeated
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    card: Vec<String>,
    /// Change a building in the same way
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    building: Vec<String>,
    /// Change a tile in the same way
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    tile: Vec<String>,
    /// Change a quest in the same way
    #[arg(long, num_args = 2.., value_names = ["ID", "COLUMN=VALUE"])]
    quest: Vec<String>,
    /// Change any row of the component files in the same way: ROW, or FILE.ROW where several files have one
    #[arg(long, num_args = 2.., value_names = ["ROW", "COLUMN=VALUE"])]
    row: Vec<String>,
    /// Change a rule option; may be repeated (`portolan games GAME` lists them)
    #[arg(long = "set", value_name = "OPTION=VALUE")]
    set: Vec<String>,
    /// Set a rule option before and after the change; may be repeated
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
    /// Bot that plays half of the deals for comparison, or `none` [default: greedy, or fast in games whose components
    /// have no numbers]
    #[arg(long, value_name = "BOT")]
    second: Option<String>,
    /// First train the bot's network on the change, for this many rounds of 300 games; the trained bot plays before and
    /// after the change
    #[arg(long, value_name = "ROUNDS", num_args = 0..=1, default_missing_value = "12", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    adapt: Option<u64>,
    /// Longest playing time, such as 45s, 90 or 5m
    #[arg(long, default_value = "90s", value_parser = seconds, conflicts_with = "games")]
    time: Duration,
    /// Largest number of games before and after the change, without a limit of time
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Master seed: it determines every deal and every choice
    #[arg(long, default_value_t = 1, value_parser = portolan_core::seed::parse)]
    seed: u64,
    /// Smallest difference in points that matters
    #[arg(long, default_value_t = Interest::default().points)]
    points: f64,
    /// Smallest difference in the share of wins that matters
    #[arg(long, default_value_t = Interest::default().wins)]
    wins: f64,
    /// Write the file of changes and an experiment that repeats this comparison to a folder
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
}

impl Draft {
    /// Returns the text of the file of changes in the folder of the trial, or `None` if only rule options change.
    fn changes_text(&self, folder: &Path) -> Option<String> {
        let mut changes = self.changes.clone()?;
        let base = self.base.as_deref();
        changes.inherits = base.map(|path| files::seen_from(folder, path));
        Some(changes.text())
    }
}

impl TryArgs {
    pub fn run(self) -> Result<(), Failure> {
        if self.launch.is_of_a_part() {
            return Err(Failure::usage(format!(
                "--shard is for `portolan run`: keep the experiment with --keep, then run {EXPERIMENT} in parts"
            )));
        }
        let entry = entry(&self.game)?;
        let folder = self.folder(entry)?;
        let resolved = if self.launch.resumes() && folder.join(EXPERIMENT).is_file() {
            self.check_resumed(entry, &folder)?;
            resolve(&read_file(&folder.join(EXPERIMENT))?)?
        } else {
            self.prepare(entry, &folder)?
        };
        if let Some(keep) = &self.keep {
            keep_files(&folder, keep, self.launch.replaces())?;
        }
        let games = folder.join(GAMES);
        let second = self.second(entry, &read_file(&folder.join(EXPERIMENT))?, &folder);
        let second = second.map(|spec| resolve(&spec)).transpose()?;
        let second = second.map(|resolved| (resolved, SECOND));
        let played = self.launch.play_both(second, resolved, games.clone())?;
        if played.outcome.manifest.status != Status::Complete {
            return Ok(());
        }
        let page = one_run(&games, &[])?;
        let written = portolan_report::write(&page, &folder.join("report"), true)?;
        let page = written.get(1).unwrap_or(&written[0]);
        if self.launch.is_for_people() {
            print(&format!("Page: {}\n", page.display()))?;
        }
        if self.open {
            browser::show(page);
        }
        Ok(())
    }

    /// Returns the experiment of the second player, who plays half of the deals; `None` without a second player, or if
    /// the same bot already plays.
    fn second(&self, entry: &GameEntry, spec: &Spec, folder: &Path) -> Option<Spec> {
        let default = match entry.improved_by {
            [] => "fast",
            _ => "greedy",
        };
        let bot = self.second.as_deref().unwrap_or(default);
        let bot = bot_in(folder, bot);
        let Length::Games(games) = spec.length else {
            return None;
        };
        (bot != "none" && spec.bots != [bot.as_str()]).then(|| Spec {
            bots: vec![bot],
            length: Length::Games(games.div_ceil(2)),
            ..spec.clone()
        })
    }

    /// Returns the folder of the trial: the value of `--out`, or an unused folder in `results` that is named after the
    /// change. With `--resume` and `--force`, the latest such folder is used.
    fn folder(&self, entry: &GameEntry) -> Result<PathBuf, Failure> {
        if let Some(out) = self.launch.out() {
            let other = out.exists() && !out.join(EXPERIMENT).is_file();
            let occupied = std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
            let taken = other && occupied || out.join(EXPERIMENT).is_file();
            if taken && !self.launch.resumes() && !self.launch.replaces() {
                return Err(Failure::usage(format!(
                    "{}: exists and is not empty; --resume continues a trial, --force replaces it, or choose another --out",
                    out.display()
                )));
            }
            return Ok(out.to_path_buf());
        }
        let mut name = format!("try-{}", entry.name);
        let file = self.file.as_deref().and_then(Path::file_stem);
        let file = file.map(|stem| stem.to_string_lossy().into_owned());
        let rows = [
            &self.card,
            &self.building,
            &self.tile,
            &self.quest,
            &self.row,
        ];
        let words = rows.into_iter().flatten().chain(&self.set);
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
        let free = (1..)
            .find(|&number| !numbered(number).exists())
            .unwrap_or(1);
        let latest = free.saturating_sub(1).max(1);
        Ok(match self.launch.resumes() || self.launch.replaces() {
            true => numbered(latest),
            false => numbered(free),
        })
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
        // An invalid set-up before the change is rejected with the experiment.
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

    /// Compares the trial in the folder with the requested one, except for the number of games if only its duration is
    /// limited.
    ///
    /// # Errors
    /// [`Failure`] if they differ, with the settings that differ.
    fn check_resumed(&self, entry: &'static GameEntry, folder: &Path) -> Result<(), Failure> {
        let parsed = |text: &str| text.parse::<Table>().unwrap_or_default();
        let stored = |name: &str| parsed(&files::read_text(&folder.join(name)).unwrap_or_default());
        let mut there = stored(EXPERIMENT);
        let game = |game: &str| Table::from_iter([("game".to_string(), Value::from(game))]);
        if let Some(other) = there.get("game").and_then(Value::as_str)
            && other != entry.name
        {
            check_same(
                folder,
                &setting_differences(&game(other), &game(entry.name)),
            )?;
        }
        let begun = second_games(folder);
        if self.second.as_deref() == Some("none") && begun.exists() {
            return Err(Failure::usage(format!(
                "{}: this trial has a second player; resume it without `--second none`",
                begun.display()
            )));
        }
        let draft = self.draft(entry)?;
        let planned = there.get("games").and_then(Value::as_integer);
        let games = self
            .games
            .or(planned.and_then(|games| games.try_into().ok()));
        let mut here = parsed(&self.experiment_text(&draft, games.unwrap_or(MOST_GAMES), folder));
        let changes = draft.changes_text(folder).unwrap_or_default();
        there.insert("changes".to_string(), stored(CHANGES).into());
        here.insert("changes".to_string(), parsed(&changes).into());
        let training = stored(LEARNING);
        if let (Some(rounds), false) = (self.adapt, training.is_empty()) {
            for key in ["rounds", "start"] {
                there.extend(
                    training
                        .get(key)
                        .map(|value| (key.to_string(), value.clone())),
                );
            }
            here.insert("rounds".to_string(), Value::from(rounds as i64));
            here.insert("start".to_string(), bot_in(folder, &self.bot).into());
        }
        Ok(check_same(folder, &setting_differences(&there, &here))?)
    }

    /// Writes the changes and the experiment to the folder. Returns the resolved experiment.
    fn prepare(&self, entry: &'static GameEntry, folder: &Path) -> Result<Resolved, Failure> {
        let draft = self.draft(entry)?;
        // If the change is rejected, the previous files are restored.
        let earlier = [CHANGES, EXPERIMENT].map(|name| {
            let path = folder.join(name);
            let text = std::fs::read(&path).ok();
            (path, text)
        });
        let written = self.write(draft, folder);
        if written.is_err() {
            for (path, text) in earlier {
                let _ = match text {
                    Some(text) => files::save(&path, text),
                    None => std::fs::remove_file(&path),
                };
            }
            let _ = std::fs::remove_dir(folder);
        }
        written
    }

    /// Writes a trial to its folder, with the requested number of games or as many as fit into the time limit. Returns the
    /// resolved experiment.
    fn write(&self, draft: Draft, folder: &Path) -> Result<Resolved, Failure> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::work(format!("{}: {error}", folder.display())))?;
        let save = |name: &str, text: String| {
            let path = folder.join(name);
            files::save(&path, text)
                .map_err(|error| Failure::work(format!("{}: {error}", path.display())))
        };
        match draft.changes_text(folder) {
            Some(text) => save(CHANGES, text)?,
            None => {
                let _ = std::fs::remove_file(folder.join(CHANGES));
            }
        }
        self.train_on(&draft, folder)?;
        let path = folder.join(EXPERIMENT);
        let text = |games: u64| self.experiment_text(&draft, games, folder);
        save(EXPERIMENT, text(self.games.unwrap_or(MOST_GAMES)))?;
        let mut spec = read_file(&path)?;
        let resolved = resolve(&spec)?;
        if self.games.is_some() {
            return Ok(resolved);
        }
        let second = self.second(draft.entry, &spec, folder);
        let second = second.map(|spec| resolve(&spec)).transpose()?;
        let games = self.affordable(&resolved, second.as_ref())?;
        save(EXPERIMENT, text(games))?;
        spec.length = Length::Games(games);
        Ok(resolve(&spec)?)
    }

    /// Trains the bot on the change, with `--adapt`.
    fn train_on(&self, draft: &Draft, folder: &Path) -> Result<(), Failure> {
        let Some(rounds) = self.adapt else {
            return Ok(());
        };
        let name = bot_in(folder, &self.bot);
        let bot = bot(draft.entry, &self.bot)?;
        if bot.network.is_none() {
            return Err(Failure::usage(format!(
                "--adapt: bot \"{}\" has no network to train; expected a bot with a network, such as net",
                bot.name
            )));
        }
        let adaptation = Adaptation {
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
                    .map(|path| files::seen_from(folder, path).display().to_string()),
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
            None => bot_in(folder, &self.bot),
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
            let path = files::seen_from(folder, path);
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
                "at most {} in about {}; the study ends earlier once all questions are settled, after an equal number of fresh deals",
                count(deals, "deal"),
                duration(deals as f64 * found.block_seconds / self.launch.threads() as f64)
            ));
        }
        Ok(deals * (found.block_size / cells))
    }
}
