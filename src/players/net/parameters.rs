//! Names of the parameters of a network.

use std::collections::{BTreeSet, HashMap};

use crate::component_encoding::{ComponentEncoding, ID};
use crate::game::GameInfo;

/// Name of the trait that every component has with value 1.
pub const PRESENT: &str = "present";

/// Names of the parameters of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// Names of the columns of the first layer: inputs, and traits by place.
    pub inputs: Vec<String>,
    /// Number of action indices with a row of their own in the policy.
    pub slots: u32,
    /// Names of the policy rows that follow the rows of the action indices: traits by type of action.
    pub traits: Vec<String>,
}

impl Parameters {
    /// Adds the inputs and action indices of a game.
    pub fn add_game(&mut self, game: &dyn GameInfo) {
        let known: BTreeSet<&String> = self.inputs.iter().collect();
        let new = game
            .input_names()
            .iter()
            .filter(|name| !known.contains(name));
        let new: Vec<String> = new.cloned().collect();
        self.inputs.extend(new);
        self.slots = self.slots.max(game.policy_slots());
    }

    /// Returns the indices of the residuals of all components: columns of the first layer, and rows of the policy.
    pub fn residuals(&self, composition: &ComponentEncoding) -> (Vec<u16>, Vec<u16>) {
        let known = index(&self.inputs, 0);
        let (mut inputs, mut rows) = (Vec::new(), Vec::new());
        for kind in &composition.kinds {
            for id in kind.components.keys() {
                let names = kind.inputs.iter().map(|place| place.replace(ID, id));
                inputs.extend(names.filter_map(|name| known.get(name.as_str()).copied()));
                let slots = kind.actions.values().filter_map(|slots| slots.get(id));
                rows.extend(
                    slots
                        .filter(|&&slot| slot < self.slots)
                        .map(|&slot| slot as u16),
                );
            }
        }
        (inputs, rows)
    }

    /// Adds the traits of all components, for every place and type of action that names them.
    pub fn add_traits(&mut self, composition: &ComponentEncoding) {
        let mut inputs: BTreeSet<String> = BTreeSet::new();
        let mut rows: BTreeSet<String> = BTreeSet::new();
        for kind in &composition.kinds {
            let words: BTreeSet<&str> = (kind.components.values())
                .flat_map(|traits| traits.keys().map(String::as_str))
                .chain([PRESENT])
                .collect();
            for word in words {
                inputs.extend(kind.inputs.iter().map(|place| trait_name(place, word)));
                rows.extend(kind.actions.keys().map(|action| trait_name(action, word)));
            }
        }
        for (list, new) in [(&mut self.inputs, inputs), (&mut self.traits, rows)] {
            let known: BTreeSet<String> = list.iter().cloned().collect();
            list.extend(new.into_iter().filter(|name| !known.contains(name)));
        }
    }
}

/// Returns the name of the parameter of a trait at a place or in a type of action.
pub fn trait_name(place: &str, word: &str) -> String {
    format!("{place}/{word}")
}

/// Returns the index of each name, where the first name has the index `first`.
pub fn index(names: &[String], first: u32) -> HashMap<&str, u16> {
    let names = names.iter().map(String::as_str);
    names.zip(first as u16..).collect()
}
