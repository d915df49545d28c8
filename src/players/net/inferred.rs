//! Inferred weights for components that are new or changed since the network was trained.
//!
//! A network identifies components by id: `hand:A055` has one weight per unit of the first layer, and so has every
//! other input with a card id. For each such group of inputs, a ridge regression predicts the weights of the known
//! components from their [`Traits`]; each group of policy actions gets its own regression. A new component gets the
//! predicted weights. A changed component keeps its weights and adds the difference between the predictions for its new
//! and old traits, so its individual part is preserved.
//!
//! The computation uses 64-bit floats, adds in the order of ids and traits, and needs no function except the square
//! root, so the result is the same on every machine. If no component has changed, no weight changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits};

use super::weights::{POLICY, PolicyWeights, SECOND, Weights};

/// Ridge penalty, for traits scaled to variance 1. Of the values 10, 30, 100, 300 and 1,000, this one predicts left-out
/// cards best with the network that ships for Maracaibo ([`transfer`]).
const RIDGE: f64 = 100.0;

/// Key in the training record of a network for the composition that it was trained with, as JSON. Absent if this is the
/// composition that ships.
pub const COMPOSITION: &str = "composition";

/// Difference between a component and the training composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The component is not in the training composition.
    New,
    /// The component has different traits.
    Changed,
}

/// A component with inferred weights.
#[derive(Clone, Debug, PartialEq)]
pub struct InferredComponent {
    /// Kind of component.
    pub kind: String,
    /// Id of the component.
    pub id: String,
    /// Reason why the weights are inferred.
    pub difference: Difference,
    /// Quality of inferred weights for this kind.
    pub transfer: Transfer,
}

/// Quality of inference for one kind of component, by cross-validation: each design is left out in turn, with all its
/// copies, and predicted from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// Number of components that the network was trained with.
    pub known: usize,
    /// Share of the variance between components that is predicted: 1 is a perfect prediction, 0 is as good as the mean
    /// of the others, and negative values are worse than the mean.
    pub r_squared: f64,
}

/// Returns the composition that a network was trained with, if its record contains one.
pub fn recorded(weights: &Weights) -> Option<ComponentEncoding> {
    serde_json::from_str(weights.record.get(COMPOSITION)?).ok()
}

/// A component that differs from the training composition.
struct Unlike<'a> {
    id: &'a str,
    /// Current traits.
    now: &'a Traits,
    /// Traits in the training composition, or `None` if the component is new.
    learnt: Option<&'a Traits>,
}

/// Returns the new and changed components of a kind, in the order of their ids.
fn unlike<'a>(learnt: &'a Kind, now: &'a Kind) -> impl Iterator<Item = Unlike<'a>> {
    now.components.iter().filter_map(|(id, now)| {
        let learnt = learnt.components.get(id);
        (learnt != Some(now)).then_some(Unlike { id, now, learnt })
    })
}

/// Returns the kinds that both compositions contain, as pairs of training version and current version.
fn shared_kinds<'a>(
    learnt: &'a ComponentEncoding,
    now: &'a ComponentEncoding,
) -> impl Iterator<Item = (&'a Kind, &'a Kind)> {
    let kinds = now.kinds.iter();
    kinds.filter_map(|now| learnt.kind(&now.name).map(|learnt| (learnt, now)))
}

/// Returns the components whose weights are inferred when a network trained with `learnt` plays with `now`.
pub fn inferred_components(
    weights: &Weights,
    learnt: &ComponentEncoding,
    now: &ComponentEncoding,
) -> Vec<InferredComponent> {
    let mut found = Vec::new();
    for (learnt, now) in shared_kinds(learnt, now) {
        let mut unlike = unlike(learnt, now).peekable();
        if unlike.peek().is_none() {
            continue;
        }
        let transfer = transfer(weights, learnt);
        found.extend(unlike.map(|component| InferredComponent {
            kind: now.name.clone(),
            id: component.id.to_string(),
            difference: match component.learnt {
                None => Difference::New,
                Some(_) => Difference::Changed,
            },
            transfer,
        }));
    }
    found
}

