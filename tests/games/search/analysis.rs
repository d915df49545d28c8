//! Analyses are correct, reproducible with any number of threads, and use no hidden information;
//! small endgames are solved exactly.

use portolan::game::prelude::*;
use portolan::games::Visitor;
use portolan::random::stream;
use portolan::search::analysis::{Analysis, Depth, analyze};
use portolan::search::exhaustive::{Refusal, solve};
use portolan::search::parameters::Method;
use portolan::search::settings::Objective;

use super::games::{
    Board, Dice, Hands, HiddenCards, Rolls, TicTacToe, dice_value, dice_value_of_rolling,
};
use super::{choice, exact_of, mcts};

const DEPTH: Depth = Depth {
    trees: 4,
    playouts: 20,
    top: 3,
};

/// Analyses a position with these parameters.
struct Analyst<'a, S> {
    parameters: &'a str,
    state: &'a S,
}

impl<S> Analyst<'_, S> {
    fn of<G: Game<State = S>>(&self, game: &G, also: Option<G::Action>) -> Analysis {
        let (settings, weights) = mcts(self.parameters).search(game, Method::Mcts).unwrap();
        analyze(game, self.state, settings, &weights, DEPTH, also, 9).unwrap()
    }
}

fn analysis<G: Game>(game: &G, state: &G::State, parameters: &str) -> Analysis {
    Analyst { parameters, state }.of(game, None)
}

#[test]
fn analysis_finds_and_values_a_winning_move() {
    // Cell 2 wins immediately.
    let state = Board::after(&[0, 3, 1, 4]);
    let told = analysis(&TicTacToe, &state, "iterations = 1002\npolicy = \"random\"");
    assert_eq!(
        (told.seat, told.iterations, told.findings.len()),
        (0, 1004, 3)
    );
    let mut legal = Vec::new();
    TicTacToe.legal_actions(&state, &mut legal);
    let best = &told.findings[0];
    assert_eq!(legal[best.index], 2);
    assert!(best.visits > 700 && best.visits == best.values[0].count());
    // In all playouts, the lead is 1 over -1 for each seat.
    assert_eq!(best.values[0].mean(), Some(2.0));
    assert_eq!(best.values[1].mean(), Some(-2.0));
    assert_eq!(best.values[0].standard_error(), Some(0.0));
    assert_eq!(
        (best.scores[0].mean(), best.scores[0].count()),
        (Some(1.0), 20)
    );
    assert_eq!(
        (best.scores[1].mean(), best.wins[1].mean()),
        (Some(-1.0), Some(0.0))
    );
    assert_eq!(best.wins[0].mean(), Some(1.0));
    let line: Vec<_> = best
        .line
        .iter()
        .map(|step| (step.seat, &*step.action))
        .collect();
    assert_eq!(line, [(0, "2")]);
    assert_eq!(best.line[0].visits, Some(best.visits));
    // The best move comes first; the played move is listed regardless of its rank.
    let visits: Vec<u64> = told.findings.iter().map(|found| found.visits).collect();
    assert!(visits.is_sorted_by(|one, next| one >= next), "{visits:?}");
    let parameters = "iterations = 1002";
    let analyst = Analyst {
        parameters,
        state: &state,
    };
    let all: Vec<Analysis> = legal
        .iter()
        .map(|&action| analyst.of(&TicTacToe, Some(action)))
        .collect();
    for (index, told) in all.iter().enumerate() {
        assert!(told.findings.iter().any(|found| found.index == index));
        assert!(told.findings.len() <= 4);
    }
}

#[test]
fn analysed_line_alternates_seats_with_falling_visits() {
    // Only the centre draws against an opening in a corner.
    let told = analysis(&TicTacToe, &Board::after(&[0]), "iterations = 8000");
    let line = &told.findings[0].line;
    assert_eq!(line[0].action, "4");
    assert!(line.len() > 2, "{line:?}");
    for (index, step) in line.iter().enumerate() {
        assert_eq!(step.seat, (index + 1) % 2);
        let later = line[index + 1..]
            .iter()
            .filter_map(|step| step.visits)
            .max();
        assert!(later <= step.visits || step.visits.is_none(), "{line:?}");
    }
    // If other seats are not in the tree, their moves have no visits.
    let told = analysis(
        &TicTacToe,
        &Board::after(&[0]),
        "iterations = 4000\nopponents = \"self_only\"",
    );
    for step in &told.findings[0].line {
        assert_eq!(step.visits.is_some(), step.seat == 1, "{step:?}");
    }
}

#[test]
fn forced_move_is_reported_without_a_search() {
    let state = Board::after(&[0, 1, 2, 3, 4, 6, 5, 8]);
    let told = analysis(&TicTacToe, &state, "iterations = 100");
    assert_eq!((told.iterations, told.findings.len()), (0, 1));
    let only = &told.findings[0];
    assert_eq!((only.visits, only.values[0].mean()), (0, None));
    assert_eq!(only.scores[0].count(), 20);
    // A finished game cannot be analysed.
    let over = Board::after(&[0, 3, 1, 4, 2]);
    let (settings, weights) = mcts("").search(&TicTacToe, Method::Mcts).unwrap();
    assert!(analyze(&TicTacToe, &over, settings, &weights, DEPTH, None, 9).is_none());
}

