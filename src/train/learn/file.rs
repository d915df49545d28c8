//! Parser for learning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use portolan_run::file_keys;
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::bots::networks::NetworkFile;
use crate::bots::{BotKind, BotSpec};
use crate::experiment::spec::SpecError;
use crate::experiment::spec::file::DEFAULT_SEED;
use crate::experiment::spec::keys::KeyFile;
use crate::experiment::spec::parts::{all_fit, bot, once_each, seats};
use crate::net::weights::{FIRST_STEP, MOST_FIRST};
use crate::play::dyn_game::{DynGame, set_up_all};
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::seed::Seed;
use crate::settings::file::option_value;
use crate::settings::file_kind::FileKind;
use crate::settings::keys::NumberFile;
use crate::settings::learning::{DrawnGames, Learning, SearchedDecisions, Shares};
use crate::setup::{GameEntry, GameSetup};

file_keys! {
    /// Content of a learning file.
    #[derive(Debug, Default)]
    pub struct Keys {
        game: Option<Spanned<String>>, "required", "name of the game; `portolan games` lists the games";
        players: Option<Spanned<Players>>, "that of the game",
            "number of players, or a list of numbers that games use in turn";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, "none",
            "table: rule options; games use the values of a list in turn";
        data: Option<Spanned<PathBuf>>, "the shipped data", "folder of component files";
        units: u64 = FIRST_STEP as u64, FIRST_STEP as u64..=MOST_FIRST as u64, "64, or those of `start`",
            "units of the first layer: a multiple of 64 up to 512";
        rounds: u64 = 60, 1..=100_000, "60", "number of rounds";
        games: u64 = 500, 1..=1_000_000, "500", "games in each round";
        window: u64 = 2, 1..=50, "2", "number of rounds whose positions are fitted together, 1 to 50";
        every: u64 = 1, 1..=1_000_000, "1", "interval between the positions used, in decisions of a seat";
        waiting: u64 = 4, 0..=1_000_000, "4",
            "interval, in decisions, between positions that are also used from the views of the seats that do not decide, as a search needs them; 0 for none, which suits a player that looks one step ahead";
        teacher: Option<Spanned<String>>, "`\"greedy\"`", "the bot that plays the first round";
        start: Option<Spanned<String>>, "none",
            "a bot whose network replaces random weights; it plays the first round. Additional `units` begin as copies that do not change its values";
        opponents: Option<Vec<Spanned<String>>>, "none", "list of bots in other seats and in matches";
        earlier: f64 = 0.15, 0.0..=1.0, "0.15",
            "share of the other seats that earlier versions of the network play";
        bots: Option<Spanned<f64>>, "0.15 with `opponents`, else 0",
            "share of the other seats that `opponents` play";
        lambda: f64 = 0.7, 0.0..=1.0, "0.7",
            "λ of TD(λ), 0 to 1: 1 learns from the results of games, 0 from the next position alone";
        temperature: f64 = 0.3, 1e-3..=1e3, "0.3",
            "advantage in points that makes an action e times as probable";
        random: f64 = 0.01, 0.0..=1.0, "0.01", "share of random moves";
        first_random: f64 = 0.1, 0.0..=1.0, "0.1", "share of random moves in the first round";
        win_points: f64 = 10.0, 0.0..=1e4, "10", "points of a certain win, in addition to the lead";
        steps: Option<Spanned<Vec<f64>>>, "[0.001, 0.0001]",
            "size of the first and of the last step of fitting";
        match_every: u64 = 10, 1..=100_000, "10", "rounds between matches";
        match_games: u64 = 100, 2..=1_000_000, "100", "games in each match";
        passes: u64 = 1, 1..=100, "1", "passes of fitting over the positions of a round";
        held_out: u64 = 0, 0..=1_000_000, "0",
            "one game in this many is used only to measure the error of the network (columns `held_out_…` of `progress.csv`); 0 for none";
        search: Option<SearchKeys>, "no policy", "table `[search]`: also trains a policy from searches";
        draw: Option<DrawKeys>, "no drawn games",
            "table `[draw]`: also plays with data sets drawn at random, so that the network learns what components do";
        seed: Option<Spanned<Seed>>, "1", "master seed";
    }
}

