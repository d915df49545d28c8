//! Game events that statistics count.

use super::state::State;
use crate::game::{Event, Seat};
use crate::named::named;
use crate::setup::EventText;

named! {
    /// Kinds of event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EventKind: u8, EVENT_NAMES {
        /// Card played for a move; item: symbol; value: spaces advanced.
        Played = "played",
        /// Backward move; value: number of cards to draw.
        Back = "back",
        /// Pirate moved with Morgan; item: seat of the pirate; value: number of cards to draw.
        Morgan = "morgan",
        /// Sloop sailed with an action; item: destination.
        Sailed = "sailed",
        /// Sloop sailed by its captain; item: destination.
        Captain = "captain",
        /// Turn used for a rest.
        Rested = "rested",
        /// Power of a card used; item: symbol.
        Power = "power",
        /// Chest tile turned up; item: tile.
        Chest = "chest",
        /// Card discarded because of hindrance; item: symbol.
        Discarded = "discarded",
        /// Game won; value: turns of the winner.
        Won = "won",
        /// Game stopped by the turn cap; value: the seat's pirates at the goal.
        Capped = "capped",
    }
}

/// Events in words.
pub const EVENTS: &[EventText] = &[
    EventText::new("played", "cards played for moves").amount(),
    EventText::new("back", "backward moves").amount(),
    EventText::new("morgan", "moves with Morgan").amount(),
    EventText::new("sailed", "sails by action"),
    EventText::new("captain", "sails by the captain"),
    EventText::new("rested", "rests"),
    EventText::new("power", "card powers used"),
    EventText::new("chest", "chest tiles turned up"),
    EventText::new("discarded", "cards discarded"),
    EventText::new("won", "games won"),
    EventText::new("capped", "games stopped by the turn limit"),
];

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
