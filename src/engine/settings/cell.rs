//! A cell: one line-up in one set-up of the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::items::Arm;

/// One line-up in one set-up of the game. All cells of an experiment are played on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellSpec {
    /// What sets it apart, for people.
    pub name: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Number of the data set: 0 is the first, from 1 on stand-ins are varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub perturbation: u32,
    /// How the first place is treated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
    /// With how much more money the first place begins.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub handicap: u16,
}

fn is_nothing(money: &u16) -> bool {
    *money == 0
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
