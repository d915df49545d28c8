//! What holds from action to action of Puerto Rico: nothing is lost, and money is accounted for.

use portolan_core::game::Event;
use portolan_core::game::prelude::*;
use portolan_games::puerto_rico::PuertoRico;
use portolan_games::puerto_rico::state::{Phase, State};

use super::support::check;

/// The books of one game.
pub struct Laws {
    /// Money at the start.
    start: i32,
    /// What the bank has paid out since, but for what lies on roles that nobody took.
    paid: i32,
}

impl Laws {
    /// Books of a new game.
    pub fn new(state: &State) -> Laws {
        Laws {
            start: money(state),
            paid: 0,
        }
    }

    /// PR-2.5: after an action that brought about these events.
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

    /// A game ends for a reason, or at the cap of its rounds.
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
