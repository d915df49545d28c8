//! Changes of every field of a position, with the seats that notice them in texts, data and features (CA-1.6, CA-A34).

use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::cards::{Cards, kind};
use portolan::games::cartagena::components::{HOOK, RUM};
use portolan::games::cartagena::state::{Knowledge, Phase, Pirates, State};

use super::shown_support::{
    ALL, BOTH, Change, NEITHER, OWN, PROSE, SECRET, Text, changes, every_field_is_shown,
};
use super::support::rules;
use crate::table::random_position;

/// Observers who notice that seat 1 knows more than others do about a secret.
const OWN_KNOWLEDGE: Text = Text::to([false, true, false]);
const PILE: Text = Text::to([true, false, false]);

/// A position late in a random game with seat 1 to move, at the start of its turn or in a phase.
#[derive(Clone, Copy, Debug)]
enum At {
    Turn,
    Pistol,
    RumGive,
    Hindrance,
}

/// Replaces a card with another one.
fn exchange(cards: &mut Cards) {
    let first = cards.kinds().next().expect("a card");
    cards.remove(first);
    cards.add(match first == kind(HOOK, true) {
        true => kind(RUM, true),
        false => kind(HOOK, true),
    });
}

/// Lets seat 1 know a card in the hand of seat 2.
fn knows_a_card(state: &mut State) {
    let card = state.hands[1].kinds().next().expect("a card");
    state.knowledge[0].hands[1].add(card);
}

/// Returns a position late in a random game. In a turn, seat 1 knows the order of two cards on the pile.
fn position(game: &Cartagena, at: At) -> State {
    let phase = match at {
        At::Turn => Phase::Turn,
        At::Pistol => Phase::Pistol,
        At::RumGive => Phase::RumGive,
        At::Hindrance => Phase::Hindrance,
    };
    let mut state = random_position(game, |state| {
        let cards = state.hands.iter().take(3).all(|hand| hand.len() > 1);
        let turn = state.fresh
            && cards
            && state.crowd != Default::default()
            && state.chests != 0
            && state.turns[0] > 2;
        state.phase == phase && state.active == 0 && (turn || phase != Phase::Turn)
    });
    if phase == Phase::Turn {
        (state.top, state.top_len, state.top_known_to) = ([kind(RUM, false); 3], 2, 0);
        state.knowledge = Default::default();
        return state;
    }
    (state.other, state.discarded) = (1, 0);
    for _ in 0..9 {
        state.hands[1].add(kind(RUM, false));
        state.hands[2].add(kind(RUM, false));
    }
    state
}

fn of_state() -> Vec<Change<At, State>> {
    use At::{Hindrance, Pistol, RumGive, Turn};
    let _ = |value: &Knowledge| {
        let Knowledge {
            hands: _,
            together: _,
        } = value;
    };
    changes!(State {
        seats {}
        phase { "", Turn, |state| state.phase = Phase::LanternKeep, ALL, BOTH; }
        active { "", Turn, |state| state.active = 2, ALL, BOTH; }
        actions_left { "", Turn, |state| state.actions_left -= 1, ALL, BOTH; }
        fresh { "", Turn, |state| state.fresh ^= true, ALL, BOTH; }
        acted { "", Turn, |state| state.acted ^= true, ALL, BOTH; }
        black_played { "", Turn, |state| state.black_played ^= true, ALL, BOTH; }
        at_tortuga { "", Turn, |state| state.at_tortuga ^= true, ALL, BOTH; }
        other {
            "", Pistol, |state| state.other = 2, ALL, BOTH;
            "", RumGive, |state| state.other = 2, ALL, BOTH;
            "", Hindrance, |state| state.other = 2, ALL, BOTH;
        }
        discarded { "", Hindrance, |state| state.discarded = HOOK, ALL, BOTH; }
        turns { "", Turn, |state| state.turns[2] += 1, ALL, BOTH; }
        symbols { "", Turn, |state| state.symbols.swap(0, 1), ALL, BOTH; }
        crowd { "", Turn, |state| state.crowd = Default::default(), PROSE, BOTH; }
        pirates { "of two seats", Turn, |state| state.pirates.swap(0, 1), ALL, BOTH; }
        hands {
            "size", Turn, |state| state.hands[0].add(kind(RUM, true)), ALL, BOTH;
            "kinds", Turn, |state| exchange(&mut state.hands[0]), SECRET, OWN;
        }
        pile {
            "size", Turn, |state| state.pile.add(kind(RUM, false)), ALL, BOTH;
            "kinds", Turn, |state| exchange(&mut state.pile), PILE, NEITHER;
        }
        top { "", Turn, |state| state.top[1] = kind(HOOK, false), SECRET, OWN; }
        top_len { "", Turn, |state| state.top_len -= 1, ALL, BOTH; }
        top_known_to { "", Turn, |state| state.top_known_to = 2, ALL, BOTH; }
        discards { "", Turn, |state| state.discards.add(kind(RUM, false)), ALL, BOTH; }
        drawn {
            "size", RumGive, |state| state.drawn.add(kind(RUM, false)), ALL, BOTH;
            "kinds", RumGive, |state| exchange(&mut state.drawn), SECRET, OWN;
        }
        chests { "", Turn, |state| state.chests &= state.chests - 1, ALL, BOTH; }
        closed_tiles { "", Turn, |state| state.closed_tiles[0] ^= 1, ALL, BOTH; }
        knowledge {
            "hands", Turn, knows_a_card, OWN_KNOWLEDGE, OWN;
            "together", Turn, |state| state.knowledge[0].together.add(kind(RUM, false)), OWN_KNOWLEDGE, OWN;
        }
    })
}

fn of_pirates() -> Vec<Change<At, Pirates>> {
    changes!(Pirates {
        path { "", At::Turn, |pirates| pirates.path.0[0] ^= 1 << 9, ALL, BOTH; }
        start { "", At::Turn, |pirates| pirates.start += 1, ALL, BOTH; }
        aboard { "", At::Turn, |pirates| pirates.aboard += 1, ALL, BOTH; }
        home { "", At::Turn, |pirates| pirates.home += 1, ALL, BOTH; }
    })
}

#[test]
fn every_field_is_shown_to_the_seats_that_know_it() {
    let modules = "modules=morgan,hindrance,black-magician";
    let options = [
        "story=full-escape",
        modules,
        "layout=random-symbols",
        "turn_cap=40",
    ];
    let game = rules(3, &options);
    every_field_is_shown(&game, &of_state(), |at| position(&game, at), |state| state);
    every_field_is_shown(
        &game,
        &of_pirates(),
        |at| position(&game, at),
        |state| &mut state.pirates[0],
    );
}
