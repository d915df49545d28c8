//! Games as they are played: what is compiled for every game, and the traits by which everything above speaks to any.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`any_game`] | a game of any type, and who plays it, for all that is no hot path |
//! | [`plan`] | what is to be played: blocks, seatings, game numbers |
//! | [`treatment`] | what is done to items: withheld, granted, dearer |
//! | [`arena`] | one game, from deal to score |
//! | [`block`] | one block: its games and their rows |
//! | [`single`] | a single game and all that can be known of it |
//! | [`ongoing`] | one game move by move, whichever game it is |
//! | [`given`] | chance that is given from outside, draw by draw |
//! | [`live`] | how far games under way are |
//! | [`luck`] | what chance was worth to every seat of a game |
//! | [`panics`] | catching a panic without its noise |
//! | [`selfplay`] | the games of a round |
//! | [`positions`] | positions to learn from |
//! | [`targets`] | what the positions of a game should have been told |
//! | [`sampling`] | positions that a search comes to value, and how the games end from there |
//! | [`measure`] | how fast a game is played |

pub mod any_game;
pub mod arena;
pub mod block;
pub mod given;
pub mod live;
pub mod luck;
pub mod measure;
pub mod ongoing;
pub mod panics;
pub mod plan;
pub mod positions;
pub mod sampling;
pub mod selfplay;
pub mod single;
pub mod targets;
pub mod treatment;

#[cfg(test)]
pub(crate) mod toy;
