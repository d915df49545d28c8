//! Describes cards, actions, quests and buildings as named numeric traits (`crate::component_encoding`),
//! for networks whose inputs contain only the ids of components.

use super::action_index::{CARD_KINDS, Numbers};
use super::board_encoding::board_kinds;
use super::effect_traits::{cost_traits, effect_traits};
use crate::component_encoding::{ComponentEncoding, ID, Kind, Traits, add, plain};
use crate::encoding::of_seats;
use crate::maracaibo::components::load::card_words::word_traits;
use crate::maracaibo::components::load::effects::{ASSISTANT_ACTIONS, assistant_text, effect_word};
use crate::maracaibo::components::{
    Card, CardLetter, CombatAction, Components, EffectKind, GOOD_NAMES, Immediate, MAX_IMMEDIATE,
    NATION_NAMES, OBJECT_NAMES, Ongoing, SYNERGY_NAMES, SpaceKind,
};
use crate::maracaibo::rules::action::ActionKind;
use crate::maracaibo::rules::state::MAX_PLAYERS;

/// Inputs that name a card and do not depend on a seat.
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
    let act = |kind: &mut Kind, action: ActionKind, ids: &[String]| {
        kind.act(action, ids, |index| {
            numbers.of_component(action, index as u32)
        });
    };
    let later = (2..=MAX_IMMEDIATE).map(|number| format!("immediate effect {number} then:{ID}"));
    let mut inputs = plain(&CARD_INPUTS);
    inputs.extend(
        of_seats::<MAX_PLAYERS>(&CARDS_OF_SEAT)
            .into_iter()
            .chain(later),
    );
    let mut cards = Kind::new("card", inputs);
    let of_id = || labels.cards.iter().zip(&components.cards);
    cards.describe(of_id(), |traits, card| {
        card_traits(traits, card, components)
    });
    CARD_KINDS
        .iter()
        .for_each(|&kind| act(&mut cards, kind, &labels.cards));
    let designs = labels.cards.iter().zip(&labels.card_designs);
    cards.designs = designs
        .map(|(id, design)| (id.clone(), design.clone()))
        .collect();

    let mut combat = Kind::new("combat action", plain(&COMBAT_INPUTS));
    let of_card = of_id().filter_map(|(id, card)| Some((id, usize::from(card.combat_action?))));
    combat.describe(of_card, |traits, action| {
        combat_traits(traits, "", &components.combat_actions[action]);
    });

    let mut village = Kind::new("village action", plain(&["village action then"]));
    // The label of a village action is the first card that adds it.
    let of_card = of_id().filter_map(|(id, card)| Some((id, usize::from(card.village_action?))));
    let mut named = vec![false; components.village_actions.len()];
    let first = of_card.filter(|&(_, action)| !std::mem::replace(&mut named[action], true));
    village.describe(first, |traits, action| {
        let action = &components.village_actions[action];
        add(traits, "last", u8::from(action.last));
        cost_traits(traits, "", action.cost);
        effect_traits(traits, "", &action.effects);
    });

    let mut assistants = Kind::new("assistant action", plain(&["assistant then"]));
    let actions = components.assistant_actions.iter().enumerate();
    let of_id = actions.map(|(index, action)| (components.assistant_label(index), action));
    assistants.describe(of_id, |traits, action| {
        cost_traits(traits, "", action.cost);
        effect_traits(traits, "", &action.effects);
    });

    let track = components.explorer.iter().zip(&labels.spaces);
    let track = track.filter(|(space, _)| space.kind == SpaceKind::Quest);
    let track = track.map(|(_, space)| format!("quest at {space}:{ID}"));
    let places = labels.locations.iter();
    let places = places.map(|place| format!("quest:{ID}@{place}"));
    let mut inputs = plain(&QUEST_INPUTS);
    inputs.extend(of_seats::<MAX_PLAYERS>(&["quest on card"]));
    inputs.extend(track.chain(places));
    let mut quests = Kind::new("quest", inputs);
    quests.describe(
        labels.quests.iter().zip(&components.quests),
        |traits, quest| {
            cost_traits(traits, "", quest.cost);
            effect_traits(traits, "", &quest.effects);
            add(traits, "d per compass", quest.doubloons_per_compass);
            add(traits, "vp per compass", quest.vp_per_compass);
        },
    );
    act(&mut quests, ActionKind::Quest, &labels.quests);

    let mut inputs = plain(&PRESTIGE_INPUTS);
    inputs.extend(of_seats::<MAX_PLAYERS>(&["prestige"]));
    let mut prestige = Kind::new("prestige building", inputs);
    prestige.describe(
        labels.prestige.iter().zip(&components.prestige),
        |traits, building| {
            add(traits, "cost", building.cost);
            add(traits, SYNERGY_NAMES[usize::from(building.synergy)], 1u8);
        },
    );
    act(&mut prestige, ActionKind::Invest, &labels.prestige);

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

fn card_traits(traits: &mut Traits, card: &Card, components: &Components) {
    let mut count = |word: &str, number: u8| add(traits, word, number);
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
            // VP count as printed VP, and doubloons count as a lower price.
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
            add(traits, "cost", -f32::from(effect.amount));
        }
    }
    if let Some(action) = card.village_action {
        let action = &components.village_actions[usize::from(action)];
        add(traits, "village action", 1u8);
        cost_traits(traits, "village ", action.cost);
        effect_traits(traits, "village ", &action.effects);
    }
    if let Some(action) = card.combat_action {
        let action = &components.combat_actions[usize::from(action)];
        add(traits, "combat action", 1u8);
        combat_traits(traits, "combat ", action);
    }
    if let Some(action) = card.assistant_action {
        let action = &components.assistant_actions[usize::from(action)];
        add(traits, "assistant", 1u8);
        cost_traits(traits, "assistant ", action.cost);
        effect_traits(traits, "assistant ", &action.effects);
    }
}

fn combat_traits(traits: &mut Traits, before: &str, action: &CombatAction) {
    add(traits, format!("{before}cv"), action.combat_value);
    effect_traits(traits, before, &action.effects);
    let bonus = format!("{before}with synergy ");
    effect_traits(traits, &bonus, &action.bonus);
}
