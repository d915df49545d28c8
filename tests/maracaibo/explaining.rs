//! Titles and effects of all kinds of moves, which reveal no more than the notation.

use std::collections::{BTreeMap, BTreeSet};

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::components::{Nation, TokenId};
use portolan::games::maracaibo::pending::{Combat, Pending, PendingStep, UsedActions};
use portolan::games::maracaibo::state::State;
use portolan::random::stream;
use portolan_core::phrase::Rendering;

use crate::changes::village;
use crate::describing::{TABLES, play};
use crate::shown::moves_are_words;
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

/// Returns the notation, the title and the effect of an action.
fn rendered(
    game: &Maracaibo,
    names: &BTreeMap<(&'static str, String), String>,
    (state, action): (&State, Action),
) -> [String; 3] {
    let phrase = game.phrase_of(state, action);
    let title = phrase.text(Rendering::Title, |kind, id| {
        let name = names.get(&(kind, id.to_string()));
        name.unwrap_or_else(|| panic!("no {kind} {id}")).clone()
    });
    let effect = phrase.effect_words().to_string();
    [phrase.notation(), title, effect]
}

/// Every kind of action has a title and an effect in one line, which are the same for all observers
/// who may know the action. Only moves that their titles describe completely have no effect text.
#[test]
fn every_action_has_a_title_and_an_effect() {
    let mut kinds = BTreeSet::new();
    let mut long = (0, 0);
    let names_of = |game: &Maracaibo| -> BTreeMap<(&'static str, String), String> {
        let all = game.catalog().into_iter();
        all.map(|one| ((one.kind, one.id), one.name)).collect()
    };
    for (players, options) in TABLES {
        for seed in 0..4 {
            let mut names = BTreeMap::new();
            play(players, options, seed, |game, state, actions| {
                let Some(mover) = game.to_move(state) else {
                    return;
                };
                if names.is_empty() {
                    names = names_of(game);
                }
                moves_are_words(game, state, actions);
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
                    let texts = rendered(game, &names, (state, action));
                    let [notation, title, effect] = &texts;
                    assert_eq!(*notation, game.action_text(state, action));
                    let kind = notation.split(' ').next().unwrap_or_default();
                    assert_eq!(effect.is_empty(), kind == "marker", "{title}");
                    for text in &texts {
                        assert!(!text.contains('\n') && text.trim() == text, "{texts:?}");
                    }
                    assert!(!effect.starts_with(title.as_str()), "{texts:?}");
                    kinds.insert(kind.to_string());
                    long.0 += usize::from(effect.chars().count() > 60);
                    long.1 += 1;
                    for world in &worlds {
                        assert_eq!(rendered(game, &names, (world, action)), texts);
                    }
                }
            });
        }
    }
    for table in seldom() {
        let names = names_of(&table.game);
        let mut actions = Vec::new();
        table.game.legal_actions(&table.state, &mut actions);
        for action in actions {
            let [notation, title, effect] = rendered(&table.game, &names, (&table.state, action));
            assert!(!effect.is_empty(), "{title}");
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
