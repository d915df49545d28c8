//! Cases of the rules, written as text, such as `tests/maracaibo/cases/combat.txt`.
//!
//! A case is a paragraph. It starts with the rules that it checks and their meaning; lines without indentation continue the heading.
//! The indented lines set up a position (`given`), play actions in notation (`when`) and check the result (`then`), in any order.
//! Items are separated by commas, and a remark may follow in parentheses. Items without `of seat 2` refer to seat 1. Slashes
//! separate the values of a list, such as the influence with France, Spain and England.
//!
//! - `each a, b = 1, 2 | 3, 4` plays the following lines once for each row, with `{a}` and `{b}` replaced by the values of the row.
//! - `once` ends the lines of `each`.
//! - `#` starts a comment.
//!
//! Every game understands `given remember as NAME`, `given back to NAME`, `given watch VALUE` with `then VALUE up by 2`, and checks
//! of legal actions: `can`, `cannot`, `legal` with the complete list, and `actions with` the first word of an action. The words of a
//! game are in its implementation of [`Position`]; the small games share the words in [`crate::words`].

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A position in a case, with the words that set it up and check it.
pub trait Position: Sized {
    type State: Clone;

    /// Returns a new position for a phrase such as `3 players with legacy=L6`; `None` if it is not a phrase for a new position.
    fn start(item: &str) -> Option<Self>;

    /// Changes the position. Returns false if the item is not a change, but the name and value of a field.
    ///
    /// # Errors
    /// A message if the item is wrong.
    fn given(&mut self, item: &str, seat: usize) -> Result<bool, String>;

    /// Plays an action, or several of them.
    ///
    /// # Errors
    /// A message if the item is wrong.
    fn when(&mut self, item: &str) -> Result<(), String>;

    /// Returns true if a statement about the position holds, or `None` if the item is the name and value of a field.
    ///
    /// # Errors
    /// A message if the item is wrong.
    fn holds(&mut self, item: &str, seat: usize) -> Result<Option<bool>, String>;

    /// Returns the value with this name.
    fn value(&self, name: &str, seat: usize) -> Option<Vec<i64>>;

    /// Sets a value. Returns false if there is no value with this name.
    fn set(&mut self, name: &str, seat: usize, values: &[i64]) -> bool;

    /// Splits an item into the name of a value and a computed number, such as the price of a card.
    fn computed<'a>(&self, _item: &'a str) -> Option<(&'a str, i64)> {
        None
    }

    fn state(&mut self) -> &mut Self::State;

    fn seats(&self) -> usize;

    fn legal(&self) -> Vec<String>;

    /// Returns the seat to move, from 1; 0 when the game is over.
    fn to_move(&self) -> usize;
}

/// Plays all cases of the files in a folder, and panics with the list of failed cases.
pub fn check_folder<P: Position>(folder: &str) {
    let files = fs::read_dir(folder).expect("a folder of cases");
    let failures = files.flat_map(|file| {
        let path = file.expect("a file of cases").path();
        let text = fs::read_to_string(&path).expect("text");
        let failures = failures::<P>(&text).into_iter();
        failures.map(move |failure| format!("{}: {failure}", path.display()))
    });
    let failures: Vec<String> = failures.collect();
    let number = failures.len();
    assert!(
        failures.is_empty(),
        "{number} cases fail:\n{}",
        failures.join("\n")
    );
}

/// Plays all cases of a text. Returns the headings of failed cases, with the reasons.
fn failures<P: Position>(text: &str) -> Vec<String> {
    let cases: Vec<&str> = (text.split("\n\n"))
        .filter(|case| !case.trim().is_empty())
        .collect();
    assert!(!cases.is_empty(), "the file has no cases");
    let failure = |case: &str| {
        let problem = play_case::<P>(case).err()?;
        let heading = case.lines().take_while(|line| !line.starts_with(' '));
        let heading: Vec<&str> = heading.collect();
        Some(format!("{}\n    {problem}", heading.join("\n")))
    };
    cases.into_iter().filter_map(failure).collect()
}

/// Returns the rules cited in the headings of cases.
pub fn cited_by_cases(text: &str) -> BTreeSet<&str> {
    text.split("\n\n").flat_map(rules_in).collect()
}

/// Returns the numbers of rules before the first colon, such as `M-6.3` and `CA1`.
fn rules_in(text: &str) -> impl Iterator<Item = &str> {
    let rules = text.split(':').next().unwrap_or_default();
    let words = rules.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// Lines that are played once for each row of values.
#[derive(Default)]
struct Part<'a> {
    names: Vec<&'a str>,
    rows: Vec<Vec<&'a str>>,
    lines: Vec<&'a str>,
}

