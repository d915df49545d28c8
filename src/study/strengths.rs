//! Ratings and head-to-head results, for runs whose conditions have different players.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ordered_float::OrderedFloat;

use super::conditions::corrected;
use super::head_to_head::HeadToHead;
use portolan_run::experiment::ratings::{Rated, Ratings};
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_stats::elo::difference;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Estimate, Unit};

/// Accumulates ratings and head-to-head results, block by block.
pub struct Strengths {
    /// Names of all players, in the order of the conditions.
    pub names: Vec<String>,
    ratings: Ratings,
    /// Head-to-head results by pair of players, with the lower index first.
    meetings: BTreeMap<(usize, usize), HeadToHead>,
}

impl Strengths {
    /// Creates an empty accumulator for all players of a run.
    pub fn new(manifest: &Manifest) -> Strengths {
        let mut names: Vec<String> = Vec::new();
        for name in manifest.roster.iter().flat_map(|cell| &cell.entrants) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Strengths {
            ratings: Ratings::new(&names),
            names,
            meetings: BTreeMap::new(),
        }
    }

    /// Adds the rows of one block.
    pub fn add_block(&mut self, rows: &[Record]) {
        for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
            let seated: Vec<(usize, u32)> = game
                .iter()
                .filter_map(|row| {
                    let entrant = self.names.iter().position(|name| *name == row.bot)?;
                    Some((entrant, row.rank))
                })
                .collect();
            for (place, &(one, rank)) in seated.iter().enumerate() {
                self.ratings.add(place, one, rank);
                for &(other, other_rank) in &seated[place + 1..] {
                    if one == other {
                        continue;
                    }
                    let pair = (one.min(other), one.max(other));
                    let meeting = self.meetings.entry(pair).or_default();
                    match one < other {
                        true => meeting.add(rank, other_rank),
                        false => meeting.add(other_rank, rank),
                    }
                }
            }
        }
        self.ratings.close_block();
        self.meetings.values_mut().for_each(HeadToHead::end_block);
    }

    /// Returns the ratings; `None` if they cannot be computed.
    pub fn rated(&self) -> Option<Rated> {
        self.ratings.fit()
    }

    /// Returns the players in order of decreasing rating.
    pub fn order(&self, rated: &Rated) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&entrant| Reverse(OrderedFloat(rated.order(entrant))));
        order
    }

    /// Compares the player with the highest rating with every other one, in order of decreasing rating.
    pub fn leads(&self, rated: &Rated) -> Vec<Lead> {
        let order = self.order(rated);
        let [best, others @ ..] = order.as_slice() else {
            return Vec::new();
        };
        let tests = rated.equal_tests(*best, others);
        let leads = others.iter().zip(tests).map(|(&other, p)| {
            let is_rated = rated.placed(*best) && rated.placed(other);
            let interval = rated.above_interval(*best, other, CONFIDENCE);
            let points = rated.order(*best) - rated.order(other);
            Lead {
                best: *best,
                other,
                points: is_rated.then(|| Estimate::new(points, interval, Unit::Elo).corrected(p)),
                at_least: self.at_least(*best, other).filter(|_| !is_rated),
                p,
            }
        });
        leads.collect()
    }

    /// Returns a lower bound (95 %, one-sided) on the distance in rating points between two players, if the second
    /// never finished ahead of the first or level with it. `None` otherwise, or if they never played each other.
    pub fn at_least(&self, above: usize, below: usize) -> Option<f64> {
        let meeting = self.meetings.get(&(above.min(below), above.max(below)))?;
        let interval = meeting.shares.shares.interval(2.0 * CONFIDENCE - 1.0)?;
        let (share, least) = match above < below {
            true => (meeting.share_ahead()?.value, interval.low),
            false => (1.0 - meeting.share_ahead()?.value, 1.0 - interval.high),
        };
        Some(difference(least)).filter(|points| share == 1.0 && *points > 0.0)
    }

    /// Returns lower bounds on the distances between neighbours in the order of the ratings that do not both have a
    /// rating: the player above, the player below, and the rating points.
    pub fn distances(&self, rated: &Rated) -> Vec<(usize, usize, f64)> {
        let order = self.order(rated);
        let pairs = order.windows(2).map(|pair| (pair[0], pair[1]));
        pairs
            .filter(|&(above, below)| !rated.placed(above) || !rated.placed(below))
            .filter_map(|(above, below)| Some((above, below, self.at_least(above, below)?)))
            .collect()
    }

    /// Returns the head-to-head results with p-values adjusted for the number of pairs, and the name of
    /// the correction.
    pub fn head_to_head(&self) -> (Vec<Ahead>, &'static str) {
        let p_values: Vec<f64> = self.meetings.values().map(|m| m.ahead.p_value()).collect();
        let (adjusted, method) = corrected(&p_values);
        let pairs = self.meetings.iter().zip(adjusted);
        let found = pairs.map(|((&pair, meeting), p)| Ahead {
            pair,
            games: meeting.pairs,
            share: meeting.share_ahead(),
            p,
        });
        (found.collect(), method)
    }
}

