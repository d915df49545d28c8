//! Components on the board: locations, city tiles, combat tokens, quests and the explorer track.

use super::effect::{Cost, Effects};
use super::ids::{LocationId, SpaceId};
use super::kinds::{GOODS, NATIONS};

/// Number of the last stop before the homeward spaces.
pub const LAST_STOP: u8 = 19;

/// Kind of location, which determines the main actions offered there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationKind {
    /// The start of every round, Havana.
    Start,
    /// A city: delivery and city action.
    City,
    /// A village: village actions.
    Village,
    /// A homeward space, marked with the hand symbol.
    Homeward,
}

/// The printed action of a city (M-6.3) or homeward space (M-13.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CityAction {
    None,
    /// The action of the city tile on this location.
    Tile,
    Combat,
    /// Explore up to n spaces.
    Exploration(u8),
    /// CA1: 1 influence of choice, then 1 village action.
    InfluenceThenVillageAction,
    /// CA2: 1 CP, then remove 1 disc.
    CpThenDisc,
    /// CA3: 3 CP.
    ThreeCp,
    /// CA4: 2 doubloons, then 1 village action.
    DoubloonsThenVillageAction,
    /// CA5: 1 CP and 1 influence of choice.
    CpAndInfluence,
    /// CA6: 1 village action per compass owned at the start of the turn.
    VillageActionPerCompass,
    /// CA7: 1 VP per combat token; may discard the whole hand for 4 doubloons.
    VpPerTokenThenDiscardHand,
    /// CA8: 4 doubloons, or 2 VP per assistant of the player.
    DoubloonsOrVpPerAssistant,
    /// CA9: may pay 2 CP for 1 influence of choice and 6 doubloons.
    PayCpForInfluenceAndDoubloons,
    /// CA10: 1 figure, then 1 village action.
    FigureThenVillageAction,
    /// A combat, or exploring up to n spaces (location 20).
    CombatOrExplore(u8),
    /// Gain n VP (21a, 21b, 22).
    Vp(u8),
    /// L4: 2 village actions, then optionally return 1 figure for 5 VP (M-22.8).
    TwoVillageActionsAndFigureForVp,
    /// L7: 3 CP and an immediate combat (M-22.11).
    ThreeCpThenCombat,
    /// L1: fulfil the quest on this location (M-22.5).
    QuestHere,
    /// An action defined in a custom data set.
    Effects(Effects),
}

/// Maximum number of spaces of a market; a state stores the occupied spaces as the bits of a byte.
pub const MAX_MARKET: usize = u8::BITS as usize;

/// The market of a city: disc spaces from left to right, each for one or more goods (M-6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Market {
    /// Number of disc spaces.
    pub spaces: u8,
    /// Spaces that accept each good, as bits from the left.
    pub takes: [u8; GOODS],
}

impl Market {
    pub const NOTHING: Market = Market {
        spaces: 0,
        takes: [0; GOODS],
    };

    /// Returns a market with one space for each of these goods, from the left. At most
    /// [`MAX_MARKET`] goods are accepted.
    pub fn of(goods: &[u8]) -> Market {
        let mut market = Market::NOTHING;
        for &good in goods {
            market.takes[usize::from(good)] |= 1 << market.spaces;
            market.spaces += 1;
        }
        market
    }

    /// Returns the good that all spaces accept, or `None` if their goods differ.
    pub fn only_good(&self) -> Option<u8> {
        let mut goods = (0..GOODS as u8).filter(|&good| self.takes[usize::from(good)] != 0);
        goods.next().filter(|_| goods.next().is_none())
    }

    /// Returns the good of each space, from the left.
    pub fn goods(&self) -> impl Iterator<Item = u8> {
        let takes = self.takes;
        (0..self.spaces).filter_map(move |space| {
            let good = takes.iter().position(|spaces| spaces >> space & 1 == 1);
            good.map(|good| good as u8)
        })
    }

    /// Returns the first free space from the left. `full` contains the spaces with a disc, as bits.
    #[inline]
    pub fn first_free(&self, full: u8) -> Option<u8> {
        let space = full.trailing_ones() as u8;
        (space < self.spaces).then_some(space)
    }

