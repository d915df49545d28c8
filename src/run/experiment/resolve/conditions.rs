//! Conditions of each kind of experiment.

use std::collections::BTreeMap;

use super::change::change_cells;
use super::items::{arms, settings};
use super::mixtures::mixtures;
use super::parts::{label, seats, twice};
use crate::prose::count;
use crate::setting_keys::{Key, KeyTable};
use crate::setting_tree::SettingError;
use crate::settings::cells::{Cell, MOST_CELLS};
use crate::settings::{EventLevel, Experiment, HANDICAP, Kind, Ladder, Mixture, Settings};
use crate::setup::GameEntry;

/// Maximum handicap, in units of money.
const MOST_HANDICAP: u16 = 500;

/// Checks that an experiment has no keys of other kinds.
///
/// # Errors
/// [`SettingError`] at the first such key.
pub fn own_keys(spec: &Settings) -> Result<(), SettingError> {
    if spec.events == EventLevel::Items
        && !matches!(
            spec.kind,
            Kind::Factorial | Kind::PriceFactorial | Kind::Change
        )
    {
        return Err(spec.at("events")(
            "events = \"items\" is for kind = \"factorial\", \"price_factorial\" or \"change\"; expected \"all\" or \"none\"",
        ));
    }
    let given = spec.given();
    let is_foreign = |key: &&Key| {
        let of_kind = key.kinds.is_empty() || key.kinds.contains(&spec.kind.name());
        !of_kind && given.contains(&key.name)
    };
    match Settings::KEYS.iter().find(is_foreign) {
        None => Ok(()),
        Some(Key { name, kinds, .. }) => {
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("{kind:?}")).collect();
            Err(spec.at(name)(format!(
                "key \"{name}\" is for kind = {}",
                kinds.join(" or ")
            )))
        }
    }
}

/// Returns the conditions of an experiment; for a kind without conditions, the only line-up.
///
/// # Errors
/// [`SettingError`] if keys are missing or superfluous.
pub fn cells(
    spec: &Settings,
    entry: &GameEntry,
    experiment: &Experiment,
) -> Result<Vec<Cell>, SettingError> {
    let players = match spec.kind {
        Kind::Duel => spec.players.unwrap_or(2),
        _ => spec.players.unwrap_or(entry.default_players()),
    };
    if !matches!(spec.kind, Kind::Simulate | Kind::Sweep) {
        seats(entry, &spec.bots, Some(players)).map_err(spec.at("players"))?;
    }
    let cells = match spec.kind {
        Kind::Simulate => vec![Cell::default()],
        Kind::Duel => vec![duel(spec, players)?],
        Kind::Tournament => line_ups(spec, players)?,
        Kind::Gauntlet => gauntlet(spec, players)?,
        Kind::Sweep => spec.cell.clone(),
        Kind::Ladder => {
            let ladder = experiment.ladder.as_ref().expect("resolved");
            rungs(spec, ladder, players)?
        }
        Kind::Mixture => {
            let mixture = experiment.mixture.as_ref().expect("resolved");
            mixed(spec, mixture, players)?
        }
        Kind::Factorial | Kind::Grant | Kind::PriceFactorial | Kind::Constraint => {
            once_each(spec)?;
            let study = experiment.items.as_ref().expect("resolved");
            self_play(spec, &arms(study, spec.seed), players)
        }
        Kind::Change => change_cells(spec, experiment.items.as_ref(), players),
        // One condition for each change; `resolve` adds the challengers.
        Kind::Audit => {
            once_each(spec)?;
            let audit = spec.audit.as_ref();
            audit.map_or(Vec::new(), |audit| audit.cells(&spec.places))
        }
        Kind::Settings => {
            once_each(spec)?;
            self_play(spec, &settings(spec, &experiment.settings)?, players)
        }
    };
    if (1..=MOST_CELLS).contains(&cells.len()) {
        return Ok(cells);
    }
    let found = cells.len();
    Err(spec.at("kind")(format!(
        "{}; expected 1 to {MOST_CELLS}",
        count(found as u64, "condition")
    )))
}

/// Returns every line-up that the bots can form.
fn line_ups(spec: &Settings, players: usize) -> Result<Vec<Cell>, SettingError> {
    let named = spec.bots.len();
    if named < players {
        return Err(spec.at("bots")(format!(
            "a tournament of {} needs {players} bots or more, not {named}",
            count(players as u64, "player")
        )));
    }
    once_each(spec)?;
    let line_ups = subsets(&spec.bots, players).into_iter();
    Ok(line_ups.map(meeting).collect())
}

