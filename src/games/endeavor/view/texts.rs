//! Names and descriptions of buildings, cards, tokens, sites and areas.

use crate::endeavor::components::{
    ABOLITION, AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, Bits, Building, DEED_NAMES,
    Deeds, EUROPE, REGIONS, SLAVERY, START_SIDES, Site, deck_name, deck_of,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::prose::{capital, count};

/// Converts an id to a title: capitalises its words and separates them with spaces.
pub(crate) fn title(id: &str) -> String {
    let words: Vec<String> = id.split('_').map(capital).collect();
    words.join(" ")
}

/// Returns the name of an area.
pub(crate) fn area_name(area: usize) -> String {
    title(AREA_NAMES[area])
}

/// Returns the number and name of each attribute with at least one icon.
fn icons(icons: &[u8; 4]) -> impl Iterator<Item = String> {
    let icons = icons.iter().zip(ATTRIBUTE_NAMES);
    let icons = icons.filter(|&(&number, _)| number > 0);
    icons.map(|(number, name)| format!("{number} {name}"))
}

/// Returns glory in words, or `None` if it is 0.
fn glory(glory: u8) -> Option<String> {
    (glory > 0).then(|| format!("{glory} glory"))
}

/// Joins the names of actions with "or" if exactly one is performed (EN-5.6), and with "and/or"
/// otherwise (EN-5.5).
pub(crate) fn deed_words(deeds: Deeds, either: bool) -> String {
    let deeds: Vec<&str> = Bits(deeds.into()).map(|deed| DEED_NAMES[deed]).collect();
    deeds.join(if either { " or " } else { " and/or " })
}

/// Lists attribute icons, for example `1 wealth, 2 culture`. Returns `no attribute` if there are
/// none.
pub(crate) fn icon_words(shown: &[u8; 4]) -> String {
    let icons: Vec<String> = icons(shown).collect();
    match icons.is_empty() {
        true => "no attribute".to_string(),
        false => icons.join(", "),
    }
}

/// Returns the name of the kind of component to which a building belongs.
pub(crate) fn building_kind(number: usize) -> &'static str {
    match number < START_SIDES {
        true => "start tile",
        false => "building",
    }
}

/// Returns the name of the kind of component to which a card belongs.
pub(crate) fn card_kind(number: usize) -> &'static str {
    if number < ASSETS { "card" } else { "governor" }
}

/// Returns the kind of a site.
pub(crate) fn site_kind(site: &Site) -> &'static str {
    if site.city { "city" } else { "fleet" }
}

impl Ruleset {
    /// Describes the icons and effects of a building (EN-5.5, EN-5.6, EN-8), one phrase per part.
    fn building_parts(&self, building: &Building) -> Vec<String> {
        let mut parts: Vec<String> = icons(&building.icons).collect();
        parts.extend(glory(building.glory));
        if building.deeds != 0 {
            parts.push(deed_words(building.deeds, building.either));
        }
        let special = [
            (building.no_pay, "its disc is paid in the Salary phase only"),
            (
                building.town_hall,
                "at the end, 1 glory for each draw icon on your buildings",
            ),
            (
                building.monument,
                "when its owner attacks or is attacked, the owner's casualty becomes an attribute",
            ),
        ];
        let special = special.into_iter().filter(|(has, _)| *has);
        parts.extend(special.map(|(_, words)| words.to_string()));
        parts
    }

    /// Describes the icons and effects of a kind of building in one phrase.
    pub(crate) fn building_gist(&self, kind: usize) -> String {
        self.building_parts(&self.components.buildings[kind])
            .join(", ")
    }

    /// Describes a building: its level, icons and effects.
    pub(crate) fn building_words(&self, building: &Building) -> String {
        let mut parts = vec![match building.level {
            0 => "start tile".to_string(),
            level => format!("level {level}"),
        }];
        parts.extend(self.building_parts(building));
        parts.join("; ")
    }

