//! Moving forward and backward (CA-2.7 to CA-2.14).

use super::path::{HOME, Place, SLOOP, START, Spaces, after_first, before_last, bit};
use super::ruleset::Ruleset;
use super::state::State;
use crate::cartagena::components::Symbol;
use crate::game::Seat;

impl Ruleset {
    /// Returns the destination of `pirates` pirates of a seat moved with `symbol`, or `None` if
    /// they cannot move (CA-2.7, CA-2.8).
    #[inline]
    pub(crate) fn forward(
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

    /// Returns the destination of pirates with no suitable space ahead, or `None` if the sloop
    /// cannot take them (CA-5.6, CA-5.7).
    #[inline]
    pub(crate) fn goes_to_end(
        &self,
        state: &State,
        seat: Seat,
        place: Place,
        pirates: u8,
    ) -> Option<Place> {
        let end = self.path.end(place);
        (end == HOME || self.can_board(state, seat, pirates)).then_some(end)
    }

    /// Returns the nearest space behind with one or two pirates (CA-2.10).
    #[inline]
    pub(crate) fn backward(&self, state: &State, place: Place) -> Option<Place> {
        let behind = state.crowd.open() & self.path.behind(place);
        (behind != 0).then(|| (u64::BITS - 1 - behind.leading_zeros()) as Place)
    }

    /// Returns the nearest space ahead with one or two pirates (CA-6.1).
    #[inline]
    pub(crate) fn joins_ahead(&self, state: &State, place: Place) -> Option<Place> {
        let ahead = state.crowd.open() & self.path.ahead(place);
        (ahead != 0).then(|| ahead.trailing_zeros() as Place)
    }

    /// Returns the places from which pirates of a seat may move forward if a destination exists
    /// (CA-2.9).
    #[inline]
    pub(crate) fn movable(&self, state: &State, seat: Seat) -> Spaces {
        let pirates = &state.pirates[seat];
        let ashore = pirates.aboard > 0 && state.at_tortuga;
        pirates.path.taken()
            | Spaces::from(pirates.start > 0) << START
            | Spaces::from(ashore) << SLOOP
    }

    /// Returns the subset of `movable` from which a pirate of the seat can move forward to one of
    /// `targets` or to the end of its path.
    #[inline]
    pub(crate) fn movable_to(
        &self,
        state: &State,
        seat: Seat,
        movable: Spaces,
        targets: Spaces,
    ) -> Spaces {
        // The goal is always a possible destination (CA-2.8), but the sloop may be away or full.
        if !self.path.full_escape || self.can_board(state, seat, 1) {
            return movable;
        }
        let tunnel = self.path.first_spaces() | bit(START);
        movable & (!tunnel | before_last(targets & tunnel))
    }

    /// Returns the places from which a seat can move a pirate back (CA-2.10, CA-5.11).
    #[inline]
    pub(crate) fn backward_from(&self, state: &State, seat: Seat) -> Spaces {
        let pirates = &state.pirates[seat];
        let open = state.crowd.open();
        let home = Spaces::from(pirates.home > 0) << HOME;
        if !self.path.full_escape {
            return (pirates.path.taken() | home) & after_first(open);
        }
        let (tunnel, island) = (self.path.first_spaces(), self.path.island_spaces());
        let aboard = Spaces::from(pirates.aboard > 0 && !state.at_tortuga) << SLOOP;
        let on_path = pirates.path.taken();
        (on_path & tunnel | aboard) & after_first(open & tunnel)
            | (on_path & island | home) & after_first(open & island)
    }
}
