//! Draws the table: the main board, the buildings for sale, and the board of each player.

use super::position::PlayerView;
use super::texts::tile_words;
use crate::game::Seat;
use crate::picture::{Cell, Ground, Panel, Picture, Piece, Shape, Spot};
use crate::prose::count;
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, GOOD_NAMES, GOODS, HOUSE, LARGE, QUARRY, ROLE_NAMES, TILE_NAMES,
    good_of, only,
};
use crate::puerto_rico::rules::action::{Action, ActionKind};
use crate::puerto_rico::rules::classes::class_name;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Player, Ship, State};

/// Number of columns on a player's board, for both island and city.
const BOARD_COLUMNS: u8 = 6;
/// First row of the city on a player's board. The two rows above it show the island.
const CITY_ROW: u8 = 2;
/// First row below the city, which shows the windrose and San Juan.
const BESIDE_ROW: u8 = 4;

/// Panel index of the main board.
const MAIN_BOARD: usize = 0;
/// Panel index of the buildings for sale.
const SALE: usize = 1;
/// Panel index of the first player's board. The other boards follow in seat order.
const FIRST_BOARD: usize = 2;

/// Name of the place where barrels are sold.
const HOUSE_NAME: &str = "trading house";
/// Name of the place with a player's barrels.
const WINDROSE: &str = "windrose";
/// Note on the cells with the goods and colonists in the supply.
const SUPPLY: &str = "supply";

/// Returns tokens for the counts above zero. The tokens belong to no seat.
fn tokens(counts: &[u8], names: &[&str]) -> Vec<Piece> {
    let some = counts.iter().zip(names).filter(|(count, _)| **count > 0);
    some.map(|(&count, name)| Piece::named(Shape::Token, *name, count.into()))
        .collect()
}

/// Returns the colonists of a seat as pieces. The list is empty if there are none.
fn colonists(seat: Seat, number: u8) -> Vec<Piece> {
    match number {
        0 => Vec::new(),
        _ => vec![Piece::of(Shape::Figure, seat, number.into())],
    }
}

/// Returns colonists that do not belong to a seat yet, as pieces.
fn newcomers(number: u8) -> Vec<Piece> {
    match number {
        0 => Vec::new(),
        _ => vec![Piece::named(Shape::Figure, "colonist", number.into())],
    }
}

impl Ruleset {
    /// Draws the position as `observer` sees it, or with all hidden information if `observer` is `None`.
    pub(crate) fn picture_of(&self, state: &State, observer: Option<Seat>) -> Picture {
        let mut panels = vec![self.main_board(state), self.sale(state)];
        let view = self.view(state, observer);
        for (player, told) in state.seated().iter().zip(&view.players) {
            panels.push(self.board_of(player, told));
        }
        Picture { panels }
    }

    /// Returns the role card, tile, building, ship or supply of an action, or the place on the active player's
    /// board.
    pub(crate) fn spot_of(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        let a = usize::from(action.a);
        let called = |panel, name: &str| picture.spot(panel, |cell| cell.name == name);
        let own = FIRST_BOARD + usize::from(state.active);
        match action.kind {
            ActionKind::Role => called(MAIN_BOARD, ROLE_NAMES[a]),
            // The first match is the tile, because tiles are above the supply with the same name.
            ActionKind::Plant => called(MAIN_BOARD, TILE_NAMES[a]),
            ActionKind::Staff => called(own, class_name(action.a)),
            ActionKind::Build => called(SALE, BUILDING_IDS[a]),
            ActionKind::Take => picture.spot(MAIN_BOARD, |cell| {
                cell.name == GOOD_NAMES[a] && cell.note == SUPPLY
            }),
            ActionKind::Sell => called(MAIN_BOARD, HOUSE_NAME),
            ActionKind::Load => {
                let capacity = self.components.setup.ships[action.ship()];
                called(MAIN_BOARD, &ship_name(capacity))
            }
            ActionKind::Wharf | ActionKind::Store | ActionKind::Keep => called(own, WINDROSE),
            ActionKind::Yes | ActionKind::No | ActionKind::Pass => None,
        }
    }

