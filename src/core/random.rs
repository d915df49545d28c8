//! Random numbers: one stream per purpose, and all functions that convert random bits to choices.
//!
//! Values come from `rand` and `rand_distr`, which may change their output between minor versions. Both are pinned,
//! no other module calls them, and golden tests check their output, because recorded games must remain replayable.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
pub use rand_xoshiro::Xoshiro256PlusPlus as Rng;

/// Purpose of a random number. Every purpose of a game has its own stream, so that drawing an additional card from
/// one deck does not change the draws from another deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(pub u8);

/// Number of purposes available to a game: `Purpose(0)` to `Purpose(15)`.
pub const MAX_PURPOSES: usize = 16;

/// Interface through which rules draw random numbers.
pub trait Chance {
    /// Returns a uniform integer in `0..bound`. `bound` is at least 1.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;

    /// Returns a uniform index in `0..bound`. `thing` returns the number of the object at an index, so that a draw
    /// can be specified by name ([`crate::game::Notation::drawn`]).
    #[inline]
    fn pick(&mut self, purpose: Purpose, bound: u32, thing: impl Fn(u32) -> u16) -> u32 {
        let _ = thing;
        self.below(purpose, bound)
    }

    /// Shuffles items uniformly. `thing` returns the number of an item.
    #[inline]
    fn shuffle<T>(&mut self, purpose: Purpose, items: &mut [T], thing: impl Fn(&T) -> u16) {
        let _ = thing;
        fisher_yates(items, |bound| self.below(purpose, bound));
    }

    /// Draws a piece uniformly from a bag with the given number of `pieces` of each kind, and returns its kind. The
    /// bag contains at least one piece.
    ///
    /// Custom code: the weighted choice of `rand` allocates memory for every draw.
    #[inline]
    fn piece(&mut self, purpose: Purpose, pieces: &[u8]) -> usize {
        let all = pieces.iter().map(|&count| u32::from(count)).sum();
        let mut left = self.below(purpose, all);
        for (kind, &count) in pieces.iter().enumerate() {
            if left < u32::from(count) {
                return kind;
            }
            left -= u32::from(count);
        }
        unreachable!("fewer pieces than counted")
    }
}

/// A single generator for all purposes, used by searches and look-ahead.
impl Chance for Rng {
    #[inline]
    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        below(self, bound)
    }
}

/// One independent stream per purpose, used by real games.
#[derive(Clone, Debug, PartialEq)]
pub struct Streams([Rng; MAX_PURPOSES]);

impl Streams {
    /// Creates the streams of the deal with this seed.
    pub fn new(deal_seed: u64) -> Streams {
        Streams(std::array::from_fn(|purpose| {
            stream(deal_seed, &[Use::Rules as u64, purpose as u64])
        }))
    }
}

impl Chance for Streams {
    #[inline]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        below(&mut self.0[usize::from(purpose.0)], bound)
    }
}

