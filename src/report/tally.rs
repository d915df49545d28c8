//! What a report needs to know of the games, summed up block by block.
//!
//! The unit is the block: a block's value for a bot is its mean over the block's games and seats,
//! and intervals are Student-t intervals of these block means, as in `summary.csv`.

use std::collections::BTreeMap;

use super::ReportError;
use super::luck::Luck;
use super::source::{Row, Source};
use crate::stats::Moments;

/// Whole numbers and how often each came up: as many entries as there are different numbers.
pub type Counts = BTreeMap<i64, u64>;

/// How much was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
}

/// What one block says of a bot: means over its games and seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockMeans {
    /// Share of wins.
    pub wins: f64,
    /// Score.
    pub score: f64,
    /// Score minus that of the best opponent; none without one.
    pub margin: Option<f64>,
}

/// One bot, in all seats or in one.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Games, counted once per seat that the bot held.
    pub games: u64,
    /// Block means of the share of wins.
    pub wins: Moments,
    /// Block means of the score.
    pub scores: Moments,
    /// Of the current block: games, wins, points.
    open: (u64, f64, f64),
}

impl Cell {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        self.open.0 += 1;
        self.open.1 += row.win;
        self.open.2 += f64::from(row.score);
    }

    fn close(&mut self) {
        let (games, wins, points) = std::mem::take(&mut self.open);
        if games > 0 {
            self.wins.push(wins / games as f64);
            self.scores.push(points / games as f64);
        }
    }
}

/// Everything about one bot.
#[derive(Clone, Debug, Default)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// In all seats.
    pub all: Cell,
    /// By seat; a seat that it never held has no games.
    pub seats: Vec<Cell>,
    /// Single scores.
    pub score_counts: Counts,
    /// Their spread.
    pub score_moments: Moments,
    /// Score minus that of the best opponent in the game.
    pub margin_counts: Counts,
    /// Block means of the margin.
    pub margins: Moments,
    /// Block means of the best opponent's score.
    pub opponents: Moments,
    /// The last block; none if it was not in it.
    pub block: Option<BlockMeans>,
    /// Points by category.
    pub categories: Vec<Moments>,
    /// Turns in a game.
    pub turns: Moments,
    /// Decisions in a game.
    pub decisions: Moments,
    /// Of the current block: games with an opponent, sum of margins, of best opponents' scores.
    open_margin: (u64, f64, f64),
}

impl Entrant {
    /// The block is complete.
    fn close(&mut self) {
        let (seen, wins, points) = self.all.open;
        let (games, margin, best) = std::mem::take(&mut self.open_margin);
        self.block = (seen > 0).then(|| BlockMeans {
            wins: wins / seen as f64,
            score: points / seen as f64,
            margin: (games > 0).then(|| margin / games as f64),
        });
        if games > 0 {
            self.margins.push(margin / games as f64);
            self.opponents.push(best / games as f64);
        }
        self.all.close();
        self.seats.iter_mut().for_each(Cell::close);
    }
}

/// All games of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Names of the score categories.
    pub categories: Vec<String>,
    /// The bots, first those of the line-up in its order.
    pub entrants: Vec<Entrant>,
    /// Whoever sat there, by seat.
    pub seats: Vec<Cell>,
    /// By two entrants (the lower index first): block means of the difference in wins.
    pub pairs: BTreeMap<(usize, usize), Moments>,
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
    /// Turns of the seat that had most, game by game.
    pub turn_counts: Counts,
    /// The same, their mean and spread.
    pub turns: Moments,
    /// Where the variance of scores and wins comes from.
    pub luck: Luck,
}

impl Tally {
    /// Sums up a run.
    ///
    /// # Errors
    /// [`ReportError`] if its files are not as they should be.
    pub fn read(source: &Source) -> Result<Tally, ReportError> {
        let mut blocks = source.blocks()?;
        let mut tally = Tally::new(&source.manifest.experiment.bots, blocks.categories());
        while let Some(block) = blocks.next_block()? {
            tally.add_block(&block);
        }
        Ok(tally)
    }

    /// An empty tally; bots that `names` does not name are entered when they first appear.
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

    /// How much was played.
    pub fn extent(&self) -> Extent {
        Extent {
            blocks: self.blocks,
            games: self.games,
        }
    }

    /// Seats of a game.
    pub fn seat_count(&self) -> usize {
        self.seats.len()
    }