/// Returns one condition for each bot, in which the challenger plays against this bot.
fn gauntlet(spec: &Settings, players: usize) -> Result<Vec<Cell>, SettingError> {
    let Some(challenger) = &spec.challenger else {
        return Err(spec.at("kind")(
            "key \"challenger\" is missing: the bot that plays against each of the others",
        ));
    };
    once_each(spec)?;
    if spec.bots.contains(challenger) {
        return Err(spec.at("bots")(format!(
            "\"{challenger}\" is the challenger and would play against itself: list only its \
             opponents"
        )));
    }
    Ok(spec
        .bots
        .iter()
        .map(|bot| against(challenger, bot, players))
        .collect())
}

/// Returns the condition in which the first bot plays against the second bot.
fn duel(spec: &Settings, players: usize) -> Result<Cell, SettingError> {
    let [first, second] = spec.bots.as_slice() else {
        let count = spec.bots.len();
        return Err(spec.at("bots")(format!(
            "a duel is between two bots, not {count}; the second one plays in all other seats"
        )));
    };
    if players < 2 {
        return Err(spec.at("players")("a duel needs 2 players or more"));
    }
    once_each(spec)?;
    Ok(against(first, second, players))
}

/// Returns one condition for every bot and mixture, ordered by bot.
fn mixed(spec: &Settings, mixture: &Mixture, players: usize) -> Result<Vec<Cell>, SettingError> {
    once_each(spec)?;
    let mixtures = mixtures(spec, mixture)?;
    let of_mixture = |text: &String| Cell {
        name: format!(" {text}"),
        set: BTreeMap::from([(mixture.option.clone(), text.clone())]),
        ..Cell::default()
    };
    let mixtures: Vec<Cell> = mixtures.iter().map(of_mixture).collect();
    against_opponents(spec, &mixtures, players)
}

/// Checks that every bot is named only once.
fn once_each(spec: &Settings) -> Result<(), SettingError> {
    match twice(&spec.bots) {
        None => Ok(()),
        Some(bot) => Err(spec.at("bots")(format!("bot \"{bot}\" is named twice"))),
    }
}

/// Returns one condition for every bot and level, ordered by bot, then from the first level to the last.
fn rungs(spec: &Settings, ladder: &Ladder, players: usize) -> Result<Vec<Cell>, SettingError> {
    once_each(spec)?;
    let values = &ladder.values;
    if values.len() < 2 {
        return Err(spec.at("ladder")("[ladder]: expected two values or more"));
    }
    if let Some(value) = twice(values) {
        return Err(spec.at("ladder")(format!(
            "[ladder]: value \"{value}\" is named twice"
        )));
    }
    if spec.set.contains_key(&ladder.option) {
        return Err(spec.at(&format!("set.{}", ladder.option))(format!(
            "option \"{}\" is varied by the ladder; expected it in one place only",
            ladder.option
        )));
    }
    let handicaps = handicaps(spec, ladder, players)?;
    let on_rung = |(rung, value): (usize, &String)| Cell {
        name: format!(" {}={value}", ladder.option),
        set: match handicaps {
            Some(_) => BTreeMap::new(),
            None => BTreeMap::from([(ladder.option.clone(), value.clone())]),
        },
        handicap: handicaps.as_ref().map_or(0, |handicaps| handicaps[rung]),
        ..Cell::default()
    };
    let rungs: Vec<Cell> = values.iter().enumerate().map(on_rung).collect();
    against_opponents(spec, &rungs, players)
}

