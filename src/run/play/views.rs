//! Comparison of views: which components a view shows in which places, and whether a seat sees a draw.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

use serde_json::{Map, Value};

use super::given::{DrawError, Drawn, MissingDraw};

/// Mark of a place in which components are counted.
pub(super) const COUNTED: char = '#';
/// Maximum number of results of a draw that are compared with the first one.
const MOST_RESULTS: usize = 4;

/// Components in the view of a seat: path of the place, name.
pub(super) type Shown = BTreeSet<(String, String)>;
/// Names of the components in a view by the path of their place.
pub(super) type Places = HashMap<String, HashSet<String>>;

/// Returns the draw that follows these draws.
pub(super) fn missing(
    attempt: &dyn Fn(&Drawn) -> Result<(), DrawError>,
    before: &[Option<String>],
) -> Option<MissingDraw> {
    let things = before.to_vec();
    match attempt(&Drawn {
        things,
        rest: false,
    }) {
        Err(DrawError::Missing(missing)) => Some(missing),
        _ => None,
    }
}

/// Visibility of a draw to a seat.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// The seat sees the draw. The value names the place of the drawn component, if the view has a name for it.
    Seen(Option<String>),
    /// The view of the seat does not depend on the draw.
    Hidden,
}

impl Sight {
    /// Returns the name of the place of a visible component.
    pub(super) fn place(self) -> Option<String> {
        match self {
            Sight::Seen(place) => place,
            Sight::Hidden => None,
        }
    }

    pub(super) fn of(view: &Value, compared: &Value, one: &str, other: &str) -> Sight {
        match view == compared {
            true => Sight::Hidden,
            false => {
                let mut path = Vec::new();
                let found = find(view, compared, (one, other), &mut path);
                Sight::Seen(found.then(|| path.join(", ")))
            }
        }
    }
}

/// Determines whether a seat sees the draw with index `at`, by comparing its views after different results `among`.
/// `fell` contains the names of all draws. If possible, later draws do not change. Returns `None` if no other result is
/// possible.
pub(super) fn sight<T>(
    made: &dyn Fn(&Drawn) -> Option<T>,
    fell: &[String],
    at: usize,
    among: &[(String, u32)],
    compare: &dyn Fn(&T, &str) -> Sight,
) -> Option<Sight> {
    let later = &fell[at + 1..];
    let mut others: Vec<&String> = among.iter().map(|(name, _)| name).collect();
    others.retain(|name| **name != fell[at]);
    // Components that are not drawn later come first, because they change no other draw.
    others.sort_by_key(|name| later.contains(name));
    others.into_iter().take(MOST_RESULTS).find_map(|other| {
        let mut names = fell.to_vec();
        names[at].clone_from(other);
        let things = names.into_iter().map(Some).collect();
        let made = made(&Drawn { things, rest: true })?;
        Some(compare(&made, other))
    })
}

/// Determines whether a seat sees the draw with index `at`, by exchanging its result with the results of `others`.
/// Returns `None` if no exchange is possible.
pub(super) fn sight_by_exchange<T>(
    made: &dyn Fn(&Drawn) -> Option<T>,
    fell: &[String],
    at: usize,
    others: &mut dyn Iterator<Item = usize>,
    compare: &dyn Fn(&T, &str) -> Sight,
) -> Option<Sight> {
    let others = others.filter(|&other| fell[other] != fell[at]);
    let exchanged = others.filter_map(|other| {
        let mut names = fell.to_vec();
        names.swap(at, other);
        let things = names.into_iter().map(Some).collect();
        let made = made(&Drawn { things, rest: true })?;
        Some(compare(&made, &fell[other]))
    });
    let mut hidden = None;
    for sight in exchanged {
        match sight {
            Sight::Hidden => hidden = Some(sight),
            seen => return Some(seen),
        }
    }
    hidden
}

/// Calls `found` with every component in a view and the path of its place, which begins with `place`. In a hand, a key
/// with a number stands for that number of components, because some views list a hand as numbers of cards by kind.
pub(super) fn each_component(
    value: &Value,
    place: &mut String,
    known: &HashSet<String>,
    found: &mut dyn FnMut(&str, &str),
) {
    let outer = place.len();
    match value {
        Value::String(text) if known.contains(text) => found(place, text),
        Value::Array(list) => {
            for value in list {
                each_component(value, place, known, found);
            }
        }
        Value::Object(keys) => {
            // Components belong to a seat, so the seat becomes a part of the path.
            if let Some(seat) = keys.get("seat").and_then(Value::as_u64) {
                let _ = write!(place, " {seat}");
            }
            let inner = place.len();
            for (key, value) in keys {
                // Skip the components of the next decision and the lists of hidden components: they are not in a place.
                if key == "choice" || key.starts_with("unseen") {
                    continue;
                }
                if let (true, Some(many)) = (is_hand(place) && known.contains(key), value.as_u64())
                {
                    for unit in 1..=many.min(100) {
                        let _ = write!(place, "{COUNTED}{unit}");
                        found(place, key);
                        place.truncate(inner);
                    }
                }
                if key != "id" {
                    place.push('/');
                    place.push_str(key);
                }
                each_component(value, place, known, found);
                place.truncate(inner);
            }
        }
        _ => {}
    }
    place.truncate(outer);
}

