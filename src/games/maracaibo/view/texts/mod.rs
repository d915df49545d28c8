//! Names and descriptions of components, generated from the loaded components, so that the texts of
//! edited data are correct.
//!
//! | module | describes |
//! | --- | --- |
//! | `terms` | costs and effects, which the other modules combine |
//! | `cards` | project cards and the actions that they add |
//! | `board` | locations, city tiles, tokens, quests, explorer spaces, nations, legacy tiles |
//! | `own` | upgrades, careers, prestige buildings, scenario cards |
//! | `automa` | Jean's cards |

pub(crate) mod automa;
pub(crate) mod board;
pub(crate) mod cards;
pub(crate) mod own;
pub(crate) mod terms;
