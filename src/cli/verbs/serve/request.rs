//! Parses requests: each line is one JSON object, whose keys are all checked. The doc comments are the descriptions in
//! the JSON Schema.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Number, Value};

use super::problem::Problem;
use portolan_core::seed::{self, LARGEST};
use portolan_core::setting_tree::explain;
use portolan_core::wire_protocol::whole_number;
use portolan_run::play::given::Drawn;

/// A request.
// `read_value` turns `{"request": "draw", …}` into `{"draw": {…}}`, because serde reports the key of an error only for
// externally tagged enums.
#[derive(Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[schemars(tag = "request")]
pub enum Request {
    /// protocol version, game and bots
    Hello {},
    /// starts a game, which replaces the game with the same handle
    New(Deal),
    /// chooses a move with a bot
    Choose {
        /// name of the bot; by default the first bot
        bot: Option<String>,
        /// time limit of a search, in milliseconds, instead of its iterations
        milliseconds: Option<Whole<1>>,
    },
    /// makes a move
    Apply {
        /// move in notation
        action: Option<String>,
        /// move by its action index, instead of `action`
        number: Option<Whole>,
        /// with reported chance: the first results that the move draws
        drawn: Option<Vec<Option<String>>>,
        /// with reported chance: all draws after `drawn` are random
        rest: Option<Rest>,
    },
    /// reports the draws for which a deal or a move waits
    Draw {
        /// results in order; null for a result that the client did not see
        drawn: Option<Vec<Option<String>>>,
        /// all draws after `drawn` are random
        rest: Option<Rest>,
    },
    /// all legal moves
    Legal {},
    /// view of a seat, as data and in words
    State {
        /// by default the seat to move
        seat: Option<Whole<1>>,
    },
    /// view of a seat as the inputs of a network
    Observe {
        /// by default the seat to move
        seat: Option<Whole<1>>,
    },
    /// names of the inputs of a network
    Inputs {},
    /// components of the game, as in the data files
    Components {},
    /// current scores by category
    Scores {},
    /// undoes moves
    Undo {
        /// number of moves; by default 1
        moves: Option<Whole>,
    },
    /// copies the game
    Clone {
        /// handle of the copy
        to: Handle,
    },
    /// resamples hidden information and future chance
    Determinize {
        /// seat whose information is preserved; by default the seat to move
        seat: Option<Whole<1>>,
        /// seed of the resampling
        seed: Seed,
    },
    /// deletes the game
    Close {},
    /// status of every game
    Games {},
    /// several requests in one line
    Batch {
        /// at most 10,000 requests; `batch` and `quit` are not allowed
        requests: Vec<Value>,
    },
    /// ends the session
    Quit {},
}

/// Options of a new game.
#[derive(Debug, Default, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// number of players
    pub players: Option<Whole>,
    /// master seed
    pub seed: Option<Seed>,
    /// rule options
    pub set: Option<BTreeMap<String, OptionValue>>,
    /// moves to make after the deal, in notation
    pub moves: Option<Vec<String>>,
    /// source of chance; by default `drawn`
    pub chance: Option<Chance>,
    /// with reported chance: the first results of the deal
    pub drawn: Option<Vec<Option<String>>>,
    /// with reported chance: all draws of the deal after `drawn` are random
    pub rest: Option<Rest>,
}

/// Source of chance.
#[derive(Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Chance {
    /// the server draws
    Drawn,
    /// the client reports all draws
    Told,
}

/// Draws that are not reported.
#[derive(Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Rest {
    /// drawn at random
    Random,
}

/// Value of a rule option.
#[derive(Debug, PartialEq, serde::Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text, a number, true or false")]
#[schemars(inline)]
pub enum OptionValue {
    Text(String),
    Number(Number),
    Flag(bool),
}

impl OptionValue {
    /// Returns the value as on the command line.
    pub fn text(self) -> String {
        match self {
            OptionValue::Text(text) => text,
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Flag(flag) => flag.to_string(),
        }
    }
}

/// Whole number from `MIN` to `MAX`. JSON numbers such as `2.0` are accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole<const MIN: u64 = 0, const MAX: u64 = LARGEST>(pub u64);

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let number = whole_number(&value).filter(|number| (MIN..=MAX).contains(number));
        number.map(Whole).ok_or_else(|| {
            let expected = format!("expected a whole number from {MIN} to {MAX}");
            D::Error::custom(format!("{value} is not accepted: {expected}"))
        })
    }
}

