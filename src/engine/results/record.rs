//! What is recorded of a game that was played to its end: one record for every seat, which is a row of
//! `games.csv`. A game is the records of its seats in order, a block those of its games.

use std::ops::{Deref, DerefMut};

use crate::stats::SeatOutcome;

/// Most score categories that a game may have.
pub const MOST_CATEGORIES: usize = 24;

/// One seat of one game; names are borrowed from the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record<'run> {
    /// Number of the game, from 1.
    pub game_id: u64,
    /// Seed of the deal.
    pub seed: u64,
    /// Cell, from 0; where there are no cells, all is in the first.
    pub cell: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Who sat there.
    pub bot: &'run str,
    /// Final score.
    pub score: i32,
    /// Rank, from 1; those who tie share the better one.
    pub rank: u32,
    /// 1, shared among all on rank 1; 0 for everybody in a capped game.
    pub win: f64,
    /// Turns that the seat began.
    pub turns: u32,
    /// Decisions: lists of legal actions from which one was taken, forced ones included.
    pub decisions: u32,
    /// Points by category; they sum to the score.
    pub categories: Categories,
    /// What chance was worth to the seat, where that was valued; `None` of an automa's.
    pub luck: Option<Luck>,
}

/// What the chance of a game was worth to a seat, by what the seat itself knew: the sum of values after draws, less the
/// values after other draws. Its expectation is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Luck {
    /// In expected lead, points.
    pub lead: f32,
    /// In probability to win.
    pub win: f32,
}

/// Luck of a seat beside that of the others in its game, lead and win: its own less the mean of the other seats that
/// have some. `None` in a game whose luck was not valued.
///
/// One seat's luck is the others' misfortune, and each sees part of it only: what was drawn into a hand changes what
/// its owner expects, and nothing of what the others do.
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
    /// Number of the block, from 0; a block has so many games.
    pub fn block(&self, block_size: u64) -> u64 {
        self.game_id.saturating_sub(1) / block_size.max(1)
    }

    /// What statistics take of it: with the share of the win that equals would have in the game, and its lead where
    /// that is wanted.
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
    /// No points in so many categories.
    ///
    /// # Panics
    /// If there are more than [`MOST_CATEGORIES`].
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

/// Whether a game, given by all its seats, was capped.
pub fn nobody_won(game: &[Record]) -> bool {
    game.iter().all(|seat| seat.win == 0.0)
}

/// The share of the win that equal players would have in a game, given by all its seats: nothing where nobody has
/// won, as none of them has.
pub fn fair_share(game: &[Record]) -> f64 {
    match nobody_won(game) {
        true => 0.0,
        false => 1.0 / game.len() as f64,
    }
}

/// The games of a block, each as the records of its seats.
pub fn games<'block, 'run>(
    block: &'block [Record<'run>],
) -> impl Iterator<Item = &'block [Record<'run>]> {
    block.chunk_by(|one, other| one.game_id == other.game_id)
}
