//! What is to be played: numbered games, grouped into blocks.
//!
//! A *block* is one deal played in every seating. It is the unit of statistics, of sharding and of
//! resuming. Games are numbered from 1; block `b` (from 0) holds the games `b·s + 1 ..= b·s + s`
//! for `s` seatings.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::experiment::duel::DuelBounds;
use crate::experiment::exposures::ItemKindRecord;
use crate::experiment::treatment::{Arm, ItemStudy};
use crate::game::{Game, Seat};
use crate::games::GameSetup;
use crate::prose::count;
use crate::random::deal_seed;

/// Most games that may be asked for.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

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
    /// Names of the bots: of a kind without cells, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Games asked for in each cell; whole blocks are played.
    pub games: u64,
    /// Master seed.
    pub seed: u64,
    /// Whether events are written.
    pub events: EventLevel,
    /// Whether the tables are compressed once they are whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compress: bool,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Of a duel: what is decided between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<DuelBounds>,
    /// Of a ladder: its rungs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// Of a mixture experiment: what is mixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixture: Option<Mixture>,
    /// Of a study of items: which, and how they are varied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<ItemStudy>,
    /// Of a study of what meeting items goes with: which there are, and how a seat meets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposures: Vec<ItemKindRecord>,
    /// Data sets beside the first in which stand-ins are varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub perturbed: u32,
    /// Of a study of settings: for each rule option its values, the reference first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Vec<String>>,
    /// The bots as resolved, each name once.
    #[serde(default)]
    pub bot: Vec<BotSpec>,
    /// The cells, of a kind that has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cell: Vec<CellSpec>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What kind of study an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One line-up in one game.
    Simulate,
    /// Every line-up that the bots can form.
    Tournament,
    /// One bot against each of the others.
    Gauntlet,
    /// One bot against another until it is known which is better.
    Duel,
    /// Different settings on the same deals.
    Sweep,
    /// Several bots on every rung of an ordered rule option, on the same deals.
    Ladder,
    /// Several bots against random mixtures of items, on the same deals.
    Mixture,
    /// Items are withheld at random, from every place of its own: what access to each is worth.
    Factorial,
    /// One place begins with an item: what having it is worth.
    Grant,
    /// The same at several prices of the item: at which it is worth its price.
    Price,
    /// One place never takes an item, or always: whether a bot uses it well.
    Policy,
    /// One rule option at a time has other values.
    Settings,
    /// Several bots, each against itself: what meeting an item goes with.
    Cards,
    /// Every line-up that the bots can form: in which ways a game is won.
    Strategies,
}

impl Kind {
    /// Its name in experiment files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Simulate => "simulate",
            Kind::Tournament => "tournament",
            Kind::Gauntlet => "gauntlet",
            Kind::Duel => "duel",
            Kind::Sweep => "sweep",
            Kind::Ladder => "ladder",
            Kind::Mixture => "mixture",
            Kind::Factorial => "factorial",
            Kind::Grant => "grant",
            Kind::Price => "price",
            Kind::Policy => "policy",
            Kind::Settings => "settings",
            Kind::Cards => "cards",
            Kind::Strategies => "strategies",
        }
    }

    /// Whether there are numbered cells, which results then name.
    pub fn has_cells(self) -> bool {
        !matches!(self, Kind::Simulate | Kind::Duel)
    }

    /// Whether it asks about items.
    pub fn has_items(self) -> bool {
        matches!(
            self,
            Kind::Factorial | Kind::Grant | Kind::Price | Kind::Policy
        )
    }

    /// Whether every bot plays against copies of itself, so that only the treatment differs.
    pub fn is_self_play(self) -> bool {
        self.has_items() || self == Kind::Settings
    }

    /// Whether a bot's results in all cells together mean something: the cells differ in who plays,
    /// not in what is played.
    pub fn has_totals(self) -> bool {
        matches!(self, Kind::Tournament | Kind::Gauntlet | Kind::Strategies)
    }
}

/// One line-up in one set-up of the game. All cells of an experiment are played on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellSpec {
    /// What sets it apart, for people.
    pub name: String,
    /// Number of bots.
    pub players: usize,
    /// Names of the bots, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Number of the data set: 0 is the first, from 1 on stand-ins are varied.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub perturbation: u32,
    /// How the first place is treated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arm: Option<Arm>,
}

