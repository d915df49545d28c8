//! Why a command ends without success.

use std::fmt::Display;

use portolan_core::setup::SetupError;
use portolan_engine::bots::BotError;
use portolan_engine::experiment::gamelog::LogError;
use portolan_engine::experiment::spec::SpecError;
use portolan_engine::results::error::RunError;

/// Why a command ends without success.
#[derive(Debug)]
pub enum Failure {
    /// The request cannot be met as it is: exit code 2.
    Usage(String),
    /// The work went wrong: exit code 1.
    Work(String),
    /// As before, and everything was already said.
    Reported,
    /// Another process is using the results folder: exit code 75.
    Busy(String),
}

impl Failure {
    /// Of a request that cannot be met.
    pub fn usage(problem: impl Display) -> Failure {
        Failure::Usage(problem.to_string())
    }

    /// Of work that went wrong.
    pub fn work(problem: impl Display) -> Failure {
        Failure::Work(problem.to_string())
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        Failure::usage(error)
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        Failure::usage(error)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::usage(error)
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Failure {
        Failure::usage(error)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        if error.is_busy() {
            Failure::Busy(error.to_string())
        } else if error.is_usage() {
            Failure::usage(error)
        } else {
            Failure::work(error)
        }
    }
}
