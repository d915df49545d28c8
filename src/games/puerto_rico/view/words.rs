//! Words for events and components.

use crate::game::{Event, Words};
use crate::picture::Component;
use crate::prose::count;
use crate::puerto_rico::PuertoRico;
use crate::puerto_rico::components::{BUILDING_IDS, GOOD_NAMES, ROLE_NAMES, TILE_NAMES};
use crate::puerto_rico::rules::events::EVENT_NAMES;
use crate::puerto_rico::rules::scoring::CATEGORIES;
use crate::puerto_rico::rules::state::ending;

impl Words for PuertoRico {
    const EVENT_KINDS: &'static [&'static str] = &EVENT_NAMES;

    fn score_categories(&self) -> &'static [&'static str] {
        &CATEGORIES
    }

    fn event_item(&self, event: &Event) -> String {
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

    fn event_words(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        let number = |noun| count(event.value as u64, noun);
        Some(match EVENT_NAMES[usize::from(event.kind)] {
            "drawn" => format!("seat {seat} draws {}", TILE_NAMES[item]),
            "produced" => format!("seat {seat} gets {} {}", event.value, GOOD_NAMES[item]),
            "factory" => format!("the factory of seat {seat} pays {}", number("doubloon")),
            "shortage" => format!("the colonist ship lacks {}", number("colonist")),
            "lost" => format!("seat {seat} loses {} {}", event.value, GOOD_NAMES[item]),
            "end" => {
                let why = end_words(event.item as u8);
                format!("the game ends after this round: {why}")
            }
            _ => return None,
        })
    }

    fn catalog(&self) -> Vec<Component> {
        self.ruleset.all_components()
    }
}

/// Returns the reason why the game ends (PR-12.1).
pub(crate) fn end_words(ending: u8) -> &'static str {
    match ending {
        ending::COLONISTS => "too few colonists for the ship",
        ending::CITY => "a city is full",
        _ => "the VP are used up",
    }
}
