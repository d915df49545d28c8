//! Parses requests: each line is one JSON object, whose keys are all checked.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::problem::Problem;
use portolan_core::game::Seat;
use portolan_core::seed::{self, SeedError};
use portolan_core::suggestion::did_you_mean;
use portolan_core::wire_protocol::whole_number;
use portolan_run::play::given::Drawn;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Protocol version, game and bots.
    Hello,
    /// Start of another game.
    New(Deal),
    /// Move chosen by a bot.
    Choose {
        /// Name of the bot; by default the first bot.
        bot: Option<String>,
        /// Time limit of a search, in milliseconds.
        milliseconds: Option<u64>,
    },
    /// Move to make, with its draws if the client provides chance outcomes.
    Apply(Move, Option<Drawn>),
    /// Draws that the server requested.
    Draw(Drawn),
    /// All legal moves.
    Legal,
    /// View of a seat, as data and in words.
    State {
        /// Viewing seat; by default the seat to move.
        seat: Option<Seat>,
    },
    /// Encoded features of the view of a seat.
    Observe {
        /// Viewing seat; by default the seat to move.
        seat: Option<Seat>,
    },
    /// Names of the features.
    Inputs,
    /// Components of the game, as in the data files.
    Components,
    /// Scores by category.
    Scores,
    /// Undo.
    Undo {
        /// Number of moves.
        moves: u64,
    },
    /// Copy of a game.
    Clone {
        /// Handle of the copy.
        to: u64,
    },
    /// Resampling of hidden information and future chance.
    Determinize {
        /// Seat whose information is preserved; by default the seat to move.
        seat: Option<Seat>,
        /// Seed of the resampling.
        seed: u64,
    },
    /// Removal of a game.
    Close,
    /// List of the games in progress.
    Games,
    /// Several requests in one line.
    Batch(Vec<Value>),
    /// End of the session.
    Quit,
}

/// Reference to a move.
#[derive(Debug, PartialEq, Eq)]
pub enum Move {
    Notation(String),
    Number(u64),
}

/// Options of a new game.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Deal {
    pub players: Option<usize>,
    /// Master seed.
    pub seed: Option<u64>,
    pub set: BTreeMap<String, String>,
    /// Moves to make after the deal.
    pub moves: Vec<String>,
    /// Draws of the deal, if the client provides chance outcomes.
    pub told: Option<Drawn>,
}

/// A request with the game that it refers to.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked {
    /// Handle of the game, if given.
    pub handle: Option<u64>,
    pub request: Request,
}

/// Default handle.
pub const FIRST: u64 = 1;
/// Largest handle, which is also the maximum number of games in progress.
pub const MOST_GAMES: u64 = 10_000;

/// Maximum number of requests in a batch.
pub const MOST_IN_BATCH: usize = 10_000;

/// Keys of every request, in addition to "request", "id" and "handle".
const REQUESTS: [(&str, &[&str]); 18] = [
    (
        "new",
        &["players", "seed", "set", "moves", "chance", "drawn", "rest"],
    ),
    ("choose", &["bot", "milliseconds"]),
    ("apply", &["action", "number", "drawn", "rest"]),
    ("draw", &["drawn", "rest"]),
    ("legal", &[]),
    ("state", &["seat"]),
    ("observe", &["seat"]),
    ("inputs", &[]),
    ("components", &[]),
    ("scores", &[]),
    ("undo", &["moves"]),
    ("clone", &["to"]),
    ("determinize", &["seat", "seed"]),
    ("close", &[]),
    ("games", &[]),
    ("batch", &["requests"]),
    ("hello", &[]),
    ("quit", &[]),
];

/// Parses a line. Returns the id, which the answer repeats, and the request.
pub fn read(line: &[u8]) -> (Option<Value>, Result<Asked, Problem>) {
    match serde_json::from_slice(line) {
        Ok(value) => read_value(&value),
        Err(error) => {
            let problem = format!("the line is not valid JSON: {error}; expected {EXAMPLE}");
            (None, Err(Problem::from(problem)))
        }
    }
}

