//! Contract of games with items: terms must be obeyed in random games, regardless of the preferences of the
//! seats.

use std::ops::Range;

use portolan_core::game::{Event, Game, Rng, Rules, Seat};
use portolan_core::item::{Item, ItemSet, Terms};
use portolan_core::random::{Streams, below, stream};

/// Number of actions after which a game counts as endless.
const ENDLESS: usize = 100_000;

/// Labels must be unique within a kind, events must exist, and prices must change as requested
/// or give an error.
pub fn names_its_items<G: Game>(game: &G) {
    let (kinds, items) = (G::ITEM_KINDS, game.items());
    assert!(!items.is_empty() && items.is_sorted_by_key(|item| item.kind));
    for (index, item) in items.iter().enumerate() {
        let twin = |other: &Item| other.kind == item.kind && other.label == item.label;
        assert!(!items[..index].iter().any(twin), "{item:?} comes twice");
    }
    for event in kinds.iter().flat_map(|kind| kind.events) {
        assert!(G::EVENT_KINDS.contains(event), "{event}");
    }
    for (index, item) in items.iter().enumerate() {
        let mut other = game.clone();
        let price = |game: &G| game.items()[index].price;
        match item.price {
            Some(_) => {
                other.reprice(index, 1).unwrap();
                assert_eq!(price(&other), item.price.map(|price| price + 1));
                other.reprice(index, -1).unwrap();
                assert_eq!(other.items(), items);
                assert!(!other.reprice(index, 1000).unwrap_err().is_empty());
            }
            None => assert!(!other.reprice(index, 1).unwrap_err().is_empty()),
        }
        assert_eq!(price(&other), item.price, "a refusal changes nothing");
    }
}

/// Selects random items for every seat, one in `one_in` on average.
fn random_sets<G: Game>(game: &G, one_in: u32, rng: &mut Rng) -> Vec<ItemSet> {
    let items = game.items().len();
    (0..game.seats())
        .map(|_| {
            let mut set = ItemSet::EMPTY;
            (0..items)
                .filter(|_| below(rng, one_in) == 0)
                .for_each(|item| set.insert(item));
            set
        })
        .collect()
}

/// Callback with a position, its legal actions, the chosen action and the events so far.
type Look<'a, G> =
    dyn FnMut(&<G as Rules>::State, &[<G as Rules>::Action], <G as Rules>::Action, &[Event]) + 'a;

/// Check of the invariants of a position with its events.
pub type Whole<'a, G> = dyn Fn(&G, &<G as Rules>::State, &[Event]) + 'a;

/// Plays a random game; `look` is called in every position with its legal actions and the chosen one.
fn play<G: Game>(game: &G, seed: u64, look: &mut Look<G>) -> (G::State, Vec<Event>) {
    let mut chance = Streams::new(seed);
    let mut dice = stream(seed, &[6]);
    let mut events = Vec::new();
    let mut state = game.new_state(&mut chance, &mut events);
    let mut actions = Vec::new();
    for _ in 0..ENDLESS {
        game.legal_actions(&state, &mut actions);
        if actions.is_empty() {
            return (state, events);
        }
        let action = actions[below(&mut dice, actions.len() as u32) as usize];
        look(&state, &actions, action, &events);
        game.apply(&mut state, action, &mut chance, &mut events);
    }
    panic!("the game does not end");
}

/// Returns the item that an event records as taken.
fn taken<G: Game>(game: &G, items: &[Item], event: &Event) -> Option<usize> {
    let name = G::EVENT_KINDS[usize::from(event.kind)];
    let kinds = G::ITEM_KINDS;
    let kind = kinds.iter().position(|kind| kind.taken_by() == name)?;
    let label = game.event_item(event);
    items
        .iter()
        .position(|item| item.kind == kind && item.label == label)
}

/// A forbidden item must not be taken or set aside unless there is no other action.
pub fn forbids<G: Game>(game: &G, seeds: Range<u64>) {
    let items = game.items();
    let (mut denied, mut forced_ever) = (0, 0);
    for seed in seeds {
        let sets = random_sets(game, 3, &mut stream(seed, &[7]));
        let mut bound = game.clone();
        let mut terms = Terms::FREE;
        for (seat, &set) in sets.iter().enumerate() {
            terms.forbid(seat, set);
        }
        bound.set_terms(terms);
        let mut forced: Vec<(Seat, usize)> = Vec::new();
        let mut free = Vec::new();
        let (_, events) = play(&bound, seed, &mut |state, actions, choice, _| {
            let seat = game.to_move(state).unwrap();
            let item = |action: G::Action| game.item_action(state, action).map(|does| does.item);
            let forbidden =
                |&action: &G::Action| item(action).is_some_and(|item| sets[seat].contains(item));
            game.legal_actions(state, &mut free);
            denied += free.iter().copied().filter(forbidden).count();
            keeps_to(game, &terms, state, actions);
            if actions.iter().any(forbidden) {
                forced.extend(item(choice).map(|item| (seat, item)));
            }
        });
        for event in &events {
            let seat = Seat::from(event.seat);
            if let Some(item) = taken(game, &items, event) {
                let allowed = !sets[seat].contains(item) || forced.contains(&(seat, item));
                assert!(allowed, "seat {seat} took {}", items[item].label);
            }
        }
        forced_ever += forced.len();
    }
    assert!(denied > 100, "{denied} actions were denied");
    assert!(
        forced_ever * 50 < denied,
        "{forced_ever} choices were forced"
    );
}

