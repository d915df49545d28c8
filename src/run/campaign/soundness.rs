//! Consistency checks of an archive. The checksum only rules out accidental changes.
//!
//! [`of_archive`] compares the keys with each other; [`with_data`] checks them against the game and its components.

use super::archive::{Archive, Damage, PlayedGame};
use super::names::StoryNames;
use super::rules::{
    C_CARDS, CAMPAIGN, LEGACY, RuleOptions, SCENARIO, STORY, games_with_a_campaign, has_campaign,
};
use crate::dataset::DataSet;
use crate::play::dyn_game::set_up;
use crate::registry::entry;
use crate::settings::locations::{Step, first_line, line_and_column, value};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// A key with an impossible value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    key: Vec<Step>,
    /// In a multi-line text, the invalid line: its index from 0 and its content.
    line: Option<(usize, String)>,
    /// Description of the accepted values.
    expected: String,
}

/// Reason why an archive does not match its game and components.
#[derive(Debug)]
pub enum Misfit {
    /// The archive has an impossible value.
    Flaw(Flaw),
    /// The game cannot be set up, independently of the archive.
    Setup(SetupError),
}

impl Flaw {
    fn at(key: impl IntoIterator<Item = Step>, expected: impl Into<String>) -> Flaw {
        Flaw {
            key: key.into_iter().collect(),
            line: None,
            expected: expected.into(),
        }
    }

    /// Adds the file, line and current value.
    pub fn damage(&self, file: &str, text: &str) -> Damage {
        let mut keys = self.key.iter().rev();
        let name = keys.find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Place(_) => None,
        });
        let (line, found) = match &self.line {
            Some((index, found)) => (
                first_line(text, &self.key) + index,
                format!("\"{}\"", found.escape_debug()),
            ),
            None => {
                let span = value(text, &self.key);
                let (line, _) = line_and_column(text, span.start);
                let found = text[span].lines().next().unwrap_or_default();
                (line, found.to_string())
            }
        };
        Damage {
            file: file.to_string(),
            line,
            column: None,
            problem: format!(
                "{} = {found}: expected {}",
                name.unwrap_or_default(),
                self.expected
            ),
        }
    }
}

fn way<const N: usize>(steps: [Step; N]) -> Vec<Step> {
    steps.to_vec()
}

/// Checks the consistency of the keys of an archive.
///
/// # Errors
/// The first key with an impossible value.
pub fn of_archive(archive: &Archive) -> Result<(), Flaw> {
    let key = |name: &str| way([name.into()]);
    let entry = entry(&archive.game)
        .ok()
        .filter(|entry| has_campaign(entry));
    let Some(entry) = entry else {
        let known = format!("a game with a campaign: {}", games_with_a_campaign());
        return Err(Flaw::at(key("game"), known));
    };
    let players = archive.players.len();
    if !entry.players.contains(&players) {
        let (least, most) = entry.players.clone().into_inner();
        let expected = format!("{least} to {most} players");
        return Err(Flaw::at(key("players"), expected));
    }
    if archive
        .players
        .iter()
        .any(|player| player.trim().is_empty())
    {
        return Err(Flaw::at(
            key("players"),
            "names of players that are not empty",
        ));
    }
    let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_hash(&archive.data.hash) {
        let key = way(["data".into(), "hash".into()]);
        return Err(Flaw::at(
            key,
            "the hash of component data: 16 hexadecimal digits",
        ));
    }
    for (index, game) in archive.played.iter().enumerate() {
        let flawed = |flaw: Flaw| Flaw {
            key: [way(["played".into(), index.into()]), flaw.key].concat(),
            ..flaw
        };
        of_game(archive, index, game, entry).map_err(flawed)?;
    }
    if let Some(rules) = &archive.next {
        of_rules("next", rules, entry)?;
    }
    if let Some(rules) = &archive.left {
        of_rules("left", rules, entry)?;
        if archive.next.is_some() || archive.played.is_empty() {
            return Err(Flaw::at(
                key("left"),
                "expected no such table before the end of the story, because it lists the remaining \
                 tiles and cards",
            ));
        }
    }
    match &archive.under_way {
        Some(_) if archive.next.is_none() => Err(Flaw::at(
            key("under_way"),
            "no such table after the end of the story: there is no next game",
        )),
        Some(game) => of_moves(&game.moves),
        None => Ok(()),
    }
}

