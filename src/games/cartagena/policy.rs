//! Numbers of actions to a learnt policy: the same for every path, number of seats and choice of modules.
//!
//! With what an action is paid, and whose pirate the second one of a hook is, is left out: numbers that tell it apart
//! would be many and seldom met.

use super::action::{Action, ActionKind, NO_CARD};
use super::cards;
use super::components::SYMBOLS;
use super::path::HOME;
use crate::game::MAX_SEATS;

/// Symbols, each with both backgrounds.
const KINDS: u32 = 2 * SYMBOLS as u32;
/// Places of a pirate on the longest path.
const PLACES: u32 = HOME as u32 + 1;
/// A symbol and a place.
const MOVES: u32 = SYMBOLS as u32 * PLACES;

/// How many numbers each kind of action has, in the order of the kinds.
const COUNTS: [u32; 18] = [
    MOVES,
    PLACES,
    MAX_SEATS as u32,
    1,
    1,
    1,
    1,
    MAX_SEATS as u32,
    1,
    1,
    MOVES,
    MOVES,
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

/// The number of an action.
#[inline]
pub fn number(action: Action) -> u32 {
    let (symbol, seat, place) = (
        u32::from(action.a),
        u32::from(action.a),
        u32::from(action.b),
    );
    let argument = match action.kind {
        ActionKind::Play | ActionKind::Parrots | ActionKind::Hook => symbol * PLACES + place,
        ActionKind::Back | ActionKind::Chest => place,
        ActionKind::Morgan | ActionKind::Pistol => seat,
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

fn kind(kind: cards::Kind) -> u32 {
    u32::from(cards::symbol(kind)) * 2 + u32::from(cards::is_black(kind))
}
