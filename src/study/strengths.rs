//! Ratings and head-to-head results, for runs whose conditions have different players.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ordered_float::OrderedFloat;

use super::conditions::corrected;
use super::head_to_head::HeadToHead;
use portolan_run::experiment::ratings::{Rated, Ratings};
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_stats::Estimate;

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
