//! Thousands of random games of Cartagena in every combination of story and modules: nothing is
//! lost, no space is overcrowded, notation reads back, nobody is shown what he does not know.
//!
//! `PORTOLAN_SOAK=20 cargo test --test cartagena invariants` plays twenty times as many games.

use std::collections::BTreeSet;

use crate::support::Table;
use portolan::game::{Game, Rng};
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::action::Action;
use portolan::games::cartagena::path::{HOME, SLOOP, START};
use portolan::games::cartagena::state::{Phase, State};
use portolan::random::{below, stream};

/// Games per combination of story, modules and number of players.
const GAMES: u64 = 24;
/// Actions between two positions that are determinized.
const WORLD_EVERY: usize = 7;

const STORIES: [&str; 3] = ["story=escape", "story=tortuga", "story=full-escape"];

/// CA-1.3, CA-1.4, CA-2.12, CA-5.6: cards, pirates and the room they have.
fn check(table: &Table) {
    table.check();
    let (game, state) = (&table.game, &table.state);
    let path = game.path();
    for space in 1..=path.length {
        let there: u8 = state.seated().iter().map(|pirates| pirates.at(space)).sum();
        assert_eq!(there, state.crowd.on(space));
        assert!(there <= 3);
        for pirates in state.seated() {
            let sets = pirates.path.0;
            assert_eq!(sets[1] & !sets[0] | sets[2] & !sets[1], 0);
        }
    }
    assert_eq!(state.crowd.taken() >> (path.length + 1), 0);
    for (seat, pirates) in state.seated().iter().enumerate() {
        assert!(pirates.aboard == 0 || path.full_escape && pirates.aboard <= 3);
        let complete = pirates.home == game.options().pirates;
        assert_eq!(
            complete,
            state.phase == Phase::Won && game.ranks(state)[seat] == 1
        );
    }
    assert!(state.actions_left <= 3);
    assert_eq!(state.chests & state.symbols[5], state.chests);
    assert!(state.drawn.is_empty() || !matches!(state.phase, Phase::Turn | Phase::Won));
}

/// What a player is sure of is true, and holds in every world.
fn check_worlds(table: &Table, seed: u64) {
    let state = &table.state;
    for observer in 0..table.game.seats() {
        let knowledge = &state.knowledge[observer];
        let mut others = portolan::games::cartagena::cards::Cards::NONE;
        for seat in (0..table.game.seats()).filter(|&seat| seat != observer) {
            assert_eq!(knowledge.hands[seat].minus(&state.hands[seat]).len(), 0);
            others = others.plus(&state.hands[seat]);
        }
        assert_eq!(knowledge.together.minus(&others).len(), 0);
        assert!(knowledge.hands[observer].is_empty());
        let mut world = state.clone();
        table
            .game
            .determinize(&mut world, observer, &mut stream(seed, &[7]));
        let all = |state: &State| {
            let mut all = state.pile.plus(&state.discards).plus(&state.drawn);
            all = state.hands.iter().fold(all, |all, hand| all.plus(hand));
            for &card in &state.top[..usize::from(state.top_len)] {
                all.add(card);
            }
            all
        };
        assert_eq!(all(&world), all(state));
        assert_eq!(world.hands[observer], state.hands[observer]);
        assert_eq!(world.pile.len(), state.pile.len());
        for seat in 0..table.game.seats() {
            assert_eq!(world.hands[seat].len(), state.hands[seat].len());
        }
        let described = |state: &State| table.game.describe(state, Some(observer));
        assert_eq!(described(&world), described(state));
    }
}

fn check_notation(game: &Cartagena, state: &State, actions: &[Action]) {
    let mut texts = BTreeSet::new();
    for &action in actions {
        let text = game.action_text(state, action);
        assert_eq!(game.parse_action(state, &text), Ok(action), "{text}");
        assert!(texts.insert(text));
    }
}

