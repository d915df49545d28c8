//! A heap of components to draw from at random.

use super::components::NONE;
use crate::game::{Chance, Purpose};

/// A heap of components to draw from at random while dealing.
#[derive(Clone, Debug)]
pub(super) struct Heap<const ROOM: usize> {
    /// The items; those beyond `len` mean nothing.
    pub items: [u8; ROOM],
    /// How many there are.
    pub len: usize,
}

impl<const ROOM: usize> Heap<ROOM> {
    /// A heap of these.
    pub fn new(items: impl IntoIterator<Item = u8>) -> Self {
        let mut heap = Heap {
            items: [NONE; ROOM],
            len: 0,
        };
        items.into_iter().for_each(|item| heap.push(item));
        heap
    }

    /// Adds one item.
    pub fn push(&mut self, item: u8) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Draws one item and closes the gap with the last.
    pub fn draw(&mut self, chance: &mut impl Chance, purpose: Purpose) -> u8 {
        let index = chance.below(purpose, self.len as u32) as usize;
        self.len -= 1;
        self.items.swap(index, self.len);
        self.items[self.len]
    }
}
