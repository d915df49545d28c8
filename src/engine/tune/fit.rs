//! Fits the position weights of features to the final results of games.
//!
//! The difference between the final scores of two seats is regressed on the differences between their features. Every
//! feature has one weight for the start and one for the end of the game, interpolated by the remaining fraction of the
//! game ([`Observation::remaining`](crate::game::Observation::remaining)). The fit uses least squares.

use super::space::rounded;
use crate::bots::Ends;
use crate::game::{About, Seat};
use crate::play::sampling::Position;
use crate::search::heuristic::Weights;
use crate::stats::Moments;
use crate::stats::regression::{LeastSquares, linear};

/// One deal in this many is held out for testing.
pub const HELD_BACK: u64 = 5;

/// Strength of the penalty for different weights at the start and at the end of the game: one pseudo-observation of
/// equality per this many positions. It regularizes the weights of rare features.
const DRAWN_TOGETHER: f64 = 500.0;

/// Number of additional columns for each condition with an automa. They model the automa's final lead by the remaining
/// fraction of the game, because an automa does not play like the other seats.
const AUTOMA_COLUMNS: usize = 3;

/// Sampled positions of one game.
pub struct GamePositions {
    /// Number of the deal.
    pub block: u64,
    /// Index of the condition.
    pub cell: usize,
    /// Sampled positions.
    pub positions: Vec<Position>,
}

/// Result of a fit.
pub struct Fit {
    /// Weights by feature, for features that occurred.
    pub weights: Ends,
    /// Test on held-out deals by condition; `None` without positions.
    pub tests: Vec<Option<Test>>,
    /// Number of positions.
    pub positions: u64,
}

/// Accuracy of the predicted final leads on held-out deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Number of pairs of seats in positions.
    pub pairs: u64,
    /// Standard deviation of the final leads, in points.
    pub spread: f64,
    /// Root mean square error of the bot's own weights in points, after an optimal rescaling and with the same columns
    /// for automas.
    pub before: f64,
    /// Root mean square error of the fitted weights, in points.
    pub after: f64,
}

/// Fits weights to positions. `games` are the set-ups of the conditions, and `weights` are the current weights of the
/// searching bot. Returns `None` without positions.
pub fn fit(games: &[&dyn About], weights: &Weights, found: &[GamePositions]) -> Option<Fit> {
    let features = games.first()?.feature_names();
    let fitted = |pair: &Pair<'_>, row: &mut Vec<f64>| {
        for end in [Pair::at_start, Pair::at_end] {
            row.extend((0..features.len()).map(|feature| end(pair, feature)));
        }
    };
    let known = |pair: &Pair<'_>, row: &mut Vec<f64>| row.push(pair.lead_by(weights));
    let after = Model::new(games, 2 * features.len(), fitted);
    let before = Model::new(games, 1, known);
    let seen = |game: &GamePositions| !game.block.is_multiple_of(HELD_BACK);
    let after_seen = together(after.squares(found, seen), features.len()).coefficients()?;
    let before_seen = before.squares(found, seen).coefficients()?;
    let tests = (0..games.len())
        .map(|cell| {
            let mut leads = Moments::default();
            let (mut left_before, mut left_after) = (Moments::default(), Moments::default());
            let kept = found.iter().filter(|game| game.cell == cell && !seen(game));
            for pair in kept.flat_map(|game| after.pairs(game)) {
                let miss = |coefficients: &[f64], row: &[f64]| {
                    (pair.final_lead() - linear(row, coefficients)).powi(2)
                };
                leads.push(pair.final_lead());
                left_before.push(miss(&before_seen, &before.row(&pair)));
                left_after.push(miss(&after_seen, &after.row(&pair)));
            }
            Some(Test {
                pairs: leads.count(),
                spread: leads.standard_deviation()?,
                before: left_before.mean()?.sqrt(),
                after: left_after.mean()?.sqrt(),
            })
        })
        .collect();
    let all = after.squares(found, |_| true);
    let met: Vec<bool> = (0..features.len())
        .map(|feature| all.squares(feature) + all.squares(features.len() + feature) > 0.0)
        .collect();
    let coefficients = together(all, features.len()).coefficients()?;
    let by_feature = |from: usize| {
        let weights = coefficients[from..].iter().map(|&weight| rounded(weight));
        let named = features.iter().zip(weights).zip(&met);
        named
            .filter(|(_, met)| **met)
            .map(|((name, weight), _)| (name.to_string(), weight))
            .collect()
    };
    Some(Fit {
        weights: Ends {
            start: by_feature(0),
            end: by_feature(features.len()),
        },
        tests,
        positions: found.iter().map(|game| game.positions.len() as u64).sum(),
    })
}

/// Adds the penalty for different weights at the start and at the end of the game.
fn together(mut squares: LeastSquares, features: usize) -> LeastSquares {
    for feature in 0..features {
        let both = squares.squares(feature) + squares.squares(features + feature);
        let mut row = vec![0.0; squares.columns()];
        (row[feature], row[features + feature]) = (1.0, -1.0);
        squares.add(&row, 0.0, both / DRAWN_TOGETHER);
    }
    squares
}

/// Linear model of the final leads. Its own columns are followed by those for automas.
struct Model<'a, F> {
    games: &'a [&'a dyn About],
    columns: usize,
    fill: F,
}

