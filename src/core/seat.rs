//! Seats at a table.

/// Index of a seat in turn order of the first round: 0 plays first. Files and tables count from 1.
pub type Seat = usize;

/// Most seats that any game may have.
pub const MAX_SEATS: usize = 5;
