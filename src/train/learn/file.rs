//! Parser for learning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::bots::networks::NetworkFile;
use crate::bots::{BotError, BotSpec};
use crate::dataset::ProvenanceCounts;
use crate::experiment::spec::SpecError;
use crate::experiment::spec::file::DEFAULT_SEED;
use crate::experiment::spec::keys::KeyFile;
use crate::experiment::spec::parts::{bot, once_each, read_data, seats};
use crate::net::weights::{FIRST_STEP, MOST_FIRST};
use crate::play::dyn_game::{DynGame, set_up_all};
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::seed::Seed;
use crate::settings::file::{beside, option_value};
use crate::settings::file_kind::FileKind;
use crate::settings::learning::{DrawnGames, Learning, SearchedDecisions, Shares};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Content of a learning file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    game: Option<Spanned<String>>,
    players: Option<Spanned<Players>>,
    seed: Option<Spanned<Seed>>,
    data: Option<Spanned<PathBuf>>,
    units: Option<Spanned<u64>>,
    rounds: Option<Spanned<u64>>,
    games: Option<Spanned<u64>>,
    window: Option<Spanned<u64>>,
    every: Option<Spanned<u64>>,
    waiting: Option<Spanned<u64>>,
    lambda: Option<Spanned<f64>>,
    temperature: Option<Spanned<f64>>,
    random: Option<Spanned<f64>>,
    first_random: Option<Spanned<f64>>,
    win_points: Option<Spanned<f64>>,
    passes: Option<Spanned<u64>>,
    held_out: Option<Spanned<u64>>,
    search: Option<SearchKeys>,
    steps: Option<Spanned<[f64; 2]>>,
    match_games: Option<Spanned<u64>>,
    match_every: Option<Spanned<u64>>,
    teacher: Option<Spanned<String>>,
    start: Option<Spanned<String>>,
    opponents: Option<Vec<Spanned<String>>>,
    earlier: Option<Spanned<f64>>,
    bots: Option<Spanned<f64>>,
    draw: Option<DrawKeys>,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Value>>,
}

/// Content of the table `[search]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchKeys {
    from: Option<Spanned<u64>>,
    share: Option<Spanned<f64>>,
    simulations: Option<Spanned<u64>>,
    exploration: Option<Spanned<f64>>,
    temperature: Option<Spanned<f64>>,
    keep_values: Option<Spanned<bool>>,
    value_share: Option<Spanned<f64>>,
}

/// Content of the table `[draw]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawKeys {
    share: Option<Spanned<f64>>,
    setups: Option<Spanned<u64>>,
    by_traits: Option<Spanned<f64>>,
    keep: Option<Spanned<f64>>,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Value>>,
}

