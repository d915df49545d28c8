//! Rasch model: bots and difficulty levels on one scale.
//!
//! logit P(bot beats level) = ability of the bot − difficulty of the level (Rasch, *Probabilistic
//! models for some intelligence and attainment tests*, 1960), fitted by iteratively reweighted least
//! squares with a weak normal prior on every parameter, so that 0 wins of 50 games give a finite
//! estimate. Zero is the mean difficulty of the levels.
//!
//! The standard errors assume independent games. If games share their deals, fit whole blocks and use
//! intervals from [`resample`](super::bootstrap::resample) over blocks instead.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::Interval;
use super::matrix::invert;

/// Wins of one bot against one level; `wins` may be fractional.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Index of the bot.
    pub bot: usize,
    /// Index of the level.
    pub level: usize,
    /// Number of games won by the bot.
    pub wins: f64,
    /// Number of games played.
    pub games: f64,
}

/// A position on the scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Position in logits.
    pub value: f64,
    /// Standard error in logits.
    pub standard_error: f64,
}

impl Place {
    /// Returns the normal interval.
    pub fn interval(&self, confidence: f64) -> Interval {
        let reach = Normal::standard().inverse_cdf(0.5 + confidence / 2.0) * self.standard_error;
        Interval {
            low: self.value - reach,
            high: self.value + reach,
        }
    }
}

/// A fitted scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Rasch {
    bots: usize,
    levels: usize,
    /// Fitted abilities, followed by fitted difficulties.
    parameters: Vec<f64>,
    /// Covariance matrix of the parameters.
    covariance: Vec<Vec<f64>>,
}

impl Rasch {
    /// Fits abilities and difficulties. `prior_deviation` is the standard deviation of the prior in
    /// logits; 10 is weak. Returns `None` if there is no bot or level, an encounter is out of range or
    /// inconsistent, or the prior is not positive.
    pub fn fit(
        bots: usize,
        levels: usize,
        encounters: &[Encounter],
        prior_deviation: f64,
    ) -> Option<Rasch> {
        let possible = encounters.iter().all(|one| {
            one.bot < bots
                && one.level < levels
                && one.games.is_finite()
                && one.wins >= 0.0
                && one.wins <= one.games
        });
        if bots == 0 || levels == 0 || !possible || !prior_deviation.is_finite() {
            return None;
        }
        let precision = prior_deviation.powi(-2);
        if prior_deviation <= 0.0 || !precision.is_finite() || precision <= 0.0 {
            return None;
        }
        let size = bots + levels;
        let mut parameters = vec![0.0; size];
        let objective = |parameters: &[f64]| -> f64 {
            let likelihood: f64 = encounters
                .iter()
                .map(|one| {
                    let logit: f64 = parameters[one.bot] - parameters[bots + one.level];
                    one.wins * logit - one.games * softplus(logit)
                })
                .sum();
            likelihood - parameters.iter().map(|p| p * p).sum::<f64>() * precision / 2.0
        };
        let mut height = objective(&parameters);
        for _ in 0..200 {
            let (slope, information) =
                slope_and_information(bots, size, encounters, &parameters, precision);
            let inverse = invert(&information)?;
            let step: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum())
                .collect();
            // The objective is concave: a sufficiently short step increases it, up to rounding.
            let higher = (0..20).find_map(|halvings| {
                let scale = 0.5f64.powi(halvings);
                let next: Vec<f64> = parameters
                    .iter()
                    .zip(&step)
                    .map(|(p, s)| p + scale * s)
                    .collect();
                let reached = objective(&next);
                (reached >= height).then_some((next, reached))
            });
            let Some(higher) = higher else { break };
            (parameters, height) = higher;
            if step.iter().all(|s| s.abs() < 1e-10) {
                break;
            }
        }
        let (_, information) =
            slope_and_information(bots, size, encounters, &parameters, precision);
        Some(Rasch {
            bots,
            levels,
            parameters,
            covariance: invert(&information)?,
        })
    }

    /// Returns the ability of a bot: with ability 0, it wins half its games against a level of mean
    /// difficulty. `None` if the bot does not exist.
    pub fn ability(&self, bot: usize) -> Option<Place> {
        (bot < self.bots)
            .then(|| self.place(|parameter| f64::from(u8::from(parameter == bot)), 1.0))
    }

    /// Returns the difficulty of a level minus the mean difficulty. `None` if the level does not exist.
    pub fn difficulty(&self, level: usize) -> Option<Place> {
        let wanted = self.bots + level;
        (level < self.levels)
            .then(|| self.place(|parameter| f64::from(u8::from(parameter == wanted)), 1.0))
    }

    /// Returns the difference in difficulty between the next level and this one. `None` for the last
    /// level.
    pub fn step(&self, level: usize) -> Option<Place> {
        let from = self.bots + level;
        (level + 1 < self.levels).then(|| {
            self.place(
                |parameter| match parameter {
                    p if p == from => -1.0,
                    p if p == from + 1 => 1.0,
                    _ => 0.0,
                },
                0.0,
            )
        })
    }

    /// Returns a linear combination of the parameters, minus `shift` times the mean difficulty.
    fn place(&self, weight: impl Fn(usize) -> f64, shift: f64) -> Place {
        let weights: Vec<f64> = (0..self.parameters.len())
            .map(|parameter| {
                let mean = if parameter < self.bots {
                    0.0
                } else {
                    shift / self.levels as f64
                };
                weight(parameter) - mean
            })
            .collect();
        let value = weights
            .iter()
            .zip(&self.parameters)
            .map(|(w, p)| w * p)
            .sum();
        let variance: f64 = self
            .covariance
            .iter()
            .zip(&weights)
            .map(|(row, w)| w * row.iter().zip(&weights).map(|(c, v)| c * v).sum::<f64>())
            .sum();
        Place {
            value,
            standard_error: variance.max(0.0).sqrt(),
        }
    }
}

