//! Who plays: the names in the results, and who sits where.

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::game::About;

/// Who plays in how many seats: all that the statistics need to know of a game. It is in the
/// manifest, so that results can be read without the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// Seats, those of automas included.
    pub seats: usize,
    /// Seatings in which every deal is played.
    pub seatings: u64,
    /// Names as they stand in the results: each bot once, then the automas.
    pub entrants: Vec<String>,
}

impl Roster {
    /// The roster of a game with this line-up, every deal of which is played in so many seatings.
    pub fn new(game: &dyn About, line_up: &[BotSpec], seatings: usize) -> Roster {
        let mut entrants = Vec::new();
        for bot in line_up {
            place_of(&mut entrants, &bot.name);
        }
        for automa in (0..game.seats()).filter_map(|seat| game.automa(seat)) {
            place_of(&mut entrants, automa);
        }
        Roster {
            seats: game.seats(),
            seatings: seatings as u64,
            entrants,
        }
    }

    /// Where somebody who plays is among the entrants.
    pub fn entrant(&self, bot: &str) -> Option<usize> {
        self.entrants.iter().position(|name| name == bot)
    }

    /// Whether one bot holds every seat: it then wins its fair share whatever happens, and only seats
    /// can be compared.
    pub fn is_mirror(&self) -> bool {
        self.entrants.len() == 1 && self.seats > 1
    }
}

/// Where a name is in a list, to which it is added if it is new.
pub fn place_of(names: &mut Vec<String>, name: &str) -> usize {
    names
        .iter()
        .position(|known| known == name)
        .unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        })
}
