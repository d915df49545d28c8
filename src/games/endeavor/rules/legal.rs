//! Lists the legal actions for each kind of decision.

use super::action::{Action, ActionKind};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use crate::endeavor::components::{
    ATTACK, Bits, DRAW, Deeds, GOVERNORS, Kinds, OCCUPY, PAY, REGIONS, SHIP, START_SIDES, Sites,
};

/// Receives the legal actions one by one.
pub(crate) trait Sink {
    /// Receives one action.
    fn take(&mut self, action: Action);
}

impl Sink for Vec<Action> {
    #[inline]
    fn take(&mut self, action: Action) {
        self.push(action);
    }
}

/// Searches for one action without building a list.
#[cfg(debug_assertions)]
struct Sought {
    action: Action,
    found: bool,
}

#[cfg(debug_assertions)]
impl Sink for Sought {
    fn take(&mut self, action: Action) {
        self.found |= action == self.action;
    }
}

/// Returns the actions that a player with this many discs in the harbor can pay for (EN-5.7).
#[inline]
fn affordable(harbor: u8) -> Deeds {
    match harbor {
        0 => PAY | DRAW,
        1 => PAY | DRAW | SHIP | OCCUPY,
        _ => PAY | DRAW | SHIP | OCCUPY | ATTACK,
    }
}

impl Ruleset {
    /// Returns the actions in `wanted` that the active player can carry out completely.
    #[inline]
    pub(crate) fn possible(&self, state: &State, wanted: Deeds) -> Deeds {
        self.with_target(state, wanted & affordable(state.player().harbor))
    }

    /// Returns the actions in `wanted` that have a target, regardless of the discs required.
    #[inline]
    fn with_target(&self, state: &State, wanted: Deeds) -> Deeds {
        // Shipping always has a target (EN-6.1): a region is either closed, with a free space on
        // its track, or open, with access to the high seas.
        let mut deeds = wanted & SHIP;
        if wanted & OCCUPY != 0 && self.empty_cities(state) != 0 {
            deeds |= OCCUPY;
        }
        if wanted & ATTACK != 0 && self.attackable(state) != 0 {
            deeds |= ATTACK;
        }
        if wanted & PAY != 0 && self.payable(state.player()) != 0 {
            deeds |= PAY;
        }
        if wanted & DRAW != 0 && self.drawable(state, state.active.into()) != 0 {
            deeds |= DRAW;
        }
        deeds
    }

    /// Returns the cities that the active player may occupy (EN-6.7).
    #[inline]
    pub(crate) fn empty_cities(&self, state: &State) -> Sites {
        let reach = self.board.union[state.reach(state.active.into())];
        reach & self.board.cities & !state.taken
    }

    /// Returns the fleets that are open for shipping (EN-6.1).
    #[inline]
    pub(crate) fn empty_fleets(&self, state: &State) -> Sites {
        self.board.union[usize::from(state.open)] & self.board.fleets & !state.taken
    }

    /// Returns the sites that the active player may attack (EN-6.12).
    #[inline]
    pub(crate) fn attackable(&self, state: &State) -> Sites {
        let reach = self.board.union[state.reach(state.active.into())];
        reach & state.taken & !state.player().sites
    }

    /// Returns the kinds of building whose disc may be paid in the Action phase (EN-6.14, EN-8.4).
    #[inline]
    pub(crate) fn payable(&self, player: &Player) -> Kinds {
        kinds_at(player, player.busy) & !self.lookups.no_pay
    }

    /// Sends all legal actions to `actions`.
    #[inline]
    pub(crate) fn list(&self, state: &State, actions: &mut impl Sink) {
        match state.phase {
            Phase::Turn => self.list_turn(state, actions),
            Phase::Act => self.list_act(state, actions),
            Phase::Build => {
                let kinds = self.buildable(state, state.active.into());
                push(actions, ActionKind::Build, kinds.into());
            }
            Phase::Salary => push(actions, ActionKind::Salary, self.salaries(state).into()),
            Phase::Reaction => self.list_reactions(state, actions),
            Phase::Discard => {
                let cards = self.excess(state).unwrap_or_default();
                push(actions, ActionKind::Discard, cards);
            }
            Phase::Governor => {
                let governors = state.player().cards & GOVERNORS;
                push(actions, ActionKind::Governor, governors);
                actions.take(Action::plain(ActionKind::Governor));
            }
            Phase::Casualty => push(actions, ActionKind::Casualty, 0b1111),
            Phase::Scarce => {
                let kinds = self.scrappable(state, state.active.into());
                push(actions, ActionKind::Scrap, kinds.into());
            }
            Phase::StartTile => push(actions, ActionKind::Start, (1 << START_SIDES) - 1),
            Phase::Over => {}
        }
    }

