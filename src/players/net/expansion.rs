//! Connects the inputs and actions of one game to the parameters of a network.
//!
//! A network has one column of first-layer weights per parameter name, and one row of policy weights per action index.
//! Components, such as cards, have two sorts of parameters: residuals by id (`hand:A055`), which count only if the
//! component has the traits that it had in training, and one parameter for each trait and place (`hand:{}/vp`), which is
//! multiplied by the value of the trait. A network therefore plays components that it has never met by what they do.
//!
//! The columns and rows of a game are computed once, when the network is loaded for the game, so the traits do not slow
//! down play. All sums are computed in a fixed order.

use std::collections::HashMap;

use super::parameters::{PRESENT, Parameters, index, trait_name};
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits};
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

    /// Returns the terms of an index; none for an index out of range.
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
            for component in components(kind, learnt) {
                for place in &kind.inputs {
                    let name = place.replace(ID, component.id);
                    let own = inputs.get(name.as_str()).filter(|_| component.is_known);
                    let terms = terms(own.copied(), component.traits, place, &inputs);
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
                    by_slot.insert(slot, terms(own, component.traits, action, &rows));
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

    /// Connects inputs and actions by name and index alone, for a game whose components are those of the training.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::net::unlearnt::{Difference, explained, unlearnt_components};
    use crate::net::weights::{MOST_FIRST, POLICY, PolicyWeights, SECOND};
    use crate::net::{Network, Weights};

    const UNITS: usize = 64;

    /// Returns a composition of cards with these costs and points. Card `A01` has the action index 1, and so on.
    fn cards(cards: &[(&str, f32, f32)]) -> ComponentEncoding {
        let mut kind = Kind::new("card", ["hand:{}", "bought:{}"]);
        let mut slots = std::collections::BTreeMap::new();
        for (slot, &(id, cost, vp)) in (1..).zip(cards) {
            let traits = [("cost", cost), ("vp", vp)];
            let traits = traits.map(|(word, value)| (word.to_string(), value)).into();
            kind.components.insert(id.to_string(), traits);
            slots.insert(id.to_string(), slot);
        }
        kind.actions.insert("buy".to_string(), slots);
        ComponentEncoding { kinds: vec![kind] }
    }

    fn names(composition: &ComponentEncoding) -> Vec<String> {
        let kind = &composition.kinds[0];
        let places = kind.inputs.iter();
        let of_cards =
            places.flat_map(|place| kind.components.keys().map(|id| place.replace(ID, id)));
        ["round".to_string()].into_iter().chain(of_cards).collect()
    }

    /// Returns a network whose columns and rows all have different weights.
    fn network(learnt: &ComponentEncoding) -> Weights {
        let mut parameters = Parameters {
            inputs: names(learnt),
            slots: 4,
            traits: Vec::new(),
        };
        parameters.add_traits(learnt);
        let numbers = |count: usize| (0..count).map(|at| at as f32 / 64.0).collect::<Vec<f32>>();
        let rows = 4 + parameters.traits.len();
        Weights {
            first: numbers(parameters.inputs.len() * UNITS),
            inputs: parameters.inputs,
            first_units: UNITS,
            scale: 1.0,
            first_bias: vec![0.0; UNITS],
            second: vec![1.0; UNITS * SECOND],
            second_bias: vec![0.0; SECOND],
            heads: [vec![1.0; SECOND], vec![1.0; SECOND]],
            policy: Some(PolicyWeights {
                layer: vec![0.0; UNITS * POLICY],
                layer_bias: vec![1.0; POLICY],
                logits: numbers(rows * POLICY),
                logit_bias: numbers(rows),
                traits: parameters.traits,
            }),
            ..Weights::default()
        }
    }

    fn terms_of(
        weights: &Weights,
        now: &ComponentEncoding,
        learnt: &ComponentEncoding,
        name: &str,
    ) -> Vec<(String, f32)> {
        let parameters = weights.parameters();
        let names = names(now);
        let expansion = Expansion::new(&parameters, (&names, 4), learnt, now);
        assert!(expansion.unknown.is_empty());
        let input = names.iter().position(|other| other == name).unwrap();
        let terms = expansion.inputs.of(input).iter();
        terms
            .map(|&(at, factor)| (parameters.inputs[usize::from(at)].clone(), factor))
            .collect()
    }

    #[test]
    fn only_components_as_in_training_have_residuals() {
        let learnt = cards(&[("A01", 3.0, 1.0), ("A02", 5.0, 2.0)]);
        let weights = network(&learnt);
        let now = cards(&[("A01", 3.0, 1.0), ("A02", 5.0, 40.0), ("X1", 2.0, 0.0)]);
        let traits = |place: &str, cost: f32, vp: f32| {
            [("present", 1.0), ("cost", cost), ("vp", vp)]
                .map(|(word, value)| (format!("{place}/{word}"), value))
        };
        let own = ("hand:A01".to_string(), 1.0);
        let known = [&[own][..], &traits("hand:{}", 3.0, 1.0)].concat();
        assert_eq!(terms_of(&weights, &now, &learnt, "hand:A01"), known);
        assert_eq!(
            terms_of(&weights, &now, &learnt, "bought:A02"),
            traits("bought:{}", 5.0, 40.0)
        );
        assert_eq!(
            terms_of(&weights, &now, &learnt, "hand:X1"),
            traits("hand:{}", 2.0, 0.0)
        );
        let found = unlearnt_components(&weights, &learnt, &now);
        let found: Vec<_> = found
            .iter()
            .map(|found| (found.id.as_str(), found.difference))
            .collect();
        assert_eq!(
            found,
            [("A02", Difference::Changed), ("X1", Difference::New)]
        );
    }

    /// A network in play and the same network in training, which sums the expanded inputs, agree.
    #[test]
    fn expanded_inputs_have_the_sums_of_the_columns() {
        let learnt = cards(&[("A01", 3.0, 1.0), ("A02", 5.0, 2.0)]);
        let weights = network(&learnt);
        let now = cards(&[("A01", 3.0, 1.0), ("A02", 4.0, 2.0), ("X1", 2.0, 3.0)]);
        let names = names(&now);
        let expansion = Expansion::new(&weights.parameters(), (&names, 4), &learnt, &now);
        let network = Network::expanded(&weights, &expansion).unwrap();
        let inputs = [
            Input::new(0, 0.5),
            Input::new(1, 1.0),
            Input::new(2, 1.0),
            Input::new(6, 2.0),
        ];
        let mut sums = [0.0; MOST_FIRST];
        network.sum_part(true, &inputs, &mut sums[..UNITS]);
        let mut trained = vec![0.0; UNITS];
        let mut expanded = Expanded::default();
        for _ in 0..2 {
            trained.fill(0.0);
            let mut seen = BTreeSet::new();
            expanded.expand(&expansion, &inputs, |input| {
                assert!(seen.insert(input.number), "a parameter occurs once");
                let column = &weights.first[usize::from(input.number) * UNITS..][..UNITS];
                for (sum, weight) in trained.iter_mut().zip(column) {
                    *sum += weight * input.value;
                }
            });
        }
        for (one, other) in sums.iter().zip(&trained) {
            assert!(
                (one - other).abs() < 1e-3,
                "{one} in play, {other} in training"
            );
        }
        let mut logits = Vec::new();
        network.logits(&sums, &[2, 3], &mut logits);
        let policy = weights.policy.as_ref().unwrap();
        let row = |at: usize| {
            policy.logits[at * POLICY..][..POLICY].iter().sum::<f32>() + policy.logit_bias[at]
        };
        // The rows of traits follow the four action indices in the order of their names: cost, present, vp.
        let of_traits = |cost: f32, vp: f32| cost * row(4) + row(5) + vp * row(6);
        for (logit, expected) in logits
            .iter()
            .zip([of_traits(4.0, 2.0), of_traits(2.0, 3.0)])
        {
            assert!((logit - expected).abs() < 1e-2, "{logit} for {expected}");
        }
    }

    #[test]
    fn traits_explain_all_differences_without_residuals() {
        let learnt = cards(&[("A01", 3.0, 1.0), ("A02", 5.0, 2.0), ("A03", 4.0, 9.0)]);
        let mut weights = network(&learnt);
        let before = explained(&weights, &learnt.kinds[0]);
        let (residuals, _) = weights.parameters().residuals(&learnt);
        assert_eq!(residuals.len(), 6);
        for residual in residuals {
            weights.first[usize::from(residual) * UNITS..][..UNITS].fill(0.0);
        }
        assert!(before < 1.0, "{before}");
        assert!((explained(&weights, &learnt.kinds[0]) - 1.0).abs() < 1e-9);
    }
}
