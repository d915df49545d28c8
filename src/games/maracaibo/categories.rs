//! Score categories: where points come from.

/// Where points come from. The numbers are the order of [`CATEGORY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Category {
    /// Printed on bought cards, and given by effects of own cards.
    Cards,
    /// VP printed at the doubloon income marker.
    DoubloonTrack,
    /// VP income and its wraps.
    VpTrack,
    /// Noble rank × weighting.
    Nations,
    /// Most influence.
    Majorities,
    /// Explorer spaces, borders, end of the track, VP stolen on it.
    Explorer,
    /// Quest rewards and the 4th and later tiles.
    Quests,
    /// Ship upgrades.
    Upgrades,
    /// Prestige buildings.
    Prestige,
    /// Career tasks.
    Careers,
    /// Tokens, flags, combat actions of cards, expulsions.
    Combat,
    /// Own assistants not used (M-12.4).
    Assistants,
    /// Spaces 21a, 21b and 22.
    Homeward,
    /// The 2 VP instead of buying in scoring step 1.
    Interim,
    /// City actions, legacy tiles, influence beyond the end of a track.
    Other,
}

/// Names of the score categories.
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

/// All categories, by number.
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

/// Where her points come from, beside those that every player may have. The numbers are the order
/// of [`JEAN_CATEGORY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum JeanCategory {
    /// Printed on automa cards.
    Actions,
    /// Emptied spaces of her track, in every income.
    Income,
    /// Cards beside her board, in every income.
    Cards,
    /// Quest tiles at the end.
    Quests,
    /// More quest tiles than the player.
    QuestLead,
    /// More emptied upgrade spaces than the player has upgrades.
    UpgradeLead,
    /// Her explorer ahead.
    ExplorerLead,
}

/// Names of her own score categories, by [`JeanCategory`].
pub const JEAN_CATEGORY_NAMES: [&str; 7] = [
    "jean_actions",
    "jean_income",
    "jean_cards",
    "jean_quests",
    "jean_quest_lead",
    "jean_upgrade_lead",
    "jean_explorer_lead",
];

/// Names of the score categories of a solo game: those of every game, then Jean's own.
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

/// Her own come after those of every seat.
impl From<JeanCategory> for u16 {
    fn from(category: JeanCategory) -> u16 {
        CATEGORY_NAMES.len() as u16 + category as u16
    }
}