/// Returns the extra money for the bots of a handicap ladder; `None` for a ladder of a rule option.
fn handicaps(
    spec: &Settings,
    ladder: &Ladder,
    players: usize,
) -> Result<Option<Vec<u16>>, SettingError> {
    if ladder.option != HANDICAP {
        return Ok(None);
    }
    let at = spec.at("ladder");
    if players < 2 {
        return Err(at(
            "[ladder]: a handicap needs opponents: expected 2 players or more",
        ));
    }
    let number = |value: &String| {
        let number = value.parse::<u16>().ok();
        // Only the canonical spelling is accepted, so that each handicap has a single name.
        let number =
            number.filter(|number| *number <= MOST_HANDICAP && number.to_string() == *value);
        number.ok_or_else(|| {
            spec.at("ladder")(format!(
                "[ladder]: handicap \"{value}\"; expected a whole number from 0 to {MOST_HANDICAP}, without \
                 sign or leading zero"
            ))
        })
    };
    ladder
        .values
        .iter()
        .map(number)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// Returns one condition for every bot and variant, ordered by bot. The opponent plays in all other seats.
fn against_opponents(
    spec: &Settings,
    variants: &[Cell],
    players: usize,
) -> Result<Vec<Cell>, SettingError> {
    let opponents = match (&spec.opponent, players) {
        (None, 1) => Vec::new(),
        (Some(_), 1) => {
            return Err(spec.at("opponent")(
                "there is no seat for an opponent with 1 player",
            ));
        }
        (Some(opponent), _) => vec![opponent.clone(); players - 1],
        (None, _) => {
            return Err(spec.at("kind")(format!(
                "key \"opponent\" is missing: the bot for the other seats of {players}"
            )));
        }
    };
    if let Some(opponent) = opponents.first().filter(|name| spec.bots.contains(name)) {
        return Err(spec.at("opponent")(format!(
            "\"{opponent}\" is in bots and cannot also be the opponent"
        )));
    }
    let line_up = |bot: &String| [std::slice::from_ref(bot), &opponents].concat();
    Ok(each_bot(spec, variants, line_up))
}

/// Returns one condition for every bot and variant, ordered by bot. Stops after [`MOST_CELLS`] + 1 conditions.
fn each_bot(
    spec: &Settings,
    variants: &[Cell],
    line_up: impl Fn(&String) -> Vec<String>,
) -> Vec<Cell> {
    let pairs =
        (spec.bots.iter()).flat_map(|bot| variants.iter().map(move |variant| (bot, variant)));
    let cell = |(bot, variant): (&String, &Cell)| Cell {
        name: format!("{}{}", label(bot), variant.name),
        bots: Some(line_up(bot)),
        ..variant.clone()
    };
    pairs.map(cell).take(MOST_CELLS + 1).collect()
}

/// Returns the conditions in which every bot plays against copies of itself, ordered by bot, data set and arm,
/// with the control first.
fn self_play(spec: &Settings, arms: &[Cell], players: usize) -> Vec<Cell> {
    let on_data = |perturbation: u32, arm: &Cell| Cell {
        name: match perturbation {
            0 => arm.name.clone(),
            number => format!(", data {number}{}", arm.name),
        },
        perturbation,
        ..arm.clone()
    };
    let sets = 0..=spec.perturbed;
    let variants = sets.flat_map(|number| arms.iter().map(move |arm| on_data(number, arm)));
    let variants: Vec<Cell> = variants.collect();
    each_bot(spec, &variants, |bot| vec![bot.clone(); players])
}

/// Returns the condition with one bot in the first place and another bot in all other places.
fn against(first: &str, other: &str, players: usize) -> Cell {
    let mut line_up = vec![first.to_string()];
    line_up.resize(players, other.to_string());
    meeting(line_up)
}

fn meeting(bots: Vec<String>) -> Cell {
    Cell {
        name: bots
            .iter()
            .map(|bot| label(bot))
            .collect::<Vec<_>>()
            .join("+"),
        bots: Some(bots),
        ..Cell::default()
    }
}

/// Returns all subsets of `size` names, in the order of the list. Stops once there are more than [`MOST_CELLS`]
/// subsets.
fn subsets(names: &[String], size: usize) -> Vec<Vec<String>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, name) in names.iter().enumerate() {
        for rest in subsets(&names[index + 1..], size - 1) {
            found.push([std::slice::from_ref(name), rest.as_slice()].concat());
            if found.len() > MOST_CELLS {
                return found;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_listed_once_in_order() {
        let names = ["a", "b", "c", "d"].map(str::to_string);
        let joined: Vec<String> = subsets(&names, 2)
            .iter()
            .map(|subset| subset.concat())
            .collect();
        assert_eq!(joined, ["ab", "ac", "ad", "bc", "bd", "cd"]);
        assert_eq!(subsets(&names, 4).len(), 1);
        assert!(subsets(&names, 5).is_empty());
    }
}
