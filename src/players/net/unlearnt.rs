//! Components that a network evaluates by their traits alone, and how much traits explain.

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
    /// Share of the variance between known components of the kind that their traits explain, in 0..=1 for a good
    /// network.
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
