//! Items that studies compare: buildings.

use super::action::{Action, ActionKind};
use super::prices::{ENOUGH, Prices};
use super::ruleset::Ruleset;
use super::state::State;
use crate::game::Seat;
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::puerto_rico::components::{BUILDING_IDS, BUILDINGS, Building, Buildings, only};

/// Kinds of items. Players get a building only by choosing to build it.
pub(crate) const KINDS: &[ItemKind] = &[ItemKind {
    name: "buildings",
    events: &["built"],
}];

impl Ruleset {
    /// Returns all buildings with their current costs.
    pub(crate) fn all_items(&self) -> Vec<Item> {
        BUILDING_IDS
            .iter()
            .zip(self.prices.costs)
            .map(|(id, cost)| Item {
                kind: 0,
                label: id.to_string(),
                price: Some(cost.into()),
                design: id.to_string(),
            })
            .collect()
    }

    pub(crate) fn item_of(action: Action) -> Option<ItemAction> {
        (action.kind == ActionKind::Build).then_some(ItemAction {
            item: action.a.into(),
            takes: true,
        })
    }

    pub(crate) fn take_terms(&mut self, terms: Terms) {
        self.terms = terms;
        self.forbidden = std::array::from_fn(|seat| {
            (0..BUILDINGS)
                .filter(|&building| terms.forbids(seat, building))
                .fold(0, |set, building| set | only(building))
        });
    }

    /// Returns the set of buildings that a seat may not build.
    #[inline]
    pub(crate) fn forbidden_to(&self, seat: Seat) -> Buildings {
        self.forbidden[seat]
    }

    pub(crate) fn change_price(&mut self, building: Building, by: i32) -> Result<(), String> {
        let mut costs = self.prices.costs;
        let changed = i32::from(costs[building]) + by;
        costs[building] = u8::try_from(changed)
            .ok()
            .filter(|&cost| cost <= ENOUGH)
            .ok_or_else(|| {
                let id = BUILDING_IDS[building];
                format!("{id} cannot cost {changed} doubloons; expected 0 to {ENOUGH}")
            })?;
        self.prices = Prices::new(&self.components.buildings, costs);
        Ok(())
    }

    pub(crate) fn grantable(&self, building: Building) -> Result<(), String> {
        if self.copies(building) > 0 {
            return Ok(());
        }
        let id = BUILDING_IDS[building];
        Err(format!(
            "{id} is not in the game with {} players",
            self.players
        ))
    }

    /// Places a granted building in its owner's city at the start, without a colonist, and removes it
    /// from the stock.
    pub(crate) fn grant(&self, state: &mut State) {
        let Some((seat, building)) = self.terms.granted() else {
            return;
        };
        let player = &mut state.players[seat];
        player.owned |= only(building);
        player.vp_buildings += self.components.buildings[building].vp;
        state.stock[building] -= 1;
        if state.stock[building] == 0 {
            state.in_stock &= !only(building);
        }
    }
}
