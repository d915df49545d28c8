//! Describes city tiles, combat tokens, explorer spaces, careers and Jean's cards as named numeric traits, like
//! [`super::component_encoding`].

use super::effect_traits::effect_traits;
use crate::component_encoding::{ID, Kind, add, plain};
use crate::encoding::{of_seats, seat_names};
use crate::maracaibo::components::{CityAction, Components, NATION_NAMES, TokenEffect};
use crate::maracaibo::rules::state::MAX_PLAYERS;

/// Returns one kind for each kind of board component.
pub(super) fn board_kinds(components: &Components) -> [Kind; 5] {
    [
        city_tiles(components),
        combat_tokens(components),
        explorer_spaces(components),
        careers(components),
        automa_cards(components),
    ]
}

fn city_tiles(components: &Components) -> Kind {
    let labels = &components.labels;
    let places = components.locations.iter().zip(&labels.locations);
    let places = places.filter(|(location, _)| location.action == CityAction::Tile);
    let inputs = places.map(|(_, label)| format!("tile:{ID}@{label}"));
    let mut kind = Kind::new("city tile", inputs);
    let of_id = labels.city_tiles.iter().zip(&components.city_tiles);
    kind.describe(of_id, |traits, tile| {
        add(traits, "spaces", tile.market.spaces);
        match tile.action {
            CityAction::Exploration(n) => add(traits, "explore", n),
            CityAction::Vp(n) => add(traits, "vp", n),
            CityAction::Effects(effects) => effect_traits(traits, "", &effects),
            other => add(traits, format!("{other:?}"), 1u8),
        }
    });
    kind
}

fn combat_tokens(components: &Components) -> Kind {
    let mut kind = Kind::new("combat token", plain(&["token", "token taken"]));
    let of_id = components.labels.tokens.iter().zip(&components.tokens);
    kind.describe(of_id, |traits, token| {
        add(traits, "most", u8::from(token.most));
        add(traits, "fewest", u8::from(token.fewest));
        for (nation, name) in NATION_NAMES.iter().enumerate() {
            add(traits, format!("{name} value"), token.combat_value[nation]);
            let (word, number) = match token.effect[nation] {
                TokenEffect::None => continue,
                TokenEffect::Pay(n) => ("pays", n),
                TokenEffect::Doubloons(n) => ("doubloons", n),
                TokenEffect::Vp(n) => ("vp", n),
                TokenEffect::Figures(n) => ("figures", n),
                TokenEffect::Influence(n) => ("influence", n),
            };
            add(traits, format!("{name} {word}"), number);
        }
    });
    kind
}

fn explorer_spaces(components: &Components) -> Kind {
    let mut kind = Kind::new("explorer space", of_seats::<MAX_PLAYERS>(&["explorer"]));
    let of_id = components.labels.spaces.iter().zip(&components.explorer);
    kind.describe(of_id, |traits, space| {
        add(traits, "steps to end", space.steps_to_end);
        add(traits, "steps to border", space.steps_to_border);
        effect_traits(traits, "", &space.reward);
    });
    kind
}

fn careers(components: &Components) -> Kind {
    let done = (1..=3).flat_map(|task| {
        seat_names::<MAX_PLAYERS>().map(|seat| format!("{seat} done:{ID} task {task}"))
    });
    let mut inputs = of_seats::<MAX_PLAYERS>(&["career"]);
    inputs.extend(done.chain(plain(&["dealt"])));
    let mut kind = Kind::new("career", inputs);
    let of_id = components.labels.careers.iter().zip(&components.careers);
    kind.describe(of_id, |traits, career| {
        for task in career.tasks {
            add(traits, format!("{:?} lower", task.kind), task.lower);
            add(traits, format!("{:?} upper", task.kind), task.upper);
            add(traits, "doubloons", task.doubloons);
            add(traits, "vp", task.vp);
        }
    });
    kind
}

fn automa_cards(components: &Components) -> Kind {
    let mut kind = Kind::new("automa card", plain(&["jean deck", "jean turned"]));
    let of_id = components.labels.automa.iter().zip(&components.automa);
    kind.describe(of_id, |traits, card| {
        add(traits, "steps", card.steps);
        add(traits, "upper", u8::from(card.upper));
        add(traits, "display", card.display);
        for action in card.actions() {
            add(traits, format!("early {:?}", action.kind), action.early);
            add(traits, format!("later {:?}", action.kind), action.later);
        }
    });
    kind
}