/// Comparison of the player with the highest rating with another.
pub struct Lead {
    pub best: usize,
    pub other: usize,
    /// Difference of their ratings; `None` if the games do not determine it.
    pub points: Option<Estimate>,
    /// Lower bound on the difference if the games do not determine it, see [`Strengths::at_least`].
    pub at_least: Option<f64>,
    /// p-value of equal ratings, corrected for the number of other players.
    pub p: f64,
}

/// Head-to-head result of two players.
pub struct Ahead {
    /// Indices of the two players, with the lower one first.
    pub pair: (usize, usize),
    /// Number of encounters, counted once per pair of seats.
    pub games: u64,
    /// Share of encounters in which the first player finished ahead, with ties counted half.
    pub share: Option<Estimate>,
    /// p-value, adjusted for the number of pairs.
    pub p: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each of 30 blocks, a and b win once against each other and always against c, which was never ahead.
    #[test]
    fn lead_of_group_that_always_wins_has_a_lower_bound() {
        let names = ["a", "b", "c"].map(String::from).to_vec();
        let mut strengths = Strengths {
            ratings: Ratings::new(&names),
            names,
            meetings: BTreeMap::new(),
        };
        for _ in 0..30 {
            let games = [("a", "b"), ("b", "a"), ("a", "c"), ("b", "c")].into_iter();
            let rows: Vec<Record> = games
                .zip(1..)
                .flat_map(|(players, game_id)| {
                    [(0, players.0), (1, players.1)].map(|(seat, bot)| Record {
                        game_id,
                        seat,
                        bot,
                        rank: seat as u32 + 1,
                        ..Record::default()
                    })
                })
                .collect();
            strengths.add_block(&rows);
        }
        let rated = strengths.rated().unwrap();
        assert_eq!(
            [0, 1, 2].map(|player| rated.placed(player)),
            [true, true, false]
        );
        // With this share of wins, 30 wins of 30 have a probability of 5 %.
        let share = 0.05f64.powf(1.0 / 30.0);
        let points = 400.0 * (share / (1.0 - share)).log10();
        let [(above, below, found)] = strengths.distances(&rated)[..] else {
            panic!();
        };
        assert!(
            above < 2 && below == 2 && (found - points).abs() < 1e-6,
            "{found} {points}"
        );
        assert_eq!(strengths.at_least(0, 1), None);
        assert_eq!(strengths.at_least(2, 0), None);
        let leads = strengths.leads(&rated);
        assert!(leads[0].points.is_some() && leads[0].at_least.is_none());
        assert!(leads[1].points.is_none() && leads[1].at_least == Some(found));
    }

    /// Regardless of the seats: in the first block, a finishes ahead once, behind twice and level once;
    /// in the second block it always finishes ahead.
    #[test]
    fn finishing_ahead_is_counted_regardless_of_seats() {
        let names = ["a", "b"].map(String::from).to_vec();
        let mut strengths = Strengths {
            ratings: Ratings::new(&names),
            names,
            meetings: BTreeMap::new(),
        };
        let game =
            |game_id, [(first, first_rank), (second, second_rank)]: [(&'static str, u32); 2]| {
                let seat = |seat, bot, rank| Record {
                    game_id,
                    seat,
                    bot,
                    rank,
                    ..Record::default()
                };
                [seat(0, first, first_rank), seat(1, second, second_rank)]
            };
        let first = [
            game(1, [("a", 1), ("b", 2)]),
            game(2, [("b", 1), ("a", 2)]),
            game(3, [("a", 2), ("b", 1)]),
            game(4, [("b", 1), ("a", 1)]),
        ];
        strengths.add_block(&first.concat());
        let second = [game(5, [("a", 1), ("b", 2)]), game(6, [("b", 2), ("a", 1)])];
        strengths.add_block(&second.concat());
        let (found, _) = strengths.head_to_head();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].pair, found[0].games), ((0, 1), 6));
        let share = found[0].share.unwrap().value;
        assert!((share - (1.5 / 4.0 + 1.0) / 2.0).abs() < 1e-12, "{share}");
    }
}
