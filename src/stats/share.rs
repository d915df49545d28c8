//! Interval of a share of games, where the games of a block share their deal.
//!
//! In the middle of the range, the interval is Student's t over the shares of blocks. Near 0 and 1, where Student's t
//! is not valid (without wins there is no spread at all), it is an exact binomial interval with the effective number
//! of games of the blocks (Korn & Graubard, *Confidence intervals for proportions with small expected number of
//! positive counts estimated from survey data*, 1998; Dean & Pagano, *Evaluating confidence interval methods for
//! binomial proportions in clustered surveys*, 2015).

use super::interval::{Interval, beta_quantile, t_quantile};
use super::moments::Moments;

/// Minimum number of blocks with the rarer outcome for the spread of the blocks alone to determine the design effect.
/// With fewer blocks, the games of a block are treated as increasingly dependent.
pub(super) const FEW_BLOCKS: f64 = 30.0;

/// Part of a block that is added to correct for blocks that end entirely in the rarer outcome; it decreases to 0 at
/// [`FEW_WHOLE`] whole blocks. Calibrated for coverage if half of the games of a deal end alike.
const HEAP: f64 = 0.2;
const FEW_WHOLE: f64 = 12.0;

/// Effective number of wins (or losses, if they are rarer) below which the interval is binomial. It is Student's t
/// from [`NORMAL`] upwards, and it is interpolated between the two.
const EXACT: f64 = 20.0;
const NORMAL: f64 = 60.0;

/// Accumulates the shares of blocks, for example the share of games that a bot won.
///
/// ```
/// let mut shares = portolan_stats::Shares::default();
/// (0..100).for_each(|_| shares.push(0.0, 2));
/// let interval = shares.interval(0.95).unwrap();
/// // No wins in a hundred deals: the upper end is 1 - 0.025^(1/100).
/// assert!(interval.low == 0.0 && (interval.high - 0.0362).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    blocks: Moments,
    games: u64,
    /// Number of blocks with at least part of a win.
    won: u64,
    lost: u64,
    /// Number of blocks whose share differs from the share of the previous block.
    moved: u64,
    last: f64,
}

/// Accumulates outcomes from 0 to 1 and combines them into shares by block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlockShares {
    /// Shares of the complete blocks.
    pub shares: Shares,
    /// Number and sum of the outcomes in the current block.
    open: (u64, f64),
}

impl BlockShares {
    /// Adds an outcome.
    pub fn add(&mut self, outcome: f64) {
        self.open.0 += 1;
        self.open.1 += outcome;
    }

    /// Ends the current block and returns its share, or `None` if it had no outcome.
    pub fn end_block(&mut self) -> Option<f64> {
        let (outcomes, sum) = std::mem::take(&mut self.open);
        let share = (outcomes > 0).then(|| sum / outcomes as f64)?;
        self.shares.push(share, outcomes);
        Some(share)
    }
}

impl Shares {
    /// Adds the share, between 0 and 1, of the games of one block. A block without games is ignored.
    pub fn push(&mut self, share: f64, games: u64) {
        if games == 0 || !share.is_finite() {
            return;
        }
        let share = share.clamp(0.0, 1.0);
        self.moved += u64::from(self.blocks.count() > 0 && share != self.last);
        self.last = share;
        self.blocks.push(share);
        self.games += games;
        self.won += u64::from(share > 0.0);
        self.lost += u64::from(share < 1.0);
    }

    /// Creates shares from block moments alone: every block counts as one game, so that the interval near 0 and 1 is
    /// wider than necessary.
    pub fn of_blocks(blocks: Moments) -> Shares {
        let least = |share: f64| (share * blocks.count() as f64).ceil() as u64;
        let mean = blocks.mean().unwrap_or(0.0);
        Shares {
            blocks,
            games: blocks.count(),
            won: least(mean),
            lost: least(1.0 - mean),
            moved: blocks.count(),
            last: mean,
        }
    }

