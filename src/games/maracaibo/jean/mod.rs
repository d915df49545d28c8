//! The automa Jean of the solo game (M-24): what she has, and her turn.
//!
//! She sits in [`SEAT`] and plays by the card that she turns. Her ship, explorer, influence,
//! combat tokens and quest tiles are those of a [`Player`](super::state::Player) of her seat, who
//! has nothing else; what only she has is in [`Jean`].

mod combat;
mod deck;
mod explorer;
mod movement;
pub(super) mod opponent;
pub(super) mod pieces;
mod scoring;
mod turn;

pub use pieces::{Jean, SEAT};
