//! Reading a line: one JSON object, checked key by key.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::host::Problem;
use crate::game::Seat;
use crate::suggestion::did_you_mean;

/// What may be asked.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Another game.
    New(Deal),
    /// What the bot plays here.
    Choose,
    /// A move.
    Apply {
        /// Its notation.
        action: String,
    },
    /// All legal moves.
    Legal,
    /// The position in words.
    State {
        /// For whom; whoever is to move, if not told.
        seat: Option<Seat>,
    },
    /// The end.
    Quit,
}

/// What a new game may say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// Number of players.
    pub players: Option<usize>,
    /// Master seed.
    pub seed: Option<u64>,
    /// Rule options.
    pub set: BTreeMap<String, String>,
    /// Moves to make at once.
    pub moves: Vec<String>,
}

/// Every request with its keys, besides "request" and "id".
const REQUESTS: [(&str, &[&str]); 6] = [
    ("new", &["players", "seed", "set", "moves"]),
    ("choose", &[]),
    ("apply", &["action"]),
    ("legal", &[]),
    ("state", &["seat"]),
    ("quit", &[]),
];

/// Reads a line: the id that the answer repeats, and the request.
pub fn read(line: &[u8]) -> (Option<Value>, Result<Request, Problem>) {
    let object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(other) => {
            let problem = format!("{other} is no request: expected {EXAMPLE}");
            return (None, Err(Problem::from(problem)));
        }
        Err(error) => {
            let problem = format!("the line is no JSON: {error}; expected {EXAMPLE}");
            return (None, Err(Problem::from(problem)));
        }
    };
    (object.get("id").cloned(), request(&object))
}

const EXAMPLE: &str = "an object such as {\"request\": \"choose\"}";

fn request(object: &Map<String, Value>) -> Result<Request, Problem> {
    let names = || REQUESTS.iter().map(|(name, _)| *name);
    let known = names().collect::<Vec<_>>().join(", ");
    let name = match object.get("request") {
        Some(Value::String(name)) => name.as_str(),
        Some(other) => {
            return Err(Problem::from(format!(
                "\"request\": {other} is no text; requests: {known}"
            )));
        }
        None => {
            return Err(Problem::from(format!(
                "the key \"request\" is missing; requests: {known}"
            )));
        }
    };
    let Some((_, keys)) = REQUESTS.iter().find(|(known, _)| *known == name) else {
        return Err(Problem::from(format!(
            "unknown request \"{name}\"{}; requests: {known}",
            did_you_mean(name, names())
        )));
    };
    let keys = || ["request", "id"].iter().chain(*keys).copied();
    if let Some(key) = object.keys().find(|key| keys().all(|known| known != *key)) {
        return Err(Problem::from(format!(
            "request \"{name}\" has no key \"{key}\"{}; keys: {}",
            did_you_mean(key, keys()),
            keys().collect::<Vec<_>>().join(", ")
        )));
    }
    Ok(match name {
        "new" => Request::New(Deal {
            players: number(object, "players")?.map(|players| players as usize),
            seed: number(object, "seed")?,
            set: options(object)?,
            moves: moves(object)?,
        }),
        "choose" => Request::Choose,
        "apply" => match object.get("action") {
            Some(Value::String(action)) => Request::Apply {
                action: action.clone(),
            },
            Some(other) => return Err(not(&format!("\"action\": {other}"), "the text of a move")),
            None => return Err(Problem::from("the key \"action\" is missing".to_string())),
        },
        "legal" => Request::Legal,
        "state" => Request::State {
            seat: match number(object, "seat")? {
                Some(0) => return Err(not("\"seat\": 0", "a seat, from 1")),
                seat => seat.map(|seat| seat as Seat - 1),
            },
        },
        _ => Request::Quit,
    })
}

fn not(given: &str, expected: &str) -> Problem {
    Problem::from(format!("{given} is not accepted: expected {expected}"))
}

