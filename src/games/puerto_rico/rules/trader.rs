//! Trader (PR-8): sales to the trading house.

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State, set_of};
use crate::game::{Chance, EventLog};
use crate::puerto_rico::components::HOUSE;

impl Ruleset {
    /// Returns the set of goods that a player may sell (PR-8.2).
    #[inline]
    pub(crate) fn sellable(&self, state: &State, player: &Player) -> u8 {
        let refused = match player.has(self.functions.office) {
            true => 0,
            false => set_of(&state.house),
        };
        player.held() & !refused
    }

    /// Returns the doubloons from a sale (PR-8.1, PR-8.3). `owner` is true if the player took the
    /// trader card.
    #[inline]
    pub fn proceeds(&self, player: &Player, good: usize, owner: bool) -> u8 {
        self.components.prices[good] + self.functions.sale.of(player.staffed) + u8::from(owner)
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Gives the turn to the next player who can sell (PR-8.1, PR-8.5).
    #[inline]
    pub fn trader(&mut self) {
        if self.state.house.iter().sum::<u8>() < HOUSE {
            loop {
                if self.game.sellable(self.state, self.state.player()) != 0 {
                    self.state.phase = Phase::Sell;
                    return;
                }
                if !self.state.advance() {
                    break;
                }
            }
        }
        self.finish_trader();
    }

    /// Sells one barrel, or passes (PR-8.1).
    #[inline]
    pub fn sell(&mut self, action: Action) {
        if action.kind == ActionKind::Sell {
            let good = usize::from(action.a);
            let state = &mut *self.state;
            let owner = state.is_owner();
            let player = state.player_mut();
            let doubloons = self.game.proceeds(player, good, owner);
            player.goods[good] -= 1;
            player.doubloons += u16::from(doubloons);
            state.house[good] += 1;
            self.event(EventKind::Sold, good as u16, doubloons.into());
        }
        if self.state.advance() {
            self.trader();
        } else {
            self.finish_trader();
        }
    }

    /// Empties a full trading house and ends the phase (PR-8.5).
    #[inline]
    fn finish_trader(&mut self) {
        let state = &mut *self.state;
        if state.house.iter().sum::<u8>() >= HOUSE {
            for (supply, house) in state.supply.iter_mut().zip(&mut state.house) {
                *supply += std::mem::take(house);
            }
        }
        self.end_phase();
    }
}
