//! Locations of keys in the text of a TOML file.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// A step from a table or list to one of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    /// Index in a list, from 0.
    Place(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_string())
    }
}

impl From<usize> for Step {
    fn from(place: usize) -> Step {
        Step::Place(place)
    }
}

/// Returns the line and column of a byte offset, both from 1.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let begun = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begun..].chars().count() + 1)
}

/// Returns the byte range of the value at the end of a path. If a key is missing, returns the range of its parent.
pub fn value(text: &str, steps: &[Step]) -> Range<usize> {
    let mut found = 0..0;
    let Ok(table) = DeTable::parse(text) else {
        return found;
    };
    let mut here: Option<&DeValue> = None;
    for step in steps {
        let next = match (step, here) {
            (Step::Key(key), None) => table.get_ref().get(key.as_str()),
            (Step::Key(key), Some(here)) => here.get(key.as_str()),
            (Step::Place(place), Some(here)) => here.get(*place),
            (Step::Place(_), None) => None,
        };
        let Some(next) = next else { break };
        found = next.span();
        here = Some(next.get_ref());
    }
    found
}

/// Returns the number, from 1, of the first line of a text value: the line with the opening quotes or the line below.
pub fn first_line(text: &str, steps: &[Step]) -> usize {
    let span = value(text, steps);
    let (line, _) = line_and_column(text, span.start);
    let written = &text[span];
    let below = ["\"\"\"", "'''"].into_iter().any(|quotes| {
        let rest = written.strip_prefix(quotes);
        rest.is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"))
    });
    line + usize::from(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "a = 1\n\n[b]\nc = \"two\"\n\n[[d]]\ne = [3, 44]\n\n[[d]]\ne = []\nf = { g = 5 }\n";

    fn found(steps: &[Step]) -> (usize, &str) {
        let span = value(TEXT, steps);
        (line_and_column(TEXT, span.start).0, &TEXT[span])
    }

    #[test]
    fn keys_are_located_by_their_path() {
        assert_eq!(found(&["a".into()]), (1, "1"));
        assert_eq!(found(&["b".into(), "c".into()]), (4, "\"two\""));
        assert_eq!(
            found(&["d".into(), 0.into(), "e".into(), 1.into()]),
            (7, "44")
        );
        assert_eq!(
            found(&["d".into(), 1.into(), "f".into(), "g".into()]),
            (11, "5")
        );
        // A missing key is located at its parent.
        assert_eq!(found(&["d".into(), 1.into(), "h".into()]).0, 9);
        assert_eq!(found(&["h".into()]).0, 1);
    }

    #[test]
    fn first_line_of_a_multiline_string_is_located() {
        for (text, wanted) in [
            ("x = 1\nm = \"\"\"\none\ntwo\"\"\"\n", 3),
            ("x = 1\r\nm = '''\r\none'''\r\n", 3),
            ("x = 1\nm = \"\"\"one\ntwo\"\"\"\n", 2),
            ("x = 1\nm = \"one\\ntwo\"\n", 2),
        ] {
            assert_eq!(first_line(text, &["m".into()]), wanted, "{text}");
        }
    }
}