/// Returns true for the path of a hand or of its known cards.
pub(super) fn is_hand(path: &str) -> bool {
    ["hand", "known_cards"]
        .iter()
        .any(|end| path.ends_with(end))
}

/// Returns a path without the number of a counted component.
pub(super) fn place(path: &str) -> &str {
    path.split(COUNTED).next().unwrap_or_default()
}

/// Returns a description of a path.
pub(super) fn place_name(path: &str) -> String {
    let parts = place(path)
        .split('/')
        .filter(|part| !["", "board", "supplies"].contains(part));
    let parts = parts.map(|part| part.replace("players ", "seat ").replace('_', " "));
    parts.collect::<Vec<_>>().join(", ")
}

fn find(
    view: &Value,
    compared: &Value,
    (one, other): (&str, &str),
    path: &mut Vec<String>,
) -> bool {
    match (view, compared) {
        (Value::String(here), Value::String(there)) => here == one && there == other,
        (Value::Object(here), Value::Object(there)) if counts_differ(here, there, (one, other)) => {
            true
        }
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
            }) || lists_differ(here, there, (one, other))
        }
        _ => false,
    }
}

/// Returns true if the counts of both components differ between two maps from component to count.
fn counts_differ(
    here: &Map<String, Value>,
    there: &Map<String, Value>,
    (one, other): (&str, &str),
) -> bool {
    // A view may omit components with count 0.
    let number = |keys: &Map<String, Value>, name| keys.get(name).map_or(Some(0), Value::as_u64);
    let differs = |name| match (number(here, name), number(there, name)) {
        (Some(number), Some(counterpart)) => number != counterpart,
        _ => false,
    };
    one != other && differs(one) && differs(other)
}

/// Returns true if one component in a list replaces another, even at another position in the list.
fn lists_differ(here: &[Value], there: &[Value], (one, other): (&str, &str)) -> bool {
    let has = |list: &[Value], name: &str| list.iter().any(|it| it == name || it["id"] == name);
    has(here, one) && has(there, other) && !has(here, other) && !has(there, one)
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
            Sight::of(&one, &other, names.0, names.1)
        };
        let seen = |place: Option<&str>| Sight::Seen(place.map(String::from));
        let cards = found(
            view("B1", json!(null)),
            view("B2", json!(null)),
            ("B1", "B2"),
        );
        assert_eq!(cards, seen(Some("display, 2")));
        let tokens = found(view("B1", json!("x")), view("B1", json!("y")), ("x", "y"));
        assert_eq!(tokens, seen(Some("areas, India, sites, goa, token")));
        let counted = |name: &str| json!({ "board": { "plantations": { name: 1, "indigo": 2 } } });
        let plantations = found(counted("corn"), counted("sugar"), ("corn", "sugar"));
        assert_eq!(plantations, seen(Some("plantations")));
        let corn = found(json!({ "corn": 1 }), json!({ "corn": 2 }), ("corn", "corn"));
        assert_eq!(corn, seen(None));
        let same = found(json!({ "corn": 1 }), json!({ "corn": 1 }), ("corn", "corn"));
        assert_eq!(same, Sight::Hidden);
    }

    #[test]
    fn components_are_collected_with_their_places() {
        let view = json!({
            "board": { "discards": [{ "id": "A1", "name": "A2" }, "A3"] },
            "players": [{ "seat": 2, "hand": { "A2": 2, "A9": 1 } }],
            "unseen_cards": ["A4"],
        });
        let known = ["A1", "A2", "A3", "A4"].map(String::from).into();
        let mut found = Shown::new();
        each_component(&view, &mut String::new(), &known, &mut |path, name| {
            found.insert((path.to_string(), name.to_string()));
        });
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(path, id)| (&path[..], &id[..]))
            .collect();
        let wanted = [
            ("/board/discards", "A1"),
            ("/board/discards", "A3"),
            ("/board/discards/name", "A2"),
            ("/players 2/hand#1", "A2"),
            ("/players 2/hand#2", "A2"),
        ];
        assert_eq!(found, wanted);
        assert_eq!(place_name("/players 2/planned"), "seat 2, planned");
        assert_eq!(place_name("/players 2/hand#1"), "seat 2, hand");
    }
}
