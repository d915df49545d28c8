//! Game events that statistics count.

use super::state::State;
use crate::game::{Event, Seat};

/// Kinds of event, in the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Card played for a move; item: symbol; value: spaces advanced.
    Played,
    /// Backward move; value: number of cards to draw.
    Back,
    /// Pirate moved with Morgan; item: seat of the pirate; value: number of cards to draw.
    Morgan,
    /// Sloop sailed with an action; item: destination.
    Sailed,
    /// Sloop sailed by its captain; item: destination.
    Captain,
    /// Turn used for a rest.
    Rested,
    /// Power of a card used; item: symbol.
    Power,
    /// Chest tile turned up; item: tile.
    Chest,
    /// Card discarded because of hindrance; item: symbol.
    Discarded,
    /// Game won; value: turns of the winner.
    Won,
    /// Game stopped by the turn cap; value: the seat's pirates at the goal.
    Capped,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 11] = [
    "played",
    "back",
    "morgan",
    "sailed",
    "captain",
    "rested",
    "power",
    "chest",
    "discarded",
    "won",
    "capped",
];

/// Names of the events whose values are amounts.
pub const AMOUNTS: &[&str] = &["played", "back", "morgan"];

/// Creates an event of a seat.
pub fn event(state: &State, seat: Seat, kind: EventKind, item: u16, value: i32) -> Event {
    let turn = state.turns[seat];
    Event {
        seat: seat as u8,
        round: u8::try_from(turn).unwrap_or(u8::MAX),
        turn,
        kind: kind as u8,
        item,
        value,
    }
}