/// A whole number below 2^63, as all seeds are.
fn number(object: &Map<String, Value>, key: &str) -> Result<Option<u64>, Problem> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&number| number < 1 << 63) {
            Some(number) => Ok(Some(number)),
            None => Err(not(
                &format!("\"{key}\": {value}"),
                "a whole number from 0, below 2^63",
            )),
        },
    }
}

fn options(object: &Map<String, Value>) -> Result<BTreeMap<String, String>, Problem> {
    let set = match object.get("set") {
        None | Some(Value::Null) => return Ok(BTreeMap::new()),
        Some(Value::Object(set)) => set,
        Some(other) => {
            return Err(not(
                &format!("\"set\": {other}"),
                "an object of rule options, such as {\"OPTION\": \"VALUE\"}",
            ));
        }
    };
    set.iter()
        .map(|(option, value)| {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                other => {
                    return Err(not(
                        &format!("option \"{option}\": {other}"),
                        "a text, a number, true or false",
                    ));
                }
            };
            Ok((option.clone(), text))
        })
        .collect()
}

fn moves(object: &Map<String, Value>) -> Result<Vec<String>, Problem> {
    let moves = match object.get("moves") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(moves)) => moves,
        Some(other) => return Err(not(&format!("\"moves\": {other}"), "a list of texts")),
    };
    moves
        .iter()
        .enumerate()
        .map(|(index, value)| match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(not(
                &format!("move {}: {other}", index + 1),
                "the text of a move",
            )),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> String {
        read(line.as_bytes()).1.unwrap_err().message
    }

    #[test]
    fn requests_are_read() {
        let line = r#"{"request": "new", "players": 3, "set": {"a": 1, "b": "x"}, "moves": ["m"]}"#;
        let deal = Deal {
            players: Some(3),
            seed: None,
            set: BTreeMap::from([
                ("a".to_string(), "1".to_string()),
                ("b".to_string(), "x".to_string()),
            ]),
            moves: vec!["m".to_string()],
        };
        assert_eq!(read(line.as_bytes()), (None, Ok(Request::New(deal))));
        let (id, request) = read(br#"{"request": "state", "seat": 2, "id": [1]}"#);
        assert_eq!(id, Some(serde_json::json!([1])));
        assert_eq!(request, Ok(Request::State { seat: Some(1) }));
    }

    #[test]
    fn mistakes_say_what_would_be_accepted() {
        for (line, wanted) in [
            ("quit", "the line is no JSON"),
            ("\u{ff}", "the line is no JSON"),
            ("[1]", "[1] is no request: expected an object such as"),
            (
                "{}",
                "the key \"request\" is missing; requests: new, choose",
            ),
            (r#"{"request": 1}"#, "\"request\": 1 is no text"),
            (
                r#"{"request": "chose"}"#,
                "unknown request \"chose\" (did you mean \"choose\"?)",
            ),
            (
                r#"{"request": "new", "sed": 1}"#,
                "request \"new\" has no key \"sed\" (did you mean \"seed\"?); keys: request, id, players",
            ),
            (
                r#"{"request": "new", "seed": -1}"#,
                "\"seed\": -1 is not accepted: expected a whole number",
            ),
            (
                r#"{"request": "new", "set": [1]}"#,
                "an object of rule options",
            ),
            (
                r#"{"request": "new", "set": {"a": []}}"#,
                "option \"a\": []",
            ),
            (r#"{"request": "new", "moves": "m"}"#, "a list of texts"),
            (
                r#"{"request": "new", "moves": ["m", 1]}"#,
                "move 2: 1 is not",
            ),
            (r#"{"request": "apply"}"#, "the key \"action\" is missing"),
            (r#"{"request": "apply", "action": 1}"#, "the text of a move"),
            (
                r#"{"request": "state", "seat": 0}"#,
                "expected a seat, from 1",
            ),
        ] {
            let told = told(line);
            assert!(told.contains(wanted), "{line}: {told}");
        }
    }
}
