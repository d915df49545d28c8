//! What several parts of an observation share.

use super::super::components::{Bits, MAX_SITES, Sites};
use crate::game::MAX_SEATS;
use crate::observation::{Flags, Inputs};

/// Those who have discs: the seats and the silent fleets.
pub const OWNERS: usize = MAX_SEATS + 1;

/// The ids of some components.
pub fn ids<T>(components: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    components.iter().map(|one| id(one).as_str()).collect()
}

/// By site of the side in play: its number among the ids of both sides.
#[derive(Clone, Debug)]
pub struct SiteNumbers(pub [u8; MAX_SITES]);

impl SiteNumbers {
    /// Turns on the flags of some sites.
    #[inline]
    pub fn fill(&self, flags: &Flags, sites: Sites, inputs: &mut Inputs) {
        for site in Bits(sites) {
            flags.fill(inputs, self.0[site]);
        }
    }
}
