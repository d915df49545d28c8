//! Self-play training: games of a network with itself and others in, weights out.
//!
//! A round is so many numbered games, a pass of fitting over what they show, and new weights; the next
//! round is played with these. Positions are those after an action, seen from the seat that acted, as in
//! Tesauro, *Temporal difference learning and TD-Gammon*, 1995.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`settings`] | what is learnt, and how |
//! | [`selfplay`] | the games of a round |
//! | [`games_file`] | these games as a file |
//! | [`targets`] | what the positions of a game should have been told |
//! | [`positions`] | positions to learn from |
//! | [`trainer`] | fitting a network to targets |

pub mod games_file;
pub mod positions;
pub mod selfplay;
pub mod settings;
pub mod targets;
pub mod trainer;
