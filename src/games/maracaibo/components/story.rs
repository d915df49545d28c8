//! Story cards of the campaign (M-22, M-C1 to M-C13).

use std::ops::RangeInclusive;

use super::board::QuestTile;
use super::ids::{LocationId, StoryId};

/// Number of possible C card numbers: 90 to 99.
pub const C_NUMBERS: usize = 10;
/// Maximum number of choices on the back of a card.
pub const MAX_CHOICES: usize = 4;

/// Number of the first C card; the last C card is 99.
pub const FIRST_C_CARD: u8 = 90;

/// Condition for reading the back of a story card (M-C5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryRequirement {
    /// The back is never read; the card stays until the end of the campaign.
    Never,
    /// A player has the card's story tile.
    Quest,
    /// Every space of this disc tile, 10 to 17, has a disc.
    FullTile(u8),
}

/// Location of a quest that an instruction places, with the player counts for which it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestPlace {
    pub location: LocationId,
    /// Accepted player counts; 1 is solo.
    pub players: RangeInclusive<u8>,
}

/// An instruction on a story card (M-C7). C cards are bits: card 90 is bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `Story: 15`: place the next story tile on this location.
    StoryTile(LocationId),
    /// `Quests: 16 (1-4), 19 (4)`: place quest tiles, by player count.
    Quests(Vec<QuestPlace>),
    /// `Add cards 90, 91 to the discard pile`.
    Discards(u16),
    /// `Cards: 90-92`: shuffle these cards into the project cards.
    Shuffle(u16),
    /// `Read 05`: put this card into play and follow its instructions.
    Read(StoryId),
    /// `Add tile L12`, `Tiles: L25, L13`.
    AddTile(u8),
    /// `Remove tile L5`.
    RemoveTile(u8),
}

/// One of the options that the group can choose on the back of a card (M-C6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Printed name of the option.
    pub words: String,
    /// Instructions that follow if the option is chosen.
    pub follow: Vec<Instruction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryCard {
    /// Card number, 1 to 89.
    pub number: u8,
    /// Chapter that the card belongs to.
    pub chapter: u8,
    pub name: String,
    /// Instructions on the front, followed when the card comes into play.
    pub front: Vec<Instruction>,
    /// The card's quest, fulfilled at the location of its story tile.
    pub quest: Option<QuestTile>,
    /// Condition for reading the back.
    pub requirement: StoryRequirement,
    /// Instructions on the back.
    pub back: Vec<Instruction>,
    /// Options on the back: none, or at least two.
    pub choices: Vec<Choice>,
    /// Story text on the front.
    pub front_text: String,
    /// Story text on the back.
    pub back_text: String,
}

/// Returns the bit of a C card number, or `None` for other numbers; card 90 is bit 0.
pub fn c_bit(number: u8) -> Option<u16> {
    let index = number.checked_sub(FIRST_C_CARD)?;
    (index < C_NUMBERS as u8).then(|| 1 << index)
}
