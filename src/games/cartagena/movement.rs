//! Moving forward and backward (CA-2.7 to CA-2.14).

use super::Cartagena;
use super::components::Symbol;
use super::path::{HOME, Place, SLOOP, Walk};
use super::state::State;
use crate::game::Seat;

impl Cartagena {
    /// CA-2.7, CA-2.8: where a card with `symbol` brings `pirates` pirates of a seat, if anywhere.
    #[inline]
    pub(super) fn forward(
        &self,
        state: &State,
        seat: Seat,
        place: Place,
        symbol: Symbol,
        pirates: u8,
    ) -> Option<Place> {
        let free = state.symbols[usize::from(symbol)] & !state.crowd.taken();
        let ahead = free & self.path.ahead(place);
        if ahead != 0 {
            return Some(ahead.trailing_zeros() as Place);
        }
        self.goes_to_end(state, seat, place, pirates)
    }

    /// Where pirates go that find no space ahead; `None` if the sloop cannot take them (CA-5.6,
    /// CA-5.7).
    #[inline]
    pub(super) fn goes_to_end(
        &self,
        state: &State,
        seat: Seat,
        place: Place,
        pirates: u8,
    ) -> Option<Place> {
        let end = self.path.end(place);
        (end == HOME || self.can_board(state, seat, pirates)).then_some(end)
    }

    /// CA-2.10: the first space behind with one or two pirates.
    #[inline]
    pub(super) fn backward(&self, state: &State, place: Place) -> Option<Place> {
        let behind = state.crowd.open() & self.path.behind(place);
        (behind != 0).then(|| (u64::BITS - 1 - behind.leading_zeros()) as Place)
    }

    /// CA-6.1: the first space ahead with one or two pirates.
    #[inline]
    pub(super) fn joins_ahead(&self, state: &State, place: Place) -> Option<Place> {
        let ahead = state.crowd.open() & self.path.ahead(place);
        (ahead != 0).then(|| ahead.trailing_zeros() as Place)
    }

    /// Calls `visit` with every place from which pirates of a seat may move forward (CA-2.9).
    #[inline]
    pub(super) fn movable(&self, state: &State, seat: Seat, mut visit: impl FnMut(Place)) {
        let pirates = &state.pirates[seat];
        if pirates.start > 0 {
            visit(super::path::START);
        }
        for space in Walk(pirates.path.taken()) {
            visit(space);
        }
        if pirates.aboard > 0 && state.at_tortuga {
            visit(SLOOP);
        }
    }
}
