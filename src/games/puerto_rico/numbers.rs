//! Numbers of actions: one to one with their notation, and the same in every set-up.

use super::action::{Action, ActionKind};
use super::classes::{CLASSES, FIRST_PRODUCTION, FIRST_VIOLET_CLASS};
use super::components::{BUILDINGS, GOODS, ISLAND, MOST_SLOTS, ROLE_CARDS, SHIPS, TILES};
use super::state::Phase;

/// Questions that have yes and no as answers.
const QUESTIONS: usize = 4;

/// Kinds of action in the order of their numbers, and how many there are of each.
const KINDS: [(ActionKind, usize); 13] = [
    (ActionKind::Role, ROLE_CARDS),
    (ActionKind::Yes, QUESTIONS),
    (ActionKind::No, QUESTIONS),
    (ActionKind::Plant, TILES),
    (ActionKind::Staff, STAFF[CLASSES] as usize),
    (ActionKind::Build, BUILDINGS),
    (ActionKind::Take, GOODS),
    (ActionKind::Sell, GOODS),
    (ActionKind::Load, GOODS * SHIPS),
    (ActionKind::Wharf, GOODS),
    (ActionKind::Store, GOODS),
    (ActionKind::Keep, GOODS),
    (ActionKind::Pass, 1),
];

/// The first number of each kind, and the bound.
const FIRST: [u32; KINDS.len() + 1] = {
    let mut first = [0; KINDS.len() + 1];
    let mut kind = 0;
    while kind < KINDS.len() {
        assert!(KINDS[kind].0 as usize == kind);
        first[kind + 1] = first[kind] + KINDS[kind].1 as u32;
        kind += 1;
    }
    first
};

/// Where the numbers of colonists of each class of circles begin, and how many there are of all.
const STAFF: [u32; CLASSES + 1] = {
    let mut first = [0; CLASSES + 1];
    let mut class = 0;
    while class < CLASSES {
        let most_circles = if class < FIRST_PRODUCTION {
            ISLAND
        } else if class < FIRST_VIOLET_CLASS {
            // A small and a large building.
            2 * MOST_SLOTS
        } else {
            1
        };
        first[class + 1] = first[class] + 1 + most_circles as u32;
        class += 1;
    }
    first
};

/// The number below which all others lie.
pub const BOUND: u32 = FIRST[KINDS.len()];

/// The number of an action in a phase.
#[inline]
pub fn number(phase: Phase, action: Action) -> u32 {
    let a = u32::from(action.a);
    let argument = match action.kind {
        ActionKind::Yes | ActionKind::No => match phase {
            Phase::Hacienda => 0,
            Phase::Hospice => 1,
            Phase::University => 2,
            _ => 3,
        },
        ActionKind::Staff => STAFF[usize::from(action.a)] + u32::from(action.b),
        ActionKind::Load => a * SHIPS as u32 + u32::from(action.b),
        _ => a,
    };
    FIRST[action.kind as usize] + argument
}