impl<'a, F: Fn(&Pair<'_>, &mut Vec<f64>)> Model<'a, F> {
    fn new(games: &'a [&'a dyn About], columns: usize, fill: F) -> Model<'a, F> {
        Model {
            games,
            columns,
            fill,
        }
    }

    /// Returns the pairs of the searching seat with each other seat, in every position of a game.
    fn pairs<'p>(&self, game: &'p GamePositions) -> impl Iterator<Item = Pair<'p>> {
        let seats = self.games[game.cell].seats();
        let automas: Vec<bool> = (0..seats)
            .map(|seat| self.games[game.cell].automa(seat).is_some())
            .collect();
        game.positions.iter().flat_map(move |position| {
            let others = (0..seats).filter(|&other| other != position.observer);
            let pairs: Vec<Pair<'p>> = others
                .map(|other| Pair {
                    position,
                    other,
                    automa: automas[other].then_some(game.cell),
                })
                .collect();
            pairs
        })
    }

    fn row(&self, pair: &Pair<'_>) -> Vec<f64> {
        let mut row = Vec::with_capacity(self.columns + AUTOMA_COLUMNS * self.games.len());
        (self.fill)(pair, &mut row);
        row.resize(self.columns + AUTOMA_COLUMNS * self.games.len(), 0.0);
        if let Some(cell) = pair.automa {
            let remaining = f64::from(pair.position.remaining[pair.position.observer]);
            let from = self.columns + AUTOMA_COLUMNS * cell;
            row[from..from + AUTOMA_COLUMNS].copy_from_slice(&[
                1.0,
                remaining,
                remaining * remaining,
            ]);
        }
        row
    }

    fn squares(
        &self,
        found: &[GamePositions],
        counts: impl Fn(&GamePositions) -> bool,
    ) -> LeastSquares {
        let columns = self.columns + AUTOMA_COLUMNS * self.games.len();
        let mut squares = LeastSquares::new(columns);
        for game in found.iter().filter(|game| counts(game)) {
            for pair in self.pairs(game) {
                squares.add(&self.row(&pair), pair.final_lead(), 1.0);
            }
        }
        squares
    }
}

/// The searching seat and another seat in a position.
struct Pair<'a> {
    position: &'a Position,
    other: Seat,
    /// Condition, if the other seat is an automa.
    automa: Option<usize>,
}

impl Pair<'_> {
    fn final_lead(&self) -> f64 {
        let scores = &self.position.scores;
        f64::from(scores[self.position.observer] - scores[self.other])
    }

    /// Returns the difference between the seats in a feature, weighted by a function of the remaining fraction of the
    /// game.
    fn difference(&self, feature: usize, counts: impl Fn(f32) -> f32) -> f64 {
        let of = |seat: Seat| {
            let remaining = self.position.remaining[seat];
            f64::from(self.position.features_of(seat)[feature] * counts(remaining))
        };
        of(self.position.observer) - of(self.other)
    }

    fn at_start(&self, feature: usize) -> f64 {
        self.difference(feature, |remaining| remaining)
    }

    fn at_end(&self, feature: usize) -> f64 {
        self.difference(feature, |remaining| 1.0 - remaining)
    }

    /// Returns the lead according to the bot's own weights.
    fn lead_by(&self, weights: &Weights) -> f64 {
        let of = |seat: Seat| {
            let features = self.position.features_of(seat);
            f64::from(weights.value(features, || self.position.remaining[seat]))
        };
        of(self.position.observer) - of(self.other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::toy::Toy;
    use crate::random::{stream, unit};

    /// Returns positions with one feature. The final lead is 3 times the feature at the start of the game and 1 times
    /// at its end, with an error of one point for each seat. The other seat has a higher feature value, and a bonus
    /// outside the feature.
    fn planted(blocks: u64, bonus: i32) -> Vec<GamePositions> {
        let mut rng = stream(3, &[]);
        let mut position = || {
            let remaining = [unit(&mut rng) as f32, unit(&mut rng) as f32];
            let features = [0.0, 50.0].map(|more| (more + 100.0 * unit(&mut rng)) as f32);
            let score = |seat: usize, luck: f64| {
                let weight = 1.0 + 2.0 * remaining[seat];
                (weight * features[seat]).round() as i32 + if luck < 0.5 { -1 } else { 1 }
            };
            let scores = [score(0, unit(&mut rng)), score(1, unit(&mut rng)) + bonus];
            Position {
                observer: 0,
                remaining: remaining.to_vec(),
                features: features.to_vec(),
                scores: scores.to_vec(),
            }
        };
        (0..blocks)
            .map(|block| GamePositions {
                block,
                cell: 0,
                positions: (0..10).map(|_| position()).collect(),
            })
            .collect()
    }

    fn known() -> Weights {
        Weights {
            actions: vec![1.0],
            positions: None,
        }
    }

    #[test]
    fn planted_weights_are_recovered() {
        let found = planted(200, 0);
        let fit = fit(&[&Toy::new(2)], &known(), &found).unwrap();
        assert!((fit.weights.start["score"] - 3.0).abs() < 0.02);
        assert!((fit.weights.end["score"] - 1.0).abs() < 0.02);
        assert_eq!(fit.positions, 2000);
        let test = fit.tests[0].unwrap();
        assert_eq!(test.pairs, 400);
        // Two errors of one point and two roundings give the square root of 2 + 2/12.
        assert!((test.after - 1.47).abs() < 0.15, "{}", test.after);
        assert!(test.before > 10.0 && test.spread > test.before);
    }

    #[test]
    fn automa_offset_is_separated_from_feature_weights() {
        let found = planted(200, 40);
        let plain = fit(&[&Toy::new(2)], &known(), &found).unwrap();
        let mut toy = Toy::new(2);
        toy.automa = Some(1);
        let told = fit(&[&toy], &known(), &found).unwrap();
        let off = |fit: &Fit| (fit.weights.end["score"] - 1.0).abs();
        assert!(off(&told) < 0.02, "{}", off(&told));
        assert!(off(&plain) > 0.1, "{}", off(&plain));
    }

    #[test]
    fn fit_requires_positions() {
        assert!(fit(&[&Toy::new(2)], &known(), &[]).is_none());
    }
}
