//! Texts that contain amounts, for people.

/// Formats a number of items: `1 figure`, `2 figures`.
pub fn count(number: u8, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ if thing.ends_with('s') => format!("{number} {thing}es"),
        _ => format!("{number} {thing}s"),
    }
}

/// Returns the word with an initial capital letter.
pub fn title(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

/// Fills in a text: `{n}` is the amount, `{n figure}` the amount with its noun, `{of}` the nation or object, and `{Of}`
/// its capitalised name.
pub fn fill(words: &str, amount: u8, of: &str) -> String {
    let words = words.replace("{of}", of).replace("{Of}", &title(of));
    let place = words.split_once("{n").and_then(|(before, rest)| {
        let (noun, after) = rest.split_once('}')?;
        Some((before, noun.trim(), after))
    });
    match place {
        None => words,
        Some((before, "", after)) => format!("{before}{amount}{after}"),
        Some((before, noun, after)) => format!("{before}{}{after}", count(amount, noun)),
    }
}
