//! Set-up (PR-2, PR-14.1).

use super::ruleset::Ruleset;
use super::state::{Phase, Player, Ship, State};
use crate::game::{Chance, MAX_SEATS};
use crate::puerto_rico::components::{BUILDINGS, Building, GOODS, ROLE_CARDS, SHIPS, only};

impl Ruleset {
    /// Returns the position at the start of a game.
    pub(crate) fn deal<C: Chance>(&self, chance: &mut C) -> State {
        let setup = &self.components.setup;
        let mut players = [Player::default(); MAX_SEATS];
        let mut stack = setup.tiles;
        for (seat, player) in players[..self.players].iter_mut().enumerate() {
            let plantation = usize::from(setup.plantations[seat]);
            player.doubloons = u16::from(self.start_money[seat]) + self.terms.handicap(seat);
            player.tiles[plantation] = 1;
            // The first plantations are removed before the tiles are shuffled (PR-2.2).
            stack[plantation] -= 1;
        }
        let stock: [u8; BUILDINGS] = std::array::from_fn(|building| self.copies(building));
        let in_stock = (0..BUILDINGS).filter(|&building| stock[building] > 0);
        let mut state = State {
            players,
            in_stock: in_stock.fold(0, |set, building| set | only(building)),
            pool: setup.vp_chips.into(),
            seats: self.players as u8,
            phase: Phase::Role,
            round: 1,
            governor: 0,
            picks: 0,
            roles_taken: 0,
            role: 0,
            owner: 0,
            active: 0,
            role_doubloons: [0; ROLE_CARDS],
            stock,
            supply: setup.goods,
            ships: [Ship::EMPTY; SHIPS],
            house: [0; GOODS],
            stack,
            discards: [0; GOODS],
            row: [0; GOODS],
            quarries: setup.quarries,
            colonists: setup.colonists,
            colonist_ship: setup.colonist_ship,
            endings: 0,
            scratch: 0,
            class: 0,
            later: 0,
            idle: 0,
            wharves_used: 0,
            privilege: false,
        };
        self.grant(&mut state);
        self.turn_up(&mut state, chance);
        state
    }

    /// Returns the number of copies of a building for this number of players (PR-2.1).
    pub(crate) fn copies(&self, building: Building) -> u8 {
        self.components.buildings[building].quantity[usize::from(self.players > 2)]
    }
}
