//! Invariants in random games of every kind: no components are lost, attributes equal the icons of all
//! components, a game has seven rounds, and notation can be parsed.

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::random::{below, stream};

use super::laws::Laws;
use super::support::Table;

/// Number of games per setup.
const GAMES: u64 = 6;

/// Plays a random game that prefers actions to passing. Returns the verbs that occur.
fn play(players: usize, options: &[&str], seed: u64) -> BTreeSet<String> {
    let mut table = Table::dealt(players, options, seed);
    if seed % 3 == 2 {
        // Makes tiles of level 5 available from the first round on.
        for seat in 1..=players {
            table.raise(seat, "industry", 10);
        }
    }
    let mut laws = Laws::new(&table.game, &table.state, table.extra.unwrap_or(0));
    let mut dice = stream(seed, &[5]);
    let mut verbs = BTreeSet::new();
    let mut actions = Vec::new();
    let mut decisions = 0;
    while table.game.to_move(&table.state).is_some() {
        table.game.legal_actions(&table.state, &mut actions);
        if decisions % 5 == 0 {
            let texts: BTreeSet<String> = actions
                .iter()
                .map(|&action| {
                    let text = table.game.action_text(&table.state, action);
                    assert_eq!(table.game.parse_action(&table.state, &text), Ok(action));
                    text
                })
                .collect();
            assert_eq!(texts.len(), actions.len());
        }
        let mut pick = || actions[below(&mut dice, actions.len() as u32) as usize];
        let mut action = pick();
        if table.game.action_text(&table.state, action) == "pass" {
            action = pick();
        }
        let text = table.game.action_text(&table.state, action);
        verbs.insert(text.split(' ').next().unwrap().to_string());
        let before = table.state.clone();
        table.events.clear();
        table.apply(action);
        laws.acted(&table.game, &before, &table.state, &table.events);
        decisions += 1;
    }
    laws.ended(&table.game, &table.state);
    for seat in 1..=players {
        let sum: i32 = table
            .game
            .score_categories()
            .iter()
            .map(|name| table.glory(seat, name))
            .sum();
        assert_eq!(sum, table.game.score(&table.state, seat - 1));
    }
    verbs
}

/// EN-9.1, EN-9.2, EN-9.3, EN-9.4, EN-9.5, EN-3.1: Checked after every action of games with two to
/// five players on both sides.
#[test]
fn random_games_satisfy_invariants() {
    let mut verbs = BTreeSet::new();
    for players in 2..=5 {
        for side in ["side=A", "side=B"] {
            for seed in 0..GAMES {
                let options = [
                    side,
                    ["limit_read=again", "limit_read=once"][seed as usize % 2],
                    ["seat_2_discs=0", "seat_2_discs=10"][seed as usize / 2 % 2],
                ];
                verbs.extend(play(players, &options, seed));
            }
        }
    }
    let all = [
        "attack", "build", "casualty", "discard", "draw", "governor", "occupy", "pass", "pay",
        "salary", "ship", "start", "stop", "token", "use",
    ];
    let verbs: Vec<&str> = verbs.iter().map(String::as_str).collect();
    assert_eq!(verbs, all, "every kind of action occurs");
}

/// EN-9.1, EN-9.2, EN-9.3, EN-9.4: Checked with silent fleets and all their options.
#[test]
fn random_games_with_silent_fleets_satisfy_invariants() {
    let mut verbs = BTreeSet::new();
    for number in 0..16 {
        let flag = |bit: u32, name: &str| {
            format!(
                "{name}={}",
                if number >> bit & 1 == 1 { "on" } else { "off" }
            )
        };
        let options = [
            "silent_fleets=on".to_string(),
            flag(0, "restricted_occupation"),
            flag(1, "react_to_tokens"),
            flag(2, "scarce_buildings"),
            ["side=A", "side=B"][number >> 3].to_string(),
            ["reaction_choice=free", "reaction_choice=effective"][number % 2].to_string(),
        ];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for seed in 0..2 {
            verbs.extend(play(2, &options, seed));
        }
    }
    assert!(verbs.contains("fleets") && verbs.contains("scrap"));
}