/// Parses a request inside a batch, as [`read`].
pub fn read_value(value: &Value) -> (Option<Value>, Result<Asked, Problem>) {
    match value {
        Value::Object(object) => (object.get("id").cloned(), asked(object)),
        other => {
            let problem = format!("{other} is not a request: expected {EXAMPLE}");
            (None, Err(Problem::from(problem)))
        }
    }
}

const EXAMPLE: &str = "an object such as {\"request\": \"choose\"}";

fn asked(object: &Map<String, Value>) -> Result<Asked, Problem> {
    Ok(Asked {
        request: request(object)?,
        handle: handle(object, "handle")?,
    })
}

fn request(object: &Map<String, Value>) -> Result<Request, Problem> {
    let names = || REQUESTS.iter().map(|(name, _)| *name);
    let known = names().collect::<Vec<_>>().join(", ");
    let name = match object.get("request") {
        Some(Value::String(name)) => name.as_str(),
        Some(other) => {
            return Err(Problem::from(format!(
                "\"request\": {other} is not a string; requests: {known}"
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
    let keys = || ["request", "id", "handle"].iter().chain(*keys).copied();
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
            seed: seed(object)?,
            set: options(object)?,
            moves: moves(object)?,
            told: chance(object)?,
        }),
        "choose" => Request::Choose {
            bot: match object.get("bot") {
                None | Some(Value::Null) => None,
                Some(Value::String(bot)) => Some(bot.clone()),
                Some(other) => return Err(not(&format!("\"bot\": {other}"), "the name of a bot")),
            },
            milliseconds: match number(object, "milliseconds")? {
                Some(0) => return Err(not("\"milliseconds\": 0", "1 or more")),
                milliseconds => milliseconds,
            },
        },
        "apply" => Request::Apply(named_move(object)?, drawn(object)?),
        "draw" => match drawn(object)? {
            Some(drawn) => Request::Draw(drawn),
            None => {
                return Err(Problem::from(
                    "the key \"drawn\" is missing: a list of the names of the drawn components"
                        .to_string(),
                ));
            }
        },
        "legal" => Request::Legal,
        "state" => Request::State {
            seat: seat(object)?,
        },
        "observe" => Request::Observe {
            seat: seat(object)?,
        },
        "inputs" => Request::Inputs,
        "components" => Request::Components,
        "scores" => Request::Scores,
        "undo" => Request::Undo {
            moves: number(object, "moves")?.unwrap_or(1),
        },
        "clone" => match handle(object, "to")? {
            Some(to) => Request::Clone { to },
            None => {
                return Err(Problem::from(
                    "the key \"to\" is missing: the handle of the copy".to_string(),
                ));
            }
        },
        "determinize" => match seed(object)? {
            Some(seed) => Request::Determinize {
                seat: seat(object)?,
                seed,
            },
            None => {
                return Err(Problem::from(format!(
                    "the key \"seed\" is missing: {SeedError}"
                )));
            }
        },
        "close" => Request::Close,
        "games" => Request::Games,
        "batch" => match object.get("requests") {
            Some(Value::Array(requests)) if requests.len() > MOST_IN_BATCH => {
                return Err(Problem::from(format!(
                    "\"requests\" has {} entries: expected at most {MOST_IN_BATCH} in one line",
                    requests.len()
                )));
            }
            Some(Value::Array(requests)) => Request::Batch(requests.clone()),
            Some(other) => {
                return Err(not(&format!("\"requests\": {other}"), "a list of requests"));
            }
            None => return Err(Problem::from("the key \"requests\" is missing".to_string())),
        },
        "hello" => Request::Hello,
        _ => Request::Quit,
    })
}

/// Returns the draws of the deal, or `None` if the program draws.
fn chance(object: &Map<String, Value>) -> Result<Option<Drawn>, Problem> {
    let told = match object.get("chance") {
        None | Some(Value::Null) => false,
        Some(Value::String(chance)) if chance == "drawn" => false,
        Some(Value::String(chance)) if chance == "told" => true,
        Some(other) => {
            return Err(not(
                &format!("\"chance\": {other}"),
                "\"told\", or \"drawn\", the default",
            ));
        }
    };
    match (told, drawn(object)?) {
        (true, drawn) => Ok(Some(drawn.unwrap_or_default())),
        (false, None) => Ok(None),
        (false, Some(_)) => Err(Problem::from(
            "\"drawn\" and \"rest\" need \"chance\": \"told\"".to_string(),
        )),
    }
}

/// Returns the given draws; `None` if the key is missing.
fn drawn(object: &Map<String, Value>) -> Result<Option<Drawn>, Problem> {
    let things = match object.get("drawn") {
        None | Some(Value::Null) => None,
        Some(Value::Array(things)) => Some(things),
        Some(other) => {
            return Err(not(
                &format!("\"drawn\": {other}"),
                "a list of names, with null for a random draw",
            ));
        }
    };
    let rest = match object.get("rest") {
        None | Some(Value::Null) => false,
        Some(Value::String(rest)) if rest == "random" => true,
        Some(other) => return Err(not(&format!("\"rest\": {other}"), "\"random\"")),
    };
    if things.is_none() && !rest {
        return Ok(None);
    }
    let named = things.into_iter().flatten().enumerate();
    let named = named.map(|(index, thing)| match thing {
        Value::String(name) => Ok(Some(name.clone())),
        Value::Null => Ok(None),
        other => Err(not(
            &format!("draw {}: {other}", index + 1),
            "a name, or null for a random draw",
        )),
    });
    Ok(Some(Drawn {
        things: named.collect::<Result<_, _>>()?,
        rest,
    }))
}

fn named_move(object: &Map<String, Value>) -> Result<Move, Problem> {
    match (object.get("action"), number(object, "number")?) {
        (Some(Value::String(action)), None) => Ok(Move::Notation(action.clone())),
        (None, Some(number)) => Ok(Move::Number(number)),
        (Some(Value::String(_)), Some(_)) => Err(Problem::from(
            "a move is named by \"action\" or by \"number\", not by both".to_string(),
        )),
        (Some(other), _) => Err(not(
            &format!("\"action\": {other}"),
            "the notation of a move",
        )),
        (None, None) => Err(Problem::from(
            "the key \"action\" or \"number\" is missing".to_string(),
        )),
    }
}

fn seat(object: &Map<String, Value>) -> Result<Option<Seat>, Problem> {
    match number(object, "seat")? {
        Some(0) => Err(not("\"seat\": 0", "a seat, from 1")),
        seat => Ok(seat.map(|seat| seat as Seat - 1)),
    }
}

fn handle(object: &Map<String, Value>, key: &str) -> Result<Option<u64>, Problem> {
    match number(object, key)? {
        Some(handle) if !(FIRST..=MOST_GAMES).contains(&handle) => Err(not(
            &format!("\"{key}\": {handle}"),
            &format!("a handle from {FIRST} to {MOST_GAMES}"),
        )),
        handle => Ok(handle),
    }
}

fn not(given: &str, expected: &str) -> Problem {
    Problem::from(format!("{given} is not accepted: expected {expected}"))
}

/// Parses a seed, given as a number or as text.
fn seed(object: &Map<String, Value>) -> Result<Option<u64>, Problem> {
    match object.get("seed") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match seed::from_json(value) {
            Ok(seed) => Ok(Some(seed)),
            Err(error) => Err(Problem::from(format!(
                "\"seed\": {value} is not accepted: {error}"
            ))),
        },
    }
}

