//! The components of Maracaibo, compiled from the data files into small tables that the rules
//! index: cards, locations, tiles, tokens, tracks.
//!
//! Everything the rules touch while a game runs is `Copy` and lies in flat arrays; what people
//! read (ids, names) lies beside it in [`Labels`].

mod automa;
mod board;
mod card;
mod card_set;
mod catalogue;
mod effect;
mod ids;
mod kinds;
mod story;
mod tables;

pub use automa::*;
pub use board::*;
pub use card::*;
pub use card_set::*;
pub use catalogue::*;
pub use effect::*;
pub use ids::*;
pub use kinds::*;
pub use story::*;
pub use tables::*;
