//! Output of long texts: wrapped to the width of the screen, and by page.

use std::borrow::Cow;

use crate::ui::drawing::width;
use portolan_core::prose::wrapped;

/// Indentation of continued lines, in spaces.
const INDENT: usize = 2;

fn fits(line: &str) -> bool {
    line.chars().count() <= width()
}

/// Wraps a text to the width of the screen.
pub fn fitted(text: &str) -> Cow<'_, str> {
    if text.lines().all(fits) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| match fits(line.trim_end()) {
        true => line.to_string(),
        false => wrapped(line.trim_end(), width(), INDENT),
    });
    Cow::Owned(lines.collect())
}

/// Splits a text into pages of at most `lines` complete lines.
pub fn pages(text: &str, lines: usize) -> Vec<String> {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let parts = all.chunks(lines.max(1));
    parts.map(|part| part.concat()).collect()
}

/// Returns the prompt below a page, within the width of the screen.
pub fn question(shown: usize, all: usize) -> String {
    let long = format!("-- {shown} of {all} lines; Enter shows more, q ends -- ");
    match fits(&long) {
        true => long,
        false => format!("-- {shown} of {all}; Enter, or q ends -- "),
    }
}

/// Parsed answer to the prompt.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    /// Show the next page.
    More,
    /// Stop.
    Stop,
    /// Stop, and use this text as the next input line.
    Typed(String),
}

/// Parses a key, or several keys that were typed at once; `None` at the start of a line.
pub fn turn_by_key(typed: &str) -> Option<Turn> {
    match typed.trim() {
        "" => Some(Turn::More),
        "q" | "Q" | "\u{3}" | "\u{4}" => Some(Turn::Stop),
        // Arrow keys and other keys without a letter.
        text if text.starts_with(char::is_control) => Some(Turn::More),
        text if typed.ends_with(['\n', '\r']) => Some(Turn::Typed(text.to_string())),
        _ => None,
    }
}

/// Parses the answer.
pub fn turn(line: &str) -> Turn {
    match line.trim() {
        "" => Turn::More,
        "q" | "Q" => Turn::Stop,
        typed => Turn::Typed(typed.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_contain_all_lines_in_order() {
        let text = "a\nb\n\nc\nd";
        assert_eq!(pages(text, 2), ["a\nb\n", "\nc\n", "d"]);
        assert_eq!(pages(text, 9), [text]);
        assert_eq!(pages(text, 0).concat(), text);
        assert!(pages("", 5).is_empty());
    }

    #[test]
    fn move_may_be_entered_at_the_pager_prompt() {
        assert_eq!(turn(""), Turn::More);
        assert_eq!(turn(" q "), Turn::Stop);
        assert_eq!(turn("buy b041"), Turn::Typed("buy b041".to_string()));
    }

    #[test]
    fn one_key_is_enough_at_the_pager_prompt() {
        assert_eq!(turn_by_key("q"), Some(Turn::Stop));
        assert_eq!(turn_by_key("\u{3}"), Some(Turn::Stop));
        assert_eq!(turn_by_key(" "), Some(Turn::More));
        assert_eq!(turn_by_key("\r"), Some(Turn::More));
        assert_eq!(turn_by_key("\u{1b}[B"), Some(Turn::More));
        assert_eq!(turn_by_key("1\n"), Some(Turn::Typed("1".to_string())));
        assert_eq!(turn_by_key("b"), None);
    }

    #[test]
    fn only_long_lines_are_wrapped() {
        assert!(matches!(fitted("a\n\n> "), Cow::Borrowed("a\n\n> ")));
        let long = "word ".repeat(30);
        let text = format!("short  one\n{long}\n> ");
        let fitted = fitted(&text);
        assert!(
            fitted.lines().all(|line| line.chars().count() <= width()),
            "{fitted}"
        );
        assert!(
            fitted.starts_with("short  one\nword") && fitted.ends_with("word\n> "),
            "{fitted}"
        );
    }
}
