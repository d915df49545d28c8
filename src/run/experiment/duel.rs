//! Duel: a sequential test of one bot against another.
//!
//! The first bot of the line-up plays one seat, and the second bot plays all others. After every deal group, in
//! order, the sequential test is updated with the first bot's share of the wins. In a capped game, which has no
//! winner, every seat gets the fair share. The tested difference therefore equals the difference in a summary,
//! which compares the win rate with a fair share over uncapped games only.

use crate::results::manifest::TestRecord;
use crate::results::record::{Record, nobody_won};
use crate::settings::DuelBounds;
use crate::settings::roster::Roster;
use crate::stats::Sprt;

/// Note on every mean and share of a duel, in the column `note` of `summary.csv`.
pub const BIASED: &str = "sequential test: the results decided when the games ended; means and shares are biased away from the fair value and have no interval";

/// Note on the summary rows of a sequential run that ended before a decision.
pub const UNDECIDED: &str = "sequential test: the run ended before the test stopped it; means and shares have no interval because the results could have ended it earlier";

/// State of the sequential test while results come in.
#[derive(Clone, Debug)]
pub struct Duel {
    sprt: Sprt,
    /// Number of seats in a game.
    seats: usize,
    first: String,
    /// Step of the deal group that gave the verdict.
    decided_at: Option<u64>,
}

impl Duel {
    /// Creates a test of the first bot of the roster. Returns `None` if the bounds are invalid.
    pub fn new(bounds: DuelBounds, roster: &Roster) -> Option<Duel> {
        let (seats, seatings) = (roster.seats, roster.seatings);
        let bounds = bounds.sprt();
        let sprt = if (seats, seatings) == (2, 2) {
            Sprt::pentanomial(bounds)
        } else {
            Sprt::block_scores(bounds, 1.0 / seats as f64, u32::try_from(seatings).ok()?)
        };
        Some(Duel {
            sprt: sprt?,
            seats,
            first: roster.entrants.first()?.clone(),
            decided_at: None,
        })
    }

    /// Adds the results of the next step. A deal group in which every game crashed is ignored; a game without a
    /// winner counts as won by all seats in equal shares.
    pub fn add_step(&mut self, step: u64, records: &[Record]) {
        let fair_share = 1.0 / self.seats as f64;
        let wins: Vec<f64> = records
            .chunks(self.seats)
            .flat_map(|game| {
                let nobody = nobody_won(game);
                let first = game.iter().filter(|seat| seat.bot == self.first);
                first.map(move |seat| if nobody { fair_share } else { seat.win })
            })
            .collect();
        if wins.is_empty() || self.decided_at.is_some() {
            return;
        }
        let share = wins.iter().sum::<f64>() / wins.len() as f64;
        if self.sprt.push(share).is_some() {
            self.decided_at = Some(step);
        }
    }

    /// Returns the step that gave the verdict, if there is a verdict. The results end with this step.
    pub fn decided_at(&self) -> Option<u64> {
        self.decided_at
    }

    /// Returns the current state of the test for the manifest.
    pub fn record(&self) -> TestRecord {
        let (lower_limit, upper_limit) = self.sprt.bounds().limits();
        TestRecord {
            verdict: self.sprt.verdict(),
            log_likelihood_ratio: self.sprt.log_likelihood_ratio(),
            lower_limit,
            upper_limit,
            blocks: self.sprt.blocks(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::summary::Summary;
    use crate::settings::DuelBounds;
    use crate::settings::{Experiment, Kind};
    use crate::stats::Verdict;

    fn result(entrant: usize, win: f64) -> Record<'static> {
        Record {
            bot: ["a", "b"][entrant],
            seat: entrant,
            win,
            ..Record::default()
        }
    }

    fn duel(bounds: DuelBounds, seats: usize) -> Option<Duel> {
        let roster = Roster {
            seats,
            seatings: seats as u64,
            entrants: ["a", "b"].map(String::from).to_vec(),
        };
        Duel::new(bounds, &roster)
    }

    #[test]
    fn first_bot_is_tested_against_its_fair_share() {
        // With three players, one win in three is the fair share, so there is no early verdict.
        let block = |wins: [f64; 3]| wins.map(|win| [result(0, win), result(1, 1.0 - win)]);
        let even = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let mut equal = duel(DuelBounds::default(), 3).unwrap();
        let strong = [[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        let mut better = equal.clone();
        for step in 0..400 {
            let index = step as usize % 2;
            equal.add_step(step, &block(even[index]).concat());
            better.add_step(step, &block(strong[index]).concat());
        }
        assert_eq!(better.record().verdict, Some(Verdict::Passed));
        assert_eq!(equal.record().verdict, Some(Verdict::Failed));
        let decided = better.decided_at().unwrap();
        assert_eq!(better.record().blocks, decided + 1);
        better.add_step(1000, &[result(0, 0.0)]);
        assert_eq!(better.decided_at(), Some(decided));
    }

    #[test]
    fn game_without_a_winner_counts_as_a_draw() {
        let block = |first: f64, second: f64| {
            [
                [result(0, first), result(1, second)],
                [result(0, 1.0), result(1, 0.0)],
            ]
            .concat()
        };
        let mut drawn = duel(DuelBounds::default(), 2).unwrap();
        let mut capped = drawn.clone();
        for step in 0..20 {
            drawn.add_step(step, &block(0.5, 0.5));
            capped.add_step(step, &block(0.0, 0.0));
        }
        assert_eq!(drawn.record(), capped.record());
    }

    /// The win rate minus the fair share in the summary equals the quantity that is tested: a capped game
    /// counts as a draw in both.
    #[test]
    fn duel_test_and_summary_measure_the_same_win_rate() {
        let roster = Roster {
            seats: 2,
            seatings: 2,
            entrants: ["a", "b"].map(String::from).to_vec(),
        };
        let play = |share: f64| {
            let experiment = Experiment {
                duel: Some(DuelBounds::default()),
                kind: Kind::Duel,
                ..Experiment::default()
            };
            let summary = Summary::new(&experiment, std::slice::from_ref(&roster));
            let mut summary = summary.until_decided(&experiment);
            for step in 0..60 {
                let first = f64::from(u8::from(step % 3 > 0));
                let games = [
                    [result(0, first), result(1, 1.0 - first)],
                    [result(0, share), result(1, share)],
                ];
                summary.add_step(step, &games.concat());
            }
            let row = &summary.rows()[0];
            (row.win_rate - row.fair_share, summary.test_record())
        };
        let (capped, drawn) = (play(0.0), play(0.5));
        assert!((capped.0 - drawn.0).abs() < 1e-12, "{capped:?} {drawn:?}");
        assert_eq!(capped.1, drawn.1);
    }

    #[test]
    fn deal_group_of_crashes_is_ignored() {
        let mut duel = duel(DuelBounds::default(), 2).unwrap();
        duel.add_step(0, &[]);
        assert_eq!(duel.record().blocks, 0);
    }

    #[test]
    fn invalid_bounds_are_rejected() {
        let bounds = DuelBounds {
            elo1: -1.0,
            ..DuelBounds::default()
        };
        assert!(duel(bounds, 2).is_none());
    }
}
