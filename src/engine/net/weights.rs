//! The numbers of a network, and what it was trained on.

use std::collections::BTreeMap;

/// Units of the second layer.
pub const SECOND: usize = 32;
/// Units of the first layer are a multiple of this: one pass of vector instructions.
pub const FIRST_STEP: usize = 64;
/// Most units of the first layer.
pub const MOST_FIRST: usize = 512;
/// Units of the policy's layer.
pub const POLICY: usize = 64;
/// Most action numbers that a policy tells apart.
pub const MOST_ACTIONS: usize = u16::MAX as usize;
/// What the network tells: lead and win.
pub const HEADS: usize = 2;
/// The share of a negative sum that a unit passes on (Maas, Hannun & Ng, *Rectifier nonlinearities improve
/// neural network acoustic models*, 2013).
pub const LEAK: f32 = 0.01;

/// The key of a network's record that tells how many points a certain win is worth beside the lead.
pub const WIN_POINTS: &str = "win_points";

/// The key of a network's record for the edition of the game's policy numbers that its policy was learnt by; 1 if it is
/// not there.
pub const POLICY_EDITION: &str = "policy_edition";

/// A policy on the first layer of a network: a layer of its own, and a logit for every action number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyWeights {
    /// Unit by unit of the first layer, a number for every unit of the policy's layer.
    pub layer: Vec<f32>,
    /// Biases of the policy's layer.
    pub layer_bias: Vec<f32>,
    /// Action number by action number, a number for every unit of the policy's layer.
    pub logits: Vec<f32>,
    /// Biases of the logits, by action number.
    pub logit_bias: Vec<f32>,
}

/// A network: sparse inputs, two layers of leaky rectified units, two heads; and a policy, if it has learnt one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Game.
    pub game: String,
    /// Hash of the data set it was trained on; of several, the first.
    pub data: String,
    /// Names of the inputs.
    pub inputs: Vec<String>,
    /// Units of the first layer.
    pub first_units: usize,
    /// Points that 1 of the lead's head stands for.
    pub scale: f32,
    /// Input by input, a number for every unit of the first layer.
    pub first: Vec<f32>,
    /// Biases of the first layer.
    pub first_bias: Vec<f32>,
    /// Unit by unit of the first layer, a number for every unit of the second.
    pub second: Vec<f32>,
    /// Biases of the second layer.
    pub second_bias: Vec<f32>,
    /// Unit by unit of the second layer, for lead and for win.
    pub heads: [Vec<f32>; HEADS],
    /// Biases of the heads.
    pub head_bias: [f32; HEADS],
    /// The policy.
    pub policy: Option<PolicyWeights>,
    /// How it was trained, for people: settings and record.
    pub record: BTreeMap<String, String>,
}

impl Weights {
    /// The edition of policy numbers that its policy was learnt by.
    pub fn policy_edition(&self) -> u32 {
        let told = self.record.get(POLICY_EDITION);
        told.and_then(|edition| edition.parse().ok()).unwrap_or(1)
    }

    /// Whether every list is as long as the shape says, and every number finite; otherwise why not.
    ///
    /// # Errors
    /// What is wrong.
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
            if actions == 0 || actions > MOST_ACTIONS {
                return Err(format!(
                    "a policy of {actions} actions; expected 1 to {MOST_ACTIONS}"
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
            return Err("a bias of a head is not finite".to_string());
        }
        Ok(())
    }
}
