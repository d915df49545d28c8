//! Invariants of Endeavor, checked after every action: conservation of components, permanence of occupied
//! sites and open regions, exactly seven rounds, and a finite number of turns.

use portolan_core::game::Event;
use portolan_core::game::prelude::*;
use portolan_games::endeavor::Endeavor;
use portolan_games::endeavor::state::{Phase, State};

use super::support::check;

/// History of one game.
pub struct Laws {
    /// Number of rounds begun.
    rounds: usize,
    /// Number of turns that each seat had begun at the start of the round.
    turns: Vec<u32>,
    scrapped: usize,
    built: usize,
    built_nothing: usize,
    /// Number of tokens given to the seats in addition to the 95.
    conjured: usize,
}

impl Laws {
    /// Creates the history of a new game in which `conjured` tokens were given to the seats.
    pub fn new(game: &Endeavor, state: &State, conjured: usize) -> Laws {
        assert_eq!((state.round, state.crown), (1, 0));
        Laws {
            rounds: 1,
            turns: vec![0; game.seats()],
            scrapped: 0,
            built: 0,
            built_nothing: 0,
            conjured,
        }
    }

    /// Checks the state after an action that caused these events.
    pub fn acted(&mut self, game: &Endeavor, before: &State, after: &State, events: &[Event]) {
        let of_kind = |name: &str| {
            let kinds = Endeavor::EVENT_KINDS;
            let is = |event: &&Event| kinds[usize::from(event.kind)] == name;
            events.iter().filter(is).count()
        };
        self.scrapped += of_kind("scrapped");
        self.built += of_kind("built");
        self.built_nothing += of_kind("built_nothing");
        check(game, after, self.scrapped, self.conjured);
        assert_eq!(before.taken & !after.taken, 0, "sites never become empty");
        assert_eq!(before.open & !after.open, 0, "regions stay open");
        if after.round == before.round {
            return;
        }
        // Every turn uses an activation space or a token.
        for (seat, begun) in self.turns.iter_mut().enumerate() {
            let now = game.turns(after, seat);
            assert!(now - *begun <= 2 * 8 + 95, "{now} turns");
            *begun = now;
        }
        assert_eq!(usize::from(after.crown), self.rounds % game.seats());
        self.rounds += 1;
    }

    /// EN-9.5, and the number of rounds.
    pub fn ended(&self, game: &Endeavor, state: &State) {
        let end = (self.rounds, state.round, state.phase);
        assert_eq!(end, (7, 7, Phase::Over));
        assert_eq!(self.built + self.built_nothing, 7 * game.seats(), "EN-9.5");
        let players = &state.players[..game.seats()];
        assert!(players.iter().all(|player| player.built <= 8));
    }
}
