//! Items: the components of a game that studies ask about one by one, such as cards, buildings and
//! tiles, and the terms on which seats have access to them.
//!
//! A game names its items ([`Items::items`](crate::game::Items::items)), says which actions take one,
//! and keeps to [`Terms`]. That is all that a study needs to know of it.

use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat};

/// Most items that a game may name.
pub const MOST_ITEMS: usize = 512;

/// A kind of item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemKind {
    /// Its name in experiment files and reports, in the plural: `cards`.
    pub name: &'static str,
    /// How a seat meets such an item, step by step, the last step being that it takes the item.
    pub exposures: &'static [Exposure],
}

impl ItemKind {
    /// The event by which a seat takes such an item.
    pub fn taken_by(&self) -> &'static str {
        self.exposures.last().map_or("", |exposure| exposure.event)
    }
}

/// A way of meeting an item that is counted as an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposure {
    /// Event, one of [`Notation::EVENT_KINDS`](crate::game::Notation::EVENT_KINDS).
    pub event: &'static str,
    /// Who brings it about.
    pub by: Selection,
}

/// Who brings it about that a seat meets an item, and so what a comparison of seats that met it with
/// seats that did not suffers from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// Chance alone, before anything is decided: no bias.
    Chance,
    /// Chance, but more often for those who see more items or play longer.
    Opportunity,
    /// The player: the item comes with the situations and players that want it.
    Choice,
}

/// One item of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Index of its kind in [`Items::ITEM_KINDS`](crate::game::Items::ITEM_KINDS).
    pub kind: usize,
    /// Its label, as events and data files call it.
    pub label: String,
    /// What it costs, if it has a price.
    pub price: Option<i32>,
    /// The name of its design, which its copies share: items that do the same for who takes them.
    pub design: String,
}

/// What an action does with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemAction {
    /// Index of the item in [`Items::items`](crate::game::Items::items).
    pub item: usize,
    /// Whether the seat takes it now: buys, builds, chooses, uses it. Otherwise the action sets it aside
    /// to be taken later.
    pub takes: bool,
}

/// A set of items by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemSet([u64; MOST_ITEMS / 64]);

impl ItemSet {
    /// No item.
    pub const EMPTY: ItemSet = ItemSet([0; MOST_ITEMS / 64]);

    /// Puts an item in.
    #[inline]
    pub fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    /// Whether an item is in.
    #[inline]
    pub fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 == 1
    }

    /// Whether no item is in.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MOST_ITEMS / 64]
    }
}

/// Who may take which items, and who begins with one, or with more money. By default everybody may and nobody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    active: bool,
    forbidden: [ItemSet; MAX_SEATS],
    obliged: [ItemSet; MAX_SEATS],
    granted: Option<(Seat, usize)>,
    handicap: Option<(Seat, u16)>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::FREE
    }
}

impl Terms {
    /// Everybody may take everything.
    pub const FREE: Terms = Terms {
        active: false,
        forbidden: [ItemSet::EMPTY; MAX_SEATS],
        obliged: [ItemSet::EMPTY; MAX_SEATS],
        granted: None,
        handicap: None,
    };

    /// `seat` may not take these items, unless it could do nothing else.
    pub fn forbid(&mut self, seat: Seat, items: ItemSet) {
        self.forbidden[seat] = items;
        self.active |= !items.is_empty();
    }

    /// `seat` takes these items whenever it may.
    pub fn oblige(&mut self, seat: Seat, items: ItemSet) {
        self.obliged[seat] = items;
        self.active |= !items.is_empty();
    }

    /// `seat` begins with an item.
    pub fn grant(&mut self, seat: Seat, item: usize) {
        self.granted = Some((seat, item));
    }

    /// `seat` begins with so much more money.
    pub fn give_handicap(&mut self, seat: Seat, amount: u16) {
        self.handicap = Some((seat, amount));
    }

    /// How much more money a seat begins with.
    pub fn handicap(&self, seat: Seat) -> u16 {
        match self.handicap {
            Some((given, amount)) if given == seat => amount,
            _ => 0,
        }
    }

    /// Whether anybody's choice is restricted.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Whether `seat` may not take an item.
    #[inline]
    pub fn forbids(&self, seat: Seat, item: usize) -> bool {
        self.active && self.forbidden[seat].contains(item)
    }

    /// The seat that begins with an item, and which.
    pub fn granted(&self) -> Option<(Seat, usize)> {
        self.granted
    }

    /// Leaves of the legal actions of `seat` those that the terms allow; all, if they allow none.
    /// `item_of` says what an action does with an item.
    #[cold]
    pub fn restrict<A: Copy>(
        &self,
        seat: Seat,
        actions: &mut Vec<A>,
        item_of: impl Fn(A) -> Option<ItemAction>,
    ) {
        let forbidden = |action: A| {
            item_of(action).is_some_and(|action| self.forbidden[seat].contains(action.item))
        };
        if actions.iter().any(|&action| !forbidden(action)) {
            actions.retain(|&action| !forbidden(action));
        }
        let obliged = |action: A| {
            item_of(action)
                .is_some_and(|action| action.takes && self.obliged[seat].contains(action.item))
        };
        if actions.iter().any(|&action| obliged(action)) {
            actions.retain(|&action| obliged(action));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(items: &[usize]) -> ItemSet {
        let mut set = ItemSet::EMPTY;
        items.iter().for_each(|&item| set.insert(item));
        set
    }

    /// Actions 0 to 9 take the item of that number, 10 to 19 set one aside, the others none.
    fn item_of(action: usize) -> Option<ItemAction> {
        (action < 20).then_some(ItemAction {
            item: action % 10,
            takes: action < 10,
        })
    }

    fn restricted(terms: &Terms, seat: Seat, actions: &[usize]) -> Vec<usize> {
        let mut left = actions.to_vec();
        terms.restrict(seat, &mut left, item_of);
        left
    }

    #[test]
    fn what_is_forbidden_is_neither_taken_nor_set_aside() {
        let mut terms = Terms::FREE;
        assert!(!terms.is_active());
        terms.forbid(1, set(&[3, 70]));
        assert!(terms.is_active() && terms.forbids(1, 3) && terms.forbids(1, 70));
        assert!(!terms.forbids(0, 3) && !terms.forbids(1, 4));
        assert_eq!(restricted(&terms, 1, &[3, 13, 4, 30]), [4, 30]);
        assert_eq!(restricted(&terms, 0, &[3, 13, 4]), [3, 13, 4]);
        assert_eq!(restricted(&terms, 1, &[3, 13]), [3, 13]);
    }

    #[test]
    fn what_is_obliged_is_taken_as_soon_as_it_may_be() {
        let mut terms = Terms::FREE;
        terms.oblige(0, set(&[5]));
        assert_eq!(restricted(&terms, 0, &[4, 5, 15, 30]), [5]);
        assert_eq!(restricted(&terms, 0, &[4, 15, 30]), [4, 15, 30]);
    }
}
