//! Events that later studies count.

use super::ruleset::Ruleset;
use crate::game::Event;

/// Kinds of event; the numbers are the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Card dealt at set-up.
    Dealt,
    /// Card kept in hand at set-up.
    Kept,
    /// Card put into the planning area.
    Planned,
    /// Card drawn from the pile.
    Drawn,
    /// Card taken from the display; value: price.
    Taken,
    /// Card discarded as a good.
    UsedGood,
    /// Card discarded as an object.
    UsedObject,
    /// Card bought; value: doubloons paid.
    Bought,
    /// Card discarded otherwise.
    Discarded,
    /// Career chosen.
    Career,
    /// Career task completed; item: career; value: task 1 to 3, negative at the lower level.
    CareerTask,
    /// Prestige building invested in; value: doubloons paid.
    Prestige,
    /// Ship upgrade completed; item: its number.
    Upgrade,
    /// City action used; item: location.
    City,
    /// Good delivered; item: location.
    Delivered,
    /// Quest fulfilled; value: compasses.
    Quest,
    /// Assistant used; item: its card.
    Assistant,
    /// Combat ended; item: token; value: nation 1 France, 2 Spain, 3 England, 0 none.
    Combat,
    /// Round ended by this seat; item: round.
    RoundEnd,
    /// Jean turned an automa card; value: 1 if its actions were carried out, 0 if a quest ended her
    /// turn before.
    JeanCard,
    /// Jean put a disc on a market; item: location.
    JeanDelivered,
    /// Jean took a card of the display.
    JeanTook,
    /// Jean took a quest tile.
    JeanQuest,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 23] = [
    "dealt",
    "kept",
    "planned",
    "drawn",
    "taken",
    "used_good",
    "used_object",
    "bought",
    "discarded",
    "career",
    "career_task",
    "prestige",
    "upgrade",
    "city",
    "delivered",
    "quest",
    "assistant",
    "combat",
    "round_end",
    "jean_card",
    "jean_delivered",
    "jean_took",
    "jean_quest",
];

/// Item of an event that has none.
pub const NO_ITEM: u16 = 255;

impl Ruleset {
    /// Label of an event's item.
    pub(super) fn event_label(&self, event: &Event) -> String {
        let labels = &self.components.labels;
        let item = usize::from(event.item);
        let list = match EVENT_NAMES[usize::from(event.kind)] {
            "career" | "career_task" => &labels.careers,
            "prestige" => &labels.prestige,
            "city" | "delivered" | "jean_delivered" => &labels.locations,
            "quest" | "jean_quest" => &labels.quests,
            "combat" => &labels.tokens,
            "jean_card" => &labels.automa,
            "upgrade" => return format!("U{item}"),
            "round_end" => return format!("round{item}"),
            _ => &labels.cards,
        };
        list.get(item)
            .cloned()
            .unwrap_or_else(|| "none".to_string())
    }
}