/// Plays a game up to a decision in its middle.
struct InTheMiddle;

impl Visitor for InTheMiddle {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut chance = stream(3, &[]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        for made in 0.. {
            game.legal_actions(&state, &mut legal);
            if made >= 30 && legal.len() > 2 {
                break;
            }
            game.apply(&mut state, legal[made % legal.len()], &mut chance, &mut ());
        }
        answers_alike(&game, &state);
    }
}

/// Asserts that the answer does not depend on the number of threads or on hidden information.
fn answers_alike<G: Game>(game: &G, state: &G::State) {
    let parameters = "iterations = 60\nrollout = \"turns\"\nrollout_length = 1\n";
    let on = |threads: usize, state: &G::State| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| analysis(game, state, parameters))
    };
    let told = on(1, state);
    assert_eq!(told, on(3, state));
    for world in 0..3 {
        let mut imagined = state.clone();
        let seat = game.to_move(state).unwrap();
        game.determinize(&mut imagined, seat, &mut stream(world, &[]));
        assert_eq!(told, on(2, &imagined), "the analysis peeks");
    }
}

#[test]
fn analysis_does_not_depend_on_threads_or_hidden_cards() {
    let hands = |hidden| Hands {
        held: [hidden, 2],
        made: 1,
        over: false,
        points: 0,
    };
    for hidden in [0, 1, 3, 4] {
        answers_alike(&HiddenCards { cards: 5 }, &hands(hidden));
    }
    let (one, other) = (hands(0), hands(4));
    let game = HiddenCards { cards: 5 };
    let parameters = "iterations = 60";
    assert_eq!(
        analysis(&game, &one, parameters),
        analysis(&game, &other, parameters)
    );
    InTheMiddle.visit(super::maracaibo(2));
}

/// For every position of noughts and crosses after four moves, the search finds the exact values and
/// chooses one of the best moves.
#[test]
fn search_agrees_with_exhaustive_search() {
    let spec = mcts("iterations = 2000");
    let mut legal = Vec::new();
    let mut solved = 0;
    for first in 0..9u8 {
        for second in (0..9u8).filter(|&cell| cell != first) {
            let (third, fourth) = ((first + 4) % 9, (second + 2) % 9);
            let cells = [first, second, third, fourth];
            if (0..4).any(|at| cells[..at].contains(&cells[at])) {
                continue;
            }
            let state = Board::after(&cells);
            TicTacToe.legal_actions(&state, &mut legal);
            let exact = solve(&TicTacToe, &state, Objective::Score, 10_000).unwrap();
            for (exact, &cell) in exact.iter().zip(&legal) {
                let value = f64::from(exact_of(&state, cell, 0));
                assert_eq!((exact.values[0], exact.scores[1]), (value, -value));
            }
            let best = exact
                .iter()
                .map(|exact| exact.values[0])
                .fold(-1.0, f64::max);
            let taken = choice(&TicTacToe, &state, &spec, 1);
            let index = legal.iter().position(|&cell| cell == taken).unwrap();
            assert_eq!(exact[index].values[0], best, "{taken} after {cells:?}");
            solved += 1;
        }
    }
    assert!(solved > 40, "{solved}");
}

#[test]
fn solver_enumerates_chance_outcomes() {
    for (made, six) in [(0, false), (1, false), (2, false), (1, true), (2, true)] {
        let state = Rolls {
            points: 4,
            made,
            six,
        };
        let exact = solve(&Dice, &state, Objective::Score, 10_000).unwrap();
        let sure = if six { 5.0 } else { 3.0 } + dice_value(made + 1, six);
        for (found, wanted) in exact.iter().zip([sure, dice_value_of_rolling(made, six)]) {
            assert!((found.values[0] - 4.0 - wanted).abs() < 1e-9, "{state:?}");
            assert_eq!(found.values[0], found.scores[0]);
        }
    }
}

#[test]
fn unsolvable_positions_are_rejected() {
    let empty = Board::after(&[]);
    let refused = solve(&TicTacToe, &empty, Objective::Win, 1000).unwrap_err();
    assert_eq!(refused, Refusal::Large(1000));
    assert!(
        refused.to_string().contains("more than 1000 positions"),
        "{refused}"
    );
    let over = Board::after(&[0, 3, 1, 4, 2]);
    assert_eq!(
        solve(&TicTacToe, &over, Objective::Win, 1000),
        Err(Refusal::Over)
    );
    let game = HiddenCards { cards: 5 };
    let hands = |made, held| Hands {
        held,
        made,
        over: false,
        points: 0,
    };
    // The best choices of bidding and calling depend on the opponent's card.
    for state in [hands(0, [3, 2]), hands(1, [3, 2])] {
        let refused = solve(&game, &state, Objective::Score, 1000).unwrap_err();
        assert!(matches!(refused, Refusal::Hidden(_)), "{refused:?}");
    }
    // With the lowest card, there is only one choice: the opponent gets one point with any card.
    let forced = solve(&game, &hands(1, [3, 0]), Objective::Score, 1000).unwrap();
    assert_eq!(forced[0].values[..2], [1.0, -1.0]);
}
