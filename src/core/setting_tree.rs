//! Settings files: TOML files, merged with the files that they inherit from and with options of the command line. The
//! file and line of every value are stored for error messages.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_path_to_error::{Segment, deserialize};
use thiserror::Error;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use crate::files;
use crate::retired::advice;
use crate::setting_keys::KeyTable;
use crate::suggestion::did_you_mean;
use crate::toml_text::{Lines, on_one_line};

/// Keys whose values name bots or experiments. A value that ends in `.toml` is a path relative to the file.
const NAMES: [&str; 12] = [
    "base",
    "bot",
    "bots",
    "challenger",
    "confirm",
    "measure",
    "mixture",
    "opponent",
    "opponents",
    "start",
    "teacher",
    "variance",
];
/// Tables whose values are not paths, and `sweep`, whose values also appear in names of conditions.
const FOREIGN: [&str; 6] = [
    "column",
    "environment",
    "option",
    "set",
    "settings",
    "sweep",
];

/// Error in a settings file or in an option of the command line.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}{problem}")]
pub struct SettingError {
    /// `file, line 3: `, or empty if the setting does not come from a file.
    pub place: String,
    /// Describes the mistake and what is accepted.
    pub problem: String,
}

impl SettingError {
    /// Creates an error without a place.
    pub fn new(problem: impl Display) -> SettingError {
        SettingError {
            place: String::new(),
            problem: problem.to_string(),
        }
    }
}

/// File and line that set a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path of the file.
    pub file: PathBuf,
    /// Line, from 1; 0 for the file as a whole.
    pub line: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match self.line {
            0 => write!(f, "{file}: "),
            line => write!(f, "{file}, line {line}: "),
        }
    }
}

/// Places of values by path, such as `set.legacy` or `cell.0.bots.1`. The empty path has the place of the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(BTreeMap<String, Place>);

impl Places {
    /// Returns the place of a value.
    pub fn get(&self, path: &str) -> Option<&Place> {
        self.0.get(path)
    }

    /// Returns the places of the values in a table or list, by their paths inside it.
    pub fn under(&self, path: &str) -> Places {
        let start = format!("{path}.");
        let following = self.0.range(start.clone()..);
        let inside = following.map_while(|(key, place)| {
            let rest = key.strip_prefix(&start)?;
            Some((rest.to_string(), place.clone()))
        });
        Places(inside.collect())
    }

    /// Copies the place of a value, and the places of the values in it, from `places` to another path.
    pub fn copy(&mut self, from: &str, places: &Places, path: &str) {
        let place = places.get(from).cloned();
        self.0.extend(place.map(|place| (path.to_string(), place)));
        let inside = places.under(from).0.into_iter();
        self.0
            .extend(inside.map(|(key, place)| (format!("{path}.{key}"), place)));
    }

    /// Adds the places in `other`. They replace existing places of the same values.
    pub fn extend(&mut self, other: &Places) {
        self.0.extend(other.0.clone());
    }

