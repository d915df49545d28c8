//! Random draws from a set of components while dealing.

use crate::game::{Chance, Purpose};

/// A set of components to draw from at random while dealing.
#[derive(Clone, Debug)]
pub(crate) struct Heap<T, const ROOM: usize> {
    /// Items; entries from index `len` on are unused.
    pub items: [T; ROOM],
    /// Number of items.
    pub len: usize,
}

impl<T: Copy + Default + Into<usize>, const ROOM: usize> Heap<T, ROOM> {
    /// Creates a heap of these items.
    pub fn new(items: impl IntoIterator<Item = T>) -> Self {
        let mut heap = Heap {
            items: [T::default(); ROOM],
            len: 0,
        };
        items.into_iter().for_each(|item| heap.push(item));
        heap
    }

    pub fn push(&mut self, item: T) {
        self.items[self.len] = item;
        self.len += 1;
    }

    /// Draws a random item and moves the last item into the gap.
    pub fn draw(&mut self, chance: &mut impl Chance, purpose: Purpose) -> T {
        let items = &self.items;
        let number = |index| items[index as usize].into() as u16;
        let index = chance.pick(purpose, self.len as u32, number) as usize;
        self.len -= 1;
        self.items.swap(index, self.len);
        self.items[self.len]
    }
}
