//! The game with its players, the current viewer of the page and the next step.

use std::error::Error;

use serde::Serialize;

use super::super::costliest::Search;
use super::super::glossary::Glossary;
use super::super::hint::best_moves;
use super::super::seats::{Seats, play_back};
use super::super::story::{STORY_CARD, printed};
use crate::ui::advice::Advice;
use crate::ui::failure::Failure;
use portolan_core::game::Seat;
use portolan_core::setup::GameSetup;
use portolan_run::campaign::story::{Side, sides};
use portolan_run::experiment::gamelog::{GameLog, LogError};
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};

/// Next step of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This person, who is viewing the page, chooses a move.
    Choose(Seat),
    /// This person has to choose, but someone else is viewing the page.
    Cover(Seat),
    /// Automatic move of this seat: by a bot, or the only legal one.
    Next(Seat),
    Over,
}

/// Part of the story of a campaign.
#[derive(Serialize)]
pub struct Story {
    pub title: String,
    pub text: String,
}

/// Game whose human players share one page.
pub struct Table {
    setup: GameSetup,
    glossary: Glossary,
    ongoing: Box<dyn OngoingGame>,
    seats: Seats,
    /// Current viewer of the page; `None` before the first hand is shown.
    viewer: Option<Seat>,
    /// Increased by every change.
    version: u64,
}

impl Table {
    /// Seats the players at a dealt game.
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

    /// Replays the moves of a saved game.
    ///
    /// # Errors
    /// [`LogError`] at the first move that is not legal.
    pub fn play_back(&mut self, log: &GameLog, file: &str) -> Result<(), LogError> {
        play_back(&mut *self.ongoing, log, file)
    }

    pub fn game(&self) -> &str {
        &self.setup.game
    }

    pub fn ongoing(&self) -> &dyn OngoingGame {
        &*self.ongoing
    }

    /// Descriptions of component ids.
    pub fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    /// Occupants of the seats.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Returns the log of the game.
    pub fn log(&self) -> GameLog {
        self.seats.log(&self.setup, &*self.ongoing)
    }

