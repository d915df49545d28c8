//! Variance components: the variance of single results, split into deal, seat, bot and residual.
//!
//! A block is one deal played in the same seatings as all other blocks, so its results form a vector
//! with one entry per game and seat, and blocks are independent draws of this vector. Its mean over
//! deals contains the fixed effects, its covariance the random effects. Both are split by the analysis
//! of variance of a balanced layout (Searle, Casella & McCulloch, *Variance components*, 1992, ch. 4):
//!
//! y = mean + bot + seat + seating + deal + deal×seat + deal×bot + game + within
//!
//! Bots, seats and seatings are fixed factors, because all levels of interest are present. Deals and
//! games are random, and interactions of a deal with a fixed factor sum to zero over that factor. Games
//! have a component of their own because results of one game depend on each other: wins sum to one, so
//! that this component may be negative to an extent that `within` allows. The two together form the
//! residual.
//!
//! Each component is its contribution to the variance of a single result drawn at random from all
//! deals, games and seats, so that the components sum to that variance. Fixed components are mean
//! squares of the effects, corrected for the contribution of chance.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::{Interval, t_quantile};
use super::layout::{BOT, DEAL, GAME, Layout, SEAT, STRATA, WITHIN};

/// Number of batches among which blocks are distributed for the jackknife.
const BATCHES: usize = 100;

/// Source of variance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarianceSource {
    /// Mean differences between bots.
    Bot,
    /// Mean differences between seats.
    Seat,
    /// Effect of the seating beyond bot and seat: a seat or a neighbour suits a bot.
    Seating,
    /// Differences between deals that affect all results alike.
    Deal,
    /// Interaction: a deal favours a seat.
    DealSeat,
    /// Interaction: a deal favours a bot.
    DealBot,
    /// Residual: chance within games.
    Rest,
}

/// One variance component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VarianceComponent {
    /// Source of the component.
    pub source: VarianceSource,
    /// Estimated variance; a negative value means that the component is close to zero.
    pub variance: f64,
    /// Estimated variance as a share of the total.
    pub share: f64,
    /// Interval of the share, between 0 and 1; `None` for fewer than three blocks.
    pub interval: Option<Interval>,
}

/// The variance of a single result, split into components.
#[derive(Clone, Debug, PartialEq)]
pub struct VarianceSplit {
    /// Number of blocks.
    pub blocks: u64,
    /// Total variance: the sum of the components.
    pub total: f64,
    /// Components that the layout can separate.
    pub components: Vec<VarianceComponent>,
    /// Share of the variance that is due to the deal, including its interactions with seat and bot.
    pub dealt: f64,
    /// Interval of `dealt`.
    pub dealt_interval: Option<Interval>,
}

impl VarianceSplit {
    /// Returns the component with this source, or `None` if the layout cannot separate it from others.
    pub fn component(&self, source: VarianceSource) -> Option<&VarianceComponent> {
        self.components.iter().find(|part| part.source == source)
    }
}

/// Gain from playing both bots in all seatings of the same deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Standard deviation of the difference between the two bots' means in a block.
    pub deviation: f64,
    /// Variance of that difference if every game of the block had a separate deal, divided by its
    /// actual variance: 2 means that the blocks are equivalent to twice as many games on separate
    /// deals.
    pub gain: f64,
    /// Interval of the gain; `None` for fewer than four blocks.
    pub interval: Option<Interval>,
}

impl Pairing {
    /// Returns the number of blocks after which the 95 % interval of a difference of this size excludes
    /// zero in four of five runs (normal approximation).
    pub fn blocks_for(&self, difference: f64) -> f64 {
        let normal = Normal::standard();
        let reach = normal.inverse_cdf(0.975) + normal.inverse_cdf(0.8);
        (reach * self.deviation / difference).powi(2)
    }
}

/// Sums over some blocks, from which all results are computed.
#[derive(Clone, Debug, PartialEq)]
struct Batch {
    blocks: u64,
    sum: Vec<f64>,
    squares: [f64; STRATA],
    /// For each pair of bots: sum of squared differences over games, and sum of squared mean
    /// differences over blocks.
    pairs: Vec<(f64, f64)>,
}