    /// Lists the buildings and tokens with at least one possible action (EN-5.2, EN-5.3, EN-A6).
    #[inline]
    fn list_turn(&self, state: &State, actions: &mut impl Sink) {
        let player = state.player();
        let mut offered: Deeds = 0;
        let mut free: Kinds = 0;
        if player.harbor > 0 {
            for (slot, &kind) in player.coast().iter().enumerate() {
                if player.busy >> slot & 1 == 0 {
                    free |= 1 << kind;
                    offered |= self.lookups.deeds[usize::from(kind)];
                }
            }
        }
        for (&held, &deeds) in player.actions.iter().zip(&self.lookups.token_deeds) {
            offered |= if held > 0 { deeds } else { 0 };
        }
        let possible = self.possible(state, offered);
        if possible != 0 {
            // The disc that activates a building is not available for its action.
            let payable = possible & affordable(player.harbor.saturating_sub(1));
            for kind in Bits(free.into()) {
                if self.lookups.deeds[kind] & payable != 0 {
                    actions.take(Action::new(ActionKind::Use, kind));
                }
            }
            for (token, &held) in player.actions.iter().enumerate() {
                if held > 0 && self.lookups.token_deeds[token] & possible != 0 {
                    actions.take(Action::new(ActionKind::Token, token));
                }
            }
        }
        actions.take(Action::plain(ActionKind::Pass));
    }

    /// Lists the actions within a turn (EN-6).
    #[inline]
    fn list_act(&self, state: &State, actions: &mut impl Sink) {
        let menu = state.menu & affordable(state.player().harbor);
        if menu & SHIP != 0 {
            push(actions, ActionKind::ShipFleet, self.empty_fleets(state));
            for area in REGIONS {
                let kind = match state.open >> area & 1 {
                    0 => ActionKind::ShipTrack,
                    _ => ActionKind::ShipSeas,
                };
                actions.take(Action::new(kind, area));
            }
        }
        if menu & OCCUPY != 0 {
            push(actions, ActionKind::Occupy, self.empty_cities(state));
        }
        if menu & ATTACK != 0 {
            push(actions, ActionKind::Attack, self.attackable(state));
        }
        if menu & PAY != 0 {
            let kinds = self.payable(state.player());
            push(actions, ActionKind::Pay, kinds.into());
        }
        if menu & DRAW != 0 {
            let cards = self.drawable(state, state.active.into());
            push(actions, ActionKind::Draw, cards);
        }
        if state.done != 0 {
            actions.take(Action::plain(ActionKind::Stop));
        }
    }

    /// Lists the reactions of the silent fleets (EN-11.3).
    fn list_reactions(&self, state: &State, actions: &mut impl Sink) {
        let reactions = self.reactions(state);
        push(actions, ActionKind::FleetsTrack, reactions.tracks.into());
        push(actions, ActionKind::FleetsFleet, reactions.fleets);
        push(actions, ActionKind::FleetsOccupy, reactions.cities);
        push(actions, ActionKind::FleetsRemove, reactions.cards);
        if reactions.rest {
            actions.take(Action::plain(ActionKind::FleetsRest));
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
        assert!(
            sought.found,
            "{action:?} is not legal in phase {:?}",
            state.phase
        );
    }
}

/// Returns the kinds of the buildings in these positions of a coast, as a set.
#[inline]
fn kinds_at(player: &Player, slots: u8) -> Kinds {
    Bits(slots.into()).fold(0, |kinds, slot| kinds | 1 << player.buildings[slot])
}

/// Adds one action for each target in a set.
#[inline]
fn push(actions: &mut impl Sink, kind: ActionKind, targets: u64) {
    for target in Bits(targets) {
        actions.take(Action::new(kind, target));
    }
}