impl<const MIN: u64, const MAX: u64> JsonSchema for Whole<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("whole-{MIN}-{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// Seed, as a number or as text.
#[derive(Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Seed(#[schemars(schema_with = "number_or_digits")] pub u64);

fn number_or_digits(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "string"], "minimum": 0, "maximum": LARGEST, "pattern": "^[0-9]+$" })
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let seed = seed::from_json(&value).map(Seed);
        seed.map_err(|error| D::Error::custom(format!("{value} is not accepted: {error}")))
    }
}

/// Handle of a game.
pub type Handle = Whole<FIRST, MOST_GAMES>;

/// A request with the keys that all requests have.
#[derive(Debug, PartialEq, JsonSchema)]
pub struct Asked {
    /// any value; the answer repeats it
    pub id: Option<Value>,
    /// game; by default game 1
    #[schemars(with = "Option<Handle>")]
    pub handle: Option<u64>,
    /// The request, or an error for the client.
    #[schemars(flatten, with = "Request")]
    pub request: Result<Request, Problem>,
}

/// Default handle.
pub const FIRST: u64 = 1;
/// Largest handle, which is also the maximum number of games in progress.
pub const MOST_GAMES: u64 = 10_000;

/// Maximum number of requests in a batch.
pub const MOST_IN_BATCH: usize = 10_000;

const EXAMPLE: &str = "an object such as {\"request\": \"choose\"}";

/// Parses a line.
pub fn read(line: &[u8]) -> Asked {
    match serde_json::from_slice(line) {
        Ok(value) => read_value(value),
        Err(error) => invalid(format!(
            "the line is not valid JSON: {error}; expected {EXAMPLE}"
        )),
    }
}

/// Parses a request inside a batch, as [`read`].
pub fn read_value(value: Value) -> Asked {
    let Value::Object(mut keys) = value else {
        return invalid(format!("{value} is not a request: expected {EXAMPLE}"));
    };
    let id = keys.remove("id");
    let asked = without_id(keys).unwrap_or_else(invalid);
    Asked { id, ..asked }
}

fn invalid(problem: String) -> Asked {
    Asked {
        id: None,
        handle: None,
        request: Err(Problem::from(problem)),
    }
}

fn without_id(mut keys: Map<String, Value>) -> Result<Asked, String> {
    let handle = keys.remove("handle").unwrap_or_default();
    let handle: Option<Handle> =
        serde_json::from_value(handle).map_err(|error| format!("\"handle\": {error}"))?;
    let name = match keys.remove("request") {
        Some(Value::String(name)) => name,
        Some(other) => return Err(format!("\"request\": {other} is not a string")),
        None => {
            return Err(format!(
                "the key \"request\" is missing: expected {EXAMPLE}"
            ));
        }
    };
    let tagged = Value::from_iter([(name.clone(), Value::Object(keys))]);
    let request = serde_path_to_error::deserialize(tagged).map_err(|error| {
        let message = in_words_of_json(error.inner());
        let path = error.path().to_string();
        match path.strip_prefix(&format!("{name}.")) {
            None => explain(&message.replace("unknown variant", "unknown request")),
            Some(_) if message.starts_with("unknown field") => explain(&format!(
                "{message}; every request may have `id` and `handle`"
            )),
            Some(key) => format!("\"{key}\": {message}"),
        }
    })?;
    Ok(Asked {
        id: None,
        handle: handle.map(|Whole(handle)| handle),
        request: Ok(request),
    })
}

/// Replaces the names of types of Rust in an error of serde.
fn in_words_of_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    [
        ("a sequence", "a list"),
        ("a map", "an object"),
        ("string or map", "a string"),
    ]
    .iter()
    .fold(message, |message, (rust, json)| {
        message.replace(&format!(", expected {rust}"), &format!(", expected {json}"))
    })
}

