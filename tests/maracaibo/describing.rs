//! Texts for people contain all their information: every visible field of a position affects the description, and secrets
//! affect only that of their owner.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::components::{Nation, SpaceId, TokenId};
use portolan::games::maracaibo::pending::{Combat, PendingStep, UsedActions};
use portolan::games::maracaibo::state::State;
use portolan::random::{Streams, stream};

use crate::changes::top;
use crate::eager::{Temper, choose};
use crate::support::{Table, rules};

/// The description of a combat contains everything that is relevant for a player.
#[test]
fn description_shows_combats() {
    let mut table = Table::with(2, &["legacy=L6,L9"]);
    table.at("11", 1).combat("7");
    table.player(0).explorer = SpaceId::new(5);
    let told = |table: &Table| table.game.describe(&table.state, Some(1));
    let before = told(&table);
    for part in [
        "token 7",
        "France 7, costs 3 doubloons",
        "3 more for the nation with",
    ] {
        assert!(before.contains(part), "{part} is missing in\n{before}");
    }
    let combat = |value: u8, used: u32| {
        PendingStep::Combat(Combat {
            nation: Nation::Spain,
            value,
            token: Some(TokenId::new(6)),
            used: UsedActions::default().with(used),
        })
    };
    top(&mut table.state).work = combat(6, 0);
    let fresh = told(&table);
    for part in [
        "for Spain: 6 combat value left, plus 1 CP and 2 figures",
        "1 influence 2, 2 influence 5",
        "annex 4, expel 6",
        "silver fleet 10, silver fleet 11",
        "gold mine 8",
    ] {
        let words = fresh.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{part} is missing in\n{fresh}");
    }
    top(&mut table.state).work = combat(6, 1);
    let used = told(&table);
    assert!(
        used.contains("used: influence") && !used.contains("1 influence 2"),
        "{used}"
    );
}

/// Setups for all numbers of players, with all optional components.
pub const TABLES: [(usize, &[&str]); 5] = [
    (
        1,
        &["legacy=L1,L4,L5,L6,L7,L9,L10,L11,L12,L13,L14,L15,L16,L17"],
    ),
    (1, &["level=very-hard"]),
    (2, &["scenario=77"]),
    (
        3,
        &["legacy=L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17,L18,L20,L21,L25"],
    ),
    (4, &[]),
];

/// Plays a game and calls back for every position with its legal actions.
pub fn play(
    players: usize,
    options: &[&str],
    seed: u64,
    mut show: impl FnMut(&Maracaibo, &State, &[Action]),
) {
    let game = rules(players, options);
    let (mut chance, mut moves) = (Streams::new(seed), stream(seed, &[9]));
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    loop {
        game.legal_actions(&state, &mut actions);
        show(&game, &state, &actions);
        if actions.is_empty() {
            return;
        }
        let action = choose(Temper::Eager, &actions, &mut moves);
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

#[test]
fn description_lines_fit_80_columns() {
    for (players, options) in TABLES {
        play(players, options, 5, |game, state, _| {
            for observer in (0..game.seats()).map(Some).chain([None::<Seat>]) {
                let text = game.describe(state, observer);
                for line in text.lines() {
                    assert!(
                        line.chars().count() <= 80 && line.trim_end() == line,
                        "{line:?}"
                    );
                }
                for seat in 1..=game.seats() {
                    assert!(text.contains(&format!("\n  seat {seat}: ")), "{text}");
                }
            }
        });
    }
}
