//! Cards as counts: cards of one kind are interchangeable.

use super::components::{SYMBOL_NAMES, SYMBOLS, Symbol};

/// Added to the number of a symbol, it makes the kind with black background.
const BLACK: u8 = 8;

/// A kind of card: its symbol, plus 8 if its background is black. Without hindrance the background
/// means nothing and every card counts as ordinary.
pub type Kind = u8;

/// The kind of a symbol with this background.
#[inline]
pub fn kind(symbol: Symbol, black: bool) -> Kind {
    symbol + if black { BLACK } else { 0 }
}

/// The symbol of a kind.
#[inline]
pub fn symbol(kind: Kind) -> Symbol {
    kind % BLACK
}

/// Whether a kind has a black background.
#[inline]
pub fn is_black(kind: Kind) -> bool {
    kind >= BLACK
}

/// All kinds, in order.
pub fn all_kinds() -> impl Iterator<Item = Kind> {
    let symbols = 0..SYMBOLS as Symbol;
    let black = symbols.clone().map(|symbol| kind(symbol, true));
    symbols.map(|symbol| kind(symbol, false)).chain(black)
}

/// The name of a kind: `rum`, `rum black`.
pub fn kind_name(kind: Kind) -> String {
    let name = SYMBOL_NAMES[usize::from(symbol(kind))];
    if is_black(kind) {
        format!("{name} black")
    } else {
        name.to_string()
    }
}

/// A byte that is 1 in every place.
const ONES: u64 = 0x0101_0101_0101_0101;

/// How many cards there are of each kind: a byte per symbol, first the ordinary cards, then the
/// black ones. All cards together are fewer than 128, so that sums over bytes stay within theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards([u64; 2]);

/// Most cards that [`Cards`] can count.
pub const MOST_CARDS: u8 = 127;

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards([0; 2]);

    #[inline]
    fn place(kind: Kind) -> (usize, u32) {
        (usize::from(kind / BLACK), 8 * u32::from(kind % BLACK))
    }

    /// Number of cards of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> u8 {
        let (word, shift) = Cards::place(kind);
        (self.0[word] >> shift) as u8
    }

    /// Number of cards of a symbol with any background.
    #[inline]
    pub fn of_symbol(&self, symbol: Symbol) -> u8 {
        ((self.0[0] + self.0[1]) >> (8 * symbol)) as u8
    }

    /// Number of all cards.
    #[inline]
    pub fn len(&self) -> u8 {
        ((self.0[0] + self.0[1]).wrapping_mul(ONES) >> 56) as u8
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 2]
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self.add_many(kind, 1);
    }

    /// Adds some cards of a kind.
    #[inline]
    pub fn add_many(&mut self, kind: Kind, number: u8) {
        let (word, shift) = Cards::place(kind);
        self.0[word] += u64::from(number) << shift;
    }

    /// Takes a card away, which must be there.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(self.of(kind) > 0, "no {} to take away", kind_name(kind));
        let (word, shift) = Cards::place(kind);
        self.0[word] -= 1 << shift;
    }

    /// Takes a card away if it is there.
    #[inline]
    pub fn forget(&mut self, kind: Kind) {
        let there = u64::from(self.of(kind) > 0);
        let (word, shift) = Cards::place(kind);
        self.0[word] -= there << shift;
    }

    /// The kind of the card at `index`, less than the number of cards, when they lie sorted by kind.
    #[inline]
    pub fn at(&self, index: u32) -> Kind {
        let mut index = u64::from(index);
        let mut sums = self.0[0].wrapping_mul(ONES);
        let mut first = 0;
        let ordinary = sums >> 56;
        if index >= ordinary {
            index -= ordinary;
            sums = self.0[1].wrapping_mul(ONES);
            first = BLACK;
        }
        // A byte keeps its highest bit where the sum up to there is at most the index.
        let passed = ((index | 0x80).wrapping_mul(ONES) - sums) & (0x80 * ONES);
        first + passed.count_ones() as Kind
    }

    /// The symbols of which there are ordinary cards, or black ones, as bits.
    #[inline]
    pub fn symbols(&self, black: bool) -> u64 {
        // Carries a byte that is not 0 into its highest bit, and gathers those bits.
        let there = (self.0[usize::from(black)] + 0x7F * ONES) & (0x80 * ONES);
        (there >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    /// The kinds that are there, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let cards = *self;
        all_kinds().filter(move |&kind| cards.of(kind) > 0)
    }

    fn each(mut self, other: &Cards, join: impl Fn(u8, u8) -> u8) -> Cards {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (mut bytes, other) = (word.to_le_bytes(), other.to_le_bytes());
            for (count, other) in bytes.iter_mut().zip(other) {
                *count = join(*count, other);
            }
            *word = u64::from_le_bytes(bytes);
        }
        self
    }

    /// Both together.
    pub fn plus(&self, other: &Cards) -> Cards {
        Cards([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    /// These without the others, kind by kind, none where there are more of the others.
    pub fn minus(&self, other: &Cards) -> Cards {
        self.each(other, u8::saturating_sub)
    }

    /// These with `number` fewer of every kind.
    pub fn less_each(&self, number: u8) -> Cards {
        self.each(self, |count, _| count.saturating_sub(number))
    }

    /// The larger number of each kind.
    pub fn at_least(&self, other: &Cards) -> Cards {
        self.each(other, u8::max)
    }
}
