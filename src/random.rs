//! Random numbers: one stream per purpose, and the few lines that turn random bits into choices.
//!
//! Bounded integers and shuffles are written here, with golden tests, because a library may change
//! the values it draws between versions and recorded games must replay for good.

pub use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// What a random number is drawn for. Every purpose of a game has its own stream, so that a
/// player who draws one card more does not change what others draw from another deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(pub u8);

/// Number of purposes a game may name: `Purpose(0)` up to `Purpose(15)`.
pub const MAX_PURPOSES: usize = 16;

/// The interface through which rules draw random numbers.
pub trait Chance {
    /// Uniform integer in `0..bound`. `bound` is at least 1.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;
}

/// One generator for every purpose: what searches and look-ahead use.
impl Chance for Rng {
    #[inline]
    fn below(&mut self, _purpose: Purpose, bound: u32) -> u32 {
        below(self, bound)
    }
}

/// One independent stream per purpose: what real games use.
#[derive(Clone, Debug)]
pub struct Streams([Rng; MAX_PURPOSES]);

impl Streams {
    /// The streams of the deal with this seed.
    pub fn new(deal_seed: u64) -> Streams {
        Streams(std::array::from_fn(|purpose| {
            stream(deal_seed, &[0, purpose as u64])
        }))
    }
}

impl Chance for Streams {
    #[inline]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        below(&mut self.0[purpose.0 as usize], bound)
    }
}

/// Steele, Lea & Flood, *Fast splittable pseudorandom number generators*, 2014: the output mix.
fn splitmix64(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The seed of a sub-stream: a hash of a seed and a path of numbers below it.
pub fn derive_seed(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(splitmix64(seed), |hash, &part| {
        splitmix64(hash ^ splitmix64(part))
    })
}

/// The seed of a block's deal; below 2^63, so that every CSV reader keeps it exact.
pub fn deal_seed(master_seed: u64, block: u64) -> u64 {
    derive_seed(master_seed, &[block]) >> 1
}

/// The generator of random designs: what is played, before any deal.
pub fn design_stream(master_seed: u64) -> Rng {
    // No block has this number.
    stream(master_seed, &[u64::MAX, 0])
}

/// A generator for the sub-stream at `path` below `seed`.
pub fn stream(seed: u64, path: &[u64]) -> Rng {
    Rng::seed_from_u64(derive_seed(seed, path))
}

/// The generator of the bot in `seat` in the `seating`-th game of the deal.
pub fn bot_stream(deal_seed: u64, seating: usize, seat: usize) -> Rng {
    stream(deal_seed, &[1, seating as u64, seat as u64])
}

/// The generator of a bot's choice at decision number `decision` of a game that people play too:
/// one per decision, so that a game taken back or loaded goes on as it would have gone.
pub fn decision_stream(deal_seed: u64, seat: usize, decision: usize) -> Rng {
    stream(deal_seed, &[2, seat as u64, decision as u64])
}

/// Uniform integer in `0..bound` without bias (Lemire, *Fast random integer generation in an
/// interval*, 2019). `bound` is at least 1.
#[inline]
pub fn below(rng: &mut Rng, bound: u32) -> u32 {
    debug_assert!(bound > 0, "nothing to choose from");
    let mut product = u64::from((rng.next_u64() >> 32) as u32) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from((rng.next_u64() >> 32) as u32) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Uniform number in `[0, 1)` with 53 random bits.
pub fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Fisher–Yates shuffle.
pub fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded runs replay only as long as these values stay.
    #[test]
    fn golden_values() {
        let mut rng = stream(7, &[1, 2, 3]);
        let drawn: Vec<u32> = (0..8).map(|_| below(&mut rng, 1000)).collect();
        let mut deck: Vec<u32> = (0..10).collect();
        shuffle(&mut rng, &mut deck);
        assert_eq!(derive_seed(7, &[1, 2, 3]), GOLDEN_SEED);
        assert_eq!(drawn, GOLDEN_DRAWN);
        assert_eq!(deck, GOLDEN_DECK);
    }
    const GOLDEN_SEED: u64 = 2_419_173_667_198_131_970;
    const GOLDEN_DRAWN: [u32; 8] = [194, 529, 525, 903, 471, 280, 479, 151];
    const GOLDEN_DECK: [u32; 10] = [9, 3, 8, 0, 7, 6, 4, 2, 5, 1];

    #[test]
    fn splitmix_reference_value() {
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
    fn purposes_do_not_disturb_each_other() {
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
    fn deal_seeds_fit_in_63_bits() {
        assert!((0..1000).all(|block| deal_seed(u64::MAX, block) < 1 << 63));
    }
}
