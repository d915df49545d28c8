//! Connects the inputs and actions of one game to the parameters of a network.
//!
//! A network has one column of first-layer weights per parameter name, and one row of policy weights per action index.
//! Components, such as cards, have two sorts of parameters: residuals by id (`hand:A055`), which count only if the
//! component has the traits that it had in training, and one parameter for each trait and place (`hand:{}/vp`), which
//! is multiplied by the value of the trait. A network can therefore evaluate new components by their traits.
//!
//! The columns and rows of a game are computed once, when the network is loaded for the game, so the traits do not slow
//! down play. All sums are computed in a fixed order.

use std::collections::HashMap;

use super::parameters::{PRESENT, Parameters, index, trait_name};
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits};
use crate::drawn_data::WIDEST;
use crate::encoding::Input;

/// Parameter of a network and the factor that it is multiplied by.
pub type Term = (u16, f32);

/// A list of terms by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    list: Vec<Term>,
    ends: Vec<u32>,
}

impl Terms {
    fn push(&mut self, terms: impl IntoIterator<Item = Term>) {
        self.list.extend(terms);
        self.ends.push(self.list.len() as u32);
    }

    /// Returns the terms of an index, or an empty slice for an index out of range.
    #[inline]
    pub fn of(&self, index: usize) -> &[Term] {
        let Some(&end) = self.ends.get(index) else {
            return &[];
        };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.list[start as usize..end as usize]
    }

    /// Number of indices.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no indices.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Parameters of the inputs and actions of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expansion {
    /// Terms of each input, by index.
    pub inputs: Terms,
    /// Terms of each action index of the policy.
    pub slots: Terms,
    /// Inputs of the game for which the network has no parameter.
    pub unknown: Vec<String>,
}

/// A component and its state in training.
#[derive(Clone, Copy)]
pub(super) struct Component<'a> {
    pub id: &'a str,
    pub traits: &'a Traits,
    /// True if the component had the same traits in training.
    pub is_known: bool,
}

/// Returns the components of a kind, given the composition in training.
pub(super) fn components<'a>(
    kind: &'a Kind,
    learnt: Option<&'a Kind>,
) -> impl Iterator<Item = Component<'a>> {
    kind.components.iter().map(move |(id, traits)| Component {
        id,
        traits,
        is_known: learnt.and_then(|learnt| learnt.components.get(id)) == Some(traits),
    })
}

impl Expansion {
    /// Connects a game with these inputs, this number of action indices and the composition `now` to a network that was
    /// trained with the composition `learnt`.
    pub fn new(
        parameters: &Parameters,
        (names, slots): (&[String], u32),
        learnt: &ComponentEncoding,
        now: &ComponentEncoding,
    ) -> Expansion {
        let inputs = index(&parameters.inputs, 0);
        let rows = index(&parameters.traits, parameters.slots);
        let mut by_input: HashMap<String, Vec<Term>> = HashMap::new();
        let mut by_slot: HashMap<u32, Vec<Term>> = HashMap::new();
        for kind in &now.kinds {
            let learnt = learnt.kind(&kind.name);
            let limits = limits(learnt);
            for component in components(kind, learnt) {
                let traits = within(component.traits, &limits);
                for place in &kind.inputs {
                    let name = place.replace(ID, component.id);
                    let own = inputs.get(name.as_str()).filter(|_| component.is_known);
                    let terms = terms(own.copied(), &traits, place, &inputs);
                    by_input.insert(name, terms);
                }
                for (action, slots) in &kind.actions {
                    let Some(&slot) = slots.get(component.id) else {
                        continue;
                    };
                    let learnt = learnt.and_then(|learnt| learnt.actions.get(action));
                    let own = learnt
                        .and_then(|slots| slots.get(component.id).copied())
                        .filter(|&own| component.is_known && own < parameters.slots);
                    let own = own.map(|own| own as u16);
                    by_slot.insert(slot, terms(own, &traits, action, &rows));
                }
            }
        }
        let mut expansion = Expansion::default();
        for name in names {
            match (by_input.get(name), inputs.get(name.as_str())) {
                (Some(terms), _) => expansion.inputs.push(terms.iter().copied()),
                (None, Some(&input)) => expansion.inputs.push([(input, 1.0)]),
                (None, None) => {
                    expansion.unknown.push(name.clone());
                    expansion.inputs.push([]);
                }
            }
        }
        for slot in 0..slots {
            match by_slot.get(&slot) {
                Some(terms) => expansion.slots.push(terms.iter().copied()),
                None => {
                    let own = (slot < parameters.slots).then_some((slot as u16, 1.0));
                    expansion.slots.push(own);
                }
            }
        }
        expansion
    }

