//! Items: the components that studies evaluate individually, such as cards, buildings and tiles, and the terms of
//! access to them for each seat.
//!
//! A game lists its items ([`Items::items`](crate::game::Items::items)), states which actions take an item, and
//! enforces [`Terms`]. Studies need no other knowledge of the game.

use crate::seat::{MAX_SEATS, Seat};

/// Maximum number of items in a game.
pub const MOST_ITEMS: usize = 512;

/// A kind of item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemKind {
    /// Name in experiment files and reports, in the plural: `cards`.
    pub name: &'static str,
    /// Events through which a seat gains access to such an item, as in
    /// [`Words::EVENT_KINDS`](crate::game::Words::EVENT_KINDS), in order. With the last event, the seat takes the item.
    pub events: &'static [&'static str],
}

impl ItemKind {
    /// Returns the event that records that a seat takes such an item.
    pub fn taken_by(&self) -> &'static str {
        self.events.last().copied().unwrap_or_default()
    }
}

/// One item of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Index of its kind in [`Items::ITEM_KINDS`](crate::game::Items::ITEM_KINDS).
    pub kind: usize,
    /// Label of the item in events and data files.
    pub label: String,
    /// Price of the item, if it has one.
    pub price: Option<i32>,
    /// Name of the design, which is shared by copies: items with the same effect.
    pub design: String,
}

/// Effect of an action on an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemAction {
    /// Index of the item in [`Items::items`](crate::game::Items::items).
    pub item: usize,
    /// True if the seat takes the item now: buys, builds, chooses or uses it. False if the action sets the item
    /// aside for later.
    pub takes: bool,
}

/// A set of item indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemSet([u64; MOST_ITEMS / 64]);

impl ItemSet {
    /// The empty set.
    pub const EMPTY: ItemSet = ItemSet([0; MOST_ITEMS / 64]);

    /// Adds an item to the set.
    #[inline]
    pub fn insert(&mut self, item: usize) {
        self.0[item / 64] |= 1 << (item % 64);
    }

    /// Returns true if the set contains an item.
    #[inline]
    pub fn contains(&self, item: usize) -> bool {
        self.0[item / 64] >> (item % 64) & 1 == 1
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MOST_ITEMS / 64]
    }
}

/// Terms of play: items forbidden or forced for each seat, and a starting item or additional money for one seat.
/// The default has no restrictions and no grants.
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
    /// Terms without restrictions or grants.
    pub const FREE: Terms = Terms {
        active: false,
        forbidden: [ItemSet::EMPTY; MAX_SEATS],
        obliged: [ItemSet::EMPTY; MAX_SEATS],
        granted: None,
        handicap: None,
    };

    /// Forbids `seat` to take these items, unless it would have no other legal action.
    pub fn forbid(&mut self, seat: Seat, items: ItemSet) {
        self.forbidden[seat] = items;
        self.active |= !items.is_empty();
    }

    /// Forces `seat` to take these items whenever possible.
    pub fn oblige(&mut self, seat: Seat, items: ItemSet) {
        self.obliged[seat] = items;
        self.active |= !items.is_empty();
    }

    /// Lets `seat` begin with an item.
    pub fn grant(&mut self, seat: Seat, item: usize) {
        self.granted = Some((seat, item));
    }

    /// Lets `seat` begin with `amount` additional money.
    pub fn give_handicap(&mut self, seat: Seat, amount: u16) {
        self.handicap = Some((seat, amount));
    }

    /// Returns the additional money with which a seat begins.
    pub fn handicap(&self, seat: Seat) -> u16 {
        match self.handicap {
            Some((given, amount)) if given == seat => amount,
            _ => 0,
        }
    }

    /// Returns true if the choice of any seat is restricted.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// Returns true if `seat` may not take an item.
    #[inline]
    pub fn forbids(&self, seat: Seat, item: usize) -> bool {
        self.active && self.forbidden[seat].contains(item)
    }

    /// Returns the seat that begins with an item, and the item.
    pub fn granted(&self) -> Option<(Seat, usize)> {
        self.granted
    }

    /// Removes the legal actions of `seat` that the terms forbid; if all would be removed, the list is left
    /// unchanged. `item_of` returns the effect of an action on an item.
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

    /// Actions 0 to 9 take the item with that number, 10 to 19 set item `action - 10` aside, and the others involve
    /// no item.
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
    fn forbidden_items_are_avoided_if_other_actions_exist() {
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
    fn obligatory_item_is_taken_as_soon_as_possible() {
        let mut terms = Terms::FREE;
        terms.oblige(0, set(&[5]));
        assert_eq!(restricted(&terms, 0, &[4, 5, 15, 30]), [5]);
        assert_eq!(restricted(&terms, 0, &[4, 15, 30]), [4, 15, 30]);
    }
}
