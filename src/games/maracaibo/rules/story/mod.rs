//! The campaign (M-22, M-25.3): story cards, the components they add, and the decisions of the
//! group.
//!
//! Each game of a campaign is an ordinary game. The rule options specify the story cards that are
//! active at its start (`start`), and `sequel` computes the options of the next game.
//!
//! Story cards are not hidden information: like the texts of project cards, their texts are part of
//! the component data.
//!
//! | module | contents |
//! | --- | --- |
//! | `pieces` | the state of the story |
//! | `start` | the start of a campaign game |
//! | `quests` | the quests of story tiles |
//! | `reading` | reading cards, votes, instructions |
//! | `tiles` | legacy tiles and C cards that enter and leave the game |
//! | `rewards` | the reward that only story quests have |
//! | `sequel` | the options of the next game |

pub mod pieces;
mod quests;
mod reading;
mod rewards;
mod sequel;
pub mod start;
mod tiles;
