//! What two names stand for: a design needs players and settings that differ, whatever they are called.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::unresolved::{Spec, SpecCell, SpecError};
use crate::bots::BotSpec;
use crate::bots::catalog::find_with_file;
use crate::dataset::DataSet;
use crate::play::any_game::fingerprint;
use crate::settings::Kind;
use crate::setup::{GameEntry, GameSetup};

/// A player as it is written, with what that stands for.
struct Player<'spec> {
    written: &'spec str,
    bot: BotSpec,
    file: Option<PathBuf>,
}

impl Player<'_> {
    /// Whether both are one player: of the same file, or put together in results.
    fn is(&self, other: &Player) -> bool {
        let files = self.file.as_deref().zip(other.file.as_deref());
        self.bot == other.bot || files.is_some_and(|(one, other)| same_file(one, other))
    }
}

/// Whether two paths lead to one file, by whatever links.
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

/// Sees that the bots of a design that compares bots are different players, and none of them the one that holds the
/// other seats. Bots that are not found are left to those who look for them.
///
/// # Errors
/// [`SpecError`] at the second of two names of one player.
pub fn different_players(spec: &Spec, entry: &GameEntry) -> Result<(), SpecError> {
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
        // The design checks players that are written alike.
        let mut others = known.iter().filter(|other| other.written != written);
        if let Some(other) = others.find(|other| other.is(&player)) {
            return Err(spec.at_bot(&SpecCell::default(), written)(format!(
                "\"{}\" and \"{written}\" are one player, \"{}\"; expected each player once",
                other.written, other.bot.name
            )));
        }
        known.push(player);
    }
    Ok(())
}

/// Sees that the values of an option set up different games, with all other options as the experiment has them. Values
/// that are not accepted are left to those who set up the game.
///
/// # Errors
/// The two values that set up the same game.
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

/// Values of an option that set up the same game as one before them, with that one.
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

/// A cell of a sweep that can be played.
pub struct CellInPlay<'cell> {
    /// What sets it apart, for people.
    pub name: &'cell str,
    /// Its bots.
    pub bots: &'cell [BotSpec],
    /// Hash of its component data.
    pub data: String,
    /// Its rule options.
    pub set: &'cell BTreeMap<String, String>,
}

/// Sees that no two cells of a sweep are the same in all that is played.
///
/// # Errors
/// The names of the two that are.
pub fn different_cells(
    cells: &[CellInPlay],
    spec: &Spec,
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
    for (option, value) in cells.iter().flat_map(|cell| cell.set) {
        values.entry(option).or_default().insert(value);
    }
    values.retain(|_, values| values.len() > 1);
    let alike: BTreeMap<&String, BTreeMap<String, String>> = values
        .into_iter()
        .map(|(option, values)| (option, alike(option, values, &setup)))
        .collect();
    let mut known: HashMap<String, &str> = HashMap::new();
    for cell in cells {
        let set: BTreeMap<&String, &String> = cell
            .set
            .iter()
            .map(|(option, value)| {
                let first = alike.get(option).and_then(|alike| alike.get(value));
                (option, first.unwrap_or(value))
            })
            .collect();
        let bots: Vec<BotSpec> = cell.bots.iter().map(nameless).collect();
        let played = serde_json::to_string(&(bots, &cell.data, set)).unwrap_or_default();
        if let Some(other) = known.insert(played, cell.name) {
            return Err(format!(
                "cells \"{other}\" and \"{}\" are the same in all that is played; expected cells that differ",
                cell.name
            ));
        }
    }
    Ok(())
}

/// A bot by what it plays alone.
fn nameless(bot: &BotSpec) -> BotSpec {
    let mut bot = bot.clone();
    bot.name.clear();
    bot.about.clear();
    for network in bot.network.iter_mut().chain(&mut bot.network_solo) {
        // Its checksum tells it.
        network.path.clear();
    }
    bot
}
