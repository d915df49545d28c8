//! One campaign, as far as statistics ask, and who takes part in it.

use super::one_game::Ended;
use crate::bots::BotSpec;
use crate::game::About;
use crate::settings::roster::place_of;
use crate::settings::seating::Seating;

/// One campaign, as far as statistics ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Who sat where.
    pub seating_index: usize,
    /// Its games, one after another.
    pub games: Vec<Ended>,
    /// Whether the story came to its end.
    pub ended: bool,
}

/// Who takes part, and in which seats.
#[derive(Clone, Debug)]
pub struct Entrants {
    /// Each bot once, then automas.
    pub names: Vec<String>,
    /// By seating: the entrant of every seat.
    seats: Vec<Vec<usize>>,
}

impl Entrants {
    /// The entrants of the seats in a seating.
    pub fn seats(&self, seating_index: usize) -> &[usize] {
        &self.seats[seating_index]
    }

    /// Number of seats.
    pub fn seat_count(&self) -> usize {
        self.seats.first().map_or(0, Vec::len)
    }

    /// Who takes part with a line-up in these seatings of a game.
    pub fn new(game: &dyn About, line_up: &[BotSpec], seatings: &[Seating]) -> Entrants {
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
