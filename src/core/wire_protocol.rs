//! Messages about games that are exchanged with other programs: actions, positions, observations and results.
//!
//! `serve` and external bot programs use these messages; `docs/reference/protocol.md` documents all of them. Seats
//! count from 1.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use super::encoding::Inputs;
use super::view::ByName;
use crate::game::{Game, Seat};

/// Version of the protocol.
pub const PROTOCOL: u32 = 3;

/// Returns the value as a non-negative whole number. JSON has only one number type, and some programs write 1 as
/// `1.0`.
pub fn whole_number(value: &Value) -> Option<u64> {
    /// Above this value, floating-point numbers cannot represent every whole number.
    const EXACT: f64 = (1_u64 << 53) as f64;
    let written_as_fraction = || {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
    };
    value.as_u64().or_else(written_as_fraction)
}

/// Returns the kind of an action: the first word of its notation.
pub fn kind(notation: &str) -> &str {
    notation.split(' ').next().unwrap_or_default()
}

/// A legal action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LegalAction {
    /// notation of the action
    pub action: String,
    /// action index, as in observations and networks
    pub number: u32,
    /// the first word of the notation
    pub kind: String,
}

impl LegalAction {
    /// Creates a legal action from its notation and its index.
    pub fn new(notation: String, number: u32) -> LegalAction {
        LegalAction {
            kind: kind(&notation).to_string(),
            action: notation,
            number,
        }
    }
}

/// Converts the legal actions of a position to messages.
pub fn actions<G: Game>(game: &G, state: &G::State, legal: &[G::Action]) -> Vec<LegalAction> {
    let told = |&legal: &G::Action| {
        LegalAction::new(
            game.action_text(state, legal),
            game.action_index(state, legal),
        )
    };
    legal.iter().map(told).collect()
}

/// A position as data; each game has its own schema ([`crate::setup::GameEntry::position`]).
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PositionData(pub Value);

impl JsonSchema for PositionData {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "position".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object" })
    }
}

/// View of a seat as the inputs of a network.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ObservationData {
    /// number of inputs
    pub size: usize,
    /// index and value of each input that is not 0
    pub inputs: Vec<(u16, f64)>,
}

/// Result of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameResult {
    /// scores by seat
    pub scores: Vec<i32>,
    /// ranks by seat, from 1
    #[schemars(inner(range(min = 1)))]
    pub ranks: Vec<u32>,
    /// true if a length limit stopped the game
    pub capped: bool,
}

/// Converts to `f64` via the shortest decimal text that identifies the value.
fn shortest(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_default()
}

/// Returns the position as data: the game's own data ([`crate::game::View::position`]) or, if the game provides
/// none, the observer's inputs by name.
pub fn position<G: Game>(game: &G, state: &G::State, observer: Option<Seat>) -> Value {
    let told = game.position(state, observer);
    let Some(observer) = observer.filter(|_| told == json!({})) else {
        return told;
    };
    let mut inputs = Inputs::default();
    game.observe(state, observer, &mut inputs);
    let names = game.input_names();
    let known = inputs.list().iter();
    let known = known.map(|input| {
        let name = names[usize::from(input.number)].clone();
        (name, shortest(input.value))
    });
    let known: ByName<f64, String> = known.collect();
    let scores =
        (0..game.seats()).map(|seat| json!({ "seat": seat + 1, "score": game.score(state, seat) }));
    json!({
        "round": game.round(state),
        "active": game.to_move(state).map(|seat| seat + 1),
        "players": scores.collect::<Value>(),
        "known": known,
    })
}

/// Returns the observer's encoding of the position, as network inputs.
pub fn observation<G: Game>(game: &G, state: &G::State, observer: Seat) -> ObservationData {
    let mut inputs = Inputs::default();
    game.observe(state, observer, &mut inputs);
    let pairs = inputs.list().iter();
    ObservationData {
        size: game.input_names().len(),
        inputs: pairs
            .map(|input| (input.number, shortest(input.value)))
            .collect(),
    }
}

