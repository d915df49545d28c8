//! The questions: what the results of an experiment say about the things it varied.
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`mixture`] | what each item of a mixture is worth, and which composition gives a wished win rate |
//! | [`outcomes`] | the games of a finished run, read again |

pub mod mixture;
pub mod outcomes;
