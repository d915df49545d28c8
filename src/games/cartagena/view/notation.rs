//! Text of moves: notation, title and effect.

use crate::cartagena::components::{CHEST, LANTERN, RUM, SYMBOL_NAMES, TILE_NAMES};
use crate::cartagena::rules::action::{Action, ActionKind, NO_CARD, place_name};
use crate::cartagena::rules::cards::{Kind, is_black, kind_name};
use crate::cartagena::rules::draw::PILE;
use crate::cartagena::rules::magician::CHEST_TILES;
use crate::cartagena::rules::path::{HOME, Place, SLOOP, START};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::setup::{FIRST_SYMBOL, FIRST_WAY};
use crate::cartagena::rules::state::{Phase, State};
use crate::cartagena::{Cartagena, ENTRY};
use crate::game::{Notation, Phrase, Purpose, Seat};
use crate::prose::count;

/// The harbors between which the sloop sails.
const HARBORS: [&str; 2] = ["Cartagena", "Tortuga"];

/// Returns the harbor where the sloop is.
pub(crate) fn harbor(at_tortuga: bool) -> &'static str {
    HARBORS[usize::from(at_tortuga)]
}

impl Notation for Cartagena {
    const NAME: &'static str = ENTRY.name;

    #[rustfmt::skip]
    fn phrase(&self, state: &State, action: Action, phrase: &mut Phrase) {
        let game = &*self.ruleset;
        let (a, b) = (action.a, action.b);
        let symbol = SYMBOL_NAMES.get(usize::from(a)).copied().unwrap_or_default();
        let cards = |number: u8| count(number.into(), "card");
        match action.kind {
            ActionKind::Play => from(phrase.word("play").word(symbol).prose(": pirate"), b)
                .effect(|| game.advance_words(state, action, 1)),
            ActionKind::Parrots => from(phrase.words("parrots", "play two parrots as").word(symbol).prose(": pirate"), b)
                .effect(|| game.advance_words(state, action, 1)),
            ActionKind::Back => from(phrase.prose("move a pirate").word("back"), b).effect(|| {
                let target = game.backward(state, b);
                let pirates = target.map_or(0, |target| state.crowd.on(target));
                format!("to {}, {}", game.place_of(target), drawn_words(state, pirates))
            }),
            ActionKind::Morgan => from(phrase.words("morgan", "move a pirate of seat").number(a + 1), b).effect(|| {
                let target = game.morgan_target(state, b);
                let cards = drawn_words(state, Ruleset::morgan_cards(state, target));
                format!("to {}, {cards}", game.place_words(target))
            }),
            ActionKind::Sail => phrase.word("sail").prose("the sloop")
                .effect(|| format!("to {}", harbor(!state.at_tortuga))),
            ActionKind::Captain => phrase.words("captain", "sail the sloop before the actions")
                .effect(|| format!("to {}, without an action", harbor(!state.at_tortuga))),
            ActionKind::Rest => phrase.word("rest").effect(|| format!("{}, and no action", drawn_words(state, 1))),
            ActionKind::End => phrase.word("end").prose("the turn")
                .effect(|| format!("the turn of seat {}", state.next_seat(state.active) + 1)),
            ActionKind::Pistol => phrase.prose("use a").word("pistol").prose("on seat").number(a + 1)
                .effect(|| format!("look at {}, take one", cards(state.hands[usize::from(a)].len()))),
            ActionKind::Rum => phrase.prose("use").word("rum").effect(|| game.power_words(RUM)),
            ActionKind::Lantern => phrase.prose("use a").word("lantern").effect(|| game.power_words(LANTERN)),
            ActionKind::Hook => {
                phrase.prose("use a").word("hook").prose("and").word(symbol);
                let pirates = match action.payment.other_pirate() {
                    Some(seat) => {
                        from(phrase.prose(": pirate"), b).prose("together").word("with").prose("a pirate of seat").number(seat + 1);
                        1
                    }
                    None => {
                        from(phrase.prose(": two pirates"), b);
                        2
                    }
                };
                phrase.effect(|| format!("both {}, for 2 actions", game.advance_words(state, action, pirates)))
            }
            ActionKind::Chest => phrase.prose("turn up the").word("chest").prose("tile on space").number(b)
                .effect(|| game.power_words(CHEST)),
            ActionKind::Take => phrase.word("take").word(kind_name(a))
                .effect(|| format!("seat {} draws another card", state.other + 1)),
            ActionKind::Keep => {
                phrase.word("keep").word(kind_name(a));
                if b != NO_CARD {
                    phrase.word("and").word(kind_name(b));
                }
                phrase.effect(|| match state.phase {
                    Phase::LanternKeep => format!("{} back on the pile", cards(state.drawn.len() - 1)),
                    _ => "a card to every other seat".to_string(),
                })
            }
            ActionKind::Give => phrase.word("give").word(kind_name(a)).effect(|| format!("to seat {}", state.other + 1)),
            ActionKind::Put => phrase.word("put").word(kind_name(a)).effect(|| match state.drawn.len() - 1 {
                0 => "on top of the pile".to_string(),
                above => format!("on the pile, below {}", cards(above)),
            }),
            ActionKind::Discard => phrase.word("discard").word(kind_name(a)).effect(|| {
                match state.hands[usize::from(state.other)].len() - game.components.hand_limit - 1 {
                    0 => "the last card".to_string(),
                    more => format!("{more} more to discard"),
                }
            }),
        };
        game.add_payment(action, phrase);
    }

