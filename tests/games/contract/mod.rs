//! What every game promises to the rooms above it (the `Game` trait), checked on random games.
//!
//! A new game calls [`keeps_the_contract`] with its rules and is held to all of it.

pub mod observation;
pub mod terms;

use std::fmt::Debug;
use std::ops::Range;

use observation::{Observed, inputs_of};
use portolan::game::{ActionError, Event, Game, Rng, Seat};
use portolan::random::{Streams, below, stream};

/// Actions of earlier positions that are tried where they are not legal.
const POOL: usize = 64;
/// Determinizations compared at one position.
const WORLDS: u64 = 4;
/// Decisions after which a game counts as never ending.
const ENDLESS: usize = 100_000;

/// What a game keeps from its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// Nothing: every determinization is the position itself.
    None,
    /// Something that scores do not depend on, such as cards.
    Cards,
    /// The scores of the others, too.
    Scores,
}

/// A random game of the deal `seed` under way.
struct Table<'a, G: Game> {
    game: &'a G,
    state: G::State,
    chance: Streams,
    bot: Rng,
    events: Vec<Event>,
    decisions: usize,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(game: &'a G, seed: u64) -> Table<'a, G> {
        let mut chance = Streams::new(seed);
        let mut events = Vec::new();
        let state = game.new_state(&mut chance, &mut events);
        Table {
            game,
            state,
            chance,
            bot: stream(seed, &[2]),
            events,
            decisions: 0,
        }
    }

    fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, &mut actions);
        actions
    }

    fn play(&mut self, action: G::Action) {
        self.game
            .apply(&mut self.state, action, &mut self.chance, &mut self.events);
        self.decisions += 1;
        assert!(self.decisions < ENDLESS, "the game does not end");
    }
}

/// Plays one random game for every seed and checks every promise at every decision.
pub fn keeps_the_contract<G: Game>(game: &G, seeds: Range<u64>)
where
    G::State: PartialEq + Debug,
{
    keeps_the_contract_given(game, Secrets::Cards, seeds);
}

/// The same for a game with such secrets.
pub fn keeps_the_contract_given<G: Game>(game: &G, secrets: Secrets, seeds: Range<u64>)
where
    G::State: PartialEq + Debug,
{
    check_games(game, secrets, seeds, |actions, rng| {
        actions[below(rng, actions.len() as u32) as usize]
    });
}

/// The same with a player who may prefer some choices, to get deeper into the game.
pub fn keeps_the_contract_with<G: Game>(
    game: &G,
    seeds: Range<u64>,
    choose: impl Fn(&[G::Action], &mut Rng) -> G::Action,
) where
    G::State: PartialEq + Debug,
{
    check_games(game, Secrets::Cards, seeds, choose);
}

fn check_games<G: Game>(
    game: &G,
    secrets: Secrets,
    seeds: Range<u64>,
    choose: impl Fn(&[G::Action], &mut Rng) -> G::Action,
) where
    G::State: PartialEq + Debug,
{
    let mut pool: Vec<G::Action> = Vec::new();
    let mut varied = false;
    let mut observed = Observed::new(game);
    for seed in seeds {
        let mut table = Table::new(game, seed);
        let mut turns = vec![0; game.seats()];
        loop {
            let actions = check_list(&table);
            check_scores(game, &table.state);
            check_turns(game, &table.state, &mut turns);
            check_left(game, &table.state, table.decisions == 0);
            check_refusals(&table, &actions, &pool);
            if actions.is_empty() {
                break;
            }
            check_notation(&table, &actions);
            check_copies(&table, &actions);
            let observer = table.decisions % game.seats();
            observed.position(game, &table.state, observer);
            observed.actions(game, &table.state, &actions);
            varied |= check_worlds(&table, secrets, &actions, observer, seed);
            check_secrets(&table, &actions, observer, seed);
            if table.decisions % 97 == 50 {
                play_on_from_a_world(&table, observer, seed);
            }
            let action = choose(&actions, &mut table.bot);
            match pool.get_mut(table.decisions % POOL) {
                Some(place) => *place = action,
                None => pool.push(action),
            }
            table.play(action);
        }
        check_events(game, &table.events);
        check_replay(&table, seed, &choose);
    }
    let hides = secrets != Secrets::None;
    assert_eq!(varied, hides, "whether worlds differ");
}

