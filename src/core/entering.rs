//! Parsing of positions from JSON, with error messages that state the location of the problem.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::suggestion::did_you_mean;
use crate::view::ByName;

/// Keys of descriptive texts, which follow from the id of a component.
const TEXTS: [&str; 2] = ["name", "text"];

/// Parses a typed view.
///
/// # Errors
/// A message with the path of the first value that does not fit its type.
pub fn typed<V: DeserializeOwned>(position: &Value) -> Result<V, String> {
    Part::whole(position).typed()
}

/// Checks that a number is in a range, and returns it.
///
/// # Errors
/// If it is out of range.
pub fn within<N: PartialOrd + Display>(
    place: impl Display,
    number: N,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    match range.contains(&number) {
        true => Ok(number),
        false => Err(format!(
            "{place}: {number}: expected a number from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// Returns the number with this name, or 0 if the name is missing.
///
/// # Errors
/// If it is out of range.
pub fn named<N: Copy + Default + PartialOrd + Display, K: AsRef<str>>(
    place: impl Display,
    numbers: &ByName<N, K>,
    name: &str,
    range: RangeInclusive<N>,
) -> Result<N, String> {
    let number = numbers.get(name).copied().unwrap_or_default();
    within(place, number, range)
}

/// Checks that a list has the expected number of elements.
///
/// # Errors
/// If the number of elements, `here`, differs.
pub fn number_of(place: impl Display, here: usize, expected: usize) -> Result<(), String> {
    match here == expected {
        true => Ok(()),
        false => Err(format!(
            "{place}: {here} in the position; expected {expected}"
        )),
    }
}

/// A part of a JSON position, with its path.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Part<'a> {
    /// Creates the part for a whole position.
    pub fn whole(value: &'a Value) -> Part<'a> {
        Part {
            value,
            path: String::new(),
        }
    }

    /// Formats an error for this part, with its path and value and the expected value.
    fn wrong(&self, expected: &str) -> String {
        format!("{}: {}: expected {expected}", self.path, self.value)
    }

    fn part(&self, name: &str, value: &'a Value) -> Part<'a> {
        let path = match self.path.as_str() {
            "" => name.to_string(),
            path => format!("{path}, {name}"),
        };
        Part { value, path }
    }

    /// Parses the value as a type of a view.
    ///
    /// # Errors
    /// A message with the path of the first value that does not fit its type.
    pub fn typed<V: DeserializeOwned>(&self) -> Result<V, String> {
        serde_path_to_error::deserialize(self.value).map_err(|error| {
            let keys = error.path().iter().map(|segment| match segment {
                Segment::Seq { index } => (index + 1).to_string(),
                key => key.to_string(),
            });
            let above = Some(self.path.clone()).filter(|path| !path.is_empty());
            let keys: Vec<String> = above.into_iter().chain(keys).collect();
            match keys.join(", ").as_str() {
                "" => error.inner().to_string(),
                path => format!("{path}: {}", error.inner()),
            }
        })
    }

    /// Returns the member with this key; `None` if it is missing or null.
    pub fn optional(&self, key: &str) -> Option<Part<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(self.part(key, value))
    }

    /// Returns the member with this key.
    ///
    /// # Errors
    /// If the key is missing or null.
    pub fn key(&self, key: &str) -> Result<Part<'a>, String> {
        let missing = || match self.path.as_str() {
            "" => format!("the key \"{key}\" is missing"),
            path => format!("{path}: the key \"{key}\" is missing"),
        };
        self.optional(key).ok_or_else(missing)
    }

    /// Returns the members of a list.
    ///
    /// # Errors
    /// If the value is not a list.
    pub fn list(&self) -> Result<Vec<Part<'a>>, String> {
        let list = self.value.as_array().ok_or_else(|| self.wrong("a list"))?;
        let numbered = list.iter().enumerate();
        Ok(numbered
            .map(|(index, value)| self.part(&(index + 1).to_string(), value))
            .collect())
    }
}

/// The components of a kind, by id. Each component has only one place in a position.
pub struct Kind<'g, T> {
    what: &'static str,
    ids: Vec<&'g str>,
    new: fn(u8) -> T,
    /// For each component, true if it takes part in the game and does not have a place yet.
    free: Vec<bool>,
}

impl<'g, T> Kind<'g, T> {
    /// Creates a kind. Errors call it `what`, and `new` creates a component from its index.
    pub fn new<I: AsRef<str> + ?Sized + 'g>(
        what: &'static str,
        ids: impl IntoIterator<Item = &'g I>,
        new: fn(u8) -> T,
    ) -> Kind<'g, T> {
        let ids: Vec<&str> = ids.into_iter().map(AsRef::as_ref).collect();
        Kind {
            what,
            new,
            free: vec![true; ids.len()],
            ids,
        }
    }

    /// Removes the components that do not take part in the game.
    #[must_use]
    pub fn with(mut self, takes_part: impl Fn(u8) -> bool) -> Kind<'g, T> {
        for (index, free) in (0..).zip(&mut self.free) {
            *free = takes_part(index);
        }
        self
    }

    fn index(&self, place: &impl Display, id: &str) -> Result<usize, String> {
        let found = self.ids.iter().position(|known| *known == id);
        found.ok_or_else(|| {
            let example = self.ids.first().copied().unwrap_or_default();
            let suggestion = did_you_mean(id, self.ids.iter().copied());
            format!(
                "{place}: \"{id}\": expected the id of a {}, such as {example}{suggestion}",
                self.what
            )
        })
    }

    /// Returns the component with this id.
    ///
    /// # Errors
    /// If there is no such component.
    pub fn find(&self, place: impl Display, id: &str) -> Result<T, String> {
        // No kind has more than 255 components.
        Ok((self.new)(self.index(&place, id)? as u8))
    }

    /// Returns the component with this id, which must not have another place.
    ///
    /// # Errors
    /// If there is no such component, or it has another place or does not take part.
    pub fn take(&mut self, place: impl Display, id: &str) -> Result<T, String> {
        let index = self.index(&place, id)?;
        match std::mem::take(&mut self.free[index]) {
            true => Ok((self.new)(index as u8)),
            false => Err(format!(
                "{place}: \"{id}\": expected a {} that is in play and not elsewhere in the position",
                self.what
            )),
        }
    }

    /// Returns the components with these ids, which must not have other places.
    ///
    /// # Errors
    /// If there is no such component, or it has another place or does not take part.
    pub fn take_all<'i>(
        &mut self,
        place: impl Display,
        ids: impl IntoIterator<Item = &'i String>,
    ) -> Result<Vec<T>, String> {
        let ids = (1..).zip(ids);
        ids.map(|(number, id)| self.take(format!("{place}, {number}"), id))
            .collect()
    }

    /// Returns the components that take part and do not have a place.
    pub fn left(&self) -> impl Iterator<Item = T> {
        let all = (0..).zip(&self.free);
        all.filter(|(_, free)| **free)
            .map(|(index, _)| (self.new)(index))
    }
}

