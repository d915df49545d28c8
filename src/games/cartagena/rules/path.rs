//! Places, paths and strips (CA-1.1, CA-2.1, CA-5.1).
//!
//! Sets of spaces are bits of a `u64`: space k is bit k. Counting trailing zeros thus finds the
//! next empty space with a symbol.

use super::options::{Options, Story};
use crate::cartagena::components::SYMBOLS;

/// Maximum number of spaces on a path (CA-3.3).
pub const MAX_SPACES: u8 = 48;

/// Place of a pirate: [`START`], a space from 1 on, [`SLOOP`] or [`HOME`].
pub type Place = u8;
/// The jail or the sunken sloop.
pub const START: Place = 0;
/// The sloop of the full escape.
pub const SLOOP: Place = MAX_SPACES + 1;
/// The goal: the sloop of the base game, otherwise the cove.
pub const HOME: Place = MAX_SPACES + 2;

/// Bit set of places.
pub type Spaces = u64;

/// Returns the set that contains only this space.
#[inline]
pub fn bit(space: Place) -> Spaces {
    1 << space
}

/// Returns all places after the first member of a set, or the empty set if the set is empty.
#[inline]
pub fn after_first(set: Spaces) -> Spaces {
    let first = set & set.wrapping_neg();
    !(first | first.wrapping_sub(1))
}

/// Returns all places before the last member of a set, or the empty set if the set is empty.
#[inline]
pub fn before_last(set: Spaces) -> Spaces {
    match set {
        0 => 0,
        _ => bit((u64::BITS - 1 - set.leading_zeros()) as Place) - 1,
    }
}

/// Iterator over the members of a set, in ascending order.
pub struct Walk(pub Spaces);

impl Iterator for Walk {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.0 == 0 {
            return None;
        }
        let space = self.0.trailing_zeros() as Place;
        self.0 &= self.0 - 1;
        Some(space)
    }
}

/// Numbering of the spaces.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// True if the sloop connects two paths.
    pub full_escape: bool,
    /// Last space of the first path.
    pub first_length: Place,
    /// Last space of the whole way.
    pub length: Place,
    /// Spaces of the first path.
    first: Spaces,
    /// Spaces of the island in the full escape.
    second: Spaces,
}

impl Path {
    /// Creates the path for a game with these options.
    pub fn new(options: &Options) -> Path {
        let first_length = (options.strips * SYMBOLS) as Place;
        let length = first_length + (options.island_strips * SYMBOLS) as Place;
        let up_to = |space: Place| (bit(space + 1) - 1) & !1;
        Path {
            full_escape: options.story == Story::FullEscape,
            first_length,
            length,
            first: up_to(first_length),
            second: up_to(length) & !up_to(first_length),
        }
    }

    /// Returns all spaces on the path of a place. The sloop belongs to the tunnel.
    #[inline]
    fn around(&self, place: Place) -> Spaces {
        if self.full_escape && place > self.first_length && place != SLOOP {
            self.second
        } else {
            self.first
        }
    }

    /// Returns the spaces ahead of a place.
    #[inline]
    pub fn ahead(&self, place: Place) -> Spaces {
        match place {
            SLOOP => self.second,
            HOME => 0,
            _ => self.around(place) & !(bit(place + 1) - 1),
        }
    }

    /// Returns the spaces behind a place.
    #[inline]
    pub fn behind(&self, place: Place) -> Spaces {
        match place {
            SLOOP | HOME => self.around(place),
            _ => self.around(place) & (bit(place) - 1),
        }
    }

    /// Returns the destination of a pirate with no suitable space ahead.
    #[inline]
    pub fn end(&self, place: Place) -> Place {
        if self.full_escape && place <= self.first_length {
            SLOOP
        } else {
            HOME
        }
    }

    /// Returns true if a space is on the island of the full escape.
    #[inline]
    pub fn on_island(&self, space: Place) -> bool {
        self.second & bit(space) != 0
    }

    /// Returns the spaces of the island in the full escape.
    #[inline]
    pub fn island_spaces(&self) -> Spaces {
        self.second
    }

    /// Returns the spaces of the first path.
    #[inline]
    pub fn first_spaces(&self) -> Spaces {
        self.first
    }

    /// Returns the distance of a place from the start, in spaces (CA-A35).
    #[inline]
    pub fn progress(&self, place: Place) -> u16 {
        u16::from(match place {
            SLOOP => self.first_length,
            HOME => self.length + 1,
            space => space,
        })
    }
}
