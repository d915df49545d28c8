//! Endeavor in the soak test: both sides of the board, silent fleets and any excluded components.

use portolan::dataset::DataSet;
use portolan::game::prelude::*;
use portolan::game::{Event, Rng};
use portolan::games::endeavor::action::Action;
use portolan::games::endeavor::components::{DECKS, INDUSTRY, START_SIDES, deck_name};
use portolan::games::endeavor::state::State;
use portolan::games::endeavor::{ENTRY, Endeavor};
use portolan::games::{GameSetup, SetupError};
use portolan_testing::endeavor::{laws, support};

use super::options::{Knowledge, number, some};
use super::{Soaked, Temper};
use crate::contract::{Secrets, any};

pub const KNOWLEDGE: Knowledge = Knowledge {
    special: |option, players, _, rng| match option {
        "barred" => Some(barred(rng)),
        "barred_for" => Some(number(1, players as i64, rng).to_string()),
        _ => None,
    },
    fits: |option, players, options| match option {
        "silent_fleets" => players == 2,
        "restricted_occupation" | "react_to_tokens" | "scarce_buildings" | "reaction_choice" => {
            options.get("silent_fleets").is_some_and(|set| set == "on")
        }
        _ => true,
    },
};

/// Industry of a seat that can build tiles of level 5 from the first round on.
const AHEAD: u8 = 10;

/// Draws excluded components: buildings other than the start tile, and decks.
fn barred(rng: &mut Rng) -> String {
    let data = DataSet::embedded(ENTRY.files);
    let buildings = data.text("buildings.csv").lines().skip(1 + START_SIDES);
    let ids = buildings.filter_map(|line| line.split(',').next());
    let mut names: Vec<String> = ids.map(str::to_string).collect();
    names.extend((0..DECKS).map(|deck| deck_name(deck).to_string()));
    some(&names, ",", rng)
}

impl Soaked for Endeavor {
    type Laws = laws::Laws;

    const TEMPERS: &'static [Temper] = &[
        Temper::Even,
        Temper::Kinds,
        Temper::Skilled,
        Temper::Eager,
        Temper::Ahead,
    ];

    fn open(setup: &GameSetup) -> Result<Endeavor, SetupError> {
        assert_eq!(setup.game, ENTRY.name);
        Endeavor::new(setup)
    }

    fn secrets(&self) -> Secrets {
        Secrets::None
    }

    fn begin(&self, state: &mut State, temper: Temper, _: u64) -> laws::Laws {
        let players = state.players[..self.seats()].iter_mut();
        let ahead = players.filter(|_| temper == Temper::Ahead);
        let conjured = ahead
            .map(|player| support::raise(player, INDUSTRY, AHEAD))
            .sum();
        laws::Laws::new(self, state, conjured)
    }

    /// Prefers actions to passing.
    fn prefer(&self, state: &State, _: Temper, actions: &[Action], rng: &mut Rng) -> Action {
        let action = any(actions, rng);
        match self.action_text(state, action) == "pass" {
            true => any(actions, rng),
            false => action,
        }
    }

    fn acted(
        &self,
        laws: &mut laws::Laws,
        before: &State,
        _: Action,
        after: &State,
        events: &[Event],
    ) {
        laws.acted(self, before, after, events);
    }

    fn ended(&self, laws: &mut laws::Laws, state: &State) {
        laws.ended(self, state);
    }
}
