//! Generates Markdown tables of the keys in a schema, with their paths, types and descriptions.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Map, Value};

/// Returns the tables of a schema: its keys, object by object, followed by enumerated words.
pub fn tables(schema: &Value) -> String {
    let mut walk = Walk {
        schema,
        seen: BTreeSet::new(),
        parts: BTreeSet::new(),
        objects: VecDeque::from([("the position".to_string(), schema)]),
        rows: String::new(),
        words: String::new(),
    };
    while let Some((place, object)) = walk.objects.pop_front() {
        walk.object(&place, object);
    }
    let (rows, words) = (walk.rows, walk.words);
    format!("| in | key | meaning |\n| --- | --- | --- |\n{rows}{words}")
}

/// State of the generator.
struct Walk<'a> {
    schema: &'a Value,
    /// Definitions that already have rows.
    seen: BTreeSet<&'a str>,
    /// Alternatives that already have rows.
    parts: BTreeSet<String>,
    /// Objects to be processed, with their paths.
    objects: VecDeque<(String, &'a Value)>,
    rows: String,
    words: String,
}

/// Returns the description of a schema in one line.
fn meaning(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the alternatives of a schema.
fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["anyOf", "oneOf"].map(|key| schema[key].as_array());
    lists.into_iter().flatten().flatten()
}

impl<'a> Walk<'a> {
    /// Adds the rows of an object and its alternatives.
    fn object(&mut self, place: &str, object: &'a Value) {
        self.keys(place, object);
        for part in alternatives(object).filter(|part| part["properties"].is_object()) {
            if self.parts.insert(part.to_string()) {
                self.keys(&format!("{place} {}", meaning(part)), part);
            }
        }
    }

    fn keys(&mut self, place: &str, object: &'a Value) {
        let empty = Map::new();
        let properties = object["properties"].as_object().unwrap_or(&empty);
        // Required keys come first, in the order of the program.
        let always = object["required"].as_array().into_iter().flatten();
        let always: Vec<&str> = always.filter_map(Value::as_str).collect();
        let others = properties.keys().map(String::as_str);
        let others = others.filter(|key| !always.contains(key));
        // Components with id, name and text are described above the tables.
        let component = &self.schema["$defs"]["Described"]["properties"];
        let same = |key: &str| object["properties"][key] == component[key];
        let is_component = ["id", "name", "text"].into_iter().all(same);
        let said = |key: &&str| !(is_component && same(key));
        let mut place = place;
        for key in always.iter().copied().chain(others).filter(said) {
            let value = &object["properties"][key];
            let meaning = meaning(value);
            assert!(!meaning.is_empty(), "`{key}` of {object} means nothing");
            let row = format!("| {place} | `{key}` | {meaning} |\n");
            self.rows += &row.replace("|  |", "| |");
            self.value(&format!("`{key}`"), value);
            place = "";
        }
    }

    /// Processes the objects inside a value.
    fn value(&mut self, place: &str, value: &'a Value) {
        let each = format!("each of {}", place.trim_start_matches("each of "));
        self.value_at(place, value);
        for inner in ["items", "additionalProperties"] {
            if value[inner].is_object() {
                self.value(&each, &value[inner]);
            }
        }
        for part in alternatives(value) {
            self.value(place, part);
        }
    }

    fn value_at(&mut self, place: &str, value: &'a Value) {
        let Some(name) = value["$ref"].as_str() else {
            return;
        };
        let name = name.trim_start_matches("#/$defs/");
        if !self.seen.insert(name) {
            return;
        }
        let definition = &self.schema["$defs"][name];
        let words: Vec<&Value> = alternatives(definition)
            .filter(|part| part["const"].is_string())
            .collect();
        if !words.is_empty() {
            let what = place.trim_matches('`');
            self.words += &format!("\n| {what} | meaning |\n| --- | --- |\n");
            for word in words {
                let text = word["const"].as_str().unwrap_or_default();
                self.words += &format!("| `{text}` | {} |\n", meaning(word));
            }
            return;
        }
        let titled = definition["title"].as_str();
        let place = titled.unwrap_or(place).to_string();
        self.objects.push_back((place, definition));
    }
}
