//! Mayor (PR-5): new colonists and the placement of all colonists.
//!
//! Circles are grouped into classes: plantations of one kind, quarries, production buildings for
//! one good (small and large together), and each violet building. A player with fewer colonists
//! than circles decides class by class how many colonists to place. Only counts that allow the
//! remaining colonists to be placed are offered, so every legal placement is reached by exactly one
//! sequence of choices, and no illegal placement is reached.

use super::classes::{FIRST_PRODUCTION, FIRST_VIOLET_CLASS};
use super::events::EventKind;
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State, ending};
use crate::game::{Chance, EventLog};
use crate::puerto_rico::components::{FIRST_VIOLET, GOODS, TILES, VIOLET, only};

impl Ruleset {
    /// Returns the number of circles of a class on a player's board.
    #[inline]
    pub fn circles(&self, player: &Player, class: usize) -> u8 {
        if class < FIRST_PRODUCTION {
            player.tiles[class]
        } else if class < FIRST_VIOLET_CLASS {
            self.production_circles(player, class - FIRST_PRODUCTION + 1)
        } else {
            (player.owned >> (class - FIRST_VIOLET_CLASS + FIRST_VIOLET)) as u8 & 1
        }
    }

    /// Returns the number of circles on a player's production buildings for a good.
    #[inline]
    pub(crate) fn production_circles(&self, player: &Player, good: usize) -> u8 {
        self.circles_for[good][(player.owned & 0x3F) as usize]
    }

    /// Returns the number of circles on all of a player's buildings.
    #[inline]
    pub(crate) fn building_circles(&self, player: &Player) -> u8 {
        self.circles_for[0][(player.owned & 0x3F) as usize] + player.violet().count_ones() as u8
    }

    /// Returns the number of colonists for the next colonist ship, if the supply is large enough
    /// (PR-5.5).
    #[inline]
    pub(crate) fn colonists_needed(&self, players: &[Player]) -> u8 {
        let empty = |player: &Player| {
            let staffed = player.artisans.iter().sum::<u8>() + player.staffed.count_ones() as u8;
            self.building_circles(player) - staffed
        };
        let empty = players.iter().map(empty).sum::<u8>();
        empty.max(players.len() as u8)
    }

    /// Returns the minimum and maximum number of colonists for the current class.
    #[inline]
    pub(crate) fn staff_range(&self, state: &State) -> (u8, u8) {
        let player = state.player();
        let circles = self.circles(player, usize::from(state.class));
        let least = player.san_juan.saturating_sub(state.later);
        (least, circles.min(player.san_juan))
    }
}

impl Player {
    /// Moves all colonists from circles to San Juan.
    fn lift_all(&mut self) {
        self.san_juan = self.colonists();
        self.workers = [0; TILES];
        self.artisans = [0; GOODS];
        self.staffed = 0;
    }

    /// Moves colonists from San Juan to the circles of a class.
    #[inline]
    pub(crate) fn put(&mut self, class: usize, number: u8) {
        self.san_juan -= number;
        if class < FIRST_PRODUCTION {
            self.workers[class] = number;
        } else if class < FIRST_VIOLET_CLASS {
            self.artisans[class - FIRST_PRODUCTION + 1] = number;
        } else if number > 0 {
            self.staffed |= only(class - FIRST_VIOLET_CLASS + FIRST_VIOLET);
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// Starts the phase with the owner's privilege (PR-5.1).
    #[inline]
    pub fn mayor(&mut self) {
        let optional = self.game.options.optional_bonuses;
        if self.state.colonists > 0 && optional {
            self.state.phase = Phase::Privilege;
        } else {
            self.mayor_privilege(self.state.colonists > 0);
        }
    }

    /// Takes the colonist of the privilege if `wanted`, then distributes the colonists on the ship
    /// (PR-5.1, PR-5.2, PR-A28).
    pub fn mayor_privilege(&mut self, wanted: bool) {
        let state = &mut *self.state;
        if wanted {
            state.colonists -= 1;
            state.player_mut().san_juan += 1;
        }
        let (each, left) = (
            state.colonist_ship / state.seats,
            state.colonist_ship % state.seats,
        );
        let mut seat = state.owner;
        for place in 0..state.seats {
            state.players[usize::from(seat)].san_juan += each + u8::from(place < left);
            seat = state.next_seat(seat);
        }
        state.colonist_ship = 0;
        self.place();
    }

    /// Places colonists seat by seat, starting with the active seat, until a player has a choice or
    /// all are placed.
    #[inline]
    fn place(&mut self) {
        loop {
            let game = self.game;
            let player = self.state.player_mut();
            let circles = player.island() + game.building_circles(player);
            if player.san_juan > 0 || player.colonists() < circles {
                player.lift_all();
                if player.san_juan >= circles {
                    game.fill_all(player);
                } else {
                    self.state.class = 0;
                    self.state.later = circles;
                    if self.next_class() {
                        return;
                    }
                }
            }
            if !self.state.advance() {
                self.finish_mayor();
                return;
            }
        }
    }

    /// Advances to the next class with a choice and returns true, or returns false if all colonists
    /// are placed. On entry, `later` is the number of circles in `class` and all later classes.
    #[inline]
    fn next_class(&mut self) -> bool {
        let game = self.game;
        let state = &mut *self.state;
        let mut class = usize::from(state.class);
        let player = &mut state.players[usize::from(state.active)];
        while player.san_juan > 0 {
            let circles = game.circles(player, class);
            if circles > 0 {
                state.later -= circles;
                let most = circles.min(player.san_juan);
                if player.san_juan.saturating_sub(state.later) < most {
                    state.class = class as u8;
                    state.phase = Phase::Staff;
                    return true;
                }
                player.put(class, most);
            }
            class += 1;
        }
        false
    }

    /// Places colonists in the current class (PR-5.3).
    #[inline]
    pub fn staff(&mut self, number: u8) {
        let class = self.state.class;
        self.state.player_mut().put(usize::from(class), number);
        self.state.class += 1;
        if self.next_class() {
            return;
        }
        if self.state.advance() {
            self.place();
        } else {
            self.finish_mayor();
        }
    }

    /// Refills the colonist ship and ends the phase (PR-5.5, PR-5.6, PR-A8).
    fn finish_mayor(&mut self) {
        let state = &mut *self.state;
        let needed = self.game.colonists_needed(state.seated());
        let short = state.colonists < needed;
        let coming = needed.min(state.colonists);
        state.colonists -= coming;
        state.colonist_ship = coming;
        state.class = 0;
        state.later = 0;
        if short {
            self.state.active = self.state.owner;
            self.event(EventKind::Shortage, 0, i32::from(needed - coming));
            self.ends(ending::COLONISTS);
        }
        self.end_phase();
    }
}

impl Ruleset {
    /// Places a colonist on every circle. The remaining colonists stay in San Juan.
    pub(crate) fn fill_all(&self, player: &mut Player) {
        player.workers = player.tiles;
        for good in 1..GOODS {
            player.artisans[good] = self.production_circles(player, good);
        }
        player.staffed = player.owned & VIOLET;
        player.san_juan -= player.island() + self.building_circles(player);
    }
}
