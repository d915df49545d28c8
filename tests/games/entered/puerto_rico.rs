//! Entered positions of Puerto Rico.

use portolan::game::prelude::*;
use portolan::games::puerto_rico::state::{Phase, State};
use portolan::games::puerto_rico::{ENTRY, PuertoRico};
use portolan_testing::puerto_rico::support::check;

use super::{CHANGED, entered, go_on_alike, played, refused_or_played, samples, setup};

const TABLES: [(usize, &[&str]); 4] = [
    (2, &[]),
    (3, &["optional_bonuses=all"]),
    (4, &["vp_visibility=hidden"]),
    (5, &[]),
];

fn puerto_rico(players: usize, options: &[&str]) -> PuertoRico {
    PuertoRico::new(&setup(&ENTRY, players, options)).unwrap()
}

fn views_are_read_back(games: u64) {
    for (players, options) in TABLES {
        let game = puerto_rico(players, options);
        let (mut turns, mut inside) = (0, 0);
        played(&game, 0..games, |state| {
            let position = game.position(state, None);
            let read = entered(&game, &position, 77);
            if state.phase != Phase::Role {
                let problem = read.unwrap_err();
                assert!(problem.contains("start of a turn"), "{problem}");
                inside += 1;
                return;
            }
            let read = read.unwrap_or_else(|problem| panic!("{options:?}: {problem}: {position}"));
            assert_eq!(game.position(&read, None), position);
            turns += 1;
            if turns % 10 == 0 {
                go_on_alike(&game, state.clone(), read, turns);
            }
        });
        assert!(turns > 20 && inside > 50, "{turns}, {inside}");
    }
}

#[test]
fn puerto_rico_positions_round_trip() {
    views_are_read_back(1);
}

fn changed_positions(places: usize) {
    for (number, (players, options)) in (0..).zip(TABLES) {
        let game = puerto_rico(players, options);
        let samples = samples(&game, |state| {
            format!("{:?} {}", state.phase, state.round / 6)
        });
        let mut counts = [0; 2];
        for state in samples.iter().filter(|state| state.phase == Phase::Role) {
            let position = game.position(state, None);
            let law = |state: &State, _| check(&game, state);
            let [refused, played] = refused_or_played(&game, &position, number, places, law);
            counts = [counts[0] + refused, counts[1] + played];
        }
        assert!(
            counts.iter().all(|&count| count > places as u32),
            "{counts:?}"
        );
    }
}

#[test]
fn changed_puerto_rico_position_is_rejected_or_playable() {
    changed_positions(CHANGED[0]);
}

#[test]
#[ignore = "nightly: 16 games, and 150 changes of every sample"]
fn many_puerto_rico_positions_round_trip_or_are_rejected() {
    views_are_read_back(4);
    changed_positions(CHANGED[1]);
}
