//! `portolan new experiment`, `bot`, `data`, `balance` and `agent`: create commented files to start from.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::verbs::run::launch::quote;
use portolan_core::changes::{cell_of, tables};
use portolan_core::dataset::DataSet;
use portolan_core::files;
use portolan_core::registry::entry;
use portolan_core::setup::{GameEntry, OptionSpec};
use portolan_players::bots::strengths::opponent;

/// Example agent of the guide on programs.
const AGENT: &str = include_str!("template/agent.py");

/// Arguments of all commands that write templates.
#[derive(Args)]
struct Start {
    /// Name: letters, digits, - and _
    name: String,
    /// Game for which the file is written
    #[arg(long, default_value = "maracaibo")]
    game: String,
    /// Folder to write to
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// Write a commented experiment file.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new experiment mine
  portolan new experiment seats --game puerto_rico --kind tournament
  portolan run mine.toml")]
pub struct ExperimentArgs {
    #[command(flatten)]
    start: Start,
    /// Kind of experiment
    #[arg(long, value_enum, default_value_t = Sort::Simulate)]
    kind: Sort,
}

/// Kinds of experiment for which there is a template.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// One line-up, many games
    Simulate,
    /// Every bot against every other
    Tournament,
    /// One bot against another, until a test decides which one is stronger
    Duel,
    /// The same game with different settings
    Sweep,
    /// Value of each item
    Factorial,
    /// Before and after a change
    Change,
}

/// Write a commented bot file: the game's balanced heuristic with its weights.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new bot mine
  portolan simulate --game maracaibo --bots mine.toml,greedy --games 400")]
pub struct BotArgs {
    #[command(flatten)]
    start: Start,
}

/// Write a commented file of changes to component data.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new data cheaper
  portolan data check maracaibo cheaper.toml
  portolan try maracaibo cheaper.toml
  portolan simulate --game maracaibo --bots net,net --data cheaper.toml")]
pub struct DataArgs {
    #[command(flatten)]
    start: Start,
}

/// Write a commented file of targets for `portolan balance`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new balance mine --game puerto_rico
  portolan balance mine.toml --plan
  portolan balance mine.toml")]
pub struct BalanceArgs {
    #[command(flatten)]
    start: Start,
}

/// Write a Python program that plays, which exchanges lines of JSON with portolan, and its bot file.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new agent mine --game cartagena
  portolan simulate --game cartagena --bots mine.toml,greedy --games 200 --allow-programs")]
pub struct AgentArgs {
    #[command(flatten)]
    start: Start,
}

impl Start {
    fn game(&self) -> Result<&'static GameEntry, Failure> {
        let fits = |sign: char| sign.is_alphanumeric() || "-_".contains(sign);
        if self.name.is_empty() || self.name.len() > 60 || !self.name.chars().all(fits) {
            return Err(Failure::usage(format!(
                "\"{}\" is not a valid file name; expected letters, digits, - and _, without an extension",
                self.name
            )));
        }
        Ok(entry(&self.game)?)
    }

    /// Writes files, or none if one of them exists. Returns the path of the first file.
    fn write(&self, written: &[(&str, String)]) -> Result<PathBuf, Failure> {
        let path = |ending: &str| self.out.join(format!("{}.{ending}", self.name));
        let there = written.iter().map(|(ending, _)| path(ending));
        if let Some(path) = there.into_iter().find(|path| !self.force && path.exists()) {
            return Err(Failure::usage(format!(
                "{} already exists; --force replaces it, or choose another name",
                path.display()
            )));
        }
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |error: std::io::Error| Failure::work(format!("{path}: {error}"))
        };
        std::fs::create_dir_all(&self.out).map_err(failed(&self.out))?;
        for (ending, text) in written {
            let path = path(ending);
            files::save(&path, text).map_err(failed(&path))?;
        }
        Ok(path(written[0].0))
    }
}

/// Formats a path as it is typed in a shell.
fn typed(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    quote(&path.display().to_string())
}

