//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

mod describe;
mod enter;
mod explain;
pub(super) mod notation;
mod picture;
pub(crate) mod position;
mod texts;
