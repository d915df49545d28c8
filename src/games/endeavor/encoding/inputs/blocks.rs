//! Definitions shared by several parts of the encoder.

use crate::endeavor::components::MAX_SITES;
use crate::game::MAX_SEATS;

/// Number of owners of discs: the seats and the silent fleets.
pub const OWNERS: usize = MAX_SEATS + 1;

/// Index of each site of the side in play, among the ids on both sides.
pub type SiteNumbers = [u8; MAX_SITES];

/// Returns the ids of components.
pub fn ids<T>(components: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    components.iter().map(|one| id(one).as_str()).collect()
}
