//! Score categories: the sources of points.

use serde::{Deserialize, Serialize};

/// A source of points. The discriminant is the index in [`CATEGORY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Category {
    /// VP printed on bought cards, and VP from effects of own cards.
    Cards,
    /// VP printed at the doubloon income marker.
    DoubloonTrack,
    /// VP income and its wraps.
    VpTrack,
    /// Noble rank × weighting of the nation.
    Nations,
    /// VP for having the most influence with a nation.
    Majorities,
    /// Explorer spaces, borders, the end of the track, and VP stolen on the track.
    Explorer,
    /// Quest rewards, and VP for the fourth and later quest tiles.
    Quests,
    Upgrades,
    Prestige,
    Careers,
    /// Combat tokens, flags, combat actions of cards, and expulsions.
    Combat,
    /// Unused own assistants (M-12.4).
    Assistants,
    /// Spaces 21a, 21b and 22.
    Homeward,
    /// The 2 VP for not buying a card in scoring step 1.
    Interim,
    /// City actions, legacy tiles, and influence beyond the end of a track.
    Other,
}

/// Names of the score categories, indexed by [`Category`].
pub const CATEGORY_NAMES: [&str; 15] = [
    "cards",
    "doubloon_track",
    "vp_track",
    "nations",
    "majorities",
    "explorer",
    "quests",
    "upgrades",
    "prestige",
    "careers",
    "combat",
    "assistants",
    "homeward",
    "interim",
    "other",
];

/// All score categories, in numerical order.
pub const CATEGORIES: [Category; CATEGORY_NAMES.len()] = [
    Category::Cards,
    Category::DoubloonTrack,
    Category::VpTrack,
    Category::Nations,
    Category::Majorities,
    Category::Explorer,
    Category::Quests,
    Category::Upgrades,
    Category::Prestige,
    Category::Careers,
    Category::Combat,
    Category::Assistants,
    Category::Homeward,
    Category::Interim,
    Category::Other,
];

/// Sources of Jean's points that human players do not have. The discriminant is the index in
/// [`JEAN_CATEGORY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum JeanCategory {
    /// VP printed on automa cards.
    Actions,
    /// VP income from emptied spaces of Jean's disc track.
    Income,
    /// VP income from the cards next to Jean's board.
    Cards,
    /// Quest tiles at the end of the game.
    Quests,
    /// VP for having more quest tiles than the player.
    QuestLead,
    /// VP for having more emptied upgrade spaces than the player has upgrades.
    UpgradeLead,
    /// VP for having the explorer ahead of the player's.
    ExplorerLead,
}

/// Names of Jean's own score categories, indexed by [`JeanCategory`].
pub const JEAN_CATEGORY_NAMES: [&str; 7] = [
    "jean_actions",
    "jean_income",
    "jean_cards",
    "jean_quests",
    "jean_quest_lead",
    "jean_upgrade_lead",
    "jean_explorer_lead",
];

/// Names of the score categories of a solo game: the common categories, then Jean's own.
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

/// Jean's own categories follow the common ones.
impl From<JeanCategory> for u16 {
    fn from(category: JeanCategory) -> u16 {
        CATEGORY_NAMES.len() as u16 + category as u16
    }
}
