//! Actions: three bytes each, and their notation.

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
