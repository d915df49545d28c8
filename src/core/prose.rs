//! Text formatting: numbers, plurals, lists and line wrapping.

use std::cell::Cell;

/// No-break space, for words that must stay on one line.
const NO_BREAK: char = '\u{a0}';

/// Formats a whole number with thousands separators: `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun: `1 game`, `1,200 games`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {}", thousands(number), plural(number, thing))
}

/// Like [`count`], with numbers up to nine as words: `one seat`, `three seats`, `12 seats`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{} {}", number_word(number), plural(number as u64, thing))
}

/// Returns the singular or plural of a noun: `game`, `games`; `study`, `studies`.
pub fn plural(number: u64, thing: &str) -> String {
    if number == 1 {
        return thing.to_string();
    }
    let consonant = |stem: &str| !stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match thing.strip_suffix('y') {
        Some(stem) if consonant(stem) => format!("{stem}ies"),
        _ => format!("{thing}s"),
    }
}

/// Returns the first verb form for the number 1 and the second form otherwise: `is`, `are`.
pub fn verb<'word>(number: u64, one: &'word str, several: &'word str) -> &'word str {
    if number == 1 { one } else { several }
}

/// Returns the name of the share of wins that equal players have. An automa is not an equal player.
pub fn fair_share_name(against_automa: bool) -> &'static str {
    match against_automa {
        true => "even game",
        false => "fair share",
    }
}

/// Returns a number from one to nine as a word, and other numbers as digits.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 9] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    number
        .checked_sub(1)
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| number.to_string(), ToString::to_string)
}

/// Joins names: `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Joins the parts with a separator. Returns `none` if there are no parts.
pub fn joined(parts: impl IntoIterator<Item = impl Into<String>>, between: &str) -> String {
    let parts: Vec<String> = parts.into_iter().map(Into::into).collect();
    match parts.is_empty() {
        true => "none".to_string(),
        false => parts.join(between),
    }
}

/// Lists phrases that [`wrapped`] does not break, separated by commas. Returns `none` if there are no phrases.
pub fn phrases(phrases: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let phrases = phrases.into_iter();
    joined(phrases.map(|words| unbroken(words.as_ref())), ", ")
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Default maximum length of a line in the description of a position, in characters.
pub const LINE: usize = 76;

thread_local! {
    static LONGEST: Cell<usize> = const { Cell::new(LINE) };
}

/// Returns the maximum length of a line in descriptions that this thread writes: [`LINE`] unless [`set_line`] changed it.
pub fn line() -> usize {
    LONGEST.get()
}

/// Sets the maximum length of a line in descriptions that this thread writes, for a screen of another width.
pub fn set_line(characters: usize) {
    LONGEST.set(characters);
}

/// Returns the words joined by no-break spaces, so that [`wrapped`] does not separate them.
pub fn unbroken(words: &str) -> String {
    words.replace(' ', &NO_BREAK.to_string())
}

/// Wraps lines between words at `width` characters where possible. Continuation lines are indented by `indent`
/// relative to the first line.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        let words = line.trim_start_matches(' ');
        let margin = line.len() - words.len();
        lines.push_str(&" ".repeat(margin));
        let mut length = margin;
        for (index, word) in words.split(' ').enumerate() {
            let letters = word.chars().count();
            if index > 0 && length + 1 + letters > width {
                length = margin + indent;
                lines.push('\n');
                lines.push_str(&" ".repeat(length));
            } else if index > 0 {
                length += 1;
                lines.push(' ');
            }
            lines.push_str(word);
            length += letters;
        }
        lines.push('\n');
    }
    lines.replace(NO_BREAK, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "  goods: 2 corn, 3 sugar\nend";
        assert_eq!(wrapped(text, 40, 4), format!("{text}\n"));
        let broken = "  goods: 2\n      corn, 3\n      sugar\nend\n";
        assert_eq!(wrapped(text, 14, 4), broken);
        let text = format!("  goods: {}, 3 sugar", unbroken("2 corn"));
        assert_eq!(
            wrapped(&text, 14, 4),
            "  goods:\n      2 corn,\n      3 sugar\n"
        );
        assert_eq!(wrapped("ähnliche", 8, 2), "ähnliche\n");
        assert_eq!(
            wrapped("a\n\nincomprehensible", 4, 2),
            "a\n\nincomprehensible\n"
        );
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(2004, "game"), "2,004 games");
    }

    #[test]
    fn nouns_and_verbs_agree_with_their_count() {
        assert_eq!(counted(1, "seat"), "one seat");
        assert_eq!(counted(3, "seat"), "three seats");
        assert_eq!(counted(0, "bot"), "0 bots");
        assert_eq!(
            (plural(2, "study"), plural(2, "day")),
            ("studies".into(), "days".into())
        );
        assert_eq!((verb(1, "is", "are"), verb(0, "is", "are")), ("is", "are"));
    }

    #[test]
    fn small_numbers_are_spelled_out() {
        assert_eq!(
            (number_word(3), number_word(12)),
            ("three".into(), "12".into())
        );
    }

    #[test]
    fn lists_are_joined_with_commas_and_and() {
        let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..1]), "a");
        assert_eq!(joined(&names, "; "), "a; b; c");
        assert_eq!(joined([""; 0], "; "), "none");
        assert_eq!(phrases(["2 corn", "3 sugar"]), "2\u{a0}corn, 3\u{a0}sugar");
        assert_eq!(capital("ähnlich"), "Ähnlich");
    }
}
