//! Simultaneous perturbation stochastic approximation (Spall, *Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation*, 1992), which needs two noisy evaluations per step in any number
//! of dimensions.
//!
//! Every dimension is scaled to 0..=1 over its range. The step size follows Spall's advice (*Implementation of the
//! simultaneous perturbation algorithm for stochastic optimization*, 1998): it is set from the mean size of a few
//! initial gradient estimates.

use crate::random::{Rng, below};

/// Settings of the algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Number of steps, without the initial gradient estimates.
    pub steps: usize,
    /// Number of initial gradient estimates, at least 1, which determine the step size.
    pub trials: usize,
    /// Approximate length of the first step in each dimension.
    pub first_step: f64,
    /// c: distance of both sides of the first step from its center.
    pub perturbation: f64,
    /// A as a fraction of the number of steps.
    pub stability: f64,
    /// Exponent of the step gain.
    pub alpha: f64,
    /// Exponent of the perturbation gain.
    pub gamma: f64,
}

impl Settings {
    /// Returns A, which limits the length of the first steps.
    fn offset(&self) -> f64 {
        self.stability * self.steps as f64
    }

    /// Returns the step gain a / (A + k + 1)^α of step k, from 0.
    pub fn step_gain(&self, a: f64, step: usize) -> f64 {
        a / (self.offset() + step as f64 + 1.0).powf(self.alpha)
    }

    /// Returns the perturbation gain c / (k + 1)^γ of step k, from 0.
    pub fn perturbation_gain(&self, step: usize) -> f64 {
        self.perturbation / (step as f64 + 1.0).powf(self.gamma)
    }
}

/// State of the algorithm, with an ask-and-tell interface.
#[derive(Clone, Debug)]
pub struct Spsa {
    settings: Settings,
    rng: Rng,
    /// Current point.
    middle: Vec<f64>,
    /// Direction of the perturbation: 1 or −1 in every dimension.
    direction: Vec<f64>,
    /// Value of the first side, once it is known.
    first: Option<f64>,
    /// Number of completed steps and initial estimates.
    done: usize,
    /// Sum of the sizes of the initial gradient estimates.
    sizes: f64,
    /// Mean value of both sides of the last step.
    estimate: Option<f64>,
}

impl Spsa {
    /// Starts at a point with coordinates in 0..=1.
    pub fn new(start: Vec<f64>, settings: Settings, rng: Rng) -> Spsa {
        let mut spsa = Spsa {
            settings,
            rng,
            direction: vec![1.0; start.len()],
            middle: start,
            first: None,
            done: 0,
            sizes: 0.0,
            estimate: None,
        };
        spsa.turn();
        spsa
    }

    /// Returns the next point to evaluate: the two sides of a step in turn.
    pub fn ask(&self) -> Vec<f64> {
        let side = if self.first.is_none() { 1.0 } else { -1.0 };
        let reach = side * self.reach();
        self.middle
            .iter()
            .zip(&self.direction)
            .map(|(middle, direction)| (middle + reach * direction).clamp(0.0, 1.0))
            .collect()
    }

    /// Returns the number of the pair that the next evaluation belongs to.
    pub fn pair(&self) -> usize {
        self.done
    }

    /// Adds the value of the current side. After the second side, makes a step.
    pub fn tell(&mut self, value: f64) {
        let Some(first) = self.first.take() else {
            self.first = Some(value);
            return;
        };
        // Slope along the perturbation, which has the same size in every dimension; the direction determines the sign.
        let slope = (first - value) / (2.0 * self.reach());
        self.estimate = Some((first + value) / 2.0);
        let Settings { trials, .. } = self.settings;
        if self.done < trials {
            self.sizes += slope.abs();
        } else if self.sizes > 0.0 {
            // If all initial estimates are 0, the step size is undefined and no step is made.
            let mean = self.sizes / trials as f64;
            let a = self.settings.first_step / mean
                * (self.settings.offset() + 1.0).powf(self.settings.alpha);
            let gain = self.settings.step_gain(a, self.done - trials);
            for (middle, direction) in self.middle.iter_mut().zip(&self.direction) {
                *middle = (*middle + gain * slope * direction).clamp(0.0, 1.0);
            }
        }
        self.done += 1;
        self.turn();
    }

