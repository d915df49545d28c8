//! Parser for learning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};

use crate::bots::networks::NetworkFile;
use crate::bots::{BotKind, BotSpec};
use crate::experiment::resolve::parts::{all_fit, bot, once_each, read_data, seats};
use crate::file_keys;
use crate::net::weights::{FIRST_STEP, MOST_FIRST};
use crate::play::dyn_game::{DynGame, set_up_all};
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::setting_keys::outside;
use crate::setting_tree::SettingError;
use crate::settings::cells::values_in_turn;
use crate::settings::file_kind::{FileKind, SettingsFile};
use crate::settings::keys::DEFAULT_SEED;
use crate::settings::learning::{DrawnGames, Learning, SearchedDecisions, Shares};
use crate::setup::{GameEntry, GameSetup};

file_keys! {
    /// Content of a learning file.
    pub default struct Keys {
        game: String, "required", "name of the game; `portolan games` lists the games";
        #[serde(deserialize_with = "one_or_several")]
        players: Vec<usize>, "that of the game",
            "number of players, or a list of numbers that games use in turn";
        #[serde(deserialize_with = "values_in_turn")]
        set: BTreeMap<String, Vec<String>>, "none",
            "table: rule options; games use the values of a list in turn";
        data: Option<PathBuf>, "the shipped data", "folder of component files";
        units: u64 = FIRST_STEP as u64, in FIRST_STEP as u64..=MOST_FIRST as u64, "64, or those of `start`",
            "units of the first layer: a multiple of 64 up to 512";
        rounds: u64 = 60, in 1..=100_000, "60", "number of rounds";
        games: u64 = 500, in 1..=1_000_000, "500", "games in each round";
        window: u64 = 2, in 1..=50, "2", "number of rounds whose positions are fitted together, 1 to 50";
        every: u64 = 1, in 1..=1_000_000, "1", "interval between the positions used, in decisions of a seat";
        waiting: u64 = 4, in 0..=1_000_000, "4",
            "interval, in decisions, between positions that are also used from the views of the seats that do not decide, as a search needs them; 0 for none, which suits a player that looks one step ahead";
        teacher: String = "greedy".to_string(), "`\"greedy\"`", "the bot that plays the first round";
        start: Option<String>, "none",
            "a bot whose network replaces random weights; it plays the first round. Additional `units` begin as copies that do not change its values";
        opponents: Vec<String>, "none", "list of bots in other seats and in matches";
        earlier: f64 = 0.15, in 0.0..=1.0, "0.15",
            "share of the other seats that earlier versions of the network play";
        bots: Option<f64>, "0.15 with `opponents`, else 0",
            "share of the other seats that `opponents` play";
        lambda: f64 = 0.7, in 0.0..=1.0, "0.7",
            "λ of TD(λ), 0 to 1: 1 learns from the results of games, 0 from the next position alone";
        temperature: f64 = 0.3, in 1e-3..=1e3, "0.3",
            "advantage in points that makes an action e times as probable";
        random: f64 = 0.01, in 0.0..=1.0, "0.01", "share of random moves";
        first_random: f64 = 0.1, in 0.0..=1.0, "0.1", "share of random moves in the first round";
        win_points: f64 = 10.0, in 0.0..=1e4, "10", "points of a certain win, in addition to the lead";
        steps: Vec<f64> = vec![1e-3, 1e-4], "[0.001, 0.0001]",
            "size of the first and of the last step of fitting";
        match_every: u64 = 10, in 1..=100_000, "10", "rounds between matches";
        match_games: u64 = 100, in 2..=1_000_000, "100", "games in each match";
        passes: u64 = 1, in 1..=100, "1", "passes of fitting over the positions of a round";
        held_out: u64 = 0, in 0..=1_000_000, "0",
            "one game in this many is used only to measure the error of the network (columns `held_out_…` of `progress.csv`); 0 for none";
        search: Option<SearchedDecisions>, "no policy", "table `[search]`: also trains a policy from searches";
        draw: Option<DrawnGames>, "no drawn games",
            "table `[draw]`: also plays with data sets drawn at random, so that the network learns what components do";
        #[serde(deserialize_with = "crate::seed::deserialize")]
        seed: u64 = DEFAULT_SEED, "1", "master seed";
    }
}

