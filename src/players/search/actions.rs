//! Mean reward of each action over a whole search, for MAST.

use std::hash::{Hash, Hasher};

/// Capacity of a new table. The table doubles its capacity when it is half full.
const FIRST_CAPACITY: usize = 256;

/// Statistics of one action taken by one seat.
#[derive(Clone, Copy, Debug)]
struct Entry<A> {
    action: A,
    seat: u8,
    count: u32,
    sum: f64,
}

/// Hash table of mean rewards by seat and action, with open addressing and linear probing. `clear` keeps the allocated
/// memory.
#[derive(Clone, Debug)]
pub struct ActionTable<A> {
    entries: Vec<Option<Entry<A>>>,
    used: usize,
}

impl<A: Copy + Eq + Hash> ActionTable<A> {
    /// Returns an empty table.
    pub fn new() -> ActionTable<A> {
        ActionTable {
            entries: vec![None; FIRST_CAPACITY],
            used: 0,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.fill(None);
        self.used = 0;
    }

    /// Returns the mean reward of `seat` over the iterations in which it took `action`, or `None` if it never did.
    #[inline]
    pub fn mean(&self, seat: u8, action: A) -> Option<f64> {
        let entry = self.entries[self.slot(seat, action)].as_ref()?;
        Some(entry.sum / f64::from(entry.count))
    }

    /// Adds the reward of an iteration in which `seat` took `action`.
    pub fn add(&mut self, seat: u8, action: A, reward: f64) {
        let slot = self.slot(seat, action);
        if let Some(entry) = &mut self.entries[slot] {
            entry.count += 1;
            entry.sum += reward;
            return;
        }
        self.entries[slot] = Some(Entry {
            action,
            seat,
            count: 1,
            sum: reward,
        });
        self.used += 1;
        if self.used * 2 > self.entries.len() {
            self.grow();
        }
    }

    /// Returns the index of the entry for the action, or of the free slot where it would be inserted.
    #[inline]
    fn slot(&self, seat: u8, action: A) -> usize {
        let mut hash = Mix(u64::from(seat));
        action.hash(&mut hash);
        let mask = self.entries.len() - 1;
        let mut slot = (hash.finish() >> 32) as usize & mask;
        while let Some(entry) = &self.entries[slot]
            && (entry.seat != seat || entry.action != action)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let doubled = vec![None; self.entries.len() * 2];
        let before = std::mem::replace(&mut self.entries, doubled);
        for entry in before.into_iter().flatten() {
            let slot = self.slot(entry.seat, entry.action);
            self.entries[slot] = Some(entry);
        }
    }
}

impl<A: Copy + Eq + Hash> Default for ActionTable<A> {
    fn default() -> Self {
        ActionTable::new()
    }
}

/// Multiplicative hasher for actions, which are only a few bytes long.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        // An odd constant near 2^64 / golden ratio (Knuth, TAOCP 3, 6.4).
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_means_survive_table_growth() {
        let mut table = ActionTable::new();
        for round in 0..3u32 {
            for action in 0..1000u16 {
                table.add(0, action, f64::from(action));
                table.add(1, action, f64::from(round));
            }
        }
        for action in 0..1000u16 {
            assert_eq!(table.mean(0, action), Some(f64::from(action)));
            assert_eq!(table.mean(1, action), Some(1.0));
            assert_eq!(table.mean(2, action), None);
        }
        table.clear();
        assert_eq!(table.mean(0, 5), None);
    }
}
