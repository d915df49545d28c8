//! Differences between winners and losers: points of the winner and of the other seats in the same game.

use portolan_run::results::record::{Record, nobody_won};
use portolan_stats::paired::Differences;
use portolan_stats::{Estimate, Moments, Unit, holm};

/// Points of winners and others, in total and by score category. A block contributes the means of its games that one seat
/// won alone.
#[derive(Clone, Debug, Default)]
pub struct Winners {
    /// Games with a single winner.
    pub games: u64,
    /// The score, followed by the score categories.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    /// Block means.
    winner: Moments,
    others: Moments,
    differences: Differences,
    /// Points of the winner and of the others in the games of the current block.
    open: [Moments; 2],
}

/// Points of winners and of others for the score or a category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Mean of the winners, in points.
    pub winner: f64,
    /// Mean of the other seats, in points.
    pub others: f64,
    /// Difference in the same game.
    pub difference: Estimate,
    /// p-value of the difference, Holm-adjusted for the number of categories.
    pub p: f64,
}

impl Winners {
    /// Adds a game. Games without a winner, with a shared first place or with a single seat are left out.
    pub fn add(&mut self, game: &[Record]) {
        if nobody_won(game) {
            return;
        }
        let (won, lost): (Vec<&Record>, Vec<&Record>) = game.iter().partition(|row| row.rank == 1);
        let ([winner], false) = (won.as_slice(), lost.is_empty()) else {
            return;
        };
        self.games += 1;
        self.parts
            .resize_with(1 + winner.categories.len(), Part::default);
        for (index, part) in self.parts.iter_mut().enumerate() {
            let points = |row: &Record| match index.checked_sub(1) {
                Some(category) => f64::from(row.categories[category]),
                None => f64::from(row.score),
            };
            let others = lost.iter().map(|row| points(row)).sum::<f64>() / lost.len() as f64;
            part.open[0].push(points(winner));
            part.open[1].push(others);
        }
    }

    /// Ends the current block.
    pub fn end_block(&mut self) {
        for part in &mut self.parts {
            let [winner, others] = std::mem::take(&mut part.open);
            if let (Some(winner), Some(others)) = (winner.mean(), others.mean()) {
                part.winner.push(winner);
                part.others.push(others);
                part.differences.push(winner - others);
            }
        }
    }

    /// Returns the comparisons of the score and of each category, in order. Empty without a game.
    pub fn compared(&self) -> Vec<Compared> {
        let tests: Vec<f64> = (self.parts.iter().skip(1))
            .map(|part| part.differences.p_value())
            .collect();
        // Scores decide who wins, so a test of their difference would carry no information.
        let tests = std::iter::once(f64::NAN).chain(holm(&tests));
        let compared = self.parts.iter().zip(tests).filter_map(|(part, p)| {
            Some(Compared {
                winner: part.winner.mean()?,
                others: part.others.mean()?,
                difference: Estimate::of_mean(&part.differences.moments, Unit::PointsDifference)?,
                p,
            })
        });
        compared.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::results::record::Categories;

    fn row(seat: usize, rank: u32, points: [i32; 2]) -> Record<'static> {
        let mut categories = Categories::new(2);
        categories.copy_from_slice(&points);
        Record {
            seat,
            rank,
            win: if rank == 1 { 1.0 } else { 0.0 },
            score: points[0] + points[1],
            categories,
            ..Record::default()
        }
    }

    #[test]
    fn winner_is_compared_with_the_mean_of_the_others() {
        let mut winners = Winners::default();
        for ships in [8, 9, 10, 11, 12].repeat(4) {
            winners.add(&[
                row(0, 1, [ships, 20]),
                row(1, 2, [4, 20]),
                row(2, 3, [2, 18]),
            ]);
            winners.end_block();
        }
        // A shared first place, and a game that reached its length limit.
        winners.add(&[row(0, 1, [50, 0]), row(1, 1, [50, 0])]);
        let unfinished = [row(0, 1, [50, 0]), row(1, 2, [40, 0])];
        winners.add(&unfinished.map(|row| Record { win: 0.0, ..row }));
        winners.end_block();
        let found = winners.compared();
        assert_eq!(winners.games, 20);
        let means = found
            .iter()
            .map(|one| (one.winner.round(), one.others.round()));
        let means: Vec<_> = means.collect();
        assert_eq!(means, [(30.0, 22.0), (10.0, 3.0), (20.0, 19.0)]);
        assert!((found[1].difference.value - 7.0).abs() < 1e-9);
        assert!(found[0].p.is_nan() && found[1].p < 0.05);
    }
}
