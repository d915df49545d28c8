//! Choices of `greedy` in the Discard phase (EN-7).

use portolan::bots::{Bot, catalog};
use portolan::game::prelude::*;
use portolan::games::endeavor::state::{Phase, ROUNDS};
use portolan::random::{Streams, stream};

use super::support::rules;

/// EN-7.2, EN-7.5: Before the last round, an empty governor space has no value, so `greedy` puts a
/// governor there if this saves a card. In the last round it leaves the space empty if no card has
/// to be discarded.
#[test]
fn greedy_uses_the_governor_space_to_save_a_card() {
    let game = rules(3, &[]);
    let mut greedy = catalog::find("greedy", "endeavor")
        .unwrap()
        .build(&game)
        .unwrap();
    let (mut saved, mut left_empty) = (0, 0);
    for seed in 0..40 {
        let (mut chance, mut bot) = (Streams::new(seed), stream(seed, &[1]));
        let mut state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut legal);
            let choice = greedy.choose(&game, &state, &legal, &mut bot);
            if state.phase == Phase::Governor {
                let discards = |action| {
                    let mut after = state.clone();
                    game.apply(&mut after, action, &mut chance.clone(), &mut ());
                    after.phase == Phase::Discard && game.to_move(&after) == Some(seat)
                };
                let (&none, placed) = legal.split_last().unwrap();
                let saves = discards(none) && placed.iter().any(|&action| !discards(action));
                if saves && state.round < ROUNDS {
                    assert!(
                        choice < placed.len(),
                        "seed {seed}: a card goes for nothing"
                    );
                    saved += 1;
                }
                if state.round == ROUNDS && !discards(none) {
                    assert_eq!(choice, placed.len(), "seed {seed}: 3 glory are given away");
                    left_empty += 1;
                }
            }
            game.apply(&mut state, legal[choice], &mut chance, &mut ());
        }
    }
    assert!(saved > 5 && left_empty > 0, "{saved}, {left_empty}");
}
