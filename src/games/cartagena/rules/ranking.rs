//! Score, progress and ranking. The rulebook defines only a winner; the rest follows ruling CA-A35.

use super::path::{HOME, SLOOP, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::Seat;

impl Ruleset {
    /// Returns the total progress of a seat's pirates, in spaces.
    #[inline]
    pub(crate) fn progress(&self, state: &State, seat: Seat) -> u16 {
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

    /// Returns true if a seat has won.
    #[inline]
    pub(crate) fn has_won(&self, state: &State, seat: Seat) -> bool {
        state.phase == Phase::Won && state.pirates[seat].home == self.options.pirates && {
            // A mixed pair can bring the last pirates of two seats to the goal; then the active
            // player wins.
            let active = Seat::from(state.active);
            seat == active || state.pirates[active].home < self.options.pirates
        }
    }

    /// Ranks the players: first the winner, then by pirates at the goal, then by progress. The best
    /// rank is 1.
    pub(crate) fn fill_places(&self, state: &State, places: &mut [u8]) {
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
