//! Knowledge of the players (PR-1.8, PR-A19, PR-A20).

use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::state::Player;
use portolan::random::stream;

use super::support::{Table, check};

/// PR-A19, PR-A20: By default, only the order of the stack is unknown, and it is drawn on demand.
/// Determinizations therefore do not change the position.
#[test]
fn determinizations_do_not_change_the_position_by_default() {
    let mut table = Table::of(4);
    table.chips(2, 9).act("settler").finish();
    let mut world = table.state.clone();
    table.game.determinize(&mut world, 0, &mut stream(1, &[]));
    assert_eq!(world, table.state);
    let text = table.game.describe(&table.state, Some(0));
    assert!(
        text.contains("9 VP chips") && text.contains("discarded: "),
        "{text}"
    );
}

/// PR-1.8, PR-A19: Hidden chips are not shown; determinizations distribute the chips missing from
/// the pool.
#[test]
fn determinizations_redistribute_hidden_chips() {
    let mut table = Table::dealt(4, &["vp_visibility=hidden"], 1);
    table.chips(1, 5).chips(2, 9).chips(4, 12);
    let text = table.game.describe(&table.state, Some(0));
    assert!(
        text.contains("5 VP chips") && !text.contains("9 VP chips"),
        "{text}"
    );
    let mut means = [0.0; 4];
    for seed in 0..500 {
        let mut world = table.state.clone();
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        check(&table.game, &world);
        assert_eq!(world.players[0], table.state.players[0]);
        let others: u16 = world.players[1..4].iter().map(Player::chips).sum();
        assert_eq!(others, 21);
        for (mean, player) in means.iter_mut().zip(&world.players) {
            *mean += f64::from(player.chips()) / 500.0;
        }
    }
    // The mean is seven each, with a standard error of 0.1.
    assert!(
        means[1..].iter().all(|mean| (mean - 7.0).abs() < 0.5),
        "{means:?}"
    );
}

/// PR-A19: The features of a seat do not depend on hidden information.
#[test]
fn features_ignore_hidden_chips() {
    let features = |chips: [u16; 2]| {
        let mut table = Table::dealt(3, &["vp_visibility=hidden"], 1);
        table.buildings(2, &["customs_house"]);
        table.chips(2, chips[0]).chips(3, chips[1]);
        let mut values = vec![0.0; PuertoRico::FEATURE_NAMES.len()];
        table.game.features(&table.state, 0, &mut values);
        values
    };
    assert_eq!(features([4, 16]), features([16, 4]));
    assert_ne!(features([4, 16]), features([4, 17]));
}