/// The rungs of a ladder: the values of one rule option, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// Rule option.
    pub option: String,
    /// Its values, in the order that is to be tested: the first is thought easiest for the bots.
    pub values: Vec<String>,
}

/// What a mixture experiment mixes: a rule option takes a set of items, such as the cards of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mixture {
    /// Rule option that takes items joined with `+`.
    pub option: String,
    /// Items; those whose names begin with the same letters are of one group.
    pub items: Vec<String>,
    /// Fewest items in a mixture.
    pub smallest: usize,
    /// Most items in a mixture.
    pub largest: usize,
    /// Random mixtures, none twice.
    pub draws: usize,
    /// Rule option that takes how many random items there are of each group, such as `4A2B1C`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composition: Option<String>,
}

/// Most items that can be mixed.
const MOST_MIXED: usize = 64;

/// Most compositions by groups, of any size.
const MOST_COMPOSITIONS: f64 = 10_000.0;

impl Mixture {
    /// Why there are no such mixtures, however few are drawn; `None` if there are.
    pub fn problem(&self) -> Option<String> {
        let items = &self.items;
        if !(2..=MOST_MIXED).contains(&items.len()) {
            let found = count(items.len() as u64, "item");
            return Some(format!("{found}; expected 2 to {MOST_MIXED}"));
        }
        if let Some(twice) = (1..items.len()).find(|&index| items[..index].contains(&items[index]))
        {
            return Some(format!("item \"{}\" is named twice", items[twice]));
        }
        let (smallest, largest) = (self.smallest, self.largest);
        if smallest < 1 || smallest > largest || largest > items.len() {
            return Some(format!(
                "smallest = {smallest} and largest = {largest}; expected 1 to {} in this order",
                items.len()
            ));
        }
        let (groups, group_of) = self.groups();
        let of_group = |group| group_of.iter().filter(|&&of| of == group).count();
        let ways: f64 = (0..groups.len())
            .map(|group| of_group(group) as f64 + 1.0)
            .product();
        (ways > MOST_COMPOSITIONS).then(|| {
            format!(
                "the items are of {} groups (by the letters that their names begin with), with more \
                 than {MOST_COMPOSITIONS} compositions; expected fewer groups",
                groups.len()
            )
        })
    }

    /// The groups in the order in which they first appear, and the group of every item.
    pub fn groups(&self) -> (Vec<String>, Vec<usize>) {
        let mut groups: Vec<String> = Vec::new();
        let of_item = self
            .items
            .iter()
            .map(|item| {
                let letters: String = item.chars().take_while(|c| c.is_alphabetic()).collect();
                groups
                    .iter()
                    .position(|group| *group == letters)
                    .unwrap_or_else(|| {
                        groups.push(letters);
                        groups.len() - 1
                    })
            })
            .collect();
        (groups, of_item)
    }

    /// How many items of each group a mixture may have: every composition of an accepted size.
    pub fn compositions(&self) -> Vec<Vec<usize>> {
        let (groups, group_of) = self.groups();
        let mut found = vec![Vec::new()];
        for group in 0..groups.len() {
            let most = group_of.iter().filter(|&&of| of == group).count();
            found = found
                .into_iter()
                .flat_map(|counts: Vec<usize>| {
                    (0..=most).map(move |count| [counts.as_slice(), &[count]].concat())
                })
                .collect();
        }
        let sizes = self.smallest..=self.largest;
        found.retain(|counts| sizes.contains(&counts.iter().sum()));
        found
    }
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
    /// The cells; without any, the experiment itself is the only one.
    pub fn cells(&self) -> Cow<'_, [CellSpec]> {
        if !self.cell.is_empty() {
            return Cow::Borrowed(&self.cell);
        }
        Cow::Owned(vec![CellSpec {
            name: String::new(),
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            perturbation: 0,
            arm: None,
        }])
    }

    /// The bot of each place in the line-up of a cell, as far as they are described.
    pub fn line_up(&self, cell: &CellSpec) -> Vec<BotSpec> {
        cell.bots
            .iter()
            .filter_map(|name| self.bot.iter().find(|spec| spec.name == *name).cloned())
            .collect()
    }

    /// How the game is set up in a cell, with the component data that the hash stands for.
    pub fn setup(&self, cell: &CellSpec, data: DataSet) -> GameSetup {
        GameSetup {
            game: self.game.clone(),
            players: cell.players,
            options: cell.set.clone(),
            data,
        }
    }
}