impl Batch {
    fn new(layout: &Layout) -> Batch {
        let bots = layout.bots();
        Batch {
            blocks: 0,
            sum: vec![0.0; layout.size()],
            squares: [0.0; STRATA],
            pairs: vec![(0.0, 0.0); bots * (bots - 1) / 2],
        }
    }

    /// Returns the sums with another batch added (`sign` 1) or removed (`sign` −1).
    fn with(mut self, other: &Batch, sign: f64) -> Batch {
        self.blocks = if sign > 0.0 {
            self.blocks + other.blocks
        } else {
            self.blocks - other.blocks
        };
        let add = |mine: &mut f64, theirs: f64| *mine += sign * theirs;
        let sums = self.sum.iter_mut().zip(&other.sum);
        sums.for_each(|(mine, &theirs)| add(mine, theirs));
        let squares = self.squares.iter_mut().zip(other.squares);
        squares.for_each(|(mine, theirs)| add(mine, theirs));
        for (mine, theirs) in self.pairs.iter_mut().zip(&other.pairs) {
            add(&mut mine.0, theirs.0);
            add(&mut mine.1, theirs.1);
        }
        self
    }
}

/// Accumulates blocks of one layout in constant memory.
///
/// ```
/// use portolan_stats::{CrossedBlocks, Layout, VarianceSource};
/// let mut blocks = CrossedBlocks::new(Layout::new(&[vec![0, 1], vec![1, 0]]).unwrap());
/// // Bot 0 always scores two points more than bot 1, and some deals give both ten.
/// for deal in [0.0, 10.0, 0.0, 10.0, 10.0, 0.0] {
///     assert!(blocks.push(&[deal + 2.0, deal, deal, deal + 2.0]));
/// }
/// let split = blocks.split(0.95).unwrap();
/// assert!((split.component(VarianceSource::Bot).unwrap().variance - 1.0).abs() < 1e-9);
/// assert!((split.component(VarianceSource::Deal).unwrap().variance - 30.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct CrossedBlocks {
    layout: Layout,
    /// The first block. Other blocks are stored as differences from it, which makes sums of squares
    /// exact if the mean is large relative to the spread.
    origin: Vec<f64>,
    blocks: u64,
    batches: Vec<Batch>,
}

impl CrossedBlocks {
    /// Creates an accumulator without blocks.
    pub fn new(layout: Layout) -> CrossedBlocks {
        CrossedBlocks {
            layout,
            origin: Vec::new(),
            blocks: 0,
            batches: Vec::new(),
        }
    }

    /// Returns the layout of the blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Adds the results of a block, game by game and seat by seat. Returns false and adds nothing if
    /// the number of results is wrong or a result is not finite.
    pub fn push(&mut self, block: &[f64]) -> bool {
        if block.len() != self.layout.size() || block.iter().any(|value| !value.is_finite()) {
            return false;
        }
        if self.origin.is_empty() {
            self.origin = block.to_vec();
        }
        let apart: Vec<f64> = block
            .iter()
            .zip(&self.origin)
            .map(|(value, origin)| value - origin)
            .collect();
        if self.batches.len() < BATCHES {
            self.batches.push(Batch::new(&self.layout));
        }
        let batch = &mut self.batches[(self.blocks % BATCHES as u64) as usize];
        self.blocks += 1;
        batch.blocks += 1;
        for (sum, value) in batch.sum.iter_mut().zip(&apart) {
            *sum += value;
        }
        for (sum, squares) in batch.squares.iter_mut().zip(self.layout.squares(&apart)) {
            *sum += squares;
        }
        for ((one, other), pair) in pairs(self.layout.bots()).zip(&mut batch.pairs) {
            let (games, mean) = self.layout.difference(&apart, one, other);
            pair.0 += games;
            pair.1 += mean * mean;
        }
        true
    }

