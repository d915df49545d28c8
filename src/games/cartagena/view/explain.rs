//! Explains actions and events in words.

use super::texts::power_words;
use crate::cartagena::components::{CHEST, LANTERN, RUM, TILE_NAMES};
use crate::cartagena::rules::action::{Action, ActionKind};
use crate::cartagena::rules::cards::is_black;
use crate::cartagena::rules::events::EVENT_NAMES;
use crate::cartagena::rules::path::Place;
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::game::{Event, Seat};
use crate::prose::count;

/// The harbors between which the sloop sails.
const HARBORS: [&str; 2] = ["Cartagena", "Tortuga"];

/// Returns the harbor where the sloop is.
pub(crate) fn harbor(at_tortuga: bool) -> &'static str {
    HARBORS[usize::from(at_tortuga)]
}

impl Ruleset {
    /// Explains the effect of an action.
    pub(crate) fn explain_action(&self, state: &State, action: Action) -> String {
        let seat = Seat::from(state.active);
        let mut text = match action.kind {
            ActionKind::Play | ActionKind::Parrots => {
                let target = self.forward(state, seat, action.b, action.a, 1);
                self.advance_words(action.b, target)
            }
            ActionKind::Back => {
                let target = self.backward(state, action.b);
                let pirates = target.map_or(0, |target| state.crowd.on(target));
                format!(
                    "to {}, {}",
                    self.place_of(target),
                    drawn_words(state, pirates)
                )
            }
            ActionKind::Morgan => {
                let target = self.morgan_target(state, action.b);
                let cards = drawn_words(state, Ruleset::morgan_cards(state, target));
                format!("to {}, {cards}", self.place_words(target))
            }
            ActionKind::Sail => format!("to {}", harbor(!state.at_tortuga)),
            ActionKind::Captain => {
                format!("to {}, without an action", harbor(!state.at_tortuga))
            }
            ActionKind::Rest => format!("{}, and no action", drawn_words(state, 1)),
            ActionKind::End => format!("the turn of seat {}", state.next_seat(state.active) + 1),
            ActionKind::Pistol => {
                let cards = state.hands[usize::from(action.a)].len();
                format!("look at {}, take one", count(cards.into(), "card"))
            }
            ActionKind::Rum => power_words(RUM).to_string(),
            ActionKind::Lantern => power_words(LANTERN).to_string(),
            ActionKind::Hook => {
                let pirates = match action.payment.other_pirate() {
                    Some(_) => 1,
                    None => 2,
                };
                let target = self.forward(state, seat, action.b, action.a, pirates);
                format!(
                    "both {}, for 2 actions",
                    self.advance_words(action.b, target)
                )
            }
            ActionKind::Chest => power_words(CHEST).to_string(),
            ActionKind::Take => format!("seat {} draws another card", state.other + 1),
            ActionKind::Keep if state.phase == Phase::LanternKeep => {
                let others = state.drawn.len() - 1;
                format!("{} back on the pile", count(others.into(), "card"))
            }
            ActionKind::Keep => "a card to every other seat".to_string(),
            ActionKind::Give => format!("to seat {}", state.other + 1),
            ActionKind::Put => match state.drawn.len() - 1 {
                0 => "on top of the pile".to_string(),
                above => format!("on the pile, below {}", count(above.into(), "card")),
            },
            ActionKind::Discard => {
                let hand = state.hands[usize::from(state.other)].len();
                match hand - self.components.hand_limit - 1 {
                    0 => "the last one".to_string(),
                    more => format!("{more} more to discard"),
                }
            }
        };
        let mut black = false;
        action.cards(|card| black |= is_black(card));
        if black {
            let limit = self.components.hand_limit;
            text.push_str(&format!(" · the others discard down to {limit} cards"));
        }
        text
    }

    fn place_of(&self, place: Option<Place>) -> String {
        place.map_or(String::new(), |place| self.place_words(place))
    }

    /// Describes the destination and the distance of a forward move.
    fn advance_words(&self, from: Place, to: Option<Place>) -> String {
        let spaces = to.map_or(0, |to| self.path.progress(to) - self.path.progress(from));
        format!(
            "to {}, {} on",
            self.place_of(to),
            count(spaces.into(), "space")
        )
    }

    /// Describes an event that does not follow from the notation of an action. Returns `None` for
    /// other events.
    pub(crate) fn words_of_event(&self, event: &Event) -> Option<String> {
        let (seat, item) = (event.seat + 1, usize::from(event.item));
        match EVENT_NAMES[usize::from(event.kind)] {
            "chest" => Some(format!("the chest tile is: {}", TILE_NAMES[item])),
            "won" => Some(format!("seat {seat} has won")),
            // The event is logged for every seat but described only once.
            "capped" if seat == 1 => {
                Some("the turn cap ends the game without a winner".to_string())
            }
            _ => None,
        }
    }
}

/// Describes drawing `cards` cards, or fewer if not enough are left (CA-2.11, CA-A30).
fn drawn_words(state: &State, cards: u8) -> String {
    let left = state.pile.len() + state.top_len + state.discards.len();
    let cards = cards.min(left);
    format!("draws {}", count(cards.into(), "card"))
}
