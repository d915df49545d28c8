//! Policy indices of actions, which are equal for all paths, numbers of seats and modules.
//!
//! The index of a move depends on its effect, not on its origin: the number of pirates of the seat behind the moved
//! pirate, the distance and the type of the destination. The destination of a card depends on the path and on all
//! pirates, so a linear function of the inputs cannot represent it.
//!
//! The indices do not distinguish the payment of an action, the owner of the second pirate of a hook, or the pirate that a
//! hook or two parrots move. Separate indices for them would be numerous and rarely used.

use crate::cartagena::components::SYMBOLS;
use crate::cartagena::rules::action::{Action, ActionKind, NO_CARD};
use crate::cartagena::rules::cards;
use crate::cartagena::rules::path::{HOME, MAX_SPACES, Path, Place, SLOOP, START, Spaces, bit};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Pirates, State};
use crate::encoding::Offsets;
use crate::game::{MAX_SEATS, Seat};

/// Version of the indices. Increase it whenever their meaning changes, so that policies trained with other indices are
/// rejected.
pub const EDITION: u32 = 2;

/// Number of kinds of cards: each symbol with both backgrounds.
const KINDS: u32 = 2 * SYMBOLS as u32;
/// Number of places of a pirate on the longest path.
const PLACES: u32 = HOME as u32 + 1;
/// Number of ranks of a pirate: 0 to 5 pirates of the same seat may be behind it.
const RANKS: u32 = 6;
/// Maximum length of a move in spaces: from the start over all spaces to the goal.
const MOST_SPACES: u32 = MAX_SPACES as u32 + 1;
/// Number of distances to the sloop or the goal that share an index.
const SHARED: u32 = 10;
/// Number of spans of a move: exact distances to a space, grouped distances to the sloop, and grouped distances to the
/// goal.
const SPANS: u32 = MOST_SPACES + 1 + 2 * TO_AN_END;
const TO_AN_END: u32 = MOST_SPACES / SHARED + 1;
/// Number of indices for the moves of a seat's own pirates.
const MOVES: u32 = RANKS * SPANS;
/// Number of possible card gains from a backward move: 0 to 2 cards.
const DRAWN: u32 = 3;

/// Indices of each kind of action.
const OFFSETS: Offsets<18> = Offsets::new([
    (ActionKind::Play as usize, SYMBOLS * MOVES as usize),
    (ActionKind::Back as usize, (DRAWN * MOVES) as usize),
    (
        ActionKind::Morgan as usize,
        MAX_SEATS * (DRAWN * SPANS) as usize,
    ),
    (ActionKind::Sail as usize, 1),
    (ActionKind::Captain as usize, 1),
    (ActionKind::Rest as usize, 1),
    (ActionKind::End as usize, 1),
    (ActionKind::Pistol as usize, MAX_SEATS),
    (ActionKind::Rum as usize, 1),
    (ActionKind::Lantern as usize, 1),
    (ActionKind::Parrots as usize, SYMBOLS * SPANS as usize),
    (ActionKind::Hook as usize, SYMBOLS * SPANS as usize),
    (ActionKind::Chest as usize, PLACES as usize),
    (ActionKind::Take as usize, KINDS as usize),
    (ActionKind::Keep as usize, (KINDS * (KINDS + 1)) as usize),
    (ActionKind::Give as usize, KINDS as usize),
    (ActionKind::Put as usize, KINDS as usize),
    (ActionKind::Discard as usize, KINDS as usize),
]);

/// Total number of indices.
pub const BOUND: u32 = OFFSETS.bound;

/// Returns the index of an action in a position where it is legal.
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
    OFFSETS.first(action.kind as usize) + argument
}

/// Returns the number of a seat's pirates behind a place.
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

/// Returns the span of a move, which encodes its distance and the type of its destination.
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
