//! Game events that statistics count.

/// Kinds of event, in the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Role card taken; item: role; value: doubloons on the card.
    Role,
    /// Face-up plantation or quarry placed; item: tile.
    Planted,
    /// Plantation drawn with the hacienda; item: tile.
    Drawn,
    /// Colonist ship not filled; value: number of missing colonists.
    Shortage,
    /// Building built; item: building; value: doubloons paid.
    Built,
    /// Goods produced; item: good; value: barrels.
    Produced,
    /// Doubloons received from a factory; value: doubloons.
    Factory,
    /// Good sold; item: good; value: doubloons.
    Sold,
    /// Goods loaded on a ship; item: good; value: VP.
    Loaded,
    /// Goods shipped with a wharf; item: good; value: VP.
    Wharf,
    /// Goods lost because they could not be stored; item: good; value: barrels.
    Lost,
    /// First time that a condition for the end of the game applies; item: bit of [`ending`](super::state::ending).
    End,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 12] = [
    "role", "planted", "drawn", "shortage", "built", "produced", "factory", "sold", "loaded",
    "wharf", "lost", "end",
];

/// Names of the events whose values are amounts.
pub const AMOUNTS: &[&str] = &[
    "role", "shortage", "built", "produced", "factory", "sold", "loaded", "wharf", "lost",
];
