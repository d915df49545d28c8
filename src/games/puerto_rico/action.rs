//! Actions: three bytes each, and their notation.

/// VP of a load that its player does without (PR-A31), as a set.
pub mod waived {
    /// The VP of the harbor (PR-9.8).
    pub const HARBOR: u8 = 1;
    /// The VP of the captain's privilege (PR-9.7).
    pub const PRIVILEGE: u8 = 2;
}

/// Where what is waived stands in [`Action::b`] of a load, above the ship.
const WAIVED: u32 = 4;

/// One choice. What `a` and `b` mean depends on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Kind.
    pub kind: ActionKind,
    /// Role card, tile, class, building or good, by kind of action.
    pub a: u8,
    /// Number of colonists; of a load what [`Action::ship`] and [`Action::waived`] read.
    pub b: u8,
}

/// Kinds of action; the notation of each is in its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `settler`, `prospector 2`: take that role card (PR-3.1).
    Role,
    /// `hacienda`, `hospice`, `university`, `colonist`, `production`: use what is asked for.
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
    /// `load corn 6`: on the ship with six spaces (PR-9.1); `load corn 6 no harbor`: without that VP
    /// (PR-A31).
    Load,
    /// `wharf corn` (PR-9.9); `wharf corn no privilege`: without that VP (PR-A31).
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

    /// A load of a good on a ship, or over the wharf for ship 0 of that kind, without some of its VP.
    #[inline]
    pub const fn load(kind: ActionKind, good: u8, ship: u8, waived: u8) -> Action {
        Action {
            kind,
            a: good,
            b: ship | waived << WAIVED,
        }
    }

    /// The ship of a load.
    #[inline]
    pub const fn ship(self) -> usize {
        (self.b & ((1 << WAIVED) - 1)) as usize
    }

    /// The VP that a load does without, as a set of [`waived`].
    #[inline]
    pub const fn waived(self) -> u8 {
        self.b >> WAIVED
    }
}
