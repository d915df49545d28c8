//! Inputs of the public information about display, draw pile and discards.

use super::facts::{CardFacts, FactInputs};
use super::view::View;
use crate::encoding::{Flags, Inputs, Number, Numbers, Steps};
use crate::maracaibo::components::CardSet;
use crate::maracaibo::rules::state::Phase;
use portolan_core::inputs;

inputs! {
    /// Inputs of the cards that do not belong to a player.
    pub struct PileInputs {
        new(layout, cards: &[String])
        display: Flags = layout.flags("display", cards);
        display_place: Numbers = layout.numbers("display place", cards, 4.0);
        facts: FactInputs = FactInputs::new(layout, "display");
        discarded: Flags = layout.flags("discarded", cards);
        shuffled: Flags = layout.flags("shuffled in", cards);
        held: Numbers = layout.numbers("held since shuffle", cards, 1.0);
        pile: Number = layout.number("pile", 50.0);
        shuffles: Steps = layout.steps("shuffles", 4);
    }
}

impl PileInputs {
    /// Fills the inputs.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>, facts: &CardFacts) {
        let state = view.state;
        let display = || state.display.into_iter().flatten();
        self.display.fill_each(inputs, display());
        self.facts.fill(inputs, facts, display());
        // M-A68: the position in the display matters only to Jean.
        if view.game.opponent.is_some() {
            for (place, card) in (1u8..).zip(state.display) {
                if let Some(card) = card {
                    self.display_place[usize::from(card)].fill(inputs, place);
                }
            }
        }
        // During set-up, includes the observer's own discards, which are not yet on the discard
        // pile (M-1.14).
        let set_aside = view.me().set_aside.into_iter().flatten();
        let discards = state.discards.union(set_aside.collect());
        self.discarded.fill_each(inputs, discards.iter());
        self.pile.fill(inputs, state.pile_len);
        self.shuffles.fill(inputs, state.shuffles);
        if state.shuffles > 0 {
            self.fill_shuffled(inputs, view);
        }
    }

    /// Fills the cards that no player has seen since they were shuffled into a pile. Cards of the
    /// last shuffle are in the pile or in a hand. Cards of an earlier shuffle are in a hand; the
    /// input is the reciprocal of the number of shuffles since then. All other unseen cards have
    /// never been seen.
    fn fill_shuffled(&self, inputs: &mut Inputs, view: View<'_>) {
        let state = view.state;
        unseen(view)
            .iter()
            .for_each(|card| match state.recycled[usize::from(card)] {
                0 => {}
                pile if pile == state.shuffles => self.shuffled.fill(inputs, card),
                pile => {
                    let since = f32::from(state.shuffles - pile);
                    self.held[usize::from(card)].fill(inputs, 1.0 / since);
                }
            });
    }
}

/// Returns the cards that the observer does not see.
fn unseen(view: View<'_>) -> CardSet {
    let state = view.state;
    debug_assert!(state.phase != Phase::Setup, "nothing is shuffled then");
    let display: CardSet = state.display.into_iter().flatten().collect();
    let mut seen = state.discards.union(state.jean.cards).union(display);
    for (seat, player) in state.seated().iter().enumerate() {
        let hand = if seat == view.observer {
            player.hand
        } else {
            player.hand_public
        };
        let planned = player.planned.into_iter().flatten().collect();
        seen = seen.union(player.bought).union(hand).union(planned);
    }
    view.game.cards_in_play(state).minus(seen)
}
