//! Instances of generic code for the built-in games.
//!
//! Test programs are compiled without optimization, including the generic code that they instantiate. The compiler reuses
//! the instances of this crate, which is optimized. Test programs therefore do not compile these functions again, and they
//! run faster.

use std::fmt::Debug;
use std::hint::black_box;

use portolan_core::game::{Event, Game, Rng};
use portolan_core::random::Streams;
use portolan_games::cartagena::Cartagena;
use portolan_games::endeavor::Endeavor;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::puerto_rico::PuertoRico;

use crate::contract::terms;
use crate::contract::{check_game, observation};

/// Instantiates the rules and the contract checks for each game. No test calls this function.
pub fn instantiate() {
    of_game::<Maracaibo>();
    of_game::<PuertoRico>();
    of_game::<Endeavor>();
    of_game::<Cartagena>();
}

fn of_game<G: Game>()
where
    G::State: PartialEq + Debug,
{
    type Log = Vec<Event>;
    macro_rules! compile {
        ($($function:expr => $kind:ty),* $(,)?) => {$( black_box::<$kind>($function); )*};
    }
    compile!(
        G::new_state::<Streams, ()> => fn(_, _, _) -> _,
        G::new_state::<Streams, Log> => fn(_, _, _) -> _,
        G::new_state::<Rng, ()> => fn(_, _, _) -> _,
        G::apply::<Streams, ()> => fn(_, _, _, _, _),
        G::apply::<Streams, Log> => fn(_, _, _, _, _),
        G::apply::<Rng, ()> => fn(_, _, _, _, _),
        G::apply::<Rng, Log> => fn(_, _, _, _, _),
        G::completed::<Streams> => fn(_, _, _, _) -> _,
        G::completed::<Rng> => fn(_, _, _, _) -> _,
        check_game::<G> => fn(_, _, _, _, _) -> _,
        observation::inputs_of::<G> => fn(_, _, _) -> _,
        observation::Observed::new::<G> => fn(_) -> _,
        terms::names_its_items::<G> => fn(_),
        terms::forbids::<G> => fn(_, _),
        terms::obliges::<G> => fn(_, _),
        terms::prices::<G> => fn(_, _),
        terms::grants::<G> => fn(_, _, _, _),
        terms::keeps_to::<G> => fn(_, _, _, _),
    );
}