/// Returns the reported draws, or `None` if the keys are missing.
pub fn draws(drawn: Option<Vec<Option<String>>>, rest: Option<Rest>) -> Option<Drawn> {
    (drawn.is_some() || rest.is_some()).then(|| Drawn {
        things: drawn.unwrap_or_default(),
        rest: rest.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> String {
        read(line.as_bytes()).request.unwrap_err().message
    }

    #[test]
    fn valid_requests_are_parsed() {
        let line = r#"{"request": "new", "players": 3, "set": {"a": 1, "b": "x"}, "moves": ["m"]}"#;
        let number = OptionValue::Number(1.into());
        let text = OptionValue::Text("x".to_string());
        let deal = Deal {
            players: Some(Whole(3)),
            set: Some(BTreeMap::from([
                ("a".to_string(), number),
                ("b".to_string(), text),
            ])),
            moves: Some(vec!["m".to_string()]),
            ..Deal::default()
        };
        let asked = |handle, request| Asked {
            id: None,
            handle,
            request: Ok(request),
        };
        let read = |line: &str| read(line.as_bytes());
        assert_eq!(read(line), asked(None, Request::New(deal)));
        let state = asked(
            Some(7),
            Request::State {
                seat: Some(Whole(2)),
            },
        );
        // Some languages write all numbers as floating-point numbers.
        assert_eq!(
            read(r#"{"request": "state", "seat": 2.0, "handle": 7.0}"#),
            state
        );
        let id = Some(serde_json::json!([1]));
        let line = r#"{"request": "state", "seat": 2, "handle": 7, "id": [1]}"#;
        assert_eq!(read(line), Asked { id, ..state });
        // An optional key may be null.
        let undo = asked(None, Request::Undo { moves: None });
        assert_eq!(
            read(r#"{"request": "undo", "moves": null, "handle": null}"#),
            undo
        );
    }

    #[test]
    fn request_errors_name_accepted_values() {
        for (line, wanted) in [
            ("quit", "the line is not valid JSON"),
            ("\u{ff}", "the line is not valid JSON"),
            ("[1]", "[1] is not a request: expected an object such as"),
            (
                "{}",
                "the key \"request\" is missing: expected an object such as",
            ),
            (r#"{"request": 1}"#, "\"request\": 1 is not a string"),
            (
                r#"{"request": "chose"}"#,
                "unknown request `chose`, expected one of `hello`, `new`, `choose`",
            ),
            (
                r#"{"request": "new", "sed": 1}"#,
                "unknown field `sed`, expected one of `players`, `seed`",
            ),
            (
                r#"{"request": "legal", "hanlde": 1}"#,
                "every request may have `id` and `handle` (did you mean \"handle\"?)",
            ),
            (
                r#"{"request": "new", "seed": -1}"#,
                "\"seed\": -1 is not accepted: expected a seed: a whole number from 0",
            ),
            (
                r#"{"request": "new", "set": [1]}"#,
                "\"set\": invalid type: sequence, expected an object",
            ),
            (
                r#"{"request": "new", "set": {"a": []}}"#,
                "\"set.a\": expected a text, a number, true or false",
            ),
            (
                r#"{"request": "new", "moves": "m"}"#,
                "\"moves\": invalid type: string \"m\", expected a list",
            ),
            (
                r#"{"request": "new", "moves": ["m", 1]}"#,
                "\"moves[1]\": invalid type: integer `1`, expected a string",
            ),
            (
                r#"{"request": "apply", "action": 1}"#,
                "\"action\": invalid type: integer `1`, expected a string",
            ),
            (
                r#"{"request": "state", "seat": 0}"#,
                "\"seat\": 0 is not accepted: expected a whole number from 1",
            ),
            (
                r#"{"request": "legal", "handle": 10001}"#,
                "\"handle\": 10001 is not accepted: expected a whole number from 1 to 10000",
            ),
            (
                r#"{"request": "new", "chance": "dice"}"#,
                "\"chance\": unknown variant `dice`, expected `drawn` or `told`",
            ),
            (
                r#"{"request": "draw", "drawn": "corn"}"#,
                "\"drawn\": invalid type: string \"corn\", expected a list",
            ),
            (
                r#"{"request": "draw", "drawn": ["corn", 2]}"#,
                "\"drawn[1]\": invalid type: integer `2`, expected a string",
            ),
            (
                r#"{"request": "draw", "rest": true}"#,
                "\"rest\": invalid type: boolean `true`, expected a string",
            ),
            (r#"{"request": "clone"}"#, "missing field `to`"),
            (
                r#"{"request": "batch", "requests": 1}"#,
                "\"requests\": invalid type: integer `1`, expected a list",
            ),
        ] {
            let told = told(line);
            assert!(told.contains(wanted), "{line}: {told}");
        }
    }
}
