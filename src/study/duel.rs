//! Course of the sequential test of a duel, recomputed from its games.

use super::tally::Tally;
use portolan_core::prose::{capital, count};
use portolan_run::experiment::duel::Duel;
use portolan_run::results::manifest::{Manifest, Status, TestRecord};
use portolan_run::results::record::Record;
use portolan_run::settings::DuelBounds;
use portolan_stats::elo::difference;
use portolan_stats::sprt::Verdict;
use portolan_stats::words::{fixed, percent};
use portolan_stats::{Estimate, Unit};

/// Maximum number of points of the plotted trace.
const MOST_POINTS: usize = 1000;

/// Course of the test, block by block, in bounded memory.
pub struct TestTrace {
    test: Option<Duel>,
    blocks: u64,
    /// Block number and log-likelihood ratio at regular intervals.
    pub points: Vec<(u64, f64)>,
    every: u64,
}

impl TestTrace {
    /// Creates an empty trace.
    pub fn new(manifest: &Manifest, bounds: DuelBounds) -> TestTrace {
        TestTrace {
            test: Duel::new(bounds, &manifest.roster[0]),
            blocks: 0,
            points: Vec::new(),
            every: 1,
        }
    }

    /// Adds the games of one block; ignored after the test has been decided.
    pub fn add_block(&mut self, records: &[Record]) {
        let Some(test) = &mut self.test else {
            return;
        };
        if test.decided_at().is_some() {
            return;
        }
        test.add_step(self.blocks, records);
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

    /// Returns the state of the test; `None` if its bounds are invalid.
    pub fn record(&self) -> Option<TestRecord> {
        self.test.as_ref().map(Duel::record)
    }
}

/// Returns the difference in Elo between the first bot and the second in 2-player games, without an interval, because the
/// duel was stopped because of its results. `None` at larger tables, and if all or no games were won.
pub fn elo(tally: &Tally, first: &str) -> Option<Estimate> {
    let bot = tally.entrants.iter().find(|bot| bot.name == first)?;
    let share = bot.all.wins.mean().filter(|_| tally.seat_count() == 2)?;
    let elo = Some(difference(share)).filter(|elo| elo.is_finite())?;
    Some(Estimate::new(elo, None, Unit::Elo))
}

/// Returns true if a duel has played the maximum number of games.
pub fn spent(manifest: &Manifest) -> bool {
    manifest.status == Status::Complete && manifest.shard.is_none()
}

/// Describes the result of a duel between two bots in a sentence; `spent` is true if the duel has played the maximum
/// number of games.
pub fn verdict(
    record: Option<TestRecord>,
    bounds: DuelBounds,
    [first, second]: [&str; 2],
    spent: bool,
) -> String {
    let Some(record) = record else {
        return "The bounds of the duel are invalid, so there was no test.".to_string();
    };
    let blocks = count(record.blocks, "deal group");
    match record.verdict {
        Some(Verdict::Passed) => format!(
            "{} is stronger than {second} by more than {} normalised Elo: the test was decided after {blocks} \
             (a bot of {} or less gets this verdict with a probability of at most {}).",
            capital(first),
            bounds.elo0,
            bounds.elo0,
            percent(bounds.alpha)
        ),
        Some(Verdict::Failed) => format!(
            "{} is not stronger than {second} by {} normalised Elo: the test was decided after {blocks} (a bot \
             of {} or more gets this verdict with a probability of at most {}).",
            capital(first),
            bounds.elo1,
            bounds.elo1,
            percent(bounds.beta)
        ),
        None => format!(
            "No verdict: after {blocks}, the test has not decided whether {first} is stronger than {second}; \
             the log-likelihood ratio, {}, lies between {} and {}.{}",
            record
                .log_likelihood_ratio
                .map_or("–".to_string(), |ratio| fixed(ratio, 2)),
            fixed(record.lower_limit, 2),
            fixed(record.upper_limit, 2),
            match spent {
                true =>
                    " The duel has played its maximum number of games: increase the number of \
                     games, or the distance between elo0 and elo1.",
                false => "",
            }
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::settings::roster::Roster;

    #[test]
    fn long_test_trace_is_thinned_evenly() {
        let roster = Roster {
            seats: 2,
            seatings: 2,
            entrants: ["a", "b"].map(String::from).to_vec(),
        };
        // Equally strong bots, so that the test takes long.
        let wide = DuelBounds {
            elo1: 2.0,
            ..DuelBounds::default()
        };
        let mut trace = TestTrace {
            test: Duel::new(wide, &roster),
            blocks: 0,
            points: Vec::new(),
            every: 1,
        };
        let row = |bot: &'static str, win| Record {
            bot,
            win,
            ..Record::default()
        };
        for block in 0..5000 {
            let win = f64::from(block % 2);
            trace.add_block(&[row("a", win), row("b", 1.0 - win)]);
        }
        assert!(trace.points.len() <= MOST_POINTS + 1 && trace.points.len() > 400);
        let every = trace.every;
        let evenly = |pair: &[(u64, f64)]| pair[1].0 == pair[0].0 + every;
        assert!(every > 1 && trace.points.windows(2).all(evenly));
    }

    #[test]
    fn duel_verdict_is_described_in_words() {
        let mut record = TestRecord {
            verdict: Some(Verdict::Passed),
            log_likelihood_ratio: Some(3.0),
            lower_limit: -2.944,
            upper_limit: 2.944,
            blocks: 1234,
        };
        let bounds = DuelBounds::default();
        let told = verdict(Some(record), bounds, ["a", "b"], false);
        assert!(
            told.starts_with(
                "A is stronger than b by more than 0 normalised Elo: the test was decided after \
                              1,234 deal groups"
            ),
            "{told}"
        );
        assert!(
            told.contains("a bot of 0 or less gets this verdict with a probability of at most 5.0"),
            "{told}"
        );
        record.verdict = Some(Verdict::Failed);
        let told = verdict(Some(record), bounds, ["a", "b"], true);
        assert!(told.starts_with("A is not stronger than b by 20"), "{told}");
        record.verdict = None;
        let stopped = verdict(Some(record), bounds, ["a", "b"], false);
        assert!(stopped.starts_with("No verdict") && stopped.ends_with("2.94."));
        let spent = verdict(Some(record), bounds, ["a", "b"], true);
        assert!(
            spent.ends_with("increase the number of games, or the distance between elo0 and elo1.")
        );
    }

    /// The Elo difference of a duel has no interval, because the duel was stopped because of its results.
    #[test]
    fn duel_elo_has_no_interval() {
        let play = |share: f64| {
            let mut tally = Tally::new(&["a", "b"].map(String::from), &[]);
            for _ in 0..20 {
                let row = |bot: &'static str, seat, win| Record {
                    bot,
                    seat,
                    win,
                    ..Record::default()
                };
                tally.add_block(&[row("a", 0, share), row("b", 1, 1.0 - share)]);
            }
            elo(&tally.stopped_by_results(), "a")
        };
        let found = play(0.75).unwrap();
        assert!((found.value - 190.848_5).abs() < 1e-3 && found.interval().is_none());
        assert_eq!(play(1.0), None);
    }
}
