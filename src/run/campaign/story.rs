//! Story cards that came into play or were read in a game.

use serde::{Deserialize, Serialize};

use super::rules::{RuleOptions, STORY, listed};
use crate::game::Seat;
use crate::play::ongoing::{NamedEvent, OngoingGame};

/// Event: a seat read the back of a story card.
pub const READ: &str = "story_read";
/// Event: a story card came into play.
pub const DRAWN: &str = "story_drawn";
/// Kinds of events that describe the story.
pub const KINDS: [&str; 6] = [
    READ,
    DRAWN,
    "story_left",
    "legacy_entered",
    "legacy_left",
    "story_no_room",
];

/// A reading of the back of a story card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Number of the card.
    pub card: String,
    /// Seat that read the card, counted from 1.
    pub seat: Seat,
    /// Choice of the group, counted from 1; 0 if the card has no choice.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub choice: i32,
}

fn is_zero(choice: &i32) -> bool {
    *choice == 0
}

/// Returns the card number of an event in the notation of rule options: `5` for `05`.
fn number(item: &str) -> String {
    match item.trim_start_matches('0') {
        "" => item.to_string(),
        number => number.to_string(),
    }
}

/// Returns the story cards that were read, in order.
pub fn readings(events: &[NamedEvent]) -> Vec<Reading> {
    let read = events.iter().filter(|event| event.kind == READ);
    read.map(|event| Reading {
        card: number(&event.item),
        seat: event.seat + 1,
        choice: event.value,
    })
    .collect()
}

/// Returns the story cards that were in play during a game, without duplicates: those at the start and those that came
/// into play later.
pub fn in_play(rules: &RuleOptions, events: &[NamedEvent]) -> Vec<String> {
    let mut cards: Vec<String> = Vec::new();
    let start = listed(rules, STORY).into_iter().map(str::to_string);
    let told = events
        .iter()
        .filter(|event| [DRAWN, READ].contains(&event.kind))
        .map(|event| number(&event.item));
    for card in start.chain(told) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}

/// Side of a story card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Front,
    Back,
}

/// Returns the sides of story cards that events revealed, in order.
pub fn sides(events: &[NamedEvent]) -> Vec<(String, Side)> {
    let sides = events.iter().filter_map(|event| match event.kind {
        DRAWN => Some((number(&event.item), Side::Front)),
        READ => Some((number(&event.item), Side::Back)),
        _ => None,
    });
    sides.collect()
}

/// Returns the sides of story cards that the last move revealed, or the fronts of the active cards after the deal. A back
/// with a choice is revealed when the vote begins.
pub fn revealed(ongoing: &dyn OngoingGame) -> Vec<(String, Side)> {
    let position = ongoing.position(None);
    let id = |card: &serde_json::Value| card.as_u64().map(|number| number.to_string());
    let Some(last) = ongoing.moves().len().checked_sub(1) else {
        let active = position["board"]["story"]["active"].as_array();
        let active = active.into_iter().flatten();
        let fronts = active.filter_map(|card| Some((id(&card["id"])?, Side::Front)));
        return fronts.collect();
    };
    let mut events = ongoing.events_of(last);
    events.retain(|event| event.kind != READ || event.value == 0);
    let sides = sides(&events).into_iter();
    let choice = &position["choice"];
    let votes = choice["choices"].as_array().into_iter().flatten();
    let is_new = votes.into_iter().all(|choice| choice["votes"] == 0);
    let voted = id(&choice["story_card"]).filter(|_| is_new);
    sides.chain(voted.map(|card| (card, Side::Back))).collect()
}

/// Sort key of a story card: numbers in numerical order, then other names.
pub fn place_of(card: &str) -> (u32, &str) {
    (card.parse().unwrap_or(u32::MAX), card)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &'static str, item: &str, value: i32) -> NamedEvent {
        NamedEvent {
            seat: 1,
            kind,
            item: item.to_string(),
            value,
        }
    }

    #[test]
    fn initial_and_drawn_cards_are_listed_once() {
        let rules = RuleOptions::from([(STORY.to_string(), "5+12".to_string())]);
        let events = [
            event(READ, "05", 2),
            event(DRAWN, "6", 0),
            event("legacy_entered", "L1", 0),
        ];
        assert_eq!(in_play(&rules, &events), ["5", "12", "6"]);
        let reading = Reading {
            card: "5".to_string(),
            seat: 2,
            choice: 2,
        };
        assert_eq!(readings(&events), [reading]);
    }

    #[test]
    fn numbered_cards_are_sorted_numerically() {
        let mut cards = ["12", "x", "5"];
        cards.sort_by(|one, other| place_of(one).cmp(&place_of(other)));
        assert_eq!(cards, ["5", "12", "x"]);
    }
}