/// ln(1 + eˣ) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn slope_and_information(
    bots: usize,
    size: usize,
    encounters: &[Encounter],
    parameters: &[f64],
    precision: f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut slope: Vec<f64> = parameters.iter().map(|p| -p * precision).collect();
    let mut information = vec![vec![0.0; size]; size];
    for (index, row) in information.iter_mut().enumerate() {
        row[index] = precision;
    }
    for one in encounters {
        let (bot, level) = (one.bot, bots + one.level);
        let chance = 1.0 / (1.0 + (parameters[level] - parameters[bot]).exp());
        let surprise = one.wins - one.games * chance;
        slope[bot] += surprise;
        slope[level] -= surprise;
        let weight = one.games * chance * (1.0 - chance);
        information[bot][bot] += weight;
        information[level][level] += weight;
        information[bot][level] -= weight;
        information[level][bot] -= weight;
    }
    (slope, information)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(bot: usize, level: usize, wins: f64, games: f64) -> Encounter {
        Encounter {
            bot,
            level,
            wins,
            games,
        }
    }

    /// With one bot, every win rate is fitted exactly, so steps are differences of logits and their
    /// variances are sums of 1/wins + 1/losses (Woolf, *On estimating the relation between blood group
    /// and disease*, 1955).
    #[test]
    fn rasch_fit_of_one_bot_matches_the_closed_form() {
        let data = [
            met(0, 0, 80.0, 100.0),
            met(0, 1, 50.0, 100.0),
            met(0, 2, 30.0, 120.0),
        ];
        let scale = Rasch::fit(1, 3, &data, 1e4).unwrap();
        let logits = [4f64.ln(), 0.0, (1.0f64 / 3.0).ln()];
        let step = scale.step(0).unwrap();
        assert!((step.value - logits[0]).abs() < 1e-6, "{step:?}");
        let error = (1.0f64 / 80.0 + 1.0 / 20.0 + 1.0 / 50.0 + 1.0 / 50.0).sqrt();
        assert!((step.standard_error - error).abs() < 1e-6, "{step:?}");
        let mean = logits.iter().sum::<f64>() / 3.0;
        let ability = scale.ability(0).unwrap();
        assert!((ability.value - mean).abs() < 1e-6, "{ability:?}");
        let hardest = scale.difficulty(2).unwrap();
        assert!(
            (hardest.value - (mean - logits[2])).abs() < 1e-6,
            "{hardest:?}"
        );
    }

    /// The maximum-likelihood equations (Andersen, *Asymptotic properties of conditional
    /// maximum-likelihood estimators*, 1970; in the Rasch model, totals are sufficient): expected wins
    /// equal observed wins, per bot and per level.
    #[test]
    fn expected_wins_equal_observed_wins() {
        let data = [
            met(0, 0, 45.0, 50.0),
            met(0, 1, 30.5, 50.0),
            met(0, 2, 12.0, 50.0),
            met(1, 0, 35.0, 60.0),
            met(1, 1, 20.0, 40.0),
            met(1, 2, 5.0, 50.0),
        ];
        let scale = Rasch::fit(2, 3, &data, 1e4).unwrap();
        let expected = |one: &Encounter| {
            let logit =
                scale.ability(one.bot).unwrap().value - scale.difficulty(one.level).unwrap().value;
            one.games / (1.0 + (-logit).exp())
        };
        let surprise = |pick: &dyn Fn(&Encounter) -> bool| -> f64 {
            data.iter()
                .filter(|one| pick(one))
                .map(|one| one.wins - expected(one))
                .sum()
        };
        for bot in 0..2 {
            assert!(surprise(&|one| one.bot == bot).abs() < 1e-5);
        }
        for level in 0..3 {
            assert!(surprise(&|one| one.level == level).abs() < 1e-5);
        }
    }

    #[test]
    fn estimates_without_wins_or_games_are_finite() {
        let data = [met(0, 0, 0.0, 50.0), met(0, 1, 50.0, 50.0)];
        let scale = Rasch::fit(2, 3, &data, 10.0).unwrap();
        let step = scale.step(0).unwrap();
        assert!(step.value < -6.0 && step.value.is_finite(), "{step:?}");
        assert!(scale.ability(1).unwrap().standard_error > 9.0);
        assert_eq!(scale.step(2), None);
        assert_eq!(scale.ability(2), None);
        assert_eq!(scale.difficulty(3), None);
    }

    #[test]
    fn rasch_fit_rejects_invalid_input() {
        assert_eq!(Rasch::fit(0, 1, &[], 10.0), None);
        assert_eq!(Rasch::fit(1, 1, &[met(0, 1, 1.0, 2.0)], 10.0), None);
        assert_eq!(Rasch::fit(1, 1, &[met(0, 0, 3.0, 2.0)], 10.0), None);
        assert_eq!(Rasch::fit(1, 1, &[met(0, 0, f64::NAN, 2.0)], 10.0), None);
        assert_eq!(
            Rasch::fit(1, 1, &[met(0, 0, 1.0, f64::INFINITY)], 10.0),
            None
        );
        assert_eq!(Rasch::fit(1, 1, &[met(0, 0, -1.0, 2.0)], 10.0), None);
        assert_eq!(Rasch::fit(1, 1, &[met(1, 0, 1.0, 2.0)], 10.0), None);
        assert_eq!(Rasch::fit(1, 0, &[], 10.0), None);
        assert_eq!(Rasch::fit(1, 1, &[], f64::NAN), None);
        assert_eq!(Rasch::fit(1, 1, &[], -1.0), None);
        assert_eq!(Rasch::fit(1, 1, &[], 1e200), None);
        assert_eq!(Rasch::fit(1, 1, &[], 0.0), None);
        assert_eq!(Rasch::fit(1, 1, &[], f64::INFINITY), None);
    }

    /// Closed form for one bot and one level: with a prior of variance s², the ability a and the
    /// difficulty −a solve w − n p = a / s², where p = 1 / (1 + exp(−2a)), and the variance of their
    /// difference is 2 / (2 n p (1 − p) + 1 / s²).
    #[test]
    fn rasch_posterior_with_a_prior_matches_the_closed_form() {
        for (wins, games, deviation) in [(45.0, 50.0, 0.3), (3.0, 4.0, 1.0), (0.0, 9.0, 2.0)] {
            let precision = 1.0 / (deviation * deviation);
            let chance = |ability: f64| 1.0 / (1.0 + (-2.0 * ability).exp());
            let (mut low, mut high) = (-20.0, 20.0);
            for _ in 0..100 {
                let middle = (low + high) / 2.0;
                match wins - games * chance(middle) > middle * precision {
                    true => low = middle,
                    false => high = middle,
                }
            }
            let scale = Rasch::fit(1, 1, &[met(0, 0, wins, games)], deviation).unwrap();
            let found = scale.ability(0).unwrap();
            assert!((found.value - 2.0 * low).abs() < 1e-8, "{found:?} {low}");
            let spread = chance(low) * (1.0 - chance(low));
            let error = (2.0 / (2.0 * games * spread + precision)).sqrt();
            assert!((found.standard_error - error).abs() < 1e-8, "{found:?}");
            // 1.959964 is the normal quantile.
            let interval = found.interval(0.95);
            assert!((interval.low - (found.value - 1.959_964 * error)).abs() < 1e-5);
            assert!((interval.high - (found.value + 1.959_964 * error)).abs() < 1e-5);
            // The only level has the mean difficulty.
            let level = scale.difficulty(0).unwrap();
            assert_eq!((level.value, level.standard_error), (0.0, 0.0));
            assert_eq!(scale.step(0), None);
        }
    }

    /// Checks that the slope of the posterior is zero at its maximum: wins minus expected wins minus
    /// the prior term for each bot, and the same with the opposite sign for each level.
    fn assert_highest(bots: usize, levels: usize, data: &[Encounter], deviation: f64) {
        let scale = Rasch::fit(bots, levels, data, deviation).unwrap();
        let mut slope: Vec<f64> = (scale.parameters.iter())
            .map(|parameter| -parameter / (deviation * deviation))
            .collect();
        for one in data {
            let logit = scale.parameters[one.bot] - scale.parameters[bots + one.level];
            let surprise = one.wins - one.games / (1.0 + (-logit).exp());
            slope[one.bot] += surprise;
            slope[bots + one.level] -= surprise;
        }
        assert!(slope.iter().all(|slope| slope.abs() < 1e-6), "{slope:?}");
    }

    #[test]
    fn rasch_fit_maximises_the_posterior() {
        let data = [
            met(0, 0, 48.0, 50.0),
            met(0, 1, 11.0, 50.0),
            met(1, 0, 900.0, 1000.0),
            met(1, 1, 2.0, 1000.0),
            met(2, 1, 0.0, 3.0),
        ];
        for deviation in [0.1, 0.5, 3.0] {
            assert_highest(3, 2, &data, deviation);
        }
    }

    /// All or no wins in thousands of games, combined with a few games: full Newton steps overshoot the
    /// maximum, and only the full posterior, including the prior, shows by how much a step must be
    /// shortened.
    #[test]
    fn rasch_fit_converges_where_newton_steps_overshoot() {
        let data = [
            met(0, 0, 0.0, 10_000.0),
            met(0, 1, 1.0, 2.0),
            met(0, 2, 0.0, 50.0),
            met(1, 0, 10_000.0, 10_000.0),
            met(1, 1, 10_000.0, 10_000.0),
            met(2, 2, 0.0, 2.0),
            met(2, 3, 999.0, 2000.0),
        ];
        assert_highest(3, 4, &data, 10.0);
    }
}