    /// Draws roles, ships, trading house, plantations and supplies.
    fn main_board(&self, state: &State) -> Panel {
        let mut cells = Vec::new();
        for (column, card) in (0..).zip(Members(self.roles.into())) {
            let taken = state.roles_taken >> card & 1 == 1;
            cells.push(Cell {
                column,
                width: 1,
                name: ROLE_NAMES[card].to_string(),
                note: if taken { "taken" } else { "" }.to_string(),
                pieces: tokens(&[state.role_doubloons[card]], &["doubloon"]),
                ground: if taken { Ground::Closed } else { Ground::Plain },
                about: match state.role_doubloons[card] {
                    0 => self.role_words(card),
                    doubloons => format!(
                        "{}\nWhoever takes the role also gets {}.",
                        self.role_words(card),
                        count(doubloons.into(), "doubloon")
                    ),
                },
                ..Cell::default()
            });
        }
        let ships = state.ships.iter().zip(self.components.setup.ships);
        let ships = ships.filter(|&(_, capacity)| capacity > 0);
        for (column, (ship, capacity)) in (0..).zip(ships) {
            cells.push(cargo_ship(column, ship, capacity));
        }
        cells.push(Cell {
            column: 3,
            row: 1,
            width: 2,
            name: HOUSE_NAME.to_string(),
            note: format!("{}/{HOUSE}", state.house.iter().sum::<u8>()),
            pieces: tokens(&state.house, &GOOD_NAMES),
            ground: Ground::Town,
            about: format!(
                "In the trader phase, every player may sell one good here. It takes {HOUSE} different goods, and is \
                 emptied once it is full."
            ),
        });
        cells.push(Cell {
            column: 5,
            row: 1,
            width: 2,
            name: "colonist ship".to_string(),
            pieces: newcomers(state.colonist_ship),
            ground: Ground::Water,
            about: "In the mayor phase, the players take these colonists in turn.".to_string(),
            ..Cell::default()
        });
        let row = |row, column: usize, name: &str, note: &str, pieces, about: &str| Cell {
            column: column as u8,
            row,
            width: 1,
            name: name.to_string(),
            note: note.to_string(),
            pieces,
            ground: Ground::Plain,
            about: about.to_string(),
        };
        for (good, name) in GOOD_NAMES.into_iter().enumerate() {
            let tiles = tokens(&[state.row[good]], &["plantation"]);
            let about = format!("Plantations for settlers; {}.", tile_words(good));
            cells.push(Cell {
                ground: Ground::Land,
                ..row(2, good, name, "face up", tiles, &about)
            });
            let barrels = tokens(&[state.supply[good]], &[name]);
            let price = count(self.components.prices[good].into(), "doubloon");
            let about = format!("Barrels in the supply; {name} sells for {price}.");
            cells.push(row(3, good, name, SUPPLY, barrels, &about));
        }
        let quarries = tokens(&[state.quarries], &["quarry"]);
        cells.push(Cell {
            ground: Ground::Land,
            ..row(
                2,
                QUARRY,
                TILE_NAMES[QUARRY],
                "",
                quarries,
                tile_words(QUARRY),
            )
        });
        let face_down = tokens(&[state.stack.iter().sum()], &["plantation"]);
        let about = "The pile from which new plantations are turned up.";
        cells.push(row(2, 6, "face down", "", face_down, about));
        let discards = tokens(&state.discards, &TILE_NAMES);
        let about = "Plantations that no player took. They become the new pile.";
        cells.push(row(2, 7, "discarded", "", discards, about));
        let supply = newcomers(state.colonists);
        let about = "Colonists in the supply. If they cannot fill the colonist ship, the game ends after the round.";
        cells.push(row(3, 5, "colonists", SUPPLY, supply, about));
        let about =
            "VP chips in the supply. Once the last chip is taken, the game ends after the round.";
        let chips = state.pool.to_string();
        cells.push(row(3, 6, "VP", &chips, Vec::new(), about));
        Panel {
            title: format!("main board, governor seat {}", state.governor + 1),
            cells,
            ..Panel::default()
        }
    }

    /// Draws the buildings in the stock, in the columns of the main board.
    fn sale(&self, state: &State) -> Panel {
        let mut next_row = [0; 5];
        let cells = Members(state.in_stock).map(|building| {
            let column = self.components.buildings[building].column;
            let next = &mut next_row[usize::from(column)];
            *next += 1;
            Cell {
                column: 2 * (column - 1),
                row: *next - 1,
                width: 2,
                name: BUILDING_IDS[building].to_string(),
                note: format!(
                    "{}, {} left",
                    count(self.prices.costs[building].into(), "doubloon"),
                    state.stock[building]
                ),
                ground: Ground::Town,
                about: self.building_words(building),
                ..Cell::default()
            }
        });
        Panel {
            title: "buildings for sale".to_string(),
            cells: cells.collect(),
            ..Panel::default()
        }
    }

