//! What lies on the board: locations, city tiles, tokens, quests, the explorer track.

use super::effect::{Cost, Effects};
use super::ids::{LocationId, SpaceId};
use super::kinds::{GOODS, NATIONS};

/// What stopping at a location offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocationKind {
    /// Havana.
    Start,
    /// City: delivery and city action.
    City,
    /// Village: village actions.
    Village,
    /// Homeward space: hand symbol.
    Homeward,
}

/// The printed action of a city (M-6.3) or homeward space (M-13.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CityAction {
    /// None printed.
    None,
    /// The action of the city tile that lies here.
    Tile,
    /// A combat.
    Combat,
    /// Explorer up to n.
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
    /// CA8: 4 doubloons, or 2 VP per own assistant.
    DoubloonsOrVpPerAssistant,
    /// CA9: may pay 2 CP for 1 influence of choice and 6 doubloons.
    PayCpForInfluenceAndDoubloons,
    /// CA10: 1 figure, then 1 village action.
    FigureThenVillageAction,
    /// A combat, or explorer up to n (location 20).
    CombatOrExplore(u8),
    /// n VP (21a, 21b, 22).
    Vp(u8),
    /// L4: 2 village actions and optionally return 1 figure for 5 VP (M-22.8).
    TwoVillageActionsAndFigureForVp,
    /// L7: 3 CP and an immediate combat (M-22.11).
    ThreeCpThenCombat,
    /// L1: fulfil the quest that lies here (M-22.5).
    QuestHere,
    /// An action that a designer has composed.
    Effects(Effects),
}

/// Most spaces of a market: a position keeps the full ones as the bits of a byte.
pub const MAX_MARKET: usize = u8::BITS as usize;

/// The market of a city: spaces for discs from left to right, each for one good (M-6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Market {
    /// Spaces for discs.
    pub spaces: u8,
    /// The spaces that take each good, as bits from the left.
    pub takes: [u8; GOODS],
}

impl Market {
    /// A market without spaces.
    pub const NOTHING: Market = Market {
        spaces: 0,
        takes: [0; GOODS],
    };

    /// A market with a space for each of these goods, from the left; at most [`MAX_MARKET`].
    pub fn of(goods: &[u8]) -> Market {
        let mut market = Market::NOTHING;
        for &good in goods {
            market.takes[usize::from(good)] |= 1 << market.spaces;
            market.spaces += 1;
        }
        market
    }

    /// Its good, if all spaces take the same one.
    pub fn only_good(&self) -> Option<u8> {
        let mut goods = (0..GOODS as u8).filter(|&good| self.takes[usize::from(good)] != 0);
        goods.next().filter(|_| goods.next().is_none())
    }

    /// The goods of the spaces, from the left.
    pub fn goods(&self) -> impl Iterator<Item = u8> {
        let takes = self.takes;
        (0..self.spaces).filter_map(move |space| {
            let good = takes.iter().position(|spaces| spaces >> space & 1 == 1);
            good.map(|good| good as u8)
        })
    }

    /// The first free space from the left; `full` are the spaces with a disc, as bits.
    #[inline]
    pub fn first_free(&self, full: u8) -> Option<u8> {
        let space = full.trailing_ones() as u8;
        (space < self.spaces).then_some(space)
    }

    /// The first free space from the left that takes a good.
    #[inline]
    pub fn free_for(&self, full: u8, good: u8) -> Option<u8> {
        let free = self.takes[usize::from(good)] & !full;
        (free != 0).then(|| free.trailing_zeros() as u8)
    }

    /// How many spaces are free.
    #[inline]
    pub fn free(&self, full: u8) -> u8 {
        self.spaces.saturating_sub(full.count_ones() as u8)
    }

    /// Whether there is a free space for one of the goods of which a hand shows so many.
    #[inline]
    pub fn takes_any(&self, full: u8, hand_goods: &[u8; GOODS]) -> bool {
        let goods = self.takes.iter().zip(hand_goods);
        goods.fold(false, |any, (spaces, &shown)| {
            any | (spaces & !full != 0 && shown > 0)
        })
    }
}

/// A location of the map, a legacy city included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its number; 9a has 9 and 21a, 21b have 21.
    pub number: u8,
    /// Place in the order of numbers and letters, for "lower" and "higher": 9 < 9a < 10, but 21a
    /// and 21b are equal.
    pub rank: u8,
    /// Kind, without legacy tiles.
    pub kind: LocationKind,
    /// Locations that arrows lead to; those that lead nowhere are last. At 20 the first is for rounds
    /// 1 to 3, the second for round 4. At forks the first is "upper".
    pub next: [Option<LocationId>; 3],
    /// Printed action.
    pub action: CityAction,
    /// Its market, unless a tile says it or it has none.
    pub market: Option<Market>,
    /// Whether it has a flag.
    pub flag: bool,
    /// Reward of the flag.
    pub flag_reward: Effects,
}

/// A city tile (M-1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CityTile {
    /// For 2 players and solo; otherwise for 3 and 4.
    pub two_players: bool,
    /// Always used.
    pub wheel: bool,
    /// The tile that covers Maracaibo with 2 players; never drawn at random.
    pub cover: bool,
    /// Action.
    pub action: CityAction,
    /// Market.
    pub market: Market,
}

/// Cost or reward of a nation on a combat token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenEffect {
    /// None.
    None,
    /// Pay n doubloons.
    Pay(u8),
    /// Gain n doubloons.
    Doubloons(u8),
    /// n VP.
    Vp(u8),
    /// n figures from the general supply.
    Figures(u8),
    /// n influence with that nation.
    Influence(u8),
}

/// A combat token (M-7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatToken {
    /// Combat value by nation.
    pub combat_value: [u8; NATIONS],
    /// Cost or reward by nation.
    pub effect: [TokenEffect; NATIONS],
    /// −2 for the nation that alone has the most markers.
    pub most: bool,
    /// +3 for the nation that alone has the fewest markers.
    pub fewest: bool,
}

/// A quest tile (M-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestTile {
    /// Cost.
    pub cost: Cost,
    /// VP per compass.
    pub vp_per_compass: u8,
    /// Doubloons per compass.
    pub doubloons_per_compass: u8,
    /// Flat part.
    pub effects: Effects,
}

impl QuestTile {
    /// A tile that asks for nothing and gives nothing.
    pub const NONE: QuestTile = QuestTile {
        cost: Cost::Free,
        vp_per_compass: 0,
        doubloons_per_compass: 0,
        effects: Effects::NOTHING,
    };
}

/// What lies on a space of the explorer track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// Start.
    Start,
    /// Gives `reward`.
    Reward,
    /// Holds a quest at set-up.
    Quest,
    /// Last space.
    End,
}

/// A space of the explorer track (M-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerSpace {
    /// Kind.
    pub kind: SpaceKind,
    /// Reward for ending a movement here.
    pub reward: Effects,
    /// Index into [`BORDER_NAMES`](super::BORDER_NAMES) of the border on every edge into this space.
    pub border_before: Option<u8>,
    /// Spaces that follow.
    pub next: [Option<SpaceId>; 2],
    /// Fewest steps from here to the last space.
    pub steps_to_end: u8,
    /// Fewest steps from here into the next space with a border before it, or to the end.
    pub steps_to_border: u8,
    /// The spaces reachable from here, this one included, as bits.
    pub reaches: u64,
    /// Borders crossed by everyone who stands here, as bits.
    pub borders_crossed: u8,
}
