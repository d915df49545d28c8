use std::fmt::Display;

use portolan_core::files::without_error_numbers;

/// Error of a request; the position does not change.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// Describes the mistake and what is accepted.
    pub message: String,
    /// The legal moves, if the request was about a move.
    pub legal: Option<Vec<String>>,
}

impl<T: Display> From<T> for Problem {
    fn from(problem: T) -> Problem {
        Problem {
            message: without_error_numbers(&problem.to_string()),
            legal: None,
        }
    }
}
