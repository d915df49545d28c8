//! Ratings of all participants of an experiment whose conditions differ in their line-ups.
//!
//! The ratings come from a Plackett–Luce model of all games, with intervals from a bootstrap over deal groups.
//! They depend only on the games and their order, so resumed and merged runs have exactly the ratings of an
//! uninterrupted run.

use crate::random::{below, stream};
use crate::stats::{Interval, PlackettLuce, Resampled, holm, inverted_test};

/// Bot with rating 0, if it takes part and its rating is identified.
pub const ANCHOR: &str = "random";

/// Rating points per unit of log odds: as in Elo, 400 points mean odds of ten to one.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Wins and losses against the virtual opponent of [`PlackettLuce`], which keeps ratings finite.
const PRIOR: f64 = 0.1;

/// Number of bootstrap resamples.
const RESAMPLES: usize = 1000;

/// Minimum number of deal groups for intervals and for naming a strongest bot. Fewer deal groups do not show how
/// much the ratings vary.
pub const FEWEST_BLOCKS: u64 = 10;

/// Seed of the resamples, equal for all runs.
const SEED: u64 = 0x7261_7469_6e67;

/// Games to be rated, added in order.
#[derive(Clone, Debug)]
pub struct Ratings {
    model: Option<PlackettLuce>,
    anchor: Option<usize>,
    /// For each pair of entrants: true if the second entrant ever finished behind the first entrant or tied with it.
    ahead: Vec<Vec<bool>>,
    /// Number of complete deal groups.
    blocks: u64,
    /// Games of the current deal group.
    open: Vec<Vec<(usize, u32)>>,
}

/// Ratings on the Elo scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    resampled: Resampled,
    /// Entrants whose mean rating is the zero point.
    zero: Vec<usize>,
    /// For each entrant: true if the games identify the rating, without relying on the virtual opponent.
    placed: Vec<bool>,
    blocks: u64,
}

impl Ratings {
    /// Creates an empty set of games for these entrants.
    pub fn new(names: &[String]) -> Ratings {
        let anchor = names.iter().position(|name| name == ANCHOR);
        Ratings {
            model: PlackettLuce::empty(names.len(), None, PRIOR),
            anchor,
            ahead: vec![vec![false; names.len()]; names.len()],
            blocks: 0,
            open: Vec::new(),
        }
    }

    /// Adds the entrant and the rank of the next seat of a game; seat 0 begins a new game.
    pub fn add(&mut self, seat: usize, entrant: usize, rank: u32) {
        if seat == 0 || self.open.is_empty() {
            self.open.push(Vec::new());
        }
        if let Some(game) = self.open.last_mut() {
            game.push((entrant, rank));
        }
    }

    /// Completes the current deal group.
    pub fn close_block(&mut self) {
        if self.open.is_empty() {
            return;
        }
        self.blocks += 1;
        for game in &self.open {
            for &(entrant, rank) in game {
                for &(other, behind) in game {
                    self.ahead[entrant][other] |= entrant != other && rank <= behind;
                }
            }
        }
        let taken = self
            .model
            .as_mut()
            .and_then(|model| model.add_block(&self.open));
        if taken.is_none() {
            // The tie is too large for the model, which then gives no ratings.
            self.model = None;
        }
        self.open.clear();
    }

    /// Returns, for each entrant, true if the games identify its rating. These entrants form one group: the group of the
    /// anchor if it has other members, or else the largest group. Two entrants are in one group if each finished ahead of
    /// the other or tied with it, directly or through others. Of two groups, one always finishes ahead, so the likelihood
    /// has no maximum (Ford, *Solution of a ranking problem from binary comparisons*, 1957).
    fn placed(&self) -> Vec<bool> {
        let all = 0..self.ahead.len();
        let mut reaches = self.ahead.clone();
        for through in all.clone() {
            for from in all.clone().filter(|&from| from != through) {
                if reaches[from][through] {
                    let (onward, row) = (reaches[through].clone(), &mut reaches[from]);
                    row.iter_mut()
                        .zip(onward)
                        .for_each(|(known, new)| *known |= new);
                }
            }
        }
        let group = |of: usize| -> Vec<bool> {
            let is_with = |other: usize| other != of && reaches[of][other] && reaches[other][of];
            let members: Vec<bool> = all.clone().map(is_with).collect();
            let has_others = members.contains(&true);
            let with_itself = members.into_iter().enumerate();
            with_itself
                .map(|(other, member)| member || other == of && has_others)
                .collect()
        };
        let size = |group: &Vec<bool>| group.iter().filter(|member| **member).count();
        let of_anchor = self.anchor.map(group).filter(|group| size(group) > 0);
        // Because of `rev`, `max_by_key` returns the first of equally large groups.
        let largest = || all.clone().rev().map(group).max_by_key(size);
        of_anchor.or_else(largest).unwrap_or_default()
    }

