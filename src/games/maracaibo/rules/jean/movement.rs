//! Movement of Jean's ship (M-24.3).

use super::super::ruleset::Ruleset;
use super::super::state::State;
use super::pieces::SEAT;
use crate::maracaibo::components::{AutomaId, LocationId, LocationKind};

impl Ruleset {
    /// Returns the location to which an automa card moves the ship: the number of spaces on the
    /// card, with one arrow that applies to all forks (M-A69).
    pub(super) fn jean_destination(&self, state: &State, card: AutomaId) -> LocationId {
        let card = &self.components.automa[usize::from(card)];
        let mut ship = state.players[usize::from(SEAT)].ship;
        let mut left = card.steps;
        while left > 0 {
            ship = self.jean_next(state, ship, card.upper);
            match self.location(state, ship).kind {
                // M-3.4: the hand symbol stops the ship, and Jean loses the remaining steps.
                LocationKind::Homeward => break,
                LocationKind::City => left -= 1,
                // Villages count as spaces only if they have a quest.
                _ => left -= u8::from(state.quest_locations & ship.bit() != 0),
            }
        }
        ship
    }

    /// Returns the next location along an arrow: the upper branch is the first open branch and the
    /// lower branch is the last.
    fn jean_next(&self, state: &State, here: LocationId, upper: bool) -> LocationId {
        let location = self.location(state, here);
        if let (LocationKind::Homeward, [Some(early), Some(last), _]) =
            (location.kind, location.next)
        {
            // M-13.2
            return if state.round == 4 { last } else { early };
        }
        // M-A69: L4 and L7 do not exist for Jean until her explorer has opened them.
        let explorer = state.players[usize::from(SEAT)].explorer;
        let open = |next: &LocationId| self.city_is_open(*next, state, explorer);
        let mut branches = location.next.into_iter().flatten().filter(open);
        let first = branches.next().expect("every way leads home");
        if upper {
            first
        } else {
            branches.next_back().unwrap_or(first)
        }
    }
}
