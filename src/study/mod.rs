//! The questions: what the results of an experiment say about the things it varied.
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`exposure`] | what meeting an item goes with |
//! | [`mixture`] | what each item of a mixture is worth, and which composition gives a wished win rate |
//! | [`strategies`] | in which ways a game is won, how often each wins and which beat which |
//! | [`outcomes`] | the games of a finished run, read again |
//! | [`events`] | the events of a run, read again beside its games |

pub mod events;
pub mod exposure;
pub mod mixture;
pub mod outcomes;
pub mod strategies;
