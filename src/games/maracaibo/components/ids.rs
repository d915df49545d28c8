//! Index types of components, and the maximum number of components of each kind in a data set.

use std::fmt::{Debug, Formatter, Result};
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// Defines an index type for each kind of component. Indices are stored plus one, so that an
/// `Option` of an index takes one byte. Types that are also stored as sets name the integer type of
/// the set.
macro_rules! ids {
    ($($(#[$meaning:meta])* $id:ident $(: $bits:ident)?,)*) => {$(
        $(#[$meaning])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $id(NonZeroU8);

        impl $id {
            /// The first index, also used to fill unused entries.
            pub const FIRST: $id = $id(NonZeroU8::MIN);

            /// Creates an id from an index below 255.
            #[inline]
            pub const fn new(index: u8) -> $id {
                $id(NonZeroU8::MIN.saturating_add(index))
            }

            /// Returns the index.
            #[inline]
            pub const fn index(self) -> u8 {
                self.0.get() - 1
            }

            $(
                /// Returns the set that contains only this id.
                #[inline]
                pub const fn bit(self) -> $bits {
                    1 << self.index()
                }
            )?
        }

        impl Default for $id {
            fn default() -> $id {
                $id::FIRST
            }
        }

        impl Debug for $id {
            fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
                write!(formatter, "{}", self.index())
            }
        }

        impl From<$id> for usize {
            #[inline]
            fn from(id: $id) -> usize {
                usize::from(id.index())
            }
        }

        impl From<$id> for u32 {
            #[inline]
            fn from(id: $id) -> u32 {
                u32::from(id.index())
            }
        }

        impl From<$id> for u16 {
            #[inline]
            fn from(id: $id) -> u16 {
                u16::from(id.index())
            }
        }

        const _: () = assert!(size_of::<Option<$id>>() == 1);
    )*};
}

ids! {
    /// Index of an automa card in [`Components::automa`](super::Components::automa).
    AutomaId: u16,
    /// Index of a project card in [`Components::cards`](super::Components::cards), in the order of
    /// the data file with the C cards last.
    CardId,
    /// Index of a career in [`Components::careers`](super::Components::careers).
    CareerId,
    /// Index of a city tile in [`Components::city_tiles`](super::Components::city_tiles).
    CityTileId,
    /// Index of a location in [`Components::locations`](super::Components::locations), in order of
    /// their numbers (9 < 9a < 10).
    LocationId: u32,
    /// Index of a quest tile in [`Components::quests`](super::Components::quests).
    QuestId: u32,
    /// Index of a space of the explorer track in
    /// [`Components::explorer`](super::Components::explorer). A space has a higher index than every
    /// space from which it can be reached.
    SpaceId: u64,
    /// Index of a story card in [`Components::story`](super::Components::story), in the order of
    /// their numbers.
    StoryId,
    /// Index of a combat token in [`Components::tokens`](super::Components::tokens).
    TokenId: u32,
}

/// Maximum number of project cards in a data set.
pub const MAX_CARDS: usize = 192;
/// Maximum number of locations, including the cities of legacy tiles.
pub const MAX_LOCATIONS: usize = 32;
/// Maximum number of quest tiles.
pub const MAX_QUESTS: usize = 32;
/// Maximum number of combat tokens.
pub const MAX_TOKENS: usize = 32;
/// Maximum number of spaces of the explorer track.
pub const MAX_SPACES: usize = 64;
/// Maximum number of cards with a combat action; each counts as a separate kind (M-A10).
pub const MAX_COMBAT_CARDS: usize = 19;
/// Maximum number of quest tiles on the cards of one player.
pub const MAX_CARD_QUESTS: usize = 2;
