//! The sloop of the full escape (CA-5.3 to CA-5.11).

use super::ruleset::Ruleset;
use super::state::State;
use crate::game::Seat;

/// Maximum number of pirates of one colour on the sloop (CA-5.6).
pub const BERTHS: u8 = 3;

impl Ruleset {
    /// Returns true if this many additional pirates of a seat can board (CA-5.6, CA-5.7).
    #[inline]
    pub(crate) fn can_board(&self, state: &State, seat: Seat, pirates: u8) -> bool {
        !state.at_tortuga && state.pirates[seat].aboard + pirates <= BERTHS
    }

    /// Returns true if a seat may sail the sloop to the other harbor (CA-5.4, CA-5.5).
    #[inline]
    pub(crate) fn can_sail(&self, state: &State, seat: Seat) -> bool {
        if !self.path.full_escape {
            return false;
        }
        let pirates = &state.pirates[seat];
        if state.at_tortuga {
            pirates.path.taken() & self.path.first_spaces() != 0
                || self.options.sail_back_counts_jail && pirates.start > 0
        } else {
            !self.options.sail_out_needs_own_aboard || pirates.aboard > 0
        }
    }

    /// Returns true if a seat is captain (CA-5.9, CA-A25).
    #[inline]
    pub(crate) fn is_captain(&self, state: &State, seat: Seat) -> bool {
        let own = state.pirates[seat].aboard;
        own > 0 && state.seated().iter().all(|other| other.aboard <= own)
    }
}
