//! The n-tuple bandit evolutionary algorithm (Lucas, Liu & Perez-Liebana, *The N-Tuple Bandit Evolutionary Algorithm
//! for game agent optimisation*, 2018), which optimizes over combinations of discrete values with few, noisy
//! evaluations.
//!
//! For every value of every dimension, and for every pair of values in two dimensions, the model stores the number of
//! evaluations and their mean. The next point is the mutant of the current point with the highest upper confidence
//! bound.

use crate::random::{Rng, below};
use crate::stats::Moments;

/// Number added to the visits of a pattern, so that the bound of an untried pattern is large but finite.
const VISITS_BEFORE: f64 = 0.5;

/// Settings of the algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of mutants from which the next point is chosen.
    pub neighbours: usize,
    /// Weight of the exploration term, in standard deviations of the values so far.
    pub exploration: f64,
}

/// A point, as the index of its value in every dimension.
pub type Choice = Vec<usize>;

/// Statistics of one pattern in the model.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    visits: u32,
    sum: f64,
}

/// Statistics of a tuple of one or two dimensions.
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

/// Statistics of all 1-tuples and 2-tuples.
#[derive(Clone, Debug)]
pub struct Model {
    tuples: Vec<Tuple>,
    visits: u32,
}

impl Model {
    /// Creates a model for dimensions with these numbers of values.
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

    /// Adds an evaluation.
    pub fn add(&mut self, point: &[usize], value: f64) {
        self.visits += 1;
        for tuple in &mut self.tuples {
            let index = tuple.pattern(point);
            tuple.patterns[index].visits += 1;
            tuple.patterns[index].sum += value;
        }
    }

    /// Returns the estimated value of a point: the mean over the tuples of the mean value of the point's pattern.
    /// Untried patterns are ignored. Returns `None` if all are untried.
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

    /// Returns the uncertainty of a point: the mean over the tuples of √(ln(1 + N) / (n + ½)), where N is the total
    /// number of evaluations and n the number with the point's pattern.
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

    /// Returns the upper confidence bound of a point. `k` has the unit of the values.
    pub fn upper_bound(&self, point: &[usize], k: f64) -> f64 {
        self.estimate(point).unwrap_or(0.0) + k * self.uncertainty(point)
    }
}

/// State of the algorithm, with an ask-and-tell interface.
#[derive(Clone, Debug)]
pub struct Ntbea {
    sizes: Vec<usize>,
    settings: Settings,
    rng: Rng,
    model: Model,
    values: Moments,
    current: Choice,
    /// Evaluated points without duplicates, with the number of their first evaluation.
    sampled: Vec<(usize, Choice)>,
    told: usize,
}

impl Ntbea {
    /// Starts at a point. There must be at least one dimension, and at least two values in each.
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

    /// Returns the next point to evaluate.
    pub fn ask(&self) -> &[usize] {
        &self.current
    }

    /// Adds the value of the current point and chooses the next one.
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

    /// Returns the evaluated point with the highest estimate, the number of its first evaluation (from 0), and the
    /// estimate. The earlier point wins a tie. Returns `None` before the first evaluation.
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

    /// Returns a mutant of the current point. One random dimension always changes, and each other dimension changes
    /// with probability 1 / dimensions.
    fn mutant(&mut self) -> Choice {
        let mut point = self.current.clone();
        let dimensions = self.sizes.len() as u32;
        let certain = below(&mut self.rng, dimensions);
        for (dimension, value) in point.iter_mut().enumerate() {
            if dimension as u32 == certain || below(&mut self.rng, dimensions) == 0 {
                // Choose uniformly among the other values.
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

    /// Two dimensions with two values and three evaluations. For the point (0, 0), the patterns are first = 0 (two
    /// visits, mean 2), second = 0 (two visits, mean 3), and the pair (one visit, mean 1). The estimate is (2 + 3 + 1)
    /// / 3 = 2 and the uncertainty (2 √(ln 4 / 2.5) + √(ln 4 / 1.5)) / 3 = (2 · 0.744659 + 0.961351) / 3 = 0.816890.
    #[test]
    fn ntbea_estimate_and_bound_match_hand_computation() {
        let mut model = Model::new(&[2, 2]);
        assert_eq!(model.estimate(&[0, 0]), None);
        model.add(&[0, 0], 1.0);
        model.add(&[0, 1], 3.0);
        model.add(&[1, 0], 5.0);
        assert!((model.estimate(&[0, 0]).unwrap() - 2.0).abs() < 1e-12);
        assert!((model.uncertainty(&[0, 0]) - 0.816_890).abs() < 1e-6);
        assert!((model.upper_bound(&[0, 0], 10.0) - 10.168_90).abs() < 1e-5);
        // The pair (1, 1) is untried; first = 1 has mean 5 and second = 1 has mean 3. In the bound, the pair counts
        // with zero visits: (2 √(ln 4 / 1.5) + √(ln 4 / 0.5)) / 3.
        assert!((model.estimate(&[1, 1]).unwrap() - 4.0).abs() < 1e-12);
        assert!((model.uncertainty(&[1, 1]) - 1.195_937).abs() < 1e-6);
    }

    fn settings() -> Settings {
        Settings {
            neighbours: 50,
            exploration: 1.0,
        }
    }

    /// Maximizes a function with uniform noise of the given half-width, and returns the best point.
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

    /// The function is a sum of one bump per dimension, so 1-tuples are sufficient.
    #[test]
    fn ntbea_finds_the_optimum_of_independent_dimensions() {
        let best = [3, 1, 4, 0, 2];
        let f = |point: &[usize]| -> f64 {
            let off = |(&here, there): (&usize, usize)| (here as f64 - there as f64).powi(2);
            -point.iter().zip(best).map(off).sum::<f64>()
        };
        assert_eq!(f(&[0; 5]), -30.0);
        let found = maximised(&[5; 5], 500, 4.0, f);
        assert!(f(&found) >= -2.0, "{found:?}");
        // Even without noise, the mean of a value depends on the other values in the same evaluations.
        let found = maximised(&[5; 5], 500, 0.0, f);
        assert!(f(&found) >= -1.0, "{found:?}");
    }

    /// The best values are good only as a pair, so a 2-tuple is necessary.
    #[test]
    fn ntbea_finds_values_that_are_good_only_as_a_pair() {
        let f = |point: &[usize]| match (point[0], point[1]) {
            (3, 2) => 3.0,
            (3, _) | (_, 2) => -1.0,
            _ => 0.0,
        };
        let found = maximised(&[4, 4, 4], 400, 1.0, f);
        assert_eq!(found[..2], [3, 2]);
    }

    #[test]
    fn mutants_differ_and_are_within_bounds() {
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