    /// Removes the place of a value, and of the values in it.
    pub fn remove(&mut self, path: &str) {
        let is_inside = |key: &str| {
            key.strip_prefix(path)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        self.0.retain(|key, _| key != path && !is_inside(key));
    }

    /// Returns a function that adds the first of these places that exists to an error.
    pub fn at<E: Display>(&self, paths: &[&str]) -> impl Fn(E) -> SettingError + use<E> {
        placed(paths.iter().find_map(|path| self.get(path)))
    }

    /// Returns the place of a value or, if it has none, of the closest table or list that contains it.
    fn nearest(&self, mut path: &str) -> String {
        loop {
            if let Some(place) = self.get(path) {
                return place.to_string();
            }
            if path.is_empty() {
                return String::new();
            }
            path = path.rsplit_once('.').map_or("", |(above, _)| above);
        }
    }

    /// Adds a value of a file and the values in it, and returns it. Dates are rejected, because no key accepts them.
    fn add(
        &mut self,
        path: &str,
        place: Place,
        value: &DeValue,
        lines: &Lines,
    ) -> Result<Value, SettingError> {
        let at = |span| Place {
            line: lines.line(&span),
            file: place.file.clone(),
        };
        let value = match value {
            DeValue::Table(values) => {
                let mut table = Table::new();
                for (key, value) in values {
                    let path = match path {
                        "" => key.get_ref().to_string(),
                        path => format!("{path}.{}", key.get_ref()),
                    };
                    let value = self.add(&path, at(key.span()), value.get_ref(), lines)?;
                    table.insert(key.get_ref().to_string(), value);
                }
                Value::Table(table)
            }
            DeValue::Array(values) => {
                let values = values.iter().enumerate().map(|(index, value)| {
                    let path = format!("{path}.{index}");
                    self.add(&path, at(value.span()), value.get_ref(), lines)
                });
                Value::Array(values.collect::<Result<_, _>>()?)
            }
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Boolean(flag) => Value::Boolean(*flag),
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            // An integer that exceeds 64 bits becomes a float, so that the error of its key shows the number.
            DeValue::Integer(number) => {
                let (digits, radix) = (number.as_str(), number.radix());
                let large = || Value::Float(digits.parse().unwrap_or(f64::INFINITY));
                i64::from_str_radix(digits, radix).map_or_else(|_| large(), Value::Integer)
            }
            DeValue::Datetime(_) => {
                return Err(placed(Some(&place))(format!(
                    "{path}: expected a string, a number, true, false or a list of these"
                )));
            }
        };
        self.0.insert(path.to_string(), place);
        Ok(value)
    }
}

/// Returns a function that adds a place to an error.
pub fn placed<E: Display>(place: Option<&Place>) -> impl Fn(E) -> SettingError + use<E> {
    let place = place.map(Place::to_string).unwrap_or_default();
    move |problem| SettingError {
        place: place.clone(),
        problem: problem.to_string(),
    }
}

/// Settings of a file as a tree of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The values.
    pub table: Table,
    /// Places of the values.
    pub places: Places,
    /// The file and the files that it inherits from, in this order.
    pub files: Vec<PathBuf>,
}

impl Tree {
    /// Returns a tree without places, such as the options of a command line.
    pub fn of(table: Table) -> Tree {
        Tree {
            table,
            ..Tree::default()
        }
    }

    /// Reads a file. `what` is the kind of file in errors.
    ///
    /// # Errors
    /// [`SettingError`] if the file cannot be read or is not valid TOML.
    pub fn read(what: &str, path: &Path) -> Result<Tree, SettingError> {
        let text = files::read_text(path)
            .map_err(|error| SettingError::new(format!("{what} {}: {error}", path.display())))?;
        Tree::parse(path, &text)
    }

    /// Parses the text of a file. Paths in it become relative to the working directory.
    ///
    /// # Errors
    /// [`SettingError`] if the text is not valid TOML.
    pub fn parse(path: &Path, text: &str) -> Result<Tree, SettingError> {
        let lines = Lines::of(text);
        let place = |line: usize| Place {
            file: path.to_path_buf(),
            line,
        };
        let invalid = |error: toml::de::Error| {
            let line = error.span().map_or(0, |span| lines.line(&span));
            placed(Some(&place(line)))(explain(error.message()))
        };
        let written = DeTable::parse(text).map_err(invalid)?.into_inner();
        let mut places = Places::default();
        let whole = places.add("", place(0), &DeValue::Table(written), &lines)?;
        let mut table = whole.try_into::<Table>().map_err(invalid)?;
        relocate(&mut table, path);
        Ok(Tree {
            table,
            places,
            files: vec![path.to_path_buf()],
        })
    }

    /// Replaces values with values from `above`. A table in `joined` is merged key by key and replaces no value of
    /// another type. A key in one of the `groups` replaces all keys of its group.
    pub fn lay(&mut self, above: Tree, joined: &[&str], groups: &[&[&str]]) {
        for key in above.table.keys() {
            let group = groups.iter().find(|group| group.contains(&key.as_str()));
            for other in group.into_iter().flat_map(|group| group.iter()) {
                self.table.remove(*other);
                self.places.remove(other);
            }
        }
        for (key, value) in above.table {
            match (self.table.get_mut(&key), value) {
                (Some(Value::Table(below)), Value::Table(values)) if joined.contains(&&*key) => {
                    for (name, value) in values {
                        self.places.remove(&format!("{key}.{name}"));
                        below.insert(name, value);
                    }
                }
                // The wrong type is reported when the tree is converted.
                (Some(_), Value::Table(_)) if joined.contains(&&*key) => {}
                (_, value) => {
                    self.places.remove(&key);
                    self.table.insert(key, value);
                }
            }
        }
        self.places.0.extend(above.places.0);
        self.files.splice(0..0, above.files);
    }

