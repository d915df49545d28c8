//! The games, and the registry through which everything above reaches them by name.
//!
//! ```
//! use portolan::game::Game;
//! use portolan::games::{Visitor, entry, open};
//!
//! struct Seats;
//!
//! impl Visitor for Seats {
//!     type Out = usize;
//!
//!     fn visit<G: Game>(self, game: G) -> usize {
//!         game.seats()
//!     }
//! }
//!
//! let mut setup = entry("maracaibo")?.setup(1);
//! setup.options.insert("level".to_string(), "hard".to_string());
//! assert_eq!(open(&setup, Seats)?, 2, "Jean has a seat, too");
//! # Ok::<(), portolan::games::SetupError>(())
//! ```

pub mod cartagena;
pub mod endeavor;
pub mod maracaibo;
pub mod puerto_rico;
mod registry;
mod setup;
mod sheet;

pub use registry::{GAMES, SetUpsVisitor, Visitor, entry, fingerprint, open, open_all};
pub use setup::{GameEntry, GameSetup, OptionSpec, SetupError};
