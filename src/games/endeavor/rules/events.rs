//! Game events that statistics count.

use super::state::State;
use crate::game::{Event, Seat};
use crate::named::named;
use crate::setup::EventText;

named! {
    /// Kinds of event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EventKind: u8, EVENT_NAMES {
        /// Side of the start tile chosen; item: building.
        Start = "start",
        /// Building built; item: building; value: its level.
        Built = "built",
        /// Building built one level above the build level, because no other tile was left (EN-A3);
        /// item: building.
        Fallback = "fallback",
        /// No building could be built (EN-A3).
        BuiltNothing = "built_nothing",
        /// Tile removed from the game; item: building.
        Scrapped = "scrapped",
        /// Building activated; item: building.
        Used = "used",
        /// Action token used; item: token.
        Token = "token",
        /// Shipped; item: area or fleet; value: 1 track, 2 fleet, 3 high seas.
        Shipped = "shipped",
        /// Region opened; item: area; value: seat with the governor, from 1, or 0.
        Opened = "opened",
        /// City occupied; item: city.
        Occupied = "occupied",
        /// City or fleet attacked; item: site; value: seat attacked, from 1, or 0 for the silent
        /// fleets.
        Attacked = "attacked",
        /// Tokens taken from links; value: number of tokens.
        Links = "links",
        /// Disc paid in the Action phase; item: building.
        Paid = "paid",
        /// Card drawn; item: card; value: 1 if it came from the discard pile, otherwise 0.
        Drawn = "drawn",
        /// Slavery abolished, logged once for each player; value: number of cards that the player set
        /// aside.
        Abolished = "abolished",
        /// Card discarded; item: card.
        Discarded = "discarded",
        /// Governor won; item: card.
        Governor = "governor",
        /// Casualty placed by the Monument; item: attribute.
        Casualty = "casualty",
        /// Passed; value: discs left in the harbor.
        Passed = "passed",
        /// Reaction of the silent fleets; value: 0 none, 1 ship, 2 occupy, 3 remove.
        Reaction = "reaction",
    }
}

/// Events in words.
pub const EVENTS: &[EventText] = &[
    EventText::new("start", "start tile sides chosen"),
    EventText::new("built", "buildings built"),
    EventText::new("fallback", "buildings one level above the build level"),
    EventText::new("built_nothing", "rounds without a building"),
    EventText::new("scrapped", "building tiles removed"),
    EventText::new("used", "buildings activated"),
    EventText::new("token", "action tokens used"),
    EventText::new("shipped", "discs shipped"),
    EventText::new("opened", "regions opened"),
    EventText::new("occupied", "cities occupied"),
    EventText::new("attacked", "cities and fleets attacked"),
    EventText::new("links", "times tokens were taken from links").amount(),
    EventText::new("paid", "discs paid"),
    EventText::new("drawn", "cards drawn"),
    EventText::new("abolished", "abolitions of slavery").amount(),
    EventText::new("discarded", "cards discarded"),
    EventText::new("governor", "governors won"),
    EventText::new("casualty", "casualties placed"),
    EventText::new("passed", "passes").amount(),
    EventText::new("reaction", "reactions of the silent fleets"),
];

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
