//! Where Jean's ship stops (M-24.3).

use super::super::components::{AutomaId, LocationId, LocationKind};
use super::super::ruleset::Ruleset;
use super::super::state::State;
use super::pieces::SEAT;

impl Ruleset {
    /// Where an automa card leads her ship: so many spaces on, by one arrow for all forks (M-A69).
    pub(super) fn jean_destination(&self, state: &State, card: AutomaId) -> LocationId {
        let card = &self.components.automa[usize::from(card)];
        let mut ship = state.players[usize::from(SEAT)].ship;
        let mut left = card.steps;
        while left > 0 {
            ship = self.jean_next(state, ship, card.upper);
            match self.location(state, ship).kind {
                // M-3.4: the hand stops her, what is left of her movement is lost.
                LocationKind::Homeward => break,
                LocationKind::City => left -= 1,
                // Villages are spaces only with a quest.
                _ => left -= u8::from(state.quest_locations & ship.bit() != 0),
            }
        }
        ship
    }

    /// The next location by an arrow: the first of the open branches is the upper one, the last is
    /// the lower one.
    fn jean_next(&self, state: &State, here: LocationId, upper: bool) -> LocationId {
        let location = self.location(state, here);
        if let (LocationKind::Homeward, [Some(early), Some(last), _]) =
            (location.kind, location.next)
        {
            // M-13.2.
            return if state.round == 4 { last } else { early };
        }
        // M-A69: L4 and L7 are absent while her explorer has not opened them.
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