    /// Splits the variance into components. `None` for fewer than two blocks, or if all results are
    /// equal.
    pub fn split(&self, confidence: f64) -> Option<VarianceSplit> {
        let all = self.all()?;
        let parts = self.parts(&all)?;
        let shares = |parts: &[(VarianceSource, f64)]| {
            let total: f64 = parts.iter().map(|part| part.1).sum();
            let share = |part: &(VarianceSource, f64)| part.1 / total;
            let mut shares: Vec<f64> = parts.iter().map(share).collect();
            let of_deal = |part: &&(VarianceSource, f64)| {
                use VarianceSource::{Deal, DealBot, DealSeat};
                matches!(part.0, Deal | DealSeat | DealBot)
            };
            shares.push(parts.iter().filter(of_deal).map(share).sum());
            (total > 0.0).then_some(shares)
        };
        let whole = shares(&parts)?;
        let without: Option<Vec<Vec<f64>>> = self
            .batches
            .iter()
            .map(|batch| shares(&self.parts(&all.clone().with(batch, -1.0))?))
            .collect();
        let interval = |index: usize| {
            let without: Vec<f64> = without.as_ref()?.iter().map(|all| all[index]).collect();
            Some(
                self.jackknife(whole[index], &without, confidence)?
                    .clipped(0.0, 1.0),
            )
        };
        let components = parts.iter().enumerate();
        Some(VarianceSplit {
            blocks: self.blocks,
            total: parts.iter().map(|part| part.1).sum(),
            components: components
                .map(|(index, &(source, variance))| VarianceComponent {
                    source,
                    variance,
                    share: whole[index],
                    interval: interval(index),
                })
                .collect(),
            dealt: whole[parts.len()],
            dealt_interval: interval(parts.len()),
        })
    }

    /// Returns the gain from pairing two bots. `None` if a bot does not exist, for fewer than two
    /// blocks, or if blocks do not differ.
    pub fn pairing(&self, one: usize, other: usize, confidence: f64) -> Option<Pairing> {
        let (first, second) = (one.min(other), one.max(other));
        let index = pairs(self.layout.bots()).position(|pair| pair == (first, second))?;
        let all = self.all()?;
        let spread = |batch: &Batch| {
            let blocks = batch.blocks as f64;
            let (games, mean) = self.layout.difference(&batch.sum, first, second);
            let apart = (batch.pairs[index].0 - games / blocks) / (blocks - 1.0);
            let paired = (batch.pairs[index].1 - mean * mean / blocks) / (blocks - 1.0);
            let gain = apart / (self.layout.games as f64).powi(2) / paired;
            // Sums of squares that cancel leave a small rounding error.
            (batch.blocks > 1 && paired > 1e-12 * apart && gain > 0.0).then_some((paired, gain))
        };
        let (paired, gain) = spread(&all)?;
        let without: Option<Vec<f64>> = self
            .batches
            .iter()
            .map(|batch| Some(spread(&all.clone().with(batch, -1.0))?.1.ln()))
            .collect();
        // A ratio of one half is as far from 1 as a ratio of two, so the logarithm is closer to normal.
        let interval = without
            .filter(|_| self.blocks > 3)
            .and_then(|without| self.jackknife(gain.ln(), &without, confidence))
            .map(|interval| Interval {
                low: interval.low.exp(),
                high: interval.high.exp(),
            });
        Some(Pairing {
            deviation: paired.sqrt(),
            gain,
            interval,
        })
    }

    fn all(&self) -> Option<Batch> {
        let none = Batch::new(&self.layout);
        let all = self
            .batches
            .iter()
            .fold(none, |sum, batch| sum.with(batch, 1.0));
        (all.blocks > 1).then_some(all)
    }

