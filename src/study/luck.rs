//! How much of scores and wins is luck: the blocks of a run, summed up for the variance of single results.

use portolan_engine::results::record::Record;
use portolan_stats::estimate::{Estimate, Unit};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::layout::Layout;
use portolan_stats::variance::{CrossedBlocks, Pairing, VarianceSplit};

/// The difference of win shares that deals are asked for.
const DIFFERENCE: f64 = 0.01;

/// Blocks from which on a split says something.
pub const ENOUGH_BLOCKS: u64 = 10;

/// The blocks of a run, summed up for their variance.
#[derive(Clone, Debug, Default)]
pub struct Luck {
    /// Names of the bots, as they first sat.
    bots: Vec<String>,
    /// The blocks that have the layout of most; none if bots and seats are not crossed.
    blocks: Option<Crossed>,
    /// Blocks without the layout of the others: games of theirs crashed.
    pub left_out: u64,
    /// Games in which the bots sit as in an earlier game of their block, and those of them with equal scores.
    repeats: (u64, u64),
}

/// Share of repeated games from which on the bots decide alike every time, and the deal explains everything by design.
const ALIKE: f64 = 0.95;

/// Blocks in which every bot sits in every seat.
#[derive(Clone, Debug)]
struct Crossed {
    /// By game and seat of every block.
    bot_of: Vec<usize>,
    scores: CrossedBlocks,
    wins: CrossedBlocks,
}

/// Where the variance of single results comes from, and what it is worth to share deals.
pub struct Split {
    /// Of scores.
    pub scores: VarianceSplit,
    /// Of wins.
    pub wins: VarianceSplit,
    /// Bots that play.
    pub bots: usize,
    /// Of the games in which the bots sit as in an earlier game of the deal, the share that ends with the same scores; `None`
    /// if they sit differently in every game.
    pub repeated: Option<f64>,
    /// Whether a deal that favours a bot can be told from chance.
    pub separates_deal_and_bot: bool,
    /// Bots by pairs.
    pub pairs: Vec<Gain>,
}

/// What it is worth that two bots share deals: the variance of their difference had every game a deal of its
/// own, over what it is.
pub struct Gain {
    /// The bots.
    pub bots: [String; 2],
    /// Deals that tell a difference of one percentage point of wins.
    pub deals: Option<f64>,
    /// The gain for wins.
    pub wins: Option<Estimate>,
    /// The gain for scores.
    pub scores: Option<Estimate>,
}

impl Luck {
    /// Takes the rows of one block, game by game.
    pub fn add_block(&mut self, rows: &[Record]) {
        let seatings: Vec<Vec<usize>> = rows
            .chunk_by(|one, next| one.game_id == next.game_id)
            .map(|game| game.iter().map(|row| self.bot(row.bot)).collect())
            .collect();
        let bot_of = seatings.concat();
        // A longer block than before: those before it were not whole.
        let longer = self
            .blocks
            .as_ref()
            .is_none_or(|known| known.bot_of.len() < bot_of.len());
        if longer && let Some(layout) = Layout::new(&seatings) {
            self.left_out += self
                .blocks
                .as_ref()
                .map_or(0, |known| known.scores.blocks());
            self.blocks = Some(Crossed {
                bot_of: bot_of.clone(),
                scores: CrossedBlocks::new(layout.clone()),
                wins: CrossedBlocks::new(layout),
            });
        }
        match &mut self.blocks {
            Some(known) if known.bot_of == bot_of => {
                let (games, same) = repeats(&seatings, rows);
                self.repeats = (self.repeats.0 + games, self.repeats.1 + same);
                let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.score)).collect();
                let wins: Vec<f64> = rows.iter().map(|row| row.win).collect();
                known.scores.push(&scores);
                known.wins.push(&wins);
            }
            _ => self.left_out += 1,
        }
    }

    /// The parts; `None` if bots and seats are not crossed or there are too few blocks.
    pub fn split(&self) -> Option<Split> {
        let known = self.blocks.as_ref()?;
        if known.scores.blocks() < ENOUGH_BLOCKS {
            return None;
        }
        let layout = known.scores.layout();
        let bots = layout.bots();
        let pairs = (0..bots).flat_map(|one| (one + 1..bots).map(move |other| (one, other)));
        Some(Split {
            scores: known.scores.split(CONFIDENCE)?,
            wins: known.wins.split(CONFIDENCE)?,
            bots,
            repeated: (self.repeats.0 > 0).then(|| self.repeats.1 as f64 / self.repeats.0 as f64),
            separates_deal_and_bot: layout.separates_deal_and_bot(),
            pairs: pairs
                .map(|(one, other)| self.gain(known, one, other))
                .collect(),
        })
    }

    fn gain(&self, known: &Crossed, one: usize, other: usize) -> Gain {
        let wins = known.wins.pairing(one, other, CONFIDENCE);
        let scores = known.scores.pairing(one, other, CONFIDENCE);
        let gain = |pairing: Pairing| Estimate::new(pairing.gain, pairing.interval, Unit::Ratio);
        Gain {
            bots: [one, other].map(|bot| self.bots[bot].clone()),
            deals: wins.map(|wins| wins.blocks_for(DIFFERENCE).ceil()),
            wins: wins.map(gain),
            scores: scores.map(gain),
        }
    }

    fn bot(&mut self, name: &str) -> usize {
        let known = self.bots.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.bots.push(name.to_string());
            self.bots.len() - 1
        })
    }
}