/// Output function of SplitMix64 (Steele, Lea & Flood, *Fast splittable pseudorandom number generators*, 2014).
fn splitmix64(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Derives the seed of a sub-stream: a hash of the parent seed, the length of the path below it, and each number of
/// the path.
///
/// The state is mixed after each number, and every number is multiplied, but not mixed, before it is added.
/// Exchanging a seed with a number of its path therefore gives a different result.
pub fn derive_seed(seed: u64, path: &[u64]) -> u64 {
    // Odd constants of Steele & Vigna, *Computationally easy, spectrally good multipliers*, 2021.
    let take = |state: u64, part: u64| {
        splitmix64(state.wrapping_add(part.wrapping_mul(0xD134_2543_DE82_EF95)))
    };
    let begin = take(splitmix64(seed), path.len() as u64);
    path.iter().fold(begin, |state, &part| take(state, part))
}

/// Uses of seeds derived from a master seed or a deal seed. Each path below such a seed starts with one of these
/// numbers, so that no two uses share a stream.
#[derive(Clone, Copy)]
enum Use {
    // Derived from the seed of a deal.
    Rules,
    Bot,
    Decision,
    Hint,
    Analysis,
    Concealment,
    // The numbers of uses determine their streams; 6 is no longer used.
    Withholding = 7,
    // Derived from a master seed.
    Deal,
    Design,
    DataSet,
    Fresh,
    // New uses go at the end: a number inserted above would change all deals.
    Roles,
    Campaign,
    Redraws,
    Guess,
    Withheld,
    Prices,
    Steps,
}

/// Maps a seed to the range that files can store: below 2^63.
fn told(seed: u64) -> u64 {
    seed >> 1
}

/// Returns the seed of the deal with index `block`; below 2^63.
pub fn deal_seed(master_seed: u64, block: u64) -> u64 {
    told(derive_seed(master_seed, &[Use::Deal as u64, block]))
}

/// Returns the master seed of the games of a campaign; below 2^63.
pub fn campaign_seed(master_seed: u64, campaign: u64) -> u64 {
    told(derive_seed(master_seed, &[Use::Campaign as u64, campaign]))
}

/// Purposes that require fresh deals, which no other part of the run has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fresh {
    /// A study confirms its findings on fresh deals.
    Confirmation,
    /// The composition of a mixture is tested against its target.
    Target,
    /// A tuning run compares points, and its result with its starting point.
    Tuning,
    /// A network is trained by self-play.
    // The numbers of purposes determine their deals; 3 is no longer used.
    Learning = 4,
    /// A network is measured during training.
    Match,
}

/// Returns a master seed for fresh deals, which differ from the deals of the original master seed and from the deals
/// of all other purposes. The seed is below 2^63.
pub fn fresh_seed(master_seed: u64, purpose: Fresh) -> u64 {
    told(derive_seed(
        master_seed,
        &[Use::Fresh as u64, purpose as u64],
    ))
}

/// Returns the master seed of a numbered step of a study, each of which has its own deals; below 2^63.
pub fn step_seed(master_seed: u64, step: u64) -> u64 {
    told(derive_seed(master_seed, &[Use::Steps as u64, step]))
}

/// Returns the generator for random designs, which are drawn before any deal.
pub fn design_stream(master_seed: u64) -> Rng {
    stream(master_seed, &[Use::Design as u64])
}

/// Returns the generator for the sets of prices of a price factorial experiment.
pub fn price_stream(master_seed: u64) -> Rng {
    stream(master_seed, &[Use::Prices as u64])
}

/// Returns the seed for varying the placeholder rows of the data set with this number; below 2^63.
pub fn data_seed(master_seed: u64, number: u32) -> u64 {
    told(derive_seed(
        master_seed,
        &[Use::DataSet as u64, u64::from(number)],
    ))
}

/// Returns a generator for the sub-stream at `path` below `seed`.
pub fn stream(seed: u64, path: &[u64]) -> Rng {
    Rng::seed_from_u64(derive_seed(seed, path))
}

/// Returns a new generator seeded from another one.
#[inline]
pub fn fork(rng: &mut Rng) -> Rng {
    Rng::seed_from_u64(rng.random())
}

/// Returns the generator of the bot in `seat` in the game number `seating` of the deal.
pub fn bot_stream(deal_seed: u64, seating: usize, seat: usize) -> Rng {
    stream(deal_seed, &[Use::Bot as u64, seating as u64, seat as u64])
}

/// Returns the generator for a bot's choice at decision number `decision` of an interactive game. Each decision has
/// its own generator, so that bots make the same choices after an undo or a reload.
pub fn decision_stream(deal_seed: u64, seat: usize, decision: usize) -> Rng {
    stream(
        deal_seed,
        &[Use::Decision as u64, seat as u64, decision as u64],
    )
}

/// Returns the generator for a hint at decision number `decision`; hints do not affect the choices of bots.
pub fn hint_stream(deal_seed: u64, seat: usize, decision: usize) -> Rng {
    stream(deal_seed, &[Use::Hint as u64, seat as u64, decision as u64])
}

/// Returns the seed for an analysis of the position before decision number `decision`.
pub fn analysis_seed(deal_seed: u64, decision: usize) -> u64 {
    derive_seed(deal_seed, &[Use::Analysis as u64, decision as u64])
}

