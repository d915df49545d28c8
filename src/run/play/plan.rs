//! Numbered games, organized in deal groups.
//!
//! A deal group (*block* in the code) is one deal played in every seating. It is the unit of statistics, sharding and
//! resuming. Games are numbered from 1; block `b` (from 0) contains the games `b·s + 1 ..= b·s + s` for `s` seatings.

use crate::game::{GameInfo, Seat};
use crate::random::deal_seed;
use crate::settings::seating::{Seating, blocks_for, orders};

/// All games of an experiment by number.
///
/// Within a block, the games are ordered by condition (*cell* in the code) and then by seating. The games of one block
/// in one condition are a *step*, which is the unit of work for a thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub seed: u64,
    /// Seatings of each condition.
    pub cells: Vec<Vec<Seating>>,
    pub blocks: u64,
}

/// One game of a plan.
#[derive(Clone, Copy, Debug)]
pub struct NumberedGame<'plan> {
    /// Number of the game, from 1.
    pub id: u64,
    /// Index of the condition, from 0.
    pub cell: usize,
    /// Seed of the deal.
    pub deal_seed: u64,
    /// Index of the seating.
    pub seating_index: usize,
    /// Place in the line-up for each seat.
    pub seating: &'plan Seating,
}

impl Plan {
    /// Creates a plan with at least `games` games in every condition, rounded up to whole blocks. Each condition is
    /// given by its set-up of the game; at least one condition is required.
    pub fn new<'game>(
        cells: impl IntoIterator<Item = &'game dyn GameInfo>,
        seed: u64,
        games: u64,
    ) -> Plan {
        let cells: Vec<Vec<Seating>> = cells.into_iter().map(seatings).collect();
        let blocks = blocks_for(games, cells.iter().map(|seatings| seatings.len() as u64));
        Plan {
            seed,
            cells,
            blocks,
        }
    }

    /// Creates a plan with one condition.
    pub fn of(game: &dyn GameInfo, seed: u64, games: u64) -> Plan {
        Plan::new([game], seed, games)
    }

    /// Returns the number of games per block, over all conditions.
    pub fn block_size(&self) -> u64 {
        self.cells
            .iter()
            .map(|seatings| seatings.len() as u64)
            .sum()
    }

    /// Returns the number of conditions, which is the number of steps per block.
    pub fn width(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.blocks * self.block_size()
    }

    /// Returns the games of a step. Steps are numbered from 0, block by block, and within a block by condition.
    pub fn step(&self, step: u64) -> impl Iterator<Item = NumberedGame<'_>> {
        let block = step / self.width();
        let cell = (step % self.width()) as usize;
        let before: usize = self.cells[..cell].iter().map(Vec::len).sum();
        let first = block * self.block_size() + before as u64 + 1;
        let deal_seed = deal_seed(self.seed, block);
        self.cells[cell]
            .iter()
            .enumerate()
            .map(move |(seating_index, seating)| NumberedGame {
                id: first + seating_index as u64,
                cell,
                deal_seed,
                seating_index,
                seating,
            })
    }

    /// Returns the game with this number, or `None` for 0.
    pub fn game(&self, game_id: u64) -> Option<NumberedGame<'_>> {
        let block = game_id.checked_sub(1)? / self.block_size();
        (block * self.width()..(block + 1) * self.width())
            .flat_map(|step| self.step(step))
            .find(|game| game.id == game_id)
    }
}

/// Returns all seatings: the ways to assign the line-up to the seats without an automa.
fn seatings(game: &dyn GameInfo) -> Vec<Seating> {
    let free: Vec<Seat> = (0..game.seats())
        .filter(|&seat| game.automa(seat).is_none())
        .collect();
    orders(free.len())
        .into_iter()
        .map(|order| {
            let mut seating = vec![None; game.seats()];
            for (&seat, place) in free.iter().zip(order) {
                seating[seat] = Some(place);
            }
            seating
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::toy::Toy;

    fn ids(plan: &Plan, steps: std::ops::Range<u64>) -> Vec<u64> {
        steps
            .flat_map(|step| plan.step(step).map(|game| game.id))
            .collect()
    }

    #[test]
    fn games_are_rounded_up_to_whole_deal_groups() {
        let plan = Plan::of(&Toy::new(3), 7, 10);
        assert_eq!((plan.blocks, plan.games()), (2, 12));
        assert_eq!(ids(&plan, 0..2), (1..=12).collect::<Vec<u64>>());
        assert_eq!(plan.game(8).map(|game| game.seating_index), Some(1));
        assert!(plan.game(0).is_none());
    }

    #[test]
    fn each_deal_group_has_one_deal() {
        let plan = Plan::of(&Toy::new(2), 7, 4);
        let seeds: Vec<u64> = (1..=4)
            .filter_map(|id| plan.game(id))
            .map(|game| game.deal_seed)
            .collect();
        assert_eq!(seeds[0], seeds[1]);
        assert_ne!(seeds[1], seeds[2]);
    }

    #[test]
    fn conditions_share_deals_and_have_separate_games() {
        let plan = Plan::new(
            [&Toy::new(3) as &dyn GameInfo, &Toy::new(2) as &dyn GameInfo],
            7,
            5,
        );
        assert_eq!((plan.block_size(), plan.blocks, plan.games()), (8, 3, 24));
        assert_eq!(ids(&plan, 0..6), (1..=24).collect::<Vec<u64>>());
        let cell = |id| plan.game(id).map(|game| (game.cell, game.seating_index));
        assert_eq!(cell(6), Some((0, 5)));
        assert_eq!(cell(7), Some((1, 0)));
        assert_eq!(cell(9), Some((0, 0)));
        let seed = |id| plan.game(id).map(|game| game.deal_seed);
        assert_eq!(seed(1), seed(8));
        assert_ne!(seed(8), seed(9));
        // The deals of a condition do not depend on the other conditions.
        let alone = Plan::of(&Toy::new(2), 7, 4);
        assert_eq!(seed(15), alone.game(3).map(|game| game.deal_seed));
    }
}
