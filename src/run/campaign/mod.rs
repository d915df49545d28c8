//! Campaigns: sequences of games in which each game starts from the final state of the previous one.
//!
//! | file | contents |
//! | --- | --- |
//! | [`rules`] | rule options that describe the state of a campaign, and those of its first game |
//! | [`story`] | story cards that came into play or were read in a game |
//! | [`names`] | names of story cards and their choices |
//! | [`archive`] | archive of a campaign as a text file |
//! | [`soundness`] | consistency checks of an archive |
//! | [`one_game`] | one game of a campaign, played by bots |
//! | [`one_campaign`] | results of one campaign, and its entrants |
//! | [`campaign_table`] | writing and reading the campaigns of a folder |
//! | [`simulation`] | simulation of many campaigns |
//! | [`manifest`] | manifest of a folder with campaigns |
//! | [`tally`] | sums and shares over campaigns |
//! | [`findings`] | results of simulated campaigns |

pub mod archive;
pub mod campaign_table;
pub mod findings;
pub mod manifest;
pub mod names;
pub mod one_campaign;
pub mod one_game;
pub mod rules;
pub mod simulation;
pub mod soundness;
pub mod story;
pub mod tally;
