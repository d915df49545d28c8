//! Numbers of actions to a learnt policy: the same for every path, number of seats and choice of modules.
//!
//! A move is numbered by what it does, not by where it begins: how many own pirates are behind, how far it goes and how it
//! ends. Where a card leads depends on the path and on everybody's pirates, which a sum over inputs cannot tell.
//!
//! With what an action is paid, whose pirate the second one of a hook is, and which own pirate a hook or parrots move is
//! left out: numbers that tell it apart would be many and seldom met.

use super::action::{Action, ActionKind, NO_CARD};
use super::cards;
use super::components::SYMBOLS;
use super::path::{HOME, MAX_SPACES, Path, Place, SLOOP, START, Spaces, bit};
use super::ruleset::Ruleset;
use super::state::{Pirates, State};
use crate::game::{MAX_SEATS, Seat};

/// The first edition numbered moves by card and place.
pub const EDITION: u32 = 2;

/// Symbols, each with both backgrounds.
const KINDS: u32 = 2 * SYMBOLS as u32;
/// Places of a pirate on the longest path.
const PLACES: u32 = HOME as u32 + 1;
/// Own pirates that may be behind one of six.
const RANKS: u32 = 6;
/// Most spaces of a move: from the start over all spaces to the goal.
const MOST_SPACES: u32 = MAX_SPACES as u32 + 1;
/// How many spaces to the sloop or the goal share a number.
const SHARED: u32 = 10;
/// Ways to move: so far to a space, about so far to the sloop, about so far to the goal.
const SPANS: u32 = MOST_SPACES + 1 + 2 * TO_AN_END;
const TO_AN_END: u32 = MOST_SPACES / SHARED + 1;
/// Moves of a seat's own pirates.
const MOVES: u32 = RANKS * SPANS;
/// Cards that a move back brings: none to two.
const DRAWN: u32 = 3;

/// How many numbers each kind of action has, in the order of the kinds.
const COUNTS: [u32; 18] = [
    SYMBOLS as u32 * MOVES,
    DRAWN * MOVES,
    MAX_SEATS as u32 * DRAWN * SPANS,
    1,
    1,
    1,
    1,
    MAX_SEATS as u32,
    1,
    1,
    SYMBOLS as u32 * SPANS,
    SYMBOLS as u32 * SPANS,
    PLACES,
    KINDS,
    KINDS * (KINDS + 1),
    KINDS,
    KINDS,
    KINDS,
];

/// The first number of each kind, and the bound.
const FIRST: [u32; COUNTS.len() + 1] = {
    let mut first = [0; COUNTS.len() + 1];
    let mut kind = 0;
    while kind < COUNTS.len() {
        first[kind + 1] = first[kind] + COUNTS[kind];
        kind += 1;
    }
    first
};

/// The number below which all others lie.
pub const BOUND: u32 = FIRST[COUNTS.len()];

/// The number of an action in a position where it is legal.
#[inline]
pub fn number(game: &Ruleset, state: &State, action: Action) -> u32 {
    let mover = Seat::from(state.active);
    let away = |seat: u8| ((Seat::from(seat) + game.players - mover) % game.players) as u32;
    let own_move = |from, to| {
        let rank = pirates_behind(&game.path, &state.pirates[mover], from);
        rank * SPANS + span(&game.path, from, to)
    };
    let (symbol, place) = (action.a, action.b);
    let forward = || {
        let target = game.forward(state, mover, place, symbol, 1);
        target.unwrap_or(place)
    };
    let argument = match action.kind {
        ActionKind::Play => u32::from(symbol) * MOVES + own_move(place, forward()),
        ActionKind::Parrots | ActionKind::Hook => {
            u32::from(symbol) * SPANS + span(&game.path, place, forward())
        }
        ActionKind::Back => {
            let target = game.backward(state, place).unwrap_or(place);
            u32::from(state.crowd.on(target)) * MOVES + own_move(place, target)
        }
        ActionKind::Morgan => {
            let target = game.morgan_target(state, place);
            let cards = u32::from(Ruleset::morgan_cards(state, target));
            (away(action.a) * DRAWN + cards) * SPANS + span(&game.path, place, target)
        }
        ActionKind::Chest => u32::from(place),
        ActionKind::Pistol => away(action.a),
        ActionKind::Sail
        | ActionKind::Captain
        | ActionKind::Rest
        | ActionKind::End
        | ActionKind::Rum
        | ActionKind::Lantern => 0,
        ActionKind::Keep => {
            let second = match action.b {
                NO_CARD => KINDS,
                second => kind(second),
            };
            kind(action.a) * (KINDS + 1) + second
        }
        ActionKind::Take | ActionKind::Give | ActionKind::Put | ActionKind::Discard => {
            kind(action.a)
        }
    };
    FIRST[action.kind as usize] + argument
}

/// How many of a seat's pirates are behind a place.
fn pirates_behind(path: &Path, pirates: &Pirates, place: Place) -> u32 {
    let on = |spaces: Spaces| {
        let at_least = pirates.path.0.iter();
        at_least.map(|set| (set & spaces).count_ones()).sum::<u32>()
    };
    let start = u32::from(pirates.start);
    match place {
        START => 0,
        SLOOP => start + on(path.first_spaces()),
        HOME => start + u32::from(pirates.aboard) + on(!0),
        space => {
            let sailed = path.on_island(space);
            let aboard = if sailed { pirates.aboard } else { 0 };
            start + u32::from(aboard) + on(bit(space) - 1)
        }
    }
}

/// How far a move goes and how it ends.
fn span(path: &Path, from: Place, to: Place) -> u32 {
    let spaces = u32::from(path.progress(from).abs_diff(path.progress(to)));
    match to {
        SLOOP => MOST_SPACES + 1 + spaces / SHARED,
        HOME => MOST_SPACES + 1 + TO_AN_END + spaces / SHARED,
        _ => spaces,
    }
}

fn kind(kind: cards::Kind) -> u32 {
    u32::from(cards::symbol(kind)) * 2 + u32::from(cards::is_black(kind))
}
