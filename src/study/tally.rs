//! Summary of the games for a report, accumulated block by block.
//!
//! The unit is the block: the value of a block for a bot is its mean over the block's games and seats.
//! Intervals come from these block means, as in `summary.csv`.

use std::collections::BTreeMap;

use super::error::ReadError;
use super::luck::Luck;
use super::source::Source;
use super::winners::Winners;
use portolan_core::prose::fair_share_name;
use portolan_run::results::reader::Extent;
use portolan_run::results::record::{Record, fair_share};
use portolan_stats::share::BlockShares;
use portolan_stats::{Differences, Estimate, Moments, Performance, holm, lead};

/// Number of occurrences of each whole number.
pub type Counts = BTreeMap<i64, u64>;

/// Returns the smallest occurring number with at least the given share of all occurrences at or below
/// it; `None` without occurrences.
pub fn quantile(counts: &Counts, share: f64) -> Option<i64> {
    let total: u64 = counts.values().sum();
    let wanted = ((share * total as f64).ceil() as u64).max(1);
    let mut seen = 0;
    counts.iter().find_map(|(&value, &count)| {
        seen += count;
        (seen >= wanted).then_some(value)
    })
}

/// Subject of a comparison: a bot, or a seat if one bot plays all seats and therefore always wins its
/// fair share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A bot, by name.
    Bot(String),
    Seat(usize),
}

impl Who {
    pub fn name(&self) -> String {
        match self {
            Who::Bot(name) => name.clone(),
            Who::Seat(seat) => format!("seat {}", seat + 1),
        }
    }
}

/// Summary of one bot.
#[derive(Clone, Debug, Default)]
pub struct Entrant {
    pub name: String,
    /// Performance in all seats.
    pub all: Performance,
    /// Performance by seat; a seat that the bot never played has no games.
    pub seats: Vec<Performance>,
    /// Number of occurrences of each score.
    pub score_counts: Counts,
    /// Moments of single scores.
    pub score_moments: Moments,
    /// Number of occurrences of each lead: score minus the best other score in the game.
    pub lead_counts: Counts,
    /// Block means of the best other score.
    pub opponents: Moments,
    pub categories: Vec<Moments>,
    /// Turns per game.
    pub turns: Moments,
    /// Decisions per game.
    pub decisions: Moments,
    /// Shares of second and last places.
    pub placings: Placings,
}

/// Shares of second and of last places. Tied seats share the better place.
#[derive(Clone, Debug, Default)]
pub struct Placings {
    second: BlockShares,
    last: BlockShares,
}

impl Placings {
    /// Adds a rank in a game whose worst rank is `worst`. A winner is never last.
    fn add(&mut self, rank: u32, worst: u32) {
        self.second.add(f64::from(u8::from(rank == 2)));
        let last = rank == worst && rank > 1;
        self.last.add(f64::from(u8::from(last)));
    }

    fn end_block(&mut self) {
        self.second.end_block();
        self.last.end_block();
    }
}

impl Entrant {
    /// Ends the current block.
    fn close(&mut self) {
        self.all.end_block();
        self.placings.end_block();
        self.seats.iter_mut().for_each(Performance::end_block);
        if let Some(block) = self.all.block
            && let Some(lead) = block.lead
        {
            self.opponents.push(block.score - lead);
        }
    }
}

/// Summary of all games of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub categories: Vec<String>,
    /// The bots, starting with those of the line-up in its order.
    pub entrants: Vec<Entrant>,
    /// Performance by seat, regardless of the bot.
    pub seats: Vec<Performance>,
    /// Block differences of the shares of wins of two bots; the key has the lower index first.
    pub pairs: BTreeMap<(usize, usize), Differences>,
    /// Number of blocks.
    pub blocks: u64,
    /// Number of games.
    pub games: u64,
    /// True if an automa plays a seat.
    pub automa: bool,
    /// Lengths of the games in turns of the seat with the most turns, with their number of occurrences.
    pub turn_counts: Counts,
    /// Moments of the lengths of single games.
    pub turns: Moments,
    /// Mean length of the games of each block, in turns of the seat with the most turns.
    pub lengths: Moments,
    /// Mean length in the last block; `None` if it has no games.
    pub block_length: Option<f64>,
    /// Variance components of scores and wins.
    pub luck: Luck,
    /// Points of the winners and of the other seats.
    pub winners: Winners,
    /// Second and last places by seat, over all bots in the seat.
    seat_placings: Vec<Placings>,
    /// Share of games with a shared first place.
    ties: BlockShares,
    /// Lengths of the games of the current block.
    open_lengths: Moments,
}

