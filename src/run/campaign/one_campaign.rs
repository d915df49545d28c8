//! Results of one campaign, reduced to what the statistics need, and its entrants.

use super::one_game::Ended;
use crate::bots::BotSpec;
use crate::game::GameInfo;
use crate::settings::roster::place_of;
use crate::settings::seating::Seating;

/// Results of one campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Index of the seating.
    pub seating_index: usize,
    /// Games in the order of play.
    pub games: Vec<Ended>,
    /// True if the story is over.
    pub ended: bool,
}

/// Entrants of a simulation and their seats.
#[derive(Clone, Debug)]
pub struct Entrants {
    /// Names of the bots without duplicates, followed by the automas.
    pub names: Vec<String>,
    /// Index of the entrant in every seat, by seating.
    seats: Vec<Vec<usize>>,
}

impl Entrants {
    /// Returns the entrants of the seats in a seating.
    pub fn seats(&self, seating_index: usize) -> &[usize] {
        &self.seats[seating_index]
    }

    /// Returns the number of seats.
    pub fn seat_count(&self) -> usize {
        self.seats.first().map_or(0, Vec::len)
    }

    /// Determines the entrants of a line-up in these seatings of a game.
    pub fn new(game: &dyn GameInfo, line_up: &[BotSpec], seatings: &[Seating]) -> Entrants {
        let mut names = Vec::new();
        for bot in line_up {
            place_of(&mut names, &bot.name);
        }
        let mut entrant = |(seat, place): (usize, &Option<usize>)| match place {
            Some(place) => place_of(&mut names, &line_up[*place].name),
            None => place_of(&mut names, game.automa(seat).unwrap_or_default()),
        };
        let seats = seatings.iter().map(|seating| {
            let seats = seating.iter().enumerate();
            seats.map(&mut entrant).collect()
        });
        let seats = seats.collect();
        Entrants { names, seats }
    }
}