/// Returns the generator for resampling information hidden from a seat before decision number `decision`.
pub fn concealment_stream(deal_seed: u64, decision: usize) -> Rng {
    stream(deal_seed, &[Use::Concealment as u64, decision as u64])
}

/// Returns the generator for guessing information that was not revealed at a followed table: draw number `draw`
/// after `made` moves.
pub fn guess_stream(deal_seed: u64, made: usize, draw: usize) -> Rng {
    stream(deal_seed, &[Use::Guess as u64, made as u64, draw as u64])
}

/// Returns the generator for choosing items to withhold from a place of the line-up on a deal.
pub fn withholding_stream(deal_seed: u64, place: usize) -> Rng {
    stream(deal_seed, &[Use::Withholding as u64, place as u64])
}

/// Returns the generator for assigning roles to seats in a self-play game.
pub fn roles_stream(deal_seed: u64) -> Rng {
    stream(deal_seed, &[Use::Roles as u64])
}

/// Returns the generator for the items that are withheld in a self-play game.
pub fn withheld_stream(deal_seed: u64) -> Rng {
    stream(deal_seed, &[Use::Withheld as u64])
}

/// Returns the generator for redrawing the chance events of game number `seating` of the deal, for comparison with
/// the actual events; `None` selects the draws of the deal itself, which all its games share.
pub fn redraw_stream(deal_seed: u64, seating: Option<usize>) -> Rng {
    let game = seating.map_or(0, |seating| seating as u64 + 1);
    stream(deal_seed, &[Use::Redraws as u64, game])
}

/// Returns a uniform integer in `0..bound`. `bound` is at least 1.
#[inline]
pub fn below(rng: &mut Rng, bound: u32) -> u32 {
    rng.random_range(0..bound)
}

/// Returns a uniform number in `[0, 1)` with 53 random bits.
#[inline]
pub fn unit(rng: &mut Rng) -> f64 {
    rng.random()
}

/// Returns a standard normal number.
pub fn standard_normal(rng: &mut Rng) -> f64 {
    rng.sample(StandardNormal)
}

/// Shuffles items uniformly.
#[inline]
pub fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    fisher_yates(items, |bound| below(rng, bound));
}

/// Fisher–Yates shuffle.
///
/// Custom code: the shuffle of `rand` derives several numbers from one draw by division, which slows down random
/// play of Endeavor by 5 %.
#[inline]
fn fisher_yates<T>(items: &mut [T], mut below: impl FnMut(u32) -> u32) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u32 + 1) as usize);
    }
}

/// Returns an index with probability proportional to its weight. Weights must not be negative, and at least one must
/// be positive.
///
/// Custom code: the weighted choice of `rand` allocates memory, and rollouts make a choice at every decision.
#[inline]
pub fn weighted(rng: &mut Rng, weights: &[f64]) -> usize {
    let mut left = unit(rng) * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}

/// Finds the index of the greatest value; ties are broken uniformly at random.
#[derive(Clone, Copy, Debug)]
pub struct Greatest {
    index: usize,
    value: f64,
    equals: u32,
}

impl Greatest {
    /// Creates the state before any value is offered.
    #[inline]
    pub fn new() -> Greatest {
        Greatest {
            index: 0,
            value: f64::NEG_INFINITY,
            equals: 0,
        }
    }

    /// Compares another value with the greatest value so far.
    #[inline]
    pub fn offer(&mut self, index: usize, value: f64, rng: &mut Rng) {
        if value > self.value {
            *self = Greatest {
                index,
                value,
                equals: 1,
            };
        } else if value == self.value {
            // The n-th of n equal values replaces the previous choice with probability 1/n.
            self.equals += 1;
            if below(rng, self.equals) == 0 {
                self.index = index;
            }
        }
    }

    /// Returns the index of the greatest value offered so far, or 0 before the first value.
    #[inline]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns true if several values are the greatest, so that the index is random.
    #[inline]
    pub fn is_tied(&self) -> bool {
        self.equals > 1
    }
}

