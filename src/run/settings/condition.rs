use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::items::Arm;
use crate::setting_keys::is_default;

/// Condition of an experiment: one line-up in one set-up of the game. All conditions are played on the same
/// deals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConditionSpec {
    /// Name of the condition, for display.
    pub name: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Names of the bots, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set explicitly.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Number of the data set: 0 is the first; sets from 1 on have perturbed placeholder rows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perturbation: u32,
    /// Treatment of the first place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
    /// Extra money with which the first place begins.
    #[serde(default, skip_serializing_if = "is_default")]
    pub handicap: u16,
    /// Change of the price of each item in a price factorial experiment, for all places; empty in other studies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prices: Vec<i32>,
}