file_keys! {
    /// Content of the table `[search]`.
    #[derive(Debug, Default)]
    pub struct SearchKeys {
        from: Option<Spanned<u64>>, "2, or 1 with `start`",
            "first round with searched decisions; 2 or more without `start`, because a search needs a network. In earlier rounds the policy learns the choices of the values one step ahead";
        share: f64 = 0.12, 0.0..=1.0, "0.12", "share of all decisions that are searched";
        simulations: u64 = 96, 2..=1_000_000, "96", "simulations of each search";
        exploration: f64 = 1.0, 0.0..=100.0, "1", "exploration factor of PUCT";
        uniform: f64 = 0.25, 0.0..=1.0, "0.25",
            "share of the uniform distribution in the prior probabilities of a searched decision; without it, the search hardly tries an action that the policy wrongly considers hopeless, so the policy stays wrong, above all in set-ups that are new to it";
        keep_values: Option<Spanned<bool>>, "`false`",
            "`true`: the values stay those of `start`, and additional `units` belong to the policy alone";
        value_share: f64 = 0.0, 0.0..=1.0, "0",
            "weight, 0 to 1, of the mean lead of the search in the target of a searched position; not with `keep_values`";
        temperature: f64 = 0.6, 0.01..=100.0, "0.6",
            "sampling temperature of the decisions that are not searched: 1 for the probabilities of the policy, less for its first choice more often";
    }
}

file_keys! {
    /// Content of the table `[draw]`.
    #[derive(Debug, Default)]
    pub struct DrawKeys {
        share: f64 = 0.6, 0.0..=1.0, "0.6", "share of the set-ups of a round that have drawn data";
        setups: u64 = 60, 1..=10_000, "60", "set-ups of a round; each plays the same number of games";
        by_traits: f64 = 0.2, 0.0..=1.0, "0.2",
            "share of the other set-ups in which the network evaluates components by their traits alone";
        withheld: f64 = 0.1, 0.0..=1.0, "0.1", "share of the games in which items are withheld from seats, as in studies of items";
        keep: f64 = 0.9, 0.0..=1.0, "0.9", "factor of the residuals of components in the first round; later rounds shrink them in proportion to the size of the steps";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, "none",
            "table: rule options of the drawn set-ups; each draws one value of every list";
    }
}

/// One number of players, or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Players {
    One(usize),
    Several(Vec<usize>),
}

/// A learning file and its text.
pub type LearnFile = KeyFile<Keys>;