/// Parses a move: a seat and its action.
pub fn one_move(line: &str) -> Option<(usize, &str)> {
    let (seat, action) = line.split_once(' ')?;
    let seat = seat.parse::<usize>().ok()?.checked_sub(1)?;
    (!action.trim().is_empty()).then_some((seat, action))
}

fn of_moves(moves: &str) -> Result<(), Flaw> {
    let wrong = moves
        .lines()
        .enumerate()
        .find(|(_, line)| one_move(line).is_none());
    wrong.map_or(Ok(()), |(index, line)| {
        let key = way(["under_way".into(), "moves".into()]);
        Err(Flaw {
            line: Some((index, line.to_string())),
            ..Flaw::at(
                key,
                "a seat number and an action on every line, such as 1 sail 7",
            )
        })
    })
}

fn of_rules(table: &str, rules: &RuleOptions, entry: &GameEntry) -> Result<(), Flaw> {
    let key = |option: &str| way([table.into(), option.into()]);
    if rules.get(SCENARIO).map(String::as_str) != Some(CAMPAIGN) {
        return Err(Flaw::at(
            key(SCENARIO),
            format!("{SCENARIO} = \"{CAMPAIGN}\""),
        ));
    }
    let known = |name: &str| entry.options.iter().any(|option| option.name == name);
    match rules.keys().find(|name| !known(name)) {
        None => Ok(()),
        Some(unknown) => {
            let known: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
            let expected = format!("an option of {}: {}", entry.name, known.join(", "));
            Err(Flaw::at(key(unknown), expected))
        }
    }
}

/// Checks one game. The keys in the error are relative to the table of the game.
fn of_game(
    archive: &Archive,
    index: usize,
    game: &PlayedGame,
    entry: &GameEntry,
) -> Result<(), Flaw> {
    let key = |name: &str| way([name.into()]);
    let seed = archive.seed_of(index);
    if game.seed != seed {
        let expected = format!("{seed}, which follows from the seed of the campaign");
        return Err(Flaw::at(key("seed"), expected));
    }
    let seats = game.bots.len();
    if seats == 0 || game.bots.iter().any(|bot| bot.trim().is_empty()) {
        return Err(Flaw::at(key("bots"), "a name for every seat"));
    }
    if game.scores.len() != seats {
        let expected = format!("{seats} scores, one for each bot");
        return Err(Flaw::at(key("scores"), expected));
    }
    let most = game.scores.iter().max();
    let won = |seat: &usize| (1..=seats).contains(seat) && game.scores.get(seat - 1) == most;
    let ascending = game.winners.is_sorted_by(|one, other| one < other);
    if !ascending || !game.winners.iter().all(won) {
        let best: Vec<String> = (1..=seats)
            .filter(won)
            .map(|seat| seat.to_string())
            .collect();
        let expected = format!(
            "a list, in ascending order, of seats with the most points ({}), or an empty list if \
             the game was stopped at the turn limit",
            best.join(", ")
        );
        return Err(Flaw::at(key("winners"), expected));
    }
    if game.decisions == 0 {
        return Err(Flaw::at(
            key("decisions"),
            "the number of decisions, 1 or more",
        ));
    }
    of_rules("rules", &game.rules, entry)?;
    for (number, reading) in game.read.iter().enumerate() {
        let key = |name: &str| way(["read".into(), number.into(), name.into()]);
        if !(1..=seats).contains(&reading.seat) {
            return Err(Flaw::at(key("seat"), format!("a seat from 1 to {seats}")));
        }
        let mut before = game.read[..number].iter();
        if before.any(|other| other.card == reading.card) {
            return Err(Flaw::at(
                key("card"),
                "a story card that was not read earlier in this game",
            ));
        }
    }
    Ok(())
}