/// Deserializes one number or a list of numbers.
fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "expected a number of players or a list of numbers"
    )]
    enum Numbers {
        One(usize),
        Several(Vec<usize>),
    }
    Ok(match Numbers::deserialize(deserializer)? {
        Numbers::One(one) => vec![one],
        Numbers::Several(several) => several,
    })
}

/// A learning file with the places of its values.
pub type LearnFile = SettingsFile<Keys>;

/// Reads a learning file.
///
/// # Errors
/// [`SettingError`] with the file, the line and, for a misspelt key, a suggestion.
pub fn read_file(path: &Path) -> Result<LearnFile, SettingError> {
    SettingsFile::read(FileKind::Learning, path)
}

/// A validated training.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Settings.
    pub learning: Learning,
    /// Set-ups of the game. Consecutive games use them in turn.
    pub setups: Vec<GameSetup>,
    pub data: DataRecord,
}

/// Converts a learning file to settings: loads bots and data, and validates them with the game.
///
/// # Errors
/// [`SettingError`] with the place of the problem.
pub fn resolve(file: &LearnFile) -> Result<Resolved, SettingError> {
    let keys = file.keys.clone();
    file.tree.need("game", "a game of `portolan games`")?;
    let entry = entry(&keys.game).map_err(file.at("game"))?;
    let data = read_data(entry, keys.data.as_deref()).map_err(file.at("data"))?;
    let record = DataRecord::new(&data, entry.rows_by_provenance(&data));
    let named = |name: &str, path: &str| bot(entry, name).map_err(file.at(path));
    let teacher = named(&keys.teacher, "teacher")?;
    let opponents = keys.opponents.iter().enumerate();
    let opponents = opponents.map(|(index, name)| named(name, &format!("opponents.{index}")));
    let opponents = once_each(&opponents.collect::<Result<Vec<_>, _>>()?)?;
    let start = keys
        .start
        .as_ref()
        .map(|name| named(name, "start"))
        .transpose()?;
    let mut learning = Learning {
        game: entry.name.to_string(),
        players: players(file, entry)?,
        seed: keys.seed,
        data: data.hash(),
        units: units(file)?,
        rounds: keys.rounds,
        games: keys.games,
        window: keys.window,
        every: keys.every,
        waiting: keys.waiting,
        lambda: keys.lambda,
        temperature: keys.temperature,
        random: keys.random,
        first_random: keys.first_random,
        win_points: keys.win_points,
        passes: keys.passes,
        held_out: keys.held_out,
        search: keys
            .search
            .map(|search| searched(file, search))
            .transpose()?,
        steps: steps(file)?,
        match_games: keys.match_games,
        match_every: keys.match_every,
        shares: shares(file, &opponents)?,
        set: keys.set,
        draw: keys.draw,
        teacher,
        start: None,
        start_parameters: BTreeMap::new(),
        opponents,
    };
    if let Some(drawn) = &learning.draw {
        file.tree.check("draw", drawn)?;
        for (option, values) in &drawn.set {
            for value in values {
                let setup = GameSetup {
                    options: BTreeMap::from([(option.clone(), value.clone())]),
                    ..entry.setup(learning.players[0])
                };
                set_up_all(&[setup]).map_err(file.at(&format!("draw.set.{option}")))?;
            }
        }
    }
    let setups: Vec<GameSetup> = learning
        .setups()
        .into_iter()
        .map(|(players, options)| GameSetup {
            game: entry.name.to_string(),
            players,
            options,
            data: data.clone(),
        })
        .collect();
    let mut present = vec![learning.teacher.clone()];
    present.extend(learning.opponents.iter().cloned());
    let games = set_up_all(&setups).map_err(|error| file.at(&error.key())(error))?;
    all_fit(&games, &present).map_err(|(index, error)| {
        let path = match index.checked_sub(1) {
            Some(index) => format!("opponents.{index}"),
            None => "teacher".to_string(),
        };
        file.at(&path)(error)
    })?;
    if let Some(bot) = start {
        (learning.start, learning.units) = network_to_start(file, &bot, &games)?;
        if bot.kind == BotKind::Net {
            learning.start_parameters = bot.parameters;
        }
    }
    Ok(Resolved {
        learning,
        setups,
        data: record,
    })
}

