//! Errors of commands and their exit codes.

use std::fmt::Display;

use portolan_core::setting_tree::SettingError;
use portolan_core::setup::SetupError;
use portolan_players::bots::BotError;
use portolan_run::experiment::gamelog::LogError;
use portolan_run::results::error::RunError;
use portolan_run::saved_game::ClaimError;

/// Error that ends a command.
#[derive(Debug)]
pub enum Failure {
    /// Invalid request; exit code 2.
    Usage(String),
    /// Failure during the work; exit code 1.
    Work(String),
    /// Failure that was already reported; exit code 1.
    Reported,
    /// Another process is using the results folder or the saved game; exit code 75.
    Busy(String),
}

impl Failure {
    /// Returns an error for an invalid request.
    pub fn usage(problem: impl Display) -> Failure {
        Failure::Usage(problem.to_string())
    }

    /// Returns an error for a failure during the work.
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

impl From<SettingError> for Failure {
    fn from(error: SettingError) -> Failure {
        Failure::usage(error)
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Failure {
        Failure::usage(error)
    }
}

impl From<ClaimError> for Failure {
    fn from(error: ClaimError) -> Failure {
        match error {
            ClaimError::Busy(busy) => Failure::Busy(busy.to_string()),
            file => Failure::work(file),
        }
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