/// Parses an integer from 0 to 2^63 − 1.
fn number(object: &Map<String, Value>, key: &str) -> Result<Option<u64>, Problem> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match whole_number(value).filter(|&number| number < 1 << 63) {
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
                        "a string, a number, true or false",
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
        Some(other) => return Err(not(&format!("\"moves\": {other}"), "a list of strings")),
    };
    moves
        .iter()
        .enumerate()
        .map(|(index, value)| match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(not(
                &format!("move {}: {other}", index + 1),
                "the notation of a move",
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
    fn valid_requests_are_parsed() {
        let line = r#"{"request": "new", "players": 3, "set": {"a": 1, "b": "x"}, "moves": ["m"]}"#;
        let deal = Deal {
            players: Some(3),
            seed: None,
            set: BTreeMap::from([
                ("a".to_string(), "1".to_string()),
                ("b".to_string(), "x".to_string()),
            ]),
            moves: vec!["m".to_string()],
            told: None,
        };
        let asked = |handle, request| Ok(Asked { handle, request });
        assert_eq!(
            read(line.as_bytes()),
            (None, asked(None, Request::New(deal)))
        );
        let (id, request) = read(br#"{"request": "state", "seat": 2, "handle": 7, "id": [1]}"#);
        assert_eq!(id, Some(serde_json::json!([1])));
        assert_eq!(request, asked(Some(7), Request::State { seat: Some(1) }));
        let (_, request) = read(br#"{"request": "apply", "number": 12}"#);
        assert_eq!(request, asked(None, Request::Apply(Move::Number(12), None)));
        // Some languages write all numbers as floating-point numbers.
        let (_, request) = read(br#"{"request": "state", "seat": 2.0, "handle": 7.0}"#);
        assert_eq!(request, asked(Some(7), Request::State { seat: Some(1) }));
    }

    #[test]
    fn request_errors_name_accepted_values() {
        for (line, wanted) in [
            ("quit", "the line is not valid JSON"),
            ("\u{ff}", "the line is not valid JSON"),
            ("[1]", "[1] is not a request: expected an object such as"),
            (
                "{}",
                "the key \"request\" is missing; requests: new, choose",
            ),
            (r#"{"request": 1}"#, "\"request\": 1 is not a string"),
            (
                r#"{"request": "chose"}"#,
                "unknown request \"chose\" (did you mean \"choose\"?)",
            ),
            (
                r#"{"request": "new", "sed": 1}"#,
                "request \"new\" has no key \"sed\" (did you mean \"seed\"?); keys: request, id, handle, players",
            ),
            (
                r#"{"request": "new", "seed": -1}"#,
                "\"seed\": -1 is not accepted: expected a seed: a whole number from 0",
            ),
            (
                r#"{"request": "new", "set": [1]}"#,
                "an object of rule options",
            ),
            (
                r#"{"request": "new", "set": {"a": []}}"#,
                "option \"a\": []",
            ),
            (r#"{"request": "new", "moves": "m"}"#, "a list of strings"),
            (
                r#"{"request": "new", "moves": ["m", 1]}"#,
                "move 2: 1 is not",
            ),
            (
                r#"{"request": "apply"}"#,
                "the key \"action\" or \"number\" is missing",
            ),
            (
                r#"{"request": "apply", "action": 1}"#,
                "the notation of a move",
            ),
            (
                r#"{"request": "apply", "action": "a", "number": 1}"#,
                "not by both",
            ),
            (
                r#"{"request": "state", "seat": 0}"#,
                "expected a seat, from 1",
            ),
            (
                r#"{"request": "legal", "handle": 10001}"#,
                "expected a handle from 1 to 10000",
            ),
            (
                r#"{"request": "new", "chance": "dice"}"#,
                "\"chance\": \"dice\" is not accepted: expected \"told\"",
            ),
            (
                r#"{"request": "new", "drawn": ["corn"]}"#,
                "need \"chance\": \"told\"",
            ),
            (r#"{"request": "draw"}"#, "the key \"drawn\" is missing"),
            (
                r#"{"request": "draw", "drawn": "corn"}"#,
                "\"drawn\": \"corn\" is not accepted: expected a list of names",
            ),
            (
                r#"{"request": "draw", "drawn": ["corn", 2]}"#,
                "draw 2: 2 is not accepted: expected a name, or null",
            ),
            (
                r#"{"request": "draw", "rest": true}"#,
                "\"rest\": true is not accepted: expected \"random\"",
            ),
            (r#"{"request": "clone"}"#, "the key \"to\" is missing"),
            (
                r#"{"request": "batch", "requests": 1}"#,
                "expected a list of requests",
            ),
        ] {
            let told = told(line);
            assert!(told.contains(wanted), "{line}: {told}");
        }
    }
}
