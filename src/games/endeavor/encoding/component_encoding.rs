//! Values of buildings, cards and tokens as named numbers, for networks that otherwise identify components only
//! by id (see `crate::component_encoding`).

use std::collections::BTreeMap;

use super::action_index::Numbers;
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits, add};
use crate::encoding::seat_names;
use crate::endeavor::components::{
    ASSETS, ATTRIBUTE_NAMES, Components, DEED_NAMES, Deeds, SLAVERY_DECK, deck_of, deck_start,
};
use crate::endeavor::rules::action::ActionKind;
use crate::game::MAX_SEATS;

/// Maximum number of tiles of a kind of building (EN-1.7). Inputs count the remaining tiles.
const COPIES: usize = 5;
/// Names of inputs of a seat for a kind of building.
const BUILDINGS_OF_SEAT: [&str; 3] = ["barred", "free", "busy"];
/// Names of inputs for a card, except for inputs of a seat.
const CARD_INPUTS: [&str; 3] = ["top", "discarded", "me may draw"];
/// Names of inputs of a seat for a card.
const CARDS_OF_SEAT: [&str; 2] = ["card", "governor space"];

/// Returns the values of all components, with the indices of the actions that use them.
pub(crate) fn composition(components: &Components, numbers: &Numbers) -> ComponentEncoding {
    let seats = seat_names::<MAX_SEATS>();
    let of_seats = |names: &[&str]| -> Vec<String> {
        let names = names.iter();
        names
            .flat_map(|name| seats.iter().map(move |seat| format!("{seat} {name}:{ID}")))
            .collect()
    };
    let actions = |kinds: &[ActionKind], ids: &[&str]| -> BTreeMap<_, BTreeMap<_, _>> {
        let of_kind = |&kind: &ActionKind| {
            let ids = ids.iter().enumerate();
            let ids = ids.map(|(index, id)| (id.to_string(), numbers.of_component(kind, index)));
            (format!("{kind:?}").to_lowercase(), ids.collect())
        };
        kinds.iter().map(of_kind).collect()
    };

    let mut inputs = of_seats(&BUILDINGS_OF_SEAT);
    inputs.push(format!("last paid:{ID}"));
    inputs.extend((0..COPIES).map(|number| format!("left:{ID}:{number}")));
    let mut buildings = Kind::new("building", inputs);
    for building in &components.buildings {
        let mut traits = icons(&building.icons, building.glory);
        add(&mut traits, "level", building.level);
        add(&mut traits, "either", u8::from(building.either));
        add(&mut traits, "no pay", u8::from(building.no_pay));
        deeds(&mut traits, building.deeds);
        buildings.components.insert(building.id.clone(), traits);
    }
    let ids: Vec<&str> = (components.buildings.iter())
        .map(|building| &*building.id)
        .collect();
    let kinds = [
        ActionKind::Scrap,
        ActionKind::Build,
        ActionKind::Salary,
        ActionKind::Use,
        ActionKind::Pay,
    ];
    buildings.actions = actions(&kinds, &ids);

    let mut inputs = of_seats(&CARDS_OF_SEAT);
    inputs.extend(CARD_INPUTS.iter().map(|name| format!("{name}:{ID}")));
    let mut cards = Kind::new("card", inputs);
    for (number, card) in components.cards.iter().enumerate() {
        let mut traits = icons(&card.icons, card.glory);
        add(&mut traits, "draw number", card.number);
        add(&mut traits, "plus", u8::from(card.plus));
        add(&mut traits, "governor", u8::from(number >= ASSETS));
        let slavery = number < ASSETS && deck_of(number) == SLAVERY_DECK;
        add(&mut traits, "slavery", u8::from(slavery));
        add(
            &mut traits,
            "europe",
            u8::from(number < deck_start(SLAVERY_DECK)),
        );
        cards.components.insert(card.id.clone(), traits);
    }
    let ids: Vec<&str> = components.cards.iter().map(|card| &*card.id).collect();
    cards.actions = actions(&[ActionKind::Discard], &ids);
    cards
        .actions
        .extend(actions(&[ActionKind::Draw], &ids[..ASSETS]));

    let inputs = of_seats(&["tokens"]);
    let mut tokens = Kind::new("action token", inputs);
    for token in &components.action_tokens {
        let mut traits = Traits::new();
        deeds(&mut traits, token.deeds);
        tokens.components.insert(token.id.clone(), traits);
    }
    let ids: Vec<&str> = (components.action_tokens.iter())
        .map(|token| &*token.id)
        .collect();
    tokens.actions = actions(&[ActionKind::Token], &ids);

    ComponentEncoding {
        kinds: vec![buildings, cards, tokens],
    }
}

fn icons(icons: &[u8; 4], glory: u8) -> Traits {
    let mut traits = Traits::new();
    for (name, &number) in ATTRIBUTE_NAMES.iter().zip(icons) {
        add(&mut traits, *name, number);
    }
    add(&mut traits, "glory", glory);
    traits
}

fn deeds(traits: &mut Traits, deeds: Deeds) {
    for (number, name) in DEED_NAMES.iter().enumerate() {
        add(traits, *name, deeds >> number & 1);
    }
    add(traits, "actions", deeds.count_ones() as u8);
}
