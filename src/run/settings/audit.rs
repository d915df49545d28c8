//! Settings of an audit, in which challengers play against bots after several changes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::cells::{Cell, options};
use crate::file_keys;
use crate::setting_tree::Places;

/// Default for the smallest gain of a challenger that matters, in points.
pub const DEFAULT_POINTS: f64 = 3.0;

/// Tests of an audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// Smallest gain of a challenger that matters, in points.
    pub points: f64,
    /// Tests in the order of their conditions.
    pub test: Vec<AuditTest>,
}

/// A bot and its challengers after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AuditTest {
    /// Name of the change.
    pub change: String,
    /// Name of the bot.
    pub bot: String,
    /// Number of conditions, one for each challenger. In solo games, the bot itself plays in an additional
    /// first condition.
    pub cells: usize,
}

file_keys! {
    /// Table `[audit]` of an experiment file.
    pub default struct AuditKeys {
        points: f64 = DEFAULT_POINTS, "3.0",
            "smallest gain of a challenger that matters, in points, above 0 and at most 1000";
        change: Vec<AuditChange>, "required", "tables: the changes, each tested on its own";
    }
}

file_keys! {
    /// Table `[[audit.change]]`: one change.
    pub struct AuditChange {
        name: String, "required", "name of the change in results";
        data: Option<PathBuf>, "as in the file",
            "component files after the change: a folder or a file of changes";
        #[serde(default, deserialize_with = "options")]
        set: BTreeMap<String, String>, "none",
            "table: rule options after the change, which replace those of the file one by one";
    }
}

impl AuditKeys {
    /// Returns the problem with the values, or `None` if they are valid.
    pub fn problem(&self) -> Option<String> {
        let points = self.points;
        let ok = points > 0.0 && points <= 1000.0;
        (!ok).then(|| format!("points = {points}; expected a number above 0 up to 1000"))
    }

    /// Returns the game after each change, as a condition.
    pub fn cells(&self, places: &Places) -> Vec<Cell> {
        let cell = |(index, change): (usize, &AuditChange)| Cell {
            name: change.name.clone(),
            data: change.data.clone(),
            set: change.set.clone(),
            places: places.under(&format!("audit.change.{index}")),
            ..Cell::default()
        };
        self.change.iter().enumerate().map(cell).collect()
    }
}