    /// Fits the ratings. Returns `None` if there are no games or the fit fails.
    pub fn fit(&self) -> Option<Rated> {
        let mut rng = stream(SEED, &[]);
        let model = self.model.as_ref().filter(|model| !model.is_empty())?;
        let resampled = model.resampled(RESAMPLES, |bound| below(&mut rng, bound))?;
        let placed = self.placed();
        let all = 0..placed.len();
        let zero = match self.anchor.filter(|&anchor| placed[anchor]) {
            Some(anchor) => vec![anchor],
            None if placed.contains(&true) => all.filter(|&entrant| placed[entrant]).collect(),
            None => all.collect(),
        };
        Some(Rated {
            resampled,
            zero,
            placed,
            blocks: self.blocks,
        })
    }
}

impl Rated {
    /// Returns the rating of an entrant; `None` if the games do not identify it.
    pub fn rating(&self, entrant: usize) -> Option<f64> {
        self.placed[entrant].then(|| self.order(entrant))
    }

    /// Returns the value by which the entrants are ordered, strongest last: the rating or, for an entrant without a rating,
    /// an estimate whose size depends only on the virtual opponent.
    pub fn order(&self, entrant: usize) -> f64 {
        POINTS * self.above_zero(&self.resampled.ratings, entrant)
    }

    fn above_zero(&self, ratings: &[f64], entrant: usize) -> f64 {
        let zero: f64 = self.zero.iter().map(|&entrant| ratings[entrant]).sum();
        ratings[entrant] - zero / self.zero.len() as f64
    }

    /// Returns true if the games identify the rating. If an entrant always finished ahead of others, or always behind
    /// them, its distance from them depends only on the virtual opponent, so the size of this distance has no meaning.
    pub fn placed(&self, entrant: usize) -> bool {
        self.placed[entrant]
    }

    /// Describes the zero point of the ratings in words.
    pub fn zero_words(&self, names: &[String]) -> String {
        match self.zero.as_slice() {
            [one] => format!("{} is 0", names[*one]),
            several if several.len() == names.len() => "the mean of all is 0".to_string(),
            _ => "the mean of the rated bots is 0".to_string(),
        }
    }

    /// Returns the confidence interval of a rating; `None` below [`FEWEST_BLOCKS`] or if the rating is not
    /// identified.
    pub fn interval(&self, entrant: usize, confidence: f64) -> Option<Interval> {
        let interval = self.interval_of(confidence, |draw| self.above_zero(draw, entrant));
        interval.filter(|_| self.placed[entrant])
    }

    /// Returns the confidence interval of a rating difference; `None` below [`FEWEST_BLOCKS`]. If one of the
    /// ratings is not identified, only the sign is meaningful.
    pub fn above_interval(&self, one: usize, other: usize, confidence: f64) -> Option<Interval> {
        self.interval_of(confidence, |draw| draw[one] - draw[other])
    }

    fn interval_of(&self, confidence: f64, value: impl Fn(&[f64]) -> f64) -> Option<Interval> {
        let interval = self.resampled.interval_of(confidence, value);
        points(interval.filter(|_| self.blocks >= FEWEST_BLOCKS))
    }

    /// Returns, for each of the other entrants, the p-value of the hypothesis that its rating equals the rating of
    /// `highest`, with Holm's correction; NaN below [`FEWEST_BLOCKS`].
    pub fn equal_tests(&self, highest: usize, others: &[usize]) -> Vec<f64> {
        let p_value = |&other: &usize| {
            inverted_test(0.0, |confidence| {
                self.above_interval(highest, other, confidence)
            })
        };
        holm(&others.iter().map(p_value).collect::<Vec<f64>>())
    }

    /// Returns true if there are enough deal groups for intervals.
    pub fn enough(&self) -> bool {
        self.blocks >= FEWEST_BLOCKS
    }