    /// Computes the components from the sums of some blocks, by equating mean squares with their
    /// expectations.
    fn parts(&self, batch: &Batch) -> Option<Vec<(VarianceSource, f64)>> {
        if batch.blocks < 2 {
            return None;
        }
        let blocks = batch.blocks as f64;
        let (size, degrees) = (self.layout.size() as f64, self.layout.degrees());
        let mean: Vec<f64> = batch.sum.iter().map(|sum| sum / blocks).collect();
        let of_mean = self.layout.squares(&mean);
        // Between deals, by stratum: expected sums of squares of a single deal.
        let spread: [f64; STRATA] = std::array::from_fn(|stratum| {
            let squares = batch.squares[stratum] - blocks * of_mean[stratum];
            squares.max(0.0) / (blocks - 1.0)
        });
        let separate = self.layout.separates_deal_and_bot();
        let (chance, freedom) = if degrees[WITHIN] > 0.0 {
            (spread[WITHIN], degrees[WITHIN])
        } else {
            (spread[BOT], degrees[BOT])
        };
        let chance = chance / freedom;
        let game = spread[GAME] / degrees[GAME];
        let random =
            |stratum: usize, noise: f64| (spread[stratum] - degrees[stratum] * noise) / size;

        let means: Vec<f64> = mean
            .iter()
            .zip(&self.origin)
            .map(|(mean, origin)| mean + origin)
            .collect();
        let of_means = self.layout.squares(&means);
        let fixed = |stratum: usize| (of_means[stratum] - spread[stratum] / blocks) / size;

        use VarianceSource::{Bot, Deal, DealBot, DealSeat, Rest, Seat, Seating};
        let mut parts = Vec::new();
        if self.layout.bots() > 1 {
            parts.push((Bot, fixed(BOT)));
        }
        parts.push((Seat, fixed(SEAT)));
        // With a single bot, all seatings are the same.
        if self.layout.bots() > 1 {
            parts.push((Seating, fixed(GAME) + fixed(WITHIN)));
        }
        parts.push((Deal, random(DEAL, game)));
        parts.push((DealSeat, random(SEAT, chance)));
        if separate {
            parts.push((DealBot, random(BOT, chance)));
        }
        let seats = self.layout.seats as f64;
        parts.push((Rest, (game + (seats - 1.0) * chance) / seats));
        Some(parts)
    }

    /// Returns the interval from omitting one batch at a time; batches may differ in size (Busing,
    /// Meijer & van der Leeden, *Delete-m jackknife for unequal m*, 1999).
    fn jackknife(&self, whole: f64, without: &[f64], confidence: f64) -> Option<Interval> {
        let groups = without.len() as f64;
        let sizes = self.batches.iter().map(|batch| batch.blocks as f64);
        let blocks = self.blocks as f64;
        let parts = without.iter().zip(sizes.clone());
        let corrected = groups * whole
            - parts
                .map(|(part, size)| (1.0 - size / blocks) * part)
                .sum::<f64>();
        let squares: f64 = without
            .iter()
            .zip(sizes)
            .map(|(part, size)| {
                let ratio = blocks / size;
                let pseudo = ratio * whole - (ratio - 1.0) * part;
                (pseudo - corrected).powi(2) / (ratio - 1.0)
            })
            .sum();
        let reach = t_quantile(groups - 1.0, confidence) * (squares / groups).sqrt();
        reach.is_finite().then_some(Interval {
            low: whole - reach,
            high: whole + reach,
        })
    }
}

