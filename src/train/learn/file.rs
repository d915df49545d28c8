//! Parser for learning files. The TOML format is documented in `docs/reference/keys.md`. Relative paths start
//! from the folder of the file.

use std::collections::BTreeMap;
use std::path::Path;

use crate::bots::networks::NetworkFile;
use crate::bots::{BotKind, BotSpec};
use crate::experiment::resolve::parts::{all_fit, bot, once_each, read_data, seats};
use crate::net::weights::{FIRST_STEP, MOST_FIRST};
use crate::play::dyn_game::{DynGame, set_up_all};
use crate::registry::entry;
use crate::results::manifest::DataRecord;
use crate::setting_keys::outside;
use crate::setting_tree::SettingError;
use crate::settings::file_kind::{FileKind, SettingsFile};
use crate::settings::learning::{Learning, LearningKeys, SearchedDecisions, Shares};
use crate::setup::{GameEntry, GameSetup};

/// A learning file with the places of its values.
pub type LearnFile = SettingsFile<LearningKeys>;

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
    let mut keys = file.keys.clone();
    file.tree
        .need("game", "a game that `portolan games` lists")?;
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
    keys.game = entry.name.to_string();
    keys.players = players(file, entry)?;
    keys.search = keys
        .search
        .map(|search| searched(file, search))
        .transpose()?;
    check_units_and_steps(file)?;
    let mut learning = Learning {
        data: data.hash(),
        shares: shares(file, &opponents)?,
        teacher,
        start: None,
        start_parameters: BTreeMap::new(),
        opponents,
        keys,
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
        (learning.start, learning.keys.units) = network_to_start(file, &bot, &games)?;
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
    let checked = wished
        .iter()
        .map(|&players| seats(entry, &[], Some(players)));
    checked
        .collect::<Result<_, _>>()
        .map_err(file.at("players"))
}

fn check_units_and_steps(file: &LearnFile) -> Result<(), SettingError> {
    let LearningKeys { units, steps, .. } = &file.keys;
    if !units.is_multiple_of(FIRST_STEP) {
        return Err(file.at("units")(format!(
            "units = {units}: expected a multiple of {FIRST_STEP} up to {MOST_FIRST}"
        )));
    }
    if steps.len() != 2 || steps.iter().any(|step| !(1e-7..=1.0).contains(step)) {
        return Err(file.at("steps")(
            "steps: expected two numbers from 0.0000001 to 1, the sizes of the first and the last step",
        ));
    }
    Ok(())
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
        true => file.keys.units,
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
    // A search needs a network. The first round has a network only if the training starts from one.
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