/// Plays one game; prefers cards, powers and other things that lead far.
fn play(table: &mut Table, seed: u64, kinds: &mut BTreeSet<String>) {
    let mut dice: Rng = stream(seed, &[5]);
    let mut actions = Vec::new();
    let mut decisions = 0;
    while table.game.to_move(&table.state).is_some() {
        table.game.legal_actions(&table.state, &mut actions);
        assert!(!actions.is_empty());
        if decisions % WORLD_EVERY == 0 {
            check_worlds(table, seed + decisions as u64);
            check_notation(&table.game, &table.state, &actions);
        }
        let action = actions[below(&mut dice, actions.len() as u32) as usize];
        let text = table.game.action_text(&table.state, action);
        kinds.insert(text.split(' ').next().unwrap().to_string());
        let before = table.state.clone();
        table
            .game
            .apply(&mut table.state, action, &mut table.rng, &mut table.events);
        if text.starts_with("back") {
            for seat in 0..table.game.seats() {
                let home = |state: &State| state.pirates[seat].at(HOME);
                assert!(home(&table.state) <= home(&before));
                let start = |state: &State| state.pirates[seat].at(START);
                assert_eq!(start(&table.state), start(&before), "CA-2.13");
            }
        }
        check(table);
        decisions += 1;
    }
    let capped = table.game.capped(&table.state);
    let winners = table.state.seated().iter();
    let winners = winners.filter(|pirates| pirates.home == table.game.options().pirates);
    assert_eq!(winners.count(), usize::from(!capped));
    if !table.game.path().full_escape {
        assert!(
            table
                .state
                .seated()
                .iter()
                .all(|pirates| pirates.at(SLOOP) == 0)
        );
    }
}

/// CA-1.3, CA-1.4, CA-2.12, CA-5.6, CA-11.1, CA-11.2, CA-11.3, CA-11.4.
#[test]
fn games_in_every_combination() {
    let times = std::env::var("PORTOLAN_SOAK").map_or(1, |times| times.parse().expect("a number"));
    let seen = std::thread::scope(|scope| {
        let runs = STORIES.map(|story| {
            scope.spawn(move || {
                let mut kinds = BTreeSet::new();
                for modules in 0..8 {
                    let chosen: Vec<&str> = ["morgan", "hindrance", "black-magician"]
                        .into_iter()
                        .enumerate()
                        .filter(|(module, _)| modules >> module & 1 == 1)
                        .map(|(_, name)| name)
                        .collect();
                    let modules = format!("modules={}", chosen.join(","));
                    for players in 2..=5 {
                        for seed in 0..GAMES * times {
                            let pirates = format!("pirates={}", 4 + seed % 3);
                            let cap = ["turn_cap=60", "turn_cap=9"][usize::from(seed % 6 == 5)];
                            let mut options = vec![story, &modules, &pirates, cap];
                            if chosen.contains(&"black-magician") && seed % 2 == 1 {
                                options.extend(["hook_pair=own", "parrot_power=on"]);
                            }
                            if story != "story=full-escape" {
                                options.push(["strips=4", "strips=8"][usize::from(seed % 4 == 3)]);
                            }
                            let layouts = ["fixed", "shuffled-strips", "random-symbols"];
                            let layout = format!("layout={}", layouts[seed as usize % 3]);
                            options.push(&layout);
                            let mut table = Table::dealt(players, &options, seed);
                            play(&mut table, seed, &mut kinds);
                        }
                    }
                }
                kinds
            })
        });
        let mut seen = BTreeSet::new();
        for run in runs {
            match run.join() {
                Ok(kinds) => seen.extend(kinds),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        seen
    });
    let all = [
        "back", "captain", "chest", "discard", "end", "give", "hook", "keep", "lantern", "morgan",
        "parrots", "pistol", "play", "put", "rest", "rum", "sail", "take",
    ];
    let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
    assert_eq!(seen, all, "every kind of action occurs");
}

/// pairs with a pirate of another player, in every story.
#[test]
fn games_with_mixed_pairs() {
    let mut mixed = 0;
    for seed in 0..120 {
        let options = [
            "modules=black-magician,morgan",
            "hook_pair=mixed",
            "turn_cap=60",
        ];
        let mut options = options.to_vec();
        options.push(STORIES[seed as usize % 3]);
        let mut table = Table::dealt(2 + seed as usize % 4, &options, seed);
        let mut dice = stream(seed, &[6]);
        let mut actions = Vec::new();
        while table.game.to_move(&table.state).is_some() {
            table.game.legal_actions(&table.state, &mut actions);
            check_notation(&table.game, &table.state, &actions);
            let action = actions[below(&mut dice, actions.len() as u32) as usize];
            mixed += usize::from(action.payment.other_pirate().is_some());
            table
                .game
                .apply(&mut table.state, action, &mut table.rng, &mut table.events);
            table.check();
        }
    }
    assert!(mixed > 50, "{mixed}");
}

/// The budget of a position is 1 KiB; actions are passed by value everywhere.
#[test]
fn positions_and_actions_are_small() {
    assert!(size_of::<State>() <= 1024, "{} bytes", size_of::<State>());
    assert!(size_of::<Action>() <= 4, "{} bytes", size_of::<Action>());
}
