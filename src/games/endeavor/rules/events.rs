//! Game events that statistics count.

use super::state::State;
use crate::game::{Event, Seat};

/// Kinds of event, in the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Side of the start tile chosen; item: building.
    Start,
    /// Building built; item: building; value: its level.
    Built,
    /// Building one level above the build level built because no other tile was left (EN-A3); item:
    /// building.
    Fallback,
    /// No building could be built (EN-A3).
    BuiltNothing,
    /// Tile removed from the game; item: building.
    Scrapped,
    /// Building activated; item: building.
    Used,
    /// Action token used; item: token.
    Token,
    /// Shipped; item: area or fleet; value: 1 track, 2 fleet, 3 high seas.
    Shipped,
    /// Region opened; item: area; value: seat with the governor, from 1, or 0.
    Opened,
    /// City occupied; item: city.
    Occupied,
    /// City or fleet attacked; item: site; value: seat attacked, from 1, or 0 for the silent
    /// fleets.
    Attacked,
    /// Tokens taken from links; value: number of tokens.
    Links,
    /// Disc paid in the Action phase; item: building.
    Paid,
    /// Card drawn; item: card; value: 1 if it came from the discard pile, otherwise 0.
    Drawn,
    /// Slavery abolished, logged once for each player; value: number of cards that the player set
    /// aside.
    Abolished,
    /// Card discarded; item: card.
    Discarded,
    /// Governor won; item: card.
    Governor,
    /// Casualty placed by the Monument; item: attribute.
    Casualty,
    /// Passed; value: discs left in the harbor.
    Passed,
    /// Reaction of the silent fleets; value: 0 none, 1 ship, 2 occupy, 3 remove.
    Reaction,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 20] = [
    "start",
    "built",
    "fallback",
    "built_nothing",
    "scrapped",
    "used",
    "token",
    "shipped",
    "opened",
    "occupied",
    "attacked",
    "links",
    "paid",
    "drawn",
    "abolished",
    "discarded",
    "governor",
    "casualty",
    "passed",
    "reaction",
];

/// Names of the events whose values are amounts.
pub const AMOUNTS: &[&str] = &["links", "abolished", "passed"];

/// Offset of fleets in the items of `shipped`. Smaller items are areas.
pub const FLEETS: u16 = 100;

/// Creates an event of a seat.
#[inline]
pub fn event(state: &State, seat: Seat, kind: EventKind, item: u16, value: i32) -> Event {
    Event {
        seat: seat as u8,
        round: state.round,
        turn: state.players[seat].turns,
        kind: kind as u8,
        item,
        value,
    }
}
