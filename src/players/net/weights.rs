//! Weights of a network and its training record.

use std::collections::BTreeMap;

use super::parameters::Parameters;

/// Number of units in the second layer.
pub const SECOND: usize = 32;
/// Granularity of the first layer: the number of its units is a multiple of this number.
pub const FIRST_STEP: usize = 64;
/// Maximum number of units in the first layer.
pub const MOST_FIRST: usize = 512;
/// Number of units in the policy layer.
pub const POLICY: usize = 64;
/// Maximum number of rows in a policy.
pub const MOST_ACTIONS: usize = u16::MAX as usize;
/// Number of value outputs: lead and win.
pub const HEADS: usize = 2;
/// Slope of the leaky rectifier for negative sums (Maas, Hannun & Ng, *Rectifier nonlinearities improve neural network
/// acoustic models*, 2013).
pub const LEAK: f32 = 0.01;

/// Key in the training record for the value of a certain win in points, in addition to the lead.
pub const WIN_POINTS: &str = "win_points";

/// Key in the training record of a network for the composition that it was trained with, as JSON. The key is absent if
/// this is the shipped composition.
pub const COMPOSITION: &str = "composition";

/// Key in the training record for the edition of the game's action indices that the policy was trained with. A missing
/// key means 1.
pub const POLICY_EDITION: &str = "policy_edition";

/// Policy on top of the first layer: one layer of its own, and a logit for each action index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyWeights {
    /// Weights of the policy layer: one row per unit of the first layer, one column per unit of the policy layer.
    pub layer: Vec<f32>,
    /// Biases of the policy layer.
    pub layer_bias: Vec<f32>,
    /// Weights of the logits: one row per action index and then per trait, one column per unit of the policy layer.
    pub logits: Vec<f32>,
    /// Biases of the logits, by row.
    pub logit_bias: Vec<f32>,
    /// Names of the rows of traits ([`Parameters::traits`]), which follow the rows of the action indices.
    pub traits: Vec<String>,
}

/// A network with sparse inputs, two layers of leaky rectified units, two value heads, and optionally a policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Name of the game.
    pub game: String,
    /// Hash of the training data set, or of the first data set if there were several.
    pub data: String,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    /// Number of units in the first layer.
    pub first_units: usize,
    /// Number of points that an output of 1 from the lead head stands for.
    pub scale: f32,
    /// Weights of the first layer: one row per input, one column per unit.
    pub first: Vec<f32>,
    /// Biases of the first layer.
    pub first_bias: Vec<f32>,
    /// Weights of the second layer: one row per unit of the first layer, one column per unit of the second.
    pub second: Vec<f32>,
    /// Biases of the second layer.
    pub second_bias: Vec<f32>,
    /// Weights of the lead head and the win head, by unit of the second layer.
    pub heads: [Vec<f32>; HEADS],
    /// Biases of the heads.
    pub head_bias: [f32; HEADS],
    /// Policy weights, if the network has a policy.
    pub policy: Option<PolicyWeights>,
    /// Training settings and results, for people to read.
    pub record: BTreeMap<String, String>,
}

impl Weights {
    /// Returns the edition of the action indices that the policy was trained with.
    pub fn policy_layout_version(&self) -> u32 {
        let told = self.record.get(POLICY_EDITION);
        told.and_then(|edition| edition.parse().ok()).unwrap_or(1)
    }

    /// Returns the names of the parameters.
    pub fn parameters(&self) -> Parameters {
        let policy = self.policy.as_ref();
        Parameters {
            inputs: self.inputs.clone(),
            slots: policy.map_or(0, |policy| policy.logit_bias.len() - policy.traits.len()) as u32,
            traits: policy.map_or(Vec::new(), |policy| policy.traits.clone()),
        }
    }

    /// Checks that every list has the length that the shape requires and that every number is finite.
    ///
    /// # Errors
    /// A message that describes the first problem.
    pub fn check(&self) -> Result<(), String> {
        let (inputs, units) = (self.inputs.len(), self.first_units);
        if units == 0 || units > MOST_FIRST || !units.is_multiple_of(FIRST_STEP) {
            return Err(format!(
                "{units} units in the first layer; expected a multiple of {FIRST_STEP} up to {MOST_FIRST}"
            ));
        }
        let [lead, win] = &self.heads;
        let mut lists = vec![
            ("first", &self.first, inputs * units),
            ("first_bias", &self.first_bias, units),
            ("second", &self.second, units * SECOND),
            ("second_bias", &self.second_bias, SECOND),
            ("lead", lead, SECOND),
            ("win", win, SECOND),
        ];
        if let Some(policy) = &self.policy {
            let actions = policy.logit_bias.len();
            let traits = policy.traits.len();
            if actions <= traits || actions > MOST_ACTIONS {
                return Err(format!(
                    "a policy with {actions} rows; expected {} to {MOST_ACTIONS}",
                    traits + 1
                ));
            }
            lists.extend([
                ("policy", &policy.layer, units * POLICY),
                ("policy_bias", &policy.layer_bias, POLICY),
                ("logits", &policy.logits, actions * POLICY),
                ("logit_bias", &policy.logit_bias, actions),
            ]);
        }
        for (name, numbers, wanted) in lists {
            if numbers.len() != wanted {
                return Err(format!(
                    "{name} has {} numbers, expected {wanted}",
                    numbers.len()
                ));
            }
            if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(format!("number {at} of {name} is not finite"));
            }
        }
        if !(self.scale.is_finite() && self.scale > 0.0) {
            return Err(format!("scale = {}; expected more than 0", self.scale));
        }
        if self.head_bias.iter().any(|bias| !bias.is_finite()) {
            return Err("an output bias is not finite".to_string());
        }
        Ok(())
    }
}
