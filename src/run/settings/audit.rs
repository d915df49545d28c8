//! Settings of an audit, in which challengers play against bots after several changes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use toml::{Spanned, Value};

use crate::file_keys;

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
    pub struct FileAudit {
        points: Option<f64>, "3.0",
            "smallest gain of a challenger that matters, in points, above 0 and at most 1000";
        change: Vec<FileAuditChange>, "required", "tables: the changes, each tested on its own";
    }
}

file_keys! {
    /// Table `[[audit.change]]`: one change.
    pub struct FileAuditChange {
        name: String, "required", "name of the change in results";
        data: Option<Spanned<PathBuf>>, "that of the file",
            "component files after the change: a folder or a file of changes";
        #[serde(default)]
        set: BTreeMap<String, Spanned<Value>>, "none",
            "table: rule options after the change, which replace those of the file one by one";
    }
}
