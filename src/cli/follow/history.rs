//! What happened at the other table: the deal, the moves and what they drew, with the guesses at what was not seen.

use portolan_core::game::Seat;
use portolan_engine::experiment::followed::LoggedDraw;
use portolan_engine::play::given::{DrawError, Drawn};
use portolan_engine::play::ongoing::OngoingGame;

/// A draw, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// What kind of thing was drawn; empty if a log has it.
    pub of: &'static str,
    /// By name.
    pub name: String,
    /// Whether the own seat did not see it, so that it may be another.
    pub guessed: bool,
    /// Whether somebody was asked for it.
    pub asked: bool,
}

/// A move that was made at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who made it.
    pub seat: Seat,
    /// Its notation.
    pub action: String,
    /// Whether it was made in secret, so that it may be another.
    pub secret: bool,
    /// Whether no one typed it.
    pub unasked: bool,
    /// What it drew.
    pub drawn: Vec<Draw>,
}

/// The deal and all moves so far.
#[derive(Clone, Default)]
pub struct History {
    /// What the deal drew.
    pub deal: Vec<Draw>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// A guess at a draw in the history: of the deal for no step, otherwise of the step with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The index of the move.
    pub step: Option<usize>,
    /// Which draw of it, from 0.
    pub draw: usize,
}

/// A guess in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// The move in secret with this index.
    Choice(usize),
    /// A draw.
    Draw(Slot),
}

impl History {
    pub fn drawn(&self, slot: Slot) -> &[Draw] {
        match slot.step {
            None => &self.deal,
            Some(index) => &self.steps[index].drawn,
        }
    }

    /// What is guessed: the names that were drawn and the moves in secret, each with its seat, in an order of their own.
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

    /// The same with two names exchanged in all guesses.
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
