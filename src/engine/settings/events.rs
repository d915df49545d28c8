//! Which events a run writes.

use serde::{Deserialize, Serialize};

/// Which events a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventLevel {
    /// Every event of every game.
    All,
    /// Those by which seats take the items that are studied.
    Items,
    /// None; `events.csv` has its header only.
    None,
}
