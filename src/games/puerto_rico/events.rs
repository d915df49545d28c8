//! Events that later studies count.

use super::components::{BUILDING_IDS, GOOD_NAMES, ROLE_NAMES, TILE_NAMES};
use super::ruleset::Ruleset;
use super::state::ending;
use crate::game::Event;

/// Kinds of event; the numbers are the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Role card taken; item: role; value: doubloons on it.
    Role,
    /// Face-up plantation or quarry placed; item: tile.
    Planted,
    /// Plantation drawn with the hacienda; item: tile.
    Drawn,
    /// Colonist ship not filled; value: colonists missing.
    Shortage,
    /// Building built; item: building; value: doubloons paid.
    Built,
    /// Goods produced; item: good; value: barrels.
    Produced,
    /// Factory paid; value: doubloons.
    Factory,
    /// Good sold; item: good; value: doubloons.
    Sold,
    /// Goods loaded on a ship; item: good; value: VP.
    Loaded,
    /// Goods loaded with a wharf; item: good; value: VP.
    Wharf,
    /// Goods that could not be kept; item: good; value: barrels.
    Lost,
    /// A condition for the end of the game is met for the first time; item: which.
    End,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 12] = [
    "role", "planted", "drawn", "shortage", "built", "produced", "factory", "sold", "loaded",
    "wharf", "lost", "end",
];

/// Events whose values are amounts.
pub const AMOUNTS: &[&str] = &[
    "role", "shortage", "built", "produced", "factory", "sold", "loaded", "wharf", "lost",
];

impl Ruleset {
    /// Label of an event's item.
    pub(super) fn event_label(&self, event: &Event) -> String {
        let item = usize::from(event.item);
        let label = match EVENT_NAMES[usize::from(event.kind)] {
            "role" => ROLE_NAMES[item],
            "planted" | "drawn" => TILE_NAMES[item],
            "built" => BUILDING_IDS[item],
            "produced" | "sold" | "loaded" | "wharf" | "lost" => GOOD_NAMES[item],
            "end" => match event.item as u8 {
                ending::COLONISTS => "colonists",
                ending::CITY => "city",
                _ => "vp",
            },
            _ => "none",
        };
        label.to_string()
    }
}
