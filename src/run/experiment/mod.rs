//! Runs experiments, from settings to result files: plans numbered games with seeds, plays them in parallel and
//! writes the results. Equal settings always produce the same bytes.
//!
//! | file | contents |
//! | --- | --- |
//! | [`listing`] | list of the named experiments with their questions |
//! | [`catalog`] | look-up of experiments by name |
//! | [`resolve`] | experiment files, and their resolution to settings and games |
//! | [`conditions`] | table of the conditions of an experiment |
//! | [`treatments`] | table of the treatments in every game |
//! | [`pipeline`] | parallel play of deal groups, results in order |
//! | [`dry_run`] | check that external programs start and play reproducibly |
//! | [`run`] | a whole run, from an empty or unfinished folder to the final files |
//! | [`session`] | open files of a run in progress |
//! | [`duel`] | sequential test that ends a run |
//! | [`change`] | sequential comparison of the game before and after a change |
//! | [`merge`] | merging of shards |
//! | [`pilot_run`] | cost estimate for a run |
//! | [`summary`] | means and intervals |
//! | [`ratings`] | ratings of the participants |
//! | [`gamelog`] | text format of one game |
//! | [`followed`] | draws of a game at another table |

pub mod catalog;
pub mod change;
pub mod conditions;
pub mod dry_run;
pub mod duel;
pub mod followed;
pub mod gamelog;
pub mod listing;
pub mod merge;
pub mod pilot_run;
pub mod pipeline;
pub mod ratings;
pub mod resolve;
pub mod run;
pub mod session;
pub mod summary;
pub mod treatments;
