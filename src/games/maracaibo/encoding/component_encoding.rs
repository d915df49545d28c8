//! Describes cards, actions, quests and buildings as named numeric traits (`crate::component_encoding`),
//! for networks whose inputs contain only the ids of components.

use std::collections::BTreeMap;

use super::action_index::{CARD_KINDS, Numbers};
use super::board_encoding::board_kinds;
use super::effect_traits::{cost_traits, effect_traits};
use crate::component_encoding::{ComponentEncoding, Kind, Traits, add};
use crate::encoding::seat_names;
use crate::maracaibo::components::load::card_words::word_traits;
use crate::maracaibo::components::load::effects::{ASSISTANT_ACTIONS, assistant_text, effect_word};
use crate::maracaibo::components::{
    Card, CardLetter, CombatAction, Components, EffectKind, GOOD_NAMES, Immediate, NATION_NAMES,
    OBJECT_NAMES, Ongoing, SYNERGY_NAMES, SpaceKind,
};
use crate::maracaibo::rules::action::ActionKind;

/// Inputs that name a card and exist once, not per seat.
const CARD_INPUTS: [&str; 10] = [
    "hand",
    "can buy",
    "withheld",
    "display",
    "display place",
    "discarded",
    "shuffled in",
    "held since shuffle",
    "jean took",
    "card then",
];
/// Inputs that name a card and exist for every seat.
const CARDS_OF_SEAT: [&str; 3] = ["shown", "planned", "bought"];
/// Inputs that name a card by its combat action.
const COMBAT_INPUTS: [&str; 3] = ["combat used", "outer combat used", "pays for strike"];
const QUEST_INPUTS: [&str; 6] = [
    "can pay quest",
    "younger quest",
    "next quest",
    "quest taken",
    "quest paid",
    "quest tile then",
];
const PRESTIGE_INPUTS: [&str; 4] = ["can invest", "building gives", "building", "invested"];

/// Returns the traits of all components and the indices of the actions that use them.
pub(crate) fn composition(components: &Components, numbers: &Numbers) -> ComponentEncoding {
    let labels = &components.labels;
    let seats = seat_names::<4>();
    let of_seats = |names: &[&str]| -> Vec<String> {
        let names = names.iter();
        names
            .flat_map(|name| seats.iter().map(move |seat| format!("{seat} {name}:{{}}")))
            .collect()
    };
    let plain = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("{name}:{{}}")).collect()
    };
    let actions = |kinds: &[ActionKind], labels: &[String]| {
        let of_kind = |&kind: &ActionKind| {
            let ids = labels.iter().enumerate();
            let ids = ids.map(|(index, id)| (id.clone(), numbers.of_component(kind, index as u32)));
            (format!("{kind:?}").to_lowercase(), ids.collect())
        };
        kinds.iter().map(of_kind).collect::<BTreeMap<_, _>>()
    };

    let later = (2..=crate::maracaibo::components::MAX_IMMEDIATE)
        .map(|number| format!("immediate effect {number} then:{{}}"));
    let inputs = plain(&CARD_INPUTS).into_iter();
    let inputs = inputs.chain(of_seats(&CARDS_OF_SEAT)).chain(later);
    let mut cards = Kind::new("card", inputs);
    let mut combat = Kind::new("combat action", plain(&COMBAT_INPUTS));
    let mut village = Kind::new("village action", ["village action then:{}"]);
    let mut named = vec![false; components.village_actions.len()];
    for (card, id) in components.cards.iter().zip(&labels.cards) {
        cards
            .components
            .insert(id.clone(), card_traits(card, components));
        if let Some(action) = card.combat_action {
            let mut traits = Traits::new();
            combat_traits(
                &mut traits,
                "",
                &components.combat_actions[usize::from(action)],
            );
            combat.components.insert(id.clone(), traits);
        }
        // The label of a village action is the first card that adds it.
        if let Some(action) = card.village_action.map(usize::from)
            && !std::mem::replace(&mut named[action], true)
        {
            let action = &components.village_actions[action];
            let mut traits = Traits::new();
            add(&mut traits, "last", u8::from(action.last));
            cost_traits(&mut traits, "", action.cost);
            effect_traits(&mut traits, "", &action.effects);
            village.components.insert(id.clone(), traits);
        }
    }
    cards.actions = actions(&CARD_KINDS, &labels.cards);
    let designs = labels.cards.iter().zip(&labels.card_designs);
    cards.designs = designs
        .map(|(id, design)| (id.clone(), design.clone()))
        .collect();

    let mut assistants = Kind::new("assistant action", ["assistant then:{}"]);
    for (index, action) in components.assistant_actions.iter().enumerate() {
        let mut traits = Traits::new();
        cost_traits(&mut traits, "", action.cost);
        effect_traits(&mut traits, "", &action.effects);
        let id = components.assistant_label(index);
        assistants.components.insert(id, traits);
    }

    let track = components.explorer.iter().zip(&labels.spaces);
    let track = track.filter(|(space, _)| space.kind == SpaceKind::Quest);
    let track = track.map(|(_, space)| format!("quest at {space}:{{}}"));
    let inputs = plain(&QUEST_INPUTS).into_iter();
    let places = labels.locations.iter();
    let places = places.map(|place| format!("quest:{{}}@{place}"));
    let inputs = inputs.chain(of_seats(&["quest on card"]));
    let inputs = inputs.chain(track).chain(places);
    let mut quests = Kind::new("quest", inputs);
    for (quest, id) in components.quests.iter().zip(&labels.quests) {
        let mut traits = Traits::new();
        cost_traits(&mut traits, "", quest.cost);
        effect_traits(&mut traits, "", &quest.effects);
        add(&mut traits, "d per compass", quest.doubloons_per_compass);
        add(&mut traits, "vp per compass", quest.vp_per_compass);
        quests.components.insert(id.clone(), traits);
    }
    quests.actions = actions(&[ActionKind::Quest], &labels.quests);

    let inputs = plain(&PRESTIGE_INPUTS).into_iter();
    let inputs = inputs.chain(of_seats(&["prestige"]));
    let mut prestige = Kind::new("prestige building", inputs);
    for (building, id) in components.prestige.iter().zip(&labels.prestige) {
        let mut traits = Traits::new();
        add(&mut traits, "cost", building.cost);
        add(
            &mut traits,
            SYNERGY_NAMES[usize::from(building.synergy)],
            1u8,
        );
        prestige.components.insert(id.clone(), traits);
    }
    prestige.actions = actions(&[ActionKind::Invest], &labels.prestige);

    let mut kinds = vec![cards, combat, village, assistants, quests, prestige];
    kinds.extend(board_kinds(components));
    ComponentEncoding { kinds }
}

