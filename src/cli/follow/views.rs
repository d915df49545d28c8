//! What a seat knows of a position, to be compared.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use portolan_core::game::Seat;
use portolan_engine::play::ongoing::OngoingGame;
use serde_json::Value;

/// Stands before the number of a thing that is counted by name.
pub const COUNTED: char = '#';
/// Most things of one name in one place that are told apart.
const MOST_COUNTED: u64 = 100;

/// What a seat knows, as a hash.
pub fn view(ongoing: &dyn OngoingGame, own: Option<Seat>) -> u64 {
    let mut hasher = DefaultHasher::new();
    ongoing.position(own).to_string().hash(&mut hasher);
    hasher.finish()
}

/// The texts of a position with the keys that lead there, and every key of a number as often as the number says: numbers
/// of cards by kind say what lies there, too.
pub fn texts(value: &Value, place: &str, found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::String(text) => drop(found.insert((place.to_string(), text.clone()))),
        Value::Array(list) => list.iter().for_each(|value| texts(value, place, found)),
        Value::Object(keys) => {
            // Where things are counted, every seat has counts of its own.
            let owner = keys.get("seat").and_then(Value::as_u64);
            let place = &owner.map_or_else(|| place.to_string(), |seat| format!("{place} {seat}"));
            for (key, value) in keys {
                let many = value.as_u64().unwrap_or(0).min(MOST_COUNTED);
                found.extend(
                    (1..=many).map(|number| (format!("{place}{COUNTED}{number}"), key.clone())),
                );
                texts(value, &format!("{place}/{key}"), found);
            }
        }
        _ => {}
    }
}
