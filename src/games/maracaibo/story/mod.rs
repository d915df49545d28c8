//! The campaign (M-22, M-25.3): story cards, what they bring into play, and how the group decides.
//!
//! One game of a campaign is a game like any other: the rule options say which story cards are
//! active at its start (`start`), and `sequel` says with which options the next game begins.
//!
//! Story cards are no hidden information: their texts are component data, as those of project cards
//! are.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `pieces` | what of the story lies on the table |
//! | `cards` | what story cards are looked up for |
//! | `start` | how a game of a campaign begins |
//! | `quests` | the quests of story tiles |
//! | `reading` | reading cards, votes, instructions |
//! | `tiles` | legacy tiles and C cards that come and go |
//! | `rewards` | the reward that only story quests have |
//! | `sequel` | with what the next game begins |
//! | `words` | all of it in words |

pub mod cards;
pub mod pieces;
mod quests;
mod reading;
mod rewards;
mod sequel;
pub mod start;
mod tiles;
mod words;