impl ExperimentArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = self.start.game()?;
        let path = self.start.write(&[("toml", self.text(game))])?;
        let file = typed(&path);
        let allowed = format!(
            "To run it:\n  portolan run {file}\n  portolan report results/{}\n",
            self.start.name
        );
        print(&format!("{file} is an experiment. {allowed}"))
    }

    fn text(&self, game: &GameEntry) -> String {
        let players = game.default_players();
        let name = game.name;
        let strong = opponent(name);
        let set = match game.options.first() {
            Some(option) => format!(
                "\n# Rule options, as `portolan games {name}` lists them:\n# [set]\n# {} = \"{}\"\n",
                option.name, option.default
            ),
            None => String::new(),
        };
        let head = |question: &str, kind: &str, bots: &[&str], games: u64| {
            let bots: Vec<String> = bots.iter().map(|bot| format!("\"{bot}\"")).collect();
            format!(
                "# {question}\nkind = \"{kind}\"\ngame = \"{name}\"\n\
                 players = {players}\n# Names, as `portolan bots --game {name}` lists them, or paths of .toml files.\n\
                 bots = [{}]\n# Rounded up to complete deal groups: every deal is played in every seating.\ngames = {games}\n\
                 # Same seed, same games.\nseed = 1\n",
                bots.join(", ")
            )
        };
        match self.kind {
            Sort::Simulate => {
                let bots = vec![strong; players];
                head(
                    "Who wins, from which seat, and by how much?",
                    "simulate",
                    &bots,
                    1000,
                ) + &set
            }
            Sort::Tournament => {
                let bots = ["random", "greedy", strong];
                head("Who is strongest?", "tournament", &bots, 400) + &set
            }
            Sort::Duel => {
                head(
                    "Is the first bot stronger than the second?",
                    "duel",
                    &[strong, "greedy"],
                    10_000,
                ) + "\n[duel]\n# Detects a difference of 20 normalised Elo; at most 5 % of the \
                     verdicts are wrong.\nelo1 = 20\nalpha = 0.05\nbeta = 0.05\n"
                    + &set
            }
            Sort::Sweep => {
                let bots = vec![strong; players];
                let option = game.options.first();
                let cells = option.map_or(String::new(), |option| {
                    format!(
                        "\n# Each value is a condition; `portolan games {name}` lists the accepted \
                         values: {}.\n[sweep.set]\n{} = [\"{}\"]\n",
                        option.accepts, option.name, option.default
                    )
                });
                head("What do the settings change?", "sweep", &bots, 400) + &cells
            }
            Sort::Factorial => {
                head("What is each item worth?", "factorial", &[strong], 4000)
                    + &format!(
                        "# Kinds of items, or single items; an unknown word lists the kinds of \
                         {name}.\nitems = \"{}\"\n",
                        items_of(game)
                    )
                    + "events = \"items\"\n"
                    + &set
            }
            Sort::Change => {
                head("What does the change do?", "change", &[strong], 2000)
                    + "# Items whose value is measured before and after; without this key, only scores and seats.\n# items = [\"A055\"]\n"
                    + "\n[change]\n# Component files after the change: a folder, or a file of changes (portolan new data).\ndata = \"changes.toml\"\n# Smallest differences that matter, in points and in shares of wins.\npoints = 1.0\nwins = 0.02\n"
                    + "\n# Rule options after the change:\n# [change.set]\n"
                    + &set
            }
        }
    }
}

/// Returns the first kind of items of a game, or `cards` if the game has none.
fn items_of(game: &GameEntry) -> String {
    let setup = game.setup(game.default_players());
    let kinds = portolan_run::play::dyn_game::set_up(&setup).map(|game| {
        game.item_kinds()
            .iter()
            .map(|kind| kind.name)
            .collect::<Vec<_>>()
    });
    let kinds = kinds.unwrap_or_default();
    kinds
        .first()
        .map_or("cards".to_string(), ToString::to_string)
}

impl BotArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = self.start.game()?;
        let parent = portolan_players::bots::find("greedy", game.name).map_err(Failure::usage)?;
        let mut text = format!(
            "# A player that looks one step ahead and makes the move with the highest weighted features.\n\
             kind = \"greedy\"\ngame = \"{0}\"\nabout = \"mine\"\n\n\
             # Weights of the features of the position; `portolan bots --explain greedy --game {0}` describes the features.\n\
             # Features that are left out have weight 0.\n[weights]\n",
            game.name
        );
        for (feature, weight) in &parent.weights {
            text.push_str(&format!("{feature} = {weight:?}\n"));
        }
        let path = self.start.write(&[("toml", text)])?;
        let file = typed(&path);
        print(&format!(
            "{file} is a bot. To play with it:\n  portolan simulate --game {0} --bots {file},greedy --games 400\n",
            game.name
        ))
    }
}

impl DataArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = self.start.game()?;
        let data = DataSet::embedded(game.files);
        let Some(Cell {
            table,
            key,
            column,
            value,
        }) = first_number(&data)
        else {
            return Err(Failure::usage(format!(
                "{0} has no table of rows to begin with; `portolan data export {0} DIR` writes its files",
                game.name
            )));
        };
        let mut text = format!(
            "# Changes to the component data of {0}. Everything else stays as shipped.\n\
             # Each table changes one row: [FILE.ROW], with lines COLUMN = VALUE. `portolan data show {0} FILE.csv` lists rows and columns.\n\
             # Files:\n",
            game.name
        );
        for table in tables(&data) {
            let header = data
                .text(&format!("{table}.csv"))
                .lines()
                .next()
                .unwrap_or_default()
                .to_string();
            text.push_str(&format!("#   {table}: {}\n", header.replace(',', ", ")));
        }
        text.push_str(&format!(
            "\n# Start from another set instead of the one that ships: a folder, or another file like this.\n# inherits = \"my-cards\"\n\n\
             [{table}.{key}]\n# {value} in the shipped file.\n{column} = {}\n\n\
             # A new row starts as a copy of another one:\n# [{table}.X001]\n# like = \"{key}\"\n",
            value.parse::<i64>().unwrap_or(0).saturating_add(1)
        ));
        let path = self.start.write(&[("toml", text)])?;
        let file = typed(&path);
        print(&format!(
            "{file} is a file of changes. To see their effect:\n  portolan data check {0} {file}\n  portolan try {0} {file}\n",
            game.name
        ))
    }
}

