//! The game that is played, whatever game it is.

use std::fmt::Display;

use serde_json::{Map, Value, json};

use crate::bots::{Bot, BotError, BotSpec};
use crate::game::{ActionError, Game, Seat};
use crate::games::Visitor;
use crate::random::{Streams, concealment_stream, decision_stream};

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

/// A game under way.
pub trait Host {
    /// How the game stands: moves made, whose move it is, the result at the end.
    fn status(&self) -> Answer;
    /// The legal moves.
    fn legal(&self) -> Answer;
    /// The position as a seat knows it; for `None` as the seat to move does.
    fn state(&self, seat: Option<Seat>) -> Result<Answer, Problem>;
    /// What the bot plays.
    fn choose(&mut self) -> Result<Answer, Problem>;
    /// Makes a move.
    fn apply(&mut self, action: &str) -> Result<(), Problem>;
}

/// A host that is to be set up for a game.
pub struct SetUp<'a> {
    /// Who is asked.
    pub bot: &'a BotSpec,
    /// Seed of the deal.
    pub deal: u64,
}

impl Visitor for SetUp<'_> {
    type Out = Result<Box<dyn Host>, BotError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let bot = self.bot.build(&game)?;
        let mut chance = Streams::new(self.deal);
        let state = game.new_state(&mut chance, &mut ());
        Ok(Box::new(Match {
            bot,
            deal: self.deal,
            chance,
            state,
            moves: 0,
            game,
        }))
    }
}

struct Match<G: Game> {
    game: G,
    bot: Box<dyn Bot<G>>,
    deal: u64,
    chance: Streams,
    state: G::State,
    moves: usize,
}

impl<G: Game> Match<G> {
    fn actions(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    fn notations(&self) -> Vec<String> {
        let actions = self.actions().into_iter();
        actions
            .map(|action| self.game.action_text(&self.state, action))
            .collect()
    }

    fn by_seat<T>(&self, of: impl Fn(Seat) -> T) -> Vec<T> {
        (0..self.game.seats()).map(of).collect()
    }
}

impl<G: Game> Host for Match<G> {
    fn status(&self) -> Answer {
        let game = &self.game;
        let to_move = game.to_move(&self.state);
        let mut answer = Answer::new();
        answer.insert("game".to_string(), json!(game.name()));
        answer.insert("deal_seed".to_string(), json!(self.deal));
        answer.insert("moves".to_string(), json!(self.moves));
        answer.insert("over".to_string(), json!(to_move.is_none()));
        answer.insert("to_move".to_string(), json!(to_move.map(|seat| seat + 1)));
        let automas = self.by_seat(|seat| game.automa(seat));
        answer.insert("automas".to_string(), json!(automas));
        if to_move.is_none() {
            let scores = self.by_seat(|seat| game.score(&self.state, seat));
            answer.insert("scores".to_string(), json!(scores));
            answer.insert("ranks".to_string(), json!(game.ranks(&self.state)));
            answer.insert("capped".to_string(), json!(game.capped(&self.state)));
        }
        answer
    }

    fn legal(&self) -> Answer {
        let mut answer = self.status();
        answer.insert("legal".to_string(), json!(self.notations()));
        answer
    }

    fn state(&self, seat: Option<Seat>) -> Result<Answer, Problem> {
        let game = &self.game;
        if let Some(seat) = seat.filter(|&seat| seat >= game.seats()) {
            return Err(Problem::from(format!(
                "there is no seat {}: expected 1 to {}",
                seat + 1,
                game.seats()
            )));
        }
        let observer = seat.or(game.to_move(&self.state));
        let mut answer = self.status();
        answer.insert("seat".to_string(), json!(observer.map(|seat| seat + 1)));
        let text = game.describe(&self.state, observer);
        answer.insert("state".to_string(), json!(text));
        Ok(answer)
    }

    fn choose(&mut self) -> Result<Answer, Problem> {
        let legal = self.actions();
        let Some(seat) = self.game.to_move(&self.state) else {
            return Err(Problem::from(ActionError::GameOver));
        };
        let choice = match legal.len() {
            1 => 0,
            _ => {
                // What the seat does not know is drawn anew, so that there is nothing to peek at.
                let mut known = self.state.clone();
                let mut rng = concealment_stream(self.deal, self.moves);
                self.game.determinize(&mut known, seat, &mut rng);
                let mut rng = decision_stream(self.deal, seat, self.moves);
                // Asked twice it answers the same, whatever it was asked before.
                self.bot.forget();
                self.bot.choose(&self.game, &known, &legal, &mut rng)
            }
        };
        let action = self.game.action_text(&self.state, legal[choice]);
        let mut answer = Answer::new();
        answer.insert("seat".to_string(), json!(seat + 1));
        answer.insert("action".to_string(), json!(action));
        Ok(answer)
    }

    fn apply(&mut self, action: &str) -> Result<(), Problem> {
        let parsed = self.game.parse_action(&self.state, action);
        let action = parsed.map_err(|error| Problem {
            message: error.to_string(),
            legal: matches!(error, ActionError::NotLegal { .. }).then(|| self.notations()),
        })?;
        // On copies: if the rules break, the position stays.
        let (mut state, mut chance) = (self.state.clone(), self.chance.clone());
        self.game.apply(&mut state, action, &mut chance, &mut ());
        (self.state, self.chance) = (state, chance);
        self.moves += 1;
        Ok(())
    }
}
