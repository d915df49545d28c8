//! The games, and the registry through which everything above reaches them by name.

pub mod cartagena;
pub mod endeavor;
pub mod maracaibo;
pub mod puerto_rico;
mod registry;
mod setup;
mod sheet;

pub use registry::{GAMES, TableVisitor, Visitor, entry, open, open_all};
pub use setup::{GameEntry, GameSetup, OptionSpec, SetupError};
