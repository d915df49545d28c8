//! Finds out if the own seat sees a draw, by comparing its views after different results of the draw.

use portolan_core::game::Seat;
use portolan_run::play::given::{DrawError, Drawn};
use portolan_run::play::ongoing::OngoingGame;
use serde_json::Value;

/// Maximum number of results that are compared with the first one.
const MOST_COMPARED: usize = 4;

/// Continues the game with these draws and returns the position after the move or the deal.
pub type Attempt<'a> = &'a dyn Fn(Drawn) -> Result<Box<dyn OngoingGame>, DrawError>;

/// Visibility of a draw to a seat.
#[derive(Debug, PartialEq, Eq)]
pub enum Sight {
    /// The seat sees the draw. The value names the location of the drawn component, if the view has a name for
    /// it.
    Seen(Option<String>),
    /// The view of the seat does not depend on the draw.
    Hidden,
}

/// Determines if `observer` sees the draw that follows `before`, out of the components `among`.
///
/// Later draws of the move are not changed if possible, so that only the compared draw differs.
pub fn sight(
    attempt: Attempt,
    before: &[String],
    among: &[(String, u32)],
    observer: Option<Seat>,
) -> Sight {
    let at = before.len();
    let finished = |names: &[String]| {
        let things = names.iter().cloned().map(Some).collect();
        let game = attempt(Drawn { things, rest: true }).ok()?;
        let fell = match game.moves().last() {
            Some(made) if !made.fell.is_empty() => made.fell.clone(),
            _ => game.fell_in_deal().to_vec(),
        };
        Some((game.position(observer), fell))
    };
    let Some(((first, _), others)) = among.split_first() else {
        return Sight::Hidden;
    };
    let names: Vec<String> = before.iter().chain([first]).cloned().collect();
    let Some((view, fell)) = finished(&names) else {
        return Sight::Seen(None);
    };
    let later = fell.get(at + 1..).unwrap_or_default();
    let mut others: Vec<&String> = others.iter().map(|(name, _)| name).collect();
    // Components that are not drawn later come first, because they change no other draw.
    others.sort_by_key(|name| later.contains(name));
    for other in others.into_iter().take(MOST_COMPARED) {
        let mut names = fell.clone();
        names[at].clone_from(other);
        if let Some((compared, _)) = finished(&names) {
            return match compared == view {
                true => Sight::Hidden,
                false => Sight::Seen(place_of(&view, &compared, first, other)),
            };
        }
    }
    // No other result fits the later draws, which may be visible next to it.
    Sight::Seen(None)
}

/// Returns a description of the location at which one position has `one` and the other has `other`.
fn place_of(view: &Value, compared: &Value, one: &str, other: &str) -> Option<String> {
    let mut path = Vec::new();
    find(view, compared, (one, other), &mut path).then(|| path.join(", "))
}

fn find(
    view: &Value,
    compared: &Value,
    (one, other): (&str, &str),
    path: &mut Vec<String>,
) -> bool {
    match (view, compared) {
        (Value::String(here), Value::String(there)) => here == one && there == other,
        (Value::Object(here), Value::Object(there)) => here.iter().any(|(key, value)| {
            let Some(counterpart) = there.get(key) else {
                return false;
            };
            let names_a_part =
                !["id", "name", "board", "players", "supplies"].contains(&key.as_str());
            path.extend(names_a_part.then(|| key.replace('_', " ")));
            let found = find(value, counterpart, (one, other), path);
            if !found && names_a_part {
                path.pop();
            }
            found
        }),
        (Value::Array(here), Value::Array(there)) if here.len() == there.len() => {
            let pairs = here.iter().zip(there);
            pairs.enumerate().any(|(index, (value, counterpart))| {
                path.push(label(value, counterpart).unwrap_or_else(|| (index + 1).to_string()));
                let found = find(value, counterpart, (one, other), path);
                if !found {
                    path.pop();
                }
                found
            })
        }
        _ => false,
    }
}

/// Returns the label of a list element, if it is equal in both positions.
fn label(value: &Value, counterpart: &Value) -> Option<String> {
    if let (Some(seat), true) = (value["seat"].as_u64(), value["seat"] == counterpart["seat"]) {
        return Some(format!("seat {seat}"));
    }
    let name = ["name", "id"].iter().find_map(|key| value[*key].as_str());
    let name =
        name.filter(|_| value["id"] == counterpart["id"] && value["name"] == counterpart["name"]);
    name.map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn place_of_a_draw_is_found_by_comparing_views() {
        let view = |card: &str, token: Value| {
            json!({
                "board": {
                    "areas": [{ "id": "india", "name": "India", "sites": [{ "id": "goa", "token": token }] }],
                    "display": [{ "id": "A1", "name": "Dog" }, { "id": card, "name": card }],
                },
                "players": [{ "seat": 1, "hand": [card] }],
            })
        };
        let found = |one: Value, other: Value, names: (&str, &str)| {
            place_of(&one, &other, names.0, names.1)
        };
        let cards = found(
            view("B1", json!(null)),
            view("B2", json!(null)),
            ("B1", "B2"),
        );
        assert_eq!(cards.as_deref(), Some("display, 2"));
        let tokens = found(view("B1", json!("x")), view("B1", json!("y")), ("x", "y"));
        assert_eq!(tokens.as_deref(), Some("areas, India, sites, goa, token"));
        assert_eq!(
            found(json!({ "corn": 1 }), json!({ "corn": 2 }), ("corn", "corn")),
            None
        );
    }
}