/// Every game of an experiment by number.
///
/// The games of a block come cell by cell, and within a cell seating by seating. One block of one
/// cell is a *step*: what a thread plays at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Master seed.
    pub seed: u64,
    /// By cell: who sits where, seating by seating.
    pub cells: Vec<Vec<Seating>>,
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
    /// Its cell, from 0.
    pub cell: usize,
    /// Seed of its deal.
    pub deal_seed: u64,
    /// Index of its seating.
    pub seating_index: usize,
    /// Who sits where.
    pub seating: &'plan Seating,
}

impl Plan {
    /// The plan that plays at least `games` games in every cell, in whole blocks; the cells are
    /// given by their set-ups of the game, one at least.
    pub fn new<G: Game>(cells: &[G], seed: u64, games: u64) -> Plan {
        let cells: Vec<Vec<Seating>> = cells.iter().map(seatings).collect();
        let blocks = blocks_for(games, cells.iter().map(|seatings| seatings.len() as u64));
        Plan {
            seed,
            cells,
            blocks,
        }
    }

    /// Games per block, over all cells.
    pub fn block_size(&self) -> u64 {
        self.cells
            .iter()
            .map(|seatings| seatings.len() as u64)
            .sum()
    }

    /// Number of cells, which is that of the steps of a block.
    pub fn width(&self) -> u64 {
        self.cells.len() as u64
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.blocks * self.block_size()
    }

    /// The games of a step, in order: steps are numbered from 0 through all cells of the first
    /// block, then of the second …
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

    /// The game with this number; `None` for 0.
    pub fn game(&self, game_id: u64) -> Option<NumberedGame<'_>> {
        let block = game_id.checked_sub(1)? / self.block_size();
        (block * self.width()..(block + 1) * self.width())
            .flat_map(|step| self.step(step))
            .find(|game| game.id == game_id)
    }
}

/// Blocks that give every cell at least so many games, by the numbers of seatings of the cells.
pub fn blocks_for(games: u64, seatings: impl Iterator<Item = u64>) -> u64 {
    games.max(1).div_ceil(seatings.min().unwrap_or(1).max(1))
}

/// Every way in which the bots take the seats that are theirs.
fn seatings<G: Game>(game: &G) -> Vec<Seating> {
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

/// Who sits where, seating by seating: all orders of up to three places, all rotations of more.
pub fn orders(places: usize) -> Vec<Vec<usize>> {
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

    fn ids(plan: &Plan, steps: std::ops::Range<u64>) -> Vec<u64> {
        steps
            .flat_map(|step| plan.step(step).map(|game| game.id))
            .collect()
    }

    #[test]
    fn games_are_rounded_up_to_whole_blocks_and_numbered_from_one() {
        let plan = Plan::new(&[Toy::new(3)], 7, 10);
        assert_eq!((plan.blocks, plan.games()), (2, 12));
        assert_eq!(ids(&plan, 0..2), (1..=12).collect::<Vec<u64>>());
        assert_eq!(plan.game(8).map(|game| game.seating_index), Some(1));
        assert!(plan.game(0).is_none());
    }

    #[test]
    fn one_deal_per_block() {
        let plan = Plan::new(&[Toy::new(2)], 7, 4);
        let seeds: Vec<u64> = (1..=4)
            .filter_map(|id| plan.game(id))
            .map(|game| game.deal_seed)
            .collect();
        assert_eq!(seeds[0], seeds[1]);
        assert_ne!(seeds[1], seeds[2]);
    }

    #[test]
    fn cells_share_the_deals_and_each_has_its_games() {
        let plan = Plan::new(&[Toy::new(3), Toy::new(2)], 7, 5);
        assert_eq!((plan.block_size(), plan.blocks, plan.games()), (8, 3, 24));
        assert_eq!(ids(&plan, 0..6), (1..=24).collect::<Vec<u64>>());
        let cell = |id| plan.game(id).map(|game| (game.cell, game.seating_index));
        assert_eq!(cell(6), Some((0, 5)));
        assert_eq!(cell(7), Some((1, 0)));
        assert_eq!(cell(9), Some((0, 0)));
        let seed = |id| plan.game(id).map(|game| game.deal_seed);
        assert_eq!(seed(1), seed(8));
        assert_ne!(seed(8), seed(9));
        // A cell is dealt the same whatever other cells there are.
        let alone = Plan::new(&[Toy::new(2)], 7, 4);
        assert_eq!(seed(15), alone.game(3).map(|game| game.deal_seed));
    }
}
