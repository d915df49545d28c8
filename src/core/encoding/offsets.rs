//! Indices of actions by kind.

/// Index of the first action of each kind. The actions of a kind have consecutive indices.
#[derive(Clone, Copy, Debug)]
pub struct Offsets<const KINDS: usize> {
    first: [u32; KINDS],
    /// Total number of actions.
    pub bound: u32,
}

impl<const KINDS: usize> Offsets<KINDS> {
    /// Computes the indices from the number of actions of each kind.
    ///
    /// # Panics
    /// If the kinds are not in order.
    pub const fn new(counts: [(usize, usize); KINDS]) -> Offsets<KINDS> {
        let (mut first, mut bound, mut kind) = ([0; KINDS], 0, 0);
        while kind < KINDS {
            assert!(counts[kind].0 == kind, "kinds must be in order");
            first[kind] = bound;
            bound += counts[kind].1 as u32;
            kind += 1;
        }
        Offsets { first, bound }
    }

    /// Returns the index of the first action of a kind.
    #[inline]
    pub const fn first(&self, kind: usize) -> u32 {
        self.first[kind]
    }
}
