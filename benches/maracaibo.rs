//! Time of one decision in Maracaibo, step by step, and of a complete random game.
//!
//! Run with `cargo bench --bench maracaibo`. The budgets are 100 ns per random decision and 150 ns
//! per copy.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use portolan::dataset::DataSet;
use portolan::game::Rng;
use portolan::game::prelude::*;
use portolan::games::GameSetup;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::state::State;
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::{below, stream};

/// Number of positions on which single steps are measured.
const POSITIONS: usize = 128;

fn rules() -> Maracaibo {
    Maracaibo::new(&GameSetup {
        game: ENTRY.name.to_string(),
        players: 2,
        options: std::collections::BTreeMap::new(),
        data: DataSet::embedded(ENTRY.files),
    })
    .expect("the default options are accepted")
}

/// Plays a random game and calls `each` with every position and the action taken in it. Returns the
/// number of decisions.
fn random_game(
    game: &Maracaibo,
    rng: &mut Rng,
    actions: &mut Vec<Action>,
    mut each: impl FnMut(&State, Action),
) -> u64 {
    let mut state = game.new_state(rng, &mut ());
    let mut decisions = 0;
    loop {
        game.legal_actions(&state, actions);
        if actions.is_empty() {
            return decisions;
        }
        let action = actions[below(rng, actions.len() as u32) as usize];
        each(&state, action);
        game.apply(&mut state, action, rng, &mut ());
        decisions += 1;
    }
}

/// Samples positions from complete random games, each with the action taken in it.
fn positions(game: &Maracaibo) -> Vec<(State, Action)> {
    let mut rng = stream(1, &[]);
    let mut actions = Vec::new();
    let mut all = Vec::new();
    while all.len() < POSITIONS * 8 {
        random_game(game, &mut rng, &mut actions, |state, action| {
            all.push((*state, action));
        });
    }
    all.into_iter().step_by(8).take(POSITIONS).collect()
}

fn steps(criterion: &mut Criterion) {
    let game = rules();
    let positions = positions(&game);
    let mut rng = stream(2, &[]);
    let mut actions = Vec::with_capacity(256);
    let mut group = criterion.benchmark_group("maracaibo");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .throughput(Throughput::Elements(POSITIONS as u64));

    group.bench_function("legal actions", |bencher| {
        bencher.iter(|| {
            for (state, _) in &positions {
                game.legal_actions(black_box(state), &mut actions);
                black_box(&actions);
            }
        });
    });
    group.bench_function("apply", |bencher| {
        bencher.iter_batched_ref(
            || positions.clone(),
            |positions| {
                for (state, action) in positions {
                    game.apply(state, *action, &mut rng, &mut ());
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("clone", |bencher| {
        let mut copy = positions[0].0;
        bencher.iter(|| {
            for (state, _) in &positions {
                copy.clone_from(black_box(state));
                black_box(&copy);
            }
        });
    });
    group.bench_function("determinize", |bencher| {
        bencher.iter_batched_ref(
            || positions.clone(),
            |positions| {
                for (state, _) in positions {
                    game.determinize(state, 0, &mut rng);
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

fn games(criterion: &mut Criterion) {
    /// Number of games per measurement; the games are the same every time.
    const GAMES: u64 = 50;
    let game = rules();
    let mut actions = Vec::with_capacity(256);
    let mut play = || {
        (0..GAMES)
            .map(|seed| random_game(&game, &mut stream(seed, &[3]), &mut actions, |_, _| {}))
            .sum::<u64>()
    };
    let decisions = play();
    let mut group = criterion.benchmark_group("maracaibo random game of two");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(decisions));
    group.bench_function("by decision", |bencher| bencher.iter(&mut play));
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("by game", |bencher| bencher.iter(&mut play));
    group.finish();
}

criterion_group!(benches, steps, games);
criterion_main!(benches);
