//! Who sits where in a game that is played.

use std::collections::BTreeMap;

use portolan_core::game::Seat;
use portolan_core::random::decision_stream;
use portolan_core::setup::GameSetup;
use portolan_engine::bots::catalog::HUMAN;
use portolan_engine::bots::{BotError, BotSpec};
use portolan_engine::experiment::gamelog::{GameLog, LogError, LoggedMove};
use portolan_engine::play::ongoing::{OngoingGame, PlayedMove};
use portolan_engine::results::manifest::VERSION;

/// Who is in a seat.
enum Occupant {
    Person,
    /// The bot of this number.
    Bot(usize),
    Automa,
}

/// Who is in every seat.
pub struct Seats {
    occupants: Vec<Occupant>,
    names: Vec<String>,
    /// Who plays as the command line said it, without automas.
    words: Vec<String>,
}

impl Seats {
    /// A line-up in the seats of a deal. `places` has by seat the place in the line-up, or `None` for the rules' own;
    /// `line_up` the word and the bot of every place, or no bot for a person.
    ///
    /// # Errors
    /// [`BotError`] if a bot does not fit the game.
    pub fn take(
        ongoing: &mut dyn OngoingGame,
        places: &[Option<usize>],
        (words, bots): (&[String], &[Option<BotSpec>]),
    ) -> Result<Seats, BotError> {
        let mut seats = Seats {
            occupants: Vec::new(),
            names: Vec::new(),
            words: Vec::new(),
        };
        for (seat, place) in places.iter().enumerate() {
            let (occupant, name) = match place {
                None => {
                    let automa = ongoing.game().automa(seat);
                    (Occupant::Automa, automa.unwrap_or_default().to_string())
                }
                Some(place) => {
                    seats.words.push(words[*place].clone());
                    match &bots[*place] {
                        None => (Occupant::Person, HUMAN.to_string()),
                        Some(bot) => (Occupant::Bot(ongoing.add_bot(bot)?), bot.name.clone()),
                    }
                }
            };
            seats.occupants.push(occupant);
            seats.names.push(name);
        }
        Ok(seats)
    }

    /// Name of every seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// A seat by number and name: `seat 1 (greedy)`.
    pub fn who(&self, seat: Seat) -> String {
        format!("seat {} ({})", seat + 1, self.names[seat])
    }

    /// All seats in a line.
    pub fn line_up(&self) -> String {
        let seats: Vec<String> = (0..self.names.len()).map(|seat| self.who(seat)).collect();
        seats.join(", ")
    }

    /// Whether a person is in a seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.occupants[seat], Occupant::Person)
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        let seats = 0..self.occupants.len();
        seats.filter(|&seat| self.is_person(seat)).collect()
    }

    /// The move of the seat to move that no person chooses: the only legal one, or a bot's; `None` where a person chooses.
    ///
    /// # Errors
    /// What is wrong, if the rules ask an automa.
    pub fn choice(&self, ongoing: &mut dyn OngoingGame) -> Result<Option<usize>, String> {
        let Some(seat) = ongoing.to_move() else {
            return Ok(None);
        };
        Ok(match (&self.occupants[seat], ongoing.choices()) {
            (_, 1) => Some(0),
            (Occupant::Person, _) => None,
            (&Occupant::Bot(bot), _) => {
                let (deal, made) = (ongoing.deal_seed(), ongoing.moves().len());
                Some(ongoing.choose(bot, &mut decision_stream(deal, seat, made)))
            }
            (Occupant::Automa, _) => {
                return Err(format!(
                    "{} plays itself but is asked to decide",
                    self.who(seat)
                ));
            }
        })
    }

    /// The game so far, as `--load` and `replay --log` read it.
    pub fn log(&self, setup: &GameSetup, ongoing: &dyn OngoingGame) -> GameLog {
        let logged = |made: &PlayedMove| LoggedMove {
            line: 0,
            seat: made.seat,
            action: made.notation.clone(),
        };
        GameLog {
            version: VERSION.to_string(),
            game: setup.game.clone(),
            players: setup.players,
            deal_seed: ongoing.deal_seed(),
            bots: self.words.clone(),
            data: setup.data.hash(),
            set: setup.options.clone(),
            moves: ongoing.moves().iter().map(logged).collect(),
            lines: BTreeMap::new(),
            followed: None,
        }
    }
}

/// Makes the moves of a saved game.
///
/// # Errors
/// What is wrong with the first move that is not legal.
pub fn play_back(ongoing: &mut dyn OngoingGame, log: &GameLog, file: &str) -> Result<(), LogError> {
    for logged in &log.moves {
        let choice = logged.choice_in(&*ongoing, file)?;
        ongoing.make(choice);
    }
    Ok(())
}
