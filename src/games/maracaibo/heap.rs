//! A heap of components to draw from at random.

use crate::game::{Chance, Purpose};

/// A heap of components to draw from at random while dealing.
#[derive(Clone, Debug)]
pub(super) struct Heap<T, const ROOM: usize> {
    /// The items; those beyond `len` mean nothing.
    pub items: [T; ROOM],
    /// How many there are.
    pub len: usize,
}

impl<T: Copy + Default + Into<usize>, const ROOM: usize> Heap<T, ROOM> {
    /// A heap of these.
    pub fn new(items: impl IntoIterator<Item = T>) -> Self {
        let mut heap = Heap {
            items: [T::default(); ROOM],
            len: 0,
        };
        items.into_iter().for_each(|item| heap.push(item));
        heap
    }

    /// Adds one item.
    pub fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Draws one item and closes the gap with the last.
    pub fn draw(&mut self, chance: &mut impl Chance, purpose: Purpose) -> T {
        let items = &self.items;
        let number = |index| items[index as usize].into() as u16;
        let index = chance.pick(purpose, self.len as u32, number) as usize;
        self.len -= 1;
        self.items.swap(index, self.len);
        self.items[self.len]
    }
}
