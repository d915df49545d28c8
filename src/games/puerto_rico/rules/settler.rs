//! Settler (PR-4): new plantations and quarries.

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State, set_of};
use crate::game::{Chance, EventLog, Purpose};
use crate::puerto_rico::components::{GOODS, ISLAND, QUARRY};

/// Random draws from the stack of plantations.
pub const PLANTATIONS: Purpose = Purpose(0);

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Starts the phase with its owner (PR-4.1).
    #[inline]
    pub fn settler(&mut self) {
        // This rule applies in the `tag` profile.
        let blocked = self.game.options.full_owner_blocks && self.state.player().island() == ISLAND;
        if blocked {
            self.finish_settler();
        } else {
            self.settle();
        }
    }

    /// Advances to the next decision of the phase, starting with the active seat.
    #[inline]
    fn settle(&mut self) {
        loop {
            let player = self.state.player();
            if player.has(self.game.functions.hacienda)
                && player.island() < ISLAND
                && self.game.can_draw(self.state)
            {
                self.state.phase = Phase::Hacienda;
                return;
            }
            if self.ask_for_tile() {
                return;
            }
            if !self.state.advance() {
                self.finish_settler();
                return;
            }
        }
    }

    /// Continues with the seat after the active seat.
    #[inline]
    fn settle_next(&mut self) {
        if self.state.advance() {
            self.settle();
        } else {
            self.finish_settler();
        }
    }

    /// Starts the choice of a tile. Returns false if no tile can be taken.
    #[inline]
    fn ask_for_tile(&mut self) -> bool {
        let any = self.game.tiles_to_take(self.state) != 0;
        if any {
            self.state.phase = Phase::Plantation;
        }
        any
    }

    /// Draws an extra plantation from the stack if `draws` (PR-4.6).
    pub fn hacienda(&mut self, draws: bool) {
        if draws && let Some(tile) = self.game.draw_plantation(self.state, self.chance) {
            self.state.player_mut().tiles[tile] += 1;
            self.event(EventKind::Drawn, tile as u16, 0);
        }
        if !self.ask_for_tile() {
            self.settle_next();
        }
    }

    /// Places the regular tile, or passes (PR-4.1).
    #[inline]
    pub fn plantation(&mut self, action: Action) {
        if action.kind == ActionKind::Pass {
            self.settle_next();
            return;
        }
        let tile = usize::from(action.a);
        let state = &mut *self.state;
        state.player_mut().tiles[tile] += 1;
        if tile == QUARRY {
            state.quarries -= 1;
        } else {
            state.row[tile] -= 1;
        }
        self.event(EventKind::Planted, tile as u16, 0);
        // Hospice (PR-4.8).
        let options = &self.game.options;
        if self.state.player().has(self.game.functions.hospice)
            && (tile != QUARRY || options.hospice_on_quarry)
            && self.game.extra_colonist(self.state)
        {
            self.state.scratch = tile as u8;
            self.state.phase = Phase::Hospice;
            if !options.optional_bonuses {
                self.hospice(true);
            }
            return;
        }
        self.settle_next();
    }

    /// Places a colonist on the new tile if `wanted` (PR-4.8).
    pub fn hospice(&mut self, wanted: bool) {
        if wanted {
            let tile = usize::from(self.state.scratch);
            self.state.take_extra_colonist();
            self.state.player_mut().workers[tile] += 1;
        }
        self.settle_next();
    }

    /// Discards the remaining face-up plantations and turns up new plantations (PR-4.2).
    #[inline]
    fn finish_settler(&mut self) {
        let state = &mut *self.state;
        for (discards, row) in state.discards.iter_mut().zip(&mut state.row) {
            *discards += std::mem::take(row);
        }
        self.game.turn_up(self.state, self.chance);
        self.end_phase();
    }
}

impl Ruleset {
    /// Returns the kinds of tiles that the active seat may take, as a set.
    #[inline]
    pub(crate) fn tiles_to_take(&self, state: &State) -> u8 {
        let player = state.player();
        if player.island() >= ISLAND {
            return 0;
        }
        let quarry = self.may_quarry(state, player, state.is_owner());
        set_of(&state.row) | u8::from(quarry) << QUARRY
    }

    /// Returns true if a player may take a quarry (PR-4.1, PR-4.5, PR-4.7). `owner` is true if the
    /// player took the settler card.
    #[inline]
    pub(crate) fn may_quarry(&self, state: &State, player: &Player, owner: bool) -> bool {
        state.quarries > 0 && (owner || player.has(self.functions.quarry))
    }

    /// Returns true if a plantation can be drawn (PR-A4).
    #[inline]
    fn can_draw(&self, state: &State) -> bool {
        set_of(&state.stack) != 0 || self.options.hacienda_reshuffle && set_of(&state.discards) != 0
    }

    /// Draws the top plantation of the stack (PR-4.3). An empty stack is replaced by the discards
    /// (PR-A26).
    #[inline]
    fn draw_plantation<C: Chance>(&self, state: &mut State, chance: &mut C) -> Option<usize> {
        let mut total: u8 = state.stack.iter().sum();
        if total == 0 {
            state.stack = std::mem::replace(&mut state.discards, [0; GOODS]);
            total = state.stack.iter().sum();
            if total == 0 {
                return None;
            }
        }
        let good = chance.piece(PLANTATIONS, &state.stack);
        state.stack[good] -= 1;
        Some(good)
    }

    /// Turns up plantations until the row is full or no plantations are left (PR-2.3, PR-4.2).
    #[inline]
    pub(crate) fn turn_up<C: Chance>(&self, state: &mut State, chance: &mut C) {
        for _ in 0..self.components.setup.face_up {
            let Some(tile) = self.draw_plantation(state, chance) else {
                return;
            };
            state.row[tile] += 1;
        }
    }

    /// Returns true if a colonist is available for the hospice or university (PR-4.8, PR-6.6).
    #[inline]
    pub(crate) fn extra_colonist(&self, state: &State) -> bool {
        state.colonists > 0 || self.options.colonists_from_ship && state.colonist_ship > 0
    }
}

impl State {
    /// Takes a colonist from the supply, or from the colonist ship if the supply is empty (PR-4.8,
    /// PR-6.6).
    pub(crate) fn take_extra_colonist(&mut self) {
        match self.colonists {
            0 => self.colonist_ship -= 1,
            _ => self.colonists -= 1,
        }
    }
}
