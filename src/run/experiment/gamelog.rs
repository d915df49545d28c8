//! Text format of one game, which people can record, edit and replay.
//!
//! ```text
//! # a portolan game log
//! format = 2
//! version = 0.1.0
//! game = maracaibo
//! players = 2
//! seed = 1234
//! bots = greedy, random
//! data = 0123456789abcdef
//! set.legacy = L1
//!
//! 1 sail 7
//! 2 buy 041
//! ```
//!
//! Header lines have the form `key = value`. After an empty line, every line gives a seat and its action.
//! `seed` is the seed of the deal, `format` must be [`FORMAT`], and `version` is the version of the program
//! that wrote the log. Lines that begin with `#` are comments. The log of a game at another table also contains
//! its draws ([`Followed`]).

use std::collections::BTreeMap;
use std::error::Error;

use thiserror::Error;

use super::followed::{Followed, REPORTED};
use crate::play::dyn_game::{DynGame, set_up};
use crate::play::given::Drawn;
use crate::play::ongoing::OngoingGame;
use crate::play::reported::Unfit;
use crate::results::manifest::{FORMAT, VERSION, format_problem};
use crate::seed;
use crate::setup::{GameSetup, SetupError};
use crate::suggestion::did_you_mean;

/// A recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLog {
    /// Version of the program that wrote the log; empty if not given.
    pub version: String,
    pub game: String,
    /// Number of bots.
    pub players: usize,
    /// Seed of the deal.
    pub deal_seed: u64,
    /// Names of the bots by seat, for information only.
    pub bots: Vec<String>,
    /// Hash of the component data; empty if not given.
    pub data: String,
    /// Rule options.
    pub set: BTreeMap<String, String>,
    /// Moves in order.
    pub moves: Vec<LoggedMove>,
    /// Draws, if the game was played at another table; `None` if all chance follows from the seed.
    pub followed: Option<Followed>,
    /// Line numbers of the header keys, from 1. Rule options have the key `set.NAME`.
    pub lines: BTreeMap<String, usize>,
}

/// One move of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedMove {
    /// Line in the file, from 1.
    pub line: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Notation of the action.
    pub action: String,
}

/// Error in a game log, with its location.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {problem}")]
pub struct LogError {
    /// Name of the log file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Describes the mistake and what is accepted.
    pub problem: String,
}

const KEYS: [&str; 10] = [
    "format", "version", "game", "players", "seed", "bots", "data", "chance", "seat", "position",
];

/// Index of a move among the legal moves and, in a followed game, its draws.
pub type Prepared = (usize, Option<Drawn>);

/// Makes a prepared move.
pub fn make(ongoing: &mut dyn OngoingGame, (choice, drawn): Prepared) {
    match drawn {
        None => ongoing.make(choice),
        // `prepare` has already checked the draws.
        Some(drawn) => drop(ongoing.make_given(choice, drawn)),
    }
}

impl GameLog {
    /// Returns a warning if another version of the program wrote the log, since its rules may differ.
    pub fn version_warning(&self, file: &str) -> Option<String> {
        (!self.version.is_empty() && self.version != VERSION).then(|| {
            format!(
                "warning: {file} was written by version {}, this is {VERSION}; the game may differ",
                self.version
            )
        })
    }

    /// Returns the text of the log in the format of this version of the program.
    pub fn write(&self) -> String {
        let mut text = format!(
            "# a portolan game log; replay it with `portolan replay --log FILE`\n\
             format = {FORMAT}\nversion = {VERSION}\ngame = {}\nplayers = {}\nseed = {}\nbots = {}\ndata = {}\n",
            self.game,
            self.players,
            self.deal_seed,
            self.bots.join(", "),
            self.data,
        );
        for (name, value) in &self.set {
            text.push_str(&format!("set.{name} = {value}\n"));
        }
        let followed = self.followed.as_ref();
        text.push_str(&followed.map_or(String::new(), Followed::header));
        text.push('\n');
        let drawn = |moves| followed.map_or(String::new(), |followed| followed.written(moves));
        text.push_str(&drawn(0));
        for (index, logged) in self.moves.iter().enumerate() {
            let number = index + 1;
            text.push_str(&format!("{} {}\n", logged.seat + 1, logged.action));
            text.push_str(&drawn(number));
        }
        text
    }

