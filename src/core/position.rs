//! Positions as data: what the typed views of games share, their JSON, and its schema.
//!
//! A game writes its view as structs, whose field names are the keys and whose doc comments say what the keys mean.
//! Seats count from 1, and components have the ids of the data files.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// A component with a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Described {
    /// as in the data files
    pub id: String,
    /// as printed
    pub name: String,
    /// what it does, in words
    pub text: String,
}

impl Described {
    /// By id and name.
    pub fn called(&self) -> String {
        format!("{} {}", self.id, self.name)
    }

    /// A component of this id, name and text.
    pub fn new(id: &str, name: &str, text: &str) -> Described {
        Described {
            id: id.to_string(),
            name: name.to_string(),
            text: text.to_string(),
        }
    }
}

/// Values by name, in an order that is for people; as data an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByName<N = u8, K = &'static str>(pub Vec<(K, N)>);

impl<N, K> FromIterator<(K, N)> for ByName<N, K> {
    fn from_iter<I: IntoIterator<Item = (K, N)>>(pairs: I) -> ByName<N, K> {
        ByName(pairs.into_iter().collect())
    }
}

impl<N> ByName<N> {
    /// What has this name.
    pub fn get(&self, name: &str) -> Option<&N> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }
}

impl ByName {
    /// Numbers by kind, without those of which there is none.
    pub fn some(numbers: &[u8], names: &[&'static str]) -> ByName {
        let all = names.iter().copied().zip(numbers.iter().copied());
        all.filter(|&(_, number)| number > 0).collect()
    }
}

impl<N: Serialize, K: Serialize> Serialize for ByName<N, K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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

/// A view as data.
///
/// # Panics
/// If a map of the view has keys that are no texts.
pub fn data<T: Serialize>(view: &T) -> Value {
    serde_json::to_value(view).expect("keys are texts")
}

/// The schema of what a type is as data: it has the keys that are listed and no others.
pub fn schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().into();
    close(&mut schema, true);
    schema
}

/// The schema of a game that says nothing of its positions.
pub fn any() -> Value {
    json!({ "type": "object" })
}

/// Lets objects have no keys but those that are listed: what is written is said in full. A part of an object that is put
/// together from several is not closed by itself; a schema by itself is `whole`.
pub fn close(schema: &mut Value, whole: bool) {
    const PARTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
    let Value::Object(keys) = schema else {
        return;
    };
    // How precise numbers are in the program is of no use to a reader.
    keys.remove("format");
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

/// A key that may be left out is left out instead of being null.
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
