//! The data view of a position: the information of one seat, or complete. It is the source of both
//! the JSON data and the text descriptions.
//!
//! Each field is a key of the data, and its doc comment describes the key: the schema and
//! `docs/reference/positions.md` are generated from these comments. Fields with `skip_deserializing`
//! follow from the others, or are the same at the start of every turn.
//!
//! | module | describes |
//! | --- | --- |
//! | `view` | the observer, and components by id, with name and text |
//! | `choice` | the current decision and the tasks below it |
//! | `players` | the components of every seat, with the hidden parts for their owner |
//! | `jean` | the components that only Jean has |
//! | `story` | the story of a campaign |
//! | `board` | locations, nations, explorer track, display, buildings |
//! | `supplies` | piles, and the known part of them |

mod board;
mod choice;
mod jean;
mod players;
mod story;
mod supplies;
mod view;

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;

pub(crate) use board::{Board, Location, SILVER_SPACES};
pub(crate) use jean::JeanView;
pub(crate) use players::{Own, PlayerView, Seated};
pub(crate) use supplies::Supplies;
use view::View;

/// View of a position by a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// the decision: the name of a task, or `over`
    pub phase: String,
    /// number of rounds begun
    pub round: u8,
    /// number of turns begun by the seat whose turn it is
    #[serde(skip_deserializing)]
    pub turn: u16,
    /// the seat whose turn it is; another seat may decide about a visited assistant
    pub turn_of: usize,
    /// the seat that decides; null when the game is over
    pub active: Option<u8>,
    /// details of the decision; null when the game is over
    pub choice: Option<choice::Choice>,
    /// one object per seat, in seating order
    #[serde(skip_deserializing)]
    pub players: Vec<PlayerView>,
    /// the components on the board
    pub board: Board,
    /// the components next to the board
    pub supplies: Supplies,
}

impl Ruleset {
    /// Returns the position as `observer` knows it, or the complete position for `None`.
    pub(crate) fn view(&self, state: &State, observer: Option<Seat>) -> Position {
        let view = View {
            game: self,
            state,
            observer,
        };
        let active = usize::from(state.active);
        Position {
            phase: view.phase().to_string(),
            round: state.round,
            turn: state.players[active].turns,
            turn_of: active + 1,
            active: state.top().map(|task| task.seat + 1),
            choice: view.choice(),
            players: (0..self.seats()).map(|seat| view.player(seat)).collect(),
            board: view.board(),
            supplies: view.supplies(),
        }
    }
}