    /// Starts the game from its deal.
    ///
    /// # Errors
    /// [`LogError`] if the log lacks draws that the deal of a followed game needs.
    pub fn begin(&self, game: &dyn DynGame, file: &str) -> Result<Box<dyn OngoingGame>, LogError> {
        let Some(followed) = &self.followed else {
            return Ok(game.deal(self.deal_seed));
        };
        let (position, answers) = (followed.position.as_ref(), followed.answers(0));
        let begun = game.begin_reported(self.deal_seed, position, followed.seat, answers);
        begun.map(|(begun, _)| begun).map_err(|unfit| {
            let end = self.lines.values().max().copied().unwrap_or(0) + 1;
            let line = self.moves.first().map_or(end, |logged| logged.line);
            LogError {
                file: file.to_string(),
                line,
                problem: problem_of("the deal", unfit),
            }
        })
    }

    /// Prepares a move of the log in the current position: returns its index among the legal moves and, in a followed game,
    /// its draws. Returns `None` if the move is the last one, and the log does not yet contain all its draws.
    ///
    /// # Errors
    /// [`LogError`] if the move is not legal, or its draws do not fit the log.
    pub fn prepare(
        &self,
        ongoing: &mut dyn OngoingGame,
        index: usize,
        file: &str,
    ) -> Result<Option<Prepared>, LogError> {
        let logged = &self.moves[index];
        let Some(followed) = &self.followed else {
            let choice = logged.choice_in(ongoing, file)?;
            return Ok(Some((choice, None)));
        };
        logged.is_next(ongoing, file)?;
        let report = followed.report(index + 1, &logged.action);
        let last = index + 1 == self.moves.len();
        match ongoing.fit(followed.seat, &report) {
            Ok(fitted) => Ok(Some((fitted.choice, Some(fitted.drawn)))),
            Err(Unfit::Asks(_)) if last => Ok(None),
            Err(unfit) => Err(LogError {
                file: file.to_string(),
                line: logged.line,
                problem: problem_of(&format!("\"{}\"", logged.action), unfit),
            }),
        }
    }

    /// Plays a move of the log in the current position. Returns false if the log does not yet contain all its draws.
    ///
    /// # Errors
    /// The errors of [`GameLog::prepare`].
    pub fn make(
        &self,
        ongoing: &mut dyn OngoingGame,
        index: usize,
        file: &str,
    ) -> Result<bool, LogError> {
        let prepared = self.prepare(ongoing, index, file)?;
        let waits = prepared.is_none();
        if let Some(prepared) = prepared {
            make(ongoing, prepared);
        }
        Ok(!waits)
    }

    /// Checks that the text of the log can be parsed and replayed to the position `here`, as far as the viewing seat sees
    /// it. A last move with missing draws is not replayed. If `here` is `None`, the log is only parsed.
    ///
    /// # Errors
    /// A message if the log cannot be parsed or replayed, or leads to another position.
    pub fn check(
        &self,
        setup: &GameSetup,
        here: Option<&dyn OngoingGame>,
    ) -> Result<(), Box<dyn Error>> {
        let (file, text) = ("the log", self.write());
        let log = GameLog::parse(file, &text)?;
        let mut is_equal = log.write() == text;
        if let Some(here) = here {
            let mut replayed = log.begin(&*set_up(setup)?, file)?;
            for index in 0..log.moves.len() {
                log.make(&mut *replayed, index, file)?;
            }
            let seat = log.followed.as_ref().and_then(|followed| followed.seat);
            is_equal &= replayed.describe(seat) == here.describe(seat);
        }
        match is_equal {
            true => Ok(()),
            false => Err(format!("the moves of {file} lead to a different position").into()),
        }
    }