    /// Returns the text of a key at the top level.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.table.get(key)?.as_str()
    }

    /// Checks that the file has a key at the top level.
    ///
    /// # Errors
    /// [`SettingError`] with an example if the key is missing.
    pub fn need(&self, key: &str, example: &str) -> Result<(), SettingError> {
        match self.table.contains_key(key) {
            true => Ok(()),
            false => Err(self.places.at(&[""])(format!(
                "key \"{key}\" is missing; expected {example}"
            ))),
        }
    }

    /// Converts the tree to settings.
    ///
    /// # Errors
    /// [`SettingError`] with file and line, and with the closest valid key for a misspelt key.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T, SettingError> {
        deserialize(Value::Table(self.table.clone())).map_err(|error| {
            let steps = error.path().iter().map(|step| match step {
                Segment::Seq { index } => index.to_string(),
                Segment::Map { key } => key.clone(),
                Segment::Enum { variant } => variant.clone(),
                Segment::Unknown => String::new(),
            });
            let path = steps.collect::<Vec<_>>().join(".");
            let problem = explain(error.inner().message());
            SettingError {
                place: self.places.nearest(&path),
                problem: match problem.starts_with("expected ") {
                    true => format!("{path}: {problem}"),
                    false => problem,
                },
            }
        })
    }

    /// Checks the numbers of a table, which is found at `path`.
    ///
    /// # Errors
    /// [`SettingError`] at the first number that is out of range.
    pub fn check<T: KeyTable>(&self, path: &str, keys: &T) -> Result<(), SettingError> {
        match keys.out_of_range() {
            None => Ok(()),
            Some((key, problem)) => {
                let path = match path {
                    "" => key.to_string(),
                    path => format!("{path}.{key}"),
                };
                Err(self.places.at(&[&path])(problem))
            }
        }
    }
}

