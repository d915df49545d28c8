//! Sets of cards, stored as counts because cards of one kind are interchangeable.

use serde::{Deserialize, Serialize};

use crate::cartagena::components::{SYMBOL_NAMES, SYMBOLS, Symbol};
use crate::suggestion::did_you_mean;
use crate::view::ByName;

/// Difference between the black kind and the ordinary kind of a symbol.
const BLACK: u8 = 8;

/// Kind of card: its symbol, plus 8 for a black background. Without hindrance, backgrounds have no
/// effect and all cards count as ordinary.
pub type Kind = u8;

/// Returns the kind of card with this symbol and background.
#[inline]
pub fn kind(symbol: Symbol, black: bool) -> Kind {
    symbol + if black { BLACK } else { 0 }
}

/// Returns the symbol of a kind.
#[inline]
pub fn symbol(kind: Kind) -> Symbol {
    kind % BLACK
}

/// Returns true if a kind has a black background.
#[inline]
pub fn is_black(kind: Kind) -> bool {
    kind >= BLACK
}

/// Returns all kinds in ascending order.
pub fn all_kinds() -> impl Iterator<Item = Kind> {
    let symbols = 0..SYMBOLS as Symbol;
    let black = symbols.clone().map(|symbol| kind(symbol, true));
    symbols.map(|symbol| kind(symbol, false)).chain(black)
}

/// Returns the name of a kind, for example `rum` or `rum black`.
pub fn kind_name(kind: Kind) -> String {
    let name = SYMBOL_NAMES[usize::from(symbol(kind))];
    if is_black(kind) {
        format!("{name} black")
    } else {
        name.to_string()
    }
}

/// Returns the kind with this name.
///
/// # Errors
/// If there is no such kind.
pub fn kind_named(name: &str) -> Result<Kind, String> {
    let found = all_kinds().find(|&kind| kind_name(kind) == name);
    found.ok_or_else(|| {
        let names: Vec<String> = all_kinds().map(kind_name).collect();
        let suggestion = did_you_mean(name, names.iter().map(String::as_str));
        format!(
            "\"{name}\": expected one of {}{suggestion}",
            names.join(", ")
        )
    })
}

/// A word in which each byte is 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Number of cards of each kind. The first word contains one byte per symbol for ordinary cards, the
/// second word for black cards. The total is below 128, so sums over bytes never overflow a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "Counts", try_from = "Counts")]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Cards([u64; 2]);

/// Number of cards by the name of their kind, as in JSON data.
pub type Counts = ByName<u8, String>;

impl From<Cards> for Counts {
    fn from(cards: Cards) -> Counts {
        let kinds = cards.kinds();
        kinds
            .map(|kind| (kind_name(kind), cards.of(kind)))
            .collect()
    }
}

impl TryFrom<Counts> for Cards {
    type Error = String;

    fn try_from(counts: Counts) -> Result<Cards, String> {
        let total: u32 = counts.0.iter().map(|(_, number)| u32::from(*number)).sum();
        if total > Cards::MOST {
            return Err(format!("{total} cards: expected at most {}", Cards::MOST));
        }
        let mut cards = Cards::NONE;
        for (name, number) in counts.0 {
            cards.add_many(kind_named(&name)?, number);
        }
        Ok(cards)
    }
}

impl Cards {
    pub const NONE: Cards = Cards([0; 2]);

    /// Maximum total number of cards in a set.
    const MOST: u32 = 127;

    #[inline]
    fn place(kind: Kind) -> (usize, u32) {
        (usize::from(kind / BLACK), 8 * u32::from(kind % BLACK))
    }

    /// Returns the number of cards of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> u8 {
        let (word, shift) = Cards::place(kind);
        (self.0[word] >> shift) as u8
    }

    /// Returns the number of cards with a symbol, of either background.
    #[inline]
    pub fn of_symbol(&self, symbol: Symbol) -> u8 {
        ((self.0[0] + self.0[1]) >> (8 * symbol)) as u8
    }

    /// Returns the total number of cards.
    #[inline]
    pub fn len(&self) -> u8 {
        ((self.0[0] + self.0[1]).wrapping_mul(ONES) >> 56) as u8
    }

    /// Returns true if there are no cards.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 2]
    }

    /// Adds one card of a kind.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self.add_many(kind, 1);
    }

    /// Adds `number` cards of a kind.
    #[inline]
    pub fn add_many(&mut self, kind: Kind, number: u8) {
        let (word, shift) = Cards::place(kind);
        self.0[word] += u64::from(number) << shift;
    }

    /// Removes one card of a kind, which must be present.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(self.of(kind) > 0, "no {} to take away", kind_name(kind));
        let (word, shift) = Cards::place(kind);
        self.0[word] -= 1 << shift;
    }

    /// Removes one card of a kind if it is present.
    #[inline]
    pub fn forget(&mut self, kind: Kind) {
        let there = u64::from(self.of(kind) > 0);
        let (word, shift) = Cards::place(kind);
        self.0[word] -= there << shift;
    }

    /// Returns the kind of the card at `index` if the cards are sorted by kind. `index` must be
    /// below the total number of cards.
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
        // The highest bit of a byte remains set if the sum up to this byte is at most the index.
        let passed = ((index | 0x80).wrapping_mul(ONES) - sums) & (0x80 * ONES);
        first + passed.count_ones() as Kind
    }

    /// Returns the symbols with at least one card of this background, as bits.
    #[inline]
    pub fn symbols(&self, black: bool) -> u64 {
        // The addition sets the highest bit of each nonzero byte, and the multiplication gathers
        // these bits.
        let there = (self.0[usize::from(black)] + 0x7F * ONES) & (0x80 * ONES);
        (there >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    /// Returns the kinds with at least one card, in ascending order.
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

    /// Returns the sum of two sets.
    pub fn plus(&self, other: &Cards) -> Cards {
        Cards([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }

    /// Subtracts another set from each kind, with a minimum of 0.
    pub fn minus(&self, other: &Cards) -> Cards {
        self.each(other, u8::saturating_sub)
    }

    /// Subtracts `number` from each kind, with a minimum of 0.
    pub fn less_each(&self, number: u8) -> Cards {
        self.each(self, |count, _| count.saturating_sub(number))
    }

    /// Returns the maximum of both sets for each kind.
    pub fn at_least(&self, other: &Cards) -> Cards {
        self.each(other, u8::max)
    }
}
