//! What features weigh in positions, fitted to how games end from there.
//!
//! The final score of a seat less that of another is explained by the features of the one less those
//! of the other. Every feature has two weights, one for the start of the game and one for its end, and
//! counts with a mixture of both by what remains of the game
//! ([`Observation::remaining`](crate::game::Observation::remaining)): least squares.

use super::space::rounded;
use crate::bots::Ends;
use crate::game::{About, Seat};
use crate::play::sampling::Position;
use crate::search::heuristic::Weights;
use crate::stats::Moments;
use crate::stats::regression::{LeastSquares, linear};

/// One deal in so many is kept from the fit that is tested on these.
pub const HELD_BACK: u64 = 5;

/// As if one position in so many had said that a feature weighs the same at both ends of the game:
/// keeps weights of rare features within reason.
const DRAWN_TOGETHER: f64 = 500.0;

/// Columns for each cell with an automa, which is no player like the others: how far it will come
/// ahead, by what is left of the game.
const AUTOMA_COLUMNS: usize = 3;

/// The positions of one game.
pub struct GamePositions {
    /// Number of its deal.
    pub block: u64,
    /// Cell of the experiment.
    pub cell: usize,
    /// What was found.
    pub positions: Vec<Position>,
}

/// What came out.
pub struct Fit {
    /// Weights by feature, of those that were ever met.
    pub weights: Ends,
    /// By cell: how well ends are foretold on deals that the fit has not seen; `None` if no position was
    /// found on any.
    pub tests: Vec<Option<Test>>,
    /// Number of positions.
    pub positions: u64,
}

/// How well the ends of games are foretold from positions on deals that were kept back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Pairs of seats in positions.
    pub pairs: u64,
    /// Standard deviation of the final leads, in points.
    pub spread: f64,
    /// Root mean square of what the bot's weights leave open, taken as well as they can be: stretched,
    /// and with the same columns for automas.
    pub before: f64,
    /// Root mean square of what fitted weights leave open.
    pub after: f64,
}

/// Fits weights to positions; `games` are the cells' set-ups of the game, and `weights` those that the
/// searching bot has.
///
/// `None` if there are no positions to fit to.
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

/// Draws the weights of both ends of the game together.
fn together(mut squares: LeastSquares, features: usize) -> LeastSquares {
    for feature in 0..features {
        let both = squares.squares(feature) + squares.squares(features + feature);
        let mut row = vec![0.0; squares.columns()];
        (row[feature], row[features + feature]) = (1.0, -1.0);
        squares.add(&row, 0.0, both / DRAWN_TOGETHER);
    }
    squares
}

/// A linear model of final leads: its own columns, and behind them those of automas.
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

    /// Every position of a game, with the searching seat and each of the others.
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

/// The searching seat and another one in a position.
struct Pair<'a> {
    position: &'a Position,
    other: Seat,
    /// The cell, if the other one is an automa.
    automa: Option<usize>,
}

impl Pair<'_> {
    fn final_lead(&self) -> f64 {
        let scores = &self.position.scores;
        f64::from(scores[self.position.observer] - scores[self.other])
    }

    /// What the seats have of a feature, the other one's taken away, each by how much it counts.
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

    /// The lead as the bot's own weights have it.
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

    /// Positions with one feature, whose final leads are 3 times it at the start of the game and once at
    /// its end, and an error of a point on either side. The other seat has more of the feature, and a
    /// bonus that the feature does not tell.
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
    fn planted_weights_are_found() {
        let found = planted(200, 0);
        let fit = fit(&[&Toy::new(2)], &known(), &found).unwrap();
        assert!((fit.weights.start["score"] - 3.0).abs() < 0.02);
        assert!((fit.weights.end["score"] - 1.0).abs() < 0.02);
        assert_eq!(fit.positions, 2000);
        let test = fit.tests[0].unwrap();
        assert_eq!(test.pairs, 400);
        // Two errors of a point and two roundings: the square root of 2 + 2/12.
        // Two errors of a point and two roundings: the square root of 2 + 2/12.
        assert!((test.after - 1.47).abs() < 0.15, "{}", test.after);
        assert!(test.before > 10.0 && test.spread > test.before);
    }

    #[test]
    fn what_an_automa_gets_anyway_is_told_from_its_features() {
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
    fn without_positions_there_is_no_fit() {
        assert!(fit(&[&Toy::new(2)], &known(), &[]).is_none());
    }
}
