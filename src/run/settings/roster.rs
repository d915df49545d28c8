//! Participants of a game, by name and seat.

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::game::GameInfo;

/// Participants and seats of a game. The roster contains everything that the statistics need, and is part of
/// the manifest, so results can be read without the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// Number of seats, including automas.
    pub seats: usize,
    /// Number of seatings in which every deal is played.
    pub seatings: u64,
    /// Names in the results: each bot once, then the automas.
    pub entrants: Vec<String>,
}

impl Roster {
    /// Creates the roster of a game with this line-up, for a number of seatings per deal.
    pub fn new(game: &dyn GameInfo, line_up: &[BotSpec], seatings: usize) -> Roster {
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

    /// Returns the index of a bot or automa among the entrants.
    pub fn entrant(&self, bot: &str) -> Option<usize> {
        self.entrants.iter().position(|name| name == bot)
    }

    /// Returns true if one bot plays every seat. This bot always wins its fair share, so only seats can be
    /// compared.
    pub fn is_mirror(&self) -> bool {
        self.entrants.len() == 1 && self.seats > 1
    }
}

/// Returns the index of a name in a list; a new name is appended first.
pub fn place_of(names: &mut Vec<String>, name: &str) -> usize {
    names
        .iter()
        .position(|known| known == name)
        .unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        })
}
