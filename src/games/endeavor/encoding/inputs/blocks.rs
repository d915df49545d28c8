//! Definitions shared by several parts of the encoder.

use crate::encoding::{Flags, Inputs};
use crate::endeavor::components::{Bits, MAX_SITES, Sites};
use crate::game::MAX_SEATS;

/// Number of owners of discs: the seats and the silent fleets.
pub const OWNERS: usize = MAX_SEATS + 1;

/// Returns the ids of components.
pub fn ids<T>(components: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    components.iter().map(|one| id(one).as_str()).collect()
}

/// Index of each site of the side in play, among the ids on both sides.
#[derive(Clone, Debug)]
pub struct SiteNumbers(pub [u8; MAX_SITES]);

impl SiteNumbers {
    /// Sets the flags of the sites.
    #[inline]
    pub fn fill(&self, flags: &Flags, sites: Sites, inputs: &mut Inputs) {
        for site in Bits(sites) {
            flags.fill(inputs, self.0[site]);
        }
    }
}
