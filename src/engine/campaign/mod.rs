//! Campaigns: games played one after another, each of which begins as the one before it left the table.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`rules`] | the rule options by which a campaign is told, and those with which it begins |
//! | [`story`] | which story cards came and were read in a game |
//! | [`names`] | what story cards and their choices are called |
//! | [`archive`] | all that is known of a campaign, as a file |
//! | [`keys`] | where a key stands in the text of an archive |
//! | [`soundness`] | whether what an archive says can be |
//! | [`keeping`] | the file of an archive: read, held and written |
//! | [`one_game`] | one game of a campaign, played by bots |
//! | [`one_campaign`] | one campaign, and who takes part in it |
//! | [`campaign_table`] | the campaigns of a folder, written and read again |
//! | [`simulation`] | whole campaigns by the thousand |
//! | [`manifest`] | what a folder of campaigns says of itself |
//! | [`tally`] | what is counted of campaigns |
//! | [`findings`] | how often the story comes where, and who wins when |

pub mod archive;
pub mod campaign_table;
pub mod findings;
pub mod keeping;
pub mod keys;
pub mod manifest;
pub mod names;
pub mod one_campaign;
pub mod one_game;
pub mod rules;
pub mod simulation;
pub mod soundness;
pub mod story;
pub mod tally;
