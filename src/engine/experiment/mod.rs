//! From settings to result files: a plan of numbered, seeded games, playing it in parallel, and
//! writing what happened so that the same settings always write the same bytes.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`listing`] | which experiments go by a name, and what they ask |
//! | [`catalog`] | finding one by its name |
//! | [`spec`] | what is asked for, in a file or at the command line, and what it becomes |
//! | [`cells`] | what sets the cells of an experiment apart |
//! | [`treatments`] | the same as a table, game by game |
//! | [`exposures`] | which items there are and how seats meet them |
//! | [`pipeline`] | blocks in parallel, results in order |
//! | [`rehearsal`] | whether the programs of a run start, and play as they claim |
//! | [`run`] | a whole run, from an empty (or unfinished) folder to the final files |
//! | [`session`] | the files of a run that is under way |
//! | [`duel`] | a sequential test that ends a run |
//! | [`change`] | before and after a change, until it is known what it does |
//! | [`merge`] | putting the parts of a run together |
//! | [`pilot`] | what a run will cost |
//! | [`summary`] | means and intervals |
//! | [`ratings`] | how strong each is who took part |
//! | [`gamelog`] | one game as text |
//! | [`followed`] | what a game at another table has beside its moves |

pub mod catalog;
pub mod cells;
pub mod change;
pub mod duel;
pub mod exposures;
pub mod followed;
pub mod gamelog;
pub mod listing;
pub mod merge;
pub mod pilot;
pub mod pipeline;
pub mod ratings;
pub mod rehearsal;
pub mod run;
pub mod session;
pub mod spec;
pub mod summary;
pub mod treatments;
