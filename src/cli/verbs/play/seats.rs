//! Occupants of the seats in a game.

use std::collections::BTreeMap;

use portolan_core::game::Seat;
use portolan_core::prose::{capital, count};
use portolan_core::random::decision_stream;
use portolan_core::setup::GameSetup;
use portolan_players::bots::catalog::HUMAN;
use portolan_players::bots::{BotError, BotSpec};
use portolan_run::experiment::gamelog::{GameLog, LogError, LoggedMove};
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};
use portolan_run::results::manifest::VERSION;

/// Occupant of a seat.
enum Occupant {
    Person,
    /// The bot with this index.
    Bot(usize),
    Automa,
}

/// Occupants of all seats.
pub struct Seats {
    occupants: Vec<Occupant>,
    names: Vec<String>,
    /// Line-up on the command line, without automas.
    words: Vec<String>,
}

impl Seats {
    /// Seats a line-up. `places` contains the place in the line-up for every seat, or `None` for an automa.
    /// `line_up` contains the word and the bot of every place; the bot is `None` for a person.
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
                    (Occupant::Automa, automa_name(automa.unwrap_or_default()))
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

    /// Names the people, in seating order.
    ///
    /// # Errors
    /// A message if there are too many or too few names.
    pub fn named(mut self, names: &[String]) -> Result<Seats, String> {
        let people = self.people();
        if names.is_empty() {
            return Ok(self);
        }
        if names.len() != people.len() || names.iter().any(|name| name.trim().is_empty()) {
            return Err(format!(
                "--names {}: expected {}, one for each person",
                names.join(","),
                count(people.len() as u64, "name")
            ));
        }
        for (seat, name) in people.into_iter().zip(names) {
            self.names[seat] = name.trim().to_string();
        }
        Ok(self)
    }

    /// Returns the names of all seats.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns number and name of a seat, such as `seat 1 (greedy)`, or the name of an automa.
    pub fn who(&self, seat: Seat) -> String {
        match self.occupants[seat] {
            Occupant::Automa => self.names[seat].clone(),
            _ => format!("seat {} ({})", seat + 1, self.names[seat]),
        }
    }

    /// Returns the names of all seats in one line.
    pub fn line_up(&self) -> String {
        let seats: Vec<String> = (0..self.names.len()).map(|seat| self.who(seat)).collect();
        seats.join(", ")
    }

    /// Returns true if the seat belongs to a person.
    pub fn is_person(&self, seat: Seat) -> bool {
        matches!(self.occupants[seat], Occupant::Person)
    }

    /// Returns the seats of people.
    pub fn people(&self) -> Vec<Seat> {
        let seats = 0..self.occupants.len();
        seats.filter(|&seat| self.is_person(seat)).collect()
    }

    /// Returns the next move if it is automatic, because it is the only legal one or a bot chooses it; `None`
    /// if a person chooses.
    ///
    /// # Errors
    /// A message if an automa would have to choose.
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
                    "{} is an automa but has a decision to make",
                    self.who(seat)
                ));
            }
        })
    }

    /// Returns the log of the game in the format of `--load` and `replay --log`.
    pub fn log(&self, setup: &GameSetup, ongoing: &dyn OngoingGame) -> GameLog {
        let logged = |made: &PlayedMove| LoggedMove {
            line: 0,
            seat: made.seat,
            action: made.phrase.notation(),
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

/// Returns the name of an automa for people: `Jean (normal)` for `jean:normal`.
fn automa_name(name: &str) -> String {
    match name.split_once(':') {
        Some((automa, kind)) => format!("{} ({kind})", capital(automa)),
        None => capital(name),
    }
}

/// Replays the moves of a saved game.
///
/// # Errors
/// [`LogError`] at the first move that is not legal.
pub fn play_back(ongoing: &mut dyn OngoingGame, log: &GameLog, file: &str) -> Result<(), LogError> {
    for logged in &log.moves {
        let choice = logged.choice_in(&*ongoing, file)?;
        ongoing.make(choice);
    }
    Ok(())
}