    /// Connects inputs and actions by name and index alone, for a game with the components of the training.
    pub fn by_name(parameters: &Parameters, names: &[String]) -> Expansion {
        let inputs = index(&parameters.inputs, 0);
        let mut expansion = Expansion::default();
        for name in names {
            let own = inputs.get(name.as_str());
            if own.is_none() {
                expansion.unknown.push(name.clone());
            }
            expansion.inputs.push(own.map(|&input| (input, 1.0)));
        }
        for slot in 0..parameters.slots {
            expansion.slots.push([(slot as u16, 1.0)]);
        }
        expansion
    }
}

/// Returns the largest absolute value that each trait can reach in drawn data sets: [`WIDEST`] times the largest value among
/// the components in training.
fn limits(learnt: Option<&Kind>) -> HashMap<&str, f32> {
    let mut limits: HashMap<&str, f32> = HashMap::new();
    for (word, value) in learnt
        .iter()
        .flat_map(|kind| kind.components.values())
        .flatten()
    {
        let limit = limits.entry(word).or_default();
        *limit = limit.max(value.abs() * WIDEST as f32);
    }
    limits
}

/// Returns the traits clamped to their limits, because a network extrapolates linearly.
fn within(traits: &Traits, limits: &HashMap<&str, f32>) -> Traits {
    let bounded = traits.iter().map(|(word, &value)| {
        let limit = limits.get(word.as_str()).copied().unwrap_or(value.abs());
        (word.clone(), value.clamp(-limit, limit))
    });
    bounded.collect()
}

/// Returns the parameters of a component at a place or in a type of action. `own` is its residual, if it counts.
pub(super) fn terms(
    own: Option<u16>,
    traits: &Traits,
    place: &str,
    parameters: &HashMap<&str, u16>,
) -> Vec<Term> {
    let traits = traits.iter().map(|(word, &value)| (word.as_str(), value));
    let traits = [(PRESENT, 1.0)].into_iter().chain(traits);
    let traits = traits.filter_map(|(word, value)| {
        let parameter = parameters.get(trait_name(place, word).as_str())?;
        Some((*parameter, value))
    });
    let own = own.map(|own| (own, 1.0));
    own.into_iter().chain(traits).collect()
}

/// Buffer for the parameters that are active in one position.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    values: Vec<f32>,
    on: Vec<u16>,
}

impl Expanded {
    /// Calls `push` with the sum of the values of each parameter that is active with these inputs.
    pub fn expand(&mut self, expansion: &Expansion, inputs: &[Input], mut push: impl FnMut(Input)) {
        for input in inputs {
            for &(parameter, factor) in expansion.inputs.of(input.number.into()) {
                let at = usize::from(parameter);
                if at >= self.values.len() {
                    self.values.resize(at + 1, 0.0);
                }
                if self.values[at] == 0.0 {
                    self.on.push(parameter);
                }
                self.values[at] += input.value * factor;
            }
        }
        for parameter in self.on.drain(..) {
            let value = std::mem::take(&mut self.values[usize::from(parameter)]);
            // A parameter whose terms cancel may be in the list twice.
            if value != 0.0 {
                push(Input::new(parameter, value));
            }
        }
    }
}
