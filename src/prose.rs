//! Numbers and nouns in sentences: one is not several.

/// A whole number with its thousands apart: `12,345`.
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

/// So many of a thing: `1 game`, `1,200 games`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {}", thousands(number), plural(number, thing))
}

/// The same with small numbers as words: `one seat`, `three seats`, `12 seats`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{} {}", number_word(number), plural(number as u64, thing))
}

/// A thing, or several of it: `game`, `games`; `study`, `studies`.
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

/// The first of two forms of a verb for one, the other for any other number: `is`, `are`.
pub fn verb<'word>(number: u64, one: &'word str, several: &'word str) -> &'word str {
    if number == 1 { one } else { several }
}

/// A small number as a word.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 9] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    number
        .checked_sub(1)
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| number.to_string(), ToString::to_string)
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With a capital at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A line broken at spaces, so that no line is longer than `width` characters unless it is one word; further lines
/// begin with `indent` spaces.
pub fn wrapped(line: &str, width: usize, indent: usize) -> String {
    let mut text = String::new();
    let (mut length, mut spaces) = (0, 0);
    for word in line.split(' ') {
        if word.is_empty() {
            spaces += 1;
            continue;
        }
        let letters = word.chars().count();
        if length > 0 && length + spaces + letters > width {
            text.push('\n');
            (length, spaces) = (0, indent);
        }
        text.extend(std::iter::repeat_n(' ', spaces));
        text.push_str(word);
        length += spaces + letters;
        spaces = 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(2004, "game"), "2,004 games");
    }

    #[test]
    fn one_is_not_several() {
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
    fn small_numbers_are_words() {
        assert_eq!(
            (number_word(3), number_word(12)),
            ("three".into(), "12".into())
        );
    }

    #[test]
    fn lines_break_between_words() {
        let line = "  seat 1: 12 VP, é and  more";
        assert_eq!(wrapped(line, 80, 4), line);
        assert_eq!(wrapped(line, 16, 4), "  seat 1: 12 VP,\n    é and  more");
        assert_eq!(
            wrapped(line, 15, 4),
            "  seat 1: 12\n    VP, é and\n    more"
        );
        assert_eq!(wrapped("unbreakable or", 3, 2), "unbreakable\n  or");
        assert_eq!(wrapped("", 3, 2), "");
    }

    #[test]
    fn lists_read_well() {
        let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..1]), "a");
        assert_eq!(capital("ähnlich"), "Ähnlich");
    }
}
