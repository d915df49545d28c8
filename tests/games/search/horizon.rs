//! Tests where iterations end if their length is counted from the decision instead of the leaf.

use portolan::game::prelude::*;
use portolan::random::stream;
use portolan::search::analysis::{Depth, analyze};
use portolan::search::parameters::Method;
use portolan::search::simulation::Simulation;

use super::games::{Board, TicTacToe};
use super::mcts;

/// Returns the number of moves at the end of an iteration for the second seat, which begins after
/// one move and leaves the tree after `walked` more, and true if the tree would have continued
/// there.
fn ends(parameters: &str, walked: usize) -> (usize, bool) {
    let game = TicTacToe;
    let (settings, guide) = mcts(parameters).search(&game, Method::Mcts).unwrap();
    let mut simulation = Simulation::new(settings, &guide);
    let mut rng = stream(1, &[]);
    // With this order of moves, no line is complete before the ninth move.
    let order = [0, 1, 2, 4, 3, 5, 7, 6, 8];
    let mut world = Board::after(&order[..1]);
    simulation.begin();
    simulation.fix_horizon(&game, &world, 1);
    for &cell in &order[1..=walked] {
        let seat = game.to_move(&world).unwrap();
        simulation.apply(&game, &mut world, seat, cell, &mut rng);
    }
    let goes_on = !simulation.is_past_horizon(&game, &world, 1);
    simulation.finish(&game, &mut world, 1, &mut rng);
    (world.made, goes_on)
}

#[test]
fn horizon_option_sets_the_start_of_the_rollout_length() {
    let from_leaf = "rollout = \"decisions\"\nrollout_length = 2";
    assert_eq!(ends(from_leaf, 1), (4, true));
    assert_eq!(ends(from_leaf, 2), (5, true));
    let from_root = "rollout = \"decisions\"\nrollout_length = 3\nhorizon = \"root\"";
    for walked in [0, 1, 2] {
        assert_eq!(ends(from_root, walked), (4, true));
    }
    assert_eq!(ends(from_root, 3), (4, false));
    // The second seat has begun its second turn after four moves.
    let own_turns = "rollout = \"own_turns\"\nrollout_length = 2\nhorizon = \"root\"";
    assert_eq!(ends(own_turns, 1), (4, true));
    assert_eq!(ends(own_turns, 3), (4, false));
    let to_the_end = "rollout = \"game\"\nhorizon = \"root\"";
    assert!(ends(to_the_end, 2).1);
}

#[test]
fn search_ignores_moves_beyond_the_horizon() {
    // Seat 1 has two in a row, and seat 2 loses unless it plays cell 2.
    let state = Board::after(&[0, 4, 1]);
    let values = |parameters: &str| -> Vec<(u64, f64)> {
        let spec = mcts(parameters);
        let (settings, weights) = spec.search(&TicTacToe, Method::Mcts).unwrap();
        let depth = Depth {
            trees: 1,
            playouts: 0,
            top: 9,
        };
        let told = analyze(&TicTacToe, &state, settings, &weights, depth, None, 9).unwrap();
        let told = told.findings.iter();
        told.map(|found| (found.visits, found.values[1].mean().unwrap()))
            .collect()
    };
    let one = "iterations = 600\nrollout = \"decisions\"\nrollout_length = 1";
    let blind = values(&format!("{one}\nhorizon = \"root\""));
    assert_eq!(blind.len(), 6);
    assert!(blind.iter().all(|&found| found == (100, 0.0)), "{blind:?}");
    // With an equal length from the leaf, the tree keeps growing, and all moves except one lose.
    let seeing = values(one);
    assert!(seeing[0].0 > 300 && seeing[1].1 < -0.5, "{seeing:?}");
}
