//! Invariants of Puerto Rico, checked after every action: conservation of components, and
//! accounting of money.

use portolan_core::game::Event;
use portolan_core::game::prelude::*;
use portolan_games::puerto_rico::PuertoRico;
use portolan_games::puerto_rico::state::{Phase, State};

use super::support::check;

/// Ledger of one game.
pub struct Laws {
    /// Money at the start.
    start: i32,
    /// Money paid out by the bank since then, except doubloons on roles that have not been taken.
    paid: i32,
}

impl Laws {
    /// Creates the ledger of a new game.
    pub fn new(state: &State) -> Laws {
        Laws {
            start: money(state),
            paid: 0,
        }
    }

    /// PR-2.5: checks the state after an action that caused these events.
    pub fn acted(&mut self, game: &PuertoRico, state: &State, events: &[Event]) {
        check(game, state);
        let kinds = PuertoRico::EVENT_KINDS;
        for event in events {
            self.paid += match kinds[usize::from(event.kind)] {
                "sold" | "factory" => event.value,
                "built" => -event.value,
                "role" if event.item >= 6 => 1,
                _ => 0,
            };
        }
        let setup = &game.components().setup;
        let left = 6 + setup.prospectors - setup.roles_each * game.seats() as u8;
        let over = matches!(state.phase, Phase::Over | Phase::Capped);
        let rounds = i32::from(state.round) - i32::from(!over);
        let on_roles = rounds * i32::from(left);
        assert_eq!(money(state), self.start + self.paid + on_roles);
    }

    /// A game ends for one of the reasons in the rules, or at the round limit.
    pub fn ended(&self, game: &PuertoRico, state: &State) {
        check(game, state);
        match state.phase {
            Phase::Over => assert_ne!(state.endings, 0),
            Phase::Capped => assert_eq!(state.round, game.options().round_cap),
            phase => panic!("{phase:?} is no end"),
        }
        assert_eq!(game.capped(state), state.phase == Phase::Capped);
    }
}

fn money(state: &State) -> i32 {
    let held: u16 = state.seated().iter().map(|player| player.doubloons).sum();
    let on_cards: u8 = state.role_doubloons.iter().sum();
    i32::from(held) + i32::from(on_cards)
}
