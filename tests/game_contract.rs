//! Every game keeps the promises of the `Game` trait.

mod contract;
#[path = "maracaibo/eager.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod eager;
#[path = "maracaibo/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod support;

use contract::{keeps_the_contract, keeps_the_contract_with};
use eager::{Temper, choose};
use support::rules;

#[test]
fn maracaibo_for_two() {
    keeps_the_contract(&rules(2, &[]), 0..20);
}

#[test]
fn maracaibo_for_three() {
    keeps_the_contract(&rules(3, &[]), 0..16);
}

#[test]
fn maracaibo_for_four() {
    keeps_the_contract(&rules(4, &[]), 0..12);
}

#[test]
fn maracaibo_with_the_legacy_tiles_of_a_scenario() {
    keeps_the_contract(&rules(3, &["scenario=77", "prestige=open"]), 0..12);
}

#[test]
fn maracaibo_against_jean() {
    keeps_the_contract(&rules(1, &["level=very-hard"]), 0..20);
    keeps_the_contract(&rules(1, &["scenario=77", "jean_deck=2A2B2C"]), 20..32);
}

/// Long games, with reshuffled piles and every kind of decision.
#[test]
fn maracaibo_with_eager_players() {
    for players in 1..=4 {
        let game = rules(players, &["scenario=76", "skipped_assistants=route"]);
        for (temper, first) in [(Temper::Eager, 0), (Temper::Slow, 100)] {
            keeps_the_contract_with(&game, first..first + 8, |actions, rng| {
                choose(temper, actions, rng)
            });
        }
    }
}