    /// A strip is named by its number (CA-1.1).
    fn drawn(&self, purpose: Purpose, thing: u16) -> (&'static str, String) {
        match purpose {
            PILE => ("card", kind_name(thing as Kind)),
            CHEST_TILES => ("chest tile", TILE_NAMES[usize::from(thing)].to_string()),
            _ if thing < FIRST_WAY => ("strip", (thing + 1).to_string()),
            _ if thing < FIRST_SYMBOL => {
                let ways = ["as printed", "turned round"];
                (
                    "way round",
                    ways[usize::from(thing - FIRST_WAY)].to_string(),
                )
            }
            _ => {
                let symbol = SYMBOL_NAMES[usize::from(thing - FIRST_SYMBOL)];
                ("symbol", symbol.to_string())
            }
        }
    }
}

/// Adds the place from which a pirate moves.
fn from(phrase: &mut Phrase, place: Place) -> &mut Phrase {
    let preposition = match place {
        START | SLOOP => "from the",
        HOME => "from",
        _ => "from space",
    };
    phrase.prose(preposition).word(place_name(place))
}

impl Ruleset {
    /// Adds the parrots and the black cards that pay for an action.
    fn add_payment(&self, action: Action, phrase: &mut Phrase) {
        let payment = action.payment;
        if payment.is_parrots() && action.kind != ActionKind::Parrots {
            phrase.words("by parrots", ", with two parrots");
        }
        match (payment.is_parrots(), payment.black()) {
            (_, 0) => &mut *phrase,
            (true, 2) => phrase.words("2 black", "(2 black)"),
            (true, _) => phrase.words("1 black", "(1 black)"),
            (false, _) => phrase.words("black", "(black)"),
        };
        if payment.second_black() {
            phrase.words("+black", "(second card black)");
        }
        let mut black = false;
        action.cards(|card| black |= is_black(card));
        if black {
            let limit = self.components.hand_limit;
            phrase.effect(|| format!("the others discard down to {limit} cards"));
        }
    }

    fn place_of(&self, place: Option<Place>) -> String {
        place.map_or(String::new(), |place| self.place_words(place))
    }

    /// Describes the destination and the distance of a forward move with a number of pirates.
    fn advance_words(&self, state: &State, action: Action, pirates: u8) -> String {
        let (from, seat) = (action.b, Seat::from(state.active));
        let to = self.forward(state, seat, from, action.a, pirates);
        let spaces = to.map_or(0, |to| self.path.progress(to) - self.path.progress(from));
        let spaces = count(spaces.into(), "space");
        format!("to {}, {spaces} on", self.place_of(to))
    }
}

/// Describes drawing `cards` cards, or fewer if not enough are left (CA-2.11, CA-A30).
fn drawn_words(state: &State, cards: u8) -> String {
    let left = state.pile.len() + state.top_len + state.discards.len();
    let cards = cards.min(left);
    format!("draws {}", count(cards.into(), "card"))
}
