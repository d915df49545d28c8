//! Answers of the protocol. The doc comments of the fields are the descriptions in the JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use portolan_core::seed::as_text;
use portolan_core::view::ByName;
use portolan_core::wire_protocol::{
    GameResult, LegalAction, ObservationData, PROTOCOL, PositionData,
};
use portolan_run::play::given::MissingDraw;

/// An answer with the fields that all answers have.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Answered<A> {
    /// true for a successful request
    #[schemars(extend("const" = true))]
    pub ok: bool,
    /// repeated from the request
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// repeated from the request
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub handle: Option<u64>,
    /// result of the request
    #[serde(flatten)]
    pub answer: A,
}

/// An answer to a failed request, which changes nothing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mistake {
    /// false for a failed request
    #[schemars(extend("const" = false))]
    pub ok: bool,
    /// error message with the accepted values
    pub error: String,
    /// the legal moves, if the request contained an illegal move
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// repeated from the request
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// repeated from the request
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub handle: Option<u64>,
}

/// Fields of an answer besides the common ones.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Answer to `hello`.
    Hello(Hello),
    /// Answer to most requests.
    Standing(Standing),
    /// Answer to `choose`.
    Choice(Choice),
    /// Answer to `legal`.
    Legal(Legal),
    /// Answer to `state`.
    State(State),
    /// Answer to `observe`.
    Observation(Observation),
    /// Answer to `inputs`.
    Inputs(Inputs),
    /// Answer to `components`.
    Components(Components),
    /// Answer to `scores`.
    Scores(Scores),
    /// Answer to `games`.
    Games(Games),
    /// Answer to `close` and `quit`.
    Nothing(Nothing),
}

/// No further fields.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Nothing {}

/// Version, game and bots of the server.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hello {
    /// the version of the protocol
    #[schemars(extend("const" = PROTOCOL))]
    pub protocol: u32,
    /// the version of the program
    pub portolan: &'static str,
    /// the game that is served
    pub game: &'static str,
    /// the bots that are served
    pub bots: Vec<String>,
}

/// Status of a game, or the pending draw of its deal.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Standing {
    /// A game in progress or finished.
    Game(Status),
    /// A deal with a missing draw.
    Deal(WaitingDeal),
}

/// A deal with a missing draw.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct WaitingDeal {
    /// the game
    pub game: &'static str,
    /// the seed of the deal, as text, because many languages represent JSON numbers exactly only up to 2^53
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String", extend("pattern" = "^[0-9]{1,19}$"))]
    pub deal_seed: u64,
    /// the expected draw
    pub draw: Draw,
}

/// A pending draw.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Draw {
    /// kind of draw
    pub of: &'static str,
    /// possible results and their counts
    pub among: ByName<u32, String>,
    /// number of draws that were already reported for this deal or move
    pub told: usize,
}

impl From<&MissingDraw> for Draw {
    fn from(question: &MissingDraw) -> Draw {
        Draw {
            of: question.of,
            among: question.among.iter().cloned().collect(),
            told: question.given,
        }
    }
}

/// Status of a game, without its result.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Stage {
    /// the game
    pub game: &'static str,
    /// the seed of the deal as in `games.csv` and logs, as text; for a determinized game, the seed of the determinization
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String", extend("pattern" = "^[0-9]{1,19}$"))]
    pub deal_seed: u64,
    /// number of moves made since the deal or since the game was determinized
    pub moves: usize,
    /// the seat to move; null when the game is over
    #[schemars(range(min = 1, max = 5))]
    pub to_move: Option<usize>,
    /// whether the game is over
    pub over: bool,
    /// for each seat, the name of the automa that plays it, or null
    pub automas: Vec<Option<String>>,
    /// the expected draw, if chance is reported and a draw is missing
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
}

/// Status of a game.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Status {
    /// number of moves made, and the seat to move
    #[serde(flatten)]
    pub stage: Stage,
    /// the result, after the end of the game
    #[serde(flatten)]
    pub result: Option<GameResult>,
}

/// Choice of a bot.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Choice {
    /// the seat to move
    #[schemars(range(min = 1, max = 5))]
    pub seat: usize,
    /// the name of the bot
    pub bot: String,
    /// the chosen move in notation
    pub action: String,
    /// the action index of the chosen move
    pub number: u32,
}

/// The legal moves.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Legal {
    /// status of the game
    #[serde(flatten)]
    pub status: Status,
    /// all moves in notation
    pub legal: Vec<String>,
    /// the moves with action index and kind
    pub actions: Vec<LegalAction>,
}

/// A position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct State {
    /// status of the game
    #[serde(flatten)]
    pub status: Status,
    /// seat of the view; null if the game is over and the request names no seat
    #[schemars(range(min = 1, max = 5))]
    pub seat: Option<usize>,
    /// the position as the seat sees it, as data
    pub position: PositionData,
    /// the position as the seat sees it, in words
    pub state: String,
}

/// A position as the inputs of a network.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Observation {
    /// status of the game
    #[serde(flatten)]
    pub status: Status,
    /// seat of the view
    #[schemars(range(min = 1, max = 5))]
    pub seat: usize,
    /// the information of the seat
    pub observation: ObservationData,
    /// exclusive upper bound of the action indices
    pub action_bound: u32,
    /// the action indices of the legal moves
    pub numbers: Vec<u32>,
}

/// The names of inputs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Inputs {
    /// the name of every input, by number
    pub inputs: Vec<String>,
}

/// The components of the game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Components {
    /// the hash of the data set
    pub data: String,
    /// for each data file, all rows with their columns, without empty cells
    pub components: BTreeMap<String, Vec<BTreeMap<String, String>>>,
}

/// The current scores.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Scores {
    /// number of moves made, and the seat to move
    #[serde(flatten)]
    pub stage: Stage,
    /// the points of every seat by category
    pub categories: Vec<ByName<i32>>,
    /// scores by seat
    pub scores: Vec<i32>,
    /// ranks by seat, from 1
    #[schemars(inner(range(min = 1)))]
    pub ranks: Vec<u32>,
    /// after the end of the game: true if a length limit stopped the game
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capped: Option<bool>,
}

/// The open games.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Games {
    /// status of each game
    pub games: Vec<Handled>,
}

/// A game and its handle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Handled {
    /// the handle of the game
    #[schemars(range(min = 1, max = 10_000))]
    pub handle: u64,
    /// status of the game
    #[serde(flatten)]
    pub standing: Standing,
}

/// The answers to several requests. It is written piece by piece, so that no more than its text is kept.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Batch {
    /// one answer for each request, in the order of the requests
    pub answers: Vec<Value>,
}
