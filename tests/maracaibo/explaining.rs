//! All kinds of moves have an explanation, which reveals no more than the notation.

use std::collections::BTreeSet;

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::components::{Nation, TokenId};
use portolan::games::maracaibo::pending::{Combat, Pending, PendingStep, UsedActions};
use portolan::games::maracaibo::state::State;
use portolan::random::stream;

use crate::changes::village;
use crate::describing::{TABLES, play};
use crate::support::Table;

/// Returns positions with rare decisions of seat 1.
fn seldom() -> Vec<Table> {
    let combat = Combat {
        nation: Nation::Spain,
        value: 12,
        token: Some(TokenId::new(6)),
        used: UsedActions::default(),
    };
    let works = [
        PendingStep::Upgrade11,
        PendingStep::SynergyChoice,
        PendingStep::Sail {
            points: 3,
            extra: true,
        },
        PendingStep::Combat(combat),
        PendingStep::Village { left: 1 },
    ];
    let open = |work| {
        let mut table = village();
        table
            .own(0, "A020")
            .own(0, "A041")
            .hand(0, &["A003", "A009"]);
        let player = table.player(0);
        (player.upgrades, player.cp) = (1 << 7, 8);
        table.open(Pending::new(0, work));
        table
    };
    works.into_iter().map(open).collect()
}

/// Every kind of action has an explanation in one line, which is the same for all observers who may
/// know the action.
#[test]
fn every_action_has_a_one_line_explanation() {
    let mut kinds = BTreeSet::new();
    let mut long = (0, 0);
    for (players, options) in TABLES {
        for seed in 0..4 {
            play(players, options, seed, |game, state, actions| {
                let Some(mover) = game.to_move(state) else {
                    return;
                };
                let observers: Vec<Seat> = (0..game.seats())
                    .filter(|&seat| seat != mover && game.automa(seat).is_none())
                    .filter(|&seat| !game.hidden_from(state, actions[0], seat))
                    .collect();
                let worlds: Vec<State> = (observers.iter())
                    .map(|&observer| {
                        let mut world = *state;
                        game.determinize(
                            &mut world,
                            observer,
                            &mut stream(seed, &[observer as u64]),
                        );
                        world
                    })
                    .collect();
                for &action in actions {
                    let words = game.phrase_of(state, action).effect_words().to_string();
                    let notation = game.action_text(state, action);
                    assert!(!words.is_empty(), "{notation}");
                    assert!(
                        !words.contains('\n') && words.trim() == words,
                        "{notation}: {words}"
                    );
                    let repeats = words.strip_prefix(&notation);
                    let repeats =
                        repeats.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
                    assert!(!repeats, "{words}");
                    kinds.insert(notation.split(' ').next().unwrap_or_default().to_string());
                    long.0 += usize::from(words.chars().count() > 60);
                    long.1 += 1;
                    for world in &worlds {
                        assert_eq!(
                            game.phrase_of(world, action).effect_words(),
                            words,
                            "{notation}"
                        );
                    }
                }
            });
        }
    }
    for table in seldom() {
        let mut actions = Vec::new();
        table.game.legal_actions(&table.state, &mut actions);
        for action in actions {
            let notation = table.game.action_text(&table.state, action);
            assert!(
                !table
                    .game
                    .phrase_of(&table.state, action)
                    .effect_words()
                    .is_empty(),
                "{notation}"
            );
            kinds.insert(notation.split(' ').next().unwrap_or_default().to_string());
        }
    }
    for kind in [
        "accept",
        "advance",
        "annex",
        "assistant",
        "buy",
        "career",
        "city",
        "combat",
        "deliver",
        "disc",
        "discard",
        "doubloon",
        "draw",
        "end",
        "expel",
        "explore",
        "fight",
        "figure",
        "figures",
        "gain",
        "gold",
        "good",
        "influence",
        "invest",
        "marker",
        "nation",
        "occupy",
        "pass",
        "pay",
        "plan",
        "quest",
        "reward",
        "sail",
        "silver",
        "skip",
        "spend",
        "stay",
        "strike",
        "synergy",
        "take",
        "task",
        "upgrade",
        "use",
        "village",
    ] {
        assert!(kinds.contains(kind), "{kind} never came up");
    }
    assert!(long.0 * 5 < long.1, "{} of {} are long", long.0, long.1);
}