    /// Returns the first free space from the left that accepts this good.
    #[inline]
    pub fn free_for(&self, full: u8, good: u8) -> Option<u8> {
        let free = self.takes[usize::from(good)] & !full;
        (free != 0).then(|| free.trailing_zeros() as u8)
    }

    /// Returns the number of free spaces.
    #[inline]
    pub fn free(&self, full: u8) -> u8 {
        self.spaces.saturating_sub(full.count_ones() as u8)
    }

    /// Returns true if a free space accepts one of the goods in the hand. `hand_goods` is the
    /// number of hand cards that show each good.
    #[inline]
    pub fn takes_any(&self, full: u8, hand_goods: &[u8; GOODS]) -> bool {
        let goods = self.takes.iter().zip(hand_goods);
        goods.fold(false, |any, (spaces, &shown)| {
            any | (spaces & !full != 0 && shown > 0)
        })
    }
}

/// A location of the map, including the cities of legacy tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Number of the location; 9a has the number 9, and 21a and 21b have 21.
    pub number: u8,
    /// Rank in the order of numbers and letters, used to compare locations: 9 < 9a < 10, but 21a
    /// and 21b are equal.
    pub rank: u8,
    /// Kind of location, ignoring legacy tiles.
    pub kind: LocationKind,
    /// Destinations of the arrows from this location; unused entries are last. At location 20 the
    /// first entry applies in rounds 1 to 3 and the second in round 4. At forks the first entry is
    /// the upper branch.
    pub next: [Option<LocationId>; 3],
    pub action: CityAction,
    /// Printed market; `None` if the location has no market or a city tile determines it.
    pub market: Option<Market>,
    pub flag: bool,
    pub flag_reward: Effects,
}

/// A city tile (M-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CityTile {
    /// True if the tile is used in solo and 2-player games; otherwise it is used with 3 and 4
    /// players.
    pub two_players: bool,
    /// True if the tile is always used.
    pub wheel: bool,
    /// True for the tile that covers Maracaibo with 2 players; it is never drawn at random.
    pub cover: bool,
    pub action: CityAction,
    pub market: Market,
}

/// Cost or reward of a nation on a combat token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenEffect {
    None,
    Pay(u8),
    Doubloons(u8),
    Vp(u8),
    /// Gain n figures from the general supply.
    Figures(u8),
    /// Gain n influence with this nation.
    Influence(u8),
}

/// A combat token (M-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatToken {
    /// Combat value, indexed by nation.
    pub combat_value: [u8; NATIONS],
    /// Cost or reward, indexed by nation.
    pub effect: [TokenEffect; NATIONS],
    /// True if the nation that alone has the most markers gets −2.
    pub most: bool,
    /// True if the nation that alone has the fewest markers gets +3.
    pub fewest: bool,
}

/// A quest tile (M-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestTile {
    pub cost: Cost,
    /// VP per compass.
    pub vp_per_compass: u8,
    /// Doubloons per compass.
    pub doubloons_per_compass: u8,
    /// Reward that does not depend on the number of compasses.
    pub effects: Effects,
}

impl QuestTile {
    /// A tile without cost and reward.
    pub const NONE: QuestTile = QuestTile {
        cost: Cost::Free,
        vp_per_compass: 0,
        doubloons_per_compass: 0,
        effects: Effects::NOTHING,
    };
}

/// Kind of space on the explorer track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    Start,
    /// Gives the space's `reward`.
    Reward,
    /// Has a quest tile at set-up.
    Quest,
    /// The last space.
    End,
}

/// A space of the explorer track (M-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerSpace {
    pub kind: SpaceKind,
    /// Reward for ending a movement on this space.
    pub reward: Effects,
    /// Index into [`BORDER_NAMES`](super::BORDER_NAMES) of the border that every edge into this
    /// space crosses.
    pub border_before: Option<u8>,
    /// Spaces that directly follow this space.
    pub next: [Option<SpaceId>; 2],
    /// Minimum number of steps to the last space.
    pub steps_to_end: u8,
    /// Minimum number of steps to the next space behind a border, or to the end.
    pub steps_to_border: u8,
    /// Spaces reachable from this space, including itself, as bits.
    pub reaches: u64,
    /// Borders between the start and this space, as bits.
    pub borders_crossed: u8,
}
