//! Settings of a study of a change.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use toml::{Spanned, Value};

/// Smallest differences that matter. They determine when a measure is settled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Interest {
    /// Smallest difference in points of score or margin.
    pub points: f64,
    /// Smallest difference in the win share, in 0..=1.
    pub wins: f64,
}

impl Default for Interest {
    fn default() -> Interest {
        Interest {
            points: 1.0,
            wins: 0.02,
        }
    }
}

impl Interest {
    /// Returns the problem with the values, or `None` if they are valid.
    pub fn problem(self) -> Option<String> {
        let fine = |value: f64, most: f64| value > 0.0 && value <= most;
        let ok = fine(self.points, 1000.0) && fine(self.wins, 1.0);
        (!ok).then(|| {
            format!(
                "points = {} and wins = {}; expected points above 0 up to 1000, and wins above 0 up to 1",
                self.points, self.wins
            )
        })
    }
}

/// Table `[change]` of an experiment file: the differences after the change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileChange {
    /// Folder of component files, or file of changes.
    pub data: Option<Spanned<PathBuf>>,
    /// Rule options in addition to those of the experiment.
    #[serde(default)]
    pub set: BTreeMap<String, Spanned<Value>>,
    /// Smallest difference in points that matters.
    pub points: Option<f64>,
    /// Smallest difference in the win share that matters.
    pub wins: Option<f64>,
}
