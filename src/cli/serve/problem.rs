//! Why a request is not met.

use std::fmt::Display;

/// Why a request is not met; the position is as before.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong and what would be accepted.
    pub message: String,
    /// The legal moves, if it was about a move.
    pub legal: Option<Vec<String>>,
}

impl<T: Display> From<T> for Problem {
    fn from(problem: T) -> Problem {
        Problem {
            message: problem.to_string(),
            legal: None,
        }
    }
}
