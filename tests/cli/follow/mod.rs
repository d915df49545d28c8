//! `portolan follow`: the tests type in everything that the own seat sees.

mod another_engine;
mod dialogue;
mod random_dialogues;
mod random_games;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use portolan::games::{GameSetup, entry};
use portolan::random::{Rng, below};
use portolan_cli::follow::table::{Answer, Table};
use portolan_run::play::dyn_game::{self, DynGame};
use portolan_run::play::given::Drawn;
use portolan_run::play::ongoing::OngoingGame;
use serde_json::Value;

use crate::folder::Workdir;
use crate::program;

/// Lets the game make all draws by itself.
pub fn by_itself() -> Drawn {
    Drawn {
        things: Vec::new(),
        rest: true,
    }
}

/// Returns the setup of a game with the embedded data, and the game.
pub fn set_up(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
) -> (GameSetup, Box<dyn DynGame>) {
    let options = options.iter();
    let mut setup = entry(game).unwrap().setup(players);
    setup.options = options
        .map(|(option, value)| (option.to_string(), value.to_string()))
        .collect();
    portolan::register();
    let opened = dyn_game::set_up(&setup).unwrap();
    (setup, opened)
}

/// Collects the names in a view with their locations, which are worded as in the questions.
fn places(value: &Value, place: &[String], found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::String(text) => drop(found.insert((place.join(", "), text.clone()))),
        Value::Array(list) => list.iter().for_each(|value| places(value, place, found)),
        Value::Object(keys) => {
            let mut place = place.to_vec();
            if let Some(seat) = keys.get("seat") {
                place.pop();
                place.push(format!("seat {seat}"));
            }
            for (key, value) in keys {
                if ["name", "text", "unseen_cards", "choice"].contains(&key.as_str()) {
                    continue;
                }
                for unit in 1..=value.as_u64().unwrap_or(0).min(20) {
                    let unit = format!("{key} {unit}");
                    found.insert((place.join(", "), unit));
                }
                let silent = ["id", "board", "supplies"].contains(&key.as_str());
                let part = (!silent).then(|| key.replace('_', " "));
                let place: Vec<String> = place.iter().cloned().chain(part).collect();
                places(value, &place, found);
            }
        }
        _ => {}
    }
}

/// Returns the names in the view of a seat with their locations.
pub fn seen(game: &dyn OngoingGame, own: Option<usize>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    places(&game.position(own), &[], &mut found);
    found
}

/// Answers all questions about the last move or the deal with the information that the own seat sees at the table.
/// `before` contains the names that the seat saw before the move.
pub fn answer_all(
    table: &mut Table,
    there: &dyn OngoingGame,
    own: Option<usize>,
    before: &BTreeSet<(String, String)>,
) {
    let fell = match there.moves().last() {
        Some(made) => &made.fell,
        None => there.fell_in_deal(),
    };
    let [view, all] = [own, None].map(|seat| there.position(seat).to_string());
    let mut shown: Vec<(String, String)> = seen(there, own).difference(before).cloned().collect();
    // Cards that the seat saw before outside hands, such as its own discards, are not reported.
    let is_known = |name: &String| {
        let mut known = before.iter().filter(|(_, other)| other == name);
        known.any(|(place, _)| !place.ends_with("known cards")) && !name.contains(' ')
    };
    shown.retain(|(_, name)| !fell.contains(name) && !is_known(name));
    let mut about_shown = 0;
    while let Some(question) = table.question().cloned() {
        let answer = if question.shown {
            about_shown += 1;
            let first = shown.iter().position(|(place, name)| {
                let name = name.split(' ').next().unwrap_or_default();
                *place == question.of && question.among.iter().any(|(among, _)| among == name)
            });
            let first = first.or_else(|| shown.iter().position(|(place, _)| *place == question.of));
            // Counted cards are collected as `rum 1`, `rum 2`.
            first
                .map(|first| shown.remove(first).1)
                .and_then(|name| name.split(' ').next().map(String::from))
        } else {
            let name = &fell[question.answers.len() - about_shown];
            let quoted = format!("\"{name}");
            // Positions do not name some visible draws, such as the strips of a board.
            let is_seen = view.contains(&quoted) || !all.contains(&quoted);
            is_seen.then(|| name.clone())
        };
        let answer = answer.map_or(Answer::Unseen, Answer::Name);
        let answered = table.answer(&answer);
        answered.unwrap_or_else(|problem| panic!("{question:?}, {answer:?}: {problem}"));
    }
}

/// Returns the differences between two values, each with its path.
fn differences(at: &str, here: &Value, there: &Value) -> Vec<String> {
    let inner = |key: String| {
        let [here, there] = [here, there].map(|of| of.pointer(&key).unwrap_or(&Value::Null));
        differences(&format!("{at}{key}"), here, there)
    };
    match (here, there) {
        (Value::Object(one), Value::Object(other)) => {
            let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            keys.iter()
                .flat_map(|key| inner(format!("/{key}")))
                .collect()
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => (0..one.len())
            .flat_map(|index| inner(format!("/{index}")))
            .collect(),
        _ if here == there => Vec::new(),
        _ => vec![format!("{at}: {here} here, {there} there")],
    }
}

/// Plays random moves at the table and follows them with the information that the own seat sees. Asserts that the views
/// of the seat are equal after every move. Returns the number of moves after which hidden information differs.
pub fn follow_random(
    table: &mut Table,
    there: &mut dyn OngoingGame,
    own: Option<usize>,
    (rng, most): (&mut Rng, usize),
    what: &str,
) -> usize {
    let mut hidden = 0;
    for made in 0..most {
        if there.to_move().is_none() {
            break;
        }
        let choice = below(rng, there.choices() as u32) as usize;
        let notation = there.notation(choice);
        let before = seen(there, own);
        there.make_given(choice, by_itself()).ok().unwrap();
        let last = there.moves().last().unwrap();
        let is_hidden = own.is_some_and(|own| last.hidden[own]);
        let at = format!("{what}, seat {own:?}, move {made}, {notation}");
        let reported = (!is_hidden).then_some(notation.as_str());
        let made_here = table.make(reported, false);
        made_here.unwrap_or_else(|problem| panic!("{at}: {problem}"));
        answer_all(table, there, own, &before);
        let here = table.ongoing().unwrap();
        let differences = differences("", &here.position(own), &there.position(own));
        assert!(differences.is_empty(), "{at}:\n{}", differences.join("\n"));
        assert_eq!(here.describe(own), there.describe(own), "{at}");
        assert_eq!(here.to_move(), there.to_move(), "{at}");
        hidden += usize::from(here.describe(None) != there.describe(None));
    }
    hidden
}

/// Runs `follow` with this input. Returns the exit code and the output without line breaks from wrapping.
pub fn follow(folder: &Path, arguments: &str, input: &str) -> (i32, String) {
    let mut command = folder.command(format!("follow {arguments}"));
    let Output { status, stdout, .. } = program::fed(&mut command, input);
    (status.code().unwrap(), String::from_utf8(stdout).unwrap())
}
