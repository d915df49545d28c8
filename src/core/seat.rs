//! Seats at a table.

/// Index of a seat in the turn order of the first round; seat 0 plays first. Files and output count
/// seats from 1.
pub type Seat = usize;

/// Maximum number of seats in any game.
pub const MAX_SEATS: usize = 5;

/// Returns the number of places by which a seat follows another seat in turn order.
#[inline]
pub fn places_after(seat: Seat, other: Seat, seats: usize) -> usize {
    match seat < other {
        true => seat + seats - other,
        false => seat - other,
    }
}
