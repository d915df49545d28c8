//! The n-tuple bandit evolutionary algorithm (Lucas, Liu & Perez-Liebana, *The N-Tuple Bandit
//! Evolutionary Algorithm for game agent optimisation*, 2018): for few, noisy evaluations of points
//! that are combinations of values.
//!
//! A model keeps, for every value of every dimension and for every pair of values of two dimensions,
//! how often it was tried and what that brought on average. The next point is the one of several
//! mutants of the current point to which the model gives the highest upper confidence bound.

use crate::random::{Rng, below};
use crate::stats::Moments;

/// Added to the visits of a pattern: a pattern that was never tried is urgent, but not infinitely.
const VISITS_BEFORE: f64 = 0.5;

/// How the algorithm explores.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Mutants among which the next point is chosen.
    pub neighbours: usize,
    /// Weight of the exploration term, in standard deviations of the values seen so far.
    pub exploration: f64,
}

/// A point by the index of its value in every dimension.
pub type Choice = Vec<usize>;

/// One cell of the model.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    visits: u32,
    sum: f64,
}

/// What is known of the patterns of one tuple of dimensions, which have this many values.
#[derive(Clone, Debug)]
struct Tuple {
    first: usize,
    second: Option<usize>,
    width: usize,
    patterns: Vec<Pattern>,
}

impl Tuple {
    fn pattern(&self, point: &[usize]) -> usize {
        match self.second {
            None => point[self.first],
            Some(second) => point[self.first] * self.width + point[second],
        }
    }
}

/// The statistics of all 1-tuples and 2-tuples.
#[derive(Clone, Debug)]
pub struct Model {
    tuples: Vec<Tuple>,
    visits: u32,
}

impl Model {
    /// A model of dimensions with so many values each.
    pub fn new(sizes: &[usize]) -> Model {
        let one = sizes.iter().enumerate().map(|(first, &size)| Tuple {
            first,
            second: None,
            width: 1,
            patterns: vec![Pattern::default(); size],
        });
        let pairs = (0..sizes.len()).flat_map(|first| {
            (first + 1..sizes.len()).map(move |second| Tuple {
                first,
                second: Some(second),
                width: sizes[second],
                patterns: vec![Pattern::default(); sizes[first] * sizes[second]],
            })
        });
        Model {
            tuples: one.chain(pairs).collect(),
            visits: 0,
        }
    }

    /// Takes what an evaluation brought.
    pub fn add(&mut self, point: &[usize], value: f64) {
        self.visits += 1;
        for tuple in &mut self.tuples {
            let index = tuple.pattern(point);
            tuple.patterns[index].visits += 1;
            tuple.patterns[index].sum += value;
        }
    }

    /// The estimate of a point: the mean over the tuples of what its patterns brought; patterns that
    /// were never tried say nothing. `None` if none was.
    pub fn estimate(&self, point: &[usize]) -> Option<f64> {
        let means: Moments = self
            .tuples
            .iter()
            .map(|tuple| tuple.patterns[tuple.pattern(point)])
            .filter(|pattern| pattern.visits > 0)
            .map(|pattern| pattern.sum / f64::from(pattern.visits))
            .collect();
        means.mean()
    }

    /// How little is known of a point: the mean over the tuples of √(ln(1 + N) / (n + ½)), where N
    /// evaluations were made, n of them with the point's pattern.
    pub fn uncertainty(&self, point: &[usize]) -> f64 {
        let tried = f64::from(1 + self.visits).ln();
        let sum: f64 = self
            .tuples
            .iter()
            .map(|tuple| tuple.patterns[tuple.pattern(point)])
            .map(|pattern| (tried / (f64::from(pattern.visits) + VISITS_BEFORE)).sqrt())
            .sum();
        sum / self.tuples.len() as f64
    }

    /// The upper confidence bound by which the next point is chosen, with k in units of the values.
    pub fn upper_bound(&self, point: &[usize], k: f64) -> f64 {
        self.estimate(point).unwrap_or(0.0) + k * self.uncertainty(point)
    }
}

/// A run of the algorithm: asks for a point, is told its value, asks for the next.
#[derive(Clone, Debug)]
pub struct Ntbea {
    sizes: Vec<usize>,
    settings: Settings,
    rng: Rng,
    model: Model,
    values: Moments,
    current: Choice,
    /// Points in the order in which they were first evaluated, with the number of that evaluation.
    sampled: Vec<(usize, Choice)>,
    told: usize,
}

impl Ntbea {
    /// A run that starts at a point, over dimensions with so many values each: at least one dimension,
    /// and at least two values.
    pub fn new(sizes: &[usize], start: Choice, settings: Settings, rng: Rng) -> Ntbea {
        Ntbea {
            sizes: sizes.to_vec(),
            settings,
            rng,
            model: Model::new(sizes),
            values: Moments::default(),
            current: start,
            sampled: Vec::new(),
            told: 0,
        }
    }

    /// The point to be evaluated next.
    pub fn ask(&self) -> &[usize] {
        &self.current
    }

    /// Hears what the point that was asked for brought, and chooses the next one.
    pub fn tell(&mut self, value: f64) {
        self.model.add(&self.current, value);
        self.values.push(value);
        if !self.sampled.iter().any(|(_, point)| *point == self.current) {
            self.sampled.push((self.told, self.current.clone()));
        }
        self.told += 1;
        let k = self.settings.exploration * self.values.standard_deviation().unwrap_or(1.0);
        let mut best: Option<(f64, Choice)> = None;
        for _ in 0..self.settings.neighbours {
            let mutant = self.mutant();
            let bound = self.model.upper_bound(&mutant, k);
            if best.as_ref().is_none_or(|(highest, _)| bound > *highest) {
                best = Some((bound, mutant));
            }
        }
        if let Some((_, next)) = best {
            self.current = next;
        }
    }