impl Default for Greatest {
    fn default() -> Self {
        Greatest::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded games replay only if these values do not change.
    #[test]
    fn random_values_match_recorded_values() {
        let drawn = |draw: fn(&mut Rng) -> u32| -> [u32; 6] {
            let mut rng = stream(7, &[1, 2, 3]);
            std::array::from_fn(|_| draw(&mut rng))
        };
        let mut deck: [u32; 10] = std::array::from_fn(|card| card as u32);
        shuffle(&mut stream(7, &[1, 2, 3]), &mut deck);
        assert_eq!(deck, [0, 4, 7, 2, 3, 9, 1, 8, 6, 5]);
        assert_eq!(
            drawn(|rng| below(rng, 1000)),
            [582, 721, 847, 271, 909, 647]
        );
        assert_eq!(
            drawn(|rng| (1e4 * unit(rng)) as u32),
            [5823, 7212, 8470, 2714, 9095, 6476]
        );
        let normal = |rng: &mut Rng| (1e4 * (10.0 + standard_normal(rng))) as u32;
        assert_eq!(
            drawn(normal),
            [100_552, 106_943, 116_227, 91_739, 110_091, 105_428]
        );
        assert_eq!(
            drawn(|rng| weighted(rng, &[1.5, 0.0, 2.5]) as u32),
            [2, 2, 2, 0, 2, 2]
        );
        assert_eq!(
            drawn(|rng| rng.piece(Purpose(0), &[3, 0, 5]) as u32),
            [2, 2, 2, 0, 2, 2]
        );
        assert_eq!(
            drawn(|rng| below(&mut fork(rng), 1000)),
            [391, 726, 913, 731, 593, 769]
        );
        let seeds = [
            derive_seed(7, &[1, 2, 3]),
            deal_seed(7, 3),
            fresh_seed(7, Fresh::Target),
        ];
        assert_eq!(
            seeds,
            [
                4_851_971_771_885_906_508,
                9_137_276_450_763_503_687,
                8_440_030_585_350_794_326
            ]
        );
        assert_eq!(data_seed(7, 1), 6_892_370_471_849_354_922);
        assert_eq!(campaign_seed(7, 3), 5_942_999_232_167_040_675);
    }

    #[test]
    fn splitmix_matches_the_reference_implementation() {
        // First output of the reference implementation (prng.di.unimi.it/splitmix64.c) for seed 0.
        assert_eq!(splitmix64(0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn every_value_below_the_bound_is_equally_likely() {
        let mut rng = stream(1, &[]);
        for bound in [1u32, 2, 3, 7, 10] {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..20_000 {
                counts[below(&mut rng, bound) as usize] += 1;
            }
            let expected = 20_000.0 / f64::from(bound);
            for count in counts {
                assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt());
            }
        }
    }

    #[test]
    fn draws_for_one_purpose_do_not_affect_other_purposes() {
        let mut alone = Streams::new(5);
        let mut disturbed = Streams::new(5);
        for _ in 0..10 {
            disturbed.below(Purpose(1), 6);
        }
        let draw = |streams: &mut Streams| -> Vec<u32> {
            (0..10).map(|_| streams.below(Purpose(0), 100)).collect()
        };
        assert_eq!(draw(&mut alone), draw(&mut disturbed));
    }

    #[test]
    fn all_deals_of_a_thousand_seeds_differ() {
        let mut deals: Vec<u64> = (0..1000)
            .flat_map(|seed| (0..1000).map(move |block| deal_seed(seed, block)))
            .collect();
        assert!(deals.iter().all(|&deal| deal < 1 << 63));
        deals.sort_unstable();
        deals.dedup();
        assert_eq!(deals.len(), 1_000_000);
    }

    #[test]
    fn exchanging_seed_and_block_changes_the_deal() {
        for (one, other) in [(0, 1), (3, 39), (7, 1 << 40), (0, u64::MAX)] {
            assert_ne!(deal_seed(one, other), deal_seed(other, one));
            assert_ne!(deal_seed(one, one), deal_seed(other, other));
        }
    }

    /// The first outputs and seeds of streams are unique across purposes, seats, seatings, decisions and places, and
    /// neighbouring streams agree in half of their bits.
    #[test]
    fn streams_of_purposes_and_seats_are_independent() {
        for deal in (0..50).map(|block| deal_seed(1, block)) {
            let Streams(rules) = Streams::new(deal);
            let mut streams = rules.to_vec();
            for seat in 0..5 {
                streams.extend((0..24).map(|seating| bot_stream(deal, seating, seat)));
                streams.extend((0..24).map(|made| decision_stream(deal, seat, made)));
                streams.extend((0..24).map(|made| hint_stream(deal, seat, made)));
                streams.push(withholding_stream(deal, seat));
            }
            streams.extend((0..24).map(|made| concealment_stream(deal, made)));
            streams.extend((0..24).map(|seating| redraw_stream(deal, Some(seating))));
            streams.push(redraw_stream(deal, None));
            let first: Vec<u64> = streams.iter_mut().map(|stream| stream.random()).collect();
            let distinct: std::collections::BTreeSet<&u64> = first.iter().collect();
            assert_eq!(distinct.len(), first.len());
            let apart = first.windows(2).map(|two| (two[0] ^ two[1]).count_ones());
            let pairs = first.len() as f64 - 1.0;
            let mean = f64::from(apart.sum::<u32>()) / pairs;
            // 64 fair bits per pair have a standard deviation of 4.
            assert!((mean - 32.0).abs() < 5.0 * 4.0 / pairs.sqrt(), "{mean}");
        }
    }

    #[test]
    fn fresh_seeds_produce_distinct_deals() {
        let purposes = [
            Fresh::Confirmation,
            Fresh::Target,
            Fresh::Tuning,
            Fresh::Learning,
        ];
        let mut deals = std::collections::BTreeSet::new();
        let mut seeds = 0;
        for master in 0..200 {
            let fresh = purposes.map(|purpose| fresh_seed(master, purpose));
            for seed in [master].into_iter().chain(fresh) {
                assert!(seed < 1 << 63);
                seeds += 1;
                deals.extend((0..200).map(|block| deal_seed(seed, block)));
            }
        }
        assert_eq!(deals.len(), seeds * 200);
    }

    #[test]
    fn outcomes_are_drawn_in_proportion_to_their_weights() {
        let mut rng = stream(3, &[]);
        let (mut pieces, mut weights) = ([0.0; 3], [0.0; 3]);
        for _ in 0..20_000 {
            pieces[rng.piece(Purpose(0), &[3, 0, 7])] += 1.0;
            weights[weighted(&mut rng, &[0.75, 0.0, 1.75])] += 1.0;
        }
        for counts in [pieces, weights] {
            assert_eq!(counts[1], 0.0);
            assert!((counts[0] - 6000.0f64).abs() < 5.0 * 4200f64.sqrt());
        }
    }

    #[test]
    fn every_shuffle_order_is_equally_likely() {
        let mut rng = stream(4, &[]);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            shuffle(&mut rng, &mut items);
            *counts.entry(items).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), 24);
        assert!(
            counts
                .values()
                .all(|&count: &f64| (count - 1000.0).abs() < 5.0 * 1000f64.sqrt())
        );
    }

    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let mut rng = stream(6, &[]);
        let drawn: Vec<f64> = (0..40_000).map(|_| standard_normal(&mut rng)).collect();
        let mean = drawn.iter().sum::<f64>() / 40_000.0;
        let square = drawn.iter().map(|one| one * one).sum::<f64>() / 40_000.0;
        assert!(
            mean.abs() < 0.025 && (square - 1.0).abs() < 0.036,
            "{mean} {square}"
        );
    }

    #[test]
    fn ties_are_broken_at_random() {
        let mut rng = stream(5, &[]);
        let mut counts = [0.0; 4];
        for _ in 0..20_000 {
            let mut best = Greatest::new();
            for (index, value) in [1.0, 2.0, f64::NAN, 2.0].into_iter().enumerate() {
                best.offer(index, value, &mut rng);
            }
            counts[best.index()] += 1.0;
        }
        assert_eq!([counts[0], counts[2]], [0.0, 0.0]);
        assert!((counts[1] - 10_000.0f64).abs() < 5.0 * 5000f64.sqrt());
    }
}