    /// Returns the current point, which is the result of the run.
    pub fn incumbent(&self) -> &[f64] {
        &self.middle
    }

    /// Returns the mean value of both sides of the last step, or `None` before the first.
    pub fn estimate(&self) -> Option<f64> {
        self.estimate
    }

    /// Returns the distance of both sides of the current pair from the center.
    fn reach(&self) -> f64 {
        let step = self.done.saturating_sub(self.settings.trials);
        self.settings.perturbation_gain(step)
    }

    fn turn(&mut self) {
        for direction in &mut self.direction {
            *direction = if below(&mut self.rng, 2) == 0 {
                1.0
            } else {
                -1.0
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{stream, unit};

    fn settings(steps: usize) -> Settings {
        Settings {
            steps,
            trials: 1,
            first_step: 0.05,
            perturbation: 0.1,
            stability: 0.1,
            alpha: 0.602,
            gamma: 0.101,
        }
    }

    /// With a = 0.16 and A = 100 for 1000 steps: 0.16 / 101^0.602 = 0.009943 and 0.16 / 600^0.602 = 0.003402. With c =
    /// 0.1: 0.1 / 2^0.101 = 0.093239.
    #[test]
    fn spsa_gains_match_hand_computation() {
        let settings = settings(1000);
        assert!((settings.step_gain(0.16, 0) - 0.009_943).abs() < 1e-6);
        assert!((settings.step_gain(0.16, 499) - 0.003_402).abs() < 1e-6);
        assert_eq!(settings.perturbation_gain(0), 0.1);
        assert!((settings.perturbation_gain(1) - 0.093_239).abs() < 1e-6);
    }

    /// For f = 3 x, one initial estimate and one step. The sides of the estimate differ by 3 · 0.2, so the slope is 3.
    /// The first step has length 0.05 uphill, from 0.5 to 0.55.
    #[test]
    fn spsa_step_matches_hand_computation() {
        let mut spsa = Spsa::new(vec![0.5], settings(10), stream(1, &[]));
        let mut asked = Vec::new();
        for pair in [0, 0, 1, 1] {
            assert_eq!(spsa.pair(), pair);
            let x = spsa.ask()[0];
            asked.push(x);
            spsa.tell(3.0 * x);
        }
        asked.sort_by(f64::total_cmp);
        for (asked, wanted) in asked.iter().zip([0.4, 0.4, 0.6, 0.6]) {
            assert!((asked - wanted).abs() < 1e-12, "{asked}");
        }
        assert!((spsa.incumbent()[0] - 0.55).abs() < 1e-12);
        assert!((spsa.estimate().unwrap() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn spsa_finds_a_noisy_optimum_in_ten_dimensions() {
        let top = |dimension: usize| 0.2 + 0.06 * dimension as f64;
        let f = |point: &[f64]| -> f64 {
            let off = |(index, x): (usize, &f64)| (x - top(index)).powi(2);
            -point.iter().enumerate().map(off).sum::<f64>()
        };
        let mut luck = stream(5, &[1]);
        let mut settings = settings(2000);
        settings.trials = 10;
        let mut spsa = Spsa::new(vec![0.9; 10], settings, stream(5, &[0]));
        for _ in 0..2 * 2010 {
            let value = f(&spsa.ask()) + 0.1 * (2.0 * unit(&mut luck) - 1.0);
            spsa.tell(value);
        }
        assert!(f(&[0.9; 10]) < -2.0);
        assert!(f(spsa.incumbent()) > -0.02, "{:?}", spsa.incumbent());
    }

    #[test]
    fn spsa_respects_bounds_and_does_not_move_without_a_slope() {
        let mut spsa = Spsa::new(vec![1.0, 0.0], settings(50), stream(2, &[]));
        for _ in 0..100 {
            let point = spsa.ask();
            assert!(point.iter().all(|x| (0.0..=1.0).contains(x)));
            spsa.tell(point[0] - point[1]);
        }
        assert_eq!(spsa.incumbent(), [1.0, 0.0]);
        let mut flat = Spsa::new(vec![0.3], settings(50), stream(2, &[]));
        (0..40).for_each(|_| flat.tell(7.0));
        assert_eq!(flat.incumbent(), [0.3]);
    }
}
