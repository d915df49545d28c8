//! Every field of a position that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::endeavor::components::{MAX_SITES, REGIONS};
use portolan::games::endeavor::state::{Phase, State};

use super::changes::position;
use super::observation_support::{differences, inputs_of};
use super::support::{Table, rules};
use crate::table::walk;

#[test]
fn features_ignore_tokens_that_were_taken() {
    let game = rules(3, &[]);
    let state = position(&game, Phase::Turn);
    let site = state.taken.trailing_zeros() as usize;
    let mut changed = state.clone();
    changed.tokens[usize::from(game.board().site_token) + site] ^= 1;
    for observer in 0..3 {
        let told = differences(&game, &state, &changed, observer);
        assert!(told.is_empty(), "{told:?}");
    }
}

/// Both sides of the board, all numbers of players and all options have a common feature layout.
#[test]
fn features_and_actions_are_common_to_all_setups() {
    let game = rules(2, &["silent_fleets=on"]);
    for players in 2..=5 {
        for side in ["side=A", "side=B"] {
            let other = rules(players, &[side]);
            assert_eq!(other.input_names(), game.input_names());
            assert_eq!(other.action_bound(), game.action_bound());
        }
    }
    let number = |side: &str, text: &str| {
        let mut table = Table::acting(2, &[side]);
        table.token(1, "occupy").act("token occupy");
        let action = table.game.parse_action(&table.state, text).unwrap();
        table.game.action_index(&table.state, action)
    };
    for site in ["london", "venice"] {
        let text = format!("occupy {site}");
        assert_eq!(number("side=A", &text), number("side=B", &text));
    }
    let b = rules(2, &["side=B"]);
    assert!(b.components().site_ids().len() < MAX_SITES);
    let moved = b.components().site_numbers(1);
    assert!(moved.iter().zip(0..).any(|(&number, site)| number != site));
}

/// Moves every player one seat further.
fn turn(state: &mut State, players: u8) {
    let further = |seat: u8| (seat + 1) % players;
    state.players[..usize::from(players)].rotate_right(1);
    for seat in [&mut state.crown, &mut state.active] {
        *seat = further(*seat);
    }
    if state.victim < players {
        state.victim = further(state.victim);
    }
    let passed = state.passed << 1;
    state.passed = passed & ((1 << players) - 1) | passed >> players;
    for area in REGIONS {
        for owner in &mut state.track[area][..usize::from(state.shipped[area])] {
            if *owner < players {
                *owner = further(*owner);
            }
        }
    }
}

/// Features are relative to the observer, so absolute seat numbers have no effect.
#[test]
fn features_are_relative_to_the_observer() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &["side=B"])] {
        let game = rules(players, options);
        let mut decisions = 0;
        for deal in 0..2 {
            walk(&game, deal, |state, _| {
                let mut turned = state.clone();
                turn(&mut turned, players as u8);
                let observer: Seat = decisions % players;
                let next = (observer + 1) % players;
                assert_eq!(
                    inputs_of(&game, state, observer),
                    inputs_of(&game, &turned, next)
                );
                decisions += 1;
            });
        }
        assert!(decisions > 100);
    }
}
