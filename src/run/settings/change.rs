//! Settings of a study of a change.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::cells::{Cell, options};
use crate::file_keys;
use crate::setting_keys::is_default;
use crate::setting_tree::Places;

file_keys! {
    /// Table `[change]` of an experiment file: the differences after the change, and the smallest differences that matter.
    /// The smallest differences determine when a measure is settled and, unless the number of games is fixed, when the
    /// run ends. A manifest contains the smallest differences and `fixed`, but not the change itself.
    #[derive(Serialize)]
    pub default struct Change {
        #[serde(skip_serializing)]
        data: Option<PathBuf>, "as before the change",
            "component files after the change: a folder or a file of changes";
        #[serde(skip_serializing, deserialize_with = "options")]
        set: BTreeMap<String, String>, "none",
            "table: rule options after the change, which replace those of `[set]` one by one";
        points: f64 = 1.0, "1.0", "smallest difference in points that matters, above 0 and at most 1000";
        wins: f64 = 0.02, "0.02",
            "smallest difference in the share of wins that matters, above 0 and at most 1";
        #[serde(skip_serializing_if = "is_default")]
        fixed: bool, "false",
            "play all games, for narrower intervals; otherwise the run ends once its questions are settled";
    }
}

impl Change {
    /// Returns the problem with the values, or `None` if they are valid.
    pub fn problem(&self) -> Option<String> {
        let fine = |value: f64, most: f64| value > 0.0 && value <= most;
        let ok = fine(self.points, 1000.0) && fine(self.wins, 1.0);
        (!ok).then(|| {
            format!(
                "points = {} and wins = {}; expected points above 0 up to 1000, and wins above 0 up to 1",
                self.points, self.wins
            )
        })
    }

    /// Returns the game after the change, as a condition. `places` contains the places of the values in `[change]`.
    pub fn after(&self, places: Places) -> Cell {
        Cell {
            name: "after".to_string(),
            data: self.data.clone(),
            set: self.set.clone(),
            places,
            ..Cell::default()
        }
    }
}