/// Returns the weights for a game with other components. New and changed components get inferred weights, and each
/// policy row moves to the current action index of its component.
#[must_use]
pub fn infer(weights: &Weights, learnt: &ComponentEncoding, now: &ComponentEncoding) -> Weights {
    let mut inferred = weights.clone();
    for (learnt, now) in shared_kinds(learnt, now) {
        infer_inputs(weights, learnt, now, &mut inferred);
        if let (Some(policy), Some(inferred)) = (&weights.policy, &mut inferred.policy) {
            infer_actions(policy, learnt, now, inferred);
        }
    }
    inferred
}

/// Returns the index of each input by name.
fn numbers(weights: &Weights) -> BTreeMap<&str, usize> {
    let names = weights.inputs.iter().map(String::as_str);
    names.zip(0..).collect()
}

fn infer_inputs(weights: &Weights, learnt: &Kind, now: &Kind, inferred: &mut Weights) {
    let units = weights.first_units;
    let numbers = numbers(weights);
    let column = |number: usize| &weights.first[number * units..][..units];
    for input in &now.inputs {
        let number = |id: &str| numbers.get(input.replace(ID, id).as_str()).copied();
        let known = learnt.components.iter();
        let known = known.filter_map(|(id, traits)| Some((traits, column(number(id)?))));
        let (traits, columns): (Vec<&Traits>, Vec<&[f32]>) = known.unzip();
        if traits.is_empty() {
            // Without known components there is nothing to fit, so the weights of the input are 0.
            for component in unlike(learnt, now) {
                inferred.first.extend(vec![0.0; units]);
                inferred.inputs.push(input.replace(ID, component.id));
            }
            continue;
        }
        let fit = Fit::new(&traits);
        for component in unlike(learnt, now) {
            match (component.learnt, number(component.id)) {
                (Some(before), Some(number)) => {
                    let shares = fit.shares_of_change(before, component.now);
                    let column = &mut inferred.first[number * units..][..units];
                    add_shares(column, &shares, &columns);
                }
                (None, Some(_)) => {}
                (_, None) => {
                    let mut column = vec![0.0; units];
                    add_shares(&mut column, &fit.shares(component.now), &columns);
                    inferred.first.extend(column);
                    inferred.inputs.push(input.replace(ID, component.id));
                }
            }
        }
    }
}

fn infer_actions(policy: &PolicyWeights, learnt: &Kind, now: &Kind, inferred: &mut PolicyWeights) {
    let bound = policy.logit_bias.len();
    // The bias of a logit is appended to its row.
    let row = |number: usize| -> Vec<f32> {
        let row = &policy.logits[number * POLICY..][..POLICY];
        [row, &policy.logit_bias[number..=number]].concat()
    };
    for (done, numbers) in &now.actions {
        let Some(before) = learnt.actions.get(done) else {
            continue;
        };
        let number = |id: &str| before.get(id).map(|&number| number as usize);
        let known_row = |id: &str| number(id).filter(|&number| number < bound).map(row);
        let known = learnt.components.iter();
        let known = known.filter_map(|(id, traits)| Some((traits, known_row(id)?)));
        let (traits, rows): (Vec<&Traits>, Vec<Vec<f32>>) = known.unzip();
        if traits.is_empty() {
            continue;
        }
        let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let fit = Fit::new(&traits);
        for (id, &now_number) in numbers {
            let Some(now) = now.components.get(id) else {
                continue;
            };
            let own = known_row(id).zip(learnt.components.get(id));
            let (mut found, shares) = match own {
                Some((row, before)) if before == now => (row, vec![0.0; rows.len()]),
                Some((row, before)) => (row, fit.shares_of_change(before, now)),
                None => (vec![0.0; POLICY + 1], fit.shares(now)),
            };
            add_shares(&mut found, &shares, &rows);
            let now_number = now_number as usize;
            if inferred.logit_bias.len() <= now_number {
                inferred.logit_bias.resize(now_number + 1, 0.0);
                inferred.logits.resize((now_number + 1) * POLICY, 0.0);
            }
            inferred.logits[now_number * POLICY..][..POLICY].copy_from_slice(&found[..POLICY]);
            inferred.logit_bias[now_number] = found[POLICY];
        }
    }
}

