//! View of a position: the information of one seat, or all information. It is the source of the JSON data, and text
//! and pictures use it for values that may be hidden. Fields with `skip_deserializing` follow from the others.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::puerto_rico::components::{
    BUILDING_IDS, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, ROLE_NAMES, TILE_NAMES, good_of, only,
};
use crate::puerto_rico::rules::classes::class_name;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Phase, Player, State, ending};
use crate::view::{ByName, Described};

/// Reasons why the game ends after a round.
pub const ENDINGS: [(u8, &str); 3] = [
    (ending::COLONISTS, "colonists"),
    (ending::CITY, "city"),
    (ending::VP, "vp"),
];

/// View of a position by a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// the decision, or how the game ended
    pub phase: Phase,
    /// number of rounds begun
    pub round: u8,
    /// number of turns begun by the seat whose turn it is
    #[serde(skip_deserializing)]
    pub turn: u32,
    /// the seat that decides; null when the game is over
    pub active: Option<usize>,
    /// the seat with the governor card
    pub governor: u8,
    /// the role card whose phase is under way; null between phases
    #[serde(skip_deserializing)]
    pub role: Option<&'static str>,
    /// the seat that took that card; null between phases
    #[serde(skip_deserializing)]
    pub role_of: Option<u8>,
    /// reasons why the game ends after this round: `colonists`, `city`, `vp`; empty if the game continues
    pub last_round: Vec<String>,
    /// further details of the decision; null if there are none
    #[serde(skip_deserializing)]
    pub choice: Option<Choice>,
    /// one object per seat, in seating order
    pub players: Vec<PlayerView>,
    /// the components on the board
    pub board: Board,
    /// the components next to the board
    pub supplies: Supplies,
}

/// Details of the current decision in addition to the phase.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Choice {
    /// in `hospice`, `university`
    Placed {
        /// the tile or building that may get a colonist
        placed: &'static str,
    },
    /// in `staff`
    Staff {
        /// the circles that are being staffed: a kind of tile, a kind of production building, or a violet building
        circles: &'static str,
        /// number of circles of later classes
        circles_later: u8,
        /// number of colonists not placed yet
        colonists_left: u8,
    },
    /// in `bonus`
    Bonus {
        /// the goods that the craftsman produced
        produced: Vec<&'static str>,
    },
    /// in `produce`
    Produce {
        /// the goods that the craftsman produced so far
        produced: Vec<&'static str>,
        /// barrels that the seat gets if it produces, by good
        would_produce: ByName,
    },
    /// in `load`
    Load {
        /// number of turns in a row in which no seat loaded
        turns_without_load: u8,
        /// seats that have used their wharf
        wharves_used: Vec<usize>,
        /// true if the privilege of the captain has not been used
        privilege_left: bool,
    },
    /// in `store`, `keep`
    Keep {
        /// goods stored in warehouses
        stored: Vec<&'static str>,
    },
}

/// Components and score of a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// number of the seat, from 1
    #[serde(skip_deserializing)]
    pub seat: usize,
    /// current score of the seat; null if its VP chips are hidden
    #[serde(skip_deserializing)]
    pub score: Option<u16>,
    /// number of doubloons
    pub doubloons: u16,
    /// VP chips; null if they are hidden
    pub vp_chips: Option<VpChips>,
    /// printed VP of the buildings
    #[serde(skip_deserializing)]
    pub vp_buildings: u8,
    /// number of barrels, by good
    pub goods: ByName<u8, String>,
    /// number of island tiles, by kind
    pub island: ByName<u8, String>,
    /// number of empty spaces on the island
    #[serde(skip_deserializing)]
    pub island_spaces_left: u8,
    /// number of colonists on the island, by kind of tile
    pub workers: ByName<u8, String>,
    /// production buildings, by good
    pub production: ByName<Production, String>,
    /// buildings in the city
    pub buildings: Vec<OwnBuilding>,
    /// number of empty spaces in the city
    #[serde(skip_deserializing)]
    pub city_spaces_left: u8,
    /// number of colonists in San Juan
    pub san_juan: u8,
    /// number of role cards that the seat still has to take in this round; null when the game is over
    #[serde(skip_deserializing)]
    pub roles_to_take: Option<usize>,
}

/// VP chips by source.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VpChips {
    /// VP for loaded goods
    pub goods: u16,
    /// VP from the harbor
    pub harbor: u16,
    /// VP from the privilege of the captain
    pub captain: u8,
}

