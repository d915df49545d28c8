//! Positions as data: types shared by the typed views of games, their JSON and its schema.
//!
//! A game defines its view as structs: field names are the JSON keys, and doc comments become their descriptions. Seats
//! count from 1, and components have the ids of the data files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::prose::phrases;

/// A component with a text. An entered position needs only the id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Described {
    /// as in the data files
    pub id: String,
    /// as printed
    pub name: String,
    /// its effect, in words
    pub text: String,
}

impl<'de> Deserialize<'de> for Described {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected the id of a component, or an object with the key `id`"
        )]
        enum Entered {
            Id(String),
            Component { id: String },
        }
        let (Entered::Id(id) | Entered::Component { id }) = Entered::deserialize(deserializer)?;
        Ok(Described::new(&id, "", ""))
    }
}

impl Described {
    /// Returns id and name.
    pub fn called(&self) -> String {
        format!("{} {}", self.id, self.name)
    }

    /// Creates a component from its id, name and text.
    pub fn new(id: &str, name: &str, text: &str) -> Described {
        Described {
            id: id.to_string(),
            name: name.to_string(),
            text: text.to_string(),
        }
    }
}

/// List of values with their names, in display order; serialized as an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByName<N = u8, K = &'static str>(pub Vec<(K, N)>);

impl<N, K> FromIterator<(K, N)> for ByName<N, K> {
    fn from_iter<I: IntoIterator<Item = (K, N)>>(pairs: I) -> ByName<N, K> {
        ByName(pairs.into_iter().collect())
    }
}

impl<N, K: AsRef<str>> ByName<N, K> {
    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&N> {
        let found = self.0.iter().find(|(known, _)| known.as_ref() == name);
        found.map(|(_, value)| value)
    }
}

impl<N: Display + Default + PartialEq, K: Display> ByName<N, K> {
    /// Lists the nonzero numbers with their names, formatted by [`phrases`]: `2 corn, 3 sugar`.
    pub fn amounts(&self) -> String {
        let some = self.0.iter().filter(|(_, number)| *number != N::default());
        phrases(some.map(|(name, number)| format!("{number} {name}")))
    }
}

impl<K: From<&'static str>> ByName<u8, K> {
    /// Creates counts by kind, omitting zeros.
    pub fn some(numbers: &[u8], names: &[&'static str]) -> ByName<u8, K> {
        let all = names.iter().zip(numbers).filter(|(_, number)| **number > 0);
        all.map(|(name, number)| (K::from(name), *number)).collect()
    }
}

impl<N: Serialize, K: Serialize> Serialize for ByName<N, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, N: Deserialize<'de>, K: Deserialize<'de> + Ord> Deserialize<'de> for ByName<N, K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = BTreeMap::deserialize(deserializer)?;
        Ok(values.into_iter().collect())
    }
}

impl<N: JsonSchema, K> JsonSchema for ByName<N, K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}ByName", N::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<N>();
        schemars::json_schema!({ "type": "object", "additionalProperties": value })
    }
}

/// Serializes a view to JSON.
///
/// # Panics
/// If a map of the view has keys that are not strings.
pub fn data<T: Serialize>(view: &T) -> Value {
    serde_json::to_value(view).expect("keys are texts")
}

/// Returns the JSON Schema of a type. Objects may have only the listed keys.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().into();
    close(&mut schema, true);
    schema
}

/// Parses the text of a schema file that was written from the result of [`schema`].
///
/// # Panics
/// If the file is not valid JSON.
pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("the file contains a schema")
}

/// Returns the schema of a game without typed positions.
pub fn any() -> Value {
    json!({ "type": "object" })
}

/// Forbids unlisted keys in objects. A member of an object that is composed of several schemas cannot be closed
/// individually; `whole` is false for such a member.
pub fn close(schema: &mut Value, whole: bool) {
    const PARTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    let Value::Object(keys) = schema else {
        return;
    };
    // The published schema does not need the numeric formats of Rust types or the rules for entering a position.
    for key in ["format", "default", "readOnly"] {
        keys.remove(key);
    }
    let has_keys = keys.contains_key("properties");
    let put_together = has_keys && PARTS.iter().any(|part| keys.contains_key(*part));
    drop_null_of_optional(keys);
    if has_keys && whole {
        let key = match put_together {
            true => "unevaluatedProperties",
            false => "additionalProperties",
        };
        keys.insert(key.to_string(), json!(false));
    }
    let part_is_whole = whole && !put_together;
    for (key, value) in keys.iter_mut() {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => close_all(named),
            (part, Value::Array(parts)) if PARTS.contains(&part) => {
                parts.iter_mut().for_each(|part| close(part, part_is_whole));
            }
            ("items" | "additionalProperties", value) => close(value, true),
            _ => {}
        }
    }
}

/// Removes `null` from the types of optional keys: optional keys are omitted instead of being null.
fn drop_null_of_optional(object: &mut Map<String, Value>) {
    let required = object.get("required").and_then(Value::as_array).cloned();
    let required = required.unwrap_or_default();
    let Some(Value::Object(properties)) = object.get_mut("properties") else {
        return;
    };
    let optional = properties.iter_mut();
    let optional = optional.filter(|(key, _)| !required.iter().any(|name| name == key.as_str()));
    for (_, value) in optional {
        let Value::Object(value) = value else {
            continue;
        };
        for list in ["type", "anyOf"] {
            let Some(Value::Array(kinds)) = value.get_mut(list) else {
                continue;
            };
            kinds.retain(|kind| *kind != "null" && *kind != json!({ "type": "null" }));
            if let [only] = &mut kinds[..] {
                let only = only.take();
                value.remove(list);
                match only {
                    Value::Object(schema) => value.extend(schema),
                    kind => drop(value.insert(list.to_string(), kind)),
                }
            }
        }
    }
}

fn close_all(named: &mut Map<String, Value>) {
    named.values_mut().for_each(|value| close(value, true));
}