/// Not empty unless the game is over, no action twice, and the buffer's old content is gone.
fn check_list<G: Game>(table: &Table<G>) -> Vec<G::Action> {
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

/// Categories sum to the score; a place is one more than the number of better seats.
fn check_scores<G: Game>(game: &G, state: &G::State) {
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

/// Turns begun never decrease.
fn check_turns<G: Game>(game: &G, state: &G::State, before: &mut [u32]) {
    for (seat, before) in before.iter_mut().enumerate() {
        let turns = game.turns(state, seat);
        assert!(turns >= *before);
        *before = turns;
    }
}

/// All of a game is left when it begins, but for what is granted, and nothing when it is over.
fn check_left<G: Game>(game: &G, state: &G::State, begins: bool) {
    for seat in 0..game.seats() {
        let left = game.left(state, seat);
        assert!((0.0..=1.0).contains(&left), "seat {seat}: {left}");
        assert!(!begins || left > 0.8, "seat {seat} begins with {left}");
        let over = game.to_move(state).is_none();
        assert!(!over || left == 0.0, "seat {seat} ends with {left}");
    }
}

/// An action that is not legal is a typed error, and the state is unchanged.
fn check_refusals<G: Game>(table: &Table<G>, actions: &[G::Action], pool: &[G::Action])
where
    G::State: PartialEq + Debug,
{
    let game = table.game;
    let nonsense = game.parse_action(&table.state, "no such action");
    match nonsense {
        Err(ActionError::GameOver) => assert!(actions.is_empty()),
        Err(ActionError::NotLegal { legal, .. }) => {
            assert!(!actions.is_empty() && !legal.is_empty());
        }
        Ok(action) => panic!("nonsense was read as {action:?}"),
    }
    let step = 1 + table.decisions % 7;
    let illegal = pool.iter().filter(|action| !actions.contains(action));
    for &action in illegal.step_by(step).take(3) {
        let mut copy = table.state.clone();
        let mut chance = table.chance.clone();
        let mut events = Vec::new();
        let refused = game
            .try_apply(&mut copy, action, &mut chance, &mut events)
            .expect_err("it is none of the legal actions");
        assert_eq!(refused == ActionError::GameOver, actions.is_empty());
        assert_eq!(copy, table.state, "{action:?} was refused");
        assert!(events.is_empty());
    }
}

/// Notation is one short line, distinct among the legal actions, and reads back.
fn check_notation<G: Game>(table: &Table<G>, actions: &[G::Action]) {
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

/// Every legal action applies to a copy, leaves the original alone, and does the same again with
/// the same chance.
fn check_copies<G: Game>(table: &Table<G>, actions: &[G::Action])
where
    G::State: PartialEq + Debug,
{
    let game = table.game;
    let before = table.state.clone();
    for &action in actions {
        let results: Vec<(G::State, Vec<Event>)> = [false, true]
            .into_iter()
            .map(|checked| {
                let mut copy = table.state.clone();
                let mut chance = table.chance.clone();
                let mut events = Vec::new();
                if checked {
                    game.try_apply(&mut copy, action, &mut chance, &mut events)
                        .expect("legal");
                } else {
                    game.apply(&mut copy, action, &mut chance, &mut events);
                }
                (copy, events)
            })
            .collect();
        assert_eq!(results[0], results[1], "{action:?}");
        assert_eq!(table.state, before, "{action:?} changed the original");
    }
}

/// Determinize keeps what the observer sees, depends on nothing else, and varies the rest.
/// Returns whether it varied.
fn check_worlds<G: Game>(
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
        let left = |state| (0..game.seats()).map(move |seat| game.left(state, seat));
        assert!(left(&world).eq(left(&table.state)));
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
        // Whatever the hidden part was, the same randomness makes the same world.
        let again = world_of(&world, 0);
        match &first {
            None => assert_eq!(again, world, "not canonical for seat {observer}"),
            Some(first) => {
                assert_eq!(&again, first, "not canonical for seat {observer}");
                varied |= *first != world;
            }
        }
        first.get_or_insert(world);
    }
    varied
}

/// A move is hidden from those who cannot tell what it led to from what another move leads to, and
/// never from the one who makes it.
fn check_secrets<G: Game>(table: &Table<G>, actions: &[G::Action], observer: Seat, seed: u64)
where
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
    let mut values = vec![f32::NAN; game.feature_names().len()];
    game.features(state, seat, &mut values);
    for (value, name) in values.iter().zip(game.feature_names()) {
        assert!(value.is_finite(), "feature {name} is {value}");
    }
    values.into_iter().map(f32::to_bits).collect()
}

/// A world can be played to its end like any position.
fn play_on_from_a_world<G: Game>(table: &Table<G>, observer: Seat, seed: u64) {
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

/// Every event names a seat, a kind and an item.
fn check_events<G: Game>(game: &G, events: &[Event]) {
    for event in events {
        assert!(usize::from(event.seat) < game.seats());
        assert!(usize::from(event.kind) < game.event_kinds().len());
        assert!(!game.event_item(event).is_empty(), "{event:?}");
    }
}

/// The same deal and the same choices are the same game, with the same events.
fn check_replay<G: Game>(
    played: &Table<G>,
    seed: u64,
    choose: impl Fn(&[G::Action], &mut Rng) -> G::Action,
) where
    G::State: PartialEq + Debug,
{
    let mut table = Table::new(played.game, seed);
    loop {
        let actions = table.legal();
        if actions.is_empty() {
            break;
        }
        let action = choose(&actions, &mut table.bot);
        table.play(action);
    }
    assert_eq!(table.state, played.state, "deal {seed} replays differently");
    assert_eq!(table.events, played.events);
}
