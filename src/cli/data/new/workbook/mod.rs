//! A set as a workbook that an owner fills in, and the way back.
//!
//! Every file is a worksheet, every row a row. The first column says how well a row is known, the last one,
//! which is hidden, what the row was when the workbook was written: only what differs from that is taken,
//! so that what was entered elsewhere meanwhile is not lost.

mod cells;
mod read;
mod shape;
mod write;

pub use read::read;
pub use write::write;