    /// Draws island, city, windrose and San Juan of a seat.
    fn board_of(&self, player: &Player, told: &PlayerView) -> Panel {
        let seat = told.seat - 1;
        let mut cells = island(seat, player);
        self.add_city(seat, player, &mut cells);
        cells.push(Cell {
            column: 0,
            row: BESIDE_ROW,
            width: 3,
            name: WINDROSE.to_string(),
            pieces: tokens(&player.goods, &GOOD_NAMES),
            about: "Goods of the player.".to_string(),
            ..Cell::default()
        });
        cells.push(Cell {
            column: 3,
            row: BESIDE_ROW,
            width: 3,
            name: "San Juan".to_string(),
            pieces: colonists(seat, told.san_juan),
            about: "Colonists without a circle wait here for the next mayor phase.".to_string(),
            ..Cell::default()
        });
        let money = count(told.doubloons.into(), "doubloon");
        let chips = match told.vp_chips {
            None => "? VP chips".to_string(),
            Some(_) => count(player.chips().into(), "VP chip"),
        };
        Panel {
            title: format!("seat {}: {money}, {chips}", told.seat),
            cells,
            owner: Some(seat),
            ..Panel::default()
        }
    }

    /// Adds the city. Large buildings come first so that no building is split between two rows.
    fn add_city(&self, seat: Seat, player: &Player, cells: &mut Vec<Cell>) {
        let mut artisans = player.artisans;
        let large = Members(player.owned & LARGE).map(|building| (building, 2));
        let small = Members(player.owned & !LARGE).map(|building| (building, 1));
        let mut space = 0;
        let mut add = |width: u8, name: &str, pieces, ground, about: String| {
            cells.push(Cell {
                column: space % BOARD_COLUMNS,
                row: CITY_ROW + space / BOARD_COLUMNS,
                width,
                name: name.to_string(),
                note: String::new(),
                pieces,
                ground,
                about,
            });
            space += width;
        };
        for (building, width) in large.chain(small) {
            let working = self.working(player, building, &mut artisans);
            let pieces = colonists(seat, working);
            let about = self.building_words(building);
            add(width, BUILDING_IDS[building], pieces, Ground::Town, about);
        }
        for _ in player.city()..2 * BOARD_COLUMNS {
            add(1, "", Vec::new(), Ground::Closed, String::new());
        }
    }

    /// Returns the number of colonists in a building. Colonists in small and large production buildings for one
    /// good are counted together and fill the small building first.
    fn working(&self, player: &Player, building: Building, artisans: &mut [u8; GOODS]) -> u8 {
        let Some(good) = good_of(building) else {
            return u8::from(player.has(only(building)));
        };
        let slots = self.components.buildings[building].slots;
        let working = artisans[good].min(slots);
        artisans[good] -= working;
        working
    }
}

/// Returns the name of a cargo ship, which contains its capacity.
fn ship_name(capacity: u8) -> String {
    format!("ship {capacity}")
}

/// Draws a cargo ship with its barrels.
fn cargo_ship(column: u8, ship: &Ship, capacity: u8) -> Cell {
    let pieces = match ship.good {
        NO_GOOD => Vec::new(),
        good => tokens(&[ship.barrels], &[GOOD_NAMES[usize::from(good)]]),
    };
    Cell {
        column,
        row: 1,
        width: 1,
        name: ship_name(capacity),
        note: format!("{}/{capacity}", ship.barrels),
        pieces,
        ground: Ground::Water,
        about: format!(
            "A cargo ship carries {capacity} barrels of one good, which no other ship carries. A full ship sails at the \
             end of the captain phase."
        ),
    }
}

/// Draws the twelve spaces of an island.
fn island(seat: Seat, player: &Player) -> Vec<Cell> {
    let mut tiles: Vec<(&str, u8, Ground, &str)> = Vec::new();
    for (tile, name) in TILE_NAMES.iter().enumerate() {
        for number in 0..player.tiles[tile] {
            let staffed = u8::from(number < player.workers[tile]);
            tiles.push((name, staffed, Ground::Land, tile_words(tile)));
        }
    }
    tiles.resize(usize::from(2 * BOARD_COLUMNS), ("", 0, Ground::Closed, ""));
    let cells = (0..)
        .zip(tiles)
        .map(|(space, (name, staffed, ground, about))| Cell {
            column: space % BOARD_COLUMNS,
            row: space / BOARD_COLUMNS,
            width: 1,
            name: name.to_string(),
            note: String::new(),
            pieces: colonists(seat, staffed),
            ground,
            about: about.to_string(),
        });
    cells.collect()
}
