//! Decisions do not allocate heap memory: once the list of actions has reached its size, whole
//! games are dealt, listed, copied and played without allocations. A search whose tree has
//! reached its size makes no allocations either.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use portolan::bots::{BotKind, BotSpec};
use portolan::game::Rng;
use portolan::game::prelude::*;
use portolan::games::cartagena::{self, Cartagena};
use portolan::games::endeavor::{self, Endeavor};
use portolan::games::maracaibo::{self, Maracaibo};
use portolan::games::puerto_rico::{self, PuertoRico};
use portolan::random::{Streams, below, stream};
use portolan_testing::maracaibo::eager::{Temper, choose};
use portolan_testing::table::setup;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// System allocator that counts the allocations of the current thread.
struct Counting;

// SAFETY: every call is forwarded unchanged to the system allocator. Counting uses a thread-local
// number without a destructor, which never allocates.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count() {
    let _ = ALLOCATIONS.try_with(|number| number.set(number.get() + 1));
}

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Plays a game, copying the position before every decision. Returns the number of allocations,
/// including the deal.
fn play<G: Game>(
    game: &G,
    seed: u64,
    actions: &mut Vec<G::Action>,
    choose: impl Fn(&[G::Action], &mut Rng) -> G::Action,
) -> u64 {
    let mut chance = Streams::new(seed);
    let mut rng = stream(seed, &[2]);
    let before = allocations();
    let mut state = game.new_state(&mut chance, &mut ());
    loop {
        game.legal_actions(&state, actions);
        if actions.is_empty() {
            break;
        }
        let action = choose(actions, &mut rng);
        let mut next = state.clone();
        game.apply(&mut next, action, &mut chance, &mut ());
        state = next;
    }
    assert!((0..game.seats()).all(|seat| game.score(&state, seat) >= 0));
    allocations() - before
}

#[test]
fn allocations_are_counted() {
    let before = allocations();
    let list = vec![1u8; 10];
    assert!(allocations() > before, "{list:?}");
}

/// Plays games twice and returns the number of allocations of the second time. The first time, the
/// list of actions grows to its maximum length.
fn once_warm<G: Game>(
    game: &G,
    games: u64,
    choose: impl Fn(&[G::Action], &mut Rng) -> G::Action,
) -> u64 {
    let mut actions = Vec::new();
    let mut all_games = || -> u64 {
        (0..games)
            .map(|seed| play(game, seed, &mut actions, &choose))
            .sum()
    };
    all_games();
    all_games()
}

fn any<A: Copy>(actions: &[A], rng: &mut Rng) -> A {
    actions[below(rng, actions.len() as u32) as usize]
}

#[test]
fn decisions_of_maracaibo_do_not_allocate() {
    for options in [&[][..], &["scenario=77"]] {
        for players in 1..=4 {
            let game = Maracaibo::new(&setup(&maracaibo::ENTRY, players, options)).unwrap();
            for temper in [Temper::Even, Temper::Slow] {
                let allocated = once_warm(&game, 40, |actions, rng| choose(temper, actions, rng));
                assert_eq!(allocated, 0, "{players} players, {temper:?}");
            }
        }
    }
}

#[test]
fn decisions_of_cartagena_do_not_allocate() {
    for options in [
        &["story=escape"][..],
        &[
            "story=full-escape",
            "modules=morgan,hindrance,black-magician",
            "parrot_power=on",
        ],
    ] {
        for players in 2..=5 {
            let game = Cartagena::new(&setup(&cartagena::ENTRY, players, options)).unwrap();
            let allocated = once_warm(&game, 20, any);
            assert_eq!(allocated, 0, "{players} players, {options:?}");
        }
    }
}

#[test]
fn decisions_of_endeavor_do_not_allocate() {
    for (players, options) in [
        (2, &["silent_fleets=on", "scarce_buildings=on"][..]),
        (2, &[]),
        (3, &[]),
        (4, &["side=B"]),
        (5, &[]),
    ] {
        let game = Endeavor::new(&setup(&endeavor::ENTRY, players, options)).unwrap();
        let allocated = once_warm(&game, 30, any);
        assert_eq!(allocated, 0, "{players} players, {options:?}");
    }
}

#[test]
fn decisions_of_puerto_rico_do_not_allocate() {
    for players in 2..=5 {
        let game = PuertoRico::new(&setup(&puerto_rico::ENTRY, players, &[])).unwrap();
        assert_eq!(once_warm(&game, 40, any), 0, "{players} players");
    }
}

/// Searches the same positions twice and returns the number of allocations of the second time.
fn allocations_of_search(kind: BotKind, parameters: &str) -> u64 {
    let game = Maracaibo::new(&setup(&maracaibo::ENTRY, 3, &[])).unwrap();
    let mut bot = BotSpec {
        kind,
        parameters: toml::from_str(parameters).unwrap(),
        weights: [("score".to_string(), 1.0)].into(),
        ..BotSpec::random()
    }
    .build(&game)
    .unwrap();
    let mut actions = Vec::new();
    let mut pass = || {
        let mut chance = Streams::new(3);
        let mut rng = stream(3, &[4]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut spent = 0;
        for decision in 0.. {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            if decision % 20 == 0 && actions.len() > 1 {
                let before = allocations();
                bot.choose(&game, &state, &actions, &mut rng);
                spent += allocations() - before;
            }
            let action = choose(Temper::Even, &actions, &mut rng);
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        spent
    };
    assert!(pass() > 0, "the first time memory grows");
    pass()
}

#[test]
fn repeated_search_does_not_allocate() {
    for objective in ["win", "rank", "score", "lead"] {
        let parameters = format!("iterations = 60\nobjective = \"{objective}\"");
        assert_eq!(allocations_of_search(BotKind::Mcts, &parameters), 0);
        assert_eq!(allocations_of_search(BotKind::Flat, &parameters), 0);
    }
    for parameters in [
        "iterations = 300\nrollout = \"own_turns\"\nrollout_length = 1\npolicy = \"epsilon\"",
        "iterations = 300\npolicy = \"mast\"",
        "iterations = 300\nrollout = \"decisions\"\nbias = 1\nevaluation = \"features\"",
        "iterations = 100\nrollout = \"turns\"\nrollout_length = 2\npolicy = \"boltzmann\"",
        "iterations = 100\nopponents = \"self_only\"\nformula = \"ucb1\"",
    ] {
        assert_eq!(
            allocations_of_search(BotKind::Mcts, parameters),
            0,
            "{parameters}"
        );
    }
}
