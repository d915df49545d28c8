//! Cartagena in the soak test: all stories with any modules, paths, layouts and powers.

use portolan::game::prelude::*;
use portolan::game::{Event, Rng};
use portolan::games::cartagena::action::Action;
use portolan::games::cartagena::components::SYMBOL_NAMES;
use portolan::games::cartagena::state::State;
use portolan::games::cartagena::{Cartagena, ENTRY};
use portolan::games::{GameSetup, SetupError};
use portolan_testing::cartagena::laws;

use super::options::{Knowledge, Options, number, one, some};
use super::{Soaked, Temper};
use crate::contract::Secrets;

pub const KNOWLEDGE: Knowledge = Knowledge {
    special: |option, players, options, rng| match option {
        "strips" => Some(strips(options, rng)),
        "modules" => Some(some(&MODULES.map(str::to_string), ",", rng)),
        // Random play takes long to reach the end of a long path, so most games are capped.
        "turn_cap" => Some(one(&[1, 2, 5, 9, 20, 40, 60, 100, 200, 1000], rng).to_string()),
        "powers" => Some(some(&SYMBOL_NAMES.map(str::to_string), ",", rng)),
        "powers_for" => Some(number(1, players as i64, rng).to_string()),
        _ => None,
    },
    fits: |option, _, options| {
        let is =
            |option: &str, value: &str| options.get(option).is_some_and(|set| set.contains(value));
        match option {
            "sail_back_counts_jail" | "sail_out_needs_own_aboard" => is("story", "full-escape"),
            "morgan_jail" => is("modules", "morgan"),
            "hook_pair" | "parrot_power" | "powers" | "powers_for" => {
                is("modules", "black-magician")
            }
            _ => true,
        }
    },
};

const MODULES: [&str; 3] = ["morgan", "hindrance", "black-magician"];

/// At most eight strips, and at least three for each path of the full escape.
fn strips(options: &Options, rng: &mut Rng) -> String {
    if options
        .get("story")
        .is_none_or(|story| story != "full-escape")
    {
        return number(4, 8, rng).to_string();
    }
    let tunnel = number(3, 5, rng);
    format!("{tunnel}+{}", number(3, 8 - tunnel, rng))
}

/// Selects the positions whose determinizations are checked.
pub struct Worlds {
    seed: u64,
    actions: u64,
}

impl Soaked for Cartagena {
    type Laws = Worlds;

    const TEMPERS: &'static [Temper] = &[Temper::Even, Temper::Kinds, Temper::Skilled];

    fn open(setup: &GameSetup) -> Result<Cartagena, SetupError> {
        assert_eq!(setup.game, ENTRY.name);
        Cartagena::new(setup)
    }

    fn secrets(&self) -> Secrets {
        Secrets::Cards
    }

    fn begin(&self, _: &mut State, _: Temper, seed: u64) -> Worlds {
        Worlds { seed, actions: 0 }
    }

    fn acted(
        &self,
        worlds: &mut Worlds,
        before: &State,
        action: Action,
        after: &State,
        _: &[Event],
    ) {
        laws::acted(self, before, action, after);
        let observer = worlds.actions as usize % self.seats();
        laws::knows(self, after, observer, worlds.seed ^ worlds.actions);
        worlds.actions += 1;
    }

    fn ended(&self, _: &mut Worlds, state: &State) {
        laws::ended(self, state);
    }
}
