//! Puerto Rico in the soak test: both profiles, house rules and all interpretations.

use portolan::game::prelude::*;
use portolan::game::{Event, Rng};
use portolan::games::puerto_rico::action::Action;
use portolan::games::puerto_rico::components::BUILDING_IDS;
use portolan::games::puerto_rico::components::HIGHEST_COST;
use portolan::games::puerto_rico::state::State;
use portolan::games::puerto_rico::{ENTRY, PuertoRico};
use portolan::games::{GameSetup, SetupError};
use portolan_testing::puerto_rico::laws;

use super::options::{Knowledge, Options, number, seat_of, some};
use super::{Soaked, Temper};
use crate::contract::Secrets;

pub const KNOWLEDGE: Knowledge = Knowledge {
    special: |option, players, options, rng| match option {
        "corn_doubloons" => Some(number(-start_money(players, options), 4, rng).to_string()),
        "costs" => Some(costs(rng)),
        _ if seat_of(option).is_some() => {
            let corn = options
                .get("corn_doubloons")
                .map_or(0, |more| more.parse().unwrap());
            let least = start_money(players, options) + corn.min(0);
            Some(number(-least, 10, rng).to_string())
        }
        _ => None,
    },
    fits: |option, players, _| option != "profile" || players > 2,
};

/// Initial doubloons of all seats.
fn start_money(players: usize, options: &Options) -> i64 {
    let tag = options.get("profile").is_some_and(|set| set == "tag");
    match players {
        _ if tag => 2,
        2 => 3,
        several => several as i64 - 1,
    }
}

fn costs(rng: &mut Rng) -> String {
    let ids = some(&BUILDING_IDS.map(str::to_string), ",", rng);
    let ids = ids.split(',').filter(|id| !id.is_empty());
    let costs: Vec<String> = ids
        .map(|id| format!("{id}:{}", number(0, HIGHEST_COST.into(), rng)))
        .collect();
    match costs.is_empty() {
        true => "printed".to_string(),
        false => costs.join(","),
    }
}

impl Soaked for PuertoRico {
    type Laws = laws::Laws;

    const TEMPERS: &'static [Temper] = &[Temper::Even, Temper::Kinds, Temper::Skilled];

    fn open(setup: &GameSetup) -> Result<PuertoRico, SetupError> {
        assert_eq!(setup.game, ENTRY.name);
        PuertoRico::new(setup)
    }

    fn secrets(&self) -> Secrets {
        // With two players, the scores of the opponent follow from the remaining pool.
        match self.options().vp_hidden && self.seats() > 2 {
            true => Secrets::Scores,
            false => Secrets::None,
        }
    }

    fn begin(&self, state: &mut State, _: Temper, _: u64) -> laws::Laws {
        laws::Laws::new(state)
    }

    fn acted(&self, laws: &mut laws::Laws, _: &State, _: Action, after: &State, events: &[Event]) {
        laws.acted(self, after, events);
    }

    fn ended(&self, laws: &mut laws::Laws, state: &State) {
        laws.ended(self, state);
    }
}