/// Numeric cell of a data set.
struct Cell {
    table: String,
    key: String,
    column: &'static str,
    value: String,
}

/// Returns the first cell that contains a cost, glory or victory points.
fn first_number(data: &DataSet) -> Option<Cell> {
    for table in tables(data) {
        for row in data.rows(&format!("{table}.csv")) {
            let key = row
                .first()
                .map(|(_, cell)| cell.clone())
                .unwrap_or_default();
            for column in ["cost", "glory", "vp"] {
                let value = cell_of(data, table, &key, column);
                if let Some(value) = value.filter(|value| value.parse::<i64>().is_ok()) {
                    return Some(Cell {
                        table: table.to_string(),
                        key,
                        column,
                        value,
                    });
                }
            }
        }
    }
    None
}

impl BalanceArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = self.start.game()?;
        let players = game.default_players();
        let setup = game.setup(players);
        let set_up = portolan_run::play::dyn_game::set_up(&setup)?;
        let kinds = set_up.item_kinds();
        let items = set_up.items();
        let priced = items.iter().find(|item| item.price.is_some());
        let (target, knob) = match (priced, kinds.first()) {
            (Some(item), _) => (kinds[item.kind].name, "cost = { by = [-4, 6] }"),
            (None, Some(kind)) => (kind.name, "vp = { by = [-2, 2] }"),
            (None, None) => ("", ""),
        };
        let (items, knobs) = match target {
            "" => (String::new(), String::new()),
            kind => (
                format!(
                    "# Value of an item beyond what its price predicts, in points of margin.\n\
                     items = {{ kind = \"{kind}\", within = 1.0 }}\n"
                ),
                format!(
                    "# Numbers of an item that may change, with the smallest and largest change.\n{knob}\n"
                ),
            ),
        };
        // Without items, the file starts with a target for the length.
        let hash = if target.is_empty() { "" } else { "# " };
        let option = game.options.iter().find_map(nearby);
        let option = option.unwrap_or("option.NAME = [VALUES]".to_string());
        let text = format!(
            "# What should {0} be like, and what may change? `portolan balance` finds the fewest changes.\n\
             game = \"{0}\"\nplayers = {players}\n\
             # The bot that plays the rounds, and the bots that confirm the result.\n\
             measure = \"policy\"\nconfirm = [\"net\"]\n\
             # Playing time, or the number of games: games = 100000.\ntime = \"10m\"\nseed = 1\n\n\
             [targets]\n{items}\
             # Difference between the share of wins of a seat and its fair share.\n# seats = {{ within = 0.02 }}\n\
             # Mean length of a game, in turns of a seat.\n{hash}turns = {{ from = 10, to = 20 }}\n\
             # Largest share of wins of a strategy (a cluster of winning seats with similar sources of points) against others.\n# strategies = {{ most = 0.45 }}\n\n\
             [knobs]\n{knobs}\
             # Rule options for the targets seats, turns and strategies, with the values that they may have.\n{hash}{option}\n\n\
             [limits]\n\
             # Largest number of changed items, and items that must not change.\nchanges = 12\nkeep = []\n",
            game.name
        );
        let path = self.start.write(&[("toml", text)])?;
        let file = typed(&path);
        print(&format!(
            "{file} contains the targets and the permitted changes. To list the steps, then to play them:\n  portolan \
             balance {file} --plan\n  portolan balance {file}\n"
        ))
    }
}

/// Returns a numeric rule option with its default and the values next to it, as a line of a balance file.
fn nearby(option: &OptionSpec) -> Option<String> {
    let (least, most) = option.accepts.split_once(" to ")?;
    let (least, most): (i32, i32) = (least.parse().ok()?, most.parse().ok()?);
    let default: i32 = option.default.parse().ok()?;
    let values = (default - 1).max(least)..=(default + 1).min(most);
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    Some(format!("option.{} = [{}]", option.name, values.join(", ")))
}

impl AgentArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = self.start.game()?;
        let program = format!("{}.py", self.start.name);
        let bot = format!(
            "# A program that plays: it reads positions as lines of JSON and answers with actions.\n\
             kind = \"program\"\nabout = \"mine\"\n\
             command = [\"python3\", \"{program}\"]\n\
             # True if the same seed gives the same moves.\nreproducible = true\n"
        );
        let path = self
            .start
            .write(&[("toml", bot), ("py", AGENT.to_string())])?;
        let file = typed(&path);
        print(&format!(
            "{file} and {program}: a program that plays any legal action until you change it. To play with it:\n  \
             portolan simulate --game {0} --bots {file},greedy --games 200 --allow-programs\n",
            game.name
        ))
    }
}