/// Returns all pairs of bots, with the lower number first.
fn pairs(bots: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bots).flat_map(move |one| (one + 1..bots).map(move |other| (one, other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use VarianceSource::{Bot, Deal, DealBot, DealSeat, Rest, Seat, Seating};

    fn three() -> Layout {
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        Layout::new(&orders.map(|order| order.to_vec())).unwrap()
    }

    fn two() -> Layout {
        Layout::new(&[vec![0, 1], vec![1, 0]]).unwrap()
    }

    fn taken<const N: usize>(layout: Layout, rows: &[[f64; N]]) -> CrossedBlocks {
        let mut blocks = CrossedBlocks::new(layout);
        assert!(rows.iter().all(|row| blocks.push(row)));
        blocks
    }

    fn assert_parts(blocks: &CrossedBlocks, wanted: &[(VarianceSource, f64)]) {
        let split = blocks.split(0.95).unwrap();
        for &(source, value) in wanted {
            let found = split.component(source).unwrap().variance;
            assert!((found - value).abs() < 1e-5, "{source:?}: {found}");
        }
        let sum: f64 = split.components.iter().map(|part| part.variance).sum();
        assert!((sum - split.total).abs() < 1e-9 * split.total);
    }

    /// statsmodels 0.15.0, Python: `MixedLM` by REML, which for balanced data with positive estimates
    /// equals the analysis of variance: `y ~ C(point)`, groups by deal, variance components of seat,
    /// bot and game. It gives deal 26.8629630, seat 48.5018519, bot 13.4796296, game 5.3481481,
    /// residual 6.1870370. Its interactions do not sum to zero, so that here a third of seat and of bot
    /// belongs to the deal. Bot and seat from the F values of `AnovaRM`, 6.990429 and 1.304810.
    #[test]
    fn variance_components_of_three_bots_match_statsmodels() {
        let rows = [
            [
                63, 61, 51, 59, 62, 48, 66, 55, 49, 63, 59, 46, 61, 52, 50, 65, 58, 48,
            ],
            [
                45, 51, 44, 41, 55, 45, 44, 55, 49, 44, 59, 43, 46, 59, 47, 42, 51, 40,
            ],
            [
                44, 51, 40, 43, 52, 46, 43, 37, 39, 43, 45, 40, 44, 45, 48, 48, 53, 38,
            ],
            [
                54, 32, 55, 59, 49, 41, 59, 38, 61, 56, 47, 41, 66, 29, 42, 67, 32, 48,
            ],
            [
                57, 62, 74, 53, 61, 64, 58, 54, 69, 66, 65, 58, 73, 50, 70, 66, 56, 56,
            ],
            [
                53, 67, 54, 60, 73, 58, 64, 57, 54, 61, 62, 35, 71, 61, 55, 71, 67, 37,
            ],
        ];
        let blocks = taken(three(), &rows.map(|row| row.map(f64::from)));
        assert_parts(
            &blocks,
            &[
                (Bot, 9.658_436_2),
                (Seat, 1.677_572_0),
                (Deal, 47.523_456_8),
                (DealSeat, 32.334_567_9),
                (DealBot, 8.986_419_8),
                (Rest, 11.535_185_2),
            ],
        );
    }

    /// statsmodels for two bots, without a component of the bot: deal 48.1785714, seat 21.0892857, game
    /// 1.8928571, residual 6.3526786; F of bot 50.180604 and of seat 9.427560.
    #[test]
    fn variance_components_of_two_bots_match_statsmodels() {
        let rows = [
            [56, 60, 64, 52],
            [49, 53, 55, 48],
            [62, 47, 72, 46],
            [66, 65, 69, 58],
            [54, 53, 57, 51],
            [49, 44, 51, 36],
            [52, 48, 65, 40],
            [32, 40, 47, 38],
        ];
        let blocks = taken(two(), &rows.map(|row| row.map(f64::from)));
        assert_parts(
            &blocks,
            &[
                (Bot, 9.763_392_9),
                (Seat, 12.781_25),
                (Deal, 58.723_214_3),
                (DealSeat, 10.544_642_9),
                (Rest, 8.245_535_7),
            ],
        );
        assert_eq!(blocks.split(0.95).unwrap().component(DealBot), None);
        // A large offset does not change the result.
        let far = rows.map(|row| row.map(|value| f64::from(value) + 1e7));
        assert_parts(&taken(two(), &far), &[(Deal, 58.723_214_3)]);
    }

    /// By definition: differences of 4, 8, 0 and −4 in the first game and 2, 4, 0 and −6 in the second
    /// have variances of 80/3 and 56/3; their means 3, 6, 0 and −5 have a variance of 66/3.
    #[test]
    fn pairing_gain_matches_its_definition() {
        let rows = [[4, 0, 0, 2], [8, 0, 0, 4], [0, 0, 0, 0], [0, 4, 6, 0]];
        let blocks = taken(two(), &rows.map(|row| row.map(f64::from)));
        let pairing = blocks.pairing(0, 1, 0.95).unwrap();
        assert!((pairing.deviation - 22f64.sqrt()).abs() < 1e-12);
        assert!((pairing.gain - (136.0 / 3.0) / 4.0 / 22.0).abs() < 1e-12);
        assert_eq!(blocks.pairing(1, 0, 0.95), Some(pairing));
        assert_eq!(blocks.pairing(0, 2, 0.95), None);
        // Two-sided 5 % and a power of 80 %: (1.959964 + 0.841621)² = 7.848879.
        assert!((pairing.blocks_for(1.0) / 22.0 - 7.848_879).abs() < 1e-6);
    }

    /// If every block is its own batch, the jackknife gives the standard error of the mean.
    #[test]
    fn jackknife_of_a_mean_is_its_standard_error() {
        let values = [3.0, 5.0, 8.0, 12.0, 13.0];
        let mut blocks = CrossedBlocks::new(two());
        values
            .iter()
            .for_each(|&value| assert!(blocks.push(&[value; 4])));
        let sum: f64 = values.iter().sum();
        let without: Vec<f64> = values.iter().map(|value| (sum - value) / 4.0).collect();
        let found = blocks.jackknife(sum / 5.0, &without, 0.95).unwrap();
        let wanted = super::super::mean_interval(&values.into_iter().collect(), 0.95).unwrap();
        assert!((found.low - wanted.low).abs() < 1e-9, "{found:?}");
        assert!((found.high - wanted.high).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn single_bot_in_every_seat_has_no_bot_component() {
        let mirror = Layout::new(&[vec![0, 0], vec![0, 0]]).unwrap();
        let rows = [
            [9.0, 3.0, 7.0, 3.0],
            [5.0, 1.0, 6.0, 3.0],
            [2.0, 1.0, 2.0, 4.0],
        ];
        let split = taken(mirror, &rows).split(0.95).unwrap();
        let sources: Vec<_> = split.components.iter().map(|part| part.source).collect();
        assert_eq!(sources, [Seat, Deal, DealSeat, Rest]);
    }

    #[test]
    fn wins_have_no_deal_component() {
        let rows = [
            [1.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 1.0, 0.0],
            [0.5, 0.5, 0.0, 1.0],
            [1.0, 0.0, 1.0, 0.0],
        ];
        let split = taken(two(), &rows).split(0.95).unwrap();
        assert_eq!(split.component(Deal).unwrap().variance, 0.0);
        assert!(split.component(Seating).unwrap().variance.abs() < 1e-12);
    }

    #[test]
    fn too_few_or_invalid_blocks_give_no_components() {
        let mut blocks = CrossedBlocks::new(two());
        assert!(!blocks.push(&[1.0; 3]) && !blocks.push(&[1.0, f64::NAN, 1.0, 1.0]));
        assert_eq!(blocks.split(0.95), None);
        assert!(blocks.push(&[1.0; 4]) && blocks.push(&[1.0; 4]));
        assert_eq!(blocks.split(0.95), None);
        assert_eq!(blocks.pairing(0, 1, 0.95), None);
        assert!(blocks.push(&[2.0, 1.0, 1.0, 1.0]));
        assert_eq!(
            (blocks.blocks(), blocks.split(0.95).unwrap().blocks),
            (3, 3)
        );
    }

    /// Closed form for a mean: without m of n blocks it is (S − s) / (n − m), so that the pseudo-value
    /// of a batch is its own mean, the corrected estimate is the overall mean, and the variance is the
    /// mean over batches of (mean of the batch − overall mean)² m / (n − m).
    #[test]
    fn jackknife_weights_batches_by_their_blocks() {
        let value = |block: u32| f64::from(block * 37 % 101);
        let mut blocks = CrossedBlocks::new(two());
        assert!((0..130).all(|block| blocks.push(&[value(block); 4])));
        let sum: f64 = (0..130).map(value).sum();
        // A hundred batches, of which the first thirty contain two blocks.
        let batches = (0..100u32).map(|batch| match batch < 30 {
            true => (2.0, value(batch) + value(batch + 100)),
            false => (1.0, value(batch)),
        });
        let (mut without, mut variance) = (Vec::new(), 0.0);
        for (size, part) in batches {
            without.push((sum - part) / (130.0 - size));
            variance += (part / size - sum / 130.0).powi(2) * size / (130.0 - size) / 100.0;
        }
        let found = blocks.jackknife(sum / 130.0, &without, 0.95).unwrap();
        // Student's quantile for 99 degrees of freedom.
        let reach = 1.984_217 * variance.sqrt();
        assert!(
            (found.low - (sum / 130.0 - reach)).abs() < 1e-5,
            "{found:?}"
        );
        assert!(
            (found.high - (sum / 130.0 + reach)).abs() < 1e-5,
            "{found:?}"
        );
    }
}
