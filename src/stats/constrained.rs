//! Maximum-likelihood distribution whose mean lies a given number of standard deviations from a baseline.
//!
//! For any mean m and deviation d, ½ (d + E(a − m)² / d) is at least the standard deviation, with equality
//! if m and d are the mean and deviation of the distribution. So "the mean is at least t deviations above
//! the baseline" is equivalent to: for some m and d, the mean of the linear *pull*, a − baseline − ½ t (d +
//! (a − m)² / d), is not negative. "At most t deviations" is equivalent to: it is not positive for all m and
//! d. Under one linear constraint, the most likely distribution has a single multiplier, which Newton's
//! method finds; m and d are then updated to the moments of this distribution (Van den Bergh, section 4.1).
//! If the data must be moved away from the baseline, every iteration increases the likelihood. If they must
//! be moved towards it, every iteration lowers an upper bound of the likelihood, provided that the steps are
//! not too long.

/// Maximum number of iterations; the likelihood barely changes after that.
const ROUNDS: usize = 2000;
/// Convergence threshold for the change of the shares in one iteration.
const SETTLED: f64 = 1e-10;

/// Returns the distribution over the scores that maximizes the likelihood of the observed shares, among the
/// distributions whose mean lies `t` standard deviations above the baseline. Shares are positive and sum to
/// 1. Returns `None` unless there are scores on both sides of the baseline.
pub(super) fn most_likely(
    scores: &[f64],
    shares: &[f64],
    baseline: f64,
    t: f64,
) -> Option<Vec<f64>> {
    let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < baseline && baseline < most && t.is_finite()) {
        return None;
    }
    // For negative t, the scale is mirrored: t deviations below become |t| deviations above.
    let side = if t < 0.0 { -1.0 } else { 1.0 };
    let above: Vec<f64> = scores
        .iter()
        .map(|score| side * (score - baseline))
        .collect();
    let target = Target {
        above: &above,
        shares,
        t: t.abs(),
    };
    if t == 0.0 {
        return target.under(&above);
    }
    let found = Spread::of(&above, shares);
    match found.mean > target.t * found.deviation {
        true => target.lowered(),
        false => target.raised(),
    }
}

/// The optimization problem: scores minus the baseline, observed shares, and the required distance in
/// deviations.
struct Target<'a> {
    above: &'a [f64],
    shares: &'a [f64],
    t: f64,
}

/// Mean and standard deviation.
#[derive(Clone, Copy)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl Spread {
    fn of(scores: &[f64], shares: &[f64]) -> Spread {
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().zip(shares).map(|(&a, p)| of(a) * p).sum()
        };
        let mean = sum(&|a| a);
        Spread {
            mean,
            deviation: sum(&|a| (a - mean).powi(2)).sqrt(),
        }
    }
}

impl Target<'_> {
    /// Returns the most likely distribution whose mean pull at this spread is zero.
    fn at(&self, spread: Spread) -> Option<Vec<f64>> {
        let Spread { mean, deviation } = spread;
        let pull = |a: &f64| a - 0.5 * self.t * (deviation + (a - mean).powi(2) / deviation);
        self.under(&self.above.iter().map(pull).collect::<Vec<f64>>())
    }

    /// Returns the most likely distribution under which the mean of these pulls is zero.
    fn under(&self, pulls: &[f64]) -> Option<Vec<f64>> {
        let multiplier = solve_multiplier(self.shares, pulls)?;
        let shares = self.shares.iter().zip(pulls);
        Some(
            shares
                .map(|(share, pull)| share / (1.0 + multiplier * pull))
                .collect(),
        )
    }

    fn likelihood(&self, guess: &[f64]) -> f64 {
        let terms = self.shares.iter().zip(guess);
        terms.map(|(share, guess)| share * guess.ln()).sum()
    }

    /// Solves the case in which the data are closer to the baseline than required. There may be several
    /// local optima, so the search starts once from the data combined with each score above the baseline.
    fn raised(&self) -> Option<Vec<f64>> {
        let starts = (0..self.above.len()).filter(|&cell| self.above[cell] > 0.0);
        let ends = starts.filter_map(|cell| self.climb(self.joined(cell)));
        let valued = ends.map(|guess| (self.likelihood(&guess), guess));
        let best = valued.max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(best.1)
    }

    /// Returns the spread of the shares after adding the smallest weight to one score above the baseline
    /// that moves the mean at least as far up as required.
    fn joined(&self, cell: usize) -> Spread {
        let joined = |weight: f64| -> Spread {
            let shares = self.shares.iter().enumerate();
            let shares: Vec<f64> = shares
                .map(|(other, share)| {
                    (1.0 - weight) * share + f64::from(u8::from(other == cell)) * weight
                })
                .collect();
            Spread::of(self.above, &shares)
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let spread = joined(middle);
            match spread.mean >= self.t * spread.deviation {
                true => high = middle,
                false => low = middle,
            }
        }
        joined(high)
    }

    fn climb(&self, start: Spread) -> Option<Vec<f64>> {
        let mut guess = self.at(start)?;
        for _ in 0..ROUNDS {
            let Some(next) = self.at(Spread::of(self.above, &guess)) else {
                break;
            };
            let moved = furthest(&guess, &next);
            guess = next;
            if moved < SETTLED {
                break;
            }
        }
        Some(guess)
    }

    /// Solves the case in which the data are farther from the baseline than required. The optimum is unique:
    /// it has the lowest likelihood of the distributions found at any spread.
    fn lowered(&self) -> Option<Vec<f64>> {
        let mut spread = Spread::of(self.above, self.shares);
        let mut guess = self.at(spread)?;
        let mut bound = self.likelihood(&guess);
        for _ in 0..ROUNDS {
            let own = Spread::of(self.above, &guess);
            let mut step = 1.0;
            let (next, at) = loop {
                let at = Spread {
                    mean: spread.mean + step * (own.mean - spread.mean),
                    deviation: spread.deviation + step * (own.deviation - spread.deviation),
                };
                let next = self.at(at).filter(|next| self.likelihood(next) <= bound);
                match next {
                    Some(next) => break (next, at),
                    None if step < 1e-12 => return Some(guess),
                    None => step /= 2.0,
                }
            };
            let moved = furthest(&guess, &next);
            bound = self.likelihood(&next);
            (guess, spread) = (next, at);
            if moved < SETTLED {
                break;
            }
        }
        Some(guess)
    }
}

