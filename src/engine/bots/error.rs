//! Why there is no such bot, in words for people.

use std::path::PathBuf;

use thiserror::Error;

/// Why there is no such bot.
#[derive(Debug, Error)]
pub enum BotError {
    /// No bot of that name.
    #[error(
        "unknown bot \"{name}\"{suggestion}; bots for {game}: {known}, or a path to a .toml file"
    )]
    Unknown {
        /// The name given.
        name: String,
        /// ` (did you mean "…"?)` or nothing.
        suggestion: String,
        /// For which game.
        game: String,
        /// All names.
        known: String,
    },
    /// A person, where only bots can play.
    #[error(
        "\"human\" is a person at the terminal, who plays in `portolan play` only; bots for {game}: \
         {known}, or a path to a .toml file"
    )]
    Human {
        /// For which game.
        game: String,
        /// All names.
        known: String,
    },
    /// The bot plays another game.
    #[error("bot \"{name}\" plays {plays}, not {game}; bots for {game}: {known}")]
    OtherGame {
        /// Bot.
        name: String,
        /// Its game.
        plays: String,
        /// The game asked for.
        game: String,
        /// Bots that do play it.
        known: String,
    },
    /// A bot file cannot be read.
    #[error("bot file {path}: {reason}")]
    Unreadable {
        /// File.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A bot file does not say what it should.
    #[error("{file}{place}: {problem}")]
    Invalid {
        /// File.
        file: String,
        /// `, line …` or nothing.
        place: String,
        /// What is wrong and what would be accepted.
        problem: String,
    },
    /// A weight names no feature of the game.
    #[error(
        "bot \"{bot}\" weighs \"{feature}\", which is no feature of {game}{suggestion}; features: {known}"
    )]
    UnknownFeature {
        /// Bot.
        bot: String,
        /// The name given.
        feature: String,
        /// Game.
        game: &'static str,
        /// ` (did you mean "…"?)` or nothing.
        suggestion: String,
        /// All features.
        known: String,
    },
    /// A parameter of a search is not accepted.
    #[error("bot \"{bot}\": {problem}")]
    Parameter {
        /// Bot.
        bot: String,
        /// What is wrong and what would be accepted.
        problem: String,
    },
    /// One of these, of a bot that was read from a file.
    #[error("{place}{problem}")]
    Placed {
        /// `file, line 3: `.
        place: String,
        /// What is wrong.
        problem: Box<BotError>,
    },
    /// A network cannot be used.
    #[error("bot \"{bot}\": {problem}")]
    Network {
        /// Bot.
        bot: String,
        /// What is wrong and what would be accepted.
        problem: String,
    },
    /// A program, which nobody gave leave to start.
    #[error(
        "bot \"{bot}\" is a program ({command}), which only simulate, run, plan and campaign simulate start, and \
         only with --allow-programs"
    )]
    NoLeave {
        /// Bot.
        bot: String,
        /// What would be started.
        command: String,
    },
    /// There is nothing to weigh.
    #[error(
        "bot \"{bot}\" has no weights for {game}; give some under [weights] in a bot file; features: {known}"
    )]
    NoWeights {
        /// Bot.
        bot: String,
        /// Game.
        game: &'static str,
        /// All features.
        known: String,
    },
}

impl BotError {
    /// The same with the place of what is wrong, if there is one.
    pub fn at(self, place: String) -> BotError {
        if place.is_empty() {
            return self;
        }
        let problem = Box::new(self);
        BotError::Placed { place, problem }
    }

    /// What is wrong, wherever that is.
    pub fn problem(&self) -> &BotError {
        match self {
            BotError::Placed { problem, .. } => problem,
            other => other,
        }
    }
}
