//! Bot that queries an external program.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rand::Rng as _;
use serde_json::{Map, Value};

use super::pool::{Place, ProgramPool, SharedPlace};
use super::process::Failed;
use super::settings::{OnFailure, ProgramSettings, Restart, Tell};
use super::supervisor::{Conduct, Failure, Stop};
use crate::bots::player::Bot;
use crate::game::{Game, Rng, Seat};
use crate::random::{below, concealment_stream};
use crate::view::data;
use crate::wire_protocol::{
    self, PositionData, ProgramChoice, ProgramGame, ProgramOver, whole_number,
};

/// A bot that delegates its choices to a program. The protocol is stateless: every request contains everything that the
/// program needs, and the bot stores only the report on the program's behaviour.
pub struct Program {
    bot: String,
    settings: ProgramSettings,
    place: SharedPlace,
    /// Current game.
    table: Option<Table>,
}

/// A game in which the program plays.
struct Table {
    /// Number of the game in the slot of the process; 0 before the game is announced.
    number: u64,
    seat: Seat,
    /// Seed for the random numbers of the program.
    seed: u64,
    /// Process to which the game was announced, by its number in the slot.
    told: Option<u64>,
    conduct: Conduct,
    /// Number of moves requested.
    asked: u64,
    spent: Duration,
}

impl Program {
    /// Creates a bot that uses the process of the pool on the current thread.
    pub fn new(bot: &str, settings: &ProgramSettings, crew: &ProgramPool) -> Program {
        Program {
            bot: bot.to_string(),
            settings: settings.clone(),
            place: crew.place(bot),
            table: None,
        }
    }

    fn sit_down(&mut self, seat: Seat, rng: &mut Rng) -> Table {
        Table {
            number: 0,
            seat,
            // JSON numbers below 2^53 are exact in every language.
            seed: rng.next_u64() >> 11,
            told: None,
            conduct: Conduct::default(),
            asked: 0,
            spent: Duration::ZERO,
        }
    }

    /// Requests a move from the program.
    ///
    /// # Errors
    /// The failure of the program, if it gives no valid answer.
    fn answer<G: Game>(
        &self,
        table: &mut Table,
        place: &mut Place,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
    ) -> Result<usize, Failed> {
        let settings = &self.settings;
        let Some(limit) = settings.move_limit_after(table.spent) else {
            let said = format!(
                "its moves took more than {} s in this game (seconds_a_game)",
                settings.seconds_a_game
            );
            return Err(Failed::Program(Failure::Late, said));
        };
        if table.told != Some(place.started) || place.running().is_none() {
            // Several seats may share the process.
            table.number = place.next_game();
            place.begin(&self.bot, settings, self.new_game(table, game))?;
            table.told = Some(place.started);
        }
        let process = place.process(&self.bot, settings)?;
        let request = self.question(table, game, state, legal);
        let began = Instant::now();
        let answer = process.ask(request, limit);
        let time = began.elapsed();
        table.spent += time;
        let choice = chosen(game, state, legal, &answer?)?;
        table.conduct.times.add(time);
        Ok(choice)
    }

    /// Returns the message that announces a game.
    fn new_game<G: Game>(&self, table: &Table, game: &G) -> Map<String, Value> {
        object(data(&ProgramGame {
            request: "new",
            handle: table.number,
            game: G::NAME,
            seats: game.seats(),
            seat: table.seat + 1,
            automas: wire_protocol::automas(game),
            actions: game.action_bound(),
            inputs: game.input_names().len(),
            seed: table.seed,
            seconds_a_move: self.settings.seconds_a_move,
            seconds_a_game: self.settings.seconds_a_game,
        }))
    }

    fn question<G: Game>(
        &self,
        table: &Table,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
    ) -> Map<String, Value> {
        let tells = |what: Tell| self.settings.tell.contains(&what);
        let position = || wire_protocol::position(game, state, Some(table.seat));
        let sampled = || {
            let mut sampled = state.clone();
            let unseen = &mut concealment_stream(table.seed, table.asked as usize);
            game.determinize(&mut sampled, table.seat, unseen);
            game.stored(&sampled)
        };
        object(data(&ProgramChoice {
            request: "choose",
            handle: table.number,
            seat: table.seat + 1,
            legal: wire_protocol::actions(game, state, legal),
            position: tells(Tell::Position).then(|| PositionData(position())),
            state: tells(Tell::State).then(sampled).flatten(),
            observation: tells(Tell::Observation)
                .then(|| wire_protocol::observation(game, state, table.seat)),
            prose: tells(Tell::Prose).then(|| game.describe(state, Some(table.seat))),
        }))
    }

