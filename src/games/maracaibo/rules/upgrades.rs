//! Ship upgrades (M-17).

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{DiscTarget, Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::Player;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{Nation, UPGRADES};

/// Number of complete areas required for U10 and U11, and for U12.
pub(crate) const FOR_10_AND_11: u8 = 4;
pub(crate) const FOR_12: u8 = 6;
/// Doubloons that U4 gives.
pub(crate) const UPGRADE_4: u8 = 5;
/// VP that U3, U5, U6 and U12 give, as pairs of upgrade and VP.
pub(crate) const UPGRADE_VP: [(u8, u8); 4] = [(3, 3), (5, 3), (6, 6), (12, 10)];
/// Doubloons and VP that U9 gives.
pub(crate) const UPGRADE_9: [u8; 2] = [2, 2];
/// Rewards of U11: steps of the explorer, or doubloons and VP.
pub(crate) const UPGRADE_11_STEPS: u8 = 3;
pub(crate) const UPGRADE_11: [u8; 2] = [4, 4];

/// Returns the VP for completing an upgrade.
pub(crate) fn upgrade_vp(number: u8) -> u8 {
    let mut rows = UPGRADE_VP.into_iter();
    rows.find(|row| row.0 == number).map_or(0, |(_, vp)| vp)
}

impl Ruleset {
    /// Returns the areas from which a disc may be removed, as bits. Prerequisites apply from the
    /// first disc on (M-17.2).
    #[inline]
    pub(crate) fn removable_discs(&self, player: &Player) -> u16 {
        let complete = player.upgrade_count();
        let mut areas = !player.upgrades & ((1 << UPGRADES) - 1);
        if !player.has_upgrade(5) {
            areas &= !(1 << 5);
        }
        if !player.has_upgrade(8) {
            areas &= !(1 << 8);
        }
        if complete < FOR_10_AND_11 {
            areas &= !(0b11 << 9);
        }
        if complete < FOR_12 {
            areas &= !(1 << 11);
        }
        areas
    }

    pub(crate) fn legal_discs(&self, player: &Player, actions: &mut Vec<Action>) {
        let mut areas = self.removable_discs(player);
        while areas != 0 {
            actions.push(Action::Disc(areas.trailing_zeros() as u8));
            areas &= areas - 1;
        }
    }

    pub(crate) fn legal_upgrade11(&self, player: &Player, actions: &mut Vec<Action>) {
        actions.push(Action::RewardDoubloons);
        if player.explorer != self.components.places.explorer_end {
            actions.push(Action::RewardExplore);
        }
        for nation in Nation::ALL {
            actions.push(Action::RewardRank(nation));
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Removes a disc; removing the second disc of an area completes the upgrade (M-17.3).
    pub fn remove_disc(&mut self, seat: u8, count: u8, target: DiscTarget, area: u8) {
        match target {
            DiscTarget::Box => self.state.discs_gone += 1,
            DiscTarget::Market(city, space) => {
                self.state.market[usize::from(city)] |= 1 << space;
            }
            DiscTarget::Tile(tile) => self.state.tile_discs[usize::from(tile)] += 1,
        }
        if count > 1 {
            let count = count - 1;
            self.push(Pending::new(seat, PendingStep::Disc { count, target }));
        }
        let discs = &mut self.player(seat).discs[usize::from(area)];
        *discs -= 1;
        if *discs == 0 {
            self.complete_upgrade(seat, area + 1);
        }
    }

    fn complete_upgrade(&mut self, seat: u8, number: u8) {
        self.player(seat).upgrades |= 1 << (number - 1);
        self.event(seat, EventKind::Upgrade, number, 0);
        match number {
            4 => self.earn(seat, Money::Upgrades, UPGRADE_4),
            11 => self.push(Pending::new(seat, PendingStep::Upgrade11)),
            _ => self.vp(seat, Category::Upgrades, upgrade_vp(number).into()),
        }
    }

    /// U9: gains doubloons and VP for the goods.
    pub fn upgrade_9(&mut self, seat: u8) {
        let [doubloons, vp] = UPGRADE_9;
        self.earn(seat, Money::Villages, doubloons);
        self.vp(seat, Category::Upgrades, vp.into());
    }

    /// U11: moves the explorer, gains doubloons and VP, or advances to the next noble rank.
    pub fn decide_upgrade11(&mut self, seat: u8, action: Action) {
        match action {
            Action::RewardExplore => self.explore(seat, UPGRADE_11_STEPS),
            Action::RewardRank(nation) => self.next_rank(seat, nation),
            _ => {
                let [doubloons, vp] = UPGRADE_11;
                self.earn(seat, Money::Upgrades, doubloons);
                self.vp(seat, Category::Upgrades, vp.into());
            }
        }
    }
}
