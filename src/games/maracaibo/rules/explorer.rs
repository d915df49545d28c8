//! The explorer and its track (M-9).

use super::action::Action;
use super::categories::Category;
use super::events::EventKind;
use super::pending::{Pending, PendingStep};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Player, State};
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{RED_BORDER, SpaceId, SpaceKind};

/// Amount of influence for crossing the red border (M-9.6).
pub(crate) const RED_INFLUENCE: u8 = 3;
/// VP for crossing the blue and the green border, for the first player and for later players.
pub(crate) const FIRST_ACROSS: i32 = 4;
pub(crate) const LATER_ACROSS: i32 = 2;
/// VP for the first to the fourth explorer on the last space (M-9.7).
pub(crate) const ARRIVALS: [i32; 4] = [10, 8, 6, 4];

impl Ruleset {
    /// Returns the spaces that cost no step (M-9.2, M-A14), as bits: spaces with another explorer,
    /// except the start and the last space, and spaces whose quest has been taken.
    #[inline]
    pub(crate) fn jumped_spaces(&self, state: &State, seat: u8) -> u64 {
        let mut spaces = state.emptied_spaces;
        for (other, player) in state.seated().iter().enumerate() {
            if other != usize::from(seat) {
                spaces |= player.explorer.bit();
            }
        }
        spaces & !SpaceId::FIRST.bit() & !self.components.places.explorer_end.bit()
    }

    /// Adds every space on which the explorer can stop. If an owner of `jump_steal` can jump over
    /// different explorers on the way to one space, each route is a separate action.
    pub(crate) fn legal_explorations(
        &self,
        state: &State,
        seat: u8,
        steps: u8,
        actions: &mut Vec<Action>,
    ) {
        let player = &state.players[usize::from(seat)];
        let jumped = self.jumped_spaces(state, seat);
        let walk = Walk {
            game: self,
            state,
            player,
            jumped,
        };
        walk.onward(player.explorer, steps, 0, actions);
        actions.push(Action::Skip);
    }
}

/// A search for the spaces that an explorer can reach.
struct Walk<'a> {
    game: &'a Ruleset,
    state: &'a State,
    player: &'a Player,
    jumped: u64,
}

impl Walk<'_> {
    fn onward(&self, from: SpaceId, steps: u8, robbed: u8, actions: &mut Vec<Action>) {
        for next in self.game.components.space(from).next.into_iter().flatten() {
            if self.jumped & next.bit() != 0 {
                self.onward(next, steps, robbed | self.explorers_on(next), actions);
                continue;
            }
            let action = Action::Advance {
                space: next,
                robbed,
            };
            if !actions.contains(&action) {
                actions.push(action);
            }
            if steps > 1 {
                self.onward(next, steps - 1, robbed, actions);
            }
        }
    }

    /// Returns the seats whose explorers are robbed when this space is jumped over, as bits.
    fn explorers_on(&self, space: SpaceId) -> u8 {
        if self.player.jump_steal == 0 {
            return 0;
        }
        let mut seats = 0;
        for (seat, player) in self.state.seated().iter().enumerate() {
            if player.explorer == space {
                seats |= 1 << seat;
            }
        }
        seats
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-9.1, M-A52: offers a movement of the explorer. An explorer on the last space does not move
    /// (M-9.7).
    pub fn explore(&mut self, seat: u8, steps: u8) {
        let end = self.game.components.places.explorer_end;
        let player = self.player(seat);
        if player.explorer != end {
            let steps = steps.saturating_add(player.explore_plus);
            self.push(Pending::new(seat, PendingStep::Explore { steps }));
        }
    }

    /// M-A50: steals VP on the way, crosses borders, then resolves the space where the movement
    /// ends.
    pub fn advance_explorer(&mut self, seat: u8, space: SpaceId, robbed: u8) {
        let game = self.game;
        self.steal(seat, robbed);
        let from = std::mem::replace(&mut self.player(seat).explorer, space);
        self.event(seat, EventKind::Explored, space, 0);
        let crossed_at = |space: SpaceId| game.components.space(space).borders_crossed;
        let crossed = crossed_at(space) & !crossed_at(from);
        self.push(Pending::new(seat, PendingStep::ExplorerArrive));
        if crossed != 0 {
            self.cross_borders(seat, crossed);
        }
    }

    /// M-21.2 `jump_steal`, M-A29: steals from players with at least 1 VP.
    fn steal(&mut self, seat: u8, robbed: u8) {
        let each = self.player(seat).jump_steal;
        for victim in 0..self.state.seats {
            if robbed >> victim & 1 == 1 {
                for _ in 0..each {
                    if self.game.score_of(self.state, victim) >= 1 {
                        self.vp(victim, Category::Explorer, -1);
                        self.vp(seat, Category::Explorer, 1);
                    }
                }
            }
        }
    }

    /// M-9.6: applies the effects of the borders crossed.
    fn cross_borders(&mut self, seat: u8, crossed: u8) {
        for border in 0..3 {
            if crossed >> border & 1 == 0 {
                continue;
            }
            let first = self.state.borders_crossed >> border & 1 == 0;
            self.state.borders_crossed |= 1 << border;
            if border == RED_BORDER {
                let choice = Pending::new(
                    seat,
                    PendingStep::Influence {
                        steps: RED_INFLUENCE,
                    },
                );
                self.push(choice);
            } else {
                let points = if first { FIRST_ACROSS } else { LATER_ACROSS };
                self.vp(seat, Category::Explorer, points);
            }
        }
    }

    /// M-9.4, M-9.5, M-9.7: applies the reward of the space where the movement ends; spaces passed
    /// give no reward.
    pub fn explorer_arrives(&mut self, seat: u8) {
        let game = self.game;
        let index = self.player(seat).explorer;
        let space = game.components.space(index);
        match space.kind {
            SpaceKind::Start => {}
            SpaceKind::Reward => self.effects(seat, &space.reward, Category::Explorer),
            SpaceKind::Quest => self.push(Pending::new(seat, PendingStep::TrackQuest)),
            SpaceKind::End => {
                let place = usize::from(self.state.explorers_at_end);
                self.state.explorers_at_end += 1;
                self.vp(seat, Category::Explorer, ARRIVALS[place]);
                self.push(Pending::new(seat, PendingStep::Village { left: 1 }));
            }
        }
    }
}
