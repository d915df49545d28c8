//! Views of a position in a form that can be compared.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use portolan_core::game::Seat;
use portolan_run::play::ongoing::OngoingGame;
use serde_json::Value;

/// Prefix of the number of a component that is counted by name.
pub const COUNTED: char = '#';
/// Maximum number of components with one name in one location that are distinguished.
const MOST_COUNTED: u64 = 100;

/// Returns a hash of the view of a seat.
pub fn view(ongoing: &dyn OngoingGame, own: Option<Seat>) -> u64 {
    let mut hasher = DefaultHasher::new();
    ongoing.position(own).to_string().hash(&mut hasher);
    hasher.finish()
}

/// Collects the texts of a position with their paths. A key with a number is added once per unit, because
/// numbers of cards by kind also describe the contents of a location.
pub fn texts(value: &Value, place: &str, found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::String(text) => drop(found.insert((place.to_string(), text.clone()))),
        Value::Array(list) => list.iter().for_each(|value| texts(value, place, found)),
        Value::Object(keys) => {
            // Counts belong to a seat, so the seat becomes a part of the path.
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
