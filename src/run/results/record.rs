//! Records of completed games. Each seat of a game has one record, which becomes a row of `games.csv`. A game is a
//! sequence of these records, and a block is a sequence of games.

use std::ops::{Deref, DerefMut};

use crate::stats::SeatOutcome;

/// Maximum number of score categories in a game.
pub const MOST_CATEGORIES: usize = 24;

/// Record of one seat in one game. Names are borrowed from the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record<'run> {
    /// Number of the game, from 1.
    pub game_id: u64,
    /// Seed of the deal.
    pub seed: u64,
    /// Index of the condition, from 0. It is 0 if there is only one condition.
    pub cell: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Name of the bot in the seat.
    pub bot: &'run str,
    /// Final score.
    pub score: i32,
    /// Rank, from 1. Tied seats share the better rank.
    pub rank: u32,
    /// Share of the win: 1 divided by the number of winners, or 0. It is 0 for all seats if the game has no winner.
    pub win: f64,
    /// Number of turns that the seat started.
    pub turns: u32,
    /// Number of decisions, including those with a single legal action.
    pub decisions: u32,
    /// Points by category, which sum to the score.
    pub categories: Categories,
    /// Luck of the seat, if it was evaluated; `None` for an automa.
    pub luck: Option<Luck>,
}

/// Luck of a seat in a game. Each draw contributes the value after the draw minus the mean value after alternative
/// draws, based on what the seat knows. The expectation of the luck is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// Luck in points of expected lead.
    pub lead: f32,
    /// Luck in win probability.
    pub win: f32,
}

/// Returns the relative luck of a seat, as lead and win: its own luck minus the mean luck of the other seats. Seats
/// without luck are ignored. Returns `None` if no seat has luck.
///
/// The luck of one seat is bad luck for the others, but each seat sees only a part of it: a card drawn into a hand
/// changes the expectation of its owner but not those of the other seats.
pub fn luck_beside_others(game: &[Record], seat: usize) -> Option<(f64, f64)> {
    let lucks = game.iter().enumerate();
    let mut lucks = lucks
        .filter_map(|(seat, record)| Some((seat, record.luck?)))
        .peekable();
    lucks.peek()?;
    let (mut own, mut others, mut number) = ((0.0, 0.0), (0.0, 0.0), 0);
    for (of, luck) in lucks {
        let (lead, win) = (f64::from(luck.lead), f64::from(luck.win));
        if of == seat {
            own = (lead, win);
        } else {
            others = (others.0 + lead, others.1 + win);
            number += 1;
        }
    }
    let number = f64::from(number.max(1));
    Some((own.0 - others.0 / number, own.1 - others.1 / number))
}

/// Points by score category, in the order of the game's categories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Categories {
    points: [i32; MOST_CATEGORIES],
    count: usize,
}

impl Record<'_> {
    /// Returns the number of the block, from 0, for blocks of this size.
    pub fn block(&self, block_size: u64) -> u64 {
        self.game_id.saturating_sub(1) / block_size.max(1)
    }

    /// Converts the record for statistics. `fair` is the expected share of the win among equal players.
    pub fn outcome(&self, fair: f64, lead: Option<f64>) -> SeatOutcome {
        SeatOutcome {
            win: self.win,
            fair,
            score: f64::from(self.score),
            lead,
        }
    }
}

impl Categories {
    /// Returns zero points in each of `count` categories.
    ///
    /// # Panics
    /// If `count` exceeds [`MOST_CATEGORIES`].
    pub fn new(count: usize) -> Categories {
        assert!(count <= MOST_CATEGORIES, "{count} score categories");
        Categories {
            count,
            ..Categories::default()
        }
    }
}

impl Deref for Categories {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        &self.points[..self.count]
    }
}

impl DerefMut for Categories {
    fn deref_mut(&mut self) -> &mut [i32] {
        &mut self.points[..self.count]
    }
}

/// Returns true if a game has no winner. `game` contains the records of all seats.
pub fn nobody_won(game: &[Record]) -> bool {
    game.iter().all(|seat| seat.win == 0.0)
}

/// Returns the expected share of the win among equal players: 1 divided by the number of seats, or 0 if the game has no
/// winner. `game` contains the records of all seats.
pub fn fair_share(game: &[Record]) -> f64 {
    match nobody_won(game) {
        true => 0.0,
        false => 1.0 / game.len() as f64,
    }
}

/// Splits a block into games.
pub fn games<'block, 'run>(
    block: &'block [Record<'run>],
) -> impl Iterator<Item = &'block [Record<'run>]> {
    block.chunk_by(|one, other| one.game_id == other.game_id)
}
