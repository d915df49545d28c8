//! Variations of the placeholder rows in the component data, described for users in
//! `docs/reference/data.md`.
//!
//! Icons, actions, tokens, tracks, cities and link shapes are exchanged, so their totals do not
//! change. Only glory icons change by one. The check of the data set enforces the statements of the
//! rulebook.

use crate::perturbation::Variation;

const AREAS: &str = "areas.csv";
const BUILDINGS: &str = "buildings.csv";
const CARDS: &str = "asset_cards.csv";
const LINKS: &str = "links.csv";
const SITES: &str = "sites.csv";
const TOKENS: &str = "tokens.csv";

/// The four columns with icons.
const ICONS: &[&str] = &["industry", "culture", "wealth", "influence"];

/// Variations, in the order in which they are applied.
pub(crate) const VARIATIONS: &[Variation] = &[
    Variation::exchange(CARDS, ICONS)
        .among("draw_number")
        .called(&["icons"]),
    Variation::shift(CARDS, &["glory"], 1)
        .from(2)
        .called(&["glory"]),
    Variation::exchange(BUILDINGS, ICONS)
        .among("level")
        .called(&["icons"]),
    Variation::exchange(BUILDINGS, &["actions", "no_pay"])
        .among("level")
        .called(&["actions"]),
    Variation::shift(BUILDINGS, &["glory"], 1)
        .from(2)
        .called(&["glory"]),
    Variation::exchange(TOKENS, &["count"])
        .among("kind")
        .called(&["count"]),
    Variation::exchange(AREAS, &["track"]).among("side"),
    Variation::exchange(SITES, &["glory"]).among("side"),
    Variation::exchange(LINKS, &["shape"]).among("side"),
];
