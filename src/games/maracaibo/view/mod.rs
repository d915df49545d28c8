//! Views of a position for a seat, as JSON, in words and as a picture, and positions that are entered.

pub(super) mod describe;
pub(super) mod enter;
mod explain;
mod narration;
pub(super) mod notation;
mod picture;
pub(crate) mod position;
mod story;
pub(super) mod texts;