/// Adds the weights of the known components, each multiplied by its share.
fn add_shares(weights: &mut [f32], shares: &[f64], known: &[&[f32]]) {
    if shares.iter().all(|&share| share == 0.0) {
        return;
    }
    for (unit, weight) in weights.iter_mut().enumerate() {
        let pairs = shares.iter().zip(known);
        let sum = pairs.fold(0.0, |sum, (share, known)| {
            sum + share * f64::from(known[unit])
        });
        *weight = (f64::from(*weight) + sum) as f32;
    }
}

/// Returns the quality of inference for one kind. The predicted quantity is the contribution of a component to the
/// expected lead, to first order: its weights times the weights of the second layer and the head. If several groups of
/// inputs name these components, the group with the largest variance between components is used.
pub fn transfer(weights: &Weights, learnt: &Kind) -> Transfer {
    let numbers = numbers(weights);
    let slopes = slopes(weights);
    let (mut most, mut widest, mut r_squared) = (0, 0.0, 0.0);
    for input in &learnt.inputs {
        let known = learnt.components.iter();
        let known = known.filter_map(|(id, traits)| {
            let &number = numbers.get(input.replace(ID, id).as_str())?;
            let column = &weights.first[number * weights.first_units..][..weights.first_units];
            Some((id.as_str(), traits, dot_32(column, &slopes)))
        });
        let known: Vec<_> = known.collect();
        most = most.max(known.len());
        let mut copies: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, (id, ..)) in known.iter().enumerate() {
            let design = learnt.designs.get(*id).map_or(*id, String::as_str);
            copies.entry(design).or_default().push(index);
        }
        if copies.len() < 3 {
            continue;
        }
        let traits: Vec<&Traits> = known.iter().map(|(_, traits, _)| *traits).collect();
        let told: Vec<f64> = known.iter().map(|(.., told)| *told).collect();
        let own = 1.0 / told.len() as f64;
        let fit = Fit::new(&traits);
        let shares: Vec<Vec<f64>> = traits.iter().map(|traits| fit.shares(traits)).collect();
        let by_mean = vec![vec![own; told.len()]; told.len()];
        let spread = missed(&by_mean, &told, copies.values());
        if spread / told.len() as f64 > widest {
            widest = spread / told.len() as f64;
            r_squared = 1.0 - missed(&shares, &told, copies.values()) / spread;
        }
    }
    Transfer {
        known: most,
        r_squared,
    }
}

/// Returns the contribution of each unit of the first layer to the expected lead, to first order.
fn slopes(weights: &Weights) -> Vec<f64> {
    let rows = weights.second.chunks_exact(SECOND);
    let rows = rows.map(|row| {
        let row: Vec<f64> = row.iter().map(|&weight| f64::from(weight)).collect();
        dot_32(&weights.heads[0], &row)
    });
    rows.collect()
}

fn dot_32(weights: &[f32], other: &[f64]) -> f64 {
    let pairs = weights.iter().zip(other);
    pairs.fold(0.0, |sum, (&weight, other)| sum + f64::from(weight) * other)
}

/// Returns the sum of squared leave-one-group-out residuals of a linear smoother. `shares[i][j]` is the weight of value
/// `j` in the prediction of value `i`.
fn missed<'a>(
    shares: &[Vec<f64>],
    told: &[f64],
    groups: impl Iterator<Item = &'a Vec<usize>>,
) -> f64 {
    let mut sum = 0.0;
    for group in groups {
        let rest = |&row: &usize| told[row] - dot(&shares[row], told);
        let rest: Vec<f64> = group.iter().map(rest).collect();
        let others = |row: &usize| {
            let columns = group.iter();
            let of = |column: &usize| f64::from(u8::from(row == column)) - shares[*row][*column];
            columns.map(of).collect()
        };
        let missed = solve(&cholesky(group.iter().map(others).collect()), &rest);
        sum += dot(&missed, &missed);
    }
    sum
}

/// Ridge regression on the traits of some components. The fit does not depend on the target values.
struct Fit<'a> {
    /// Traits that vary between components, with their mean and the inverse of their standard deviation.
    words: Vec<(&'a str, f64, f64)>,
    /// Scaled traits by component.
    rows: Vec<Vec<f64>>,
    /// Lower triangle of the Cholesky factor of the Gram matrix of the traits, including the ridge.
    factor: Vec<Vec<f64>>,
}