    /// Records a failure and applies its consequences.
    fn failed(&self, table: &mut Table, place: &mut Place, failed: Failed) {
        let (failure, said) = match failed {
            Failed::Program(failure, said) => (failure, said),
            Failed::Start { problem, .. } => {
                let line = self.settings.line();
                let stops = format!("{}: cannot start {line}: {problem}", self.bot);
                place.note(&format!("cannot start {line}: {problem}"));
                place.end();
                // Request no further moves; the game does not count.
                table.conduct.forfeited = true;
                table.conduct.stops = Some(Stop::Start(stops));
                return;
            }
        };
        table.conduct.note(failure, table.asked, &said);
        let what = format!(
            "{} at move {} of game {} of this process: {said}",
            failure.name(),
            table.asked,
            table.number
        );
        place.note(&what);
        if !failure.leaves_it_running() {
            place.end();
        }
        let last_words = match failure {
            Failure::Illegal => String::new(),
            _ => place.last_words(),
        };
        match self.settings.on_failure {
            OnFailure::Random => {}
            OnFailure::Forfeit => table.conduct.forfeited = true,
            OnFailure::Stop => {
                table.conduct.forfeited = true;
                let stops = format!("{}: {}{last_words}", self.bot, table.conduct.first_failure);
                table.conduct.stops = Some(Stop::Failure(stops));
            }
        }
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// Returns the index of the legal action in an answer.
fn chosen<G: Game>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    answer: &Map<String, Value>,
) -> Result<usize, Failed> {
    let found = match (answer.get("action"), answer.get("number")) {
        (Some(Value::String(notation)), _) => legal.iter().position(|&action| {
            game.action_text(state, action)
                .eq_ignore_ascii_case(notation)
        }),
        (None, Some(number @ Value::Number(_))) if game.action_bound() > 0 => {
            let number = whole_number(number);
            let told = |&action: &G::Action| u64::from(game.action_index(state, action));
            legal.iter().position(|action| Some(told(action)) == number)
        }
        _ => {
            let said = Value::Object(answer.clone());
            let expected = "expected \"action\": a legal action in its notation, or its \"number\"";
            let said = format!("{said}; {expected}");
            return Err(Failed::Program(Failure::Garbled, said));
        }
    };
    found.ok_or_else(|| {
        let said = answer.get("action").or(answer.get("number"));
        Failed::Program(
            Failure::Illegal,
            said.map(Value::to_string).unwrap_or_default(),
        )
    })
}

impl<G: Game> Bot<G> for Program {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let seat = game.to_move(state).unwrap_or_default();
        let at_table = self.table.take().filter(|table| table.seat == seat);
        let mut table = at_table.unwrap_or_else(|| self.sit_down(seat, rng));
        let mut choice = None;
        if !table.conduct.forfeited && legal.len() > 1 {
            let place = Arc::clone(&self.place);
            let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
            table.asked += 1;
            match self.answer(&mut table, &mut place, game, state, legal) {
                Ok(index) => choice = Some(index),
                Err(failed) => self.failed(&mut table, &mut place, failed),
            }
        }
        self.table = Some(table);
        choice.unwrap_or_else(|| below(rng, legal.len() as u32) as usize)
    }

    fn begin(&mut self, seat: Seat, rng: &mut Rng) {
        let table = self.sit_down(seat, rng);
        self.table = Some(table);
    }

    fn failure(&self) -> Option<&str> {
        let (Stop::Failure(why) | Stop::Start(why)) =
            self.table.as_ref()?.conduct.stops.as_ref()?;
        Some(why)
    }

    fn end(&mut self, game: &G, state: &G::State) -> Option<Conduct> {
        let mut table = self.table.take()?;
        let place = Arc::clone(&self.place);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let is_told = table.told == Some(place.started);
        let Some(process) = place.running().filter(|_| is_told) else {
            return Some(table.conduct);
        };
        if !table.conduct.forfeited {
            let request = object(data(&ProgramOver {
                request: "over",
                handle: table.number,
                result: wire_protocol::result(game, state),
            }));
            let answered = process.ask(request, self.settings.move_limit());
            if let Err(Failed::Program(failure, said)) = answered {
                // The result of the game remains valid, and the next game gets a new process. At this point, a
                // successful exit is not a failure.
                if failure != Failure::Crashed || !process.has_left() {
                    table.conduct.note(failure, table.asked, &said);
                    place.note(&format!("{} at the end of a game: {said}", failure.name()));
                }
                place.end();
                return Some(table.conduct);
            }
        }
        if place.leave() && self.settings.restart == Restart::Game {
            place.end();
        }
        Some(table.conduct)
    }
}
