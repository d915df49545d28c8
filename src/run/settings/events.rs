use serde::{Deserialize, Serialize};

/// Level of detail of `events.csv`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventLevel {
    /// Every event of every game.
    #[default]
    All,
    /// Only events by which seats take the studied items.
    Items,
    /// No events; `events.csv` contains only its header.
    None,
}
