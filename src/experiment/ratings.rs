//! Ratings of all who take part in an experiment whose cells differ in who plays.
//!
//! Plackett–Luce over all games, with intervals from a bootstrap over blocks. Everything is a
//! function of the games in their order and of nothing else, so a run that was resumed, or merged
//! from parts, has the same ratings to the last digit.

use crate::random::{below, stream};
use crate::stats::{Interval, PlackettLuce, Resampled};

/// The bot that has rating 0 where it takes part.
pub const ANCHOR: &str = "random";

/// Rating points per natural logarithm of odds: 400 points are odds of ten to one, as for Elo.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Games won against and lost to the ghost of [`PlackettLuce`], who keeps ratings finite.
const PRIOR: f64 = 0.1;

/// Resamples behind the intervals.
const RESAMPLES: usize = 1000;

/// Seed of the resamples: the same for every run.
const SEED: u64 = 0x7261_7469_6e67;

/// Games to be rated, fed in order.
#[derive(Clone, Debug)]
pub struct Ratings {
    model: Option<PlackettLuce>,
    anchor: Option<usize>,
    /// Games of the block that is being read.
    open: Vec<Vec<(usize, u32)>>,
}

/// Ratings on the scale of Elo.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    resampled: Resampled,
}

impl Ratings {
    /// Ratings of those with these names.
    pub fn new(names: &[String]) -> Ratings {
        let anchor = names.iter().position(|name| name == ANCHOR);
        Ratings {
            model: PlackettLuce::empty(names.len(), anchor, PRIOR),
            anchor,
            open: Vec::new(),
        }
    }

    /// Whether the bot named [`ANCHOR`] has rating 0; else the mean of all is 0.
    pub fn anchored(&self) -> bool {
        self.anchor.is_some()
    }

    /// Takes who sits in the next seat of a game, and the rank that was reached; seat 0 begins a
    /// game.
    pub fn add(&mut self, seat: usize, entrant: usize, rank: u32) {
        if seat == 0 || self.open.is_empty() {
            self.open.push(Vec::new());
        }
        if let Some(game) = self.open.last_mut() {
            game.push((entrant, rank));
        }
    }

    /// The block is complete.
    pub fn close_block(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let taken = self
            .model
            .as_mut()
            .and_then(|model| model.add_block(&self.open));
        if taken.is_none() {
            // More are tied than the model can take: no ratings rather than wrong ones.
            self.model = None;
        }
        self.open.clear();
    }

    /// The ratings; `None` if there are no games, or they cannot be fitted.
    pub fn fit(&self) -> Option<Rated> {
        let mut rng = stream(SEED, &[]);
        let model = self.model.as_ref().filter(|model| !model.is_empty())?;
        let resampled = model.resampled(RESAMPLES, |bound| below(&mut rng, bound))?;
        Some(Rated { resampled })
    }
}

impl Rated {
    /// Rating.
    pub fn rating(&self, entrant: usize) -> f64 {
        POINTS * self.resampled.ratings[entrant]
    }

    /// Its interval; `None` below two blocks.
    pub fn interval(&self, entrant: usize, confidence: f64) -> Option<Interval> {
        points(self.resampled.interval(entrant, confidence))
    }

    /// Interval of how far one is rated above another.
    pub fn lead_interval(&self, one: usize, other: usize, confidence: f64) -> Option<Interval> {
        points(self.resampled.lead_interval(one, other, confidence))
    }

    /// The share of resamples in which nobody is rated higher.
    pub fn first_share(&self, entrant: usize) -> Option<f64> {
        self.resampled.first_share(entrant)
    }
}

fn points(interval: Option<Interval>) -> Option<Interval> {
    interval.map(|interval| Interval {
        low: POINTS * interval.low,
        high: POINTS * interval.high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn duel(ratings: &mut Ratings, first_wins: bool) {
        ratings.add(0, 0, if first_wins { 1 } else { 2 });
        ratings.add(1, 1, if first_wins { 2 } else { 1 });
    }

    /// Ten games won for one lost are 400 points, less what the ghost takes.
    #[test]
    fn ten_to_one_is_four_hundred_points() {
        let mut ratings = Ratings::new(&names(&["a", "random"]));
        assert!(ratings.anchored());
        for block in 0..1100 {
            duel(&mut ratings, block % 11 != 0);
            ratings.close_block();
        }
        let rated = ratings.fit().unwrap();
        assert!((rated.rating(0) - 400.0).abs() < 1.0, "{}", rated.rating(0));
        assert_eq!(rated.rating(1), 0.0);
        let interval = rated.interval(0, 0.95).unwrap();
        // Delta method: 173.7 / √(1100 · p (1 − p)) is 18.2 points; 1.96 of them each way.
        assert!((interval.half_width() - 35.7).abs() < 5.0, "{interval:?}");
        assert_eq!(rated.first_share(0), Some(1.0));
        assert_eq!(ratings.fit(), Some(rated));
    }

    #[test]
    fn nothing_played_has_no_rating_and_one_block_no_interval() {
        let mut ratings = Ratings::new(&names(&["a", "b"]));
        assert_eq!(ratings.fit(), None);
        ratings.close_block();
        assert_eq!(ratings.fit(), None);
        duel(&mut ratings, true);
        ratings.close_block();
        let rated = ratings.fit().unwrap();
        assert!(!ratings.anchored() && rated.rating(0) > 0.0);
        assert_eq!(rated.interval(0, 0.95), None);
    }
}
