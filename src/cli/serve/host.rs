//! The game that is played, whatever game it is.

use std::fmt::Display;

use serde_json::{Map, Value, json};

use crate::bots::{BotError, BotSpec};
use crate::experiment::any_game::AnyGame;
use crate::experiment::course::Course;
use crate::game::{ActionError, Seat};
use crate::random::{concealment_stream, decision_stream};

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

/// An answer without its "ok".
pub type Answer = Map<String, Value>;

/// A game under way, in which nobody but whoever asks makes a move.
pub struct Host {
    course: Box<dyn Course>,
    /// The number of the bot that is asked.
    bot: usize,
}

impl Host {
    /// A deal, and the bot that is asked.
    ///
    /// # Errors
    /// [`BotError`] if the bot does not fit the game.
    pub fn new(game: &dyn AnyGame, bot: &BotSpec, deal_seed: u64) -> Result<Host, BotError> {
        let mut course = game.deal(deal_seed);
        let bot = course.add_bot(bot)?;
        Ok(Host { course, bot })
    }

    /// How the game stands: moves made, whose move it is, the result at the end.
    pub fn status(&self) -> Answer {
        let (course, game) = (&self.course, self.course.game());
        let to_move = course.to_move();
        let mut answer = Answer::new();
        answer.insert("game".to_string(), json!(game.name()));
        answer.insert("deal_seed".to_string(), json!(course.deal_seed()));
        answer.insert("moves".to_string(), json!(course.moves().len()));
        answer.insert("over".to_string(), json!(to_move.is_none()));
        answer.insert("to_move".to_string(), json!(to_move.map(|seat| seat + 1)));
        let automas = (0..game.seats()).map(|seat| game.automa(seat));
        answer.insert("automas".to_string(), automas.collect());
        if to_move.is_none() {
            let records = course.records();
            let scores = records.iter().map(|record| record.score);
            answer.insert("scores".to_string(), scores.collect());
            let ranks = records.iter().map(|record| record.rank);
            answer.insert("ranks".to_string(), ranks.collect());
            answer.insert("capped".to_string(), json!(course.capped()));
        }
        answer
    }

    /// The legal moves.
    pub fn legal(&self) -> Answer {
        let mut answer = self.status();
        answer.insert("legal".to_string(), json!(self.course.notations()));
        answer
    }

    /// The position as a seat knows it; for `None` as the seat to move does.
    pub fn state(&self, seat: Option<Seat>) -> Result<Answer, Problem> {
        let seats = self.course.game().seats();
        if let Some(seat) = seat.filter(|&seat| seat >= seats) {
            return Err(Problem::from(format!(
                "there is no seat {}: expected 1 to {seats}",
                seat + 1,
            )));
        }
        let observer = seat.or(self.course.to_move());
        let mut answer = self.status();
        answer.insert("seat".to_string(), json!(observer.map(|seat| seat + 1)));
        let text = self.course.describe(observer);
        answer.insert("state".to_string(), json!(text));
        Ok(answer)
    }

    /// What the bot plays: asked twice it answers the same, whatever it was asked before.
    pub fn choose(&mut self) -> Result<Answer, Problem> {
        let course = &mut self.course;
        let Some(seat) = course.to_move() else {
            return Err(Problem::from(ActionError::GameOver));
        };
        let choice = match course.choices() {
            1 => 0,
            _ => {
                let (deal, made) = (course.deal_seed(), course.moves().len());
                let unseen = &mut concealment_stream(deal, made);
                let rng = &mut decision_stream(deal, seat, made);
                course.advise(self.bot, seat, unseen, rng)
            }
        };
        let mut answer = Answer::new();
        answer.insert("seat".to_string(), json!(seat + 1));
        answer.insert("action".to_string(), json!(course.notation(choice)));
        Ok(answer)
    }

    /// Makes a move.
    pub fn apply(&mut self, action: &str) -> Result<(), Problem> {
        let choice = self.course.parse(action).map_err(|error| Problem {
            message: error.to_string(),
            legal: matches!(error, ActionError::NotLegal { .. }).then(|| self.course.notations()),
        })?;
        self.course.make(choice);
        Ok(())
    }
}
