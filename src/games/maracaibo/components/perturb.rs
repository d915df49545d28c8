//! Allowed variations of placeholder rows in the component data, as documented in
//! `docs/reference/data.md`.
//!
//! Counts fixed by the rules do not change, because variations exchange cells between rows. Other
//! numbers change by one, and costs by up to two; numbers equal to one do not change. Data that connects
//! rows (the map, borders, quests on the explorer track, numbers of markers) does not change.

use crate::perturbation::Variation;

const CARDS: &str = "project_cards.csv";
const CAREERS: &str = "careers.csv";
const CITIES: &str = "city_tiles.csv";
const PRESTIGE: &str = "prestige_buildings.csv";
const TOKENS: &str = "combat_tokens.csv";
const QUESTS: &str = "quest_tiles.csv";
const EXPLORER: &str = "explorer_track.csv";
const LEGACY: &str = "legacy_tiles.csv";
const MAP: &str = "map_locations.csv";
const SCENARIOS: &str = "scenarios.csv";
const TRACKS: &str = "tracks.csv";

/// Further columns with the effects of components.
pub(crate) const DRAWN: &[(&str, &[&str])] = &[
    (CARDS, &["figure_cost", "requirement", "ongoing"]),
    (QUESTS, &["cost"]),
];

/// The variations, in the order in which they are applied.
pub(crate) const VARIATIONS: &[Variation] = &[
    Variation::exchange(CARDS, &["good_or_object"]),
    Variation::exchange(CARDS, &["synergy_gained"]).for_copies("name"),
    Variation::exchange(CARDS, &["assistant_location"]),
    Variation::exchange(CARDS, &["assistant_action"]).among("set"),
    Variation::shift(CARDS, &["cost"], 2).for_copies("name"),
    Variation::shift(
        CARDS,
        &["vp", "income_doubloons", "income_vp", "income_condition"],
        1,
    )
    .for_copies("name"),
    Variation::shift(CARDS, &["immediate", "village_action", "combat_action"], 1)
        .for_copies("name")
        .from(2),
    Variation::exchange(CITIES, &["market"])
        .among("players")
        .beside(&["action"]),
    Variation::exchange(PRESTIGE, &["synergy"]).beside(&["effect"]),
    Variation::shift(PRESTIGE, &["cost"], 2).beside(&["effect"]),
    Variation::exchange(TOKENS, &["france_cv", "france_effect"]),
    Variation::exchange(TOKENS, &["spain_cv", "spain_effect"]),
    Variation::exchange(TOKENS, &["england_cv", "england_effect"]),
    Variation::exchange(TOKENS, &["modifier"]),
    Variation::exchange(QUESTS, &["reward_per_compass"]),
    Variation::exchange(QUESTS, &["reward_flat"]),
    Variation::shift(QUESTS, &["reward_flat"], 1).from(2),
    Variation::exchange(EXPLORER, &["reward"])
        .within(6)
        .except(&["start", "quest", "end"]),
    Variation::shift(EXPLORER, &["reward"], 1).from(2),
    Variation::shift(
        CAREERS,
        &["task1", "reward1", "task2", "reward2", "task3", "reward3"],
        1,
    ),
    Variation::exchange(MAP, &["flag_reward"]).called(&["flag"]),
    Variation::shift(MAP, &["flag_reward"], 1)
        .from(2)
        .called(&["flag"]),
    Variation::shift(MAP, &["market"], 1).called(&["slots"]),
    Variation::exchange(LEGACY, &["location"])
        .among("spaces")
        .called(&["location"]),
    Variation::exchange(LEGACY, &["reward"])
        .among("spaces")
        .called(&["reward", "flag"]),
    Variation::shift(LEGACY, &["reward"], 1)
        .from(2)
        .called(&["reward", "flag"]),
    Variation::shift(LEGACY, &["cost"], 1).called(&["cost"]),
    Variation::shift(LEGACY, &["spaces"], 1).called(&["spaces"]),
    Variation::shift(LEGACY, &["market"], 1).called(&["market"]),
    Variation::exchange(SCENARIOS, &["location"]).among("card"),
    Variation::shift(TRACKS, &["position"], 1).called(&["steps"]),
    Variation::shift(TRACKS, &["value"], 1).called(&["VP", "value"]),
];
