//! Numbers of actions: one to one with their notation, and the same in every set-up.

use super::action::{Action, ActionKind, waived};
use super::classes::{CLASSES, FIRST_PRODUCTION, FIRST_VIOLET_CLASS};
use super::components::{BUILDINGS, Building, GOODS, ISLAND, MOST_SLOTS, ROLE_CARDS, SHIPS, TILES};
use super::state::Phase;

/// Questions that have yes and no as answers, but for the one that came later.
const QUESTIONS: usize = 4;
/// The question whether to produce (PR-A31), whose answers have numbers behind all others.
const PRODUCTION: u32 = FIRST[KINDS.len()];
/// The first number of loads that do without some VP (PR-A31): so many for each set of those VP.
const WAIVING: u32 = PRODUCTION + 2;
/// See [`WAIVING`]: on every ship and over the wharf.
const LOADS: u32 = (GOODS * (SHIPS + 1)) as u32;

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

/// The number below which all others lie; actions of PR-A31 come only where everything is optional.
pub const fn bound(everything_optional: bool) -> u32 {
    match everything_optional {
        true => WAIVING + (waived::HARBOR | waived::PRIVILEGE) as u32 * LOADS,
        false => PRODUCTION,
    }
}

/// The number of building a building.
pub fn of_build(building: Building) -> u32 {
    FIRST[ActionKind::Build as usize] + building as u32
}

/// The number of an action in a phase.
#[inline]
pub fn number(phase: Phase, action: Action) -> u32 {
    let a = u32::from(action.a);
    if phase == Phase::Produce {
        return PRODUCTION + u32::from(action.kind == ActionKind::No);
    }
    let load = match action.kind {
        ActionKind::Load => Some(a * SHIPS as u32 + action.ship() as u32),
        ActionKind::Wharf => Some((GOODS * SHIPS) as u32 + a),
        _ => None,
    };
    if let Some(load) = load
        && action.waived() > 0
    {
        return WAIVING + (u32::from(action.waived()) - 1) * LOADS + load;
    }
    let argument = match action.kind {
        ActionKind::Yes | ActionKind::No => match phase {
            Phase::Hacienda => 0,
            Phase::Hospice => 1,
            Phase::University => 2,
            _ => 3,
        },
        ActionKind::Staff => STAFF[usize::from(action.a)] + u32::from(action.b),
        ActionKind::Load => a * SHIPS as u32 + action.ship() as u32,
        _ => a,
    };
    FIRST[action.kind as usize] + argument
}