/// Checks an archive against its game and component data. All games must be possible.
///
/// # Errors
/// [`Misfit`] with the first problem.
pub fn with_data(archive: &Archive, data: &DataSet) -> Result<(), Misfit> {
    let names = StoryNames::of(data);
    for (index, game) in archive.played.iter().enumerate() {
        let key = |name: &str| way(["played".into(), index.into(), name.into()]);
        let people = people_of(archive, game, data);
        let rules =
            |option: &str| way(["played".into(), index.into(), "rules".into(), option.into()]);
        accepted(archive, people, &game.rules, data, &rules)?;
        let mut after = game.rules.clone();
        for (option, held) in [(LEGACY, &game.legacy), (C_CARDS, &game.c_cards)] {
            let listed = match held.is_empty() {
                true => "none".to_string(),
                false => held.join(","),
            };
            after.insert(option.to_string(), listed);
        }
        accepted(archive, people, &after, data, &|option| match option {
            LEGACY => key("legacy"),
            C_CARDS => key("c_cards"),
            other => rules(other),
        })?;
        for (number, reading) in game.read.iter().enumerate() {
            let key = |name: &str| {
                way([
                    "played".into(),
                    index.into(),
                    "read".into(),
                    number.into(),
                    name.into(),
                ])
            };
            let Some(choices) = names.choices(&reading.card) else {
                let expected = format!("a story card of the data: {}", names.numbers().join(", "));
                return Err(Misfit::Flaw(Flaw::at(key("card"), expected)));
            };
            let possible = match choices {
                0 => 0..=0,
                choices => 1..=choices,
            };
            let choice = usize::try_from(reading.choice).ok();
            if !choice.is_some_and(|choice| possible.contains(&choice)) {
                let expected = match choices {
                    0 => format!("no choice, because story card {} offers none", reading.card),
                    _ => format!("1 to {choices}, the choices of story card {}", reading.card),
                };
                return Err(Misfit::Flaw(Flaw::at(key("choice"), expected)));
            }
        }
    }
    for (table, rules) in [("next", &archive.next), ("left", &archive.left)] {
        let Some(rules) = rules else { continue };
        let key = |option: &str| way([table.into(), option.into()]);
        let mut rules = rules.clone();
        if table == "left" {
            // The remaining state does not name story cards. Use any card, because card 1 may be missing from the data.
            let cards = names.numbers();
            let card = cards.first().map(ToString::to_string);
            rules.extend(card.map(|card| (STORY.to_string(), card)));
        }
        accepted(archive, archive.players.len(), &rules, data, &key)?;
    }
    Ok(())
}

/// Returns the number of players in a game, without automas.
fn people_of(archive: &Archive, game: &PlayedGame, data: &DataSet) -> usize {
    let seats = game.bots.len();
    let fits = |people: &usize| {
        let setup = setup(archive, *people, &game.rules, data);
        set_up(&setup).is_ok_and(|found| {
            let mut bots = (0..seats).zip(&game.bots);
            let is_automa = |seat, bot: &String| found.automa(seat).is_none_or(|name| name == *bot);
            found.seats() == seats && bots.all(|(seat, bot)| is_automa(seat, bot))
        })
    };
    (1..seats).find(fits).unwrap_or(seats)
}

fn setup(archive: &Archive, players: usize, rules: &RuleOptions, data: &DataSet) -> GameSetup {
    GameSetup {
        game: archive.game.clone(),
        players,
        options: rules.clone(),
        data: data.clone(),
    }
}

/// Checks that a game can be set up with these rule options. `key` returns the path of an option in the archive.
fn accepted(
    archive: &Archive,
    players: usize,
    rules: &RuleOptions,
    data: &DataSet,
    key: &dyn Fn(&str) -> Vec<Step>,
) -> Result<(), Misfit> {
    match set_up(&setup(archive, players, rules, data)) {
        Ok(_) => Ok(()),
        Err(SetupError::OptionValue { name, expected, .. }) => {
            Err(Misfit::Flaw(Flaw::at(key(&name), expected)))
        }
        Err(other) => Err(Misfit::Setup(other)),
    }
}
