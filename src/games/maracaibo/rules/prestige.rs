//! Prestige buildings (M-20).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::PrestigeKind;

/// VP for the first investor (M-20.1).
pub(crate) const FIRST_INVESTOR: i32 = 2;
/// Maximum VP of the Basilica.
pub(crate) const BASILICA_LIMIT: u8 = 16;

impl PrestigeKind {
    /// Returns the VP for each item that the building counts (M-20.2).
    pub(crate) fn vp(self) -> u8 {
        match self {
            PrestigeKind::Monastery | PrestigeKind::Basilica => 4,
            PrestigeKind::Minster => 3,
            _ => 2,
        }
    }
}

impl Ruleset {
    /// Adds the face-up buildings that the player can pay for. The player must have a figure.
    #[inline]
    pub(crate) fn legal_investments(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        for &building in &state.prestige[..usize::from(state.prestige_shown)] {
            let cost = self.components.prestige[usize::from(building)].cost;
            if player.prestige >> building & 1 == 0 && player.price(cost) <= player.doubloons {
                actions.push(Action::Invest(building));
            }
        }
    }

    /// Returns the VP of a building at the end of the game (M-20.2).
    pub(crate) fn prestige_points(&self, player: &Player, kind: PrestigeKind) -> i32 {
        let number = match kind {
            PrestigeKind::Monastery => {
                let space = self.components.space(player.explorer);
                space.borders_crossed.count_ones() as u8
            }
            PrestigeKind::Palace => player.quest_count,
            PrestigeKind::Basilica => player.assistant_count.min(BASILICA_LIMIT / kind.vp()),
            PrestigeKind::Fortress => player.figures + player.cp,
            PrestigeKind::Minster => player.synergy_count(),
            PrestigeKind::MilitaryBase => player.token_count,
            PrestigeKind::Academy => player.upgrade_count(),
            PrestigeKind::Cathedral => self.doubloon_track_points(player),
        };
        i32::from(number) * i32::from(kind.vp())
    }

    /// Returns the VP printed at the doubloon income marker.
    pub(crate) fn doubloon_track_points(&self, player: &Player) -> u8 {
        self.components.tracks.doubloon_vp[usize::from(player.income_doubloons)]
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-20.1: pays doubloons and a figure, and gains the building's synergy token. The first
    /// investor gets 2 VP.
    pub fn invest(&mut self, seat: u8, building: u8) {
        let game = self.game;
        let shown = &game.components.prestige[usize::from(building)];
        let player = self.player(seat);
        let price = player.price(shown.cost);
        player.figures -= 1;
        player.prestige |= 1 << building;
        self.spend(seat, Money::Prestige, price);
        self.event(seat, EventKind::Prestige, building, i32::from(price));
        if self.state.prestige_invested >> building & 1 == 0 {
            self.state.prestige_invested |= 1 << building;
            self.vp(seat, Category::Prestige, FIRST_INVESTOR);
        }
        self.gain_synergy(seat, shown.synergy);
    }
}
