//! Lists the legal actions.

use super::action::{Action, ActionKind};
use super::offers::Offers;
use super::ruleset::Ruleset;
use super::state::{Members, Phase, State};

/// Searches for one action among the legal actions.
#[cfg(debug_assertions)]
struct Sought {
    action: Action,
    found: bool,
}

#[cfg(debug_assertions)]
impl Offers for Sought {
    fn offer(&mut self, action: Action) {
        self.found |= self.action == action;
    }
}

/// Offers one action of a kind for each member of a set.
#[inline]
fn each(offers: &mut impl Offers, kind: ActionKind, set: u32) {
    for member in Members(set) {
        offers.offer(Action::new(kind, member as u8));
    }
}

impl Ruleset {
    /// Offers every legal action.
    #[inline]
    pub(crate) fn list(&self, state: &State, offers: &mut impl Offers) {
        match state.phase {
            Phase::Role => each(offers, ActionKind::Role, self.free_roles(state).into()),
            Phase::Staff => {
                let (least, most) = self.staff_range(state);
                for number in least..=most {
                    offers.offer(Action {
                        kind: ActionKind::Staff,
                        a: state.class,
                        b: number,
                    });
                }
            }
            Phase::Load => self.list_loads(state, offers),
            Phase::Plantation => {
                each(offers, ActionKind::Plant, self.tiles_to_take(state).into());
                offers.offer(Action::PASS);
            }
            Phase::Build => {
                let buildable = self.buildable(state, state.player(), state.is_owner());
                each(offers, ActionKind::Build, buildable);
                offers.offer(Action::PASS);
            }
            Phase::Sell => {
                let sellable = self.sellable(state, state.player());
                each(offers, ActionKind::Sell, sellable.into());
                offers.offer(Action::PASS);
            }
            Phase::Bonus => {
                each(offers, ActionKind::Take, self.bonus_goods(state).into());
                // Bonuses are optional (PR-3.3).
                if self.options.optional_bonuses {
                    offers.offer(Action::PASS);
                }
            }
            Phase::Store => {
                let optional = self.options.everything_optional;
                each(
                    offers,
                    ActionKind::Store,
                    self.storable(state, optional).into(),
                );
                // Warehouses are optional (PR-A31).
                if optional {
                    offers.offer(Action::PASS);
                }
            }
            Phase::Keep => {
                let kinds = state.player().held() & !state.scratch;
                each(offers, ActionKind::Keep, kinds.into());
            }
            Phase::Hacienda
            | Phase::Hospice
            | Phase::Privilege
            | Phase::University
            | Phase::Produce => {
                offers.offer(Action::YES);
                offers.offer(Action::NO);
            }
            Phase::Over | Phase::Capped => {}
        }
    }

    /// Asserts that an action is legal.
    ///
    /// # Panics
    /// If the action is not legal.
    #[cfg(debug_assertions)]
    pub(crate) fn assert_legal(&self, state: &State, action: Action) {
        let mut sought = Sought {
            action,
            found: false,
        };
        self.list(state, &mut sought);
        assert!(sought.found, "{action:?} is not legal in {:?}", state.phase);
    }
}
