//! Assistants (M-12): figures on the map and their actions.

use super::action::Action;
use super::categories::Category;
use super::events::{EventKind, Money};
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{AssistantAction, CardId, LocationId};

/// Doubloons or VP for a visited assistant (M-21.2 `visitor`).
pub(crate) const VISITOR: [u8; 2] = [2, 1];

impl Ruleset {
    /// Adds the assistants that the player can use. These were at the location when the ship stopped,
    /// were not placed this turn (M-12.1), and have an action whose cost the player can pay.
    pub(crate) fn legal_assistants(
        &self,
        state: &State,
        player: &Player,
        actions: &mut Vec<Action>,
    ) {
        let usable = state.assistants_here & !player.assistants_new;
        if usable == 0 || !state.has_room() {
            return;
        }
        for (index, &card) in player.assistants().iter().enumerate() {
            if usable >> index & 1 == 1 && self.can_pay(state, player, self.assistant(card).cost) {
                actions.push(Action::Assistant(card));
            }
        }
    }

    /// Returns a player's assistants at a location, as bits by index in the player's list of
    /// assistants.
    pub(crate) fn assistants_at(&self, player: &Player, location: LocationId) -> u8 {
        let mut here = 0;
        for (index, &card) in player.assistants().iter().enumerate() {
            if self.components[card].assistant_location == Some(location) {
                here |= 1 << index;
            }
        }
        here
    }

    /// Returns the assistant action of a card.
    ///
    /// # Panics
    ///
    /// Panics if the card has no assistant.
    #[inline]
    pub(crate) fn assistant(&self, card: CardId) -> &AssistantAction {
        let action = self.components[card].assistant_action;
        &self.components.assistant_actions[usize::from(action.expect("it has an assistant"))]
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Uses exactly one assistant (M-12.2).
    pub fn use_assistant(&mut self, seat: u8, card: CardId) {
        let player = self.player(seat);
        if let Some(index) = player.assistants().iter().position(|&other| other == card) {
            self.state.assistants_used |= 1 << index;
        }
        self.event(seat, EventKind::Assistant, card, 0);
        let game = self.game;
        let action = game.components[card].assistant_action;
        let action = action.expect("it has an assistant");
        self.push(Pending::new(seat, PendingStep::AssistantEffects { action }));
        self.pay(seat, game.assistant(card).cost, Money::Cards);
    }

    /// M-21.2 `visitor`: gains VP or doubloons.
    pub fn decide_visitor(&mut self, seat: u8, action: Action) {
        let [doubloons, vp] = VISITOR;
        if action == Action::TakeDoubloons {
            self.earn(seat, Money::Cards, doubloons);
        } else {
            self.vp(seat, Category::Cards, vp.into());
        }
    }

    /// M-12.1: places the figure of a card on the card's location.
    pub fn place_assistant(&mut self, seat: u8, card: CardId) {
        let player = self.player(seat);
        let index = player.assistant_count;
        player.assistants[usize::from(index)] = card;
        player.assistant_count += 1;
        player.assistants_new |= 1 << index;
    }
}
