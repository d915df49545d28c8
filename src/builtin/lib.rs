//! The games that ship with portolan, compiled for everything that plays: what takes longest to optimise, and nothing cold
//! depends on it.
//!
//! `portolan` is the crate whose paths are promised; this one is a part of it.

#![forbid(unsafe_code)]

use portolan_engine::play::any_game::{Registration, game};
use portolan_games::cartagena::Cartagena;
use portolan_games::endeavor::Endeavor;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::puerto_rico::PuertoRico;

/// Returns the games that ship, in the order in which they are listed.
// Never inlined: a caller that inlined it would compile every game again.
#[inline(never)]
pub fn games() -> [Registration; 4] {
    [
        game::<Maracaibo>(),
        game::<PuertoRico>(),
        game::<Endeavor>(),
        game::<Cartagena>(),
    ]
}
