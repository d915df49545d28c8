//! The cells of each kind of experiment.

use std::collections::{BTreeMap, BTreeSet};

use super::items::{arms, self_play, settings};
use super::mixtures::mixtures;
use super::parts::seats;
use super::wish::{CellWish, MOST_CELLS, SpecError, Wish};
use crate::prose::count;
use crate::settings::{Design, EventLevel, HANDICAP, Kind, Ladder, Mixture, Varied};
use crate::setup::GameEntry;

/// Most money that a handicap may be.
const MOST_HANDICAP: u16 = 500;

/// Sees that a wish has no keys that are for other kinds than its own.
///
/// # Errors
/// [`SpecError`] at the first such key.
pub fn own_keys(wish: &Wish) -> Result<(), SpecError> {
    let items = [
        Kind::Factorial,
        Kind::Grant,
        Kind::Price,
        Kind::Policy,
        Kind::Cards,
    ];
    let given: [(&str, bool, &[Kind]); 11] = [
        ("challenger", wish.challenger.is_some(), &[Kind::Gauntlet]),
        (
            "opponent",
            wish.opponent.is_some(),
            &[Kind::Ladder, Kind::Mixture],
        ),
        ("ladder", wish.ladder.is_some(), &[Kind::Ladder]),
        ("mixture", wish.mixture.is_some(), &[Kind::Mixture]),
        ("duel", wish.duel.is_some(), &[Kind::Duel]),
        ("items", !wish.study.items.is_empty(), &items),
        (
            "factorial",
            wish.study.factorial.is_some(),
            &[Kind::Factorial],
        ),
        ("price", wish.study.price.is_some(), &[Kind::Price]),
        ("policy", wish.study.policy.is_some(), &[Kind::Policy]),
        (
            "by_strength",
            wish.study.by_strength,
            &[Kind::Factorial, Kind::Grant, Kind::Policy],
        ),
        (
            "settings",
            !wish.study.settings.is_empty(),
            &[Kind::Settings],
        ),
    ];
    if wish.events == EventLevel::Items && wish.kind != Kind::Factorial {
        return Err(wish.at("events")(
            "events = \"items\" is for kind = \"factorial\", which tells who takes what; expected \"all\" or \"none\"",
        ));
    }
    if let Some((key, _, kinds)) = given
        .iter()
        .find(|(_, given, kinds)| *given && !kinds.contains(&wish.kind))
    {
        let kinds: Vec<String> = kinds
            .iter()
            .map(|kind| format!("{:?}", kind.name()))
            .collect();
        return Err(wish.at(key)(format!(
            "key \"{key}\" is for kind = {}",
            kinds.join(" or ")
        )));
    }
    if !wish.cells.is_empty() && wish.kind != Kind::Sweep {
        return Err(wish.at("sweep")(
            "[sweep] and [[cell]] are for kind = \"sweep\"",
        ));
    }
    Ok(())
}

/// The cells of a design as a wish asks for them; of a design without cells, the only line-up.
///
/// # Errors
/// [`SpecError`] if it says too little or too much.
pub fn cells(wish: &Wish, entry: &GameEntry, design: &Design) -> Result<Vec<CellWish>, SpecError> {
    let players = match design {
        Design::Sequential(_) => wish.players.unwrap_or(2),
        _ => wish.players.unwrap_or(entry.default_players()),
    };
    if !matches!(wish.kind, Kind::Simulate | Kind::Sweep) {
        seats(entry, &wish.bots, Some(players)).map_err(wish.at("players"))?;
    }
    let cells = match design {
        Design::Single => vec![CellWish::default()],
        Design::Sequential(_) => vec![duel(wish, players)?],
        Design::Cells { varied, .. } => match varied {
            Varied::LineUps(_) => line_ups(wish, players)?,
            Varied::Gauntlet => gauntlet(wish, players)?,
            Varied::Mirrors(_) => mirrors(wish, players)?,
            Varied::Sweep => wish.cells.clone(),
            Varied::Rungs(ladder) => rungs(wish, ladder, players)?,
            Varied::Mixtures(mixture) => mixed(wish, mixture, players)?,
            Varied::Items { study, perturbed } => {
                once_each(wish)?;
                self_play(wish, &arms(study), *perturbed, players)
            }
            Varied::Settings { values, perturbed } => {
                once_each(wish)?;
                self_play(wish, &settings(wish, values)?, *perturbed, players)
            }
        },
    };
    if (1..=MOST_CELLS).contains(&cells.len()) {
        return Ok(cells);
    }
    let found = cells.len();
    Err(wish.at("kind")(format!(
        "{}; expected 1 to {MOST_CELLS}",
        count(found as u64, "cell")
    )))
}

