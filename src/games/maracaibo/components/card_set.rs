//! Sets of project cards.

use serde::{Deserialize, Serialize};

use super::ids::{CardId, MAX_CARDS};

/// A set of project cards, stored as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSet(pub [u64; MAX_CARDS / 64]);

impl CardSet {
    /// The empty set.
    pub const EMPTY: CardSet = CardSet([0; MAX_CARDS / 64]);

    #[inline]
    pub fn insert(&mut self, card: CardId) {
        let (word, bit) = place(card);
        self.0[word] |= 1 << bit;
    }

    #[inline]
    pub fn remove(&mut self, card: CardId) {
        let (word, bit) = place(card);
        self.0[word] &= !(1 << bit);
    }

    /// Returns true if the card is in the set.
    #[inline]
    pub fn contains(&self, card: CardId) -> bool {
        let (word, bit) = place(card);
        self.0[word] >> bit & 1 == 1
    }

    /// Returns the number of cards in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_CARDS / 64]
    }

    /// Returns the cards that are in at least one of the sets.
    #[inline]
    pub fn union(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the cards that are in this set but not in `other`.
    #[inline]
    pub fn minus(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns an iterator over the cards in ascending order.
    #[inline]
    pub fn iter(self) -> CardSetIter {
        CardSetIter { set: self, word: 0 }
    }
}

/// Returns the index of the word that contains the card and the bit within that word.
#[inline]
fn place(card: CardId) -> (usize, u8) {
    let index = card.index();
    (usize::from(index >> 6), index & 63)
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// Iterator over the cards of a set, in ascending order.
pub struct CardSetIter {
    set: CardSet,
    word: usize,
}

impl Iterator for CardSetIter {
    type Item = CardId;

    #[inline]
    fn next(&mut self) -> Option<CardId> {
        while self.word < self.set.0.len() {
            let bits = &mut self.set.0[self.word];
            if *bits != 0 {
                let card = self.word as u32 * 64 + bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(CardId::new(card as u8));
            }
            self.word += 1;
        }
        None
    }
    /// Processes the set word by word, so that loops over whole sets do not search for the current
    /// word at every card.
    #[inline]
    fn fold<B, F: FnMut(B, CardId) -> B>(self, init: B, mut each: F) -> B {
        let mut folded = init;
        for word in self.word..self.set.0.len() {
            let mut bits = self.set.0[word];
            while bits != 0 {
                let card = word as u32 * 64 + bits.trailing_zeros();
                folded = each(folded, CardId::new(card as u8));
                bits &= bits - 1;
            }
        }
        folded
    }
}
