//! Words that are no longer accepted, for error messages.

/// A word that is no longer accepted, and what to use instead.
#[derive(Clone, Copy, Debug)]
pub struct Retired {
    /// Group of the word: `format`, `key`, `kind`, `option` or `question`.
    pub group: &'static str,
    /// The word.
    pub word: &'static str,
    /// Replacement, as a phrase that follows a semicolon.
    pub instead: &'static str,
}

const fn retired(group: &'static str, word: &'static str, instead: &'static str) -> Retired {
    Retired {
        group,
        word,
        instead,
    }
}

/// All words that are no longer accepted.
#[rustfmt::skip]
pub const RETIRED: &[Retired] = &[
    retired("format", "parquet", "use `--format csv`: pandas, polars and DuckDB read CSV files, and DuckDB converts them to Parquet (see docs/guide/simulate.md)"),
    retired("kind", "cards", "use kind = \"factorial\", which measures the value of each item"),
    retired("kind", "price", "use kind = \"price_factorial\", which measures the value of each item and its change with the price"),
    retired("kind", "strategies", "use kind = \"tournament\" and `portolan report DIR --ask strategies`"),
    retired("key", "method", "`portolan tune` always uses NTBEA, so remove the key"),
    retired("key", "price", "use kind = \"price_factorial\" and [price_factorial]"),
    retired("key", "spsa", "`portolan tune` always uses NTBEA, with the settings in [ntbea]"),
    retired("option", "--from", "write the CSV files with `portolan data export GAME DIR` and edit them in a spreadsheet"),
    retired("option", "--sheet", "write the CSV files with `portolan data export GAME DIR` and edit them in a spreadsheet"),
    retired("option", "--compare", "`portolan try` compares a game before and after a change; to compare the items of two runs, subtract the estimates that `portolan export DIR --table effects` writes (see docs/guide/balance.md)"),
    retired("option", "--parquet", "pandas, polars and DuckDB read games.csv and games.csv.gz, and DuckDB converts them to Parquet (see docs/guide/simulate.md)"),
    retired("question", "cards", "use `--ask items` for a run of kind \"factorial\", `--ask prices` for one of kind \"price_factorial\", or `--ask habits` for how often players take items"),
];

/// Returns the advice for a retired word of a group.
pub fn advice(group: &str, word: &str) -> Option<&'static str> {
    let mut all = RETIRED.iter();
    let found = all.find(|retired| retired.group == group && retired.word == word);
    found.map(|retired| retired.instead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_retired_word_has_its_own_advice() {
        for row in RETIRED {
            assert_eq!(advice(row.group, row.word), Some(row.instead), "{row:?}");
            assert!(!row.instead.ends_with('.'), "{row:?}");
        }
        assert_eq!(advice("kind", "simulate"), None);
        assert_eq!(advice("key", "strategies"), None);
    }
}
