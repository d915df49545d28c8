//! The sloop of the full escape (CA-5.3 to CA-5.11).

use super::ruleset::Ruleset;
use super::state::State;
use crate::game::Seat;

/// CA-5.6: pirates of one colour that the sloop takes.
pub const BERTHS: u8 = 3;

impl Ruleset {
    /// CA-5.6, CA-5.7: whether so many pirates more of a seat can board.
    #[inline]
    pub(super) fn can_board(&self, state: &State, seat: Seat, pirates: u8) -> bool {
        !state.at_tortuga && state.pirates[seat].aboard + pirates <= BERTHS
    }

    /// CA-5.4, CA-5.5: whether a seat may sail to where the sloop is not.
    #[inline]
    pub(super) fn can_sail(&self, state: &State, seat: Seat) -> bool {
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

    /// CA-5.9, CA-A25: whether a seat is captain.
    #[inline]
    pub(super) fn is_captain(&self, state: &State, seat: Seat) -> bool {
        let own = state.pirates[seat].aboard;
        own > 0 && state.seated().iter().all(|other| other.aboard <= own)
    }
}
