//! Performance of a bot or a seat, block by block: wins, scores and leads, with intervals of their means.

use super::estimate::{Estimate, Unit};
use super::interval::{Interval, inverted_test};
use super::moments::Moments;
use super::share::Shares;

/// Result of a seat in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatOutcome {
    /// Share of the win, from 0 to 1.
    pub win: f64,
    /// Expected share of the win among equal players.
    pub fair: f64,
    /// Score in points.
    pub score: f64,
    /// Own score minus the best other score; `None` for a single seat or if the lead is not recorded.
    pub lead: Option<f64>,
}

/// Sums over the games of one block.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockSums {
    games: u64,
    wins: f64,
    fair: f64,
    points: f64,
    leads: f64,
}

impl BlockSums {
    /// Adds the result of a seat in a game.
    pub fn add(&mut self, seat: SeatOutcome) {
        self.games += 1;
        self.wins += seat.win;
        self.fair += seat.fair;
        self.points += seat.score;
        self.leads += seat.lead.unwrap_or(f64::NAN);
    }

    /// Returns the means over the games, or `None` without games.
    pub fn means(&self) -> Option<BlockMeans> {
        let games = self.games as f64;
        (self.games > 0).then(|| BlockMeans {
            games: self.games,
            wins: self.wins / games,
            fair: self.fair / games,
            score: self.points / games,
            lead: Some(self.leads / games).filter(|lead| lead.is_finite()),
        })
    }
}

/// Means over the games of one block, for a bot or a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockMeans {
    /// Number of games, counted once per seat that the bot played.
    pub games: u64,
    /// Share of wins.
    pub wins: f64,
    /// Expected share of wins among equal players, over the games that had a winner.
    pub fair: f64,
    /// Mean score in points.
    pub score: f64,
    /// Mean of own score minus best other score; `None` for a single seat.
    pub lead: Option<f64>,
}

/// Performance of one bot, in all seats or in one seat, or of one seat with any bot.
///
/// ```
/// use portolan_stats::{Performance, SeatOutcome};
///
/// let mut bot = Performance::default();
/// for (win, score) in [(1.0, 9.0), (0.0, 5.0), (1.0, 7.0)] {
///     bot.add(SeatOutcome { win, fair: 0.5, score, lead: None });
///     bot.end_block();
/// }
/// assert_eq!((bot.games, bot.score().unwrap().value, bot.fair_share()), (3, 7.0, 0.5));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Performance {
    /// Number of games in complete blocks, counted once per seat that the bot played.
    pub games: u64,
    /// Shares of wins by block.
    pub wins: Shares,
    /// Block means of the expected share of wins among equal players.
    pub fair: Moments,
    /// Block means of the score.
    pub scores: Moments,
    /// Block means of the lead.
    pub leads: Moments,
    /// Means of the last block; `None` if it had no game of this bot or seat.
    pub block: Option<BlockMeans>,
    /// True if the run was stopped because of its results; intervals are not valid in this case.
    stopped: bool,
    open: BlockSums,
}

impl Performance {
    /// Adds the result of a seat in a game of the current block.
    pub fn add(&mut self, seat: SeatOutcome) {
        self.open.add(seat);
    }

    /// Ends the current block; a block without games is ignored.
    pub fn end_block(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.push(open.means());
    }

    /// Adds the means of a block; `None` for a block without games.
    pub fn push(&mut self, block: Option<BlockMeans>) {
        self.block = block;
        if let Some(block) = block {
            self.games += block.games;
            self.wins.push(block.wins, block.games);
            self.fair.push(block.fair);
            self.scores.push(block.score);
            block
                .lead
                .into_iter()
                .for_each(|lead| self.leads.push(lead));
        }
    }

    /// Marks the run as stopped because of its results, as by a sequential test. The means are then biased away from
    /// the centre, and the spread between blocks does not show the size of the bias.
    pub fn stop_by_results(&mut self) {
        self.stopped = true;
    }

    /// Returns true if the run was stopped because of its results.
    pub fn is_stopped_by_results(&self) -> bool {
        self.stopped
    }

    /// Returns the expected share of wins among equal players in these games.
    pub fn fair_share(&self) -> f64 {
        self.fair.mean().unwrap_or(0.0)
    }

