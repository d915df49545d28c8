//! What a log holds of a game at another table: whose view it is, what was drawn, and what is guessed.
//!
//! ```text
//! chance = reported
//! seat = 1
//!
//! drawn corn, corn, indigo, coffee
//! 1 settler
//! 1 plant corn
//! drawn sugar, ?coffee
//! 2? discard A012
//! ```
//!
//! A line `drawn …` belongs to the move before it, or to the deal. `?` stands before what the seat did not see: the
//! program guessed it, so that there is a position to play from. `2?` is a move of seat 2 that was made in secret.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::game::Seat;
use crate::play::any_game::AnyGame;
use crate::play::given::{DrawError, Drawn};
use crate::play::ongoing::OngoingGame;

/// The value of the header's key `chance`.
pub const REPORTED: &str = "reported";
/// The first word of a line of draws.
const DRAWN: &str = "drawn";
/// Stands before what is guessed.
const GUESSED: char = '?';

/// A draw of a followed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedDraw {
    /// What was drawn, by name.
    pub name: String,
    /// Whether that is a guess.
    pub guessed: bool,
}

/// What a log holds of a followed game beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Whose view it is; `None` if everything is seen.
    pub seat: Option<Seat>,
    /// The position that it begins with; `None` for a deal.
    pub position: Option<Value>,
    /// What each move drew, by its number from 1; 0 is the deal.
    pub drawn: BTreeMap<usize, Vec<LoggedDraw>>,
    /// Numbers of the moves that are guessed.
    pub guessed: BTreeSet<usize>,
}

impl Followed {
    /// What the move of this number drew, or the deal for 0, as chance that is given.
    pub fn given(&self, number: usize) -> Drawn {
        let drawn = self.drawn.get(&number);
        given(drawn.map_or(&[], Vec::as_slice))
    }

    /// Takes a line of draws in after so many moves; whether it is one.
    ///
    /// # Errors
    /// What is wrong in the line.
    pub fn read_drawn(&mut self, moves: usize, content: &str) -> Result<bool, String> {
        let Some(listed) = content.strip_prefix(DRAWN) else {
            return Ok(false);
        };
        let drawn = self.drawn.entry(moves).or_default();
        for name in listed.split(',').map(str::trim) {
            let known = name.trim_start_matches(GUESSED).trim();
            if known.is_empty() {
                return Err(format!(
                    "\"{content}\": expected what was drawn, such as \"{DRAWN} corn, {GUESSED}coffee\""
                ));
            }
            drawn.push(LoggedDraw {
                name: known.to_string(),
                guessed: name.starts_with(GUESSED),
            });
        }
        Ok(true)
    }

    /// The line of the draws after so many moves; nothing if there were none.
    pub fn written(&self, moves: usize) -> String {
        let Some(drawn) = self.drawn.get(&moves).filter(|drawn| !drawn.is_empty()) else {
            return String::new();
        };
        let names: Vec<String> = drawn.iter().map(LoggedDraw::to_text).collect();
        format!("{DRAWN} {}\n", names.join(", "))
    }

    /// The lines of the header.
    pub fn header(&self) -> String {
        let seat = self.seat.map(|seat| format!("seat = {}\n", seat + 1));
        let position = self.position.as_ref();
        let position = position.map(|position| format!("position = {position}\n"));
        let more = seat.unwrap_or_default() + &position.unwrap_or_default();
        format!("chance = {REPORTED}\n{more}")
    }

    /// The deal, or the position that stands for it.
    ///
    /// # Errors
    /// [`DrawError`] if something of the deal is missing or cannot be, or the position is none.
    pub fn begin(
        &self,
        game: &dyn AnyGame,
        seed: u64,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError> {
        match &self.position {
            Some(position) => game.place_given(seed, position, drawn),
            None => game.deal_given(seed, drawn),
        }
    }
}

/// Draws as chance that is given.
pub fn given(drawn: &[LoggedDraw]) -> Drawn {
    Drawn {
        things: drawn.iter().map(|draw| Some(draw.name.clone())).collect(),
        rest: false,
    }
}

impl LoggedDraw {
    fn to_text(&self) -> String {
        match self.guessed {
            true => format!("{GUESSED}{}", self.name),
            false => self.name.clone(),
        }
    }
}

/// The seat at the beginning of a move's line, from 0, and whether the move is guessed.
pub fn seat_of(word: &str) -> Option<(Seat, bool)> {
    let number = word.strip_suffix(GUESSED);
    let seat: usize = number.unwrap_or(word).parse().ok()?;
    Some((seat.checked_sub(1)?, number.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_read_back() {
        let mut followed = Followed::default();
        assert_eq!(
            followed.read_drawn(3, "drawn corn, ?turned round"),
            Ok(true)
        );
        assert_eq!(followed.read_drawn(3, "1 pass"), Ok(false));
        assert_eq!(followed.written(3), "drawn corn, ?turned round\n");
        assert_eq!(followed.written(2), "");
        let things = ["corn", "turned round"].map(|name| Some(name.to_string()));
        assert_eq!(followed.given(3).things, things);
        let problem = followed.read_drawn(4, "drawn corn,").unwrap_err();
        assert!(problem.contains("such as \"drawn corn, ?coffee\""));
    }

    #[test]
    fn a_question_mark_marks_a_guessed_move() {
        assert_eq!(seat_of("2"), Some((1, false)));
        assert_eq!(seat_of("2?"), Some((1, true)));
        for wrong in ["0", "?", "two", "-1"] {
            assert_eq!(seat_of(wrong), None, "{wrong}");
        }
    }
}
