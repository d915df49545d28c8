//! The automa Jean of the solo game (M-24): her components and her turn.
//!
//! Jean plays in [`SEAT`] by the automa card that is turned up. Her ship, explorer, influence,
//! combat tokens and quest tiles are stored in the [`Player`](super::state::Player) of her seat;
//! its other fields are unused. The components that only Jean has are in [`Jean`].

mod combat;
mod deck;
mod explorer;
mod movement;
pub(crate) mod opponent;
pub(crate) mod pieces;
mod scoring;
mod turn;

pub use pieces::{Jean, SEAT};
