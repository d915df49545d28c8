//! Action indices. Each index corresponds to one notation. The indices are equal in all set-ups of a
//! data set because sites are numbered by the ids on both sides of the board.

use crate::endeavor::components::{
    AREAS, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, BUILDINGS, CARDS, Components, MAX_SITES,
    START_SIDES, TOKEN_KINDS,
};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::state::NONE;

/// Kinds of action, in index order.
const ACTION_KINDS: [ActionKind; 23] = [
    ActionKind::Start,
    ActionKind::Scrap,
    ActionKind::Build,
    ActionKind::Salary,
    ActionKind::Use,
    ActionKind::Token,
    ActionKind::Pass,
    ActionKind::ShipTrack,
    ActionKind::ShipFleet,
    ActionKind::ShipSeas,
    ActionKind::Occupy,
    ActionKind::Attack,
    ActionKind::Pay,
    ActionKind::Draw,
    ActionKind::Stop,
    ActionKind::Casualty,
    ActionKind::FleetsTrack,
    ActionKind::FleetsFleet,
    ActionKind::FleetsOccupy,
    ActionKind::FleetsRemove,
    ActionKind::FleetsRest,
    ActionKind::Governor,
    ActionKind::Discard,
];

/// Number of governor cards. The index of `governor none` follows their indices.
const GOVERNORS: usize = CARDS - ASSETS;

/// Assigns action indices: the kinds follow one another, and each kind is ordered by target.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// First index of each kind, followed by the total number.
    first: [u32; ACTION_KINDS.len() + 1],
    /// Index of each site of the side in play, among the ids on both sides.
    sites: [u8; MAX_SITES],
}

impl Numbers {
    /// Creates the indices for a side of the board.
    pub fn new(components: &Components, side: usize) -> Numbers {
        let sites = components.site_ids().len();
        let mut first = [0; ACTION_KINDS.len() + 1];
        for (index, kind) in ACTION_KINDS.into_iter().enumerate() {
            let count = match kind {
                ActionKind::Start => START_SIDES,
                ActionKind::Scrap
                | ActionKind::Build
                | ActionKind::Salary
                | ActionKind::Use
                | ActionKind::Pay => BUILDINGS,
                ActionKind::Token => TOKEN_KINDS - ATTRIBUTE_TOKENS,
                ActionKind::Pass | ActionKind::Stop | ActionKind::FleetsRest => 1,
                ActionKind::ShipTrack | ActionKind::ShipSeas | ActionKind::FleetsTrack => AREAS,
                ActionKind::ShipFleet
                | ActionKind::Occupy
                | ActionKind::Attack
                | ActionKind::FleetsFleet
                | ActionKind::FleetsOccupy => sites,
                ActionKind::Draw | ActionKind::FleetsRemove => ASSETS,
                ActionKind::Casualty => ATTRIBUTE_NAMES.len(),
                ActionKind::Governor => GOVERNORS + 1,
                ActionKind::Discard => CARDS,
            };
            first[index + 1] = first[index] + count as u32;
        }
        Numbers {
            first,
            sites: components.site_numbers(side),
        }
    }

    /// Returns the number of action indices.
    pub fn bound(&self) -> u32 {
        self.first[ACTION_KINDS.len()]
    }

    /// Returns the index of the action with a component: a kind of building, a card or a token.
    pub fn of_component(&self, kind: ActionKind, index: usize) -> u32 {
        self.first[kind as usize] + index as u32
    }

    /// Returns the index of an action.
    #[inline]
    pub fn of(&self, action: Action) -> u32 {
        let target = usize::from(action.target);
        let argument = match action.kind {
            ActionKind::Pass | ActionKind::Stop | ActionKind::FleetsRest => 0,
            ActionKind::ShipFleet
            | ActionKind::Occupy
            | ActionKind::Attack
            | ActionKind::FleetsFleet
            | ActionKind::FleetsOccupy => usize::from(self.sites[target]),
            ActionKind::Governor if action.target == NONE => GOVERNORS,
            ActionKind::Governor => target - ASSETS,
            _ => target,
        };
        self.first[action.kind as usize] + argument as u32
    }
}

const _: () = {
    let mut index = 0;
    while index < ACTION_KINDS.len() {
        assert!(ACTION_KINDS[index] as usize == index);
        index += 1;
    }
};