    /// Returns the share of resamples in which the entrant has the highest rating; `None` below
    /// [`FEWEST_BLOCKS`].
    pub fn first_share(&self, entrant: usize) -> Option<f64> {
        let share = self.resampled.first_share(entrant);
        share.filter(|_| self.enough())
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
    use crate::random::derive_seed;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn duel(ratings: &mut Ratings, first_wins: bool) {
        ratings.add(0, 0, if first_wins { 1 } else { 2 });
        ratings.add(1, 1, if first_wins { 2 } else { 1 });
    }

    /// Ten wins per loss give a difference of about 400 points, slightly reduced by the virtual opponent.
    #[test]
    fn ten_wins_per_loss_are_about_400_points() {
        let mut ratings = Ratings::new(&names(&["a", "random"]));
        let mut lost = 0.0;
        for block in 0..1100 {
            let first_wins = !derive_seed(3, &[block]).is_multiple_of(11);
            lost += f64::from(u8::from(!first_wins));
            duel(&mut ratings, first_wins);
            ratings.close_block();
        }
        let rated = ratings.fit().unwrap();
        let wanted = POINTS * ((1100.0 - lost) / lost).ln();
        assert!((rated.order(0) - wanted).abs() < 1.0, "{}", rated.order(0));
        assert!((350.0..450.0).contains(&wanted), "{wanted}");
        assert_eq!(rated.rating(1), Some(0.0));
        let names = names(&["a", "random"]);
        assert_eq!(rated.zero_words(&names), "random is 0");
        let interval = rated.interval(0, 0.95).unwrap();
        // Delta method: the logit of a proportion p has variance 1 / (n p (1 - p)).
        let reach = 1.96 * POINTS / (lost * (1.0 - lost / 1100.0)).sqrt();
        let found = interval.half_width();
        assert!((found / reach - 1.0).abs() < 0.15, "{found} {reach}");
        assert_eq!(rated.first_share(0), Some(1.0));
        assert_eq!(ratings.fit(), Some(rated));
    }

    #[test]
    fn ratings_need_games_and_intervals_need_enough_deal_groups() {
        let mut ratings = Ratings::new(&names(&["a", "b"]));
        assert_eq!(ratings.fit(), None);
        ratings.close_block();
        assert_eq!(ratings.fit(), None);
        for block in 1..=FEWEST_BLOCKS {
            duel(&mut ratings, block != 3);
            ratings.close_block();
            let rated = ratings.fit().unwrap();
            assert!(rated.order(0) > 0.0);
            let enough = block == FEWEST_BLOCKS;
            assert_eq!(rated.enough(), enough);
            assert_eq!(rated.interval(0, 0.95).is_some(), enough);
            assert_eq!(rated.first_share(0).is_some(), enough);
            // One of ten deal groups with the opposite result leaves the order open.
            let [p] = rated.equal_tests(0, &[1])[..] else {
                panic!();
            };
            assert_eq!(p.is_nan(), !enough);
            assert!(p.is_nan() || p > 0.05, "{p}");
        }
        for _ in 0..30 {
            duel(&mut ratings, true);
            ratings.close_block();
        }
        assert!(ratings.fit().unwrap().equal_tests(0, &[1])[0] < 0.05);
    }

    /// Of two pairs of equally strong entrants, one pair always beats the other. The distance between the pairs grows with
    /// the number of games, so only one pair has ratings.
    #[test]
    fn groups_that_always_win_or_lose_have_no_common_ratings() {
        for (given, placed) in [
            (["random", "b", "c", "d"], [true, true, false, false]),
            (["a", "b", "c", "random"], [false, false, true, true]),
            (["a", "b", "c", "d"], [true, true, false, false]),
        ] {
            let mut ratings = Ratings::new(&names(&given));
            for block in 0..40 {
                for (first, second) in [(2, 0), (2, 1), (3, 0), (3, 1)] {
                    ratings.add(0, first, 1);
                    ratings.add(1, second, 2);
                }
                for pair in [(0, 1), (2, 3)] {
                    let (first, second) = if block % 2 == 0 {
                        pair
                    } else {
                        (pair.1, pair.0)
                    };
                    ratings.add(0, first, 1);
                    ratings.add(1, second, 2);
                }
                ratings.close_block();
            }
            let rated = ratings.fit().unwrap();
            let found = [0, 1, 2, 3].map(|entrant| rated.rating(entrant).is_some());
            assert_eq!(found, placed, "{given:?}");
            for entrant in (0..4).filter(|&entrant| !placed[entrant]) {
                assert_eq!(rated.interval(entrant, 0.95), None);
            }
            assert!(rated.order(2) > rated.order(0));
        }
    }

    /// An entrant that lost every game has no interval and does not affect the zero point of the others.
    #[test]
    fn entrant_that_lost_every_game_has_no_interval() {
        let names = names(&["random", "a", "b"]);
        let mut ratings = Ratings::new(&names);
        for block in 0..60 {
            for (first, second) in [(1, 0), (2, 0)] {
                ratings.add(0, first, 1);
                ratings.add(1, second, 2);
            }
            let a_wins = block % 3 != 0;
            ratings.add(0, 1, if a_wins { 1 } else { 2 });
            ratings.add(1, 2, if a_wins { 2 } else { 1 });
            ratings.close_block();
        }
        let rated = ratings.fit().unwrap();
        assert!(!rated.placed(0) && rated.placed(1) && rated.placed(2));
        assert_eq!(rated.zero_words(&names), "the mean of the rated bots is 0");
        assert!((rated.order(1) + rated.order(2)).abs() < 1e-6);
        // Odds of two to one are 120.4 points, slightly reduced by the virtual opponent.
        assert!((rated.order(1) - 60.2).abs() < 1.0, "{}", rated.order(1));
        assert_eq!(rated.rating(0), None);
        assert_eq!(rated.interval(0, 0.95), None);
        let interval = rated.interval(1, 0.95).unwrap();
        assert!(interval.half_width() > 20.0, "{interval:?}");
        assert!(rated.above_interval(2, 0, 0.95).unwrap().low > 0.0);
    }
}
