//! Game session for any game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::{Choice, Inputs, Legal, Observation, Scores, Stage, State, Status};
use super::problem::Problem;
use super::request::Whole;
use portolan_core::game::{ActionError, Seat};
use portolan_core::prose::count;
use portolan_core::random::{concealment_stream, decision_stream};
use portolan_core::wire_protocol::{GameResult, LegalAction, PositionData};
use portolan_players::bots::BotSpec;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::given::{DrawError, Drawn, MissingDraw};
use portolan_run::play::ongoing::OngoingGame;

/// Maximum number of bots of a game in memory.
const MOST_BOTS: usize = 8;

/// Game in progress, in which only the client makes moves.
pub struct Host {
    /// Set-up, which stays in memory as long as a game refers to it.
    pub set_up: Arc<dyn DynGame>,
    ongoing: Box<dyn OngoingGame>,
    /// Indices of the bots in memory, by name and time limit.
    bots: BTreeMap<(String, Option<u64>), usize>,
    /// Move that will be made once its draws are given.
    waiting: Option<Waiting>,
}

#[derive(Clone)]
struct Waiting {
    choice: usize,
    drawn: Drawn,
    question: MissingDraw,
}

impl Host {
    /// Starts a game with a new deal.
    pub fn new(set_up: &Arc<dyn DynGame>, deal_seed: u64) -> Host {
        Host::of(Arc::clone(set_up), set_up.deal(deal_seed))
    }

    /// Wraps a game in progress.
    pub fn of(set_up: Arc<dyn DynGame>, ongoing: Box<dyn OngoingGame>) -> Host {
        Host {
            set_up,
            ongoing,
            bots: BTreeMap::new(),
            waiting: None,
        }
    }

    /// Returns a copy of the game.
    pub fn copy(&self) -> Host {
        Host {
            waiting: self.waiting.clone(),
            ..Host::of(Arc::clone(&self.set_up), self.ongoing.copy())
        }
    }

    /// Removes all bots with their search trees from memory.
    pub fn remove_bots(&mut self) {
        if !self.bots.is_empty() {
            self.ongoing = self.ongoing.copy();
            self.bots.clear();
        }
    }

    /// Returns the number of moves made and the seat to move.
    fn stage(&self) -> Stage {
        let (ongoing, game) = (&self.ongoing, self.ongoing.game());
        let to_move = ongoing.to_move();
        let automas = (0..game.seats()).map(|seat| game.automa(seat).map(String::from));
        Stage {
            game: game.name(),
            deal_seed: ongoing.deal_seed(),
            moves: ongoing.moves().len(),
            over: to_move.is_none(),
            to_move: to_move.map(|seat| seat + 1),
            automas: automas.collect(),
            draw: self
                .waiting
                .as_ref()
                .map(|waiting| (&waiting.question).into()),
        }
    }

    /// Returns the status of the game, with the result at the end.
    pub fn status(&self) -> Status {
        let over = self.ongoing.to_move().is_none();
        Status {
            stage: self.stage(),
            result: over.then(|| {
                let records = self.ongoing.records();
                GameResult {
                    scores: records.iter().map(|record| record.score).collect(),
                    ranks: records.iter().map(|record| record.rank).collect(),
                    capped: self.ongoing.capped(),
                }
            }),
        }
    }

    /// Returns the current scores by seat and category.
    pub fn scores(&self) -> Scores {
        let names = self.ongoing.game().score_categories();
        let records = self.ongoing.records();
        let by_category = records.iter().map(|record| {
            let points = record.categories.iter().copied();
            names.iter().copied().zip(points).collect()
        });
        let over = self.ongoing.to_move().is_none();
        Scores {
            stage: self.stage(),
            categories: by_category.collect(),
            scores: records.iter().map(|record| record.score).collect(),
            ranks: records.iter().map(|record| record.rank).collect(),
            capped: over.then(|| self.ongoing.capped()),
        }
    }

    /// Returns the legal moves.
    pub fn legal(&self) -> Legal {
        let ongoing = &self.ongoing;
        let actions = (0..ongoing.choices())
            .map(|choice| LegalAction::new(ongoing.notation(choice), ongoing.action_index(choice)));
        Legal {
            status: self.status(),
            legal: ongoing.notations(),
            actions: actions.collect(),
        }
    }

    /// Returns the requested seat, or the seat to move if the request does not name one.
    fn seat(&self, seat: Option<Whole<1>>) -> Result<Option<Seat>, Problem> {
        let seats = self.ongoing.game().seats();
        match seat {
            None => Ok(self.ongoing.to_move()),
            Some(Whole(seat)) if seat <= seats as u64 => Ok(Some(seat as Seat - 1)),
            Some(Whole(seat)) => Err(Problem::from(format!(
                "there is no seat {seat}: expected 1 to {seats}"
            ))),
        }
    }

    /// Returns the view of a seat as data and in words; for `None`, the view of the seat to move.
    pub fn state(&self, seat: Option<Whole<1>>) -> Result<State, Problem> {
        let observer = self.seat(seat)?;
        Ok(State {
            status: self.status(),
            seat: observer.map(|seat| seat + 1),
            position: PositionData(self.ongoing.position(observer)),
            state: self.ongoing.describe(observer),
        })
    }