/// A forced item must be taken as soon as possible, without any other change.
pub fn obliges<G: Game>(game: &G, seeds: Range<u64>) {
    let mut obliged = 0;
    for seed in seeds {
        let sets = random_sets(game, 5, &mut stream(seed, &[8]));
        let mut bound = game.clone();
        let mut terms = Terms::FREE;
        for (seat, &set) in sets.iter().enumerate() {
            terms.oblige(seat, set);
        }
        bound.set_terms(terms);
        let mut free = Vec::new();
        play(&bound, seed, &mut |state, actions, _, _| {
            let seat = game.to_move(state).unwrap();
            let takes = |action: &G::Action| {
                let does = game.item_action(state, *action);
                does.is_some_and(|does| does.takes && sets[seat].contains(does.item))
            };
            game.legal_actions(state, &mut free);
            if actions.iter().all(takes) {
                obliged += 1;
            } else {
                assert!(!free.iter().any(takes) && !actions.iter().any(takes));
                assert!(free.iter().all(|action| actions.contains(action)));
            }
        });
    }
    assert!(obliged > 20, "{obliged} decisions were taken away");
}

/// An item whose price is raised by one must cost one more, for every seat and at any time.
pub fn prices<G: Game>(game: &G, seeds: Range<u64>) {
    let items = game.items();
    let mut dear = game.clone();
    for item in (0..items.len()).filter(|&item| items[item].price.is_some()) {
        dear.reprice(item, 1).unwrap();
    }
    let mut compared = 0;
    for seed in seeds {
        play(game, seed, &mut |state, actions, _, _| {
            let priced = actions.iter().filter(|&&action| {
                let does = game.item_action(state, action);
                does.is_some_and(|does| does.takes && items[does.item].price.is_some())
            });
            let mut still = Vec::new();
            dear.legal_actions(state, &mut still);
            for &action in priced.filter(|action| still.contains(action)) {
                let paid = |game: &G| {
                    let mut events = Vec::new();
                    let mut rng = stream(seed, &[10]);
                    game.apply(&mut state.clone(), action, &mut rng, &mut events);
                    let bought = events
                        .iter()
                        .find(|event| taken(game, &items, event).is_some());
                    bought.map(|event| event.value)
                };
                let (Some(before), Some(after)) = (paid(game), paid(&dear)) else {
                    continue;
                };
                // An item that a discount makes free may remain free.
                assert!(
                    after == before + 1 || (before, after) == (0, 0),
                    "{action:?}: {before}, then {after}"
                );
                compared += usize::from(after > before);
            }
        });
    }
    assert!(compared > 50, "{compared} prices were compared");
}

/// A granted item must be present from the start (`holds`), in a position that satisfies the invariants
/// (`whole`) up to the end of a random game.
pub fn grants<G: Game>(
    game: &G,
    every: usize,
    holds: &dyn Fn(&G::State, Seat, &Item) -> bool,
    whole: &Whole<G>,
) {
    let items = game.items();
    let grantable = (0..items.len()).filter(|&item| game.can_grant(item).is_ok());
    let mut changed = 0;
    for (number, item) in grantable
        .enumerate()
        .filter(|(number, _)| number % every == 0)
    {
        for seed in 0..2 {
            let seat = (number + seed as usize) % game.seats();
            let mut given = game.clone();
            let mut terms = Terms::FREE;
            terms.grant(seat, item);
            given.set_terms(terms);
            let start = |game: &G| game.new_state(&mut Streams::new(seed), &mut ());
            let label = &items[item].label;
            assert!(holds(&start(&given), seat, &items[item]), "{label}");
            changed += usize::from(!holds(&start(game), seat, &items[item]));
            let (end, events) = play(&given, seed, &mut |state, _, _, events| {
                whole(&given, state, events);
            });
            whole(&given, &end, &events);
        }
    }
    assert!(changed > 10, "{changed} deals were changed");
    for (index, item) in items.iter().enumerate() {
        if let Err(reason) = game.can_grant(index) {
            assert!(!reason.is_empty(), "{item:?}");
        }
    }
}

/// Returns random terms that restrict every player of a game with items in all possible ways.
pub fn any_terms<G: Game>(game: &G, seed: u64) -> Terms {
    let mut rng = stream(seed, &[11]);
    let mut terms = Terms::FREE;
    let (forbidden, obliged) = (
        random_sets(game, 4, &mut rng),
        random_sets(game, 6, &mut rng),
    );
    // Automas are not restricted.
    let players = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
    let players: Vec<Seat> = players.collect();
    for &seat in &players {
        terms.forbid(seat, forbidden[seat]);
        terms.oblige(seat, obliged[seat]);
    }
    let grantable: Vec<usize> = (0..game.items().len())
        .filter(|&item| game.can_grant(item).is_ok())
        .collect();
    let item = grantable[below(&mut rng, grantable.len() as u32) as usize];
    terms.grant(players[seed as usize % players.len()], item);
    terms
}

/// Returns a game with such terms.
pub fn bound<G: Game>(game: &G, seed: u64) -> G {
    let mut bound = game.clone();
    bound.set_terms(any_terms(game, seed));
    bound
}

/// Every legal action must be allowed by the terms, given the actions that would be legal without them. The
/// reverse need not hold: a game may omit actions that lead nowhere under the terms.
pub fn keeps_to<G: Game>(free: &G, terms: &Terms, state: &G::State, actions: &[G::Action]) {
    let Some(seat) = free.to_move(state) else {
        return;
    };
    let mut allowed = Vec::new();
    free.legal_actions(state, &mut allowed);
    // Terms may distinguish cards that are equivalent in a game without terms.
    let others = actions.iter().filter(|action| !allowed.contains(action));
    let others: Vec<G::Action> = others.copied().collect();
    allowed.extend(others);
    terms.restrict(seat, &mut allowed, |action| free.item_action(state, action));
    for action in actions {
        assert!(allowed.contains(action), "{action:?} is not allowed");
    }
}
