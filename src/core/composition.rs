//! What components are composed of: the words of what they do, with their numbers, component by component.
//!
//! Inputs and actions that name a component by its id say nothing of what it does. A game that tells both lets a
//! network play a component that it never met, or that has changed since it learnt.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What marks the place of the id in [`Kind::inputs`].
pub const ID: &str = "{}";

/// Numbers by word, such as `vp` → 3; words that are not there have 0.
pub type Traits = BTreeMap<String, f32>;

/// All components that inputs or actions name by their ids, kind by kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Composition {
    /// The kinds.
    pub kinds: Vec<Kind>,
}

/// Components of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name, in the singular.
    pub name: String,
    /// Names of inputs, with [`ID`] where the id stands: `hand:{}`.
    pub inputs: Vec<String>,
    /// Numbers of actions to a policy, by what is done and by id.
    pub actions: BTreeMap<String, BTreeMap<String, u32>>,
    /// What each does, by id.
    pub components: BTreeMap<String, Traits>,
    /// The design of those that have copies, by id.
    pub designs: BTreeMap<String, String>,
}

impl Composition {
    /// The kind of this name.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Whether no component is told.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

impl Kind {
    /// A kind without components.
    pub fn new<T: ToString>(name: &str, inputs: impl IntoIterator<Item = T>) -> Kind {
        Kind {
            name: name.to_string(),
            inputs: inputs.into_iter().map(|input| input.to_string()).collect(),
            ..Kind::default()
        }
    }
}

/// Adds to the number of a word; 0 adds nothing.
pub fn add(traits: &mut Traits, word: impl Into<String>, number: impl Into<f32>) {
    let number = number.into();
    if number != 0.0 {
        *traits.entry(word.into()).or_insert(0.0) += number;
    }
}
