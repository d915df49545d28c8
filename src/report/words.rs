//! Numbers and names as people read them.

use crate::stats::{Interval, Moments, mean_interval};

/// Confidence of all intervals.
pub const CONFIDENCE: f64 = crate::experiment::summary::CONFIDENCE;

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
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(number))
}

/// A share: `38.1 %`, with a space that does not break.
pub fn percent(share: f64) -> String {
    format!("{}\u{a0}%", fixed(100.0 * share, 1))
}

/// A number with so many decimals, without the sign of a negative nothing.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if text.chars().all(|letter| "-0.".contains(letter)) {
        return text.trim_start_matches('-').to_string();
    }
    text.replace('-', "−")
}

/// The interval of a share of wins, cut to what is possible.
pub fn share_interval(wins: &Moments, confidence: f64) -> Option<Interval> {
    mean_interval(wins, confidence).map(|interval| interval.clipped(0.0, 1.0))
}

/// `37.0–39.2 %`, or a dash if there is none.
pub fn percent_range(interval: Option<Interval>) -> String {
    interval.map_or("–".to_string(), |interval| {
        format!(
            "{}–{}\u{a0}%",
            fixed(100.0 * interval.low, 1),
            fixed(100.0 * interval.high, 1)
        )
    })
}

/// `1.5 to 3.2`, or a dash if there is none.
pub fn range(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or("–".to_string(), |interval| {
        format!(
            "{} to {}",
            fixed(interval.low, decimals),
            fixed(interval.high, decimals)
        )
    })
}

/// A number with a sign: `+3.1`, `−0.4`.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if text.starts_with('−') || text.chars().all(|letter| "0.".contains(letter)) {
        text
    } else {
        format!("+{text}")
    }
}

/// A p-value: `0.034`, `< 0.001`.
pub fn p_value(p: f64) -> String {
    match p {
        p if p.is_nan() => "–".to_string(),
        p if p < 0.001 => "<\u{a0}0.001".to_string(),
        p => fixed(p, 3),
    }
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
    fn numbers_read_well() {
        assert_eq!(percent(0.381), "38.1\u{a0}%");
        assert_eq!(
            (fixed(-0.04, 1), fixed(-2.0, 0)),
            ("0.0".into(), "−2".into())
        );
        assert_eq!(
            (signed(3.12, 1), signed(0.0, 1)),
            ("+3.1".into(), "0.0".into())
        );
        let interval = Interval {
            low: 0.37,
            high: 0.392,
        };
        assert_eq!(percent_range(Some(interval)), "37.0–39.2\u{a0}%");
        assert_eq!(percent_range(None), "–");
        assert_eq!(range(Some(interval), 2), "0.37 to 0.39");
    }

    #[test]
    fn small_chances_are_not_called_nothing() {
        assert_eq!(
            (p_value(0.034), p_value(1e-9)),
            ("0.034".into(), "<\u{a0}0.001".into())
        );
        assert_eq!(p_value(f64::NAN), "–");
    }

    #[test]
    fn lists_read_well() {
        let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..1]), "a");
        assert_eq!(
            (number_word(3), number_word(12)),
            ("three".into(), "12".into())
        );
        assert_eq!(capital("ähnlich"), "Ähnlich");
    }
}
