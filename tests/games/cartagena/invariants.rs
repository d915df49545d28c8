//! Thousands of random games of Cartagena with all combinations of story and modules: no components are
//! lost, no space holds too many pirates, notation can be parsed, and hidden information stays hidden.

use std::collections::BTreeSet;

use super::laws;
use super::support::{Table, card};
use portolan::game::Rng;
use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::action::Action;
use portolan::games::cartagena::cards::Cards;
use portolan::games::cartagena::components::SNAKE;
use portolan::games::cartagena::path::{START, Walk};
use portolan::games::cartagena::state::State;
use portolan::random::{below, stream};

/// Number of games per combination of story, modules and number of players, so that all pairs of the
/// options below occur.
const GAMES: u64 = 12;
/// Number of actions between two determinizations.
const WORLD_EVERY: usize = 7;

const STORIES: [&str; 3] = ["story=escape", "story=tortuga", "story=full-escape"];

fn check_notation(game: &Cartagena, state: &State, actions: &[Action]) {
    let mut texts = BTreeSet::new();
    for &action in actions {
        let text = game.action_text(state, action);
        assert_eq!(game.parse_action(state, &text), Ok(action), "{text}");
        assert!(texts.insert(text));
    }
}

/// Plays a game and records the kinds of action that occur.
fn play(table: &mut Table, seed: u64, kinds: &mut BTreeSet<String>) {
    let mut dice: Rng = stream(seed, &[5]);
    let mut actions = Vec::new();
    let mut decisions = 0;
    while table.game.to_move(&table.state).is_some() {
        table.game.legal_actions(&table.state, &mut actions);
        assert!(!actions.is_empty());
        if decisions % WORLD_EVERY == 0 {
            for observer in 0..table.game.seats() {
                laws::knows(&table.game, &table.state, observer, seed + decisions as u64);
            }
            check_notation(&table.game, &table.state, &actions);
        }
        let action = actions[below(&mut dice, actions.len() as u32) as usize];
        let text = table.game.action_text(&table.state, action);
        kinds.insert(text.split(' ').next().unwrap().to_string());
        let before = table.state.clone();
        table.apply(action);
        laws::acted(&table.game, &before, action, &table.state);
        decisions += 1;
    }
    laws::ended(&table.game, &table.state);
}

/// CA-1.3, CA-1.4, CA-2.12, CA-5.6, CA-11.1, CA-11.2, CA-11.3, CA-11.4.
fn every_combination(one_in: u64) {
    let seen = std::thread::scope(|scope| {
        let runs = STORIES.map(|story| {
            scope.spawn(move || {
                let mut kinds = BTreeSet::new();
                for combination in 0..8_u64 {
                    let chosen: Vec<&str> = ["morgan", "hindrance", "black-magician"]
                        .into_iter()
                        .enumerate()
                        .filter(|(module, _)| combination >> module & 1 == 1)
                        .map(|(_, name)| name)
                        .collect();
                    let modules = format!("modules={}", chosen.join(","));
                    for players in 2..=5 {
                        // Adjacent combinations play different games.
                        let first = (combination + players as u64) % one_in;
                        for seed in (first..GAMES).step_by(one_in as usize) {
                            let pirates = format!("pirates={}", 4 + seed % 3);
                            let cap = ["turn_cap=60", "turn_cap=9"][usize::from(seed % 6 == 5)];
                            let mut options = vec![story, &modules, &pirates, cap];
                            if seed % 2 == 0 {
                                options.extend(["seat_1_cards=-6", "seat_2_cards=6"]);
                            }
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

#[test]
fn random_games_of_every_combination_satisfy_invariants() {
    every_combination(6);
}

/// CA-A15: Pairs with a pirate of another player, in all stories.
fn mixed_pairs(games: u64) {
    let mut mixed = 0;
    for seed in 0..games {
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
            mixed += u64::from(action.payment.other_pirate().is_some());
            table.apply(action);
            table.check();
        }
    }
    assert!(12 * mixed > 5 * games, "{mixed}");
}

#[test]
fn random_games_with_mixed_pairs_satisfy_invariants() {
    mixed_pairs(12);
}

#[test]
#[ignore = "nightly: 1,272 games"]
fn many_random_games_satisfy_invariants() {
    every_combination(1);
    mixed_pairs(120);
}

/// A position takes at most 1 KiB, and actions are small enough to be passed by value.
#[test]
fn positions_and_actions_are_small() {
    assert!(size_of::<State>() <= 1024, "{} bytes", size_of::<State>());
    assert!(size_of::<Action>() <= 4, "{} bytes", size_of::<Action>());
}

/// CA-2.14: In the base game, only backward moves lead to a space with other pirates.
#[test]
fn only_backward_moves_lead_to_occupied_spaces() {
    let mut actions = Vec::new();
    for seed in 0..40 {
        let mut table = Table::dealt(3, &[], seed);
        for _ in 0..200 {
            table.game.legal_actions(&table.state, &mut actions);
            let Some(&action) = actions.get(seed as usize * 7 % actions.len().max(1)) else {
                break;
            };
            let text = table.game.action_text(&table.state, action);
            let before = table.state.crowd.pairs();
            table.act(&text);
            if !text.starts_with("back") {
                assert_eq!(table.state.crowd.pairs() & !before, 0, "{text}");
            }
        }
    }
}

/// CA-8.6: With fewer than eight strips, the snake may not be in play. The tiles set aside are as
/// unknown as the face-down tiles.
#[test]
fn snake_may_be_set_aside_with_few_strips() {
    let mut snakes = 0;
    for seed in 0..400 {
        let mut table = Table::dealt(2, &["modules=black-magician", "strips=4"], seed);
        let mut seen = false;
        for _ in 0..4 {
            let place = Walk(table.state.chests).next().unwrap();
            let seat = usize::from(table.state.active);
            table.state.shift(seat, START, place);
            table.state.actions_left = 3;
            table.state.pile = table.state.pile.plus(&table.state.hands[seat]);
            table.state.hands[seat] = Cards::NONE;
            table.state.hands[seat].add(card("chest"));
            table.state.pile.remove(card("chest"));
            table.act(&format!("chest {place}"));
            if table.state.closed_tiles[SNAKE] == 1 && table.state.chests.count_ones() == 4 {
                seen = true;
                break;
            }
            if table.state.pirates[seat].at(place) > 0 {
                table.state.shift(seat, place, START);
            }
        }
        snakes += u32::from(seen);
    }
    // Four of eight tiles are used, so the snake is in half of the deals, within five standard
    // errors.
    assert!((150..=250).contains(&snakes), "{snakes} of 400");
}