impl<'a> Fit<'a> {
    fn new(known: &[&'a Traits]) -> Fit<'a> {
        let count = known.len() as f64;
        let all: BTreeSet<&str> = (known.iter())
            .flat_map(|traits| traits.keys().map(String::as_str))
            .collect();
        let scaled = |word: &'a str| {
            let numbers = || known.iter().map(|traits| number(traits, word));
            let mean = numbers().sum::<f64>() / count;
            let square = numbers().map(|number| (number - mean) * (number - mean));
            let variance = square.sum::<f64>() / count;
            (variance > 0.0).then(|| (word, mean, 1.0 / variance.sqrt()))
        };
        let words: Vec<_> = all.into_iter().filter_map(scaled).collect();
        let mut fit = Fit {
            words,
            rows: Vec::new(),
            factor: Vec::new(),
        };
        fit.rows = known.iter().map(|traits| fit.row(traits)).collect();
        fit.factor = cholesky(products(&fit.rows, fit.words.len()));
        fit
    }

    /// Returns the scaled traits of a component. Traits that are constant over all known components are ignored.
    fn row(&self, traits: &Traits) -> Vec<f64> {
        let words = self.words.iter();
        words
            .map(|&(word, mean, scale)| (number(traits, word) - mean) * scale)
            .collect()
    }

    /// Returns the weight of each known component in the prediction for one component.
    fn shares(&self, traits: &Traits) -> Vec<f64> {
        let own = 1.0 / self.rows.len() as f64;
        let shares = self.shares_of_row(&self.row(traits));
        shares.into_iter().map(|share| own + share).collect()
    }

    /// Returns the weight of each known component in the change of the prediction between two versions of a component.
    fn shares_of_change(&self, before: &Traits, now: &Traits) -> Vec<f64> {
        let rows = self.row(now).into_iter().zip(self.row(before));
        let change: Vec<f64> = rows.map(|(now, before)| now - before).collect();
        self.shares_of_row(&change)
    }

    fn shares_of_row(&self, row: &[f64]) -> Vec<f64> {
        let solved = solve(&self.factor, row);
        let rows = self.rows.iter();
        rows.map(|known| dot(known, &solved)).collect()
    }
}

fn number(traits: &Traits, word: &str) -> f64 {
    traits.get(word).copied().map_or(0.0, f64::from)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.fold(0.0, |sum, (one, other)| sum + one * other)
}

/// Returns the Gram matrix of the traits, with the ridge on its diagonal.
fn products(rows: &[Vec<f64>], words: usize) -> Vec<Vec<f64>> {
    let mut products = vec![vec![0.0; words]; words];
    for row in rows {
        for (one, sums) in products.iter_mut().enumerate() {
            for (other, sum) in sums.iter_mut().enumerate().take(one + 1) {
                *sum += row[one] * row[other];
            }
        }
    }
    for (word, sums) in products.iter_mut().enumerate() {
        sums[word] += RIDGE;
    }
    products
}

/// Returns the lower triangle of the Cholesky factor of a positive definite matrix. Only the lower triangle is read.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for row in 0..matrix.len() {
        for column in 0..=row {
            let known = dot(&matrix[row][..column], &matrix[column][..column]);
            let rest = matrix[row][column] - known;
            matrix[row][column] = if column == row {
                rest.sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    matrix
}

/// Solves the linear system for one right-hand side by forward and backward substitution.
fn solve(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut solved = right.to_vec();
    for row in 0..solved.len() {
        let known = dot(&factor[row][..row], &solved[..row]);
        solved[row] = (solved[row] - known) / factor[row][row];
    }
    for row in (0..solved.len()).rev() {
        let later = (row + 1..solved.len())
            .fold(0.0, |sum, later| sum + factor[later][row] * solved[later]);
        solved[row] = (solved[row] - later) / factor[row][row];
    }
    solved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traits(words: &[(&str, f32)]) -> Traits {
        let words = words.iter();
        words
            .map(|&(word, number)| (word.to_string(), number))
            .collect()
    }

    /// Returns weights that depend linearly on points and price, with one action per card.
    fn learnt() -> (Weights, ComponentEncoding) {
        let units = 64;
        let mut kind = Kind::new("card", ["hand:{}", "second effect of {}"]);
        let mut weights = Weights {
            first_units: units,
            second: vec![1.0; units * SECOND],
            heads: [vec![1.0; SECOND], vec![1.0; SECOND]],
            policy: Some(PolicyWeights::default()),
            ..Weights::default()
        };
        let policy = weights.policy.as_mut().unwrap();
        let mut numbers = BTreeMap::new();
        for card in 0..40u8 {
            let id = format!("A{card:03}");
            let (vp, cost) = (f32::from(card % 7), f32::from(card % 5));
            kind.components
                .insert(id.clone(), traits(&[("vp", vp), ("cost", cost)]));
            weights.inputs.push(format!("hand:{id}"));
            weights.first.extend(vec![2.0 * vp - cost; units]);
            policy.logits.extend(vec![vp; POLICY]);
            policy.logit_bias.push(-cost);
            numbers.insert(id, u32::from(card));
        }
        kind.actions.insert("buy".to_string(), numbers);
        (weights, ComponentEncoding { kinds: vec![kind] })
    }

    #[test]
    fn identical_components_leave_the_weights_unchanged() {
        let (weights, learnt) = learnt();
        assert_eq!(infer(&weights, &learnt, &learnt), weights);
        assert!(inferred_components(&weights, &learnt, &learnt).is_empty());
    }

    #[test]
    fn weights_of_changed_and_new_components_are_inferred() {
        let (weights, learnt) = learnt();
        let mut now = learnt.clone();
        let kind = &mut now.kinds[0];
        kind.components
            .insert("A003".to_string(), traits(&[("vp", 6.0), ("cost", 3.0)]));
        kind.components
            .insert("X1".to_string(), traits(&[("vp", 6.0), ("cost", 1.0)]));
        let numbers = kind.actions.get_mut("buy").unwrap();
        numbers.insert("X1".to_string(), 45);
        numbers.insert("A003".to_string(), 4);
        numbers.insert("A004".to_string(), 3);
        let found = infer(&weights, &learnt, &now);
        // A trait that no known card has does not affect the prediction.
        let inputs = ["hand:X1", "second effect of A003", "second effect of X1"];
        assert_eq!(found.inputs[40..], inputs);
        let units = weights.first_units;
        let column = |number: usize| found.first[number * units];
        // The weight was 2 x 3 - 3. Three more points add 6, which the ridge shrinks by more than half. The mean is
        // 3.7.
        assert!(column(3) > 4.0 && column(3) < 9.0, "{}", column(3));
        assert_eq!((column(41), column(42)), (0.0, 0.0));
        assert!(column(40) > 4.5 && column(40) < 11.0, "{}", column(40));
        let others = (0..40).filter(|&number| number != 3);
        assert!(
            others
                .clone()
                .all(|number| column(number) == weights.first[number * units])
        );
        let policy = found.policy.as_ref().unwrap();
        assert_eq!(policy.logit_bias.len(), 46);
        assert_eq!(policy.logits.len(), 46 * POLICY);
        // If two cards exchange their action indices, their rows move with them.
        assert_eq!(policy.logit_bias[3], -4.0);
        assert!(policy.logits[4 * POLICY] > 3.5);
        assert!(policy.logits[45 * POLICY] > 3.5);
        let differences = inferred_components(&weights, &learnt, &now);
        let told = differences
            .iter()
            .map(|found| (found.id.as_str(), found.difference));
        let told: Vec<_> = told.collect();
        assert_eq!(
            told,
            [("A003", Difference::Changed), ("X1", Difference::New)]
        );
        let transfer = differences[0].transfer;
        assert_eq!(transfer.known, 40);
        assert!(
            transfer.r_squared > 0.2 && transfer.r_squared < 1.0,
            "{transfer:?}"
        );
    }

    /// Weights that are unrelated to the traits cannot be inferred.
    #[test]
    fn weights_unrelated_to_traits_do_not_transfer() {
        let (mut weights, learnt) = learnt();
        let mut state = 1u32;
        for weight in &mut weights.first {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *weight = (state >> 16) as f32 / 65536.0;
        }
        assert!(transfer(&weights, &learnt.kinds[0]).r_squared < 0.1);
    }
}