impl Tally {
    /// Summarizes a run.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source) -> Result<Tally, ReadError> {
        let mut blocks = source.blocks()?;
        let mut tally = Tally::new(&source.manifest.experiment.bots, blocks.categories());
        tally.automa = source.manifest.has_automa();
        while let Some(block) = blocks.next_block()? {
            tally.add_block(block);
        }
        Ok(tally)
    }

    /// Creates an empty tally; bots that are not in `names` are added when they first appear.
    pub fn new(names: &[String], categories: &[String]) -> Tally {
        let mut tally = Tally {
            categories: categories.to_vec(),
            ..Tally::default()
        };
        for name in names {
            tally.entrant(name);
        }
        tally
    }

    /// Returns the number of deals and games played.
    pub fn extent(&self) -> Extent {
        Extent {
            blocks: self.blocks,
            games: self.games,
        }
    }

    /// Returns the number of seats in a game.
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// Returns the share of wins of equal players: one divided by the number of seats, over the games
    /// that had a winner.
    pub fn fair_share(&self) -> f64 {
        self.seats.first().map_or(1.0, Performance::fair_share)
    }

    /// Returns the name of [`Tally::fair_share`].
    pub fn fair_name(&self) -> &'static str {
        fair_share_name(self.automa)
    }

    /// Returns true if one bot played every seat, so that only seats can be compared.
    pub fn mirror(&self) -> bool {
        self.entrants.len() < 2
    }

    /// Returns the possible subjects of a comparison in these games: the bots that played, or the seats.
    pub fn compared(&self) -> Vec<Who> {
        if self.mirror() && self.seat_count() > 1 {
            return (0..self.seat_count()).map(Who::Seat).collect();
        }
        let played = self.entrants.iter().filter(|bot| bot.all.games > 0);
        played.map(|bot| Who::Bot(bot.name.clone())).collect()
    }

    /// Returns the performance of a bot or a seat; `None` if it did not play.
    pub fn of(&self, who: &Who) -> Option<&Performance> {
        let cell = match who {
            Who::Bot(name) => &self.entrants.iter().find(|bot| bot.name == *name)?.all,
            Who::Seat(seat) => self.seats.get(*seat)?,
        };
        (cell.games > 0).then_some(cell)
    }

    /// Marks the games as stopped because of their results: the means are then biased away from the centre, and the
    /// spread between blocks does not show the size of the bias.
    pub fn stopped_by_results(mut self) -> Tally {
        for bot in &mut self.entrants {
            bot.all.stop_by_results();
            bot.seats.iter_mut().for_each(Performance::stop_by_results);
        }
        self.seats.iter_mut().for_each(Performance::stop_by_results);
        self
    }

    /// Returns the share of games with a shared first place; `None` without games.
    pub fn tied(&self) -> Option<Estimate> {
        self.share(&self.ties)
    }

    /// Returns the shares of second and of last places of a bot or a seat; `None` if it did not play.
    pub fn placed(&self, who: &Who) -> Option<[Estimate; 2]> {
        let placings = match who {
            Who::Bot(name) => &self.entrants.iter().find(|bot| bot.name == *name)?.placings,
            Who::Seat(seat) => self.seat_placings.get(*seat)?,
        };
        let [second, last] = [&placings.second, &placings.last].map(|share| self.share(share));
        Some([second?, last?])
    }

    /// Returns a share, without an interval if the games were stopped because of their results.
    fn share(&self, share: &BlockShares) -> Option<Estimate> {
        let found = Estimate::of_shares(&share.shares)?;
        let interval = found.interval().filter(|_| !self.is_stopped_by_results());
        Some(Estimate::new(found.value, interval, found.unit))
    }

    /// Returns true if the games were stopped because of their results.
    pub fn is_stopped_by_results(&self) -> bool {
        self.seats.iter().any(Performance::is_stopped_by_results)
    }

    /// Returns the share of wins of one bot minus the share of another bot, on the same deals.
    pub fn ahead(&self, one: usize, other: usize) -> Option<Estimate> {
        let pair = self.pairs.get(&(one.min(other), one.max(other)))?;
        let sign = if one < other { 1.0 } else { -1.0 };
        let sizes = [one, other].map(|bot| self.entrants[bot].all.wins.games_per_block());
        let ahead = Estimate::of_share_differences(pair, sizes[0].min(sizes[1]))?;
        let interval = ahead.interval().filter(|_| !self.is_stopped_by_results());
        let turned = interval.map(|interval| interval.times(sign));
        Some(Estimate::new(sign * ahead.value, turned, ahead.unit))
    }

    /// Returns the p-value of each pair of bots, in the order of `pairs`, with Holm's correction.
    pub fn pair_tests(&self) -> Vec<f64> {
        let p_value = |pair: &Differences| match self.is_stopped_by_results() {
            true => f64::NAN,
            false => pair.p_value(),
        };
        holm(&self.pairs.values().map(p_value).collect::<Vec<f64>>())
    }

    fn entrant(&mut self, name: &str) -> usize {
        match self.entrants.iter().position(|known| known.name == name) {
            Some(index) => index,
            None => {
                self.entrants.push(Entrant {
                    name: name.to_string(),
                    categories: vec![Moments::default(); self.categories.len()],
                    ..Entrant::default()
                });
                self.entrants.len() - 1
            }
        }
    }

    /// Adds the rows of one block, ordered by game.
    pub fn add_block(&mut self, rows: &[Record]) {
        for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
            self.add_game(game);
        }
        self.luck.add_block(rows);
        self.blocks += 1;
        self.ties.end_block();
        self.winners.end_block();
        self.seat_placings.iter_mut().for_each(Placings::end_block);
        self.block_length = std::mem::take(&mut self.open_lengths).mean();
        if let Some(length) = self.block_length {
            self.lengths.push(length);
        }
        self.entrants.iter_mut().for_each(Entrant::close);
        self.seats.iter_mut().for_each(Performance::end_block);
        let wins: Vec<Option<f64>> = self
            .entrants
            .iter()
            .map(|entrant| entrant.all.block.map(|block| block.wins))
            .collect();
        for (one, mine) in wins.iter().enumerate() {
            for (other, theirs) in wins.iter().enumerate().skip(one + 1) {
                if let (Some(mine), Some(theirs)) = (mine, theirs) {
                    let pair = self.pairs.entry((one, other)).or_default();
                    pair.push(mine - theirs);
                }
            }
        }
    }

    fn add_game(&mut self, game: &[Record]) {
        self.games += 1;
        let longest = game.iter().map(|row| row.turns).max().unwrap_or(0);
        *self.turn_counts.entry(i64::from(longest)).or_default() += 1;
        self.turns.push(f64::from(longest));
        self.open_lengths.push(f64::from(longest));
        let tied = game.iter().filter(|row| row.rank == 1).count() > 1;
        self.ties.add(f64::from(u8::from(tied)));
        self.winners.add(game);
        let worst = game.iter().map(|row| row.rank).max().unwrap_or(1);
        let scores: Vec<f64> = game.iter().map(|row| f64::from(row.score)).collect();
        let fair = fair_share(game);
        for (place, row) in game.iter().enumerate() {
            let lead = lead(&scores, place);
            let outcome = row.outcome(fair, lead);
            let index = self.entrant(row.bot);
            let entrant = &mut self.entrants[index];
            entrant.all.add(outcome);
            entrant.placings.add(row.rank, worst);
            if self.seat_placings.len() <= row.seat {
                self.seat_placings
                    .resize_with(row.seat + 1, Placings::default);
            }
            self.seat_placings[row.seat].add(row.rank, worst);
            for seats in [&mut entrant.seats, &mut self.seats] {
                if seats.len() <= row.seat {
                    seats.resize_with(row.seat + 1, Performance::default);
                }
                seats[row.seat].add(outcome);
            }
            *entrant
                .score_counts
                .entry(i64::from(row.score))
                .or_default() += 1;
            entrant.score_moments.push(f64::from(row.score));
            entrant.turns.push(f64::from(row.turns));
            entrant.decisions.push(f64::from(row.decisions));
            for (moments, &points) in entrant.categories.iter_mut().zip(row.categories.iter()) {
                moments.push(f64::from(points));
            }
            if let Some(lead) = lead {
                *entrant.lead_counts.entry(lead as i64).or_default() += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::results::record::Categories;
    use portolan_stats::{BlockMeans, Unit};

    #[test]
    fn quantiles_are_observed_values() {
        let counts = Counts::from([(1, 1), (2, 2), (9, 1)]);
        let found = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&counts, share));
        assert_eq!(found, [1, 1, 2, 2, 9].map(Some));
        assert_eq!(quantile(&Counts::new(), 0.5), None);
    }

    fn row(game_id: u64, seat: usize, bot: &str, score: i32, win: f64) -> Record<'_> {
        let mut categories = Categories::new(1);
        categories[0] = score;
        Record {
            game_id,
            seed: 1,
            seat,
            bot,
            score,
            win,
            turns: 5 + seat as u32,
            decisions: 9,
            categories,
            rank: if win > 0.0 { 1 } else { 2 },
            cell: 0,
            luck: None,
        }
    }

    fn tally() -> Tally {
        let mut tally = Tally::new(&["a".to_string(), "b".to_string()], &["points".to_string()]);
        for block in 0..3 {
            let first = 2 * block + 1;
            tally.add_block(&[
                row(first, 0, "a", 10, 1.0),
                row(first, 1, "b", 7, 0.0),
                row(first + 1, 0, "b", 8, 0.5),
                row(first + 1, 1, "a", 8, 0.5),
            ]);
        }
        tally
    }

    #[test]
    fn deal_group_counts_as_one_observation() {
        let tally = tally();
        assert_eq!((tally.blocks, tally.games, tally.seat_count()), (3, 6, 2));
        let a = &tally.entrants[0];
        assert_eq!((a.all.games, a.all.wins.count()), (6, 3));
        assert_eq!(a.all.wins.mean(), Some(0.75));
        assert_eq!(a.seats[1].wins.mean(), Some(0.5));
        let ahead = tally.ahead(1, 0).unwrap();
        assert_eq!(ahead.value, -0.5);
        assert!(
            ahead
                .interval()
                .is_some_and(|interval| interval.low < -0.5 && interval.high > -0.5)
        );
    }

    #[test]
    fn lead_is_measured_over_the_best_opponent() {
        let tally = tally();
        assert_eq!(
            tally.entrants[0].lead_counts,
            Counts::from([(0, 3), (3, 3)])
        );
        assert_eq!(tally.entrants[1].all.leads.mean(), Some(-1.5));
        assert_eq!(tally.entrants[0].opponents.mean(), Some(7.5));
        assert_eq!(
            tally.entrants[0].all.block,
            Some(BlockMeans {
                games: 2,
                wins: 0.75,
                fair: 0.5,
                score: 9.0,
                lead: Some(1.5)
            })
        );
        assert_eq!(tally.turn_counts, Counts::from([(6, 6)]));
    }

    /// One of four games is capped: two equal players each win three eighths of the games, and the fair share is also
    /// three eighths.
    #[test]
    fn fair_share_accounts_for_capped_games() {
        let mut tally = Tally::new(&["a".to_string(), "b".to_string()], &[]);
        for first in [1, 3] {
            let capped = if first == 3 { 0.0 } else { 1.0 };
            tally.add_block(&[
                row(first, 0, "a", 10, capped),
                row(first, 1, "b", 7, 0.0),
                row(first + 1, 0, "b", 8, 1.0),
                row(first + 1, 1, "a", 7, 0.0),
            ]);
        }
        assert_eq!(tally.fair_share(), 0.375);
        assert_eq!(tally.entrants[0].all.fair_share(), 0.375);
        assert_eq!(tally.entrants[0].seats[0].fair_share(), 0.25);
        assert_eq!(
            tally.entrants[0].all.block.map(|block| block.fair),
            Some(0.25)
        );
    }

    #[test]
    fn tally_of_a_run_stopped_by_results_has_no_intervals() {
        let tally = tally().stopped_by_results();
        let a = &tally.entrants[0];
        assert!(a.all.win_interval(0.95).is_none() && a.seats[0].win_interval(0.95).is_none());
        let means = [a.all.score(), a.all.lead()].map(|mean| mean.unwrap().interval());
        assert_eq!(means, [None, None]);
        let ahead = Estimate::new(0.5, None, Unit::ShareDifference);
        assert_eq!(tally.ahead(0, 1), Some(ahead));
        assert!(tally.is_stopped_by_results());
    }

    /// Of three games with three seats, one ends in a tie for first place and one in a tie for last
    /// place.
    #[test]
    fn tied_seats_share_the_better_place() {
        let mut tally = Tally::default();
        for (game, ranks) in [[1, 2, 3], [1, 1, 3], [1, 2, 2]].into_iter().enumerate() {
            let seat = |seat: usize| Record {
                game_id: game as u64 + 1,
                seat,
                bot: ["a", "b", "c"][seat],
                rank: ranks[seat],
                turns: 10 * (game as u32 + 1),
                ..Record::default()
            };
            tally.add_block(&[0, 1, 2].map(seat));
        }
        assert!((tally.tied().unwrap().value - 1.0 / 3.0).abs() < 1e-12);
        let placed = |who: Who| {
            tally
                .placed(&who)
                .unwrap()
                .map(|share| (3.0 * share.value).round())
        };
        assert_eq!(placed(Who::Bot("a".to_string())), [0.0, 0.0]);
        assert_eq!(placed(Who::Seat(1)), [2.0, 1.0]);
        assert_eq!(placed(Who::Bot("c".to_string())), [1.0, 3.0]);
        assert_eq!(
            (tally.lengths.mean(), tally.block_length),
            (Some(20.0), Some(30.0))
        );
    }

    #[test]
    fn unlisted_bot_is_added_to_the_tally() {
        let mut tally = tally();
        tally.add_block(&[row(7, 0, "automa", 3, 1.0)]);
        assert_eq!(tally.entrants[2].name, "automa");
        assert_eq!(tally.entrants[2].categories[0].mean(), Some(3.0));
    }
}
