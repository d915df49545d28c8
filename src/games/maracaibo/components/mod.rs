//! The components of Maracaibo (cards, locations, tiles, tokens, tracks), compiled from the data
//! files into small tables that the rules index.
//!
//! All data that the rules use during a game is `Copy` and stored in flat arrays. Ids and names for
//! display are stored separately in [`Labels`].

mod automa;
mod board;
mod card;
mod card_set;
mod catalogue;
pub(super) mod column_schema;
mod effect;
mod ids;
mod kinds;
pub mod load;
pub(super) mod perturb;
mod story;
pub mod story_cards;
mod tables;
pub mod wording;

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
