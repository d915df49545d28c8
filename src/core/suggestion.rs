//! What somebody may have meant who wrote a name that does not exist.

/// ` (did you mean "…"?)` for the nearest known name, or nothing if none is near.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let letters = name.chars().count();
    let near = |candidate: &str| 1 + candidate.len() / 3;
    known
        // At least as far apart as their lengths; to find out how far takes time and memory by the product
        // of the lengths.
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
    fn the_nearest_name_is_suggested() {
        let known = ["players", "bots", "blocks"];
        let told = |name: &str| did_you_mean(name, known.into_iter());
        assert_eq!(told("player"), " (did you mean \"players\"?)");
        assert_eq!(told("blokcs"), " (did you mean \"blocks\"?)");
        assert_eq!(told("games"), "");
        assert_eq!(told(""), "");
    }

    /// `except = ["a,a,a,…"]` in a tuning file, with 60,000 letters a, kept a processor busy for seconds. Without the
    /// comparison of lengths, this name would take minutes and gigabytes.
    #[test]
    fn name_of_ten_million_letters_has_no_suggestion() {
        let long = "a,".repeat(5_000_000);
        assert_eq!(did_you_mean(&long, ["players"; 50].into_iter()), "");
    }
}
