//! Costs and properties of the buildings as named numbers, for networks that otherwise identify
//! buildings only by id (see `crate::component_encoding`).

use super::action_index;
use crate::component_encoding::{ComponentEncoding, ID, Kind, add, plain};
use crate::encoding::seat_names;
use crate::game::MAX_SEATS;
use crate::puerto_rico::components::{
    BUILDING_IDS, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, MOST_COPIES, good_of,
};
use crate::puerto_rico::rules::action::ActionKind;
use crate::puerto_rico::rules::ruleset::Ruleset;

/// Names of the inputs for a building that depend neither on a seat nor on the remaining copies.
const INPUTS: [&str; 4] = ["just built", "dearer", "withheld", "worth"];
/// Names of the inputs that a seat has for each building.
const OF_SEAT: [&str; 3] = ["built", "staffed", "vacant"];

/// Returns the properties of all buildings, with the indices of the actions that build them.
pub(crate) fn composition(game: &Ruleset) -> ComponentEncoding {
    let mut inputs = plain(&INPUTS);
    for seat in seat_names::<MAX_SEATS>() {
        inputs.extend(OF_SEAT.iter().map(|name| format!("{seat} {name}:{ID}")));
    }
    inputs.extend((0..MOST_COPIES).map(|number| format!("left:{ID}:{number}")));
    let mut kind = Kind::new("building", inputs);
    let of_id = game.components.buildings.iter().enumerate();
    kind.describe(
        BUILDING_IDS.iter().zip(of_id),
        |traits, (building, card)| {
            add(traits, "cost", game.costs[building]);
            add(traits, "vp", card.vp);
            add(traits, "slots", card.slots);
            add(traits, "column", card.column);
            add(traits, "quarry discount", card.discount);
            add(traits, "copies with two", card.quantity[0]);
            add(traits, "copies", card.quantity[1]);
            match good_of(building) {
                Some(good) => add(traits, GOOD_NAMES[good], 1u8),
                None if building >= FIRST_LARGE => add(traits, "large", 1u8),
                None => add(traits, "violet", 1u8),
            }
            let makes_goods = building < FIRST_VIOLET;
            add(traits, "makes goods", u8::from(makes_goods));
            for (function, number) in game.functions.of(building) {
                add(traits, function, number);
            }
        },
    );
    kind.act(ActionKind::Build, BUILDING_IDS, action_index::of_build);
    ComponentEncoding { kinds: vec![kind] }
}