impl Components {
    /// Returns the label of an assistant action in input names: the printed actions are a1 to a17;
    /// other actions are named by their text.
    pub(crate) fn assistant_label(&self, index: usize) -> String {
        if index < ASSISTANT_ACTIONS.len() {
            return format!("a{}", index + 1);
        }
        assistant_text(&self.assistant_actions[index])
    }
}

fn card_traits(card: &Card, components: &Components) -> Traits {
    let mut traits = Traits::new();
    let mut count = |word: &str, number: u8| add(&mut traits, word, number);
    count("cost", card.cost);
    count("figures", card.figures);
    count("figure cost", card.figure_cost);
    count("vp", card.vp);
    count("income d", card.income_doubloons);
    count("income vp", card.income_vp);
    count("set B", u8::from(card.set == CardLetter::B));
    count("set C", u8::from(card.set == CardLetter::C));
    count(GOOD_NAMES[usize::from(card.good)], 1);
    count(OBJECT_NAMES[usize::from(card.object)], 1);
    count("synergy", u8::from(card.synergy.is_some()));
    if let Some(synergy) = card.synergy {
        count(SYNERGY_NAMES[usize::from(synergy)], 1);
    }
    for income in card
        .conditional
        .iter()
        .filter(|income| income.synergy.is_some())
    {
        count("income d with synergy", income.doubloons);
        count("income vp with synergy", income.vp);
    }
    for (name, amount) in word_traits(card) {
        count(name, amount);
    }
    match card.ongoing {
        Ongoing::Object(object) => {
            let object = OBJECT_NAMES[usize::from(object)];
            count(&format!("permanent {object}"), 1);
        }
        Ongoing::AllyCp(nation, n) => count(&format!("ally {}", NATION_NAMES[nation as usize]), n),
        _ => {}
    }
    for immediate in card.immediates() {
        match immediate {
            Immediate::MarkerVillageNextRank => count("once rank", 1),
            // VP count like printed VP, and doubloons count like a lower price.
            Immediate::Gain(effect) => match effect.kind {
                EffectKind::Vp => count("vp", effect.amount),
                EffectKind::Doubloons => {}
                kind => count(&format!("once {}", effect_word(kind)), effect.amount),
            },
            _ => {}
        }
    }
    for immediate in card.immediates() {
        if let Immediate::Gain(effect) = immediate
            && effect.kind == EffectKind::Doubloons
        {
            add(&mut traits, "cost", -f32::from(effect.amount));
        }
    }
    if let Some(action) = card.village_action {
        let action = &components.village_actions[usize::from(action)];
        add(&mut traits, "village action", 1u8);
        cost_traits(&mut traits, "village ", action.cost);
        effect_traits(&mut traits, "village ", &action.effects);
    }
    if let Some(action) = card.combat_action {
        let action = &components.combat_actions[usize::from(action)];
        add(&mut traits, "combat action", 1u8);
        combat_traits(&mut traits, "combat ", action);
    }
    if let Some(action) = card.assistant_action {
        let action = &components.assistant_actions[usize::from(action)];
        add(&mut traits, "assistant", 1u8);
        cost_traits(&mut traits, "assistant ", action.cost);
        effect_traits(&mut traits, "assistant ", &action.effects);
    }
    traits
}

fn combat_traits(traits: &mut Traits, before: &str, action: &CombatAction) {
    add(traits, format!("{before}cv"), action.combat_value);
    effect_traits(traits, before, &action.effects);
    let bonus = format!("{before}with synergy ");
    effect_traits(traits, &bonus, &action.bonus);
}
