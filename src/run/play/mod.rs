//! Playing games: generic code that is compiled for every game, and the traits through which all other code uses it.
//!
//! | file | contents |
//! | --- | --- |
//! | [`dyn_game`] | games behind a dynamic trait, and their registration |
//! | [`plan`] | deal groups, seatings and game numbers |
//! | [`treatment`] | changes to items: withheld, granted, other prices |
//! | [`arena`] | one game, from the deal to the final score |
//! | [`block`] | one deal group: its games and their rows |
//! | [`single`] | a single game with all its results |
//! | [`ongoing`] | a game that is played move by move |
//! | [`given`] | draws that are given from outside |
//! | `determinization` | determinizations of a position that fit a reported move |
//! | `erased_game` | positions without the static type of the game |
//! | [`reported`] | moves of another table, as one seat reports them |
//! | `reported_deal` | deals of another table, as one seat reports them |
//! | [`live`] | progress of running games |
//! | [`luck`] | luck of every seat in a game |
//! | [`panics`] | catching panics without output |
//! | [`selfplay`] | games of a training round |
//! | [`positions`] | training positions |
//! | [`targets`] | value targets for training positions |
//! | [`measure`] | speed of play |

pub mod arena;
pub mod block;
mod determinization;
pub mod dyn_game;
mod erased_game;
pub mod given;
pub mod live;
pub mod luck;
pub mod measure;
pub mod ongoing;
pub mod panics;
pub mod plan;
pub mod positions;
pub mod reported;
mod reported_deal;
pub mod selfplay;
pub mod single;
pub mod targets;
pub mod treatment;
mod views;

#[cfg(test)]
pub(crate) mod toy;
