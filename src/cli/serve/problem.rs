use std::fmt::Display;

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
            message: problem.to_string(),
            legal: None,
        }
    }
}
