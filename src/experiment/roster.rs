//! Who plays: the names in the results, and who sits where.

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::experiment::plan::Seating;
use crate::game::Game;

/// Everyone who appears in the results: each bot once, then the automas.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrants {
    names: Vec<String>,
    of_place: Vec<usize>,
    of_seat: Vec<Option<usize>>,
}

impl Entrants {
    /// The entrants of a game with this line-up.
    pub fn new<G: Game>(game: &G, line_up: &[BotSpec]) -> Entrants {
        let mut names: Vec<String> = Vec::new();
        let mut enter = |name: &str| place_of(&mut names, name);
        let of_place = line_up.iter().map(|bot| enter(&bot.name)).collect();
        let of_seat = (0..game.seats())
            .map(|seat| game.automa(seat).map(&mut enter))
            .collect();
        Entrants {
            names,
            of_place,
            of_seat,
        }
    }

    /// Index of the entrant in a seat.
    pub fn in_seat(&self, seating: &Seating, seat: usize) -> usize {
        match seating[seat] {
            Some(place) => self.of_place[place],
            None => self.of_seat[seat].unwrap_or(0),
        }
    }

    /// Name of an entrant.
    pub fn name(&self, entrant: usize) -> &str {
        &self.names[entrant]
    }

    /// What the statistics need to know of a cell with these entrants.
    pub fn roster(&self, seatings: &[Seating]) -> Roster {
        Roster {
            seats: self.of_seat.len(),
            seatings: seatings.len() as u64,
            entrants: self.names.clone(),
        }
    }
}

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
