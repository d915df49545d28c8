//! Movement of Jean's explorer (M-24.6) and its lead (M-24.9).

use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::state::State;
use super::pieces::SEAT;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{MAX_SPACES, SpaceId};

/// Step count of a space that cannot be reached.
const NO_WAY: u8 = u8::MAX;

impl Ruleset {
    /// Returns the minimum number of steps from a space to every other space; entering a space in
    /// `free` costs no step.
    fn steps_from(&self, start: SpaceId, free: u64) -> [u8; MAX_SPACES] {
        let mut steps = [NO_WAY; MAX_SPACES];
        steps[usize::from(start)] = 0;
        // Spaces have higher indices than all spaces from which they can be reached.
        for (space, shown) in self.components.explorer.iter().enumerate() {
            if steps[space] == NO_WAY {
                continue;
            }
            for next in shown.next.into_iter().flatten() {
                let cost = u8::from(free & next.bit() == 0);
                let next = usize::from(next);
                steps[next] = steps[next].min(steps[space] + cost);
            }
        }
        steps
    }

    /// Returns the space where Jean's explorer stops: the nearest quest in range, otherwise the
    /// space at the end of its steps on the shortest route.
    pub(super) fn jean_explorer_target(&self, state: &State, steps: u8) -> SpaceId {
        let track = &self.components.explorer;
        let start = state.players[usize::from(SEAT)].explorer;
        let jumped = self.jumped_spaces(state, SEAT);
        let ways = self.steps_from(start, jumped);
        // M-A33. A quest under the player's explorer is jumped over with its space (M-A51).
        let nearest = self
            .board
            .quest_spaces
            .iter()
            .zip(state.track_quests)
            .filter(|&(&space, quest)| quest.is_some() && jumped & space.bit() == 0)
            .map(|(&space, _)| (ways[usize::from(space)], space))
            .filter(|&(way, _)| (1..=steps).contains(&way))
            .min();
        if let Some((_, space)) = nearest {
            return space;
        }
        let end = self.components.places.explorer_end;
        let (mut here, mut left) = (start, steps);
        while left > 0 && here != end {
            // The shortest route follows the printed board; ties go to the first branch.
            here = track[usize::from(here)]
                .next
                .into_iter()
                .flatten()
                .min_by_key(|&next| track[usize::from(next)].steps_to_end)
                .expect("only the last space has none after it");
            left -= u8::from(jumped & here.bit() == 0);
        }
        here
    }

    /// M-A34: returns the number of printed spaces by which Jean's explorer is ahead of the player's
    /// explorer. The number is 0 or less if it is not ahead.
    pub(crate) fn jean_explorer_lead(&self, state: &State) -> i32 {
        let [own, hers] = [0, SEAT].map(|seat| state.players[usize::from(seat)].explorer);
        let (own_space, her_space) = (self.components.space(own), self.components.space(hers));
        if own_space.reaches & hers.bit() != 0 {
            return i32::from(self.steps_from(own, 0)[usize::from(hers)]);
        }
        if her_space.reaches & own.bit() != 0 {
            return 0;
        }
        i32::from(own_space.steps_to_border) - i32::from(her_space.steps_to_border)
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-24.6: moves Jean's explorer. She gets no rewards, but the player can no longer be first to
    /// cross the borders that she has crossed. Returns true if she took a quest.
    pub(super) fn jean_explores(&mut self, steps: u8) -> bool {
        let game = self.game;
        let end = game.components.places.explorer_end;
        let start = self.player(SEAT).explorer;
        if start == end {
            return false;
        }
        let space = game.jean_explorer_target(self.state, steps);
        self.player(SEAT).explorer = space;
        self.event(SEAT, EventKind::JeanExplored, space, 0);
        self.state.borders_crossed |= game.components.space(space).borders_crossed;
        if space == end {
            self.state.explorers_at_end += 1;
        }
        let quest = game.track_quest_at(self.state, space);
        if let Some(quest) = quest {
            self.lift_track_quest(SEAT, quest);
            self.jean_takes_quest(quest);
        }
        quest.is_some()
    }
}
