//! Test table for Puerto Rico: sets up positions and plays actions in notation.

use crate::table;
use portolan_core::game::Seat;
use portolan_core::game::prelude::*;
use portolan_games::puerto_rico::components::{
    BUILDING_IDS, FIRST_VIOLET, GOOD_NAMES, GOODS, QUARRY, TILE_NAMES, good_of, only,
};
use portolan_games::puerto_rico::state::{Phase, Player, Ship, State};
use portolan_games::puerto_rico::{ENTRY, PuertoRico};
use portolan_games::{GameSetup, SetupError};

pub type Table = table::Table<PuertoRico>;

/// Returns the set-up with the options `name=value`.
pub fn setup(players: usize, options: &[&str]) -> GameSetup {
    table::setup(&ENTRY, players, options)
}

/// Returns the rules for this number of players with these options.
pub fn rules(players: usize, options: &[&str]) -> PuertoRico {
    PuertoRico::new(&setup(players, options)).expect("the options are accepted")
}

/// Returns the error with which these options are rejected.
pub fn refused(players: usize, options: &[&str]) -> String {
    let error: SetupError =
        PuertoRico::new(&setup(players, options)).expect_err("they are not accepted");
    error.to_string()
}

/// Returns the index of the building with this id.
pub fn building(id: &str) -> usize {
    BUILDING_IDS
        .iter()
        .position(|known| *known == id)
        .unwrap_or_else(|| panic!("no building {id}"))
}

fn place(names: &[&str], name: &str) -> usize {
    names
        .iter()
        .position(|known| *known == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// Parses a list like `3 corn, 2 sugar` to numbers and indices.
pub fn counted<'a>(list: &'a str, names: &'a [&str]) -> impl Iterator<Item = (u8, usize)> + 'a {
    list.split(", ")
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (number, name) = part.split_once(' ').expect("number and name");
            (number.parse().expect("a number"), place(names, name))
        })
}

/// Parses a list of goods to counts by good.
pub fn goods(list: &str) -> [u8; GOODS] {
    let mut goods = [0; GOODS];
    for (number, good) in counted(list, &GOOD_NAMES) {
        goods[good] += number;
    }
    goods
}

impl Table {
    /// Deals a new game.
    pub fn dealt(players: usize, options: &[&str], seed: u64) -> Table {
        Table::begin(rules(players, options), seed)
    }

    /// Deals a new game with default options for this number of players.
    pub fn of(players: usize) -> Table {
        Table::dealt(players, &[], 7)
    }

    /// Returns the board of a seat (from 1).
    pub fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.state.players[seat - 1]
    }

    /// Takes a plantation of this kind from the stack, row or discards, or a quarry.
    fn take_tile(&mut self, tile: usize) {
        let state = &mut self.state;
        if tile == QUARRY {
            state.quarries -= 1;
            return;
        }
        let piles = [&mut state.stack, &mut state.discards, &mut state.row];
        let pile = piles.into_iter().find(|pile| pile[tile] > 0);
        pile.expect("there is such a tile")[tile] -= 1;
    }

    /// Gives a seat island tiles without colonists: `2 corn, 1 quarry`.
    pub fn tiles(&mut self, seat: Seat, list: &str) -> &mut Table {
        for (number, tile) in counted(list, &TILE_NAMES) {
            for _ in 0..number {
                self.take_tile(tile);
                self.player(seat).tiles[tile] += 1;
            }
        }
        self
    }

    /// Gives a seat island tiles with a colonist on each.
    pub fn staffed_tiles(&mut self, seat: Seat, list: &str) -> &mut Table {
        self.tiles(seat, list);
        for (number, tile) in counted(list, &TILE_NAMES) {
            self.state.colonists -= number;
            self.player(seat).workers[tile] += number;
        }
        self
    }

    /// Gives a seat buildings from the stock, without colonists.
    pub fn empty_buildings(&mut self, seat: Seat, ids: &[&str]) -> &mut Table {
        for id in ids {
            let building = building(id);
            let vp = self.game.components().buildings[building].vp;
            self.state.stock[building] -= 1;
            if self.state.stock[building] == 0 {
                self.state.in_stock &= !only(building);
            }
            let player = self.player(seat);
            player.owned |= only(building);
            player.vp_buildings += vp;
        }
        self
    }

    /// Gives a seat buildings from the stock with a colonist on every circle.
    pub fn buildings(&mut self, seat: Seat, ids: &[&str]) -> &mut Table {
        self.empty_buildings(seat, ids);
        for id in ids {
            let building = building(id);
            let number = self.game.components().buildings[building].slots;
            self.state.colonists -= number;
            let player = self.player(seat);
            match good_of(building) {
                Some(good) => player.artisans[good] += number,
                None => player.staffed |= only(building),
            }
        }
        self
    }

    /// Gives a seat goods from the supply: `3 corn, 1 coffee`.
    pub fn goods(&mut self, seat: Seat, list: &str) -> &mut Table {
        for (number, good) in counted(list, &GOOD_NAMES) {
            self.state.supply[good] -= number;
            self.player(seat).goods[good] += number;
        }
        self
    }

    /// Moves goods from the supply to the trading house.
    pub fn house(&mut self, list: &str) -> &mut Table {
        for (number, good) in counted(list, &GOOD_NAMES) {
            self.state.supply[good] -= number;
            self.state.house[good] += number;
        }
        self
    }

    /// Loads goods from the supply onto a ship (from 1).
    pub fn ship(&mut self, ship: usize, list: &str) -> &mut Table {
        for (number, good) in counted(list, &GOOD_NAMES) {
            self.state.supply[good] -= number;
            self.state.ships[ship - 1] = Ship {
                good: good as u8,
                barrels: number,
            };
        }
        self
    }

    /// Gives a seat VP chips from the pool.
    pub fn chips(&mut self, seat: Seat, vp: u16) -> &mut Table {
        self.player(seat).vp_goods += vp;
        self.state.pool -= vp as i16;
        self
    }

    /// Sets the plantations that are face up; the previous ones return to the stack.
    pub fn row(&mut self, list: &str) -> &mut Table {
        for good in 0..GOODS {
            self.state.stack[good] += std::mem::take(&mut self.state.row[good]);
        }
        for (number, good) in counted(list, &GOOD_NAMES) {
            self.state.stack[good] -= number;
            self.state.row[good] += number;
        }
        self
    }

    /// Applies an action and checks the invariants.
    pub fn act(&mut self, text: &str) -> &mut Table {
        self.carry_out(text);
        self.check();
        self
    }

    /// Applies several actions.
    pub fn acts(&mut self, texts: &[&str]) -> &mut Table {
        for text in texts {
            self.act(text);
        }
        self
    }

    /// Declines if possible, and otherwise takes the first choice, until a role must be chosen.
    pub fn finish(&mut self) -> &mut Table {
        while !matches!(self.state.phase, Phase::Role | Phase::Over | Phase::Capped) {
            let legal = self.legal();
            let declines = |text: &&String| *text == "pass" || text.starts_with("no ");
            let choice = legal.iter().find(declines).unwrap_or(&legal[0]).clone();
            self.act(&choice);
        }
        self
    }

    /// PR-2.5: checks that no component is lost.
    pub fn check(&self) {
        check(&self.game, &self.state);
    }

    /// Returns the points of a seat (from 1) in a category.
    pub fn vp(&self, seat: Seat, category: &str) -> i32 {
        self.points(seat - 1, category)
    }
}

