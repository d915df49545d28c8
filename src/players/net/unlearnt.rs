//! Components that a network evaluates by their traits alone, and the share of the variance that traits explain.

use super::expansion::{Term, components, terms};
use super::parameters::index;
use super::weights::{SECOND, Weights};
use crate::component_encoding::{ComponentEncoding, ID, Kind};

/// Difference between a component and the training composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The component is not in the training composition.
    New,
    /// The component has different traits.
    Changed,
}

/// A component that a network evaluates by its traits alone.
#[derive(Clone, Debug, PartialEq)]
pub struct UnlearntComponent {
    /// Kind of component.
    pub kind: String,
    /// Id of the component.
    pub id: String,
    /// Reason why the residual does not count.
    pub difference: Difference,
    /// Share of the variance between the components of this kind in training that their traits explain. The maximum
    /// is 1; the share is negative if the residuals vary more than the whole columns.
    pub explained: f64,
}

/// Returns the components of `now` that are new or differ from those in training.
pub fn unlearnt_components(
    weights: &Weights,
    learnt: &ComponentEncoding,
    now: &ComponentEncoding,
) -> Vec<UnlearntComponent> {
    let mut found = Vec::new();
    for kind in &now.kinds {
        let learnt = learnt.kind(&kind.name);
        let mut unlearnt = components(kind, learnt)
            .filter(|component| !component.is_known)
            .peekable();
        if unlearnt.peek().is_none() {
            continue;
        }
        let explained = learnt.map_or(0.0, |learnt| explained(weights, learnt));
        found.extend(unlearnt.map(|component| UnlearntComponent {
            kind: kind.name.clone(),
            id: component.id.to_string(),
            difference: match learnt.is_some_and(|kind| kind.components.contains_key(component.id))
            {
                true => Difference::Changed,
                false => Difference::New,
            },
            explained,
        }));
    }
    found
}

/// Returns the share of the variance between the components of a kind that their traits explain: 1 minus the variance of
/// the residuals divided by the variance of the whole columns. Columns are compared by their contribution to the expected
/// lead, to first order, at the place where it varies most.
pub fn explained(weights: &Weights, learnt: &Kind) -> f64 {
    let parameters = weights.parameters();
    let inputs = index(&parameters.inputs, 0);
    let slopes: Vec<f64> = (weights.second.chunks_exact(SECOND))
        .map(|row| dot(row, &weights.heads[0]))
        .collect();
    let effect = |&(parameter, factor): &Term| {
        let column = &weights.first[usize::from(parameter) * weights.first_units..];
        let slopes = slopes.iter().zip(column);
        let sum: f64 = slopes
            .map(|(slope, &weight)| slope * f64::from(weight))
            .sum();
        sum * f64::from(factor)
    };
    let by_place = learnt.inputs.iter().map(|place| {
        let (mut residuals, mut sums) = (Vec::new(), Vec::new());
        for (id, traits) in &learnt.components {
            let own = inputs.get(place.replace(ID, id).as_str());
            let residual = own.map_or(0.0, |&own| effect(&(own, 1.0)));
            let traits: f64 = terms(None, traits, place, &inputs).iter().map(effect).sum();
            residuals.push(residual);
            sums.push(residual + traits);
        }
        (variance(&sums), variance(&residuals))
    });
    let widest = by_place.max_by(|(one, _), (other, _)| one.total_cmp(other));
    widest.map_or(0.0, |(all, residuals)| {
        1.0 - residuals / all.max(f64::MIN_POSITIVE)
    })
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(&one, &other)| f64::from(one) * f64::from(other))
        .sum()
}

fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    numbers
        .iter()
        .map(|number| (number - mean).powi(2))
        .sum::<f64>()
        / count
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::encoding::Input;
    use crate::net::Network;
    use crate::net::expansion::{Expanded, Expansion};
    use crate::net::parameters::Parameters;
    use crate::net::weights::{MOST_FIRST, POLICY, PolicyWeights};

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
    fn only_components_unchanged_since_training_have_residuals() {
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
            // The limit is ten times the largest value in training.
            traits("bought:{}", 5.0, 20.0)
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

    /// The first-layer sums in play equal the sums of the expanded inputs, which training uses.
    #[test]
    fn expanded_inputs_give_the_first_layer_sums_of_the_network() {
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
        let (plain, unknown) = Network::new(&weights.plain(&expansion, &names), &names).unwrap();
        assert!(unknown.is_empty());
        let mut plain_sums = [0.0; MOST_FIRST];
        plain.sum_part(true, &inputs, &mut plain_sums[..UNITS]);
        assert_eq!(plain_sums, sums);
        let mut plain_logits = Vec::new();
        plain.logits(&sums, &[2, 3], &mut plain_logits);
        let mut logits = Vec::new();
        network.logits(&sums, &[2, 3], &mut logits);
        assert_eq!(plain_logits, logits);
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
