//! The sequential test of a duel as it went, computed anew from its games.

use super::source::Row;
use crate::experiment::duel::Duel;
use crate::experiment::settings::DuelBounds;
use crate::results::manifest::{Manifest, TestRecord};
use crate::results::record::Record;

/// Most points of the plotted trace.
const MOST_POINTS: usize = 1000;

/// The test as it went, block by block, in bounded memory.
pub struct Course {
    test: Option<Duel>,
    blocks: u64,
    /// Block number and log-likelihood ratio, every so many blocks.
    pub points: Vec<(u64, f64)>,
    every: u64,
}

impl Course {
    /// Nothing yet.
    pub fn new(manifest: &Manifest, bounds: DuelBounds) -> Course {
        Course {
            test: Duel::new(bounds, &manifest.roster[0]),
            blocks: 0,
            points: Vec::new(),
            every: 1,
        }
    }

    /// Takes the rows of one block; none after the test was decided.
    pub fn add_block(&mut self, rows: &[Row]) {
        let Some(test) = &mut self.test else {
            return;
        };
        if test.decided_at().is_some() {
            return;
        }
        let results: Vec<Record> = rows
            .iter()
            .map(|row| Record {
                bot: &row.bot,
                win: row.win,
                ..Record::default()
            })
            .collect();
        test.add_step(self.blocks, &results);
        self.blocks += 1;
        let decided = test.decided_at().is_some();
        if !decided && !self.blocks.is_multiple_of(self.every) {
            return;
        }
        if let Some(ratio) = test.record().log_likelihood_ratio {
            self.points.push((self.blocks, ratio));
        }
        if self.points.len() > MOST_POINTS {
            self.every *= 2;
            let every = self.every;
            self.points
                .retain(|(block, _)| decided || block.is_multiple_of(every));
        }
    }

    /// Where the test stands; none if its bounds make no sense.
    pub fn record(&self) -> Option<TestRecord> {
        self.test.as_ref().map(Duel::record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::roster::Roster;

    #[test]
    fn a_long_course_keeps_few_points() {
        let roster = Roster {
            seats: 2,
            seatings: 2,
            entrants: ["a", "b"].map(String::from).to_vec(),
        };
        // Even throughout, which takes long to decide.
        let wide = DuelBounds {
            elo1: 2.0,
            ..DuelBounds::default()
        };
        let mut course = Course {
            test: Duel::new(wide, &roster),
            blocks: 0,
            points: Vec::new(),
            every: 1,
        };
        let row = |bot: &str, win| Row {
            game_id: 1,
            seed: 1,
            seat: 0,
            bot: bot.to_string(),
            score: 0,
            rank: 1,
            win,
            turns: 1,
            decisions: 1,
            categories: Vec::new(),
            cell: 0,
        };
        for block in 0..5000 {
            let win = f64::from(block % 2);
            course.add_block(&[row("a", win), row("b", 1.0 - win)]);
        }
        assert!(course.points.len() <= MOST_POINTS + 1 && course.points.len() > 400);
        assert!(course.points.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