    /// The share of wins that equal players would have.
    pub fn fair_share(&self) -> f64 {
        1.0 / self.seats.len().max(1) as f64
    }

    /// Whether one bot held every seat.
    pub fn mirror(&self) -> bool {
        self.entrants.len() < 2
    }

    /// Block means of the wins of one entrant minus those of another.
    pub fn lead(&self, one: usize, other: usize) -> Option<(Moments, f64)> {
        let sign = if one < other { 1.0 } else { -1.0 };
        let pair = self.pairs.get(&(one.min(other), one.max(other)))?;
        Some((*pair, sign))
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

    /// Takes the rows of one block, game by game.
    pub fn add_block(&mut self, rows: &[Row]) {
        for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
            self.add_game(game);
        }
        self.luck.add_block(rows);
        self.blocks += 1;
        self.entrants.iter_mut().for_each(Entrant::close);
        self.seats.iter_mut().for_each(Cell::close);
        let wins: Vec<Option<f64>> = self
            .entrants
            .iter()
            .map(|entrant| entrant.block.map(|block| block.wins))
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

    fn add_game(&mut self, game: &[Row]) {
        self.games += 1;
        let longest = game.iter().map(|row| row.turns).max().unwrap_or(0);
        *self.turn_counts.entry(i64::from(longest)).or_default() += 1;
        self.turns.push(f64::from(longest));
        for row in game {
            let index = self.entrant(&row.bot);
            let entrant = &mut self.entrants[index];
            entrant.all.add(row);
            for seats in [&mut entrant.seats, &mut self.seats] {
                if seats.len() <= row.seat {
                    seats.resize_with(row.seat + 1, Cell::default);
                }
                seats[row.seat].add(row);
            }
            *entrant
                .score_counts
                .entry(i64::from(row.score))
                .or_default() += 1;
            entrant.score_moments.push(f64::from(row.score));
            entrant.turns.push(f64::from(row.turns));
            entrant.decisions.push(f64::from(row.decisions));
            for (moments, &points) in entrant.categories.iter_mut().zip(&row.categories) {
                moments.push(f64::from(points));
            }
            let best = game
                .iter()
                .filter(|opponent| opponent.seat != row.seat)
                .map(|opponent| i64::from(opponent.score))
                .max();
            if let Some(best) = best {
                let margin = i64::from(row.score) - best;
                *entrant.margin_counts.entry(margin).or_default() += 1;
                entrant.open_margin.0 += 1;
                entrant.open_margin.1 += margin as f64;
                entrant.open_margin.2 += best as f64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game_id: u64, seat: usize, bot: &str, score: i32, win: f64) -> Row {
        Row {
            game_id,
            seed: 1,
            seat,
            bot: bot.to_string(),
            score,
            win,
            turns: 5 + seat as u32,
            decisions: 9,
            categories: vec![score],
            rank: if win > 0.0 { 1 } else { 2 },
            cell: 0,
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
    fn a_block_counts_as_one_number() {
        let tally = tally();
        assert_eq!((tally.blocks, tally.games, tally.seat_count()), (3, 6, 2));
        let a = &tally.entrants[0];
        assert_eq!((a.all.games, a.all.wins.count()), (6, 3));
        assert_eq!(a.all.wins.mean(), Some(0.75));
        assert_eq!(a.seats[1].wins.mean(), Some(0.5));
        let (lead, sign) = tally.lead(1, 0).unwrap();
        assert_eq!((lead.mean(), sign), (Some(0.5), -1.0));
    }

    #[test]
    fn margins_are_to_the_best_opponent() {
        let tally = tally();
        assert_eq!(
            tally.entrants[0].margin_counts,
            Counts::from([(0, 3), (3, 3)])
        );
        assert_eq!(tally.entrants[1].margins.mean(), Some(-1.5));
        assert_eq!(tally.entrants[0].opponents.mean(), Some(7.5));
        assert_eq!(
            tally.entrants[0].block,
            Some(BlockMeans {
                wins: 0.75,
                score: 9.0,
                margin: Some(1.5)
            })
        );
        assert_eq!(tally.turn_counts, Counts::from([(6, 6)]));
    }

    #[test]
    fn whoever_turns_up_is_entered() {
        let mut tally = tally();
        tally.add_block(&[row(7, 0, "automa", 3, 1.0)]);
        assert_eq!(tally.entrants[2].name, "automa");
        assert_eq!(tally.entrants[2].categories[0].mean(), Some(3.0));
    }
}