    /// Parses the text of a log; `file` is its name in error messages. Replaying the moves checks that they are
    /// legal.
    ///
    /// # Errors
    /// [`LogError`] with the file and the line of the first mistake.
    pub fn parse(file: &str, text: &str) -> Result<GameLog, LogError> {
        let mut log = GameLog::default();
        let (mut format, mut format_line) = (0, 1);
        let mut in_header = true;
        for (index, line) in text.lines().enumerate() {
            let wrong = |problem: String| LogError {
                file: file.to_string(),
                line: index + 1,
                problem,
            };
            let content = line.trim();
            if content.starts_with('#') {
                continue;
            }
            if content.is_empty() {
                in_header = in_header && log.lines.is_empty();
                continue;
            }
            if in_header {
                let (key, value) = log.read_header(content).map_err(wrong)?;
                if key == "format" {
                    format_line = index + 1;
                    format = value
                        .parse()
                        .map_err(|_| wrong(format!("format = \"{value}\": expected {FORMAT}")))?;
                }
                log.lines.insert(key.to_string(), index + 1);
                continue;
            }
            let made = log.moves.len();
            if let Some(followed) = &mut log.followed
                && followed.read_drawn(made, content).map_err(wrong)?
            {
                continue;
            }
            let (seat, action) = content.split_once(' ').unwrap_or((content, ""));
            let seat = seat
                .parse()
                .ok()
                .and_then(|seat: usize| seat.checked_sub(1));
            let seat = seat.ok_or_else(|| {
                wrong(format!(
                    "\"{content}\" is not a move: expected a seat and an action, such as \"1 pass\""
                ))
            })?;
            log.moves.push(LoggedMove {
                line: index + 1,
                seat,
                action: action.trim().to_string(),
            });
        }
        let end = text.lines().count();
        for needed in ["game", "players", "seed"] {
            if !log.lines.contains_key(needed) {
                return Err(LogError {
                    file: file.to_string(),
                    line: end,
                    problem: format!("the header has no \"{needed} = …\""),
                });
            }
        }
        match format_problem(format) {
            Some(problem) => Err(LogError {
                file: file.to_string(),
                line: format_line,
                problem: format!("the log {problem}"),
            }),
            None => Ok(log),
        }
    }

    /// Creates an error about a key of the header.
    pub fn wrong(&self, file: &str, key: &str, problem: impl ToString) -> LogError {
        LogError {
            file: file.to_string(),
            line: self.lines.get(key).copied().unwrap_or(1),
            problem: problem.to_string(),
        }
    }

    /// Converts an error in the set-up of the game to an error at the line of the offending key. Returns `None`
    /// if the error is about something that the log does not contain.
    pub fn wrong_setup(&self, file: &str, error: &SetupError) -> Option<LogError> {
        let key = match error {
            SetupError::UnknownGame { .. } => "game".to_string(),
            SetupError::Players { .. } => "players".to_string(),
            SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
                format!("set.{name}")
            }
            SetupError::Data(_) => return None,
        };
        let problem = error.to_string();
        Some(self.wrong(file, &key, problem))
    }

    fn read_header<'line>(
        &mut self,
        content: &'line str,
    ) -> Result<(&'line str, &'line str), String> {
        let (key, value) = content
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| {
                format!("\"{content}\" is not \"key = value\"; an empty line ends the header")
            })?;
        let number = || {
            value
                .parse::<u64>()
                .map_err(|_| format!("{key} = \"{value}\": expected a whole number"))
        };
        match key {
            "format" => {}
            "version" => self.version = value.to_string(),
            "game" => self.game = value.to_string(),
            "players" => self.players = number()? as usize,
            "seed" => {
                let seed = seed::parse(value);
                self.deal_seed = seed.map_err(|error| format!("{key} = \"{value}\": {error}"))?;
            }
            "chance" if value == REPORTED => {
                self.followed.get_or_insert_default();
            }
            "chance" => return Err(format!("chance = \"{value}\": expected {REPORTED}")),
            "seat" => {
                let seat = (number()? as usize).checked_sub(1);
                let seat = seat.ok_or_else(|| "seat = 0: seats are numbered from 1".to_string())?;
                self.followed.get_or_insert_default().seat = Some(seat);
            }
            "position" => {
                let position = serde_json::from_str(value);
                let position =
                    position.map_err(|error| format!("position: {error}; expected JSON"))?;
                self.followed.get_or_insert_default().position = Some(position);
            }
            "data" => self.data = value.to_string(),
            "bots" => {
                self.bots = value.split(',').map(|bot| bot.trim().to_string()).collect();
            }
            _ => match key.strip_prefix("set.") {
                Some(option) => {
                    self.set.insert(option.to_string(), value.to_string());
                }
                None => {
                    return Err(format!(
                        "unknown key \"{key}\"{}; keys: {}, set.OPTION",
                        did_you_mean(key, KEYS.into_iter()),
                        KEYS.join(", ")
                    ));
                }
            },
        }
        Ok((key, value))
    }
}