/// Describes the first difference between the requested and the resulting position; `None` if they agree. The
/// comparison covers only the keys of the request and ignores descriptive texts.
pub fn difference(asked: &Value, made: &Value) -> Option<String> {
    differs(&Part::whole(asked), made)
}

fn differs(asked: &Part, made: &Value) -> Option<String> {
    match (asked.value, made) {
        (Value::Object(keys), Value::Object(_)) => keys
            .iter()
            .filter(|(key, _)| !TEXTS.contains(&key.as_str()))
            .find_map(|(key, value)| {
                let part = asked.part(key, value);
                match made.get(key) {
                    Some(made) => differs(&part, made),
                    None if value.is_null() => None,
                    None => Some(part.wrong("no key with this name")),
                }
            }),
        (Value::Array(list), Value::Array(found)) if list.len() == found.len() => {
            let mut pairs = pairs(list, found).into_iter().map(|(index, made)| {
                differs(&asked.part(&(index + 1).to_string(), &list[index]), made)
            });
            pairs.find_map(|found| found)
        }
        (id @ Value::String(_), Value::Object(keys)) if keys.get("id") == Some(id) => None,
        (value, made) if value == made => None,
        (_, made) => Some(asked.wrong(&made.to_string())),
    }
}

/// Returns the name of a list member: its id, or the value itself for plain values.
fn called(member: &Value) -> Option<String> {
    match member {
        Value::Object(keys) => keys.get("id")?.as_str().map(str::to_string),
        Value::Array(_) => None,
        Value::String(id) => Some(id.clone()),
        plain => Some(plain.to_string()),
    }
}