/// Reads a learning file.
///
/// # Errors
/// [`SpecError`] with the file, the line and, for a misspelt key, a suggestion.
pub fn read_file(path: &Path) -> Result<LearnFile, SpecError> {
    KeyFile::read_as(FileKind::Learning, path)
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
/// [`SpecError`] with the place of the problem.
pub fn resolve(file: &LearnFile) -> Result<Resolved, SpecError> {
    let keys = &file.keys;
    let game = file.need(keys.game.as_ref(), "game", "a game of `portolan games`")?;
    let entry = entry(game.get_ref()).map_err(file.at(Some(game)))?;
    let (data, record) = file.data(entry, keys.data.as_ref())?;
    let named = |name: &Spanned<String>| file.named_bot(entry, name);
    let teacher = match &keys.teacher {
        Some(name) => named(name)?,
        None => bot(entry, "greedy")?,
    };
    let opponents = keys.opponents.iter().flatten().map(named);
    let opponents = once_each(&opponents.collect::<Result<Vec<_>, _>>()?)?;
    let shares = shares(file, &opponents)?;
    let start = keys.start.as_ref().map(named).transpose()?;
    let mut learning = Learning {
        game: entry.name.to_string(),
        players: players(file, entry)?,
        seed: keys
            .seed
            .as_ref()
            .map_or(DEFAULT_SEED, |seed| seed.get_ref().get()),
        data: data.hash(),
        units: units(file)?,
        rounds: keys.rounds(file)?,
        games: keys.games(file)?,
        window: keys.window(file)?,
        every: keys.every(file)?,
        waiting: keys.waiting(file)?,
        lambda: keys.lambda(file)?,
        temperature: keys.temperature(file)?,
        random: keys.random(file)?,
        first_random: keys.first_random(file)?,
        win_points: keys.win_points(file)?,
        passes: keys.passes(file)?,
        held_out: keys.held_out(file)?,
        search: keys
            .search
            .as_ref()
            .map(|keys| searched(file, keys))
            .transpose()?,
        steps: steps(file)?,
        match_games: keys.match_games(file)?,
        match_every: keys.match_every(file)?,
        shares,
        set: options(file, &keys.set)?,
        draw: keys
            .draw
            .as_ref()
            .map(|keys| drawn(file, keys))
            .transpose()?,
        teacher,
        start: None,
        start_parameters: BTreeMap::new(),
        opponents,
    };
    let with_options = |options: BTreeMap<String, String>| GameSetup {
        options,
        ..entry.setup(learning.players[0])
    };
    for (option, values) in learning.draw.iter().flat_map(|drawn| &drawn.set) {
        let at = keys.draw.as_ref().and_then(|keys| keys.set.get(option));
        for value in values {
            let options = BTreeMap::from([(option.clone(), value.clone())]);
            set_up_all(&[with_options(options)]).map_err(file.at(at))?;
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
    let games = set_up_all(&setups).map_err(|error| file.at_option(&keys.set, &error))?;
    all_fit(&games, &present).map_err(|(index, error)| {
        let opponents = keys.opponents.as_deref().unwrap_or_default();
        let name = index.checked_sub(1).and_then(|index| opponents.get(index));
        file.at(name.or(keys.teacher.as_ref()))(error)
    })?;
    if let Some(bot) = start {
        let network = network_to_start(file, &bot, &games)?;
        learning.units = network.1;
        learning.start = Some(network.0);
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

fn players(file: &LearnFile, entry: &GameEntry) -> Result<Vec<usize>, SpecError> {
    let key = file.keys.players.as_ref();
    let wished = match key.map(Spanned::get_ref) {
        None => vec![entry.default_players()],
        Some(Players::One(one)) => vec![*one],
        Some(Players::Several(several)) => several.clone(),
    };
    if wished.is_empty() {
        return Err(file.at(key)("players: expected at least one number"));
    }
    let checked = wished
        .into_iter()
        .map(|players| seats(entry, &[], Some(players)));
    checked.collect::<Result<_, _>>().map_err(file.at(key))
}

fn units(file: &LearnFile) -> Result<usize, SpecError> {
    let units = file.keys.units(file)? as usize;
    if units.is_multiple_of(FIRST_STEP) {
        return Ok(units);
    }
    Err(file.at(file.keys.units.as_ref())(format!(
        "units = {units}: expected a multiple of {FIRST_STEP} up to {MOST_FIRST}"
    )))
}

/// Returns the network to start from and its number of units.
fn network_to_start(
    file: &LearnFile,
    bot: &BotSpec,
    games: &[Box<dyn DynGame>],
) -> Result<(NetworkFile, usize), SpecError> {
    let keys = &file.keys;
    let at = keys.start.as_ref();
    for game in games {
        bot.network_for(&**game).map_err(file.at(at))?;
    }
    let network = bot.network_file(&*games[0]);
    let network = network.ok_or_else(|| file.at(at)("expected a bot that has a network"))?;
    let units = network.weights().map_err(file.at(at))?.first_units;
    let Some(asked) = &keys.units else {
        return Ok((network.clone(), units));
    };
    let more = *asked.get_ref() as usize;
    if more < units {
        return Err(file.at(Some(asked))(format!(
            "units = {more}: {} starts with {units}; expected at least {units}, or no value",
            bot.name
        )));
    }
    Ok((network.clone(), more))
}

/// Parses the settings for searched decisions.
fn searched(file: &LearnFile, keys: &SearchKeys) -> Result<SearchedDecisions, SpecError> {
    // A search needs a network. The first round has one only if the training starts from a network.
    let starts = file.keys.start.is_some();
    let first = if starts { 1 } else { 2 };
    let keep_values = keys.keep_values.as_ref();
    let kept = keep_values.is_some_and(|keep| *keep.get_ref());
    if kept && !starts {
        return Err(file.at(keep_values)(
            "keep_values = true: without a network to start from, there are no values to keep; \
             expected start = a bot with a network",
        ));
    }
    let value_share = keys.value_share(file)?;
    if kept && value_share > 0.0 {
        return Err(file.at(keys.value_share.as_ref())(
            "value_share with keep_values = true: no values are learnt; expected only one of these \
             keys",
        ));
    }
    Ok(SearchedDecisions {
        from: file.number(keys.from.as_ref(), "from", first, first..=100_000)?,
        share: keys.share(file)?,
        simulations: keys.simulations(file)?,
        exploration: keys.exploration(file)?,
        uniform: keys.uniform(file)?,
        temperature: keys.temperature(file)?,
        keep_values: kept,
        value_share,
    })
}

/// Parses the settings for drawn games.
fn drawn(file: &LearnFile, keys: &DrawKeys) -> Result<DrawnGames, SpecError> {
    Ok(DrawnGames {
        share: keys.share(file)?,
        setups: keys.setups(file)?,
        by_traits: keys.by_traits(file)?,
        withheld: keys.withheld(file)?,
        keep: keys.keep(file)?,
        set: options(file, &keys.set)?,
    })
}

fn steps(file: &LearnFile) -> Result<[f64; 2], SpecError> {
    let key = file.keys.steps.as_ref();
    let is_step = |step: &f64| (1e-7..=1.0).contains(step);
    match key.map_or(&[1e-3, 1e-4][..], |steps| steps.get_ref()) {
        &[first, last] if is_step(&first) && is_step(&last) => Ok([first, last]),
        _ => Err(file.at(key)(
            "steps: expected two numbers from 0.0000001 to 1, the sizes of the first and the last step",
        )),
    }
}

fn shares(file: &LearnFile, opponents: &[BotSpec]) -> Result<Shares, SpecError> {
    let keys = &file.keys;
    let earlier = keys.earlier(file)?;
    let default = if opponents.is_empty() { 0.0 } else { 0.15 };
    let bots = file.number(keys.bots.as_ref(), "bots", default, 0.0..=1.0)?;
    if bots > 0.0 && opponents.is_empty() {
        return Err(file.at(keys.bots.as_ref())(
            "bots without opponents: expected at least one opponent, such as opponents = \
             [\"greedy\"]",
        ));
    }
    if earlier + bots > 1.0 {
        return Err(file.at(keys.bots.as_ref().or(keys.earlier.as_ref()))(
            format!(
                "earlier = {earlier} and bots = {bots}: expected shares with a sum of at most 1"
            ),
        ));
    }
    Ok(Shares { earlier, bots })
}

/// Parses the rule options. Each has one value, or a list that the games use in turn.
fn options(
    file: &LearnFile,
    keys: &BTreeMap<String, Spanned<Value>>,
) -> Result<BTreeMap<String, Vec<String>>, SpecError> {
    let mut set = BTreeMap::new();
    for (option, value) in keys {
        let values = match value.get_ref() {
            Value::Array(values) => values.iter().collect(),
            one => vec![one],
        };
        let texts = values.into_iter().map(option_value);
        let texts = texts.collect::<Result<Vec<String>, _>>();
        let texts = texts.map_err(file.at(Some(value)))?;
        if texts.is_empty() {
            return Err(file.at(Some(value))(format!("{option}: expected a value")));
        }
        set.insert(option.clone(), texts);
    }
    Ok(set)
}