/// Every line-up that the bots can form.
fn line_ups(wish: &Wish, players: usize) -> Result<Vec<CellWish>, SpecError> {
    let named = wish.bots.len();
    if named < players {
        return Err(wish.at("bots")(format!(
            "a tournament of {} needs {players} bots or more, not {named}",
            count(players as u64, "player")
        )));
    }
    once_each(wish)?;
    let line_ups = subsets(&wish.bots, players).into_iter();
    Ok(line_ups.map(meeting).collect())
}

/// The challenger against each of the bots.
fn gauntlet(wish: &Wish, players: usize) -> Result<Vec<CellWish>, SpecError> {
    let Some(challenger) = &wish.challenger else {
        return Err(wish.at("kind")(
            "key \"challenger\" is missing: the bot that meets each of the others",
        ));
    };
    once_each(wish)?;
    Ok(wish
        .bots
        .iter()
        .map(|bot| against(challenger, bot, players))
        .collect())
}

/// The first bot against the second.
fn duel(wish: &Wish, players: usize) -> Result<CellWish, SpecError> {
    let [first, second] = wish.bots.as_slice() else {
        let count = wish.bots.len();
        return Err(wish.at("bots")(format!(
            "a duel is between two bots, not {count}; the second one holds all other seats"
        )));
    };
    if players < 2 {
        return Err(wish.at("players")("a duel needs 2 players or more"));
    }
    once_each(wish)?;
    Ok(against(first, second, players))
}

/// Every bot by itself.
fn mirrors(wish: &Wish, players: usize) -> Result<Vec<CellWish>, SpecError> {
    if players < 2 {
        return Err(wish.at("players")(
            "kind = \"cards\" compares seats at one table: it needs 2 players or more",
        ));
    }
    if wish.events == EventLevel::None {
        return Err(wish.at("events")(
            "kind = \"cards\" reads the events; expected events = \"all\"",
        ));
    }
    once_each(wish)?;
    let itself = |bot: &String| CellWish {
        name: bot.clone(),
        bots: Some(vec![bot.clone(); players]),
        ..CellWish::default()
    };
    Ok(wish.bots.iter().map(itself).collect())
}

/// Every bot in every mixture: bot by bot; past [`MOST_CELLS`] the rest is left out.
fn mixed(wish: &Wish, mixture: &Mixture, players: usize) -> Result<Vec<CellWish>, SpecError> {
    once_each(wish)?;
    let opponents = opponents(wish, players)?;
    let mixtures = mixtures(wish, mixture)?;
    let cell = |bot: &String, text: &String| CellWish {
        name: format!("{bot} {text}"),
        bots: Some([std::slice::from_ref(bot), &opponents].concat()),
        set: BTreeMap::from([(mixture.option.clone(), text.clone())]),
        ..CellWish::default()
    };
    Ok(wish
        .bots
        .iter()
        .flat_map(|bot| mixtures.iter().map(move |text| cell(bot, text)))
        .take(MOST_CELLS + 1)
        .collect())
}

/// Nobody is named twice.
fn once_each(wish: &Wish) -> Result<(), SpecError> {
    let mut seen = BTreeSet::new();
    match wish.bots.iter().find(|bot| !seen.insert(*bot)) {
        None => Ok(()),
        Some(twice) => Err(wish.at("bots")(format!("bot \"{twice}\" is named twice"))),
    }
}

