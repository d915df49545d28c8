//! Action indices. Each index corresponds to one notation. The indices are equal in all set-ups of a
//! data set because sites are numbered by the ids on both sides of the board.

use crate::encoding::Offsets;
use crate::endeavor::components::{
    AREAS, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, BUILDINGS, CARDS, Components, MAX_SITES,
    START_SIDES, TOKEN_KINDS,
};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::state::NONE;

/// Number of governor cards. The index of `governor none` follows their indices.
const GOVERNORS: usize = CARDS - ASSETS;

/// Number of kinds of action.
const KINDS: usize = ActionKind::Discard as usize + 1;

/// Assigns action indices: the kinds follow one another, and each kind is ordered by target.
#[derive(Clone, Debug)]
pub struct Numbers {
    offsets: Offsets<KINDS>,
    /// Index of each site of the side in play, among the ids on both sides.
    sites: [u8; MAX_SITES],
}

impl Numbers {
    /// Creates the indices for a side of the board.
    pub fn new(components: &Components, side: usize) -> Numbers {
        let sites = components.site_ids().len();
        let counts = [
            (ActionKind::Start, START_SIDES),
            (ActionKind::Scrap, BUILDINGS),
            (ActionKind::Build, BUILDINGS),
            (ActionKind::Salary, BUILDINGS),
            (ActionKind::Use, BUILDINGS),
            (ActionKind::Token, TOKEN_KINDS - ATTRIBUTE_TOKENS),
            (ActionKind::Pass, 1),
            (ActionKind::ShipTrack, AREAS),
            (ActionKind::ShipFleet, sites),
            (ActionKind::ShipSeas, AREAS),
            (ActionKind::Occupy, sites),
            (ActionKind::Attack, sites),
            (ActionKind::Pay, BUILDINGS),
            (ActionKind::Draw, ASSETS),
            (ActionKind::Stop, 1),
            (ActionKind::Casualty, ATTRIBUTE_NAMES.len()),
            (ActionKind::FleetsTrack, AREAS),
            (ActionKind::FleetsFleet, sites),
            (ActionKind::FleetsOccupy, sites),
            (ActionKind::FleetsRemove, ASSETS),
            (ActionKind::FleetsRest, 1),
            (ActionKind::Governor, GOVERNORS + 1),
            (ActionKind::Discard, CARDS),
        ];
        Numbers {
            offsets: Offsets::new(counts.map(|(kind, count)| (kind as usize, count))),
            sites: components.site_numbers(side),
        }
    }

    /// Returns the number of action indices.
    pub fn bound(&self) -> u32 {
        self.offsets.bound
    }

    /// Returns the index of the action with a component: a kind of building, a card or a token.
    pub fn of_component(&self, kind: ActionKind, index: usize) -> u32 {
        self.offsets.first(kind as usize) + index as u32
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
        self.offsets.first(action.kind as usize) + argument as u32
    }
}