/// The production buildings for a good.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Production {
    /// number of colonists in the production buildings for the good
    pub colonists: u8,
    /// number of circles on these buildings
    #[serde(skip_deserializing)]
    pub circles: u8,
}

/// A building.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BuildingView {
    #[serde(flatten)]
    pub card: Described,
    /// current price, in doubloons
    #[serde(skip_deserializing)]
    cost: u8,
    /// printed VP of the building
    #[serde(skip_deserializing)]
    vp: u8,
}

/// A building in a city.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnBuilding {
    #[serde(flatten)]
    pub building: BuildingView,
    /// for a violet building: true if it has a colonist
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staffed: Option<bool>,
}

/// Components on the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// the role cards
    pub roles: Vec<RoleCard>,
    /// number of face-up plantations, by tile
    pub plantations: ByName<u8, String>,
    /// number of quarries left
    #[serde(skip_deserializing)]
    pub quarries: u8,
    /// the cargo ships
    pub ships: Vec<CargoShip>,
    /// number of barrels in the trading house, by good
    pub trading_house: ByName<u8, String>,
    /// number of empty spaces in the trading house
    #[serde(skip_deserializing)]
    pub trading_house_spaces_left: u8,
    /// price of each good
    #[serde(skip_deserializing)]
    pub prices: ByName,
    /// number of colonists on the colonist ship
    pub colonist_ship: u8,
}

/// A role card.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleCard {
    /// name of the role card
    #[serde(skip_deserializing)]
    pub id: &'static str,
    /// number of doubloons on the card
    pub doubloons: u8,
    /// true if the card has been taken in this round
    pub taken: bool,
}

/// A cargo ship.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CargoShip {
    /// capacity of the ship, in barrels
    #[serde(skip_deserializing)]
    pub capacity: u8,
    /// the good on the ship, or null
    pub good: Option<String>,
    /// number of barrels on the ship
    pub barrels: u8,
}

/// Components next to the board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supplies {
    /// buildings that can be built
    #[serde(skip_deserializing)]
    pub buildings: Vec<StockBuilding>,
    /// number of barrels left, by good
    #[serde(skip_deserializing)]
    pub goods: ByName,
    /// number of face-down plantations, by tile; their order is unknown
    #[serde(skip_deserializing)]
    pub plantations_face_down: ByName,
    /// number of discarded plantations, by tile
    pub plantations_discarded: ByName<u8, String>,
    /// number of colonists left
    #[serde(skip_deserializing)]
    pub colonists: u8,
    /// number of victory points left; negative if VP have been noted on paper
    #[serde(skip_deserializing)]
    pub vp: i16,
}

/// A building in the stock.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StockBuilding {
    #[serde(flatten)]
    building: BuildingView,
    /// number of copies in the supply
    count: u8,
}

/// Returns the names of the goods in a set.
fn goods_of(set: u8) -> Vec<&'static str> {
    Members(set.into()).map(|good| GOOD_NAMES[good]).collect()
}

impl Ruleset {
    /// Returns the position as `observer` sees it, or with all hidden information if `observer` is `None`.
    pub(crate) fn view(&self, state: &State, observer: Option<Seat>) -> Position {
        let over = matches!(state.phase, Phase::Over | Phase::Capped);
        let under_way = !over && state.phase != Phase::Role;
        let players = state.seated().iter().enumerate();
        let players = players.map(|(seat, player)| {
            let secret =
                self.options.vp_hidden && observer.is_some_and(|observer| observer != seat);
            self.player_view(state, seat, player, secret)
        });
        let active = usize::from(state.active);
        Position {
            phase: state.phase,
            round: state.round,
            turn: self.turns_begun(state, active),
            active: (!over).then_some(active + 1),
            governor: state.governor + 1,
            role: under_way.then(|| ROLE_NAMES[usize::from(state.role)]),
            role_of: under_way.then_some(state.owner + 1),
            last_round: last_round(state),
            choice: choice(state),
            players: players.collect(),
            board: self.board_view(state),
            supplies: self.supplies_view(state),
        }
    }