fn play_case<P: Position>(case: &str) -> Result<(), String> {
    let mut parts = vec![Part::default()];
    for line in case.lines().filter(|line| line.starts_with(' ')) {
        let line = line.trim();
        if let Some(values) = line.strip_prefix("each ") {
            let (names, rows) = values.trim().split_once(" = ").ok_or(line)?;
            parts.push(Part {
                names: names.split(", ").collect(),
                rows: rows_of(rows),
                lines: Vec::new(),
            });
        } else if let Some(rows) = line.strip_prefix("| ") {
            parts
                .last_mut()
                .ok_or(line)?
                .rows
                .append(&mut rows_of(rows));
        } else if line == "once" {
            parts.push(Part::default());
        } else if !line.starts_with('#') {
            parts.last_mut().ok_or(line)?.lines.push(line);
        }
    }
    for part in parts {
        if part.rows.is_empty() {
            play_lines::<P>(&part.lines, |line| line.to_string())?;
        }
        for row in &part.rows {
            if row.len() != part.names.len() {
                return Err(format!("{row:?} has no value for each of {:?}", part.names));
            }
            let fill = |line: &str| {
                let values = part.names.iter().zip(row);
                values.fold(line.to_string(), |line, (name, value)| {
                    line.replace(&format!("{{{name}}}"), value)
                })
            };
            play_lines::<P>(&part.lines, fill)
                .map_err(|problem| format!("{problem}, with {row:?}"))?;
        }
    }
    Ok(())
}

/// Splits the rows of a table into values.
fn rows_of(rows: &str) -> Vec<Vec<&str>> {
    let rows = rows.split(" | ");
    rows.map(|row| row.split(", ").collect()).collect()
}

fn play_lines<P: Position>(lines: &[&str], fill: impl Fn(&str) -> String) -> Result<(), String> {
    let mut case: Option<Case<P>> = None;
    for line in lines {
        let line = fill(line);
        let (kind, list) = line.split_once(' ').ok_or_else(|| line.clone())?;
        for item in items(list.trim()) {
            let step = AssertUnwindSafe(|| play_item(&mut case, kind, item));
            let outcome = catch_unwind(step).unwrap_or_else(|panic| Err(message(&*panic)));
            outcome.map_err(|problem| format!("{kind} {item}: {problem}"))?;
        }
    }
    Ok(())
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("panic").to_string()
}

/// Splits a list at the commas outside of remarks and quotations.
fn items(list: &str) -> Vec<&str> {
    let (mut items, mut start) = (Vec::new(), 0);
    for (place, comma) in list.match_indices(", ") {
        let item = &list[start..place];
        let quotes = item.matches('"').count();
        if item.matches('(').count() == item.matches(')').count() && quotes.is_multiple_of(2) {
            items.push(item);
            start = place + comma.len();
        }
    }
    items.push(&list[start..]);
    items
}

fn play_item<P: Position>(
    case: &mut Option<Case<P>>,
    kind: &str,
    item: &str,
) -> Result<(), String> {
    let remark = |&(place, _): &(usize, &str)| item[..place].matches('"').count().is_multiple_of(2);
    let end = item.match_indices(" (").find(remark);
    let item = end.map_or(item, |(end, _)| &item[..end]);
    if kind == "given"
        && let Some(position) = P::start(item)
    {
        match case {
            Some(case) => case.position = position,
            None => *case = Some(Case::new(position)),
        }
        return Ok(());
    }
    let case = case.as_mut().ok_or("a case starts with a new position")?;
    let (item, seat) = match item.rsplit_once(" of seat ") {
        Some((item, seat)) => (item, count(seat)? - 1),
        None => (item, 0),
    };
    if seat >= case.position.seats() {
        return Err(format!("there are {} seats", case.position.seats()));
    }
    match kind {
        "given" => case.given(item, seat),
        "when" => case.position.when(item),
        "then" => case.then(item, seat),
        _ => Err("a line starts with given, when, then, each, once or #".to_string()),
    }
}

/// A value that is set or checked.
enum Value {
    Exactly(Vec<i64>),
    /// Difference from the value when it was last watched.
    Changed(i64),
}

/// A case being played.
struct Case<P: Position> {
    position: P,
    remembered: BTreeMap<String, P::State>,
    watched: BTreeMap<String, Vec<i64>>,
}

impl<P: Position> Case<P> {
    fn new(position: P) -> Case<P> {
        Case {
            position,
            remembered: BTreeMap::new(),
            watched: BTreeMap::new(),
        }
    }

