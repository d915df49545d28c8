//! Actions, stored in three bytes each.

/// Bit set of the VP that a player waives with a load (PR-A31).
pub mod waived {
    /// The VP of the harbor (PR-9.8).
    pub const HARBOR: u8 = 1;
    /// The VP of the captain's privilege (PR-9.7).
    pub const PRIVILEGE: u8 = 2;
}

/// Bit offset of the waived VP in [`Action::b`]. The bits below contain the ship.
const WAIVED: u32 = 4;

/// One choice by one seat. The kind determines the meaning of `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    pub kind: ActionKind,
    /// Index of the role card, tile, class of circles, building or good, depending on the kind.
    pub a: u8,
    /// Number of colonists. For a load, the values that [`Action::ship`] and [`Action::waived`]
    /// return.
    pub b: u8,
}

/// Kinds of action, each with examples of its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `settler`, `prospector 2`: takes this role card (PR-3.1).
    Role,
    /// `hacienda`, `hospice`, `university`, `colonist`, `production`: uses the offered option.
    Yes,
    /// `no hacienda` and so on: declines the offered option.
    No,
    /// `plant corn`, `plant quarry`: places this tile on the island (PR-4.1).
    Plant,
    /// `staff corn 2`, `staff indigo_plants 0`, `staff office 1`: places this many colonists in a
    /// class of circles (PR-5.3).
    Staff,
    /// `build office`: builds this building (PR-6.1).
    Build,
    /// `take corn`: takes this good with the craftsman's privilege (PR-7.5).
    Take,
    /// `sell corn`: sells one barrel to the trading house (PR-8.1).
    Sell,
    /// `load corn 6`: loads the ship with six spaces (PR-9.1). `load corn 6 no harbor`: waives the VP
    /// of the harbor (PR-A31).
    Load,
    /// `wharf corn`: ships with the wharf (PR-9.9). `wharf corn no privilege`: waives the VP of the
    /// privilege (PR-A31).
    Wharf,
    /// `store corn`: stores all barrels of this kind in a warehouse (PR-9.12).
    Store,
    /// `keep corn`: keeps a single barrel of this kind (PR-9.12).
    Keep,
    /// `pass`: takes none of the offered actions.
    Pass,
}

impl Action {
    pub const PASS: Action = Action::new(ActionKind::Pass, 0);
    /// Uses the offered option.
    pub const YES: Action = Action::new(ActionKind::Yes, 0);
    /// Declines the offered option.
    pub const NO: Action = Action::new(ActionKind::No, 0);

    /// Creates an action with the argument `a`.
    #[inline]
    pub const fn new(kind: ActionKind, a: u8) -> Action {
        Action { kind, a, b: 0 }
    }

    /// Creates a load that waives the VP in `waived`. A [`ActionKind::Wharf`] action always has ship
    /// 0.
    #[inline]
    pub const fn load(kind: ActionKind, good: u8, ship: u8, waived: u8) -> Action {
        Action {
            kind,
            a: good,
            b: ship | waived << WAIVED,
        }
    }

    /// Returns the index of the ship that a load uses.
    #[inline]
    pub const fn ship(self) -> usize {
        (self.b & ((1 << WAIVED) - 1)) as usize
    }

    /// Returns the VP that a load waives, as a set of [`waived`] bits.
    #[inline]
    pub const fn waived(self) -> u8 {
        self.b >> WAIVED
    }
}