    /// Returns the share of wins, or `None` without games.
    pub fn share_of_wins(&self) -> Option<Estimate> {
        self.as_sure(Estimate::of_shares(&self.wins))
    }

    /// Returns the mean score, or `None` without games.
    pub fn score(&self) -> Option<Estimate> {
        self.mean(&self.scores, Unit::Points)
    }

    /// Returns the mean lead, or `None` without games or for a single seat.
    pub fn lead(&self) -> Option<Estimate> {
        self.mean(&self.leads, Unit::PointsDifference)
    }

    /// Returns the mean of other values, one per block of this run.
    pub fn mean(&self, values: &Moments, unit: Unit) -> Option<Estimate> {
        self.as_sure(Estimate::of_mean(values, unit))
    }

    /// Removes the interval if the run was stopped because of its results.
    fn as_sure(&self, found: Option<Estimate>) -> Option<Estimate> {
        let alone = |found: Estimate| Estimate::new(found.value, None, found.unit);
        found.map(|found| if self.stopped { alone(found) } else { found })
    }

    /// Returns the interval of the share of wins.
    pub fn win_interval(&self, confidence: f64) -> Option<Interval> {
        self.wins.interval(confidence).filter(|_| !self.stopped)
    }

    /// Returns the p-value of the hypothesis that the share of wins is fair, from its interval. NaN without an interval.
    pub fn fair_test(&self) -> f64 {
        inverted_test(self.fair_share(), |confidence| {
            self.win_interval(confidence)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(win: f64, score: f64, lead: Option<f64>) -> SeatOutcome {
        SeatOutcome {
            win,
            fair: 0.5,
            score,
            lead,
        }
    }

    /// Two blocks of two games, with means 0.5 and 1 of the wins, 6 and 9 of the scores, 1 and 3 of the leads.
    fn two_blocks() -> Performance {
        let mut bot = Performance::default();
        for block in [
            [seat(0.0, 4.0, Some(-1.0)), seat(1.0, 8.0, Some(3.0))],
            [seat(1.0, 8.0, Some(2.0)), seat(1.0, 10.0, Some(4.0))],
        ] {
            block.into_iter().for_each(|seat| bot.add(seat));
            bot.end_block();
        }
        bot
    }

    #[test]
    fn block_counts_as_one_observation() {
        let bot = two_blocks();
        let blocks = [bot.wins.count(), bot.scores.count(), bot.leads.count()];
        assert_eq!((bot.games, blocks), (4, [2; 3]));
        assert_eq!(bot.share_of_wins().unwrap().value, 0.75);
        let score = bot.score().unwrap();
        // Standard error 1.5, t = 12.7062.
        assert_eq!(score.value, 7.5);
        assert!((score.interval().unwrap().high - 26.5593).abs() < 1e-3);
        assert_eq!(bot.lead().unwrap().value, 2.0);
        let last = BlockMeans {
            games: 2,
            wins: 1.0,
            fair: 0.5,
            score: 9.0,
            lead: Some(3.0),
        };
        assert_eq!(bot.block, Some(last));
    }

    #[test]
    fn block_without_games_is_ignored() {
        let mut bot = two_blocks();
        bot.end_block();
        assert_eq!((bot.block, bot.games, bot.scores.count()), (None, 4, 2));
    }

    /// One game without a lead leaves its block without a mean lead.
    #[test]
    fn block_lead_requires_a_lead_in_every_game() {
        let mut bot = two_blocks();
        bot.add(seat(1.0, 3.0, Some(3.0)));
        bot.add(seat(1.0, 3.0, None));
        bot.end_block();
        assert_eq!((bot.scores.count(), bot.leads.count()), (3, 2));
        assert_eq!(bot.block.and_then(|block| block.lead), None);
    }

    #[test]
    fn games_stopped_by_results_have_no_intervals() {
        let mut bot = two_blocks();
        assert!(bot.win_interval(0.95).is_some());
        bot.stop_by_results();
        assert!(bot.is_stopped_by_results() && bot.win_interval(0.95).is_none());
        for (mean, value) in [
            (bot.score(), 7.5),
            (bot.lead(), 2.0),
            (bot.share_of_wins(), 0.75),
        ] {
            let mean = mean.unwrap();
            assert_eq!((mean.value, mean.interval()), (value, None));
        }
    }
}
