//! Invariants in random games with all numbers of players: components are conserved, money is
//! accounted for, and the win rates of the seats are as expected.

use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::state::Phase;
use portolan::random::{Streams, below, stream};

use super::laws::Laws;
use super::support::rules;

/// Plays a random game. Returns the winners and the number of decisions with several choices.
fn play(game: &PuertoRico, seed: u64, thorough: bool) -> (Vec<u8>, u32) {
    let mut chance = Streams::new(seed);
    let mut dice = stream(seed, &[9]);
    let mut events = Vec::new();
    let mut state = game.new_state(&mut chance, &mut events);
    let mut laws = Laws::new(&state);
    let mut actions = Vec::new();
    let mut choices = 0;
    loop {
        game.legal_actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        choices += u32::from(actions.len() > 1);
        let action = actions[below(&mut dice, actions.len() as u32) as usize];
        events.clear();
        game.apply(&mut state, action, &mut chance, &mut events);
        if thorough {
            laws.acted(game, &state, &events);
        }
    }
    laws.ended(game, &state);
    assert_eq!(state.phase, Phase::Over);
    for seat in 0..game.seats() {
        let mut points = vec![0; 9];
        game.score_breakdown(&state, seat, &mut points);
        assert_eq!(points.iter().sum::<i32>(), game.score(&state, seat));
    }
    (game.ranks(&state), choices)
}

/// PR-2.5: After every action, all goods, colonists, tiles, buildings, victory points and doubloons
/// are accounted for, in both profiles and with all optional bonuses (PR-A31).
#[test]
fn random_games_conserve_all_components() {
    for players in 2..=5 {
        for options in [
            &["vp_visibility=tracked"][..],
            &["profile=tag"],
            &["optional_bonuses=all"],
            &["seat_1_doubloons=10", "seat_2_doubloons=-2"],
        ] {
            if players == 2 && options[0] == "profile=tag" {
                continue;
            }
            let game = rules(players, options);
            for seed in 0..60 {
                play(&game, seed, true);
            }
        }
    }
}

/// PR-2.1: In random play, the corn seats win clearly more often. The expected win rates come from
/// an independent simulation; with 3,000 games, the tolerance is three standard errors plus
/// rounding.
#[test]
fn corn_seats_win_more_often_in_random_play() {
    let expected: [&[f64]; 4] = [
        &[36.0, 64.0],
        &[27.0, 25.0, 48.0],
        &[17.0, 16.0, 34.0, 33.0],
        &[14.0, 13.0, 15.0, 32.0, 27.0],
    ];
    for (players, expected) in (2..).zip(expected) {
        let game = rules(players, &[]);
        let mut wins = vec![0.0; players];
        let games = 3000;
        for seed in 0..games {
            let (ranks, _) = play(&game, seed, false);
            let winners = ranks.iter().filter(|&&rank| rank == 1).count();
            for (wins, rank) in wins.iter_mut().zip(ranks) {
                *wins += f64::from(u8::from(rank == 1)) / winners as f64;
            }
        }
        for (wins, expected) in wins.iter().zip(expected) {
            // The other simulation has only 600 games, so it has a sampling error as well.
            let share = 100.0 * wins / games as f64;
            assert!(
                (share - expected).abs() < 7.0,
                "{players} players: {wins:?}"
            );
        }
    }
}
