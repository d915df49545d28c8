//! The game, who sits where, whose eyes the page has, and what may happen next.

use super::super::glossary::Glossary;
use super::super::hint::best_moves;
use super::super::seats::{Seats, play_back};
use crate::failure::Failure;
use portolan_core::game::Seat;
use portolan_core::setup::GameSetup;
use portolan_engine::experiment::gamelog::{GameLog, LogError};
use portolan_engine::play::ongoing::{OngoingGame, PlayedMove};

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This person chooses a move.
    Choose(Seat),
    /// This person has to choose, and somebody else sits before the page.
    Cover(Seat),
    /// A move that no person chooses: a bot's, or the only one.
    Next(Seat),
    /// Nothing.
    Over,
}

/// A game with people before one page.
pub struct Table {
    setup: GameSetup,
    glossary: Glossary,
    ongoing: Box<dyn OngoingGame>,
    seats: Seats,
    /// Who sits before the page; nobody before the first hand is shown.
    viewer: Option<Seat>,
    /// Grows with everything that happens.
    version: u64,
}

impl Table {
    /// A deal with everybody in their seats.
    pub fn new(
        ongoing: Box<dyn OngoingGame>,
        setup: GameSetup,
        glossary: Glossary,
        seats: Seats,
    ) -> Table {
        Table {
            setup,
            glossary,
            ongoing,
            seats,
            viewer: None,
            version: 0,
        }
    }

    /// Makes the moves of a saved game.
    ///
    /// # Errors
    /// [`LogError`] of the first move that is not legal.
    pub fn play_back(&mut self, log: &GameLog, file: &str) -> Result<(), LogError> {
        play_back(&mut *self.ongoing, log, file)
    }

    /// Name of the game.
    pub fn game(&self) -> &str {
        &self.setup.game
    }

    /// The game.
    pub fn ongoing(&self) -> &dyn OngoingGame {
        &*self.ongoing
    }

    /// What ids stand for.
    pub fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The game so far.
    pub fn log(&self) -> GameLog {
        self.seats.log(&self.setup, &*self.ongoing)
    }

    /// Who sits before the page.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// A number for the position: another one after everything that happens.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The person with the first seat.
    pub fn first_person(&self) -> Seat {
        self.seats.people().first().copied().unwrap_or_default()
    }

    /// How many people play.
    pub fn people(&self) -> usize {
        self.seats.people().len()
    }

    /// Whether two seats know the same.
    fn know_the_same(&self, one: Seat, other: Seat) -> bool {
        self.ongoing.position(Some(one)) == self.ongoing.position(Some(other))
    }

    /// Whether nothing is hidden from a person that another one sees.
    pub fn is_open(&self) -> bool {
        let mut people = self.seats.people().into_iter();
        let Some(first) = people.next() else {
            return true;
        };
        people.all(|seat| self.know_the_same(first, seat))
    }

    /// Everybody has a seat: who sits before the page at first. Moves that come before a covered hand are made at once,
    /// as nobody may look yet.
    ///
    /// # Errors
    /// [`Failure`] if the rules ask an automa.
    pub fn begin(&mut self) -> Result<(), Failure> {
        if self.people() == 1 || self.is_open() {
            self.viewer = Some(self.first_person());
            self.settle();
            return Ok(());
        }
        self.next(true).map_err(Failure::Work)
    }

    /// What comes next.
    pub fn turn(&self) -> Turn {
        let Some(seat) = self.ongoing.to_move() else {
            return Turn::Over;
        };
        if self.ongoing.choices() == 1 || !self.seats.is_person(seat) {
            return Turn::Next(seat);
        }
        match self.viewer == Some(seat) {
            true => Turn::Choose(seat),
            false => Turn::Cover(seat),
        }
    }

    /// Something has happened. Whoever decides sits before the page, unless a hand would be seen by somebody else.
    pub fn settle(&mut self) {
        self.version += 1;
        let Turn::Cover(seat) = self.turn() else {
            return;
        };
        let is_seen = |viewer: Seat| !self.know_the_same(viewer, seat);
        let is_hidden = self.people() > 1 && self.viewer.map_or(!self.is_open(), is_seen);
        if !is_hidden {
            self.viewer = Some(seat);
        }
    }

    /// The page changes hands: whoever decides sits before it now.
    ///
    /// # Errors
    /// What is wrong, if nothing is covered.
    pub fn uncover(&mut self) -> Result<(), String> {
        let Turn::Cover(seat) = self.turn() else {
            return Err("no hand is covered".to_string());
        };
        self.viewer = Some(seat);
        self.settle();
        Ok(())
    }

    /// Makes a person's move.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn choose(&mut self, notation: &str) -> Result<(), String> {
        match self.turn() {
            Turn::Choose(_) => {}
            Turn::Cover(seat) => return Err(format!("{} has to look first", self.seats.who(seat))),
            Turn::Next(seat) => return Err(format!("{} is to move", self.seats.who(seat))),
            Turn::Over => return Err("the game is over".to_string()),
        }
        let choice = self
            .ongoing
            .parse(notation)
            .map_err(|error| error.to_string())?;
        self.ongoing.make(choice);
        self.settle();
        Ok(())
    }

    /// Makes a move that no person chooses; all of them up to a person's next decision if `all`.
    ///
    /// # Errors
    /// What is wrong, if the rules ask an automa.
    pub fn next(&mut self, all: bool) -> Result<(), String> {
        while let Turn::Next(_) = self.turn() {
            let Some(choice) = self.seats.choice(&mut *self.ongoing)? else {
                break;
            };
            self.ongoing.make(choice);
            if !all {
                break;
            }
        }
        self.settle();
        Ok(())
    }

    /// The index of the last decision of a person.
    pub fn last_decision(&self) -> Option<usize> {
        let moves = self.ongoing.moves();
        moves
            .iter()
            .rposition(|made| made.choices > 1 && self.seats.is_person(made.seat))
    }

    /// A move in words that every person at the page may read.
    pub fn in_public(&self, made: &PlayedMove) -> String {
        let is_secret = self.seats.people().iter().any(|&seat| made.hidden[seat]);
        let what = match is_secret {
            true => "a choice in secret",
            false => &made.notation,
        };
        format!("{what} of {}", self.seats.who(made.seat))
    }

    /// Takes the last decision of a person back, and everything after it; what it was.
    ///
    /// # Errors
    /// What is wrong, if there is none.
    pub fn undo(&mut self) -> Result<String, String> {
        let kept = self
            .last_decision()
            .ok_or("there is no decision to take back")?;
        let said = format!(
            "Taken back: {}.",
            self.in_public(&self.ongoing.moves()[kept])
        );
        self.ongoing.take_back(kept);
        self.settle();
        Ok(said)
    }

    /// The best moves for whoever chooses, and why.
    ///
    /// # Errors
    /// Why there is no hint.
    pub fn hint(&self) -> Result<String, String> {
        let Turn::Choose(_) = self.turn() else {
            return Err("there is nothing to choose".to_string());
        };
        let advice = best_moves(&*self.ongoing, &self.glossary, &self.setup.game);
        advice
            .map(Option::unwrap_or_default)
            .map_err(|error| error.to_string())
    }
}
