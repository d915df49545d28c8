//! History of the followed game: the deal, the moves and their draws, including guesses about hidden draws.

use portolan_core::game::Seat;
use portolan_run::experiment::followed::LoggedDraw;
use portolan_run::play::given::{DrawError, Drawn};
use portolan_run::play::ongoing::OngoingGame;

/// A known or guessed draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Kind of component; empty if the draw comes from a log.
    pub of: &'static str,
    /// Name of the drawn component.
    pub name: String,
    /// True if the own seat did not see the draw, so the name may change.
    pub guessed: bool,
    /// True if the user was asked for the draw.
    pub asked: bool,
}

/// A move of the followed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub seat: Seat,
    /// Notation of the action.
    pub action: String,
    /// True if the move was secret, so the action may change.
    pub secret: bool,
    /// True if the move was not typed by the user.
    pub unasked: bool,
    /// Draws of the move.
    pub drawn: Vec<Draw>,
}

/// The deal and all moves so far.
#[derive(Clone, Default)]
pub struct History {
    /// Draws of the deal.
    pub deal: Vec<Draw>,
    pub steps: Vec<Step>,
}

/// Position of a guessed draw in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Index of the move; `None` for the deal.
    pub step: Option<usize>,
    /// Index of the draw in the move or deal.
    pub draw: usize,
}

/// A guess in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// Secret move with this index.
    Choice(usize),
    /// Guessed draw.
    Draw(Slot),
}

impl History {
    pub fn drawn(&self, slot: Slot) -> &[Draw] {
        match slot.step {
            None => &self.deal,
            Some(index) => &self.steps[index].drawn,
        }
    }

    /// Returns all guesses, as names of draws and secret moves with their seats, in a canonical order.
    pub fn guesses(&self) -> Vec<(Option<Seat>, &str)> {
        fn guessed(
            seat: Option<Seat>,
            drawn: &[Draw],
        ) -> impl Iterator<Item = (Option<Seat>, &str)> {
            let guessed = drawn.iter().filter(|draw| draw.guessed);
            guessed.map(move |draw| (seat, draw.name.as_str()))
        }
        let mut guesses: Vec<_> = guessed(None, &self.deal).collect();
        for step in &self.steps {
            guesses.extend(
                step.secret
                    .then_some((Some(step.seat), step.action.as_str())),
            );
            guesses.extend(guessed(Some(step.seat), &step.drawn));
        }
        guesses.sort_unstable();
        guesses
    }

    /// Returns the history with two names exchanged in all guesses.
    pub fn renamed(&self, one: &str, other: &str) -> History {
        let exchanged = |name: &str| match name {
            name if name == one => other.to_string(),
            name if name == other => one.to_string(),
            name => name.to_string(),
        };
        let mut renamed = self.clone();
        let History { deal, steps } = &mut renamed;
        for step in steps.iter_mut().filter(|step| step.secret) {
            let words: Vec<String> = step.action.split_whitespace().map(exchanged).collect();
            step.action = words.join(" ");
        }
        let drawn = steps.iter_mut().flat_map(|step| &mut step.drawn);
        for draw in deal.iter_mut().chain(drawn).filter(|draw| draw.guessed) {
            draw.name = exchanged(&draw.name);
        }
        renamed
    }

    pub fn name(&self, slot: Slot) -> &str {
        &self.drawn(slot)[slot.draw].name
    }

    pub fn at(&mut self, slot: Slot) -> &mut Draw {
        match slot.step {
            None => &mut self.deal[slot.draw],
            Some(index) => &mut self.steps[index].drawn[slot.draw],
        }
    }
}

pub fn make(
    mut ongoing: Box<dyn OngoingGame>,
    action: &str,
    drawn: Drawn,
) -> Result<Box<dyn OngoingGame>, DrawError> {
    let choice = ongoing.parse(action);
    let choice = choice.map_err(|error| DrawError::Refused(error.to_string()))?;
    ongoing.make_given(choice, drawn)?;
    Ok(ongoing)
}

pub fn given(drawn: &[Draw]) -> Drawn {
    Drawn {
        things: drawn.iter().map(|draw| Some(draw.name.clone())).collect(),
        rest: false,
    }
}

pub fn logged_draw(draw: &Draw) -> LoggedDraw {
    LoggedDraw {
        name: draw.name.clone(),
        guessed: draw.guessed,
    }
}

pub fn read_draw(draw: &LoggedDraw) -> Draw {
    Draw {
        of: "",
        name: draw.name.clone(),
        guessed: draw.guessed,
        asked: !draw.guessed,
    }
}
