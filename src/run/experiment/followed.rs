//! Part of a game log for games played at another table: the reporting seat, and the draws that it reports.
//!
//! ```text
//! chance = reported
//! seat = 1
//!
//! drawn corn, corn, indigo, coffee
//! 1 settler
//! 1 plant corn
//! drawn sugar, -
//! 2 -
//! ```
//!
//! A line `drawn …` belongs to the move before it, or to the deal. It lists the components that the move showed, and
//! then its draws. `-` marks draws and moves that the seat could not see.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::game::Seat;
use crate::play::reported::Report;

/// Value of the header key `chance`.
pub const REPORTED: &str = "reported";
/// First word of a line of draws.
const DRAWN: &str = "drawn";

/// Mark of draws and moves that the seat could not see.
pub const UNSEEN: &str = "-";

/// Parts of the log of a followed game other than its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// Viewing seat; `None` if everything is visible.
    pub seat: Option<Seat>,
    /// Initial position; `None` if the game begins with a deal.
    pub position: Option<Value>,
    /// Reported draws by move number, from 1; 0 is the deal. `None` marks a draw that the seat could not see.
    pub drawn: BTreeMap<usize, Vec<Option<String>>>,
}

impl Followed {
    /// Returns the reported draws of move `number`, or of the deal for 0.
    pub fn answers(&self, number: usize) -> &[Option<String>] {
        self.drawn.get(&number).map_or(&[], Vec::as_slice)
    }

    /// Returns the report of move `number`.
    pub fn report(&self, number: usize, action: &str) -> Report {
        Report {
            action: (action != UNSEEN).then(|| action.to_string()),
            answers: self.answers(number).to_vec(),
        }
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
            if name.is_empty() {
                return Err(format!(
                    "\"{content}\": expected what was drawn, such as \"{DRAWN} corn, {UNSEEN}\""
                ));
            }
            drawn.push((name != UNSEEN).then(|| name.to_string()));
        }
        Ok(true)
    }

    /// Returns the line of the draws after `moves` moves, or an empty string if there were no draws.
    pub fn written(&self, moves: usize) -> String {
        let Some(drawn) = self.drawn.get(&moves).filter(|drawn| !drawn.is_empty()) else {
            return String::new();
        };
        let names = drawn.iter().map(|name| name.as_deref().unwrap_or(UNSEEN));
        let names: Vec<&str> = names.collect();
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_read_back() {
        let mut followed = Followed::default();
        assert_eq!(
            followed.read_drawn(3, "drawn corn, -, turned round"),
            Ok(true)
        );
        assert_eq!(followed.read_drawn(3, "1 pass"), Ok(false));
        assert_eq!(followed.written(3), "drawn corn, -, turned round\n");
        assert_eq!(followed.written(2), "");
        let report = followed.report(3, "-");
        assert_eq!((report.action, report.answers.len()), (None, 3));
        let problem = followed.read_drawn(4, "drawn corn,").unwrap_err();
        assert!(problem.contains("such as \"drawn corn, -\""));
    }
}
