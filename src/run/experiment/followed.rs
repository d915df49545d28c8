//! Part of a game log for games played at another table: the viewing seat, the draws and the guesses.
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
//! A line `drawn …` belongs to the move before it, or to the deal. `?` marks values that the seat could not
//! see; the program guessed them to obtain a complete position. `2?` marks a secret move of seat 2.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::game::Seat;
use crate::play::dyn_game::DynGame;
use crate::play::given::{DrawError, Drawn};
use crate::play::ongoing::OngoingGame;

/// Value of the header key `chance`.
pub const REPORTED: &str = "reported";
/// First word of a line of draws.
const DRAWN: &str = "drawn";
/// Prefix of guessed values.
const GUESSED: char = '?';

/// A draw in a followed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedDraw {
    /// Name of the drawn component.
    pub name: String,
    /// True if the draw is a guess.
    pub guessed: bool,
}

/// Parts of the log of a followed game other than its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Viewing seat; `None` if everything is visible.
    pub seat: Option<Seat>,
    /// Initial position; `None` if the game begins with a deal.
    pub position: Option<Value>,
    /// Draws by move number, from 1; 0 is the deal.
    pub drawn: BTreeMap<usize, Vec<LoggedDraw>>,
    /// Numbers of the guessed moves.
    pub guessed: BTreeSet<usize>,
}

impl Followed {
    /// Returns the draws of move `number`, or of the deal for 0, as fixed chance outcomes.
    pub fn given(&self, number: usize) -> Drawn {
        let drawn = self.drawn.get(&number);
        given(drawn.map_or(&[], Vec::as_slice))
    }

    /// Parses a line of draws that follows `moves` moves. Returns `false` if the line is not a line of draws.
    ///
    /// # Errors
    /// A message that describes the mistake in the line.
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

    /// Returns the line of the draws after `moves` moves, or an empty string if there were no draws.
    pub fn written(&self, moves: usize) -> String {
        let Some(drawn) = self.drawn.get(&moves).filter(|drawn| !drawn.is_empty()) else {
            return String::new();
        };
        let names: Vec<String> = drawn.iter().map(LoggedDraw::to_text).collect();
        format!("{DRAWN} {}\n", names.join(", "))
    }

    /// Returns the header lines.
    pub fn header(&self) -> String {
        let seat = self.seat.map(|seat| format!("seat = {}\n", seat + 1));
        let position = self.position.as_ref();
        let position = position.map(|position| format!("position = {position}\n"));
        let more = seat.unwrap_or_default() + &position.unwrap_or_default();
        format!("chance = {REPORTED}\n{more}")
    }

    /// Starts the game from the deal, or from the position that replaces it.
    ///
    /// # Errors
    /// [`DrawError`] if a part of the deal is missing or impossible, or the position is invalid.
    pub fn begin(
        &self,
        game: &dyn DynGame,
        seed: u64,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError> {
        match &self.position {
            Some(position) => game.place_given(seed, position, drawn),
            None => game.deal_given(seed, drawn),
        }
    }
}

/// Converts logged draws to fixed chance outcomes.
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

/// Parses the seat at the beginning of a move line. Returns the seat, from 0, and true if the move is guessed.
pub fn seat_of(word: &str) -> Option<(Seat, bool)> {
    let number = word.strip_suffix(GUESSED);
    let seat: usize = number.unwrap_or(word).parse().ok()?;
    Some((seat.checked_sub(1)?, number.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_read_back() {
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
    fn question_mark_denotes_a_guessed_move() {
        assert_eq!(seat_of("2"), Some((1, false)));
        assert_eq!(seat_of("2?"), Some((1, true)));
        for wrong in ["0", "?", "two", "-1"] {
            assert_eq!(seat_of(wrong), None, "{wrong}");
        }
    }
}
