//! Whether the sentences of a report agree with its tables and with each other.

use serde_json::Value;

/// Holds the page for programs against itself: its headline must not deny what its tables show, nor count other
/// items than it names.
///
/// # Panics
/// If one contradicts the other.
pub fn check(page: &Value) {
    let answer = page["answer"].as_str().unwrap();
    denies_no_table(answer, page);
    names_whom_it_counts(answer, page);
}

/// No difference is said to be significant by itself only where no interval of one is clear of zero.
fn denies_no_table(answer: &str, page: &Value) {
    let denies = [
        "Nothing can be told apart: ",
        "No difference is significant: ",
    ];
    if !denies.iter().any(|denial| answer.starts_with(denial)) {
        return;
    }
    for estimate in page["estimates"].as_array().unwrap() {
        let unit = estimate["unit"].as_str().unwrap();
        let low = estimate["low"].as_f64().unwrap_or(f64::NEG_INFINITY);
        let high = estimate["high"].as_f64().unwrap_or(f64::INFINITY);
        let difference = unit.ends_with("_difference");
        let compares =
            ["differences", "effects", "items"].contains(&estimate["section"].as_str().unwrap());
        assert!(
            !(compares && difference && (low > 0.0 || high < 0.0)),
            "\"{answer}\" beside {estimate}"
        );
    }
}

/// Of one bot, what is named too strong or too weak is among what the headline counts; and where it counts
/// with names behind, it counts them.
fn names_whom_it_counts(answer: &str, page: &Value) {
    let sections = page["sections"].as_array().unwrap();
    let bots = sections.iter().filter(|section| {
        let id = section["id"].as_str().unwrap();
        id.starts_with("items-") && id != "items-in-words"
    });
    if bots.count() != 1 {
        return;
    }
    let remarks = sections
        .iter()
        .flat_map(|section| section["remarks"].as_array().unwrap());
    let sentences: Vec<&str> = remarks
        .chain(page["more"].as_array().unwrap())
        .map(|sentence| sentence.as_str().unwrap())
        .collect();
    for (word, counted) in [
        ("strong", [" is worth more", " are worth more"]),
        ("weak", [" less", " less"]),
    ] {
        let mut named = sentences
            .iter()
            .filter(|said| said.contains(&format!(" is too {word} for ")));
        let counts = counts(answer, &counted);
        if let Some(said) = named.next() {
            assert!(
                counts.iter().any(|&(number, _)| number > 0),
                "\"{answer}\" beside \"{said}\""
            );
        }
        for (number, names) in counts {
            assert!(
                names.is_none_or(|names| names == number),
                "{number} of {answer}"
            );
        }
    }
}

/// The numbers before these words, and how many names stand in brackets behind.
fn counts(answer: &str, words: &[&str]) -> Vec<(usize, Option<usize>)> {
    let mut found = Vec::new();
    let mut words = words.to_vec();
    words.dedup();
    for word in words {
        for (at, _) in answer.match_indices(word) {
            let number = answer[..at].rsplit(' ').next().unwrap();
            let Ok(number) = number.parse() else {
                continue;
            };
            let rest = &answer[at + word.len()..];
            let clause = rest
                .split(" and ")
                .next()
                .unwrap()
                .split(". ")
                .next()
                .unwrap();
            let names = clause
                .split_once(" (")
                .and_then(|(_, names)| names.split_once(')'));
            found.push((number, names.map(|(names, _)| names.split(", ").count())));
        }
    }
    found
}
