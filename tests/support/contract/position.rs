//! The individual checks of the contract.

use std::fmt::Debug;

use portolan_core::game::{ActionError, Event, Game, Seat};
use portolan_core::random::{below, stream};

use super::observation::inputs_of;
use super::{ENDLESS, Secrets, Table};

/// Number of determinizations compared in one position.
const WORLDS: u64 = 4;

/// The list of actions must be nonempty unless the game is over, without duplicates, and must
/// replace the old content of the buffer.
pub(super) fn check_list<G: Game>(table: &Table<G>) -> Vec<G::Action> {
    let game = table.game;
    let actions = table.legal();
    assert_eq!(
        game.to_move(&table.state).is_none(),
        actions.is_empty(),
        "the list is empty exactly when the game is over"
    );
    for (index, action) in actions.iter().enumerate() {
        assert!(!actions[..index].contains(action), "{action:?} comes twice");
    }
    if let Some(seat) = game.to_move(&table.state) {
        assert!(seat < game.seats());
    }
    let mut reused = actions.clone();
    game.legal_actions(&table.state, &mut reused);
    assert!(reused == actions, "a used buffer gives another list");
    actions
}

/// Categories must sum to the score, and a rank must be one more than the number of better seats.
pub(super) fn check_scores<G: Game>(game: &G, state: &G::State) {
    let mut categories = vec![0; game.score_categories().len()];
    for seat in 0..game.seats() {
        categories.fill(i32::MIN / 100);
        game.score_breakdown(state, seat, &mut categories);
        let sum: i32 = categories.iter().sum();
        assert_eq!(sum, game.score(state, seat), "seat {seat}: {categories:?}");
    }
    let ranks = game.ranks(state);
    assert_eq!(ranks.len(), game.seats());
    let mut filled = vec![0; game.seats()];
    game.fill_ranks(state, &mut filled);
    assert_eq!(ranks, filled, "searches see other places than results");
    for &rank in &ranks {
        let better = ranks.iter().filter(|&&other| other < rank).count();
        assert_eq!(usize::from(rank), better + 1, "{ranks:?}");
    }
}

/// The number of turns must never decrease.
pub(super) fn check_turns<G: Game>(game: &G, state: &G::State, before: &mut [u32]) {
    for (seat, before) in before.iter_mut().enumerate() {
        let turns = game.turns(state, seat);
        assert!(turns >= *before);
        *before = turns;
    }
}

/// Text that is not a legal action must give a typed error.
pub(super) fn check_refusals<G: Game>(table: &Table<G>, actions: &[G::Action], pool: &[String]) {
    let game = table.game;
    let legal: Vec<String> = (actions.iter())
        .map(|&action| game.action_text(&table.state, action))
        .collect();
    let step = 1 + table.decisions % 7;
    let illegal = pool.iter().filter(|text| !legal.contains(text));
    let nonsense = "no such action".to_string();
    for text in illegal.step_by(step).take(3).chain([&nonsense]) {
        match game.parse_action(&table.state, text) {
            Err(ActionError::GameOver) => assert!(actions.is_empty()),
            Err(ActionError::NotLegal { legal, .. }) => {
                assert!(!actions.is_empty() && !legal.is_empty());
            }
            Ok(action) => panic!("\"{text}\" was read as {action:?}"),
        }
    }
}

/// Notation must be one short line, unique among the legal actions, and parse back to its action.
pub(super) fn check_notation<G: Game>(table: &Table<G>, actions: &[G::Action]) {
    let game = table.game;
    let texts: Vec<String> = actions
        .iter()
        .map(|&action| game.action_text(&table.state, action).to_lowercase())
        .collect();
    for (index, (text, &action)) in texts.iter().zip(actions).enumerate() {
        assert!(!texts[..index].contains(text), "\"{text}\" comes twice");
        assert!(!text.is_empty() && text.len() <= 48 && text.trim() == text && text.is_ascii());
        assert!(!text.contains(['\n', ',', ';']), "\"{text}\"");
        assert_eq!(
            game.parse_action(&table.state, text).as_ref(),
            Ok(&action),
            "\"{text}\""
        );
    }
}

/// Every legal action must apply to a copy, leave the original unchanged, and give the same result
/// again with the same chance.
pub(super) fn check_copies<G: Game>(table: &Table<G>, actions: &[G::Action])
where
    G::State: PartialEq + Debug,
{
    let game = table.game;
    let before = table.state.clone();
    for &action in actions {
        let applied = || {
            let mut copy = table.state.clone();
            let mut chance = table.chance.clone();
            let mut events = Vec::new();
            game.apply(&mut copy, action, &mut chance, &mut events);
            (copy, events)
        };
        assert_eq!(applied(), applied(), "{action:?}");
        assert_eq!(table.state, before, "{action:?} changed the original");
    }
}

