//! Checks that a design compares players and settings that differ, regardless of their names.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::bots::BotSpec;
use crate::bots::catalog::find_with_file;
use crate::dataset::DataSet;
use crate::play::dyn_game::fingerprint;
use crate::setting_tree::SettingError;
use crate::settings::{Cell, ConditionSpec, Kind, Settings};
use crate::setup::{GameEntry, GameSetup};

/// A bot as written and as resolved.
struct Player<'spec> {
    written: &'spec str,
    bot: BotSpec,
    file: Option<PathBuf>,
}

impl Player<'_> {
    /// Returns true if both are the same player, because they come from one file or share a name in the results.
    fn is(&self, other: &Player) -> bool {
        let files = self.file.as_deref().zip(other.file.as_deref());
        self.bot == other.bot || files.is_some_and(|(one, other)| same_file(one, other))
    }
}

/// Returns true if two paths lead to the same file, after following links.
fn same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path: &Path| {
            let found = path.metadata().ok()?;
            Some((found.dev(), found.ino()))
        };
        if let (Some(one), Some(other)) = (place(one), place(other)) {
            return one == other;
        }
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    real(one) == real(other)
}

/// Checks that a design that compares bots has different players, all different from the bot in the other
/// seats. Unknown bots are ignored here and reported elsewhere.
///
/// # Errors
/// [`SettingError`] at the second of two names that refer to one player.
pub fn different_players(spec: &Settings, entry: &GameEntry) -> Result<(), SettingError> {
    if matches!(spec.kind, Kind::Simulate | Kind::Sweep) {
        return Ok(());
    }
    let role = spec.challenger.iter().chain(&spec.opponent);
    let mut known: Vec<Player> = Vec::new();
    for written in spec.bots.iter().chain(role) {
        let Ok((bot, file)) = find_with_file(written.trim(), entry.name) else {
            continue;
        };
        let player = Player { written, bot, file };
        // The design already rejects identical names.
        let mut others = known.iter().filter(|other| other.written != written);
        if let Some(other) = others.find(|other| other.is(&player)) {
            return Err(spec.at_bot(&Cell::default(), written)(format!(
                "\"{}\" and \"{written}\" are the same player, \"{}\"; expected each player once",
                other.written, other.bot.name
            )));
        }
        known.push(player);
    }
    Ok(())
}

/// Checks that the values of an option set up different games, with all other options as in the experiment.
/// Invalid values are ignored here and reported by the set-up of the game.
///
/// # Errors
/// The two values, if two values set up one game.
pub fn different_values<'value>(
    option: &str,
    values: impl IntoIterator<Item = &'value String>,
    setup: &GameSetup,
) -> Result<(), String> {
    match alike(option, values, setup).into_iter().next() {
        None => Ok(()),
        Some((value, first)) => Err(format!(
            "option \"{option}\": \"{first}\" and \"{value}\" set up the same game; expected different values"
        )),
    }
}

/// Returns each value that sets up the same game as an earlier one, paired with the earlier value.
fn alike<'value>(
    option: &str,
    values: impl IntoIterator<Item = &'value String>,
    setup: &GameSetup,
) -> BTreeMap<String, String> {
    let mut first: HashMap<String, &String> = HashMap::new();
    let mut alike = BTreeMap::new();
    for value in values {
        let mut setup = setup.clone();
        setup.options.insert(option.to_string(), value.clone());
        let Ok(game) = fingerprint(&setup) else {
            continue;
        };
        let known = first.entry(game).or_insert(value);
        if *known != value {
            alike.insert(value.clone(), known.clone());
        }
    }
    alike
}

/// Checks that no two conditions of a sweep are identical.
///
/// # Errors
/// The names of two conditions, if they are identical.
pub fn different_cells(
    cells: &[(&ConditionSpec, &Vec<BotSpec>)],
    spec: &Settings,
    players: usize,
    data: &DataSet,
) -> Result<(), String> {
    let setup = GameSetup {
        game: spec.game.clone(),
        players,
        options: spec.set.clone(),
        data: data.clone(),
    };
    let mut values: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (option, value) in cells.iter().flat_map(|(cell, _)| &cell.set) {
        values.entry(option).or_default().insert(value);
    }
    values.retain(|_, values| values.len() > 1);
    let alike: BTreeMap<&String, BTreeMap<String, String>> = values
        .into_iter()
        .map(|(option, values)| (option, alike(option, values, &setup)))
        .collect();
    let mut known: HashMap<String, &str> = HashMap::new();
    for (cell, bots) in cells {
        let set: BTreeMap<&String, &String> = cell
            .set
            .iter()
            .map(|(option, value)| {
                let first = alike.get(option).and_then(|alike| alike.get(value));
                (option, first.unwrap_or(value))
            })
            .collect();
        let bots: Vec<BotSpec> = bots.iter().map(nameless).collect();
        let played = serde_json::to_string(&(bots, &cell.data, set)).unwrap_or_default();
        if let Some(other) = known.insert(played, &cell.name) {
            return Err(format!(
                "conditions \"{other}\" and \"{}\" play the same games; expected conditions that differ",
                cell.name
            ));
        }
    }
    Ok(())
}

/// Returns the bot without names and paths, which do not affect its play.
fn nameless(bot: &BotSpec) -> BotSpec {
    let mut bot = bot.clone();
    bot.name.clear();
    bot.about.clear();
    for network in bot.network.iter_mut().chain(&mut bot.network_solo) {
        // The checksum identifies the network.
        network.path.clear();
    }
    bot
}