fn furthest(one: &[f64], other: &[f64]) -> f64 {
    let moves = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    moves.fold(0.0, f64::max)
}

/// Returns the root of Σ share · pull / (1 + x · pull), which falls from +∞ to −∞ between its poles, by
/// Newton steps inside a shrinking bracket. `None` unless there are positive and negative pulls.
fn solve_multiplier(shares: &[f64], pulls: &[f64]) -> Option<f64> {
    let most = pulls.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = pulls.iter().copied().fold(f64::INFINITY, f64::min);
    if !(most > 0.0 && least < 0.0 && most.is_finite() && least.is_finite()) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (share, pull) in shares.iter().zip(pulls) {
            let part = pull / (1.0 + x * pull);
            value += share * part;
            slope -= share * part * part;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let step = x - value / slope;
        let next = if step > low && step < high {
            step
        } else {
            (low + high) / 2.0
        };
        if (next - x).abs() <= 1e-14 * (high - low).abs().max(next.abs()) || next == x {
            return Some(next);
        }
        x = next;
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likelihood(shares: &[f64], found: &[f64]) -> f64 {
        shares.iter().zip(found).map(|(s, p)| s * p.ln()).sum()
    }

    /// Finds the maximum likelihood for the scores 0, b and 1 by a grid search: given the mean m, only the
    /// middle share is free, and the deviation determines its value.
    fn searched(shares: [f64; 3], baseline: f64, t: f64) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for step in 1..200_000 {
            let mean = f64::from(step) / 200_000.0;
            let deviation = (mean - baseline) / t;
            // E a² = b² q + r, where q and r are the shares of b and 1, and b q + r = m.
            let square = deviation * deviation + mean * mean;
            let middle = (mean - square) / (baseline * (1.0 - baseline));
            let last = mean - baseline * middle;
            let first = 1.0 - middle - last;
            if deviation > 0.0 && first > 0.0 && middle > 0.0 && last > 0.0 {
                best = best.max(likelihood(&shares, &[first, middle, last]));
            }
        }
        best
    }

    /// Covers both directions, near and far, for data that are closer to the baseline than required and for
    /// data that are farther away.
    #[test]
    fn constrained_maximum_is_found_near_and_far() {
        for baseline in [0.5, 0.2] {
            for shares in [
                [0.2, 0.3, 0.5],
                [0.6, 0.39, 0.01],
                [0.01, 0.01, 0.98],
                [0.98, 0.0199, 0.0001],
                [0.0001, 0.9998, 0.0001],
            ] {
                for t in [
                    0.05, 0.5, 0.97, 1.0, 2.0, 6.0, -0.05, -0.52, -1.0, -3.0, -6.0,
                ] {
                    let scores = [0.0, baseline, 1.0];
                    let found = most_likely(&scores, &shares, baseline, t).unwrap();
                    let total: f64 = found.iter().sum();
                    let about = format!("{baseline} {shares:?} {t}: {found:?}");
                    assert!((total - 1.0).abs() < 1e-9, "{about}");
                    let above: Vec<f64> = scores.iter().map(|score| score - baseline).collect();
                    let spread = Spread::of(&above, &found);
                    assert!((spread.mean - t * spread.deviation).abs() < 1e-6, "{about}");
                    let best = searched(shares, baseline, t);
                    assert!(likelihood(&shares, &found) > best - 1e-6, "{about} {best}");
                }
            }
        }
    }

    #[test]
    fn scores_on_one_side_of_the_baseline_have_no_maximum() {
        let none = |scores: &[f64], t: f64| most_likely(scores, &[0.5, 0.5], 0.5, t).is_none();
        assert!(none(&[0.6, 0.8], 0.1) && none(&[0.0, 0.5], 0.1));
        assert!(none(&[0.0, 1.0], f64::NAN) && none(&[f64::NAN, 1.0], 0.1));
        assert!(!none(&[0.0, 1.0], 0.1));
    }
}