    /// Creates shares for a ratio of sums, from the moments of its linearized blocks, the number of trials in all blocks,
    /// and the numbers of blocks with at least one success and with at least one failure.
    pub fn of_ratio(blocks: Moments, trials: u64, successes: u64, failures: u64) -> Shares {
        Shares {
            games: trials.max(blocks.count()),
            won: successes,
            lost: failures,
            // Blocks of different sizes differ by design, which disables the correction for equal shares.
            moved: FEW_BLOCKS as u64,
            ..Shares::of_blocks(blocks)
        }
    }

    /// Returns the number of blocks.
    pub fn count(&self) -> u64 {
        self.blocks.count()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the mean number of games in a block.
    pub fn games_per_block(&self) -> f64 {
        self.games as f64 / self.count().max(1) as f64
    }

    /// Returns the mean over blocks, or `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        self.blocks.mean()
    }

    /// Returns the moments of the shares by block.
    pub fn moments(&self) -> Moments {
        self.blocks
    }

    /// Returns the interval of the mean share. `None` for fewer than two blocks.
    ///
    /// With p the mean and s² the variance between B blocks with n games in total, the design effect is s² (n/B) / p(1 −
    /// p): the factor by which a game carries less information than an independent game. One block is added to the k
    /// blocks with the rarer outcome; its design effect is n/B (all games of a deal end alike) for k = 0 and falls to 1
    /// at k = 30. The Clopper–Pearson interval uses n divided by the design effect (at least 1) as the number of games,
    /// but at least B games: the share of a deal cannot vary more than a deal that is won or lost as a whole.
    ///
    /// If blocks have wins and losses but almost always the same share (two bots of the same type win one game each of a
    /// deal), two blocks that ended entirely in a win and in a loss are added to the variance. Their weight decreases
    /// with the number of blocks that differ.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        self.interval_around(self.mean()?, 1.0, confidence)
    }

    /// Returns the interval of a share that estimates the mean with `kept` times the variance of the plain mean.
    pub(super) fn interval_around(
        &self,
        share: f64,
        kept: f64,
        confidence: f64,
    ) -> Option<Interval> {
        let (mean, variance) = (self.mean()?, self.variance()?);
        let blocks = self.count() as f64;
        let games = self.games as f64;
        let observed = self.design_effect(variance, mean * (1.0 - mean));
        let trials = (games / observed.max(1.0)).max(blocks) / kept;
        let (effect, chance) = (observed * kept, share * (1.0 - share));
        let exact = binomial_interval(share * trials, trials, confidence)?;
        let reach = t_quantile(blocks - 1.0, confidence) * (effect * chance / games).sqrt();
        let rarer = share.min(1.0 - share) * games / effect;
        let normal = ((rarer - EXACT) / (NORMAL - EXACT)).clamp(0.0, 1.0);
        let blend = |exact: f64, student: f64| (1.0 - normal) * exact + normal * student;
        Some(
            Interval {
                low: blend(exact.low, share - reach),
                high: blend(exact.high, share + reach),
            }
            .clipped(0.0, 1.0),
        )
    }

    /// Returns the variance between blocks, with an allowance for shares that are equal by chance.
    fn variance(&self) -> Option<f64> {
        let alike = (1.0 - self.moved as f64 / FEW_BLOCKS).max(0.0);
        let mixed = (self.telling() / FEW_BLOCKS).min(1.0);
        Some(self.blocks.variance()? + 2.0 * alike * mixed / (self.count() - 1) as f64)
    }

    /// Returns the number of blocks with the rarer outcome.
    fn telling(&self) -> f64 {
        self.won.min(self.lost) as f64
    }

    /// Returns the number of games of these blocks that carry as much information as one independent game.
    fn design_effect(&self, variance: f64, chance: f64) -> f64 {
        let size = self.games_per_block();
        let observed = if chance > 0.0 {
            variance * size / chance
        } else {
            0.0
        };
        let share = self.blocks.mean().unwrap_or(0.0);
        let whole = share.min(1.0 - share) * self.count() as f64;
        smoothed_effect(observed, size, self.telling()).max(effect_of_heaps(observed, size, whole))
    }
}

/// Returns a design effect that allows for deals in which all games end in the rarer outcome but that are too rare to
/// have occurred. `whole` is the number of rarer outcomes, in complete blocks. A fraction of a block in which all
/// games end in the rarer outcome is added to `whole`; the fraction decreases as `whole` increases.
fn effect_of_heaps(observed: f64, size: f64, whole: f64) -> f64 {
    let part = HEAP * (1.0 - whole / FEW_WHOLE).max(0.0);
    match whole + part > 0.0 {
        true => (whole * observed + part * size) / (whole + part),
        false => observed,
    }
}

