//! Component ids: one rule for the data of every game.
//!
//! Ids appear in move notation, option lists, logs and user input. An id that contains a separator, or that is itself a
//! keyword there, could not be parsed again.

use std::collections::BTreeMap;

/// Maximum length of an id, in characters.
pub const LONGEST: usize = 24;

/// Words that have a special meaning in the terminal or in a log.
pub const RESERVED: &[&str] = &[
    "all",
    "board",
    "correct",
    "costliest",
    "drawn",
    "exit",
    "hand",
    "help",
    "hint",
    "log",
    "look",
    "moves",
    "none",
    "position",
    "quit",
    "rest",
    "save",
    "score",
    "show",
    "undo",
];

/// Returns a description of the expected text if `text` is not a valid id, or `None` if it is valid. `reserved` lists
/// the keywords of the game's own notation.
pub fn problem(text: &str, reserved: &[&str]) -> Option<String> {
    let is_inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let ends = [text.chars().next(), text.chars().next_back()];
    let is_word = text.chars().all(is_inside)
        && (ends.iter()).all(|end| end.is_some_and(|letter| letter.is_ascii_alphanumeric()));
    if !is_word || text.len() > LONGEST {
        return Some(format!(
            "an id: 1 to {LONGEST} of the letters a to z, A to Z and digits, with _ or - between them"
        ));
    }
    let known = RESERVED.iter().chain(reserved);
    let is_reserved = known.copied().any(|word| word.eq_ignore_ascii_case(text));
    is_reserved.then(|| {
        "another id: this word has a special meaning in moves, in logs or at the prompt".to_string()
    })
}

/// Ids already read from a file, to detect duplicates and ids that differ only by case.
#[derive(Clone, Debug, Default)]
pub struct Known {
    lines: BTreeMap<String, (String, usize)>,
}

impl Known {
    /// Registers the id on a line of the file. Returns a description of what is expected if an earlier line has the
    /// same id, ignoring case.
    pub fn add(&mut self, id: &str, line: usize) -> Option<String> {
        match self.lines.get(&id.to_ascii_lowercase()) {
            None => {
                let id = id.to_string();
                self.lines.insert(id.to_ascii_lowercase(), (id, line));
                None
            }
            Some((other, earlier)) if other == id => {
                Some(format!("a unique text (line {earlier} has the same text)"))
            }
            Some((other, earlier)) => Some(format!(
                "an id that differs from all others by more than upper and lower case (line {earlier} has \
                 \"{other}\")"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_ids_up_to_the_maximum_length() {
        for id in [
            "A001",
            "1",
            "21a",
            "governor_south_america",
            "north-sea",
            "X",
        ] {
            assert_eq!(problem(id, &[]), None, "{id}");
        }
        assert_eq!(problem(&"a".repeat(LONGEST), &[]), None);
    }

    #[test]
    fn rejects_separators_controls_and_non_ascii_characters() {
        for id in [
            "",
            " ",
            "A 1",
            "A\n1",
            "A\t1",
            "A0,55",
            "A0+55",
            "A;1",
            "A:1",
            "A=1",
            "A|1",
            "A.1",
            "A/1",
            "A\\1",
            "A*",
            "?1",
            "#1",
            "-",
            "_",
            "-A",
            "A-",
            "_A",
            "A_",
            "A\u{200b}1",
            "\u{feff}A1",
            "A\u{301}",
            "Ä1",
            "А001",
            "A\u{0}",
            "\"A\"",
        ] {
            let told = problem(id, &[]).unwrap_or_default();
            assert!(told.starts_with("an id: "), "{id:?}: {told}");
        }
        assert!(problem(&"a".repeat(LONGEST + 1), &[]).is_some());
        assert!(problem(&"A".repeat(5000), &[]).is_some());
    }

    #[test]
    fn rejects_reserved_words() {
        for id in ["rest", "undo", "REST", "Quit", "hand", "stay", "Stay"] {
            let told = problem(id, &["stay"]).unwrap_or_default();
            assert!(told.starts_with("another id"), "{id}: {told}");
        }
        assert_eq!(problem("stay", &[]), None);
    }

    #[test]
    fn rejects_ids_that_differ_only_in_case() {
        let mut known = Known::default();
        assert_eq!(known.add("A054", 2), None);
        assert_eq!(known.add("A055", 3), None);
        let told = known.add("A054", 4).unwrap();
        assert!(told.contains("a unique text (line 2"), "{told}");
        let told = known.add("a054", 5).unwrap();
        assert!(told.contains("line 2 has \"A054\""), "{told}");
    }
}
