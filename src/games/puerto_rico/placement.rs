//! Whole placements of colonists (PR-5.3): the same choices as class by class, at once.
//!
//! For people, who think of their board as a whole, and for tests.

use thiserror::Error;

use super::PuertoRico;
use super::action::{Action, ActionKind};
use super::classes::{CLASSES, class_name};
use super::state::{Phase, Player, State};
use crate::game::{Chance, EventLog, Rules};

/// Colonists by class of circles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement(pub [u8; CLASSES]);

/// Why a placement was refused. The position is unchanged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlacementError {
    /// Nobody is at the beginning of placing colonists.
    #[error("nobody has all colonists to place now")]
    NotNow,
    /// More colonists than circles.
    #[error("{class}: {wanted} colonists, but there are {circles} circles")]
    Circles {
        /// Class of circles.
        class: &'static str,
        /// Wished.
        wanted: u8,
        /// Circles.
        circles: u8,
    },
    /// All colonists must be placed, and no more than there are.
    #[error("{wanted} colonists placed, but there are {colonists}, and all must be (PR-5.3)")]
    Colonists {
        /// Wished.
        wanted: u32,
        /// To be placed.
        colonists: u8,
    },
}

impl PuertoRico {
    /// Circles of a class on a player's board.
    pub fn circles(&self, player: &Player, class: usize) -> u8 {
        self.ruleset.circles(player, class)
    }

    /// Where the colonists of a player are.
    pub fn placement_of(&self, player: &Player) -> Placement {
        let mut placement = Placement::default();
        let (tiles, buildings) = placement.0.split_at_mut(player.workers.len());
        tiles.copy_from_slice(&player.workers);
        let (production, violet) = buildings.split_at_mut(player.artisans.len() - 1);
        production.copy_from_slice(&player.artisans[1..]);
        for (index, count) in violet.iter_mut().enumerate() {
            *count = (player.staffed >> (index + super::components::FIRST_VIOLET)) as u8 & 1;
        }
        placement
    }

    /// Places all colonists of the seat that is about to place its first one.
    ///
    /// # Errors
    /// [`PlacementError`] if that is not a legal placement now.
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
        // Classes before the first choice have as many as fit, or none.
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
