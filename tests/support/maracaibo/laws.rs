//! All checks of Maracaibo after an action: position, ledger, and determinizations.

use portolan_core::game::prelude::*;
use portolan_core::game::{Event, Rng};
use portolan_core::random::stream;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::action::Action;
use portolan_games::maracaibo::state::State;

use super::invariants::{Dealt, reordered};
use super::ledger::Ledger;

/// Number of actions between two positions that are determinized.
const WORLD_EVERY: usize = 10;

/// History of one game.
pub struct Laws {
    dealt: Dealt,
    ledger: Ledger,
    worlds: Rng,
    actions: usize,
}

impl Laws {
    /// Starts the history of a new game with the deal `seed`.
    pub fn new(game: &Maracaibo, state: &State, seed: u64) -> Laws {
        let laws = Laws {
            dealt: Dealt::new(game, state),
            ledger: Ledger::new(game.seats()),
            worlds: stream(seed, &[3]),
            actions: 0,
        };
        laws.dealt.check(game, state, &laws.ledger.chosen);
        laws
    }

    /// Checks the state after an action that caused these events.
    pub fn acted(
        &mut self,
        game: &Maracaibo,
        before: &State,
        action: Action,
        after: &State,
        events: &[Event],
    ) {
        self.ledger.book(game, before, action, after, events);
        self.dealt.check(game, after, &self.ledger.chosen);
        if self.actions.is_multiple_of(WORLD_EVERY) {
            let observer = self.actions / WORLD_EVERY % game.seats();
            let [mut world, mut same] = [*after, reordered(after)];
            game.determinize(&mut same, observer, &mut self.worlds.clone());
            game.determinize(&mut world, observer, &mut self.worlds);
            assert_eq!(world, same, "the order of a face-down pile shows through");
            self.dealt
                .check_world(game, after, &world, &self.ledger.chosen);
        }
        self.actions += 1;
    }

    /// Returns the number of income wraps so far.
    pub fn wraps(&self) -> u32 {
        self.ledger.wraps.iter().sum()
    }
}