    /// The point with the highest estimate of those that were evaluated, with the number (from 0) of
    /// its first evaluation and the estimate; the earlier of equals. `None` before the first.
    pub fn incumbent(&self) -> Option<(usize, &[usize], f64)> {
        let mut best: Option<(usize, &[usize], f64)> = None;
        for (number, point) in &self.sampled {
            let estimate = self.model.estimate(point).unwrap_or(f64::NEG_INFINITY);
            if best.is_none_or(|(.., highest)| estimate > highest) {
                best = Some((*number, point, estimate));
            }
        }
        best
    }

    /// The current point with one dimension changed for certain, and each other one with probability
    /// 1 / dimensions.
    fn mutant(&mut self) -> Choice {
        let mut point = self.current.clone();
        let dimensions = self.sizes.len() as u32;
        let certain = below(&mut self.rng, dimensions);
        for (dimension, value) in point.iter_mut().enumerate() {
            if dimension as u32 == certain || below(&mut self.rng, dimensions) == 0 {
                // Any value but the one it has.
                let other = below(&mut self.rng, self.sizes[dimension] as u32 - 1) as usize;
                *value = other + usize::from(other >= *value);
            }
        }
        point
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{stream, unit};

    /// Two dimensions of two values; three evaluations. By hand: of point (0, 0) the patterns are
    /// first = 0 (tried twice, mean 2), second = 0 (twice, mean 3), and the pair (once, mean 1), so the
    /// estimate is (2 + 3 + 1) / 3 = 2 and the uncertainty
    /// (2 √(ln 4 / 2.5) + √(ln 4 / 1.5)) / 3 = (2 · 0.744659 + 0.961351) / 3 = 0.816890.
    #[test]
    fn estimate_and_bound_as_worked_by_hand() {
        let mut model = Model::new(&[2, 2]);
        assert_eq!(model.estimate(&[0, 0]), None);
        model.add(&[0, 0], 1.0);
        model.add(&[0, 1], 3.0);
        model.add(&[1, 0], 5.0);
        assert!((model.estimate(&[0, 0]).unwrap() - 2.0).abs() < 1e-12);
        assert!((model.uncertainty(&[0, 0]) - 0.816_890).abs() < 1e-6);
        assert!((model.upper_bound(&[0, 0], 10.0) - 10.168_90).abs() < 1e-5);
        // The pair (1, 1) was never tried: first = 1 has mean 5, second = 1 has mean 3; for the bound
        // the pair counts with no visits: (2 √(ln 4 / 1.5) + √(ln 4 / 0.5)) / 3.
        assert!((model.estimate(&[1, 1]).unwrap() - 4.0).abs() < 1e-12);
        assert!((model.uncertainty(&[1, 1]) - 1.195_937).abs() < 1e-6);
    }

    fn settings() -> Settings {
        Settings {
            neighbours: 50,
            exploration: 1.0,
        }
    }

    /// What the algorithm makes of a function with noise, uniform with the given half width.
    fn maximised(
        sizes: &[usize],
        evaluations: usize,
        noise: f64,
        f: impl Fn(&[usize]) -> f64,
    ) -> Choice {
        let mut luck = stream(3, &[1]);
        let mut ntbea = Ntbea::new(sizes, vec![0; sizes.len()], settings(), stream(3, &[0]));
        for _ in 0..evaluations {
            let value = f(ntbea.ask()) + noise * (2.0 * unit(&mut luck) - 1.0);
            ntbea.tell(value);
        }
        ntbea.incumbent().unwrap().1.to_vec()
    }

    /// A sum of one bump per dimension: 1-tuples are enough.
    #[test]
    fn finds_the_top_of_independent_dimensions_under_noise() {
        let best = [3, 1, 4, 0, 2];
        let f = |point: &[usize]| -> f64 {
            let off = |(&here, there): (&usize, usize)| (here as f64 - there as f64).powi(2);
            -point.iter().zip(best).map(off).sum::<f64>()
        };
        assert_eq!(f(&[0; 5]), -30.0);
        let found = maximised(&[5; 5], 500, 4.0, f);
        assert!(f(&found) >= -2.0, "{found:?}");
        // Even without noise the means of values hang on the company they were tried in.
        let found = maximised(&[5; 5], 500, 0.0, f);
        assert!(f(&found) >= -1.0, "{found:?}");
    }

    /// Worth something only together (a 2-tuple): each value alone says little.
    #[test]
    fn finds_a_pair_that_is_good_only_together() {
        let f = |point: &[usize]| match (point[0], point[1]) {
            (3, 2) => 3.0,
            (3, _) | (_, 2) => -1.0,
            _ => 0.0,
        };
        let found = maximised(&[4, 4, 4], 400, 1.0, f);
        assert_eq!(found[..2], [3, 2]);
    }

    #[test]
    fn mutants_differ_and_stay_inside() {
        let mut ntbea = Ntbea::new(&[2, 3, 4], vec![0, 2, 1], settings(), stream(1, &[]));
        for _ in 0..1000 {
            let mutant = ntbea.mutant();
            assert_ne!(mutant, ntbea.current);
            assert!(
                mutant
                    .iter()
                    .zip(&ntbea.sizes)
                    .all(|(value, size)| value < size)
            );
        }
    }
}
