//! Errors about bots and bot files.

use std::path::PathBuf;

use thiserror::Error;

use crate::setting_tree::SettingError;

/// Error for a bot that cannot be found, read or built.
#[derive(Debug, Error)]
pub enum BotError {
    #[error(
        "unknown bot \"{name}\"{suggestion}; bots for {game}: {known}, or a path to a .toml file"
    )]
    Unknown {
        name: String,
        /// ` (did you mean "…"?)`, or empty.
        suggestion: String,
        game: String,
        /// Names of all bots for the game.
        known: String,
    },
    /// A human player was named where only bots can play.
    #[error(
        "\"human\" stands for a person at the terminal and is only available in `portolan play`; \
         bots for {game}: {known}, or a path to a .toml file"
    )]
    Human {
        game: String,
        /// Names of all bots for the game.
        known: String,
    },
    #[error("bot \"{name}\" plays {plays}, not {game}; bots for {game}: {known}")]
    OtherGame {
        name: String,
        /// Game that the bot plays.
        plays: String,
        /// Requested game.
        game: String,
        /// Names of the bots for the requested game.
        known: String,
    },
    #[error("bot file {path}: {reason}")]
    Unreadable {
        path: PathBuf,
        /// Message of the operating system.
        reason: String,
    },
    /// The content of a bot file is invalid.
    #[error(transparent)]
    Invalid(#[from] SettingError),
    /// A weight refers to a feature that the game does not have.
    #[error(
        "bot \"{bot}\" has a weight for \"{feature}\", which is not a feature of \
         {game}{suggestion}; features: {known}"
    )]
    UnknownFeature {
        bot: String,
        /// Name of the feature in the bot file.
        feature: String,
        game: &'static str,
        /// ` (did you mean "…"?)`, or empty.
        suggestion: String,
        /// Names of all features.
        known: String,
    },
    /// A search parameter is unknown or has an invalid value.
    #[error("bot \"{bot}\": {problem}")]
    Parameter {
        bot: String,
        /// Description of the problem and of the accepted values.
        problem: String,
    },
    /// An error with its place in a bot file.
    #[error("{place}{problem}")]
    Placed {
        /// Text such as `file, line 3: `.
        place: String,
        problem: Box<BotError>,
    },
    /// The network is missing, invalid or unsuitable for the game.
    #[error("bot \"{bot}\": {problem}")]
    Network {
        bot: String,
        /// Description of the problem and of the accepted values.
        problem: String,
    },
    /// The bot is an external program, and the user did not allow programs.
    #[error(
        "bot \"{bot}\" is a program ({command}); programs run only in simulate, run, try, plan and \
         campaign simulate, and only with --allow-programs"
    )]
    NoLeave {
        bot: String,
        /// Command line of the program.
        command: String,
    },
    /// The bot needs feature weights but has none.
    #[error(
        "bot \"{bot}\" has no weights for {game}; add them under [weights] in a bot file; features: \
         {known}"
    )]
    NoWeights {
        bot: String,
        game: &'static str,
        /// Names of all features.
        known: String,
    },
}

impl BotError {
    /// Adds a place to the error, unless `place` is empty.
    pub fn at(self, place: String) -> BotError {
        if place.is_empty() {
            return self;
        }
        let problem = Box::new(self);
        BotError::Placed { place, problem }
    }

    /// Returns the error without its place.
    pub fn problem(&self) -> &BotError {
        match self {
            BotError::Placed { problem, .. } => problem,
            other => other,
        }
    }
}