/// PR-2.5: checks that goods, colonists, tiles, buildings and victory points are complete, and that
/// no circle or space is used twice.
pub fn check(game: &PuertoRico, state: &State) {
    let components = game.components();
    let row = &components.setup;
    let players = &state.players[..game.seats()];
    for (good, name) in GOOD_NAMES.into_iter().enumerate() {
        let held: u8 = players.iter().map(|player| player.goods[good]).sum();
        let aboard = state
            .ships
            .iter()
            .filter(|ship| usize::from(ship.good) == good);
        let aboard: u8 = aboard.map(|ship| ship.barrels).sum();
        let all = state.supply[good] + held + aboard + state.house[good];
        assert_eq!(all, row.goods[good], "{name}");
        let planted: u8 = players.iter().map(|player| player.tiles[good]).sum();
        let tiles = state.stack[good] + state.row[good] + state.discards[good] + planted;
        assert_eq!(tiles, row.tiles[good], "{name} tiles");
    }
    let quarries: u8 = players.iter().map(|player| player.tiles[QUARRY]).sum();
    assert_eq!(quarries + state.quarries, row.quarries);
    let colonists: u8 = players.iter().map(Player::colonists).sum();
    assert_eq!(
        colonists + state.colonists + state.colonist_ship,
        row.colonists + row.colonist_ship
    );
    for (building, card) in components.buildings.iter().enumerate() {
        let built = players
            .iter()
            .filter(|player| player.owned & only(building) != 0);
        let stock = state.stock[building];
        assert_eq!(
            built.count() as u8 + stock,
            card.quantity[usize::from(game.seats() > 2)]
        );
        assert_eq!(state.in_stock & only(building) != 0, stock > 0);
    }
    let chips: u16 = players.iter().map(Player::chips).sum();
    assert_eq!(chips as i16 + state.pool, i16::from(row.vp_chips));
    for player in players {
        assert!(player.island() <= 12 && player.city() <= 12);
        for (workers, tiles) in player.workers.iter().zip(player.tiles) {
            assert!(*workers <= tiles);
        }
        for good in 0..GOODS {
            let circles: u8 = (0..FIRST_VIOLET)
                .filter(|&id| good_of(id) == Some(good) && player.owned & only(id) != 0)
                .map(|id| components.buildings[id].slots)
                .sum();
            assert!(player.artisans[good] <= circles);
        }
        assert_eq!(player.staffed & !player.violet(), 0);
        let vp: u8 = (0..components.buildings.len())
            .filter(|&building| player.owned & only(building) != 0)
            .map(|building| components.buildings[building].vp)
            .sum();
        assert_eq!(player.vp_buildings, vp);
    }
    assert!(state.house.iter().sum::<u8>() <= 4);
    for (ship, &capacity) in state.ships.iter().zip(&row.ships) {
        assert!(ship.barrels <= capacity);
    }
}
