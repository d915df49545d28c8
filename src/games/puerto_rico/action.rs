//! Actions: three bytes each, and their notation.

use std::fmt::Write;

use super::PuertoRico;
use super::components::{BUILDING_IDS, GOOD_NAMES, ROLE_NAMES, TILE_NAMES};
use super::mayor::class_name;
use super::state::{Phase, State};

/// One choice. What `a` and `b` mean depends on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Kind.
    pub kind: ActionKind,
    /// Role card, tile, class, building or good, by kind of action.
    pub a: u8,
    /// Number of colonists, or ship.
    pub b: u8,
}

/// Kinds of action; the notation of each is in its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `settler`, `prospector 2`: take that role card (PR-3.1).
    Role,
    /// `hacienda`, `hospice`, `university`, `colonist`: use what is asked for.
    Yes,
    /// `no hacienda` and so on: do without.
    No,
    /// `plant corn`, `plant quarry`: put that tile on the island (PR-4.1).
    Plant,
    /// `staff corn 2`, `staff indigo_plants 0`, `staff office 1`: so many colonists there (PR-5.3).
    Staff,
    /// `build office` (PR-6.1).
    Build,
    /// `take corn`: the craftsman's privilege (PR-7.5).
    Take,
    /// `sell corn` (PR-8.1).
    Sell,
    /// `load corn 6`: on the ship with six spaces (PR-9.1).
    Load,
    /// `wharf corn` (PR-9.9).
    Wharf,
    /// `store corn`: a warehouse keeps all barrels of the kind (PR-9.12).
    Store,
    /// `keep corn`: the single barrel (PR-9.12).
    Keep,
    /// `pass`: nothing of what is offered.
    Pass,
}

impl Action {
    /// Doing nothing.
    pub const PASS: Action = Action::new(ActionKind::Pass, 0);
    /// Using what is asked for.
    pub const YES: Action = Action::new(ActionKind::Yes, 0);
    /// Doing without.
    pub const NO: Action = Action::new(ActionKind::No, 0);

    /// An action about one thing.
    #[inline]
    pub const fn new(kind: ActionKind, a: u8) -> Action {
        Action { kind, a, b: 0 }
    }
}

/// What is asked for in a question that has yes and no as answers.
fn asked(phase: Phase) -> &'static str {
    match phase {
        Phase::Hacienda => "hacienda",
        Phase::Hospice => "hospice",
        Phase::University => "university",
        _ => "colonist",
    }
}

impl PuertoRico {
    /// Writes the notation of an action (see [`ActionKind`]).
    pub(super) fn write_notation(&self, state: &State, action: Action, text: &mut String) {
        let a = usize::from(action.a);
        // Writing to a String cannot fail.
        let _ = match action.kind {
            ActionKind::Role => write!(text, "{}", ROLE_NAMES[a]),
            ActionKind::Yes => write!(text, "{}", asked(state.phase)),
            ActionKind::No => write!(text, "no {}", asked(state.phase)),
            ActionKind::Plant => write!(text, "plant {}", TILE_NAMES[a]),
            ActionKind::Staff => write!(text, "staff {} {}", class_name(action.a), action.b),
            ActionKind::Build => write!(text, "build {}", BUILDING_IDS[a]),
            ActionKind::Take => write!(text, "take {}", GOOD_NAMES[a]),
            ActionKind::Sell => write!(text, "sell {}", GOOD_NAMES[a]),
            ActionKind::Load => {
                let capacity = self.components.setup.ships[usize::from(action.b)];
                write!(text, "load {} {capacity}", GOOD_NAMES[a])
            }
            ActionKind::Wharf => write!(text, "wharf {}", GOOD_NAMES[a]),
            ActionKind::Store => write!(text, "store {}", GOOD_NAMES[a]),
            ActionKind::Keep => write!(text, "keep {}", GOOD_NAMES[a]),
            ActionKind::Pass => write!(text, "pass"),
        };
    }
}
