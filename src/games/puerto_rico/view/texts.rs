//! Names and descriptions of roles, buildings, goods and circles.

use crate::picture::Component;
use crate::prose::{capital, count};
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CORN, GOOD_NAMES, LARGE, ROLE_NAMES, TILE_NAMES, good_of, only,
};
use crate::puerto_rico::rules::classes::{FIRST_PRODUCTION, class_name};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::Members;

/// Effect of each role for all players, and the privilege of its owner (PR-4 to PR-10).
const ROLES: [[&str; 2]; 8] = [
    ["everybody may plant a tile", "may take a quarry"],
    [
        "colonists arrive and are placed",
        "may take one from the supply",
    ],
    ["everybody may build", "pays 1 doubloon less"],
    ["everybody produces", "may take one more of these goods"],
    ["everybody may sell one good", "gets 1 doubloon more"],
    ["everybody loads goods", "gets 1 VP for the first load"],
    PROSPECTOR,
    PROSPECTOR,
];
const PROSPECTOR: [&str; 2] = ["nothing for the others", "takes 1 doubloon"];

/// Returns the use of an island tile.
pub(crate) fn tile_words(tile: usize) -> &'static str {
    match tile {
        CORN => "corn needs no building",
        good if good < GOOD_NAMES.len() => "processed in its building",
        _ => "with a colonist, buildings cost 1 doubloon less",
    }
}

impl Ruleset {
    /// Returns a text, adapted to the options of the game.
    #[rustfmt::skip]
    fn as_played(&self, text: &str) -> String {
        let options = &self.options;
        let all = options.everything_optional;
        let phrases = [
            (options.full_owner_blocks, "may plant a tile", "may plant a tile, unless the island of the owner is full"),
            (!options.optional_bonuses, "may take one", "takes one"),
            (options.craftsman_by_seat, "everybody produces", "everybody produces, starting with seat 1"),
            (options.any_empty_ship, "loads goods", "loads goods, onto any empty ship"),
            (all, "everybody produces", "everybody who wants to produces"),
            (all, "gets 1 VP", "may take 1 VP"),
            (!options.hospice_on_quarry, "plantation or quarry", "plantation"),
            (!options.colonists_from_ship, " (else ship)", ""),
            (!options.optional_bonuses, "you may put 1 colonist", "you put 1 colonist"),
            (!options.hacienda_reshuffle, "must place it", "must place it, unless the stack is empty"),
            (!options.wharf_pass, "; optional", "; compulsory if no cargo ship takes your goods"),
            (all, "keep all", "you may keep all"),
            (all, "+1 VP each time", "You may take 1 VP each time"),
        ];
        let phrases = phrases.into_iter().filter(|(applies, ..)| *applies);
        phrases.fold(text.to_string(), |text, (_, from, to)| text.replace(from, to))
    }

    /// Returns the effect of a role for all players.
    pub(crate) fn role_gist(&self, card: usize) -> String {
        self.as_played(ROLES[card][0])
    }

    /// Returns the effect of a role for all players and the privilege of its owner.
    pub(crate) fn role_words(&self, card: usize) -> String {
        let [everybody, owner] = ROLES[card];
        self.as_played(&format!("{everybody}; its owner {owner}"))
    }

    /// Returns the effect of a building: its text in the data set, adapted to the options.
    pub(crate) fn building_effect(&self, building: Building) -> String {
        self.as_played(&self.components.building_texts[building].1)
    }

    /// Returns the effect of a building, shortened to its first clause.
    pub(crate) fn building_gist(&self, building: Building) -> String {
        let text = self.building_effect(building);
        let gist = text.split([';', '(']).next().unwrap_or_default();
        let mut letters = gist.trim_end().chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        first.into_iter().chain(letters).collect()
    }

    /// Returns all components that have an id.
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let component = |kind, id: &str, name: String, text: String| Component {
            kind,
            id: id.to_string(),
            name,
            text,
        };
        let roles = Members(self.roles.into()).map(|card| {
            let id = ROLE_NAMES[card];
            component("role", id, capital(id), self.role_words(card))
        });
        let buildings = (0..BUILDING_IDS.len()).map(|building| {
            let (name, _) = &self.components.building_texts[building];
            let text = self.building_words(building);
            component("building", BUILDING_IDS[building], name.clone(), text)
        });
        let goods = GOOD_NAMES.iter().zip(self.components.prices).enumerate();
        let goods = goods.map(|(good, (id, price))| {
            let price = count(price.into(), "doubloon");
            let text = format!("sells for {price}; {}", tile_words(good));
            component("good", id, capital(id), text)
        });
        let quarry = TILE_NAMES.len() - 1;
        let quarry = component(
            "tile",
            TILE_NAMES[quarry],
            capital(TILE_NAMES[quarry]),
            tile_words(quarry).to_string(),
        );
        // All other classes of circles are named after a tile or a building.
        let circles = [1, 2].map(|good| {
            let id = class_name((FIRST_PRODUCTION + good - 1) as u8);
            let text = format!("circles for {}, small and large", GOOD_NAMES[good]);
            component("circles", id, capital(&id.replace('_', " ")), text)
        });
        let all = roles.chain(buildings).chain(goods);
        all.chain([quarry]).chain(circles).collect()
    }

    /// Describes the cost, value and effect of a building.
    pub(crate) fn building_words(&self, building: Building) -> String {
        let card = &self.components.buildings[building];
        let effect = self.building_effect(building);
        let circles = match good_of(building) {
            Some(_) => format!(", {}", count(card.slots.into(), "circle")),
            None => String::new(),
        };
        let spaces = match (only(building) & LARGE, self.options.most_large) {
            (0, _) => String::new(),
            (_, most) if most < LARGE.count_ones() => {
                format!(", two spaces, at most {most} in a city")
            }
            _ => ", two spaces".to_string(),
        };
        format!(
            "costs {}, at most {} less with quarries; {} VP{circles}{spaces}. {effect}",
            count(self.prices.costs[building].into(), "doubloon"),
            card.discount,
            card.vp,
        )
    }
}
