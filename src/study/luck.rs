//! How much of scores and wins is luck: the blocks of a run, summed up for the variance of single results.

use super::source::Row;
use crate::stats::layout::Layout;
use crate::stats::variance::CrossedBlocks;

/// The blocks of a run, summed up for their variance.
#[derive(Clone, Debug, Default)]
pub struct Luck {
    /// Names of the bots, as they first sat.
    pub bots: Vec<String>,
    /// The blocks that have the layout of most; none if bots and seats are not crossed.
    pub blocks: Option<Crossed>,
    /// Blocks without the layout of the others: games of theirs crashed.
    pub left_out: u64,
}

/// Blocks in which every bot sits in every seat.
#[derive(Clone, Debug)]
pub struct Crossed {
    /// By game and seat of every block.
    bot_of: Vec<usize>,
    /// Scores.
    pub scores: CrossedBlocks,
    /// Shares of wins.
    pub wins: CrossedBlocks,
}

impl Luck {
    /// Takes the rows of one block, game by game.
    pub fn add_block(&mut self, rows: &[Row]) {
        let seatings: Vec<Vec<usize>> = rows
            .chunk_by(|one, next| one.game_id == next.game_id)
            .map(|game| game.iter().map(|row| self.bot(&row.bot)).collect())
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
                let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.score)).collect();
                let wins: Vec<f64> = rows.iter().map(|row| row.win).collect();
                known.scores.push(&scores);
                known.wins.push(&wins);
            }
            _ => self.left_out += 1,
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
