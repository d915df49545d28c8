//! Encoding of components by their effects: numbers for words that describe each component.
//!
//! Inputs and actions that name a component by its id carry no information about its effects. With this encoding, a
//! network can play components that did not exist during training or that have changed since.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

/// Placeholder for the id in [`Kind::inputs`].
pub const ID: &str = "{}";

/// Numbers by word, such as `vp` → 3; missing words count as 0.
pub type Traits = BTreeMap<String, f32>;

/// All components that inputs or actions refer to by id, grouped by kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComponentEncoding {
    /// Component kinds, such as cards or buildings.
    pub kinds: Vec<Kind>,
}

/// Components of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Name of the kind, in the singular.
    pub name: String,
    /// Names of inputs, with [`ID`] in place of the id: `hand:{}`.
    pub inputs: Vec<String>,
    /// Policy action indices, by type of action and by id.
    pub actions: BTreeMap<String, BTreeMap<String, u32>>,
    /// Traits of each component, by id.
    pub components: BTreeMap<String, Traits>,
    /// Name of the shared design, by id, for components that have copies.
    pub designs: BTreeMap<String, String>,
}

impl ComponentEncoding {
    /// Returns the kind with this name.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// Returns true if the encoding has no kinds.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

impl Kind {
    /// Creates a kind without components.
    pub fn new<T: ToString>(name: &str, inputs: impl IntoIterator<Item = T>) -> Kind {
        Kind {
            name: name.to_string(),
            inputs: inputs.into_iter().map(|input| input.to_string()).collect(),
            ..Kind::default()
        }
    }

    /// Adds components with their ids. `describe` sets the traits of a component.
    pub fn describe<S: ToString, T>(
        &mut self,
        components: impl IntoIterator<Item = (S, T)>,
        describe: impl Fn(&mut Traits, T),
    ) {
        for (id, component) in components {
            let mut traits = Traits::new();
            describe(&mut traits, component);
            self.components.insert(id.to_string(), traits);
        }
    }

    /// Adds a type of action that applies to every component. `slot` returns the policy index of the action for the
    /// component at a position in `ids`.
    pub fn act<S: ToString>(
        &mut self,
        action: impl Debug,
        ids: impl IntoIterator<Item = S>,
        slot: impl Fn(usize) -> u32,
    ) {
        let ids = ids.into_iter().enumerate();
        let slots = ids.map(|(place, id)| (id.to_string(), slot(place)));
        let action = format!("{action:?}").to_lowercase();
        self.actions.insert(action, slots.collect());
    }
}

/// Returns the input names of components: `name:{}`.
pub fn plain(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{name}:{ID}")).collect()
}

/// Adds `number` to the value of a word; adding 0 leaves the map unchanged.
pub fn add(traits: &mut Traits, word: impl Into<String>, number: impl Into<f32>) {
    let number = number.into();
    if number != 0.0 {
        *traits.entry(word.into()).or_insert(0.0) += number;
    }
}
