//! The silent fleets, a variant for two players (EN-11).

use super::action::{Action, ActionKind};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{NEUTRAL, State};
use crate::endeavor::components::{
    ABOLITION, AREAS, CardSet, DRAW, Deeds, OCCUPY, SHIP, Sites, deck_of,
};
use crate::game::EventLog;

/// Possible reactions of the silent fleets after a turn (EN-11.3).
pub(crate) struct Reactions {
    /// Set of the regions whose track the silent fleets may ship to.
    pub tracks: u8,
    /// Set of the fleets that the silent fleets may ship to.
    pub fleets: Sites,
    /// Set of the cities that the silent fleets may occupy.
    pub cities: Sites,
    /// Set of the cards that the silent fleets may remove.
    pub cards: CardSet,
    /// True if the player may choose an action without any possible reaction.
    pub rest: bool,
}

impl Ruleset {
    /// Returns true if the silent fleets react to the turn that has just ended.
    #[inline]
    pub(crate) fn reacts(&self, state: &State) -> bool {
        if state.by_token && !self.options.react_to_tokens {
            return false;
        }
        let reactions = self.reactions(state);
        let discs = u64::from(reactions.tracks) | reactions.fleets | reactions.cities;
        discs | reactions.cards != 0
    }

    /// Returns the reactions to the actions of the turn that has just ended (EN-11.6, EN-A25).
    pub(crate) fn reactions(&self, state: &State) -> Reactions {
        let neutral = &state.players[NEUTRAL];
        let to = |deed: Deeds| state.done & deed != 0;
        let discs = neutral.supply > 0;
        let mut reactions = Reactions {
            tracks: 0,
            fleets: 0,
            cities: 0,
            cards: 0,
            rest: false,
        };
        let mut effective: Deeds = 0;
        if to(SHIP) && discs {
            reactions.tracks = !state.open & ((1 << AREAS) - 1);
            reactions.fleets =
                self.board.fleets & !state.taken & self.board.union[usize::from(state.open)];
            if reactions.tracks != 0 || reactions.fleets != 0 {
                effective |= SHIP;
            }
        }
        if to(OCCUPY) && discs {
            reactions.cities =
                self.board.cities & !state.taken & self.board.union[state.reach(NEUTRAL)];
            if self.options.restricted_occupation {
                reactions.cities &= self.board.area(usize::from(state.occupied));
            }
            if reactions.cities != 0 {
                effective |= OCCUPY;
            }
        }
        if to(DRAW) {
            reactions.cards = self.tops_within(state, NEUTRAL);
            if reactions.cards != 0 {
                effective |= DRAW;
            }
        }
        reactions.rest = !self.options.effective_reactions && state.done & !effective != 0;
        reactions
    }
}

impl<L: EventLog> Play<'_, L> {
    /// Carries out the reaction that the player chose (EN-11.3).
    pub fn react(&mut self, action: Action) {
        let target = usize::from(action.target);
        let told = match action.kind {
            ActionKind::FleetsTrack => {
                self.ship_track(NEUTRAL, target);
                1
            }
            ActionKind::FleetsFleet | ActionKind::FleetsOccupy => {
                self.state.players[NEUTRAL].supply -= 1;
                self.settle(NEUTRAL, target);
                if action.kind == ActionKind::FleetsFleet {
                    1
                } else {
                    2
                }
            }
            ActionKind::FleetsRemove => {
                self.remove_top(target);
                3
            }
            _ => 0,
        };
        self.event(EventKind::Reaction, 0, told);
        self.next_turn();
    }

    /// Removes the top card of a deck from the game. Removing Europe 5 also abolishes slavery.
    fn remove_top(&mut self, card: usize) {
        self.state.drawn[deck_of(card)] += 1;
        self.state.removed |= 1 << card;
        if card == ABOLITION {
            self.abolish();
        }
    }
}
