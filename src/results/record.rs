//! What is recorded of a game.

/// What the statistics need of one seat of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatResult {
    /// Who sat there.
    pub entrant: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Final score.
    pub score: i32,
    /// Rank, from 1; those who tie share the better one.
    pub rank: u32,
    /// Share of the win.
    pub win: f64,
}

/// Whether these results of all seats of one game are those of a capped game.
pub fn nobody_won(game: &[SeatResult]) -> bool {
    game.iter().all(|result| result.win == 0.0)
}
