//! Costs and properties of the buildings as named numbers, for networks that otherwise identify
//! buildings only by id (see `crate::component_encoding`).

use std::collections::BTreeMap;

use super::action_index;
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits, add};
use crate::encoding::seat_names;
use crate::game::MAX_SEATS;
use crate::puerto_rico::components::functions::Functions;
use crate::puerto_rico::components::{
    BUILDING_IDS, Components, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, MOST_COPIES, good_of,
};

/// Names of inputs for a building, except for inputs of a seat and inputs that count copies left.
const INPUTS: [&str; 4] = ["just built", "dearer", "withheld", "worth"];
/// Names of inputs of a seat for a building.
const OF_SEAT: [&str; 3] = ["built", "staffed", "vacant"];

/// Returns the properties of all buildings, with the indices of the actions that build them.
pub(crate) fn composition(components: &Components, functions: &Functions) -> ComponentEncoding {
    let mut inputs: Vec<String> = INPUTS.iter().map(|name| format!("{name}:{ID}")).collect();
    for seat in seat_names::<MAX_SEATS>() {
        inputs.extend(OF_SEAT.iter().map(|name| format!("{seat} {name}:{ID}")));
    }
    inputs.extend((0..MOST_COPIES).map(|number| format!("left:{ID}:{number}")));
    let mut kind = Kind::new("building", inputs);
    let mut build = BTreeMap::new();
    for (building, (id, card)) in BUILDING_IDS.iter().zip(&components.buildings).enumerate() {
        let mut traits = Traits::new();
        add(&mut traits, "cost", card.cost);
        add(&mut traits, "vp", card.vp);
        add(&mut traits, "slots", card.slots);
        add(&mut traits, "column", card.column);
        add(&mut traits, "quarry discount", card.discount);
        add(&mut traits, "copies with two", card.quantity[0]);
        add(&mut traits, "copies", card.quantity[1]);
        match good_of(building) {
            Some(good) => add(&mut traits, GOOD_NAMES[good], 1u8),
            None if building >= FIRST_LARGE => add(&mut traits, "large", 1u8),
            None => add(&mut traits, "violet", 1u8),
        }
        add(
            &mut traits,
            "makes goods",
            u8::from(building < FIRST_VIOLET),
        );
        for (function, number) in functions.of(building) {
            add(&mut traits, function, number);
        }
        kind.components.insert(id.to_string(), traits);
        build.insert(id.to_string(), action_index::of_build(building));
    }
    kind.actions.insert("build".to_string(), build);
    ComponentEncoding { kinds: vec![kind] }
}
