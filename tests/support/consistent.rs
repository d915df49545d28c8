//! Consistency check for reports: sentences must agree with each other.

use serde_json::Value;

/// Checks the JSON form of a report. For a single bot, the number of items named as too strong or too weak must equal
/// the number in the headline.
///
/// # Panics
/// If the numbers differ.
pub fn check(page: &Value) {
    let answer = page["answer"].as_str().unwrap();
    let sections = page["sections"].as_array().unwrap();
    let bots = sections.iter().filter(|section| {
        let id = section["id"].as_str().unwrap();
        id.starts_with("items-") && id != "items-in-words"
    });
    if bots.count() != 1 {
        return;
    }
    for (word, counted) in [
        ("too strong", [" is too strong", " are too strong"]),
        ("too weak", [" too weak", " too weak"]),
    ] {
        let findings = page["more"].as_array().unwrap().iter();
        let mut findings = findings.map(|sentence| sentence.as_str().unwrap());
        let named = findings.find_map(|sentence| {
            let list = sentence.strip_suffix(&format!(" {word}."))?;
            list.strip_suffix(" is")
                .or_else(|| list.strip_suffix(" are"))
        });
        let named = named.map_or(0, count_of_names);
        let counted = counted
            .iter()
            .find_map(|words| number_before(answer, words));
        assert_eq!(named, counted.unwrap_or(0), "\"{answer}\", {word}");
    }
}

/// Returns the number of names in a list like `a, b and 3 more`.
fn count_of_names(list: &str) -> usize {
    let (names, last) = list.rsplit_once(" and ").unwrap_or(("", list));
    let named = names.split(", ").filter(|name| !name.is_empty()).count();
    let rest = last
        .strip_suffix(" more")
        .and_then(|number| number.parse().ok());
    named + rest.unwrap_or(1)
}

/// Returns the number before these words.
fn number_before(answer: &str, words: &str) -> Option<usize> {
    let (before, _) = answer.split_once(words)?;
    before.rsplit(' ').next()?.parse().ok()
}
