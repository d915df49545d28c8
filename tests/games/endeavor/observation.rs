//! Every field of a position that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::endeavor::components::{MAX_SITES, REGIONS};
use portolan::games::endeavor::state::{Phase, State};
use portolan::random::Streams;

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

/// Every option that changes the rules affects the features of the first position.
#[test]
fn features_reflect_every_rule_option() {
    let told = |options: &[&str]| {
        let game = rules(2, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        inputs_of(&game, &state, 0)
    };
    let fleets = "silent_fleets=on";
    for (one, other) in [
        (&[][..], &["side=B"][..]),
        (&[], &[fleets]),
        (&[], &["build_fallback=off"]),
        (&[], &["limit_read=once"]),
        (&[], &["abolition=off"]),
        (&[], &["barred=dock"]),
        (&["barred=slavery"], &["barred=india"]),
        (&["barred=dock"], &["barred=dock", "barred_for=2"]),
        (
            &["barred=dock", "barred_for=1"],
            &["barred=dock", "barred_for=2"],
        ),
        (&[fleets], &[fleets, "restricted_occupation=on"]),
        (&[fleets], &[fleets, "react_to_tokens=off"]),
        (&[fleets], &[fleets, "scarce_buildings=on"]),
        (&[fleets], &[fleets, "reaction_choice=effective"]),
    ] {
        assert_ne!(told(one), told(other), "{other:?}");
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

/// Returns the names of the active features.
fn on(table: &Table, observer: Seat) -> Vec<String> {
    let inputs = inputs_of(&table.game, &table.state, observer);
    let names = table.game.input_names();
    inputs
        .into_iter()
        .map(|(number, _)| names[usize::from(number)].clone())
        .collect()
}

/// Information that a strong player uses.
#[test]
fn features_name_board_spaces_by_id() {
    let mut table = Table::acting(3, &[]);
    table
        .lay("london", "culture")
        .lay_track("africa", 2, "ship");
    let before = on(&table, 1);
    for name in [
        "culture:london",
        "ship:africa 2",
        "me may take:london",
        "top:europe_0",
    ] {
        assert!(before.iter().any(|known| known == name), "{name}");
    }
    table
        .token(1, "occupy")
        .act("token occupy")
        .act("occupy london");
    for (observer, seat) in [(0, "me"), (1, "next2"), (2, "next1")] {
        let told = on(&table, observer);
        for name in [
            format!("{seat} at:london"),
            format!("{seat} culture=1"),
            format!("{seat} busy:colonial_house"),
            format!("{seat} discs:europe=1"),
        ] {
            assert!(told.contains(&name), "{name}");
        }
        assert!(!told.iter().any(|name| name == "culture:london"));
        assert!(!told.iter().any(|name| name == "me may take:london"));
    }
    // With a disc in Europe, its card with number 1 would be available, but the card with number 0 is on top of it.
    assert!(
        on(&table, 0)
            .iter()
            .any(|name| name == "me may draw:europe_0")
    );
    assert!(
        on(&table, 0)
            .iter()
            .all(|name| name != "me may draw:europe_1")
    );
}
