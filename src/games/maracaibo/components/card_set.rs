//! A set of project cards as bits.

use super::ids::{CardId, MAX_CARDS};

/// A set of project cards as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardSet(pub [u64; MAX_CARDS / 64]);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet([0; MAX_CARDS / 64]);

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: CardId) {
        let (word, bit) = place(card);
        self.0[word] |= 1 << bit;
    }

    /// Removes a card.
    #[inline]
    pub fn remove(&mut self, card: CardId) {
        let (word, bit) = place(card);
        self.0[word] &= !(1 << bit);
    }

    /// Whether the card is in the set.
    #[inline]
    pub fn contains(&self, card: CardId) -> bool {
        let (word, bit) = place(card);
        self.0[word] >> bit & 1 == 1
    }

    /// Number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MAX_CARDS / 64]
    }

    /// The cards of either set.
    #[inline]
    pub fn union(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cards that are in this set and not in the other.
    #[inline]
    pub fn minus(self, other: CardSet) -> CardSet {
        CardSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cards in ascending order.
    #[inline]
    pub fn iter(self) -> CardSetIter {
        CardSetIter { set: self, word: 0 }
    }
}

/// The word of a card, and its bit there.
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

/// Iterator over the cards of a set.
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
    /// Word by word: what runs over whole sets need not ask at every card which word it is in.
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
