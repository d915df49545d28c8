//! What is to be played: numbered games, grouped into blocks.
//!
//! A *block* is one deal played in every seating. It is the unit of statistics, of sharding and of
//! resuming. Games are numbered from 1; block `b` (from 0) holds the games `b·s + 1 ..= b·s + s`
//! for `s` seatings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::game::{Game, Seat};
use crate::games::GameSetup;
use crate::random::deal_seed;

/// The settings that decide what is in the result files: two runs with equal settings (and program
/// version) write the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// What kind of study.
    pub kind: Kind,
    /// Game.
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Games asked for; whole blocks are played.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Whether events are written.
    pub events: EventLevel,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The bots as resolved, each name once.
    #[serde(default)]
    pub bot: Vec<BotSpec>,
}

/// What kind of study an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One line-up in one game.
    Simulate,
}

/// Which events a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventLevel {
    /// Every event of every game.
    All,
    /// None; `events.csv` has its header only.
    None,
}

impl Experiment {
    /// The bot of each place in the line-up.
    pub fn line_up(&self) -> impl Iterator<Item = Option<&BotSpec>> {
        self.bots
            .iter()
            .map(|name| self.bot.iter().find(|spec| spec.name == *name))
    }

    /// How the game is set up, with the component data that the hash stands for.
    pub fn setup(&self, data: DataSet) -> GameSetup {
        GameSetup {
            game: self.game.clone(),
            players: self.players,
            options: self.set.clone(),
            data,
        }
    }
}

/// Every game of an experiment by number.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Master seed.
    pub seed: u64,
    /// Who sits where, seating by seating.
    pub seatings: Vec<Seating>,
    /// Number of blocks.
    pub blocks: u64,
}

/// For every seat the place in the line-up of the bot that sits there; `None` for an automa.
pub type Seating = Vec<Option<usize>>;

/// One game of a plan.
#[derive(Clone, Copy, Debug)]
pub struct NumberedGame<'plan> {
    /// Number, from 1.
    pub id: u64,
    /// Seed of its deal.
    pub deal_seed: u64,
    /// Index of its seating.
    pub seating_index: usize,
    /// Who sits where.
    pub seating: &'plan Seating,
}

impl Plan {
    /// The plan that plays at least `games` games, in whole blocks.
    pub fn new<G: Game>(game: &G, seed: u64, games: u64) -> Plan {
        let free: Vec<Seat> = (0..game.seats())
            .filter(|&seat| game.automa(seat).is_none())
            .collect();
        let seatings: Vec<Seating> = orders(free.len())
            .into_iter()
            .map(|order| {
                let mut seating = vec![None; game.seats()];
                for (&seat, place) in free.iter().zip(order) {
                    seating[seat] = Some(place);
                }
                seating
            })
            .collect();
        let blocks = games.max(1).div_ceil(seatings.len() as u64);
        Plan {
            seed,
            seatings,
            blocks,
        }
    }

    /// Games per block.
    pub fn block_size(&self) -> u64 {
        self.seatings.len() as u64
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.blocks * self.block_size()
    }

    /// The games of a block, in order.
    pub fn block(&self, block: u64) -> impl Iterator<Item = NumberedGame<'_>> {
        let deal_seed = deal_seed(self.seed, block);
        let first = block * self.block_size() + 1;
        self.seatings
            .iter()
            .enumerate()
            .map(move |(seating_index, seating)| NumberedGame {
                id: first + seating_index as u64,
                deal_seed,
                seating_index,
                seating,
            })
    }

    /// The block that holds a game.
    pub fn block_of(&self, game_id: u64) -> u64 {
        game_id.saturating_sub(1) / self.block_size()
    }

    /// The game with this number; `None` for 0.
    pub fn game(&self, game_id: u64) -> Option<NumberedGame<'_>> {
        self.block(self.block_of(game_id))
            .find(|game| game.id == game_id)
    }
}

/// All orders of up to three places, all rotations of more.
fn orders(places: usize) -> Vec<Vec<usize>> {
    if places > 3 {
        return (0..places)
            .map(|first| (0..places).map(|seat| (first + seat) % places).collect())
            .collect();
    }
    let mut orders = vec![Vec::new()];
    for _ in 0..places {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                (0..places)
                    .filter(|place| !order.contains(place))
                    .map(|place| [order.as_slice(), &[place]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::toy::Toy;

    #[test]
    fn all_orders_up_to_three_then_rotations() {
        assert_eq!(orders(1), [[0]]);
        assert_eq!(orders(2), [[0, 1], [1, 0]]);
        assert_eq!(orders(3).len(), 6);
        assert_eq!(orders(3)[0], [0, 1, 2]);
        assert_eq!(
            orders(4),
            [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
        );
    }

    #[test]
    fn every_bot_sits_in_every_seat_equally_often() {
        for places in 1..=5 {
            let orders = orders(places);
            for seat in 0..places {
                for place in 0..places {
                    let times = orders.iter().filter(|order| order[seat] == place).count();
                    assert_eq!(times * places, orders.len());
                }
            }
        }
    }

    #[test]
    fn games_are_rounded_up_to_whole_blocks_and_numbered_from_one() {
        let plan = Plan::new(&Toy::new(3), 7, 10);
        assert_eq!((plan.blocks, plan.games()), (2, 12));
        let ids: Vec<u64> = (0..2)
            .flat_map(|block| plan.block(block).map(|game| game.id))
            .collect();
        assert_eq!(ids, (1..=12).collect::<Vec<u64>>());
        assert_eq!((plan.block_of(6), plan.block_of(7)), (0, 1));
        assert_eq!(plan.game(8).map(|game| game.seating_index), Some(1));
        assert!(plan.game(0).is_none());
    }

    #[test]
    fn one_deal_per_block() {
        let plan = Plan::new(&Toy::new(2), 7, 4);
        let seeds: Vec<u64> = (1..=4)
            .filter_map(|id| plan.game(id))
            .map(|game| game.deal_seed)
            .collect();
        assert_eq!(seeds[0], seeds[1]);
        assert_ne!(seeds[1], seeds[2]);
    }
}