    fn player_view(&self, state: &State, seat: Seat, player: &Player, secret: bool) -> PlayerView {
        let buildings = Members(player.owned).map(|building| OwnBuilding {
            building: self.building_view(building),
            staffed: (good_of(building).is_none()).then(|| player.has(only(building))),
        });
        let production = (1..GOODS).filter(|&good| self.production_circles(player, good) > 0);
        let production = production.map(|good| {
            let circles = Production {
                colonists: player.artisans[good],
                circles: self.production_circles(player, good),
            };
            (GOOD_NAMES[good].to_string(), circles)
        });
        PlayerView {
            seat: seat + 1,
            score: (!secret).then(|| player.score()),
            doubloons: player.doubloons,
            vp_chips: (!secret).then_some(VpChips {
                goods: player.vp_goods,
                harbor: player.vp_harbor,
                captain: player.vp_captain,
            }),
            vp_buildings: player.vp_buildings,
            goods: ByName::some(&player.goods, &GOOD_NAMES),
            island: ByName::some(&player.tiles, &TILE_NAMES),
            island_spaces_left: ISLAND - player.island(),
            workers: ByName::some(&player.workers, &TILE_NAMES),
            production: production.collect(),
            buildings: buildings.collect(),
            city_spaces_left: CITY - player.city(),
            san_juan: player.san_juan,
            roles_to_take: self.roles_to_take(state, seat),
        }
    }

    /// Returns the view of a building, with its current cost and its effect.
    fn building_view(&self, building: usize) -> BuildingView {
        let (name, _) = &self.components.building_texts[building];
        BuildingView {
            card: Described::new(
                BUILDING_IDS[building],
                name,
                &self.building_effect(building),
            ),
            cost: self.prices.costs[building],
            vp: self.components.buildings[building].vp,
        }
    }

    fn board_view(&self, state: &State) -> Board {
        let roles = Members(self.roles.into()).map(|card| RoleCard {
            id: ROLE_NAMES[card],
            doubloons: state.role_doubloons[card],
            taken: state.roles_taken >> card & 1 == 1,
        });
        let ships = state.ships.iter().zip(self.components.setup.ships);
        let ships = ships.filter(|(_, capacity)| *capacity > 0);
        let ships = ships.map(|(ship, capacity)| CargoShip {
            capacity,
            good: (ship.good != NO_GOOD).then(|| GOOD_NAMES[usize::from(ship.good)].to_string()),
            barrels: ship.barrels,
        });
        Board {
            roles: roles.collect(),
            plantations: ByName::some(&state.row, &TILE_NAMES),
            quarries: state.quarries,
            ships: ships.collect(),
            trading_house: ByName::some(&state.house, &GOOD_NAMES),
            trading_house_spaces_left: HOUSE - state.house.iter().sum::<u8>(),
            prices: ByName::some(&self.components.prices, &GOOD_NAMES),
            colonist_ship: state.colonist_ship,
        }
    }

    fn supplies_view(&self, state: &State) -> Supplies {
        let buildings = Members(state.in_stock).map(|building| StockBuilding {
            building: self.building_view(building),
            count: state.stock[building],
        });
        Supplies {
            buildings: buildings.collect(),
            goods: ByName::some(&state.supply, &GOOD_NAMES),
            plantations_face_down: ByName::some(&state.stack, &TILE_NAMES),
            plantations_discarded: ByName::some(&state.discards, &TILE_NAMES),
            colonists: state.colonists,
            vp: state.pool,
        }
    }
}

/// Returns the reasons why this round is the last round. The list is empty if it is not.
fn last_round(state: &State) -> Vec<String> {
    let reasons = ENDINGS.iter().filter(|(flag, _)| state.endings & flag != 0);
    reasons.map(|(_, why)| why.to_string()).collect()
}

fn choice(state: &State) -> Option<Choice> {
    let number = usize::from(state.scratch);
    Some(match state.phase {
        Phase::Hospice => Choice::Placed {
            placed: TILE_NAMES[number],
        },
        Phase::University => Choice::Placed {
            placed: BUILDING_IDS[number],
        },
        Phase::Staff => Choice::Staff {
            circles: class_name(state.class),
            circles_later: state.later,
            colonists_left: state.player().san_juan,
        },
        Phase::Bonus => Choice::Bonus {
            produced: goods_of(state.scratch),
        },
        Phase::Produce => Choice::Produce {
            produced: goods_of(state.scratch),
            would_produce: ByName::some(&state.coming(), &GOOD_NAMES),
        },
        Phase::Load => Choice::Load {
            turns_without_load: state.idle,
            wharves_used: Members(state.wharves_used.into())
                .map(|seat| seat + 1)
                .collect(),
            privilege_left: state.privilege,
        },
        Phase::Store | Phase::Keep => Choice::Keep {
            stored: goods_of(state.scratch),
        },
        _ => return None,
    })
}
