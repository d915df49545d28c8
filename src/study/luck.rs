//! Share of luck in scores and wins: accumulates the blocks of a run for the variance components of single results.

use portolan_run::results::record::Record;
use portolan_stats::estimate::{Estimate, Unit};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::layout::Layout;
use portolan_stats::variance::{CrossedBlocks, Pairing, VarianceSplit};

/// Difference in the share of wins for which the required number of deals is computed.
const DIFFERENCE: f64 = 0.01;

/// Minimum number of blocks for variance components.
pub const ENOUGH_BLOCKS: u64 = 10;

/// Accumulates the blocks of a run for their variance.
#[derive(Clone, Debug, Default)]
pub struct Luck {
    /// Names of the bots, in order of first appearance.
    bots: Vec<String>,
    /// Blocks with the most common layout; `None` if bots and seats are not crossed.
    blocks: Option<Crossed>,
    /// Number of blocks with a different layout, because some of their games crashed.
    pub left_out: u64,
    /// Number of games with the same seating as an earlier game of their block, and the number of such games with
    /// equal scores.
    repeats: (u64, u64),
}

/// Minimum share of repeated games with equal scores at which the bots count as deterministic. The deal then explains
/// all variance by design.
const ALIKE: f64 = 0.95;

/// Blocks in which every bot plays every seat.
#[derive(Clone, Debug)]
struct Crossed {
    /// Bot by game and seat, the same for every block.
    bot_of: Vec<usize>,
    scores: CrossedBlocks,
    wins: CrossedBlocks,
}

/// Variance components of single results, and the gain from sharing deals.
pub struct Split {
    /// Components of the scores.
    pub scores: VarianceSplit,
    /// Components of the wins.
    pub wins: VarianceSplit,
    /// Number of bots.
    pub bots: usize,
    /// Share of games with the same scores among the games with the same seating as an earlier game of the deal; `None` if
    /// all seatings differ.
    pub repeated: Option<f64>,
    /// True if the effect of a deal on a bot can be separated from chance.
    pub separates_deal_and_bot: bool,
    /// Gains for all pairs of bots.
    pub pairs: Vec<Gain>,
}

/// Gain from sharing deals between two bots: the variance of their difference if every game had a separate deal, divided by
/// its actual variance.
pub struct Gain {
    /// Names of the two bots.
    pub bots: [String; 2],
    /// Number of deals needed to detect a difference of one percentage point of wins.
    pub deals: Option<f64>,
    /// Gain for wins.
    pub wins: Option<Estimate>,
    /// Gain for scores.
    pub scores: Option<Estimate>,
}

impl Luck {
    /// Adds the rows of one block, ordered by game.
    pub fn add_block(&mut self, rows: &[Record]) {
        let seatings: Vec<Vec<usize>> = rows
            .chunk_by(|one, next| one.game_id == next.game_id)
            .map(|game| game.iter().map(|row| self.bot(row.bot)).collect())
            .collect();
        let bot_of = seatings.concat();
        // If this block is longer than the previous ones, the previous ones were incomplete.
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

    /// Returns the components; `None` if bots and seats are not crossed or there are too few blocks.
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
    /// Returns true if the bots are deterministic, so that games of a deal with the same seating are identical.
    pub fn is_one_game(&self) -> bool {
        self.repeated.is_some_and(|share| share >= ALIKE)
    }
}

/// Returns the number of games in a block with the same seating as an earlier one, and the number of these with equal scores.
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
    fn complete_deal_groups_are_all_used() {
        let mut luck = Luck::default();
        for block in 0..3 {
            luck.add_block(&rows(block, [1, 2, 3, 4]));
        }
        let known = luck.blocks.as_ref().map(|known| known.scores.blocks());
        assert_eq!((known, luck.left_out), (Some(3), 0));
    }

    /// Deterministic bots play all games of a deal identically if one bot plays every seat.
    #[test]
    fn identical_games_of_a_deal_are_recognised() {
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
    fn longer_deal_group_shows_that_earlier_ones_are_incomplete() {
        let mut reversed = Luck::default();
        reversed.add_block(&rows(0, [1, 2, 3, 4])[..2]);
        reversed.add_block(&rows(1, [1, 2, 3, 4]));
        let known = reversed.blocks.as_ref().map(|known| known.scores.blocks());
        assert_eq!((known, reversed.left_out), (Some(1), 1));
    }
}
