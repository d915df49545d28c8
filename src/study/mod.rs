//! The questions: what the results of an experiment say about the things it varied.
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`mixture`] | what each item of a mixture is worth, and which composition gives a wished win rate |

pub mod mixture;
