//! How a bot or a seat did, block by block: wins, scores and leads, and how sure their means are.

use super::estimate::{Estimate, Unit};
use super::interval::Interval;
use super::moments::Moments;
use super::share::Shares;

/// How a seat ended one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatOutcome {
    /// Its share of the win.
    pub win: f64,
    /// The share of the win that equal players would have.
    pub fair: f64,
    /// Its score.
    pub score: f64,
    /// Own score less that of the best other; none alone, and where nobody asks for it.
    pub lead: Option<f64>,
}

/// The sums of the games of one block.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockSums {
    games: u64,
    wins: f64,
    fair: f64,
    points: f64,
    leads: f64,
}

impl BlockSums {
    /// Takes a seat of a game.
    pub fn add(&mut self, seat: SeatOutcome) {
        self.games += 1;
        self.wins += seat.win;
        self.fair += seat.fair;
        self.points += seat.score;
        self.leads += seat.lead.unwrap_or(f64::NAN);
    }

    /// The means over the games; `None` without games.
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

/// What one block says of a bot or a seat: means over its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockMeans {
    /// Games, counted once per seat that the bot held.
    pub games: u64,
    /// Share of wins.
    pub wins: f64,
    /// The share of wins that equal players would have: that of one seat among all, of the games that
    /// somebody won.
    pub fair: f64,
    /// Score.
    pub score: f64,
    /// Own score less that of the best other; none alone.
    pub lead: Option<f64>,
}

/// One bot, in all seats or in one; or one seat, with any bot.
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
    /// Games of whole blocks, counted once per seat that the bot held.
    pub games: u64,
    /// Shares of wins by block.
    pub wins: Shares,
    /// Block means of the share of wins that equal players would have.
    pub fair: Moments,
    /// Block means of the score.
    pub scores: Moments,
    /// Block means of the lead.
    pub leads: Moments,
    /// The last block; none if it had no game of this bot or seat.
    pub block: Option<BlockMeans>,
    /// Whether the games ended because of what they showed: then nothing has an interval.
    stopped: bool,
    open: BlockSums,
}

impl Performance {
    /// Takes a seat of a game of the block that is being read.
    pub fn add(&mut self, seat: SeatOutcome) {
        self.open.add(seat);
    }

    /// The block is complete; one without games says nothing.
    pub fn end_block(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.push(open.means());
    }

    /// Takes the means of a block; none if it had no games.
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

    /// The games end because of what they show, as those of a sequential test do: means lean away from the middle, and
    /// the spread between blocks does not tell how far.
    pub fn stop_by_results(&mut self) {
        self.stopped = true;
    }

    /// Whether the games ended because of what they showed.
    pub fn is_stopped_by_results(&self) -> bool {
        self.stopped
    }

    /// The share of wins that equal players would have had in these games.
    pub fn fair_share(&self) -> f64 {
        self.fair.mean().unwrap_or(0.0)
    }

    /// The share of wins; `None` without games.
    pub fn share_of_wins(&self) -> Option<Estimate> {
        self.as_sure(Estimate::of_shares(&self.wins))
    }

    /// The mean score; `None` without games.
    pub fn score(&self) -> Option<Estimate> {
        self.mean(&self.scores, Unit::Points)
    }

    /// The mean lead; `None` without games, and alone.
    pub fn lead(&self) -> Option<Estimate> {
        self.mean(&self.leads, Unit::PointsDifference)
    }

    /// The mean of other numbers, one from each of these blocks.
    pub fn mean(&self, values: &Moments, unit: Unit) -> Option<Estimate> {
        self.as_sure(Estimate::of_mean(values, unit))
    }

    /// Without its interval, if the games ended because of what they showed.
    fn as_sure(&self, found: Option<Estimate>) -> Option<Estimate> {
        let alone = |found: Estimate| Estimate::new(found.value, None, found.unit);
        found.map(|found| if self.stopped { alone(found) } else { found })
    }

    /// Interval of the share of wins.
    pub fn win_interval(&self, confidence: f64) -> Option<Interval> {
        self.wins.interval(confidence).filter(|_| !self.stopped)
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

    /// Blocks of two games: means 0.5 and 1 of the wins, 6 and 9 of the scores, 1 and 3 of the leads.
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
    fn a_block_counts_as_one_number() {
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
    fn a_block_without_games_is_no_block() {
        let mut bot = two_blocks();
        bot.end_block();
        assert_eq!((bot.block, bot.games, bot.scores.count()), (None, 4, 2));
    }

    /// One game without a lead leaves its block without one.
    #[test]
    fn a_lead_is_there_only_if_every_game_has_one() {
        let mut bot = two_blocks();
        bot.add(seat(1.0, 3.0, Some(3.0)));
        bot.add(seat(1.0, 3.0, None));
        bot.end_block();
        assert_eq!((bot.scores.count(), bot.leads.count()), (3, 2));
        assert_eq!(bot.block.and_then(|block| block.lead), None);
    }

    #[test]
    fn games_that_their_results_ended_have_no_intervals() {
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