/// Pairs the members of two lists: by name if the lists contain the same names, otherwise by index. Each pair
/// consists of the index in `list` and the member of `made`.
fn pairs<'a>(list: &[Value], made: &'a [Value]) -> Vec<(usize, &'a Value)> {
    let sorted = |list: &[Value]| -> Option<Vec<(String, usize)>> {
        let named = list.iter().enumerate();
        let named = named.map(|(index, member)| Some((called(member)?, index)));
        let mut named: Vec<(String, usize)> = named.collect::<Option<_>>()?;
        named.sort();
        Some(named)
    };
    if let (Some(here), Some(there)) = (sorted(list), sorted(made)) {
        let both = here.iter().zip(&there);
        if both.clone().all(|((one, _), (other, _))| one == other) {
            return both
                .map(|((_, index), (_, place))| (*index, &made[*place]))
                .collect();
        }
    }
    made.iter().enumerate().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Described;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[test]
    fn errors_of_parts_and_numbers_name_their_path() {
        let position = json!({ "ships": [{ "good": "sugar" }] });
        let ships = Part::whole(&position).key("ships").unwrap();
        let ship = &ships.list().unwrap()[0];
        assert!(ship.optional("good").is_some() && ship.optional("barrels").is_none());
        assert_eq!(
            ship.key("barrels").unwrap_err(),
            "ships, 1: the key \"barrels\" is missing"
        );
        assert_eq!(
            ship.list().unwrap_err(),
            "ships, 1: {\"good\":\"sugar\"}: expected a list"
        );
        assert_eq!(within("round", 2, 1..=4), Ok(2));
        assert_eq!(
            within("round", 5, 1..=4),
            Err("round: 5: expected a number from 1 to 4".to_string())
        );
        assert_eq!(
            number_of("ships", 1, 2),
            Err("ships: 1 in the position; expected 2".to_string())
        );
    }

    #[test]
    fn component_cannot_have_two_places() {
        let mut ships =
            Kind::new("ship", ["brig", "sloop", "bark"], u8::from).with(|ship| ship < 2);
        assert_eq!(ships.find("fleet", "bark"), Ok(2));
        assert_eq!(
            ships.find("fleet", "brigg").unwrap_err(),
            "fleet: \"brigg\": expected the id of a ship, such as brig (did you mean \"brig\"?)"
        );
        let list = ["sloop", "bark"].map(String::from);
        assert_eq!(
            ships.take_all("fleet", &list).unwrap_err(),
            "fleet, 2: \"bark\": expected a ship that is in play and not elsewhere in the position"
        );
        assert!(ships.take("fleet", "sloop").is_err());
        assert_eq!(ships.left().collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn errors_of_typed_views_name_their_path() {
        type Ships = BTreeMap<String, Vec<u8>>;
        let read = |view: Value| typed::<Ships>(&view);
        let ships = Ships::from([("ships".to_string(), vec![2, 0])]);
        assert_eq!(read(json!({ "ships": [2, 0] })), Ok(ships));
        assert_eq!(
            read(json!({ "ships": [2, "x"] })).unwrap_err(),
            "ships, 2: invalid type: string \"x\", expected u8"
        );
        assert_eq!(
            read(json!([])).unwrap_err(),
            "invalid type: sequence, expected a map"
        );
        let position = json!({ "hand": ["A", { "id": "B", "text": "sail" }, { "text": "sail" }] });
        let hand = Part::whole(&position).key("hand").unwrap();
        assert_eq!(
            hand.typed::<Vec<Described>>().unwrap_err(),
            "hand, 3: expected the id of a component, or an object with the key `id`"
        );
        let cards = &hand.list().unwrap()[..2];
        let cards: Vec<Described> = cards.iter().map(|card| card.typed().unwrap()).collect();
        assert_eq!(cards, ["A", "B"].map(|id| Described::new(id, "", "")));
    }

    #[test]
    fn differences_are_found_except_in_texts() {
        let made = json!({ "a": [1, { "id": "x", "name": "X" }], "b": null });
        assert_eq!(
            difference(&json!({ "a": [1, { "id": "x", "name": "Y" }] }), &made),
            None
        );
        assert_eq!(difference(&made, &made), None);
        let found = difference(&json!({ "a": [1, { "id": "y" }] }), &made);
        assert_eq!(found.as_deref(), Some("a, 2, id: \"y\": expected \"x\""));
        let listed = json!({ "a": [{ "id": "x", "n": 1 }, { "id": "y", "n": 2 }], "b": [3, 1] });
        let other = json!({ "a": [{ "id": "y", "n": 2 }, { "id": "x", "n": 1 }], "b": [1, 3] });
        assert_eq!(difference(&other, &listed), None);
        assert_eq!(difference(&json!({ "a": ["y", "x"] }), &listed), None);
        let other = json!({ "a": [{ "id": "y", "n": 1 }, { "id": "x", "n": 1 }] });
        let found = difference(&other, &listed);
        assert_eq!(found.as_deref(), Some("a, 1, n: 1: expected 2"));
        let found = difference(&json!({ "b": [1, 2] }), &listed);
        assert_eq!(found.as_deref(), Some("b, 1: 1: expected 3"));
        let found = difference(&json!({ "c": 1 }), &made);
        assert_eq!(
            found.as_deref(),
            Some("c: 1: expected no key with this name")
        );
    }
}
