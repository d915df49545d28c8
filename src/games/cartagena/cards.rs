//! Cards as counts: cards of one kind are interchangeable.

use super::components::{SYMBOL_NAMES, SYMBOLS, Symbol};

/// Kinds of card: six symbols, each with ordinary and with black background.
pub const KINDS: usize = 2 * SYMBOLS;

/// A kind of card: its symbol, plus 6 if its background is black. Without hindrance the background
/// means nothing and every card counts as ordinary.
pub type Kind = u8;

/// The kind of a symbol with this background.
#[inline]
pub fn kind(symbol: Symbol, black: bool) -> Kind {
    symbol + if black { SYMBOLS as u8 } else { 0 }
}

/// The symbol of a kind.
#[inline]
pub fn symbol(kind: Kind) -> Symbol {
    if is_black(kind) {
        kind - SYMBOLS as u8
    } else {
        kind
    }
}

/// Whether a kind has a black background.
#[inline]
pub fn is_black(kind: Kind) -> bool {
    usize::from(kind) >= SYMBOLS
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

/// How many cards there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards([u8; KINDS]);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards([0; KINDS]);

    /// Number of cards of a kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> u8 {
        self.0[usize::from(kind)]
    }

    /// Number of cards of a symbol with any background.
    #[inline]
    pub fn of_symbol(&self, symbol: Symbol) -> u8 {
        self.0[usize::from(symbol)] + self.0[usize::from(symbol) + SYMBOLS]
    }

    /// Number of all cards.
    #[inline]
    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; KINDS]
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        self.0[usize::from(kind)] += 1;
    }

    /// Adds some cards of a kind.
    pub fn add_many(&mut self, kind: Kind, number: u8) {
        self.0[usize::from(kind)] += number;
    }

    /// Takes a card away, which must be there.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        debug_assert!(self.of(kind) > 0, "no {} to take away", kind_name(kind));
        self.0[usize::from(kind)] -= 1;
    }

    /// Takes a card away if it is there.
    #[inline]
    pub fn forget(&mut self, kind: Kind) {
        let count = &mut self.0[usize::from(kind)];
        *count = count.saturating_sub(1);
    }

    /// The kind of the card at `index` when the cards lie sorted by kind.
    #[inline]
    pub fn at(&self, index: u32) -> Kind {
        let mut left = index;
        for (kind, &count) in self.0.iter().enumerate() {
            if left < u32::from(count) {
                return kind as Kind;
            }
            left -= u32::from(count);
        }
        unreachable!("there are not {index} cards")
    }

    /// The kinds that are there, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        let counts = self.0;
        (0..KINDS as Kind).filter(move |&kind| counts[usize::from(kind)] > 0)
    }

    /// Both together.
    pub fn plus(mut self, other: &Cards) -> Cards {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count += other;
        }
        self
    }

    /// These without the others, kind by kind, none where there are more of the others.
    pub fn minus(mut self, other: &Cards) -> Cards {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_sub(other);
        }
        self
    }

    /// These with `number` fewer of every kind.
    pub fn less_each(mut self, number: u8) -> Cards {
        for count in &mut self.0 {
            *count = count.saturating_sub(number);
        }
        self
    }

    /// The larger number of each kind.
    pub fn at_least(mut self, other: &Cards) -> Cards {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count = (*count).max(other);
        }
        self
    }
}
