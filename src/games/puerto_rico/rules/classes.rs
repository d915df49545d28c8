//! Classes of circles. Players place colonists class by class.

use crate::puerto_rico::components::{
    BUILDING_IDS, FIRST_VIOLET, GOODS, QUARRY, TILE_NAMES, TILES,
};

/// Class of the indigo plants, the first class of production buildings.
pub const FIRST_PRODUCTION: usize = TILES;
/// Class of the first violet building.
pub const FIRST_VIOLET_CLASS: usize = TILES + GOODS - 1;
/// Number of classes.
pub const CLASSES: usize = FIRST_VIOLET_CLASS + BUILDING_IDS.len() - FIRST_VIOLET;

/// Returns the name of a class of circles in the notation.
pub fn class_name(class: u8) -> &'static str {
    match usize::from(class) {
        tile if tile < TILES => TILE_NAMES[tile],
        production if production < FIRST_VIOLET_CLASS => [
            "indigo_plants",
            "sugar_mills",
            "tobacco_storage",
            "coffee_roaster",
        ][production - FIRST_PRODUCTION],
        violet => BUILDING_IDS[violet - FIRST_VIOLET_CLASS + FIRST_VIOLET],
    }
}

const _: () = assert!(QUARRY + 1 == FIRST_PRODUCTION && CLASSES <= 32);
