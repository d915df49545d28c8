//! Score, progress and places. The rules know a winner only; the rest is ruling CA-A35.

use super::path::{HOME, SLOOP, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::Seat;

impl Ruleset {
    /// How far the pirates of a seat are, summed over all of them.
    #[inline]
    pub(super) fn progress(&self, state: &State, seat: Seat) -> u16 {
        let pirates = &state.pirates[seat];
        let on_path: u16 = pirates
            .path
            .0
            .iter()
            .flat_map(|&spaces| Walk(spaces))
            .map(u16::from)
            .sum();
        on_path
            + u16::from(pirates.aboard) * self.path.progress(SLOOP)
            + u16::from(pirates.home) * self.path.progress(HOME)
    }

    /// Whether a seat has won.
    #[inline]
    pub(super) fn has_won(&self, state: &State, seat: Seat) -> bool {
        state.phase == Phase::Won && state.pirates[seat].home == self.options.pirates && {
            // Two may be complete after one move of a mixed pair; then it is whose turn it was.
            let active = Seat::from(state.active);
            seat == active || state.pirates[active].home < self.options.pirates
        }
    }

    /// Places: the winner, then by pirates at the goal, then by progress.
    pub(super) fn fill_places(&self, state: &State, places: &mut [u8]) {
        let key = |seat: Seat| {
            (
                self.has_won(state, seat),
                state.pirates[seat].home,
                self.progress(state, seat),
            )
        };
        for (seat, place) in places.iter_mut().enumerate() {
            let own = key(seat);
            *place = 1 + (0..self.players).filter(|&other| key(other) > own).count() as u8;
        }
    }
}
