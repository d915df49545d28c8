//! Game events that statistics count.

use crate::named::named;
use crate::setup::EventText;

named! {
    /// Kinds of event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EventKind: u8, EVENT_NAMES {
        /// Role card taken; item: role; value: doubloons on the card.
        Role = "role",
        /// Face-up plantation or quarry placed; item: tile.
        Planted = "planted",
        /// Plantation drawn with the hacienda; item: tile.
        Drawn = "drawn",
        /// Colonist ship not filled; value: number of missing colonists.
        Shortage = "shortage",
        /// Building built; item: building; value: doubloons paid.
        Built = "built",
        /// Goods produced; item: good; value: barrels.
        Produced = "produced",
        /// Doubloons received from a factory; value: doubloons.
        Factory = "factory",
        /// Good sold; item: good; value: doubloons.
        Sold = "sold",
        /// Goods loaded on a ship; item: good; value: VP.
        Loaded = "loaded",
        /// Goods shipped with a wharf; item: good; value: VP.
        Wharf = "wharf",
        /// Goods lost because they could not be stored; item: good; value: barrels.
        Lost = "lost",
        /// First time that a condition for the end of the game applies; item: bit of [`ending`](super::state::ending).
        End = "end",
    }
}

/// Events in words.
pub const EVENTS: &[EventText] = &[
    EventText::new("role", "roles taken").amount(),
    EventText::new("planted", "plantations and quarries taken"),
    EventText::new("drawn", "plantations drawn with the hacienda"),
    EventText::new("shortage", "times the colonist ship was not filled").amount(),
    EventText::new("built", "buildings built").amount(),
    EventText::new("produced", "productions of a good").amount(),
    EventText::new("factory", "factory payments").amount(),
    EventText::new("sold", "goods sold").amount(),
    EventText::new("loaded", "loads on ships").amount(),
    EventText::new("wharf", "loads with a wharf").amount(),
    EventText::new("lost", "losses of a good").amount(),
    EventText::new("end", "conditions that end the game"),
];
