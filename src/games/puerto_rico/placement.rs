//! Complete placements of colonists (PR-5.3), as an alternative to placement class by class.
//!
//! Interactive play, in which people arrange their whole board, and tests use this module.

use thiserror::Error;

use super::rules::action::{Action, ActionKind};
use super::rules::classes::{CLASSES, class_name};
use super::rules::state::{Phase, Player, State};
use crate::game::{Chance, EventLog, Rules};
use crate::puerto_rico::PuertoRico;

/// Number of colonists in each class of circles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement(pub [u8; CLASSES]);

/// Reason why a placement was rejected. The position is unchanged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlacementError {
    /// The current decision is not the start of a placement.
    #[error("no seat is placing all of its colonists now")]
    NotNow,
    /// A class gets more colonists than it has circles.
    #[error("{class}: {wanted} colonists, but there are {circles} circles")]
    Circles {
        /// Name of the class of circles.
        class: &'static str,
        /// Number of colonists requested.
        wanted: u8,
        /// Number of circles in the class.
        circles: u8,
    },
    /// The placement has too few or too many colonists.
    #[error(
        "{wanted} colonists placed, but there are {colonists}, and all must be placed (PR-5.3)"
    )]
    Colonists {
        /// Number of colonists requested.
        wanted: u32,
        /// Number of colonists that the player must place.
        colonists: u8,
    },
}

impl PuertoRico {
    /// Returns the number of circles of a class on a player's board.
    pub fn circles(&self, player: &Player, class: usize) -> u8 {
        self.ruleset.circles(player, class)
    }

    /// Returns the current placement of a player's colonists.
    pub fn placement_of(&self, player: &Player) -> Placement {
        let mut placement = Placement::default();
        let (tiles, buildings) = placement.0.split_at_mut(player.workers.len());
        tiles.copy_from_slice(&player.workers);
        let (production, violet) = buildings.split_at_mut(player.artisans.len() - 1);
        production.copy_from_slice(&player.artisans[1..]);
        for (index, count) in violet.iter_mut().enumerate() {
            *count = (player.staffed >> (index + crate::puerto_rico::components::FIRST_VIOLET))
                as u8
                & 1;
        }
        placement
    }

    /// Places all colonists of the active seat, which must be about to place its first colonist.
    ///
    /// # Errors
    /// [`PlacementError`] if the placement is not legal now.
    pub fn place_all<C: Chance, L: EventLog>(
        &self,
        state: &mut State,
        placement: &Placement,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), PlacementError> {
        let player = state.player();
        let placed = player.colonists() - player.san_juan;
        let fixed: u8 = (0..usize::from(state.class))
            .map(|class| self.circles(player, class))
            .sum();
        // Classes before the first choice are either full or have no circles.
        if state.phase != Phase::Staff || fixed != placed {
            return Err(PlacementError::NotNow);
        }
        let colonists = player.colonists();
        for (class, &wanted) in placement.0.iter().enumerate() {
            let circles = self.circles(player, class);
            if wanted > circles {
                return Err(PlacementError::Circles {
                    class: class_name(class as u8),
                    wanted,
                    circles,
                });
            }
        }
        let wanted = placement.0.iter().map(|&number| u32::from(number)).sum();
        if wanted != u32::from(colonists) {
            return Err(PlacementError::Colonists { wanted, colonists });
        }
        let seat = state.active;
        while state.phase == Phase::Staff && state.active == seat {
            let action = Action {
                kind: ActionKind::Staff,
                a: state.class,
                b: placement.0[usize::from(state.class)],
            };
            self.apply(state, action, chance, log);
        }
        Ok(())
    }
}
