//! Settings of a ladder.

use serde::Serialize;

use super::cells::converted;
use crate::file_keys;

/// Option name of a ladder whose levels are amounts of extra money for the bot under test.
pub const HANDICAP: &str = "handicap";

file_keys! {
    /// Ladder of levels, which are the values of one rule option in order.
    #[derive(Eq, Serialize)]
    pub struct Ladder {
        option: String, "required",
            "ordered rule option, or `\"handicap\"` for additional doubloons of the tested bot";
        #[serde(deserialize_with = "converted")]
        values: Vec<String>, "required", "list of its values, from the easiest for the bots to the hardest";
    }
}