/// One number of players, or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Players {
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
    let entry = entry(game).map_err(file.at(keys.game.as_ref()))?;
    let folder = keys.data.as_ref();
    let folder = folder.map(|data| beside(&file.path, data.get_ref()));
    let data = read_data(entry, folder.as_deref()).map_err(file.at(keys.data.as_ref()))?;
    let mut counts = ProvenanceCounts::default();
    for (_, of_file) in (entry.provenance)(&data) {
        counts += of_file;
    }
    let named =
        |name: &Spanned<String>| bot(entry, &file.bot(name.get_ref())).map_err(file.at(Some(name)));
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
        rounds: file.count(keys.rounds.as_ref(), "rounds", 60, (1, 100_000))?,
        games: file.count(keys.games.as_ref(), "games", 500, (1, 1_000_000))?,
        window: file.count(keys.window.as_ref(), "window", 2, (1, 50))?,
        every: file.count(keys.every.as_ref(), "every", 1, (1, 1_000_000))?,
        waiting: file.count(keys.waiting.as_ref(), "waiting", 4, (0, 1_000_000))?,
        lambda: number(file, keys.lambda.as_ref(), "lambda", 0.7, (0.0, 1.0))?,
        temperature: number(
            file,
            keys.temperature.as_ref(),
            "temperature",
            0.3,
            (1e-3, 1e3),
        )?,
        random: number(file, keys.random.as_ref(), "random", 0.01, (0.0, 1.0))?,
        first_random: number(
            file,
            keys.first_random.as_ref(),
            "first_random",
            0.1,
            (0.0, 1.0),
        )?,
        win_points: number(
            file,
            keys.win_points.as_ref(),
            "win_points",
            10.0,
            (0.0, 1e4),
        )?,
        passes: file.count(keys.passes.as_ref(), "passes", 1, (1, 100))?,
        held_out: file.count(keys.held_out.as_ref(), "held_out", 0, (0, 1_000_000))?,
        search: keys
            .search
            .as_ref()
            .map(|keys| searched(file, keys))
            .transpose()?,
        steps: steps(file)?,
        match_games: file.count(
            keys.match_games.as_ref(),
            "match_games",
            100,
            (2, 1_000_000),
        )?,
        match_every: file.count(keys.match_every.as_ref(), "match_every", 10, (1, 100_000))?,
        shares,
        set: options(file, &keys.set)?,
        draw: keys
            .draw
            .as_ref()
            .map(|keys| drawn(file, keys))
            .transpose()?,
        teacher,
        start: None,
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
    let games = set_up_all(&setups).map_err(|error| at_option(file, &error))?;
    check(&games, &present).map_err(|(index, error)| {
        let opponents = keys.opponents.as_deref().unwrap_or_default();
        let name = index.checked_sub(1).and_then(|index| opponents.get(index));
        file.at(name.or(keys.teacher.as_ref()))(error)
    })?;
    if let Some(bot) = start {
        let network = network_to_start(file, &bot, &games)?;
        learning.units = network.1;
        learning.start = Some(network.0);
    }
    Ok(Resolved {
        learning,
        setups,
        data: DataRecord::new(&data, counts),
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
    let key = file.keys.units.as_ref();
    let most = MOST_FIRST as u64;
    let units = file.count(key, "units", FIRST_STEP as u64, (FIRST_STEP as u64, most))?;
    if units.is_multiple_of(FIRST_STEP as u64) {
        return Ok(units as usize);
    }
    Err(file.at(key)(format!(
        "units = {units}: expected a multiple of {FIRST_STEP} up to {most}"
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

fn number(
    file: &LearnFile,
    key: Option<&Spanned<f64>>,
    name: &str,
    default: f64,
    (least, most): (f64, f64),
) -> Result<f64, SpecError> {
    let number = key.map_or(default, |number| *number.get_ref());
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(file.at(key)(format!(
        "{name} = {number}: expected {least} to {most}"
    )))
}

/// Parses the settings for searched decisions.
fn searched(file: &LearnFile, keys: &SearchKeys) -> Result<SearchedDecisions, SpecError> {
    let share = |key: &Option<Spanned<f64>>, name, default, range| {
        number(file, key.as_ref(), name, default, range)
    };
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
    let value_share = share(&keys.value_share, "value_share", 0.0, (0.0, 1.0))?;
    if kept && value_share > 0.0 {
        return Err(file.at(keys.value_share.as_ref())(
            "value_share with keep_values = true: no values are learnt; expected only one of these \
             keys",
        ));
    }
    Ok(SearchedDecisions {
        from: file.count(keys.from.as_ref(), "from", first, (first, 100_000))?,
        share: share(&keys.share, "share", 0.12, (0.0, 1.0))?,
        simulations: file.count(keys.simulations.as_ref(), "simulations", 96, (2, 1_000_000))?,
        exploration: share(&keys.exploration, "exploration", 1.0, (0.0, 100.0))?,
        temperature: share(&keys.temperature, "temperature", 0.6, (0.01, 100.0))?,
        keep_values: kept,
        value_share,
    })
}

/// Parses the settings for drawn games.
fn drawn(file: &LearnFile, keys: &DrawKeys) -> Result<DrawnGames, SpecError> {
    let share = |key: &Option<Spanned<f64>>, name, default| {
        number(file, key.as_ref(), name, default, (0.0, 1.0))
    };
    Ok(DrawnGames {
        share: share(&keys.share, "share", 0.6)?,
        setups: file.count(keys.setups.as_ref(), "setups", 60, (1, 10_000))?,
        by_traits: share(&keys.by_traits, "by_traits", 0.2)?,
        keep: share(&keys.keep, "keep", 0.9)?,
        set: options(file, &keys.set)?,
    })
}

fn steps(file: &LearnFile) -> Result<[f64; 2], SpecError> {
    let key = file.keys.steps.as_ref();
    let steps = key.map_or([1e-3, 1e-4], |steps| *steps.get_ref());
    if steps.iter().all(|step| (1e-7..=1.0).contains(step)) {
        return Ok(steps);
    }
    Err(file.at(key)(
        "steps: expected the sizes of the first and the last step, from 0.0000001 to 1",
    ))
}

fn shares(file: &LearnFile, opponents: &[BotSpec]) -> Result<Shares, SpecError> {
    let keys = &file.keys;
    let earlier = number(file, keys.earlier.as_ref(), "earlier", 0.15, (0.0, 1.0))?;
    let default = if opponents.is_empty() { 0.0 } else { 0.15 };
    let bots = number(file, keys.bots.as_ref(), "bots", default, (0.0, 1.0))?;
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

fn at_option(file: &LearnFile, error: &SetupError) -> SpecError {
    match error {
        SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
            file.at(file.keys.set.get(name))(error)
        }
        _ => file.at::<String, _>(None)(error),
    }
}

/// Checks that the bots fit the games.
///
/// # Errors
/// The index of the first bot that does not fit, and the reason.
fn check(games: &[Box<dyn DynGame>], bots: &[BotSpec]) -> Result<(), (usize, BotError)> {
    for game in games {
        for (index, bot) in bots.iter().enumerate() {
            bot.fits(&**game).map_err(|error| (index, error))?;
        }
    }
    Ok(())
}
