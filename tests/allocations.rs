//! No heap allocation per decision: once the caller's list of actions has grown, whole games are
//! dealt, listed, copied and played without the allocator.

#[path = "cartagena/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod cartagena_support;
#[path = "maracaibo/eager.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod eager;
#[path = "maracaibo/support.rs"]
#[allow(dead_code, reason = "shared with tests that use more of it")]
mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use eager::{Temper, choose};
use portolan::game::{Game, Rng};
use portolan::random::{Streams, below, stream};
use support::rules;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting what the current thread asks of it.
struct Counting;

// SAFETY: every call is passed on unchanged to the system's allocator; counting uses a
// thread-local number without destructor, which never allocates.
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

/// Plays a game, copying the position before every decision; returns the number of
/// allocations, the deal included.
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
fn the_allocator_is_counted() {
    let before = allocations();
    let list = vec![1u8; 10];
    assert!(allocations() > before, "{list:?}");
}

#[test]
fn decisions_do_not_allocate() {
    for options in [&[][..], &["scenario=77"]] {
        for players in 1..=4 {
            let game = rules(players, options);
            let mut actions = Vec::new();
            for temper in [Temper::Even, Temper::Slow] {
                // The first time the list of actions grows to the longest of these games.
                let mut all_games = || -> u64 {
                    (0..40)
                        .map(|seed| {
                            play(&game, seed, &mut actions, |actions, rng| {
                                choose(temper, actions, rng)
                            })
                        })
                        .sum()
                };
                all_games();
                let after_warm_up = all_games();
                assert_eq!(after_warm_up, 0, "{players} players, {temper:?}");
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
            let game = cartagena_support::rules(players, options);
            let mut actions = Vec::new();
            let mut all_games = || -> u64 {
                (0..20)
                    .map(|seed| {
                        play(&game, seed, &mut actions, |actions, rng| {
                            actions[below(rng, actions.len() as u32) as usize]
                        })
                    })
                    .sum()
            };
            all_games();
            assert_eq!(all_games(), 0, "{players} players, {options:?}");
        }
    }
}
