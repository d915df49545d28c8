//! Describes city tiles, combat tokens, explorer spaces, careers and Jean's cards as named numeric traits, like
//! [`super::component_encoding`].

use super::effect_traits::effect_traits;
use crate::component_encoding::{Kind, Traits, add};
use crate::encoding::seat_names;
use crate::maracaibo::components::{CareerTask, CityAction, Components, NATION_NAMES, TokenEffect};

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

/// Returns the names of inputs that exist for every seat, with these suffixes.
fn of_seats<'a>(suffixes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let suffixes = suffixes.into_iter();
    suffixes
        .flat_map(|suffix| seat_names::<4>().map(|seat| format!("{seat} {suffix}")))
        .collect()
}

fn city_tiles(components: &Components) -> Kind {
    let labels = &components.labels;
    let places = components.locations.iter().zip(&labels.locations);
    let places = places.filter(|(location, _)| location.action == CityAction::Tile);
    let mut kind = Kind::new(
        "city tile",
        places.map(|(_, label)| format!("tile:{{}}@{label}")),
    );
    for (tile, id) in components.city_tiles.iter().zip(&labels.city_tiles) {
        let mut traits = Traits::new();
        add(&mut traits, "spaces", tile.market.spaces);
        match tile.action {
            CityAction::Exploration(n) => add(&mut traits, "explore", n),
            CityAction::Vp(n) => add(&mut traits, "vp", n),
            CityAction::Effects(effects) => effect_traits(&mut traits, "", &effects),
            other => add(&mut traits, format!("{other:?}"), 1u8),
        }
        kind.components.insert(id.clone(), traits);
    }
    kind
}

fn combat_tokens(components: &Components) -> Kind {
    let mut kind = Kind::new("combat token", ["token:{}", "token taken:{}"]);
    for (token, id) in components.tokens.iter().zip(&components.labels.tokens) {
        let mut traits = Traits::new();
        add(&mut traits, "most", u8::from(token.most));
        add(&mut traits, "fewest", u8::from(token.fewest));
        for (nation, name) in NATION_NAMES.iter().enumerate() {
            add(
                &mut traits,
                format!("{name} value"),
                token.combat_value[nation],
            );
            let (word, number) = match token.effect[nation] {
                TokenEffect::None => continue,
                TokenEffect::Pay(n) => ("pays", n),
                TokenEffect::Doubloons(n) => ("doubloons", n),
                TokenEffect::Vp(n) => ("vp", n),
                TokenEffect::Figures(n) => ("figures", n),
                TokenEffect::Influence(n) => ("influence", n),
            };
            add(&mut traits, format!("{name} {word}"), number);
        }
        kind.components.insert(id.clone(), traits);
    }
    kind
}

fn explorer_spaces(components: &Components) -> Kind {
    let mut kind = Kind::new("explorer space", of_seats(["explorer:{}"]));
    for (space, id) in components.explorer.iter().zip(&components.labels.spaces) {
        let mut traits = Traits::new();
        add(&mut traits, "steps to end", space.steps_to_end);
        add(&mut traits, "steps to border", space.steps_to_border);
        effect_traits(&mut traits, "", &space.reward);
        kind.components.insert(id.clone(), traits);
    }
    kind
}

fn careers(components: &Components) -> Kind {
    let done = ["done:{} task 1", "done:{} task 2", "done:{} task 3"];
    let inputs = of_seats(["career:{}"].into_iter().chain(done));
    let mut kind = Kind::new("career", inputs.into_iter().chain(["dealt:{}".to_string()]));
    for (career, id) in components.careers.iter().zip(&components.labels.careers) {
        let mut traits = Traits::new();
        for task in career.tasks {
            let CareerTask {
                kind,
                lower,
                upper,
                doubloons,
                vp,
            } = task;
            add(&mut traits, format!("{kind:?} lower"), lower);
            add(&mut traits, format!("{kind:?} upper"), upper);
            add(&mut traits, "doubloons", doubloons);
            add(&mut traits, "vp", vp);
        }
        kind.components.insert(id.clone(), traits);
    }
    kind
}

fn automa_cards(components: &Components) -> Kind {
    let mut kind = Kind::new("automa card", ["jean deck:{}", "jean turned:{}"]);
    for (card, id) in components.automa.iter().zip(&components.labels.automa) {
        let mut traits = Traits::new();
        add(&mut traits, "steps", card.steps);
        add(&mut traits, "upper", u8::from(card.upper));
        add(&mut traits, "display", card.display);
        for action in card.actions() {
            add(
                &mut traits,
                format!("early {:?}", action.kind),
                action.early,
            );
            add(
                &mut traits,
                format!("later {:?}", action.kind),
                action.later,
            );
        }
        kind.components.insert(id.clone(), traits);
    }
    kind
}
