//! Every field of a position that a seat knows and that is still relevant affects the features.

use std::collections::HashMap;

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::action::{Action, ActionKind};
use portolan::games::cartagena::cards::kind;
use portolan::games::cartagena::components::{HOOK, RUM};
use portolan::games::cartagena::path::{HOME, Place, SLOOP, START};
use portolan::games::cartagena::state::{Knowledge, Phase, State};
use portolan::random::{Streams, below, stream};

use super::observation_support::differences;
use super::shown::fields_of_state;
use super::shown_support::every_field_is_known;
use super::support::rules;

/// Change of a field, and whether seats at these distances from the seat to move should see it.
type Change = (&'static str, fn(&mut State), [bool; 2]);

const BOTH: [bool; 2] = [true, true];
const OWN: [bool; 2] = [true, false];

/// Changes of a position with seat 1 to move; seat 2 is the other observer.
const CHANGES: [Change; 25] = [
    ("phase", |state| state.phase = Phase::LanternKeep, BOTH),
    ("active", |state| state.active = 2, BOTH),
    ("actions_left", |state| state.actions_left -= 1, BOTH),
    ("fresh", |state| state.fresh = !state.fresh, BOTH),
    ("acted", |state| state.acted = !state.acted, BOTH),
    ("black_played", |state| state.black_played = true, BOTH),
    (
        "at_tortuga",
        |state| state.at_tortuga = !state.at_tortuga,
        BOTH,
    ),
    ("turns", |state| state.turns[2] += 1, BOTH),
    ("symbols", |state| state.symbols.swap(0, 1), BOTH),
    ("crowd", |state| state.crowd = Default::default(), BOTH),
    (
        "pirates: path",
        |state| state.pirates[2].path = Default::default(),
        BOTH,
    ),
    ("pirates: start", |state| state.pirates[1].start ^= 1, BOTH),
    (
        "pirates: aboard",
        |state| state.pirates[1].aboard ^= 1,
        BOTH,
    ),
    ("pirates: home", |state| state.pirates[2].home += 1, BOTH),
    ("hands", |state| state.hands[0].add(kind(RUM, true)), BOTH),
    ("hands: kinds", |state| exchange(&mut state.hands[0]), OWN),
    ("pile", |state| state.pile.add(kind(RUM, false)), BOTH),
    (
        "top",
        |state| state.top[0] = kind(HOOK, state.top[0] == kind(HOOK, false)),
        OWN,
    ),
    ("top_len", |state| state.top_len -= 1, BOTH),
    ("top_known_to", |state| state.top_known_to = 2, BOTH),
    (
        "discards",
        |state| state.discards.add(kind(RUM, false)),
        BOTH,
    ),
    ("drawn", |state| state.drawn.add(kind(RUM, false)), BOTH),
    ("chests", |state| state.chests ^= 1 << 5, BOTH),
    ("closed_tiles", |state| state.closed_tiles[0] ^= 1, BOTH),
    (
        "knowledge",
        |state| state.knowledge[0].hands[1].add(kind(RUM, true)),
        OWN,
    ),
];

/// Replaces a card with another one.
fn exchange(cards: &mut portolan::games::cartagena::cards::Cards) {
    let first = cards.kinds().next().expect("a card");
    cards.remove(first);
    cards.add(if first == kind(HOOK, true) {
        kind(RUM, true)
    } else {
        kind(HOOK, true)
    });
}

/// Returns a position late in a random game, at the start of a turn of seat 1, which knows the order of two cards on
/// the pile.
fn position(game: &Cartagena, deal: u64) -> State {
    let mut chance = Streams::new(deal);
    let mut rng = stream(deal, &[1]);
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    for decision in 0.. {
        game.legal_actions(&state, &mut actions);
        let ours = state.phase == Phase::Turn && state.active == 0 && state.fresh;
        let cards = state.hands.iter().take(3).all(|hand| hand.len() > 1);
        if decision > 40 && ours && cards {
            break;
        }
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.apply(&mut state, action, &mut chance, &mut ());
    }
    (state.top, state.top_len, state.top_known_to) = ([kind(RUM, false); 3], 2, 0);
    state.knowledge[0] = Knowledge::default();
    state
}

/// The number of seats is fixed by the setup. The target of a power and the last discard have a separate test.
#[test]
fn every_state_field_is_covered_by_a_change() {
    let changes = CHANGES.map(|(field, ..)| field);
    let beside = ["seats", "other", "discarded"];
    every_field_is_known(&fields_of_state(), &changes, &beside);
}

fn all_modules() -> Cartagena {
    let modules = "modules=morgan,hindrance,black-magician";
    rules(3, &["story=full-escape", modules, "layout=random-symbols"])
}

#[test]
fn features_reflect_every_known_field() {
    let game = all_modules();
    let state = position(&game, 3);
    for (field, change, seen) in CHANGES {
        let mut changed = state.clone();
        change(&mut changed);
        for (observer, seen) in seen.into_iter().enumerate() {
            let told = differences(&game, &state, &changed, observer);
            assert_eq!(
                !told.is_empty(),
                seen,
                "{field}, seat {}: {told:?}",
                observer + 1
            );
        }
    }
}

/// The target of a power and the last discard are relevant only in their phases.
#[test]
fn features_reflect_fields_of_single_phases() {
    let game = all_modules();
    for (phase, change) in [
        (Phase::Pistol, (|state| state.other = 2) as fn(&mut State)),
        (Phase::RumGive, |state| state.other = 2),
        (Phase::Hindrance, |state| state.other = 2),
        (Phase::Hindrance, |state| {
            state.discarded = kind(HOOK, false)
        }),
    ] {
        let mut state = position(&game, 4);
        (state.phase, state.other) = (phase, 1);
        let mut changed = state.clone();
        change(&mut changed);
        assert!(
            !differences(&game, &state, &changed, 0).is_empty(),
            "{phase:?}"
        );
    }
}

/// Every option that changes the rules affects the features of all positions.
#[test]
fn features_reflect_every_rule_option() {
    let told = |options: &[&str]| {
        let game = rules(3, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        super::observation_support::inputs_of(&game, &state, Seat::from(0u8))
    };
    let magician = "modules=black-magician";
    for (one, other) in [
        (&["story=escape"][..], &["story=tortuga"][..]),
        (&["strips=6"], &["strips=7"]),
        (&["pirates=6"], &["pirates=5"]),
        (&["modules=none"], &["modules=morgan"]),
        (&["modules=none"], &["modules=hindrance"]),
        (&["modules=none"], &[magician]),
        (&["turn_cap=200"], &["turn_cap=20"]),
        (
            &["story=full-escape", "sail_back_counts_jail=on"],
            &["story=full-escape", "sail_back_counts_jail=off"],
        ),
        (
            &["story=full-escape", "sail_out_needs_own_aboard=off"],
            &["story=full-escape", "sail_out_needs_own_aboard=on"],
        ),
        (
            &["modules=morgan", "morgan_jail=on"],
            &["modules=morgan", "morgan_jail=off"],
        ),
        (&[magician, "hook_pair=own"], &[magician, "hook_pair=mixed"]),
        (
            &[magician, "parrot_power=off"],
            &[magician, "parrot_power=on"],
        ),
        (&[magician, "powers=all"], &[magician, "powers=rum"]),
        (
            &[magician, "powers=rum"],
            &[magician, "powers=rum", "powers_for=2"],
        ),
    ] {
        assert_ne!(told(one), told(other), "{other:?}");
    }
}

/// Effect of a move: kind of action, card, number of own pirates behind, distance (in tens to the sloop or the goal),
/// and number of cards drawn.
type Move = (ActionKind, u8, usize, Option<Place>, u16, u8);

/// Returns the effect of an own pirate's move, from the positions before and after it.
fn what_it_does(game: &Cartagena, before: &State, action: Action, after: &State) -> Move {
    let seat = Seat::from(before.active);
    let path = game.path();
    let places = || (START..=HOME).filter(|&place| place <= path.length || place >= SLOOP);
    let at = |state: &State, place| state.pirates[seat].at(place);
    let changed = |more: bool| {
        let mut found = places().filter(|&place| {
            let (before, after) = (at(before, place), at(after, place));
            if more { after > before } else { after < before }
        });
        found.next().expect("a pirate moves")
    };
    let (from, to) = (changed(false), changed(true));
    let progress = |place| path.progress(place);
    let behind: u8 = places()
        .filter(|&place| {
            progress(place) < progress(from)
                || place < SLOOP && from == SLOOP && progress(place) == progress(SLOOP)
        })
        .map(|place| at(before, place))
        .sum();
    let spaces = progress(from).abs_diff(progress(to));
    let end = [SLOOP, HOME].into_iter().find(|&end| end == to);
    let (card, drawn) = match action.kind {
        ActionKind::Play => (action.a, 0),
        _ => (0, before.crowd.on(to)),
    };
    let spaces = if end.is_some() { spaces / 10 } else { spaces };
    (action.kind, card, usize::from(behind), end, spaces, drawn)
}

/// In all stories, moves of own pirates have different action indices if and only if their effects differ.
#[test]
fn moves_share_an_index_only_with_equal_effects() {
    let mut moves = HashMap::new();
    let mut numbers = HashMap::new();
    for (deal, story) in (0..60).zip(
        ["story=escape", "story=tortuga", "story=full-escape"]
            .into_iter()
            .cycle(),
    ) {
        let game = rules(2 + deal as usize % 4, &[story, "modules=morgan"]);
        let mut chance = Streams::new(deal);
        let mut rng = stream(deal, &[2]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        while game.to_move(&state).is_some() {
            game.legal_actions(&state, &mut actions);
            let own = actions
                .iter()
                .filter(|action| matches!(action.kind, ActionKind::Play | ActionKind::Back));
            for &action in own {
                let mut after = state.clone();
                game.apply(&mut after, action, &mut chance.clone(), &mut ());
                let done = what_it_does(&game, &state, action, &after);
                let number = game.policy_slot(&state, action);
                assert_eq!(*moves.entry(number).or_insert(done), done, "{number}");
                assert_eq!(*numbers.entry(done).or_insert(number), number, "{done:?}");
            }
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
    assert!(moves.len() > 300, "{}", moves.len());
}