    /// Returns the encoded features of the view of a seat.
    pub fn observe(&self, seat: Option<Whole<1>>) -> Result<Observation, Problem> {
        let Some(observer) = self.seat(seat)? else {
            return Err(Problem::from(
                "the game is over: expected a \"seat\"".to_string(),
            ));
        };
        let choices = 0..self.ongoing.choices();
        Ok(Observation {
            status: self.status(),
            seat: observer + 1,
            observation: self.ongoing.observation(observer),
            action_bound: self.ongoing.game().action_bound(),
            numbers: choices
                .map(|choice| self.ongoing.action_index(choice))
                .collect(),
        })
    }

    /// Returns the names of the features, by index.
    pub fn inputs(&self) -> Inputs {
        Inputs {
            inputs: self.ongoing.game().input_names().to_vec(),
        }
    }

    /// Returns a bot's choice. It depends only on the position, not on earlier requests. A time limit replaces
    /// the iterations of a search.
    pub fn choose(&mut self, bot: &BotSpec, milliseconds: Option<u64>) -> Result<Choice, Problem> {
        let Some(seat) = self.ongoing.to_move() else {
            return Err(Problem::from(ActionError::GameOver));
        };
        let key = (bot.name.clone(), milliseconds);
        if self.bots.len() >= MOST_BOTS && !self.bots.contains_key(&key) {
            self.remove_bots();
        }
        let number = match self.bots.get(&key) {
            Some(&number) => number,
            None => {
                let number = match milliseconds {
                    None => self.ongoing.add_bot(bot)?,
                    Some(milliseconds) => self.ongoing.add_bot(&bot.within(milliseconds))?,
                };
                self.bots.insert(key, number);
                number
            }
        };
        let ongoing = &mut self.ongoing;
        let choice = match ongoing.choices() {
            1 => 0,
            _ => {
                let (deal, made) = (ongoing.deal_seed(), ongoing.moves().len());
                let unseen = &mut concealment_stream(deal, made);
                let rng = &mut decision_stream(deal, seat, made);
                ongoing.advise(number, seat, unseen, rng)
            }
        };
        Ok(Choice {
            seat: seat + 1,
            bot: bot.name.clone(),
            action: ongoing.notation(choice),
            number: ongoing.action_index(choice),
        })
    }

    /// Makes a move, or stores it until its draws are given.
    pub fn apply(&mut self, choice: usize, drawn: Option<Drawn>) -> Result<(), Problem> {
        if drawn.is_some() && !self.ongoing.is_given() {
            return Err(Problem::from(
                "this game makes its own random draws; to report draws, start a game with the \
                 request \"new\" and \"chance\": \"told\""
                    .to_string(),
            ));
        }
        if self.ongoing.is_given() {
            return self.make_given(choice, drawn.unwrap_or_default());
        }
        self.ongoing.make(choice);
        Ok(())
    }

    /// Makes the stored move if all its draws are now given.
    pub fn draw(&mut self, drawn: Drawn) -> Result<(), Problem> {
        let Some(mut waiting) = self.waiting.clone() else {
            return Err(Problem::from(
                "no draw is expected here: no move waits for one".to_string(),
            ));
        };
        waiting.drawn.things.extend(drawn.things);
        waiting.drawn.rest = drawn.rest;
        self.make_given(waiting.choice, waiting.drawn)
    }

    fn make_given(&mut self, choice: usize, drawn: Drawn) -> Result<(), Problem> {
        self.waiting = match self.ongoing.make_given(choice, drawn.clone()) {
            Ok(()) => None,
            Err(DrawError::Missing(question)) => Some(Waiting {
                choice,
                drawn,
                question,
            }),
            Err(error) => return Err(Problem::from(error.reason())),
        };
        Ok(())
    }

    /// Returns the index of a legal move, given in notation or by its action index.
    pub fn named(&self, action: Option<&str>, number: Option<Whole>) -> Result<usize, Problem> {
        let legal = || Some(self.ongoing.notations());
        match (action, number) {
            (Some(action), None) => self.ongoing.parse(action).map_err(|error| Problem {
                message: error.to_string(),
                legal: legal().filter(|_| matches!(error, ActionError::NotLegal { .. })),
            }),
            (None, Some(Whole(number))) => {
                let mut choices = 0..self.ongoing.choices();
                let found =
                    choices.find(|&choice| u64::from(self.ongoing.action_index(choice)) == number);
                found.ok_or_else(|| Problem {
                    message: format!("no legal action has the number {number}"),
                    legal: legal(),
                })
            }
            (Some(_), Some(_)) => Err("give either \"action\" or \"number\", not both")?,
            (None, None) => Err("the key \"action\" is missing (or \"number\")")?,
        }
    }

    /// Undoes moves; a stored move that waits for its draws counts as one.
    pub fn undo(&mut self, moves: u64) -> Result<(), Problem> {
        let waiting = usize::from(self.waiting.is_some());
        let made = self.ongoing.moves().len() + waiting;
        let kept = usize::try_from(moves)
            .ok()
            .and_then(|moves| made.checked_sub(moves));
        let kept = kept.ok_or_else(|| {
            let made = count(made as u64, "move");
            Problem::from(format!(
                "\"moves\": {moves}: expected {made}, the number of moves made"
            ))
        })?;
        if kept == made {
            return Ok(());
        }
        self.waiting = None;
        self.ongoing.take_back(kept);
        Ok(())
    }

    /// Resamples hidden information of a seat and all future chance.
    pub fn determinize(&mut self, seat: Option<Whole<1>>, seed: u64) -> Result<(), Problem> {
        match self.seat(seat)? {
            Some(seat) => {
                self.waiting = None;
                self.ongoing.imagine(seat, seed);
                Ok(())
            }
            None => Err(Problem::from(ActionError::GameOver)),
        }
    }
}