/// Describes an error in the report of a move or of the deal.
fn problem_of(what: &str, unfit: Unfit) -> String {
    match unfit {
        Unfit::Refused(problem) => format!("{what}: {problem}"),
        Unfit::Asks(question) => format!(
            "the log lacks a draw for {what}: draw {}, {}, is missing",
            question.answers.len() + 1,
            question.of
        ),
    }
}

impl LoggedMove {
    /// Returns the index of this action among the legal actions of the position; `file` is the name of the log
    /// in errors.
    ///
    /// # Errors
    /// [`LogError`] if another seat is to move, or the action is not legal.
    pub fn choice_in(&self, ongoing: &dyn OngoingGame, file: &str) -> Result<usize, LogError> {
        self.is_next(ongoing, file)?;
        let choice = ongoing.parse(&self.action);
        choice.map_err(|error| self.wrong(file, error.to_string()))
    }

    fn is_next(&self, ongoing: &dyn OngoingGame, file: &str) -> Result<(), LogError> {
        match ongoing.to_move().filter(|&seat| seat != self.seat) {
            None => Ok(()),
            Some(seat) => {
                let problem = format!("seat {} is to move, not seat {}", seat + 1, self.seat + 1);
                Err(self.wrong(file, problem))
            }
        }
    }

    fn wrong(&self, file: &str, problem: String) -> LogError {
        LogError {
            file: file.to_string(),
            line: self.line,
            problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> GameLog {
        GameLog {
            version: VERSION.to_string(),
            game: "toy".to_string(),
            players: 2,
            deal_seed: 99,
            bots: vec!["a".to_string(), "b".to_string()],
            data: "00".to_string(),
            set: BTreeMap::from([("target".to_string(), "a=1, b".to_string())]),
            moves: vec![
                LoggedMove {
                    line: 11,
                    seat: 0,
                    action: "roll 2".to_string(),
                },
                LoggedMove {
                    line: 12,
                    seat: 1,
                    action: "bank".to_string(),
                },
            ],
            lines: [
                "format",
                "version",
                "game",
                "players",
                "seed",
                "bots",
                "data",
                "set.target",
            ]
            .into_iter()
            .zip(2..)
            .map(|(key, line)| (key.to_string(), line))
            .collect(),
            followed: None,
        }
    }

    #[test]
    fn written_game_log_is_read_back() {
        assert_eq!(GameLog::parse("x", &log().write()), Ok(log()));
    }

    #[test]
    fn log_of_another_version_causes_a_warning() {
        let warning = |version: &str| {
            let version = version.to_string();
            GameLog { version, ..log() }.version_warning("x.log")
        };
        assert_eq!((warning(VERSION), warning("")), (None, None));
        let told = warning("0.0.1").unwrap();
        assert!(
            told.starts_with("warning: x.log was written by version 0.0.1, this is "),
            "{told}"
        );
    }

    #[test]
    fn parse_errors_name_file_and_line() {
        for (text, wanted) in [
            (
                "gmae = toy\n",
                "x.log, line 1: unknown key \"gmae\" (did you mean \"game\"?)",
            ),
            (
                "game = toy\nplayers = two\n",
                "x.log, line 2: players = \"two\"",
            ),
            (
                "game = toy\n\n1 a\n",
                "x.log, line 3: the header has no \"players = …\"",
            ),
            (
                "game = toy\nplayers = 2\nseed = 1\n\nroll\n",
                "x.log, line 5: \"roll\" is not a move",
            ),
            (
                "game = toy\nplayers = 2\nseed = 1\n\n0 roll\n",
                "x.log, line 5: \"0 roll\" is not a move",
            ),
        ] {
            let error = GameLog::parse("x.log", text).unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn logs_of_other_formats_are_rejected() {
        let text = log().write();
        for (format, wanted) in [
            (
                "",
                "line 1: the log has no format key, but this program uses format 2",
            ),
            (
                "format = 1\n",
                "line 2: the log has format 1, but this program uses format 2",
            ),
            (
                "format = 3\n",
                "line 2: the log has format 3, but this program uses format 2",
            ),
            ("format = new\n", "line 2: format = \"new\": expected 2"),
        ] {
            let text = text.replacen("format = 2\n", format, 1);
            let error = GameLog::parse("x.log", &text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("x.log, {wanted}")), "{error}");
        }
    }
}
