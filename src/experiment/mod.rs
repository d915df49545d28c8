//! From settings to result files: a plan of numbered, seeded games, playing it in parallel, and
//! writing what happened so that the same settings always write the same bytes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`listing`] | which experiments go by a name, and what they ask |
//! | [`catalog`] | finding one by its name |
//! | [`spec`] | what is asked for, in a file or at the command line, and what it becomes |
//! | [`plan`] | what is to be played: blocks, seatings, game numbers |
//! | [`cells`] | what sets the cells of an experiment apart |
//! | [`treatment`] | what is done to items: withheld, granted, dearer |
//! | [`treatments`] | the same as a table, game by game |
//! | [`exposures`] | which items there are and how seats meet them |
//! | [`arena`] | one game, from deal to score |
//! | [`course`] | one game move by move, whichever game it is |
//! | [`told`] | chance that is told from outside, draw by draw |
//! | [`block`] | one block: its games and their rows |
//! | [`any_game`] | a game of any type, and who plays it, for all that is no hot path |
//! | [`pipeline`] | blocks in parallel, results in order |
//! | [`rehearsal`] | whether the programs of a run start, and play as they claim |
//! | [`run`] | a whole run, from an empty (or unfinished) folder to the final files |
//! | [`session`] | the files of a run that is under way |
//! | [`duel`] | a sequential test that ends a run |
//! | [`merge`] | putting the parts of a run together |
//! | [`pilot`] | what a run will cost |
//! | [`summary`] | means and intervals |
//! | [`ratings`] | how strong each is who took part |
//! | [`gamelog`] | one game as text |
//! | [`live`] | how far games under way are |
//! | [`panics`] | catching a panic without its noise |

pub mod any_game;
pub mod arena;
pub mod block;
pub mod catalog;
pub mod cells;
pub mod course;
pub mod duel;
pub mod exposures;
pub mod gamelog;
pub mod listing;
pub mod live;
pub mod merge;
pub mod panics;
pub mod pilot;
pub mod pipeline;
pub mod plan;
pub mod ratings;
pub mod rehearsal;
pub mod run;
pub mod session;
pub mod spec;
pub mod summary;
pub mod told;
pub mod treatment;
pub mod treatments;

#[cfg(test)]
pub(crate) mod toy;