/// Makes the paths in a table relative to the working directory.
fn relocate(table: &mut Table, file: &Path) {
    let name = |named: &str| named_beside(file, named);
    for (key, value) in table.iter_mut() {
        match value {
            _ if FOREIGN.contains(&key.as_str()) => {}
            Value::Table(table) if key == "parameters" => {
                let renamed = std::mem::take(table).into_iter();
                *table = renamed.map(|(key, value)| (name(&key), value)).collect();
            }
            Value::Table(table) => relocate(table, file),
            Value::String(text) if key == "data" => {
                *text = beside(file, Path::new(text)).display().to_string();
            }
            Value::String(text) if NAMES.contains(&key.as_str()) => *text = name(text),
            Value::Array(values) => {
                for value in values {
                    match value {
                        Value::Table(table) => relocate(table, file),
                        Value::String(text) if NAMES.contains(&key.as_str()) => *text = name(text),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Resolves a path relative to the folder of a file.
pub fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent()
        .map_or_else(|| path.to_path_buf(), |folder| folder.join(path))
}

/// Resolves the name of a bot or an experiment. A name that ends in `.toml` is a path relative to the folder of the
/// file.
pub fn named_beside(file: &Path, name: &str) -> String {
    match name.ends_with(".toml") {
        true => beside(file, Path::new(name)).display().to_string(),
        false => name.to_string(),
    }
}

/// Returns the parser's message on one line, with advice for a retired key, or a suggestion for an unknown key or
/// value. A message about an unknown name quotes the name and then all accepted names.
pub fn explain(message: &str) -> String {
    let line = on_one_line(message).replace("unknown variant", "unknown value");
    let mut quoted = line.split('`').skip(1).step_by(2);
    let found = quoted.next().unwrap_or("");
    let group = match line.contains("`simulate`") {
        true => "kind",
        false => "key",
    };
    if let Some(advice) = advice(group, found).filter(|_| line.starts_with("unknown ")) {
        return format!("unknown {group} \"{found}\"; {advice}");
    }
    let suggestion = if line.starts_with("unknown") {
        did_you_mean(found, quoted)
    } else {
        String::new()
    };
    format!("{}{suggestion}", in_words_of_toml(&line))
}

/// Replaces the names of Rust types in a serde error with TOML terms.
fn in_words_of_toml(message: &str) -> String {
    let Some((found, expected)) = message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.split_once(", expected "))
    else {
        return message.to_string();
    };
    let found = found
        .replace("sequence", "a list")
        .replace("string ", "the text ")
        .replace("integer ", "the number ")
        .replace("floating point ", "the number ")
        .replace("boolean ", "the value ")
        .replace("map", "a table");
    let expected = match expected {
        "a sequence" => "a list, such as [\"greedy\", \"random\"]",
        "f64" | "f32" => "a number",
        "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number of 0 or more",
        "i64" | "i32" => "a whole number",
        "a map" => "a table",
        "a string" => "a string in quotes",
        "a boolean" => "true or false",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    format!("found {found}, expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::file_keys! {
        pub default struct Limits {
            most: u32 = 12, in 1..=100, "12", "largest number";
            names: Vec<String>, "none", "names";
        } with {
            own: u32,
        }
    }

    fn tree(file: &str, text: &str) -> Tree {
        Tree::parse(Path::new(file), text).unwrap()
    }

    #[test]
    fn values_have_file_and_line() {
        let mut base = tree(
            "base/a.toml",
            "most = 1\nnames = [\n'x',\n'y']\n[set]\na = 1\nb = 2\n",
        );
        base.lay(tree("b.toml", "\nmost = 2\n[set]\nb = 3\n"), &["set"], &[]);
        for (path, place) in [
            ("most", "b.toml, line 2: "),
            ("names.1", "base/a.toml, line 4: "),
            ("set.a", "base/a.toml, line 6: "),
            ("set.b", "b.toml, line 4: "),
            ("", "b.toml: "),
        ] {
            assert_eq!(base.places.get(path).unwrap().to_string(), place, "{path}");
        }
        assert_eq!(base.table["set"].to_string(), "{ a = 1, b = 3 }");
        // Options of the command line have no place.
        let above = toml::from_str("most = 3\nset = { a = 4 }\n").unwrap();
        base.lay(
            Tree {
                table: above,
                ..Tree::default()
            },
            &["set"],
            &[],
        );
        assert!(
            base.places
                .get("most")
                .or(base.places.get("set.a"))
                .is_none()
        );
        assert!(base.places.get("set.b").is_some());
    }

    #[test]
    fn errors_name_file_line_and_key() {
        let problem = |text: &str| {
            let tree = tree("a.toml", text);
            let read = tree.settings::<Limits>();
            read.and_then(|limits| tree.check("", &limits))
                .unwrap_err()
                .to_string()
        };
        assert!(problem("\nmots = 3\n").starts_with("a.toml, line 2: unknown field `mots`"));
        assert!(problem("\nmots = 3\n").ends_with("(did you mean \"most\"?)"));
        assert!(problem("own = 3\n").starts_with("a.toml, line 1: unknown field `own`"));
        assert_eq!(
            problem("most = 101\n"),
            "a.toml, line 1: most = 101: expected 1 to 100"
        );
        assert_eq!(
            problem("names = ['a',\n3]\n"),
            "a.toml, line 2: found the number `3`, expected a string in quotes"
        );
        assert!(problem("most = 99999999999999999999\n").contains("line 1: found the number"));
        let read: Limits = tree("a.toml", "").settings().unwrap();
        assert_eq!((read.most, read.given().len()), (12, 0));
    }

    #[test]
    fn value_of_the_wrong_type_is_not_replaced_by_options() {
        let mut base = tree("a.toml", "set = 'legacy=L1'\n");
        base.lay(tree("b.toml", "[set]\n"), &["set"], &[]);
        assert!(base.table["set"].is_str());
    }

    #[test]
    fn type_errors_use_toml_terms() {
        for (message, words) in [
            (
                "invalid type: sequence, expected f64",
                "found a list, expected a number",
            ),
            (
                "invalid type: string \"greedy\", expected a sequence",
                "found the text \"greedy\", expected a list, such as [\"greedy\", \"random\"]",
            ),
        ] {
            assert_eq!(explain(message), words);
        }
    }

    #[test]
    fn paths_start_from_the_folder_of_their_file() {
        let text = "data = 'cards'\nbots = ['net', 'my.toml']\nset = { data = 'x' }\n[parameters.'my.toml']\nbase = 1\n";
        let tree = tree("folder/a.toml", text);
        let wanted: Table = toml::from_str(
            "data = 'folder/cards'\nbots = ['net', 'folder/my.toml']\nset = { data = 'x' }\n\
             parameters = { 'folder/my.toml' = { base = 1 } }\n",
        )
        .unwrap();
        assert_eq!(tree.table, wanted);
    }
}
