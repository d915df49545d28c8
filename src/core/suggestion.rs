//! Suggestions for misspelled names.

/// Synonyms. A synonym may have fewer letters in common with the correct name than a name of opposite meaning has.
const SYNONYMS: [(&str, &str); 4] = [
    ("no", "off"),
    ("false", "off"),
    ("yes", "on"),
    ("true", "on"),
];

/// Returns ` (did you mean "…"?)` with the known synonym of the name or the most similar known name, or an empty
/// string if no known name is similar.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let is_synonym = |&(word, meaning): &(&str, &str)| word == name && known.contains(&meaning);
    let name = SYNONYMS
        .into_iter()
        .find(is_synonym)
        .map_or(name, |(_, meaning)| meaning);
    let letters = name.chars().count();
    let near = |candidate: &str| 1 + candidate.len() / 3;
    known
        .into_iter()
        // The distance is at least the difference in length. The full comparison takes time and memory proportional
        // to the product of the lengths, so it is skipped where the lengths alone rule out a match.
        .filter(|candidate| letters.abs_diff(candidate.chars().count()) <= near(candidate))
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min()
        .filter(|&(distance, candidate)| distance <= near(candidate))
        .map_or(String::new(), |(_, candidate)| {
            format!(" (did you mean \"{candidate}\"?)")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_is_suggested() {
        let known = ["players", "bots", "blocks"];
        let told = |name: &str| did_you_mean(name, known.into_iter());
        assert_eq!(told("player"), " (did you mean \"players\"?)");
        assert_eq!(told("blokcs"), " (did you mean \"blocks\"?)");
        assert_eq!(told("games"), "");
        assert_eq!(told(""), "");
        let switch = |name: &str| did_you_mean(name, ["on", "off"].into_iter());
        assert_eq!(switch("no"), " (did you mean \"off\"?)");
        assert_eq!(switch("true"), " (did you mean \"on\"?)");
    }

    /// Without the comparison of lengths, a name this long would take minutes and gigabytes.
    #[test]
    fn name_of_ten_million_letters_has_no_suggestion() {
        let long = "a,".repeat(5_000_000);
        assert_eq!(did_you_mean(&long, ["players"; 50].into_iter()), "");
    }
}
