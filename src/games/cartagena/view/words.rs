//! Words for events and components.

use crate::cartagena::Cartagena;
use crate::cartagena::components::{SYMBOL_NAMES, TILE_NAMES};
use crate::cartagena::rules::events::EVENT_NAMES;
use crate::game::{Event, Words};
use crate::picture::Component;

impl Words for Cartagena {
    const EVENT_KINDS: &'static [&'static str] = &EVENT_NAMES;

    /// The score is the number of pirates at the goal (CA-A35).
    fn score_categories(&self) -> &'static [&'static str] {
        &["home"]
    }

    fn event_item(&self, event: &Event) -> String {
        let item = usize::from(event.item);
        match EVENT_NAMES[usize::from(event.kind)] {
            "played" | "power" | "discarded" => SYMBOL_NAMES[item].to_string(),
            "chest" => TILE_NAMES[item].to_string(),
            "morgan" => format!("seat {}", item + 1),
            "sailed" | "captain" => ["cartagena", "tortuga"][item].to_string(),
            _ => "none".to_string(),
        }
    }

    fn event_words(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        match EVENT_NAMES[usize::from(event.kind)] {
            "chest" => Some(format!("the chest tile is: {}", TILE_NAMES[item])),
            "won" => Some(format!("seat {seat} has won")),
            // The event is logged for every seat but described only once.
            "capped" if seat == 1 => {
                Some("the turn cap ends the game without a winner".to_string())
            }
            _ => None,
        }
    }

    fn catalog(&self) -> Vec<Component> {
        self.ruleset.all_components()
    }
}