/// Returns the automa names by seat; `None` for seats that a bot or a person plays.
pub fn automas<G: Game>(game: &G) -> Vec<Option<&str>> {
    (0..game.seats()).map(|seat| game.automa(seat)).collect()
}

/// Returns scores and ranks by seat.
pub fn result<G: Game>(game: &G, state: &G::State) -> GameResult {
    GameResult {
        scores: (0..game.seats())
            .map(|seat| game.score(state, seat))
            .collect(),
        ranks: game.ranks(state).into_iter().map(u32::from).collect(),
        capped: game.capped(state),
    }
}

/// A message to a program that plays as a bot. The answer of the program repeats the number of the message.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Numbered<M> {
    /// number of the message, from 1
    #[schemars(range(min = 1))]
    pub id: u64,
    /// request of the message
    #[serde(flatten)]
    pub message: M,
}

/// The first message to a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProgramHello {
    /// `hello`
    #[schemars(extend("const" = "hello"))]
    pub request: &'static str,
    /// the version of the protocol
    #[schemars(extend("const" = PROTOCOL))]
    pub protocol: u32,
    /// `portolan` and its version
    pub from: &'static str,
    /// the name of the bot
    pub bot: String,
}

/// A new game for a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProgramGame<'g> {
    /// `new`
    #[schemars(extend("const" = "new"))]
    pub request: &'static str,
    /// number of the game
    pub handle: u64,
    /// name of the game
    pub game: &'static str,
    /// number of seats
    #[schemars(range(min = 1, max = 5))]
    pub seats: usize,
    /// seat that the program plays
    #[schemars(range(min = 1, max = 5))]
    pub seat: usize,
    /// name of the automa at each seat, or null for all other seats
    pub automas: Vec<Option<&'g str>>,
    /// exclusive upper bound of the action indices
    pub actions: u32,
    /// number of inputs of an observation
    pub inputs: usize,
    /// seed for the random numbers of the program; below 2^53, so that every language can represent it exactly
    #[schemars(extend("exclusiveMaximum" = 1_u64 << 53))]
    pub seed: u64,
    /// maximum number of seconds for a move
    pub seconds_a_move: f64,
    /// maximum number of seconds for all moves of the game
    pub seconds_a_game: f64,
}

/// A choice of a move, requested from a program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProgramChoice {
    /// `choose`
    #[schemars(extend("const" = "choose"))]
    pub request: &'static str,
    /// number of the game
    pub handle: u64,
    /// the seat to move
    #[schemars(range(min = 1, max = 5))]
    pub seat: usize,
    /// legal actions, at least two
    #[schemars(length(min = 2))]
    pub legal: Vec<LegalAction>,
    /// view of the seat, as data; present only if `tell` contains `position`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<PositionData>,
    /// complete state with sampled hidden information, for `Game.state()` of the Python package, as text; present only if
    /// `tell` contains `state`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// view of the seat, as network inputs; present only if `tell` contains `observation`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observation: Option<ObservationData>,
    /// view of the seat, in words; present only if `tell` contains `prose`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prose: Option<String>,
}

/// The end of a game that a program played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProgramOver {
    /// `over`
    #[schemars(extend("const" = "over"))]
    pub request: &'static str,
    /// number of the game
    pub handle: u64,
    /// result of the game
    #[serde(flatten)]
    pub result: GameResult,
}

/// The last message to a program. The program does not answer it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProgramQuit {
    /// `quit`
    #[schemars(extend("const" = "quit"))]
    pub request: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_accepted_in_every_notation() {
        for (text, number) in [
            ("0", Some(0)),
            ("1.0", Some(1)),
            ("2e3", Some(2000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("9007199254740992.0", Some(1 << 53)),
            ("1.5", None),
            ("-1", None),
            ("-1.0", None),
            ("1e300", None),
            ("\"1\"", None),
            ("null", None),
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(whole_number(&value), number, "{text}");
        }
    }
}