/// Returns the design effect observed in `telling` blocks of `size` games after adding one block with an assumed design
/// effect; never below the observed one.
pub(super) fn smoothed_effect(observed: f64, size: f64, telling: f64) -> f64 {
    let assumed = 1.0 + (size - 1.0) * (1.0 - telling / FEW_BLOCKS).max(0.0);
    observed.max((telling * observed + assumed) / (telling + 1.0))
}

/// Returns the Clopper–Pearson interval for numbers that need not be whole.
fn binomial_interval(successes: f64, trials: f64, confidence: f64) -> Option<Interval> {
    let tail = (1.0 - confidence) / 2.0;
    let failures = (trials - successes).max(0.0);
    Some(Interval {
        low: if successes > 0.0 {
            beta_quantile(successes, failures + 1.0, tail)?
        } else {
            0.0
        },
        high: if failures > 0.0 {
            beta_quantile(successes + 1.0, failures, 1.0 - tail)?
        } else {
            1.0
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clopper_pearson_interval, mean_interval};

    fn shares(blocks: impl IntoIterator<Item = f64>, games: u64) -> Shares {
        let mut shares = Shares::default();
        blocks
            .into_iter()
            .for_each(|share| shares.push(share, games));
        shares
    }

    fn near(found: Interval, low: f64, high: f64, within: f64) {
        assert!(
            (found.low - low).abs() < within && (found.high - high).abs() < within,
            "{found:?} {low} {high}"
        );
    }

    /// A block without outcomes has no share.
    #[test]
    fn block_share_is_the_mean_of_its_outcomes() {
        let mut shares = BlockShares::default();
        for block in [&[1.0, 0.0, 0.5, 0.0][..], &[], &[1.0]] {
            block.iter().for_each(|&outcome| shares.add(outcome));
            let share = block.iter().sum::<f64>() / block.len() as f64;
            let wanted = (!block.is_empty()).then_some(share);
            assert_eq!(shares.end_block(), wanted);
        }
        let whole = shares.shares;
        assert_eq!(
            (whole.count(), whole.games(), whole.mean()),
            (2, 5, Some(0.6875))
        );
    }

    #[test]
    fn share_without_wins_has_an_interval_based_on_deals() {
        for games in [1, 2, 24] {
            let none = shares([0.0; 200], games).interval(0.95).unwrap();
            let exact = clopper_pearson_interval(0, 200, 0.95).unwrap();
            near(none, 0.0, exact.high, 3e-4);
            let all = shares([1.0; 200], games).interval(0.95).unwrap();
            near(all, 1.0 - none.high, 1.0, 1e-12);
        }
    }

    /// Ten deals of two games, all won, count as exactly ten complete deals, and deals of a single game likewise.
    #[test]
    fn few_deals_won_completely_have_the_exact_interval() {
        for games in [1, 2, 6, 24] {
            for deals in [2, 3, 10, 25] {
                let exact = clopper_pearson_interval(0, deals, 0.95).unwrap();
                let all = shares(vec![1.0; deals as usize], games)
                    .interval(0.95)
                    .unwrap();
                near(all, 1.0 - exact.high, 1.0, 1e-9);
            }
        }
        let twenty = shares([1.0; 10], 2).interval(0.95).unwrap();
        assert!((twenty.low - 0.6915).abs() < 1e-4, "{twenty:?}");
        // Nineteen wins of twenty games are more certain than nine and a half of ten deals, because the deals differ.
        let but_one = (0..10).map(|deal| if deal == 4 { 0.5 } else { 1.0 });
        let found = shares(but_one, 2).interval(0.95).unwrap();
        assert!((0.63..0.75).contains(&found.low), "{found:?}");
    }

    /// Blocks of one game each are a plain binomial sample.
    #[test]
    fn few_wins_of_single_games_have_the_binomial_interval() {
        let blocks = (0..300).map(|block| f64::from(u8::from(block % 60 == 0)));
        let found = shares(blocks, 1).interval(0.95).unwrap();
        let exact = clopper_pearson_interval(5, 300, 0.95).unwrap();
        near(found, exact.low, exact.high, 1e-9);
    }

    #[test]
    fn intermediate_shares_have_the_t_interval() {
        let blocks = (0..120).map(|block| [0.5, 0.25, 0.0, 0.75, 0.5, 1.0][block % 6]);
        let found = shares(blocks.clone(), 4);
        let student = mean_interval(&blocks.collect(), 0.95).unwrap();
        near(
            found.interval(0.95).unwrap(),
            student.low,
            student.high,
            1e-12,
        );
    }

    /// Negatively correlated games of a deal carry more information than independent games, which narrows the
    /// interval.
    #[test]
    fn negative_correlation_within_deals_narrows_the_interval() {
        let blocks = (0..200).map(|block| if block % 10 == 0 { 0.0 } else { 0.5 });
        let found = shares(blocks.clone(), 2).interval(0.95).unwrap();
        let student = mean_interval(&blocks.collect(), 0.95).unwrap();
        let ratio = found.half_width() / student.half_width();
        assert!((1.0..1.03).contains(&ratio), "{ratio}");
        let independent = crate::wilson_interval(180.0, 400.0, 0.95).unwrap();
        assert!(found.half_width() < 0.5 * independent.half_width());
    }

    /// Equal blocks have no spread, but other results were possible.
    #[test]
    fn equal_blocks_have_an_interval_of_positive_width() {
        let found = shares([2.0 / 3.0; 40], 3).interval(0.95).unwrap();
        // Student's quantile times √(2 / (39 · 40)), around two thirds.
        near(found, 0.5943, 0.7391, 3e-3);
        let many = shares([2.0 / 3.0; 4000], 3).interval(0.95).unwrap();
        assert!((0.0005..0.001).contains(&many.half_width()), "{many:?}");
    }

    /// The more games of a deal end alike, the less information they carry.
    #[test]
    fn clustered_wins_widen_the_interval() {
        let spread = (0..400).map(|block| f64::from(u8::from(block % 20 == 0)) / 6.0);
        let heaped = (0..400).map(|block| f64::from(u8::from(block % 120 == 0)) * 5.0 / 6.0);
        let (spread, heaped) = (shares(spread, 6), shares(heaped, 6));
        assert!((spread.mean().unwrap() - heaped.mean().unwrap()).abs() < 1e-12);
        let width = |shares: Shares| shares.interval(0.95).unwrap().half_width();
        assert!(width(heaped) > 1.5 * width(spread));
    }

    #[test]
    fn interval_ends_increase_smoothly_with_the_wins() {
        let mut before: Option<Interval> = None;
        for won in 0..300 {
            let blocks = (0..300).map(|block| f64::from(u8::from(block < won)));
            let found = shares(blocks, 1).interval(0.95).unwrap();
            assert!(0.0 <= found.low && found.high <= 1.0);
            if let Some(before) = before {
                let (low, high) = (found.low - before.low, found.high - before.high);
                assert!((0.0..0.02).contains(&low), "{won}: {low}");
                assert!((0.0..0.02).contains(&high), "{won}: {high}");
            }
            before = Some(found);
        }
    }

    #[test]
    fn shares_can_be_estimated_from_block_means_alone() {
        let blocks: Moments = (0..100).map(|block| f64::from(block % 3) / 2.0).collect();
        let student = mean_interval(&blocks, 0.95).unwrap();
        let found = Shares::of_blocks(blocks).interval(0.95).unwrap();
        let ratio = found.half_width() / student.half_width();
        assert!((1.0..1.1).contains(&ratio), "{ratio}");
        let none = Shares::of_blocks([0.0; 50].into_iter().collect());
        near(none.interval(0.95).unwrap(), 0.0, 0.072, 3e-3);
    }

    #[test]
    fn single_block_has_no_share_interval() {
        assert_eq!(shares([0.5], 2).interval(0.95), None);
        let mut shares = Shares::default();
        shares.push(f64::NAN, 3);
        shares.push(0.5, 0);
        assert_eq!((shares.count(), shares.mean()), (0, None));
    }
}
