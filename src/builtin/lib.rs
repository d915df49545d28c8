//! Compiles the games that ship with portolan for all code that plays them. This crate takes longest to optimise, so as
//! few crates as possible depend on it.
//!
//! This crate is an implementation detail of `portolan`. Only the paths in `portolan` are stable.

#![forbid(unsafe_code)]

use portolan_games::cartagena::Cartagena;
use portolan_games::endeavor::Endeavor;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::puerto_rico::PuertoRico;
use portolan_run::play::dyn_game::{Registration, game};

/// Returns the games that ship with portolan, in the order in which they are listed.
// Inlining this function would compile every game again in the calling crate.
#[inline(never)]
pub fn games() -> [Registration; 4] {
    [
        game::<Maracaibo>(),
        game::<PuertoRico>(),
        game::<Endeavor>(),
        game::<Cartagena>(),
    ]
}
