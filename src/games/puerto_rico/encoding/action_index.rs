//! Action indices. Each index corresponds to one notation, independently of the set-up.

use crate::encoding::Offsets;
use crate::puerto_rico::components::{
    BUILDINGS, Building, GOODS, ISLAND, MOST_SLOTS, ROLE_CARDS, SHIPS, TILES,
};
use crate::puerto_rico::rules::action::{Action, ActionKind, waived};
use crate::puerto_rico::rules::classes::{CLASSES, FIRST_PRODUCTION, FIRST_VIOLET_CLASS};
use crate::puerto_rico::rules::state::Phase;

/// Number of yes-or-no decisions, excluding the production decision of PR-A31.
const QUESTIONS: usize = 4;
/// First index of the production decision (PR-A31), which follows the indices of all other kinds.
const PRODUCTION: u32 = OFFSETS.bound;
/// First index of the loads that waive VP (PR-A31). Each set of waived VP has [`LOADS`] indices.
const WAIVING: u32 = PRODUCTION + 2;
/// Number of combinations of a good with a ship or the wharf.
const LOADS: u32 = (GOODS * (SHIPS + 1)) as u32;

/// Indices of each kind of action.
const OFFSETS: Offsets<13> = Offsets::new([
    (ActionKind::Role as usize, ROLE_CARDS),
    (ActionKind::Yes as usize, QUESTIONS),
    (ActionKind::No as usize, QUESTIONS),
    (ActionKind::Plant as usize, TILES),
    (ActionKind::Staff as usize, STAFF[CLASSES] as usize),
    (ActionKind::Build as usize, BUILDINGS),
    (ActionKind::Take as usize, GOODS),
    (ActionKind::Sell as usize, GOODS),
    (ActionKind::Load as usize, GOODS * SHIPS),
    (ActionKind::Wharf as usize, GOODS),
    (ActionKind::Store as usize, GOODS),
    (ActionKind::Keep as usize, GOODS),
    (ActionKind::Pass as usize, 1),
]);

/// First offset of each class of circles within the `staff` actions, followed by the total number.
const STAFF: [u32; CLASSES + 1] = {
    let mut first = [0; CLASSES + 1];
    let mut class = 0;
    while class < CLASSES {
        let most_circles = if class < FIRST_PRODUCTION {
            ISLAND
        } else if class < FIRST_VIOLET_CLASS {
            // One small and one large building.
            2 * MOST_SLOTS
        } else {
            1
        };
        first[class + 1] = first[class] + 1 + most_circles as u32;
        class += 1;
    }
    first
};

/// Returns the number of action indices. The indices of PR-A31 exist only if everything is
/// optional.
pub const fn bound(everything_optional: bool) -> u32 {
    match everything_optional {
        true => WAIVING + (waived::HARBOR | waived::PRIVILEGE) as u32 * LOADS,
        false => PRODUCTION,
    }
}

/// Returns the index of the action that builds a building.
pub fn of_build(building: Building) -> u32 {
    OFFSETS.first(ActionKind::Build as usize) + building as u32
}

/// Returns the index of an action in a phase.
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
    OFFSETS.first(action.kind as usize) + argument
}