/// Every bot on every rung: bot by bot, from the first rung to the last; past [`MOST_CELLS`] the rest is left
/// out.
fn rungs(wish: &Wish, ladder: &Ladder, players: usize) -> Result<Vec<CellWish>, SpecError> {
    once_each(wish)?;
    let values = &ladder.values;
    if values.len() < 2 {
        return Err(wish.at("ladder")("[ladder]: expected two values or more"));
    }
    if let Some(twice) = (1..values.len()).find(|&rung| values[..rung].contains(&values[rung])) {
        return Err(wish.at("ladder")(format!(
            "[ladder]: value \"{}\" is named twice",
            values[twice]
        )));
    }
    if wish.set.contains_key(&ladder.option) {
        return Err(wish.at(&format!("set.{}", ladder.option))(format!(
            "option \"{}\" is what the ladder varies; expected it in one place only",
            ladder.option
        )));
    }
    let opponents = opponents(wish, players)?;
    let handicaps = handicaps(wish, ladder, players)?;
    let on_rung = |bot: &String, (rung, value): (usize, &String)| CellWish {
        name: format!("{bot} {}={value}", ladder.option),
        bots: Some([std::slice::from_ref(bot), &opponents].concat()),
        set: match handicaps {
            Some(_) => BTreeMap::new(),
            None => BTreeMap::from([(ladder.option.clone(), value.clone())]),
        },
        handicap: handicaps.as_ref().map_or(0, |handicaps| handicaps[rung]),
        ..CellWish::default()
    };
    Ok(wish
        .bots
        .iter()
        .flat_map(|bot| values.iter().enumerate().map(move |rung| (bot, rung)))
        .map(|(bot, rung)| on_rung(bot, rung))
        .take(MOST_CELLS + 1)
        .collect())
}

/// What the bots of a ladder of handicaps begin with beyond the others; `None` of a ladder of a rule option.
fn handicaps(wish: &Wish, ladder: &Ladder, players: usize) -> Result<Option<Vec<u16>>, SpecError> {
    if ladder.option != HANDICAP {
        return Ok(None);
    }
    let at = wish.at("ladder");
    if players < 2 {
        return Err(at(
            "[ladder]: a handicap is given over others: it needs 2 players or more",
        ));
    }
    let number = |value: &String| {
        let number = value.parse::<u16>().ok();
        // As it is written everywhere else, so that one handicap has one name.
        let number =
            number.filter(|number| *number <= MOST_HANDICAP && number.to_string() == *value);
        number.ok_or_else(|| {
            wish.at("ladder")(format!(
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

/// Who holds the other seats, where one bot at a time is looked at.
fn opponents(wish: &Wish, players: usize) -> Result<Vec<String>, SpecError> {
    let opponents = match (&wish.opponent, players) {
        (None, 1) => Vec::new(),
        (Some(_), 1) => {
            return Err(wish.at("opponent")(
                "there is no seat for an opponent with 1 player",
            ));
        }
        (Some(opponent), _) => vec![opponent.clone(); players - 1],
        (None, _) => {
            return Err(wish.at("kind")(format!(
                "key \"opponent\" is missing: who holds the other seats of {players}"
            )));
        }
    };
    if let Some(opponent) = opponents.first().filter(|name| wish.bots.contains(name)) {
        return Err(wish.at("opponent")(format!(
            "\"{opponent}\" is in bots and cannot be the opponent, too"
        )));
    }
    Ok(opponents)
}

/// One bot in the first place and another in all others.
fn against(first: &str, other: &str, players: usize) -> CellWish {
    let mut line_up = vec![first.to_string()];
    line_up.resize(players, other.to_string());
    meeting(line_up)
}

fn meeting(bots: Vec<String>) -> CellWish {
    CellWish {
        name: bots.join("+"),
        bots: Some(bots),
        ..CellWish::default()
    }
}

/// All ways to choose so many names, in the order in which they are listed; past [`MOST_CELLS`] the
/// rest is left out.
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
    fn every_choice_once_in_the_order_of_the_list() {
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
