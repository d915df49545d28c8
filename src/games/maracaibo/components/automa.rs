//! Cards and disc track of the automa Jean (M-24).

use super::kinds::Nation;

/// Letters of the automa cards, indexed by [`AutomaCard::letter`].
pub const AUTOMA_LETTERS: [char; 3] = ['A', 'B', 'C'];
/// Number of automa cards of each letter.
pub const AUTOMA_CARDS_OF: [usize; 3] = [5, 6, 4];
/// Number of automa cards.
pub const AUTOMA_CARDS: usize = 15;
/// Maximum number of actions on an automa card.
pub const MAX_AUTOMA_ACTIONS: usize = 4;
/// Number of disc spaces on the automa board.
pub const AUTOMA_SPACES: usize = 22;
/// First round in which the later amounts of the automa cards apply.
pub const LATER_ROUNDS: u8 = 3;

/// Kind of action on an automa card (M-24.6); n is the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutomaActionKind {
    /// Gain n influence with this nation.
    Influence(Nation),
    /// Remove the leftmost disc from the game.
    RemoveDisc,
    /// Gain n VP.
    Vp,
    /// Move the explorer n spaces.
    Explore,
    /// Take the top quest tile of the pile.
    Quest,
    /// A special combat for n influence (M-24.7).
    Combat,
    /// A special combat for n influence, plus a marker for an additional village.
    CombatAndVillage,
}

/// Actions of automa cards, with the form in which cards name them and their text for people; `{n}` is the amount.
#[rustfmt::skip]
pub const AUTOMA_ACTIONS: [(AutomaActionKind, &str, &str); 9] = [
    (AutomaActionKind::Influence(Nation::France), "France +{n}", "{n} influence with France"),
    (AutomaActionKind::Influence(Nation::Spain), "Spain +{n}", "{n} influence with Spain"),
    (AutomaActionKind::Influence(Nation::England), "England +{n}", "{n} influence with England"),
    (AutomaActionKind::RemoveDisc, "remove disc", "removes her leftmost disc"),
    (AutomaActionKind::Vp, "{n} VP", "{n} VP"),
    (AutomaActionKind::Explore, "explorer {n}", "explores {n}"),
    (AutomaActionKind::Quest, "quest from pile", "takes the top quest of the pile"),
    (AutomaActionKind::Combat, "combat, {n} influence", "combat for {n} influence"),
    (AutomaActionKind::CombatAndVillage, "combat with additional village, {n} influence", "combat for {n} influence, with a marker onto one more village"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaAction {
    pub kind: AutomaActionKind,
    /// Amount in rounds 1 and 2; 0 if the action is not carried out in these rounds.
    pub early: u8,
    /// Amount from round 3 on.
    pub later: u8,
}

/// A card of the automa's deck (M-24.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaCard {
    /// Index into [`AUTOMA_LETTERS`].
    pub letter: u8,
    /// Number of spaces that Jean's ship moves.
    pub steps: u8,
    /// True if the ship takes the upper branch at forks.
    pub upper: bool,
    /// Index of the display card that Jean takes; 0 is the leftmost.
    pub display: u8,
    pub len: u8,
    /// Actions from top to bottom; entries from index `len` on are unused.
    pub actions: [AutomaAction; MAX_AUTOMA_ACTIONS],
}

impl AutomaCard {
    /// Returns the actions from top to bottom.
    #[inline]
    pub fn actions(&self) -> &[AutomaAction] {
        &self.actions[..usize::from(self.len)]
    }
}

/// Returns the automa cards with this letter, as bits.
pub fn automa_cards_of(cards: &[AutomaCard], letter: usize) -> u16 {
    cards
        .iter()
        .enumerate()
        .filter(|(_, card)| usize::from(card.letter) == letter)
        .fold(0, |bits, (index, _)| bits | 1 << index)
}

/// The disc track of the automa board, indexed by the number of discs removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaTrack {
    /// VP in every income phase: the highest number on an emptied space (M-24.8).
    pub income: [u8; AUTOMA_SPACES + 1],
    /// Number of emptied upgrade spaces (M-24.9).
    pub upgrades: [u8; AUTOMA_SPACES + 1],
}
