//! Values of buildings, cards and tokens as named numbers, for networks that otherwise identify components only
//! by id (see `crate::component_encoding`).

use super::action_index::Numbers;
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits, add, plain};
use crate::encoding::of_seats;
use crate::endeavor::components::{
    ASSETS, ATTRIBUTE_NAMES, CARDS, Components, DEED_NAMES, Deeds, SLAVERY_DECK, deck_of,
    deck_start,
};
use crate::endeavor::rules::action::ActionKind;
use crate::game::MAX_SEATS;

/// Maximum number of tiles of a kind of building (EN-1.7). Inputs count the remaining tiles.
const COPIES: usize = 5;
/// Names of the inputs that a seat has for each kind of building.
const BUILDINGS_OF_SEAT: [&str; 3] = ["barred", "free", "busy"];
/// Names of the inputs for a card that do not depend on a seat.
const CARD_INPUTS: [&str; 3] = ["top", "discarded", "me may draw"];
/// Names of the inputs that a seat has for each card.
const CARDS_OF_SEAT: [&str; 2] = ["card", "governor space"];

/// Returns the values of all components, with the indices of the actions that use them.
pub(crate) fn composition(components: &Components, numbers: &Numbers) -> ComponentEncoding {
    let mut inputs = of_seats::<MAX_SEATS>(&BUILDINGS_OF_SEAT);
    inputs.push(format!("last paid:{ID}"));
    inputs.extend((0..COPIES).map(|number| format!("left:{ID}:{number}")));
    let mut buildings = Kind::new("building", inputs);
    let of_id = components.buildings.iter();
    buildings.describe(of_id.map(|one| (&one.id, one)), |traits, building| {
        icons(traits, &building.icons, building.glory);
        add(traits, "level", building.level);
        add(traits, "either", u8::from(building.either));
        add(traits, "no pay", u8::from(building.no_pay));
        deeds(traits, building.deeds);
    });
    for kind in [
        ActionKind::Scrap,
        ActionKind::Build,
        ActionKind::Salary,
        ActionKind::Use,
        ActionKind::Pay,
    ] {
        let ids = components.buildings.iter().map(|building| &building.id);
        buildings.act(kind, ids, |index| numbers.of_component(kind, index));
    }

    let mut inputs = of_seats::<MAX_SEATS>(&CARDS_OF_SEAT);
    inputs.extend(plain(&CARD_INPUTS));
    let mut cards = Kind::new("card", inputs);
    let of_id = components.cards.iter().enumerate();
    cards.describe(
        of_id.map(|(number, card)| (&card.id, (number, card))),
        |traits, (number, card)| {
            icons(traits, &card.icons, card.glory);
            add(traits, "draw number", card.number);
            add(traits, "plus", u8::from(card.plus));
            add(traits, "governor", u8::from(number >= ASSETS));
            let slavery = number < ASSETS && deck_of(number) == SLAVERY_DECK;
            add(traits, "slavery", u8::from(slavery));
            let europe = number < deck_start(SLAVERY_DECK);
            add(traits, "europe", u8::from(europe));
        },
    );
    for (kind, count) in [(ActionKind::Discard, CARDS), (ActionKind::Draw, ASSETS)] {
        let ids = components.cards[..count].iter().map(|card| &card.id);
        cards.act(kind, ids, |index| numbers.of_component(kind, index));
    }

    let mut tokens = Kind::new("action token", of_seats::<MAX_SEATS>(&["tokens"]));
    let of_id = components.action_tokens.iter();
    tokens.describe(of_id.map(|one| (&one.id, one)), |traits, token| {
        deeds(traits, token.deeds);
    });
    let ids = components.action_tokens.iter().map(|token| &token.id);
    tokens.act(ActionKind::Token, ids, |index| {
        numbers.of_component(ActionKind::Token, index)
    });

    ComponentEncoding {
        kinds: vec![buildings, cards, tokens],
    }
}

fn icons(traits: &mut Traits, icons: &[u8; 4], glory: u8) {
    for (name, &number) in ATTRIBUTE_NAMES.iter().zip(icons) {
        add(traits, *name, number);
    }
    add(traits, "glory", glory);
}

fn deeds(traits: &mut Traits, deeds: Deeds) {
    for (number, name) in DEED_NAMES.iter().enumerate() {
        add(traits, *name, deeds >> number & 1);
    }
    add(traits, "actions", deeds.count_ones() as u8);
}