/// A determinization must preserve what the observer sees, depend on nothing else, and vary the
/// rest. Returns true if it varied.
pub(super) fn check_worlds<G: Game>(
    table: &Table<G>,
    secrets: Secrets,
    actions: &[G::Action],
    observer: Seat,
    seed: u64,
) -> bool
where
    G::State: PartialEq + Debug,
{
    let game = table.game;
    let world_of = |state: &G::State, number: u64| {
        let mut world = state.clone();
        let mut rng = stream(seed, &[3, table.decisions as u64, number]);
        game.determinize(&mut world, observer, &mut rng);
        world
    };
    let (seen, features, inputs) = (
        game.describe(&table.state, Some(observer)),
        features_of(game, &table.state, observer),
        inputs_of(game, &table.state, observer),
    );
    let mut first: Option<G::State> = None;
    let mut varied = false;
    for number in 0..WORLDS {
        let world = world_of(&table.state, number);
        assert_eq!(game.describe(&world, Some(observer)), seen);
        assert_eq!(game.to_move(&world), game.to_move(&table.state));
        assert_eq!(features_of(game, &world, observer), features);
        assert_eq!(inputs_of(game, &world, observer), inputs);
        for seat in 0..game.seats() {
            if seat == observer || secrets != Secrets::Scores {
                assert_eq!(game.score(&world, seat), game.score(&table.state, seat));
            }
            assert_eq!(game.turns(&world, seat), game.turns(&table.state, seat));
        }
        let mut list = Vec::new();
        game.legal_actions(&world, &mut list);
        if game.to_move(&table.state) == Some(observer) {
            assert!(list == actions, "the observer's own choices differ");
        }
        // The same random numbers must give the same world, regardless of the hidden information.
        let again = world_of(&world, 0);
        match &first {
            None => assert_eq!(again, world, "not canonical for seat {observer}"),
            Some(first) => {
                assert_eq!(&again, first, "not canonical for seat {observer}");
                varied |= *first != world;
            }
        }
        if first.is_none()
            && let Some(stored) = game.stored(&world)
        {
            assert_eq!(game.restored(&stored).as_ref(), Ok(&world));
        }
        first.get_or_insert(world);
    }
    varied
}

/// An action must be hidden from every seat that cannot distinguish its result from that of another
/// action, and never from the seat that takes it.
pub(super) fn check_secrets<G: Game>(
    table: &Table<G>,
    actions: &[G::Action],
    observer: Seat,
    seed: u64,
) where
    G::State: PartialEq + Debug,
{
    let game = table.game;
    let mover = game.to_move(&table.state);
    if mover == Some(observer) {
        for &action in actions {
            assert!(!game.hidden_from(&table.state, action, observer));
        }
        return;
    }
    let (first, last) = (actions[0], actions[actions.len() - 1]);
    let after = |action: G::Action| {
        let mut state = table.state.clone();
        let mut chance = table.chance.clone();
        game.apply(&mut state, action, &mut chance, &mut ());
        let mut world = state.clone();
        let mut rng = stream(seed, &[5, table.decisions as u64]);
        game.determinize(&mut world, observer, &mut rng);
        (state, world)
    };
    let ((one, one_seen), (other, other_seen)) = (after(first), after(last));
    if one != other && one_seen == other_seen {
        assert!(
            game.hidden_from(&table.state, first, observer),
            "seat {observer} cannot tell {first:?} from {last:?}, but is told"
        );
    }
}

fn features_of<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<u32> {
    let mut values = vec![f32::NAN; G::FEATURE_NAMES.len()];
    game.features(state, seat, &mut values);
    for (value, name) in values.iter().zip(G::FEATURE_NAMES) {
        assert!(value.is_finite(), "feature {name} is {value}");
    }
    values.into_iter().map(f32::to_bits).collect()
}

/// A determinized position must be playable to the end.
pub(super) fn play_on_from_a_world<G: Game>(table: &Table<G>, observer: Seat, seed: u64) {
    let game = table.game;
    let mut world = table.state.clone();
    let mut rng = stream(seed, &[4, table.decisions as u64]);
    game.determinize(&mut world, observer, &mut rng);
    let mut actions = Vec::new();
    for _ in 0..ENDLESS {
        game.legal_actions(&world, &mut actions);
        if actions.is_empty() {
            check_scores(game, &world);
            return;
        }
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.apply(&mut world, action, &mut rng, &mut ());
    }
    panic!("the game does not end");
}

/// Every event must have a valid seat, kind and item.
pub(super) fn check_events<G: Game>(game: &G, events: &[Event]) {
    for event in events {
        assert!(usize::from(event.seat) < game.seats());
        assert!(usize::from(event.kind) < G::EVENT_KINDS.len());
        assert!(!game.event_item(event).is_empty(), "{event:?}");
    }
}
