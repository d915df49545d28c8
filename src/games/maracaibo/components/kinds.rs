//! Fixed kinds of the game: nations, goods, objects, synergy kinds, borders and ship-upgrade areas.

use serde::{Deserialize, Serialize};

/// Number of kinds of goods, and of objects.
pub const GOODS: usize = 4;
/// Number of nations.
pub const NATIONS: usize = 3;
/// Number of kinds of synergy tokens.
pub const SYNERGIES: usize = 5;
/// Number of ship-upgrade areas (M-17); area `i` is U(i+1).
pub const UPGRADES: usize = 12;

/// A nation; arrays indexed by nation use this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(inline))]
#[repr(u8)]
pub enum Nation {
    France,
    Spain,
    England,
}

impl Nation {
    pub const ALL: [Nation; NATIONS] = [Nation::France, Nation::Spain, Nation::England];
}

impl From<Nation> for usize {
    #[inline]
    fn from(nation: Nation) -> usize {
        nation as usize
    }
}

/// Names of the nations in data files and notation.
pub const NATION_NAMES: [&str; NATIONS] = ["france", "spain", "england"];
/// Names of the goods.
pub const GOOD_NAMES: [&str; GOODS] = ["sugar", "tobacco", "corn", "cocoa"];
/// Names of the objects.
pub const OBJECT_NAMES: [&str; GOODS] = ["map", "book", "herb", "sextant"];
/// Index of the herb in [`OBJECT_NAMES`].
pub const HERB: u8 = 2;
/// Names of the synergy kinds.
pub const SYNERGY_NAMES: [&str; SYNERGIES] = ["anchor", "tools", "medal", "house", "crown"];
/// Names of the borders on the explorer track, indexed by
/// [`ExplorerSpace::border_before`](super::ExplorerSpace::border_before).
pub const BORDER_NAMES: [&str; 3] = ["blue", "red", "green"];
/// Index of the red border, which gives influence (M-9.6).
pub const RED_BORDER: u8 = 1;