    fn given(&mut self, item: &str, seat: usize) -> Result<(), String> {
        if let Some(name) = item.strip_prefix("remember as ") {
            let state = self.position.state().clone();
            self.remembered.insert(name.to_string(), state);
        } else if let Some(name) = item.strip_prefix("back to ") {
            let state = self.remembered.get(name).ok_or("remember it first")?;
            self.position.state().clone_from(state);
        } else if let Some(name) = item.strip_prefix("watch ") {
            let value = self.position.value(name, seat).ok_or("no such value")?;
            self.watched.insert(format!("{name} {seat}"), value);
        } else if !self.position.given(item, seat)? {
            let (name, Value::Exactly(values)) = self.parsed(item)? else {
                return Err("only checks compare with a watched value".to_string());
            };
            if !self.position.set(name, seat, &values) {
                return Err("no such value".to_string());
            }
        }
        Ok(())
    }

    fn then(&mut self, item: &str, seat: usize) -> Result<(), String> {
        let (expected, item) = match item.strip_prefix("no ") {
            Some(rest) => (false, rest),
            None => (true, item),
        };
        if let Some(found) = self.holds(item, seat)? {
            return match found == expected {
                true => Ok(()),
                false => Err(format!("it is {found}; legal: {:?}", self.position.legal())),
            };
        }
        if !expected {
            return Err("only statements can be negated".to_string());
        }
        let (name, value) = self.parsed(item)?;
        let found = self.position.value(name, seat).ok_or("no such value")?;
        let expected = match value {
            Value::Exactly(values) => values,
            Value::Changed(change) => {
                let watched = self.watched.get(&format!("{name} {seat}"));
                let before = watched.ok_or("watch the value first")?;
                before.iter().map(|before| before + change).collect()
            }
        };
        match found == expected {
            true => Ok(()),
            false => Err(format!("found {found:?}")),
        }
    }

    fn holds(&mut self, item: &str, seat: usize) -> Result<Option<bool>, String> {
        let legal = || self.position.legal();
        let (verb, rest) = item.split_once(' ').unwrap_or((item, ""));
        Ok(Some(match (verb, rest) {
            ("can", action) => legal().iter().any(|legal| legal == action),
            ("cannot", action) => legal().iter().all(|legal| legal != action),
            ("legal", list) => {
                // Exactly these actions, or exactly these targets of a verb: `annex: 1 | 4`.
                let (verb, list) = list.split_once(": ").unwrap_or(("", list));
                with(&legal(), verb) == list.split(" | ").collect::<Vec<_>>()
            }
            ("actions", "") => !legal().is_empty(),
            ("actions", rest) if rest.starts_with("with ") => {
                !with(&legal(), rest.trim_start_matches("with ")).is_empty()
            }
            ("game", "over") => self.position.to_move() == 0,
            ("seat", rest) if rest.ends_with(" to move") => {
                self.position.to_move() == count(rest.trim_end_matches(" to move"))?
            }
            _ => return self.position.holds(item, seat),
        }))
    }

    /// Splits an item into the name of a value and the value.
    fn parsed<'a>(&self, item: &'a str) -> Result<(&'a str, Value), String> {
        if let Some(name) = item.strip_suffix(" unchanged") {
            return Ok((name, Value::Changed(0)));
        }
        if let Some((name, value)) = self.position.computed(item) {
            return Ok((name, Value::Exactly(vec![value])));
        }
        let (name, value) = item.rsplit_once(' ').ok_or("a name and a value")?;
        if let Some(name) = name.strip_suffix(" up by") {
            return Ok((name, Value::Changed(number(value)?)));
        }
        if let Some(name) = name.strip_suffix(" down by") {
            return Ok((name, Value::Changed(-number(value)?)));
        }
        let values: Result<Vec<i64>, String> = value.split('/').map(number).collect();
        Ok((name, Value::Exactly(values?)))
    }
}

/// Returns the actions that start with these words.
pub fn with<'a>(legal: &'a [String], start: &str) -> Vec<&'a str> {
    let legal = legal.iter().map(String::as_str);
    legal.filter(|action| action.starts_with(start)).collect()
}

/// Parses a number.
///
/// # Errors
/// A message if the text is not a number.
pub fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

/// Parses a count.
///
/// # Errors
/// A message if the text is not a number from 0.
pub fn count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

/// Parses a number up to 255.
///
/// # Errors
/// A message if the text is not such a number.
pub fn small(text: &str) -> Result<u8, String> {
    text.parse()
        .map_err(|_| format!("{text} is not a number up to 255"))
}
