//! The cards and the board track of the automa Jean (M-24).

use super::kinds::Nation;

/// Letters of the automa cards, by their number in [`AutomaCard::letter`].
pub const AUTOMA_LETTERS: [char; 3] = ['A', 'B', 'C'];
/// Cards of each letter.
pub const AUTOMA_CARDS_OF: [usize; 3] = [5, 6, 4];
/// All automa cards.
pub const AUTOMA_CARDS: usize = 15;
/// Most actions on one automa card.
pub const MAX_AUTOMA_ACTIONS: usize = 4;
/// Disc spaces of the automa board.
pub const AUTOMA_SPACES: usize = 22;
/// The round from which on the later amounts of the cards hold.
pub const LATER_ROUNDS: u8 = 3;

/// What an action of an automa card does (M-24.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutomaActionKind {
    /// n influence with this nation.
    Influence(Nation),
    /// The leftmost disc leaves the game.
    RemoveDisc,
    /// n VP.
    Vp,
    /// Explorer n spaces.
    Explore,
    /// The top quest tile of the pile.
    Quest,
    /// A special combat for n influence (M-24.7).
    Combat,
    /// The same with a marker for an additional village.
    CombatAndVillage,
}

/// One action of an automa card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaAction {
    /// What.
    pub kind: AutomaActionKind,
    /// Its n in rounds 1 and 2; 0 if it is not carried out then.
    pub early: u8,
    /// Its n from round 3 on.
    pub later: u8,
}

/// A card of the automa's deck (M-24.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaCard {
    /// Index into [`AUTOMA_LETTERS`].
    pub letter: u8,
    /// Spaces that her ship moves.
    pub steps: u8,
    /// Whether it takes the upper branch at forks.
    pub upper: bool,
    /// Position of the card that she takes from the display, 0 is the leftmost.
    pub display: u8,
    /// Number of actions.
    pub len: u8,
    /// The actions, top to bottom; those beyond `len` mean nothing.
    pub actions: [AutomaAction; MAX_AUTOMA_ACTIONS],
}

impl AutomaCard {
    /// The actions, top to bottom.
    #[inline]
    pub fn actions(&self) -> &[AutomaAction] {
        &self.actions[..usize::from(self.len)]
    }
}

/// The automa cards of a letter, as bits.
pub fn automa_cards_of(cards: &[AutomaCard], letter: usize) -> u16 {
    cards
        .iter()
        .enumerate()
        .filter(|(_, card)| usize::from(card.letter) == letter)
        .fold(0, |bits, (index, _)| bits | 1 << index)
}

/// The disc track of the automa board, by number of discs that are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaTrack {
    /// VP in every income: the highest number on an emptied space (M-24.8).
    pub income: [u8; AUTOMA_SPACES + 1],
    /// Emptied upgrade spaces (M-24.9).
    pub upgrades: [u8; AUTOMA_SPACES + 1],
}
