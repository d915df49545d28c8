//! Story cards of the campaign (M-22, M-C1 to M-C13).

use std::ops::RangeInclusive;

use super::board::QuestTile;
use super::ids::{LocationId, StoryId};

/// Number of the first C card; the last one is 99.
pub const FIRST_C_CARD: u8 = 90;

/// When the back of a story card is read (M-C5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryRequirement {
    /// Never: the card stays while the campaign lasts.
    Never,
    /// Somebody has its story tile.
    Quest,
    /// Every space of this disc tile, 10 to 17, holds a disc.
    FullTile(u8),
}

/// Where an instruction lays a quest, and for which numbers of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestPlace {
    /// Location.
    pub location: LocationId,
    /// Numbers of players; 1 is solo.
    pub players: RangeInclusive<u8>,
}

/// What a story card tells the group to do (M-C7). C cards are bits: 90 is bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `Story: 15`: the next story tile onto this location.
    StoryTile(LocationId),
    /// `Quests: 16 (1-4), 19 (4)`: quest tiles by number of players.
    Quests(Vec<QuestPlace>),
    /// `Add cards 90, 91 to the discard pile`.
    Discards(u16),
    /// `Cards: 90-92`: shuffled into the project cards.
    Shuffle(u16),
    /// `Read 05`: this card comes into play and is followed.
    Read(StoryId),
    /// `Add tile L12`, `Tiles: L25, L13`.
    AddTile(u8),
    /// `Remove tile L5`.
    RemoveTile(u8),
}

/// One of the ways that the group can choose on the back of a card (M-C6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is called.
    pub words: String,
    /// What follows.
    pub follow: Vec<Instruction>,
}

/// A story card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryCard {
    /// Its number, 1 to 89.
    pub number: u8,
    /// Chapter it belongs to.
    pub chapter: u8,
    /// Title.
    pub name: String,
    /// Instructions of the front, followed when it comes into play.
    pub front: Vec<Instruction>,
    /// Its quest, fulfilled where its story tile lies.
    pub quest: Option<QuestTile>,
    /// When its back is read.
    pub requirement: StoryRequirement,
    /// Instructions of the back.
    pub back: Vec<Instruction>,
    /// What the group may choose there; nothing, or two and more.
    pub choices: Vec<Choice>,
    /// What the front tells.
    pub front_text: String,
    /// What the back tells.
    pub back_text: String,
}
