//! Design of an experiment: the games to be played, with the settings of each design. The analysis of the
//! results is not part of the design.

use std::collections::BTreeMap;

use serde::Serialize;

use super::audit::Audit;
use super::cells::option_values;
use super::change::Interest;
use super::condition::ConditionSpec;
use super::duel::DuelBounds;
use super::items::ItemStudy;
use super::kind::Kind;
use super::mixture::Mixture;
use crate::file_keys;

/// Design of an experiment: its kind, its conditions and the settings that only some kinds have.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    pub kind: Kind,
    /// The numbered conditions; empty for a kind with one line-up in one game.
    pub cells: Vec<ConditionSpec>,
    /// Hypotheses of a sequential test.
    pub duel: Option<DuelBounds>,
    /// Levels of a ladder.
    pub ladder: Option<Ladder>,
    /// Settings of a mixture experiment.
    pub mixture: Option<Mixture>,
    /// The treated items and their treatment.
    pub items: Option<ItemStudy>,
    /// Number of data sets with perturbed placeholder rows, in addition to the first data set.
    pub perturbed: u32,
    /// The values of each rule option that is varied, the reference first.
    pub settings: BTreeMap<String, Vec<String>>,
    /// Smallest differences that matter, for a study of a change.
    pub interest: Option<Interest>,
    /// Tests of an audit.
    pub audit: Option<Audit>,
}

impl Design {
    /// Returns a design of a kind without conditions and settings.
    pub fn new(kind: Kind) -> Design {
        Design {
            kind,
            cells: Vec::new(),
            duel: None,
            ladder: None,
            mixture: None,
            items: None,
            perturbed: 0,
            settings: BTreeMap::new(),
            interest: None,
            audit: None,
        }
    }

    /// Returns true if the results determine when a run ends, so that its intervals must be valid at every look.
    pub fn is_sequential(&self) -> bool {
        let is_fixed = self.interest.is_some_and(|interest| interest.fixed);
        self.kind.traits().is_sequential && !is_fixed
    }

    /// Checks that the design has the conditions and settings of its kind.
    ///
    /// # Errors
    /// A message that names the missing key, or the key of another kind.
    pub fn check(&self) -> Result<(), String> {
        let (traits, name) = (self.kind.traits(), self.kind.name());
        if traits.has_cells == self.cells.is_empty() {
            let cells = self.cells.len();
            return Err(format!(
                "experiment.cell: {cells} conditions of kind \"{name}\""
            ));
        }
        let settings = [
            ("items", self.items.is_some()),
            ("duel", self.duel.is_some()),
            ("ladder", self.ladder.is_some()),
            ("mixture", self.mixture.is_some()),
            ("settings", !self.settings.is_empty()),
            ("change", self.interest.is_some()),
            ("audit", self.audit.is_some()),
            ("perturbed", self.perturbed > 0),
        ];
        for (key, present) in settings {
            let needed = traits.needed.contains(&key);
            if needed && !present {
                return Err(format!("experiment.{key} is missing for kind \"{name}\""));
            }
            if present && !needed && !traits.optional.contains(&key) {
                return Err(format!("experiment.{key} is not for kind \"{name}\""));
            }
        }
        Ok(())
    }
}

/// Option name of a ladder whose levels are amounts of extra money for the bot under test.
pub const HANDICAP: &str = "handicap";

file_keys! {
    /// Ladder of levels, which are the values of one rule option in order.
    #[derive(Eq, Serialize)]
    pub struct Ladder {
        option: String, "required",
            "ordered rule option, or `\"handicap\"` for additional doubloons of the tested bot";
        #[serde(deserialize_with = "option_values")]
        values: Vec<String>, "required", "list of its values, from the easiest for the bots to the hardest";
    }
}
