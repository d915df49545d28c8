//! What buildings and cards are called and what they do, in words.

use super::components::{
    ABOLITION, AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, Bits, Building, DEED_NAMES, REGIONS, SLAVERY,
    deck_name, deck_of,
};
use super::ruleset::Ruleset;

/// An id as a name: its words with capital letters.
fn title(id: &str) -> String {
    let words = id.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Attribute icons and glory, one by one.
fn icons(icons: &[u8; 4], glory: u8) -> Vec<String> {
    let icons = icons.iter().zip(ATTRIBUTE_NAMES);
    let icons = icons.filter(|&(&number, _)| number > 0);
    let icons = icons.map(|(number, name)| format!("{number} {name}"));
    let glory = (glory > 0).then(|| format!("{glory} glory"));
    icons.chain(glory).collect()
}

impl Ruleset {
    /// The actions of a building (EN-5.5, EN-5.6) and what is special about it (EN-8).
    pub(super) fn building_words(&self, building: &Building) -> String {
        let mut parts = vec![match building.level {
            0 => "start tile".to_string(),
            level => format!("level {level}"),
        }];
        parts.extend(icons(&building.icons, building.glory));
        let deeds = Bits(building.deeds.into()).map(|deed| DEED_NAMES[deed]);
        let deeds: Vec<&str> = deeds.collect();
        if !deeds.is_empty() {
            parts.push(deeds.join(if building.either { " or " } else { " and/or " }));
        }
        let special = [
            (building.no_pay, "its disc is paid in the Salary phase only"),
            (
                building.town_hall,
                "in the end 1 glory for every draw icon on own buildings",
            ),
            (
                building.monument,
                "when its owner attacks or is attacked, the owner's casualty becomes an attribute",
            ),
        ];
        let special = special.into_iter().filter(|(has, _)| *has);
        parts.extend(special.map(|(_, words)| words.to_string()));
        parts.join("; ")
    }

    /// A card by its deck and draw number, or by its region.
    pub(super) fn card_name(&self, card: usize) -> String {
        match card.checked_sub(ASSETS) {
            Some(region) => format!("Governor of {}", title(AREA_NAMES[REGIONS.start + region])),
            None => {
                let number = self.components.cards[card].number;
                format!("{} {number}", title(deck_name(deck_of(card))))
            }
        }
    }

    /// What a card asks for and brings (EN-6.5, EN-6.15, EN-6.18, EN-6.19, EN-7.1, EN-10.5).
    pub(super) fn card_words(&self, card: usize) -> String {
        let shown = &self.components.cards[card];
        let mut parts = vec![match card < ASSETS {
            true => format!("draw number {}", shown.number),
            false => "governor, for most discs on the track".to_string(),
        }];
        parts.extend(icons(&shown.icons, shown.glory));
        let slavery = SLAVERY >> card & 1 == 1;
        let special = [
            (shown.plus, "a disc from the supply to the harbor"),
            (
                card == ABOLITION && self.options.abolition,
                "slavery is abolished when it is first taken",
            ),
            (slavery, "one more card may be kept"),
            (slavery, "set aside it costs 1 glory"),
        ];
        let special = special.into_iter().filter(|(has, _)| *has);
        parts.extend(special.map(|(_, words)| words.to_string()));
        parts.join("; ")
    }
}
