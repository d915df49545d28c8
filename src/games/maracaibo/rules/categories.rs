//! Score categories: the sources of points.

use crate::named::named;
use serde::{Deserialize, Serialize};

named! {
    /// A source of points.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Category: u8, CATEGORY_NAMES {
        /// VP printed on bought cards, and VP from the effects of bought cards.
        Cards = "cards",
        /// VP printed at the doubloon income marker.
        DoubloonTrack = "doubloon_track",
        /// VP income and its wraps.
        VpTrack = "vp_track",
        /// Noble rank × weighting of the nation.
        Nations = "nations",
        /// VP for having the most influence with a nation.
        Majorities = "majorities",
        /// Explorer spaces, borders, the end of the track, and VP stolen on the track.
        Explorer = "explorer",
        /// Quest rewards, and VP for the fourth and later quest tiles.
        Quests = "quests",
        Upgrades = "upgrades",
        Prestige = "prestige",
        Careers = "careers",
        /// Combat tokens, flags, combat actions of cards, and expulsions.
        Combat = "combat",
        /// Unused assistants of the seat (M-12.4).
        Assistants = "assistants",
        /// Spaces 21a, 21b and 22.
        Homeward = "homeward",
        /// The 2 VP for not buying a card in scoring step 1.
        Interim = "interim",
        /// City actions, legacy tiles, and influence beyond the end of a track.
        Other = "other",
    }
}

named! {
    /// Sources of Jean's points that human players do not have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum JeanCategory: u8, JEAN_CATEGORY_NAMES {
        /// VP printed on automa cards.
        Actions = "jean_actions",
        /// VP income from emptied spaces of Jean's disc track.
        Income = "jean_income",
        /// VP income from the cards next to Jean's board.
        Cards = "jean_cards",
        /// Quest tiles at the end of the game.
        Quests = "jean_quests",
        /// VP for having more quest tiles than the player.
        QuestLead = "jean_quest_lead",
        /// VP for having more emptied upgrade spaces than the player has upgrades.
        UpgradeLead = "jean_upgrade_lead",
        /// VP for having the explorer ahead of the player's.
        ExplorerLead = "jean_explorer_lead",
    }
}

/// Names of the score categories of a solo game: the common categories, then the categories of Jean.
pub const SOLO_CATEGORY_NAMES: [&str; CATEGORY_NAMES.len() + JEAN_CATEGORY_NAMES.len()] = {
    let mut names = [""; CATEGORY_NAMES.len() + JEAN_CATEGORY_NAMES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = if index < CATEGORY_NAMES.len() {
            CATEGORY_NAMES[index]
        } else {
            JEAN_CATEGORY_NAMES[index - CATEGORY_NAMES.len()]
        };
        index += 1;
    }
    names
};

impl From<Category> for u16 {
    fn from(category: Category) -> u16 {
        category as u16
    }
}

/// The categories that only Jean has follow the common categories.
impl From<JeanCategory> for u16 {
    fn from(category: JeanCategory) -> u16 {
        CATEGORY_NAMES.len() as u16 + category as u16
    }
}
