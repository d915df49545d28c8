//! What may vary in stand-ins of the component data; `docs/reference/data.md` tells it for people.
//!
//! Icons, actions, tokens, tracks, cities and shapes of links trade places, so that there are as many
//! of each as before; only glory icons move by one. The check keeps what the rulebook tells.

use crate::perturbation::Variation;

const AREAS: &str = "areas.csv";
const BUILDINGS: &str = "buildings.csv";
const CARDS: &str = "asset_cards.csv";
const LINKS: &str = "links.csv";
const SITES: &str = "sites.csv";
const TOKENS: &str = "tokens.csv";

/// The four columns of icons.
const ICONS: &[&str] = &["industry", "culture", "wealth", "influence"];

/// The variations, in the order in which they are made.
pub(super) const VARIATIONS: &[Variation] = &[
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