impl Split {
    /// Whether the bots decide alike whenever they sit alike, so that the games of a deal are one game.
    pub fn is_one_game(&self) -> bool {
        self.repeated.is_some_and(|share| share >= ALIKE)
    }
}

/// Games of a block in which the bots sit as in an earlier one, and those of them that end with the same scores.
fn repeats(seatings: &[Vec<usize>], rows: &[Record]) -> (u64, u64) {
    let scores: Vec<Vec<i32>> = rows
        .chunk_by(|one, next| one.game_id == next.game_id)
        .map(|game| game.iter().map(|row| row.score).collect())
        .collect();
    let (mut games, mut same) = (0, 0);
    for game in 1..seatings.len() {
        let earlier = (0..game).find(|&other| seatings[other] == seatings[game]);
        if let Some(other) = earlier {
            games += 1;
            same += u64::from(scores[other] == scores[game]);
        }
    }
    (games, same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(block: u64, scores: [i32; 4]) -> Vec<Record<'static>> {
        let bots = ["a", "b", "b", "a"];
        let row = |index: usize| {
            let game = [scores[index / 2 * 2], scores[index / 2 * 2 + 1]];
            let won = match scores[index] - game[1 - index % 2] {
                0 => 0.5,
                margin => f64::from(margin > 0),
            };
            Record {
                game_id: 2 * block + index as u64 / 2 + 1,
                seed: block,
                seat: index % 2,
                bot: bots[index],
                score: scores[index],
                rank: if won > 0.0 { 1 } else { 2 },
                win: won,
                ..Record::default()
            }
        };
        (0..4).map(row).collect()
    }

    #[test]
    fn whole_blocks_are_all_taken() {
        let mut luck = Luck::default();
        for block in 0..3 {
            luck.add_block(&rows(block, [1, 2, 3, 4]));
        }
        let known = luck.blocks.as_ref().map(|known| known.scores.blocks());
        assert_eq!((known, luck.left_out), (Some(3), 0));
    }

    /// Deterministic bots play every game of a deal alike where one of them holds every seat.
    #[test]
    fn games_of_a_deal_that_are_one_game_are_recognised() {
        let split = |alike: bool| {
            let mut luck = Luck::default();
            for block in 0..20 {
                let deal = [3, 1, 4, 1, 5, 9][block as usize % 6];
                let second = if alike {
                    deal
                } else {
                    deal + 1 + block as i32 % 3
                };
                let mut rows = rows(block, [deal, 7, second, 7]);
                rows.iter_mut().for_each(|row| row.bot = "a");
                luck.add_block(&rows);
            }
            luck.split().unwrap()
        };
        assert_eq!(split(true).repeated, Some(1.0));
        assert!(split(true).is_one_game());
        assert_eq!(split(false).repeated, Some(0.0));
        let mut luck = Luck::default();
        (0..20).for_each(|block| luck.add_block(&rows(block, [1, 2, block as i32, 4])));
        let split = luck.split().unwrap();
        assert_eq!((split.repeated, split.is_one_game()), (None, false));
    }

    #[test]
    fn a_longer_block_tells_that_those_before_it_were_not_whole() {
        let mut reversed = Luck::default();
        reversed.add_block(&rows(0, [1, 2, 3, 4])[..2]);
        reversed.add_block(&rows(1, [1, 2, 3, 4]));
        let known = reversed.blocks.as_ref().map(|known| known.scores.blocks());
        assert_eq!((known, reversed.left_out), (Some(1), 1));
    }
}
