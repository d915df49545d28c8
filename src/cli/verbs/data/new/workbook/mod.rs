//! Converts a data set to a workbook that an owner can fill in, and back.
//!
//! Each file becomes a worksheet, and each row a row. The first column shows how much of a row is known. The
//! last column is hidden and contains the original values of the row. Only values that differ from the original
//! are read back, so changes made elsewhere in the meantime are preserved.

mod cells;
mod read;
mod shape;
mod write;

pub use read::read;
pub use write::write;
