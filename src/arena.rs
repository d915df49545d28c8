//! Playing games one by one, without a results folder.
//!
//! A [`Plan`] numbers games and groups them into blocks: one deal in every seating. An [`Arena`] plays them
//! with built-in bots or your own bots, and returns the results. Games of a block share their deal, so
//! statistics should be based on block means, not on single games.
//!
//! ```
//! use portolan::arena::{Arena, Plan};
//! use portolan::bots::find;
//! use portolan::games::cartagena::{self, Cartagena};
//!
//! let game = Cartagena::new(&cartagena::ENTRY.setup(2))?;
//! let line_up = [find("greedy", "cartagena")?, find("random", "cartagena")?];
//! let mut arena = Arena::new(&game, &line_up)?;
//! let plan = Plan::of(&game, 7, 10);
//! for numbered in (0..plan.blocks).flat_map(|block| plan.step(block)) {
//!     let seats = arena.play(&numbered, &mut ())?;
//!     let wins: f64 = seats.iter().map(|seat| seat.win).sum();
//!     assert_eq!(wins, 1.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use portolan_run::play::arena::{Arena, Crash, Named};
pub use portolan_run::play::plan::{NumberedGame, Plan};
pub use portolan_run::results::record::Record;
pub use portolan_run::settings::seating::Seating;