fn players(file: &LearnFile, entry: &GameEntry) -> Result<Vec<usize>, SettingError> {
    if !file.tree.table.contains_key("players") {
        return Ok(vec![entry.default_players()]);
    }
    let wished = &file.keys.players;
    if wished.is_empty() {
        return Err(file.at("players")("players: expected at least one number"));
    }
    let checked = wished
        .iter()
        .map(|&players| seats(entry, &[], Some(players)));
    checked
        .collect::<Result<_, _>>()
        .map_err(file.at("players"))
}

fn units(file: &LearnFile) -> Result<usize, SettingError> {
    let units = file.keys.units as usize;
    if units.is_multiple_of(FIRST_STEP) {
        return Ok(units);
    }
    Err(file.at("units")(format!(
        "units = {units}: expected a multiple of {FIRST_STEP} up to {MOST_FIRST}"
    )))
}

/// Returns the network to start from and its number of units.
fn network_to_start(
    file: &LearnFile,
    bot: &BotSpec,
    games: &[Box<dyn DynGame>],
) -> Result<(Option<NetworkFile>, usize), SettingError> {
    for game in games {
        bot.network_for(&**game).map_err(file.at("start"))?;
    }
    let network = bot.network_file(&*games[0]);
    let network = network.ok_or_else(|| file.at("start")("expected a bot that has a network"))?;
    let units = network.weights().map_err(file.at("start"))?.first_units;
    let more = match file.tree.table.contains_key("units") {
        true => file.keys.units as usize,
        false => units,
    };
    if more < units {
        return Err(file.at("units")(format!(
            "units = {more}: {} starts with {units}; expected at least {units}, or no value",
            bot.name
        )));
    }
    Ok((Some(network.clone()), more))
}

/// Checks the settings for searched decisions, and adds the defaults that depend on other keys.
fn searched(
    file: &LearnFile,
    mut search: SearchedDecisions,
) -> Result<SearchedDecisions, SettingError> {
    file.tree.check("search", &search)?;
    // A search needs a network. The first round has one only if the training starts from a network.
    let starts = file.keys.start.is_some();
    let first = if starts { 1 } else { 2 };
    let is_given = |path: &str| file.tree.places.get(path).is_some();
    if !is_given("search.from") {
        search.from = first;
    }
    if !is_given("search.uniform") {
        search.uniform = 0.25;
    }
    if let Some((_, problem)) = outside("from", &search.from, &(first..=100_000)) {
        return Err(file.at("search.from")(problem));
    }
    if search.keep_values && !starts {
        return Err(file.at("search.keep_values")(
            "keep_values = true: without a network to start from, there are no values to keep; \
             expected start = a bot with a network",
        ));
    }
    if search.keep_values && search.value_share > 0.0 {
        return Err(file.at("search.value_share")(
            "value_share with keep_values = true: no values are learnt; expected only one of these \
             keys",
        ));
    }
    Ok(search)
}

fn steps(file: &LearnFile) -> Result<[f64; 2], SettingError> {
    let is_step = |step: &f64| (1e-7..=1.0).contains(step);
    match file.keys.steps[..] {
        [first, last] if is_step(&first) && is_step(&last) => Ok([first, last]),
        _ => Err(file.at("steps")(
            "steps: expected two numbers from 0.0000001 to 1, the sizes of the first and the last step",
        )),
    }
}

fn shares(file: &LearnFile, opponents: &[BotSpec]) -> Result<Shares, SettingError> {
    let earlier = file.keys.earlier;
    let default = if opponents.is_empty() { 0.0 } else { 0.15 };
    let bots = file.keys.bots.unwrap_or(default);
    if let Some((_, problem)) = outside("bots", &bots, &(0.0..=1.0)) {
        return Err(file.at("bots")(problem));
    }
    if bots > 0.0 && opponents.is_empty() {
        return Err(file.at("bots")(
            "bots without opponents: expected at least one opponent, such as opponents = \
             [\"greedy\"]",
        ));
    }
    if earlier + bots > 1.0 {
        let at = file.tree.places.at(&["bots", "earlier", ""]);
        return Err(at(format!(
            "earlier = {earlier} and bots = {bots}: expected shares with a sum of at most 1"
        )));
    }
    Ok(Shares { earlier, bots })
}