    /// Returns the name of a card: its deck and draw number, or the region of a governor.
    pub(crate) fn card_name(&self, card: usize) -> String {
        match card.checked_sub(ASSETS) {
            Some(region) => format!("Governor of {}", area_name(REGIONS.start + region)),
            None => {
                let number = self.components.cards[card].number;
                format!("{} {number}", title(deck_name(deck_of(card))))
            }
        }
    }

    /// Describes the icons and effects of a card (EN-6.18, EN-6.19, EN-10.5), one phrase per part.
    fn card_parts(&self, card: usize) -> Vec<String> {
        let shown = &self.components.cards[card];
        let mut parts: Vec<String> = icons(&shown.icons).collect();
        parts.extend(glory(shown.glory));
        let slavery = SLAVERY >> card & 1 == 1;
        let special = [
            (shown.plus, "a disc to the harbor"),
            (
                card == ABOLITION && self.options.abolition,
                "slavery is abolished when it is first taken",
            ),
            (slavery, "one more card may be kept"),
            (slavery, "costs 1 glory if set aside"),
        ];
        let special = special.into_iter().filter(|(has, _)| *has);
        parts.extend(special.map(|(_, words)| words.to_string()));
        parts
    }

    /// Describes the icons and effects of a card in one phrase.
    pub(crate) fn card_gist(&self, card: usize) -> String {
        self.card_parts(card).join(", ")
    }

    /// Describes a card: its requirement, icons and effects (EN-6.5, EN-6.15, EN-7.1).
    pub(crate) fn card_words(&self, card: usize) -> String {
        let mut parts = vec![match card < ASSETS {
            true => format!("draw number {}", self.components.cards[card].number),
            false => "governor, for the most discs on the track".to_string(),
        }];
        parts.extend(self.card_parts(card));
        parts.join("; ")
    }

    /// Returns the id of a kind of token.
    pub(crate) fn token_name(&self, kind: u8) -> &str {
        let kind = usize::from(kind);
        match kind.checked_sub(ATTRIBUTE_TOKENS) {
            None => ATTRIBUTE_NAMES[kind],
            Some(action) => self.components.action_tokens[action].id.as_str(),
        }
    }

    /// Returns the name of a kind of token.
    pub(crate) fn token_label(&self, kind: u8) -> String {
        self.token_name(kind).replace('_', " ")
    }

    /// Describes the effect of a kind of token (EN-5.4, EN-5.8).
    pub(crate) fn token_words(&self, kind: u8) -> String {
        match usize::from(kind).checked_sub(ATTRIBUTE_TOKENS) {
            None => format!("+1 {}", ATTRIBUTE_NAMES[usize::from(kind)]),
            Some(action) => {
                let deeds = self.components.action_tokens[action].deeds;
                format!("a token to {}", deed_words(deeds, true))
            }
        }
    }

    /// Describes when an area opens.
    pub(crate) fn area_words(&self, area: usize) -> String {
        match area {
            EUROPE => "open from the beginning, without a track".to_string(),
            _ => {
                let spaces = count(self.board.track[area].into(), "space");
                format!("region, opens when the {spaces} of its track are full")
            }
        }
    }

    /// Describes a site: its kind, area and glory.
    pub(crate) fn site_words(&self, number: usize) -> String {
        let site = &self.board.sites[number];
        let area = area_name(usize::from(site.area));
        let words = format!("{} in {area}", site_kind(site));
        match glory(site.glory) {
            Some(glory) => format!("{words}; {glory}"),
            None => words,
        }
    }

    /// Lists the seats that may not take a component, as the end of its text.
    pub(super) fn restriction_words(&self, may_take: impl Fn(usize) -> bool) -> String {
        let seats = (0..self.players).filter(|&seat| !may_take(seat));
        let seats: Vec<String> = seats.map(|seat| (seat + 1).to_string()).collect();
        match seats.len() {
            0 => String::new(),
            all if all == self.players => "; not available".to_string(),
            _ => format!("; not available to seat {}", seats.join(", ")),
        }
    }
}