    /// Checks that the log leads to the current position.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self) -> Result<(), Box<dyn Error>> {
        self.log().check(&self.setup, Some(&*self.ongoing))
    }

    /// Returns the current viewer of the page.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// Version of the position, increased by every change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the first seat of a person.
    pub fn first_person(&self) -> Seat {
        self.seats.people().first().copied().unwrap_or_default()
    }

    /// Number of people in the game.
    pub fn people(&self) -> usize {
        self.seats.people().len()
    }

    /// Returns the story so far: the story cards in play at the start, the sides that the game revealed, and the back of a
    /// card before a vote.
    pub fn story(&self) -> Vec<Story> {
        let catalog = self.ongoing.game().catalog().into_iter();
        let cards = catalog.filter(|component| component.kind == STORY_CARD);
        let mut story: Vec<Story> = cards
            .map(|card| Story {
                title: format!("{} {}", card.id, card.name),
                text: card.text,
            })
            .collect();
        let vote = self.ongoing.position(None)["choice"]["story_card"].as_u64();
        let vote = vote.map(|card| (card.to_string(), Side::Back));
        let revealed = sides(&self.ongoing.events()).into_iter().chain(vote);
        for (card, side) in revealed {
            let value = |column| printed(&self.setup.data, &card, column);
            let (title, text) = match side {
                Side::Front => {
                    let name = value("name").unwrap_or_default();
                    (
                        format!("{card} {name} comes into play"),
                        value("front_text"),
                    )
                }
                Side::Back => (format!("The back of card {card}"), value("back_text")),
            };
            story.extend(text.map(|text| Story { title, text }));
        }
        story
    }

    /// Returns true if two seats have equal views.
    fn know_the_same(&self, one: Seat, other: Seat) -> bool {
        self.ongoing.position(Some(one)) == self.ongoing.position(Some(other))
    }

    /// Returns true if all people have equal views, so that no hand has to be covered.
    pub fn is_open(&self) -> bool {
        let mut people = self.seats.people().into_iter();
        let Some(first) = people.next() else {
            return true;
        };
        people.all(|seat| self.know_the_same(first, seat))
    }

    /// Starts the game with its first viewer. Automatic moves before a covered hand are made at once, because the page
    /// does not show them yet.
    ///
    /// # Errors
    /// [`Failure`] if an automa would have to choose.
    pub fn begin(&mut self) -> Result<(), Failure> {
        if self.people() == 1 || self.is_open() {
            self.viewer = Some(self.first_person());
            self.settle();
            return Ok(());
        }
        self.next(true).map_err(Failure::Work)
    }

    /// Returns the next step.
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

    /// Updates the version after a change. The seat to move becomes the viewer, unless its hand would be revealed to
    /// the current viewer.
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

    /// Makes the seat to move the viewer of the page.
    ///
    /// # Errors
    /// A message if no hand is covered.
    pub fn uncover(&mut self) -> Result<(), String> {
        let Turn::Cover(seat) = self.turn() else {
            return Err("no hand is covered".to_string());
        };
        self.viewer = Some(seat);
        self.settle();
        Ok(())
    }

    /// Makes a move of a person.
    ///
    /// # Errors
    /// A message if the move is not possible.
    pub fn choose(&mut self, notation: &str) -> Result<(), String> {
        match self.turn() {
            Turn::Choose(_) => {}
            Turn::Cover(seat) => {
                return Err(format!(
                    "{} must look at the screen first",
                    self.seats.who(seat)
                ));
            }
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

    /// Makes an automatic move, or all of them up to the next decision of a person if `all` is true.
    ///
    /// # Errors
    /// A message if an automa would have to choose.
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

    /// Returns the index of the last decision of a person.
    pub fn last_decision(&self) -> Option<usize> {
        let moves = self.ongoing.moves();
        moves
            .iter()
            .rposition(|made| made.choices > 1 && self.seats.is_person(made.seat))
    }

    /// Describes a move in a form that all people at the page may read.
    pub fn in_public(&self, made: &PlayedMove) -> String {
        let is_secret = self.seats.people().iter().any(|&seat| made.hidden[seat]);
        let what = match is_secret {
            true => "a choice in secret",
            false => &self.glossary.title(&made.phrase),
        };
        format!("{}: {what}", self.seats.who(made.seat))
    }

    /// Undoes the last decision of a person and all later moves. Returns a sentence with the undone move.
    ///
    /// # Errors
    /// A message if there is no decision to undo.
    pub fn undo(&mut self) -> Result<String, String> {
        let kept = self
            .last_decision()
            .ok_or("there is no decision to take back")?;
        let said = format!(
            "Taken back: {}.",
            self.in_public(&self.ongoing.moves()[kept])
        );
        // On the cover, the next person may already look at the screen.
        if let Turn::Cover(_) = self.turn() {
            self.viewer = None;
        }
        self.ongoing.take_back(kept);
        self.settle();
        Ok(said)
    }

    /// Returns the best moves for the person to choose, with reasons, or the costliest moves of the viewer after the game.
    ///
    /// # Errors
    /// A message if there is no hint.
    pub fn hint(&self) -> Result<Advice, String> {
        let advice = match (self.turn(), self.viewer) {
            (Turn::Choose(_), _) => best_moves(&*self.ongoing, &self.glossary, &self.setup.game),
            (Turn::Over, Some(seat)) => Search {
                ongoing: &*self.ongoing,
                glossary: &self.glossary,
                game: &self.setup.game,
                seat,
            }
            .told(&mut || true),
            _ => return Err("there is nothing to choose".to_string()),
        };
        advice
            .map_err(|error| error.to_string())?
            .ok_or_else(|| "there is nothing to choose".to_string())
    }
}
