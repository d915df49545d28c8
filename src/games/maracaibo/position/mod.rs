//! The position as data for a program: what a seat knows, or everything.
//!
//! What the keys mean stands in `docs/reference/positions.md`.
//!
//! | module | what it tells |
//! | --- | --- |
//! | `view` | who is told, and components by id, with name and text |
//! | `choice` | what is being decided, and what waits below |
//! | `players` | what everybody has, with the hidden parts for their owner |
//! | `jean` | what only Jean has |
//! | `story` | the story of a campaign |
//! | `board` | locations, nations, explorer track, display, buildings |
//! | `supplies` | piles, and what is known of them |

mod board;
mod choice;
mod jean;
mod players;
mod story;
mod supplies;
mod view;

use serde_json::{Value, json};

use super::ruleset::Ruleset;
use super::state::State;
use crate::game::Seat;

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn position_data(&self, state: &State, observer: Option<Seat>) -> Value {
        let view = view::View {
            game: self,
            state,
            observer,
        };
        let active = usize::from(state.active);
        let players = (0..self.seats()).map(|seat| view.player(seat));
        json!({
            "phase": view.phase(),
            "round": state.round,
            "turn": state.players[active].turns,
            "turn_of": active + 1,
            "active": state.top().map(|task| task.seat + 1),
            "choice": view.choice(),
            "players": players.collect::<Vec<Value>>(),
            "board": view.board(),
            "supplies": view.supplies(),
        })
    }
}
