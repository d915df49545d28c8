//! Every field of a position that a seat knows and that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::categories::Category;
use portolan::games::maracaibo::components::{
    AutomaId, CardId, Effect, EffectKind, LocationId, Nation, QuestId, Shown, TokenId,
};
use portolan::games::maracaibo::pending::{Combat, DiscTarget, Pending, PendingStep, UsedActions};
use portolan::games::maracaibo::state::State;
use portolan::random::{Streams, stream};

use crate::changes::{
    ALL, BOTH, Change, NEITHER, OF_SET_UP, Observed, UNSEEN, of_jean, of_player, of_state, set_up,
    solo, village,
};
use crate::eager::{Temper, choose};
use crate::observation_support::{differences, inputs_of};
use crate::support::{Table, rules};

/// Returns the changes that do not affect the features as expected, for seat 1, which is the owner or to
/// move, and for seat 2.
fn mistakes<T>(
    table: &Table,
    changes: &[Change<T>],
    part: impl Fn(&mut State) -> &mut T,
) -> Vec<String> {
    let mut mistakes = Vec::new();
    for change in changes {
        let changed = change.of(&table.state, &part);
        for (observer, seen) in change.observed.into_iter().enumerate() {
            let told = differences(&table.game, &table.state, &changed, observer);
            if told.is_empty() == seen {
                let (field, seat) = (change.field, observer + 1);
                mistakes.push(format!("{field}, seat {seat}: {told:?}"));
            }
        }
    }
    mistakes
}

/// Returns a change of the position that affects the features but no texts.
const fn input(field: &'static str, change: fn(&mut State), observed: Observed) -> Change<State> {
    Change {
        field,
        change,
        read: ALL,
        observed,
    }
}

#[test]
fn features_reflect_every_known_field() {
    let table = village();
    let mut mistakes = mistakes(&table, &of_player(), |state| &mut state.players[0]);
    mistakes.append(&mut self::mistakes(&table, &of_state(), |state| state));
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// M-1.14, M-1.15: Choices during setup are secret.
#[test]
fn features_show_setup_choices_only_to_their_seat() {
    let mistakes = mistakes(&set_up(), &OF_SET_UP, |state| &mut state.players[0]);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// M-5.3: All seats know which cards returned to the pile, and since when a hand contains its cards.
#[test]
fn features_reflect_knowledge_of_shuffled_cards() {
    let mut table = village();
    table.state.shuffles = 2;
    let hand = table.state.players[0].hand;
    let held: Vec<CardId> = hand.iter().collect();
    assert!(held.len() >= 3);
    let changes = [
        input(
            "pile",
            |state| state.recycled[usize::from(UNSEEN)] = 2,
            BOTH,
        ),
        input(
            "hand",
            |state| state.recycled[usize::from(UNSEEN)] = 1,
            BOTH,
        ),
        input(
            "display",
            |state| state.recycled[state.display[0].map_or(0, usize::from)] = 1,
            NEITHER,
        ),
        input(
            "held since",
            |state| {
                let card = state.players[0].hand.iter().next().unwrap_or_default();
                state.recycled[usize::from(card)] = 1;
            },
            BOTH,
        ),
        input(
            "held since later",
            |state| {
                let card = state.players[0].hand.iter().next().unwrap_or_default();
                state.recycled[usize::from(card)] = 2;
            },
            BOTH,
        ),
    ];
    let mistakes = mistakes(&table, &changes, |state| state);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// In a solo game, the order of the display and of quests in one place also matters; cards in the deck that
/// were never revealed are hidden.
#[test]
fn features_reflect_every_field_of_jean() {
    let mut table = solo();
    let mut mistakes = mistakes(&table, &of_jean(), |state| &mut state.jean);
    let place = table.state.map_quests[0].0;
    table.state.map_quests[1] = (place, QuestId::new(20));
    table.state.map_quests_len = 2;
    let order = [
        input("display", |state| state.display.swap(0, 1), BOTH),
        input(
            "quests in one place",
            |state| state.map_quests.swap(0, 1),
            BOTH,
        ),
    ];
    mistakes.append(&mut self::mistakes(&table, &order, |state| state));
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// Returns a task of seat 1.
fn task(work: PendingStep) -> Pending {
    Pending::new(0, work)
}

/// Returns a combat of seat 1 for a nation with this remaining combat value.
fn combat(nation: Nation, value: u8, token: u8) -> Pending {
    let token = Some(TokenId::new(token));
    task(PendingStep::Combat(Combat {
        nation,
        value,
        token,
        used: UsedActions::default(),
    }))
}

/// All relevant arguments of the current decision and of the tasks below it affect the features.
#[test]
fn features_reflect_arguments_of_open_tasks() {
    let place = LocationId::new;
    let token = |token| Some(TokenId::new(token));
    let tops = [
        [
            task(PendingStep::Sail {
                points: 2,
                extra: true,
            }),
            task(PendingStep::Sail {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(PendingStep::Sail {
                points: 3,
                extra: false,
            }),
            task(PendingStep::Sail {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(PendingStep::DiscTile { tile: 0 }),
            task(PendingStep::DiscTile { tile: 1 }),
        ],
        [
            task(PendingStep::Main {
                points: 3,
                extra: false,
            }),
            task(PendingStep::Main {
                points: 4,
                extra: false,
            }),
        ],
        [
            task(PendingStep::Main {
                points: 3,
                extra: false,
            }),
            task(PendingStep::Main {
                points: 3,
                extra: true,
            }),
        ],
        [
            task(PendingStep::Village { left: 1 }),
            task(PendingStep::Village { left: 2 }),
        ],
        [
            task(PendingStep::Nation { token: token(3) }),
            task(PendingStep::Nation { token: token(4) }),
        ],
        [
            task(PendingStep::Nation { token: token(3) }),
            task(PendingStep::Nation { token: None }),
        ],
        [combat(Nation::Spain, 4, 3), combat(Nation::England, 4, 3)],
        [combat(Nation::Spain, 4, 3), combat(Nation::Spain, 5, 3)],
        [combat(Nation::Spain, 4, 3), combat(Nation::Spain, 4, 5)],
        [
            combat(Nation::Spain, 4, 3),
            task(PendingStep::Combat(Combat {
                nation: Nation::Spain,
                value: 4,
                token: token(3),
                used: UsedActions::default().with(1 << 7),
            })),
        ],
        [
            task(PendingStep::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(PendingStep::PayCombat {
                fewest: 1,
                most: 2,
                missing: 4,
            }),
        ],
        [
            task(PendingStep::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(PendingStep::PayCombat {
                fewest: 0,
                most: 3,
                missing: 4,
            }),
        ],
        [
            task(PendingStep::PayCombat {
                fewest: 0,
                most: 2,
                missing: 4,
            }),
            task(PendingStep::PayCombat {
                fewest: 0,
                most: 2,
                missing: 5,
            }),
        ],
        [
            task(PendingStep::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(PendingStep::PayCards {
                shown: Shown::Object(2),
                count: 1,
            }),
        ],
        [
            task(PendingStep::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(PendingStep::PayCards {
                shown: Shown::Good(3),
                count: 1,
            }),
        ],
        [
            task(PendingStep::PayCards {
                shown: Shown::Good(2),
                count: 1,
            }),
            task(PendingStep::PayCards {
                shown: Shown::Good(2),
                count: 2,
            }),
        ],
        [
            task(PendingStep::SameGoods { count: 2 }),
            task(PendingStep::SameGoods { count: 3 }),
        ],
        [
            task(PendingStep::Influence { steps: 1 }),
            task(PendingStep::Influence { steps: 3 }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(PendingStep::Disc {
                count: 2,
                target: DiscTarget::Box,
            }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(place(5), 0),
            }),
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Tile(5),
            }),
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Tile(4),
            }),
        ],
        [
            task(PendingStep::Explore { steps: 2 }),
            task(PendingStep::Explore { steps: 3 }),
        ],
        [
            task(PendingStep::MarkerVillage { with_rank: false }),
            task(PendingStep::MarkerVillage { with_rank: true }),
        ],
        [
            task(PendingStep::MarkerNation {
                village: Some(place(8)),
                with_rank: false,
            }),
            task(PendingStep::MarkerNation {
                village: Some(place(9)),
                with_rank: false,
            }),
        ],
        [
            task(PendingStep::MarkerNation {
                village: Some(place(8)),
                with_rank: false,
            }),
            task(PendingStep::MarkerNation {
                village: Some(place(8)),
                with_rank: true,
            }),
        ],
        [
            task(PendingStep::FiguresOnCard { income_each: 1 }),
            task(PendingStep::FiguresOnCard { income_each: 2 }),
        ],
        [task(PendingStep::Draw), task(PendingStep::Free)],
        [
            task(PendingStep::Visitor),
            Pending::new(1, PendingStep::Visitor),
        ],
    ];
    let resolve = |action| {
        task(PendingStep::CombatResolve {
            action,
            nation: Nation::Spain,
        })
    };
    let effect = |kind, amount| {
        let effect = Effect { kind, amount };
        let category = Category::Cards;
        task(PendingStep::Effect { effect, category })
    };
    let below = [
        [
            task(PendingStep::Main {
                points: 3,
                extra: false,
            }),
            task(PendingStep::Main {
                points: 4,
                extra: false,
            }),
        ],
        [
            task(PendingStep::Village { left: 1 }),
            task(PendingStep::Village { left: 2 }),
        ],
        [
            task(PendingStep::Influence { steps: 1 }),
            task(PendingStep::Influence { steps: 3 }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Box,
            }),
            task(PendingStep::Disc {
                count: 2,
                target: DiscTarget::Box,
            }),
        ],
        [
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(place(4), 0),
            }),
            task(PendingStep::Disc {
                count: 1,
                target: DiscTarget::Market(place(5), 0),
            }),
        ],
        [combat(Nation::Spain, 4, 3), combat(Nation::England, 4, 3)],
        [
            resolve(Action::GainInfluence(1)),
            resolve(Action::GainInfluence(2)),
        ],
        [
            resolve(Action::Annex(place(4))),
            resolve(Action::Expel(place(4))),
        ],
        [
            resolve(Action::Annex(place(4))),
            resolve(Action::Annex(place(5))),
        ],
        [
            resolve(Action::Occupy(place(4))),
            resolve(Action::Occupy(place(6))),
        ],
        [
            resolve(Action::SilverFleet(0)),
            resolve(Action::SilverFleet(1)),
        ],
        [resolve(Action::GoldMine), resolve(Action::SilverFleet(0))],
        [19, 20].map(|card| resolve(Action::Strike(CardId::new(card)))),
        [3, 4].map(|quest| {
            let quest = QuestId::new(quest);
            task(PendingStep::QuestReward { quest })
        }),
        [3, 4].map(|quest| {
            let quest = QuestId::new(quest);
            task(PendingStep::QuestTile { quest })
        }),
        [
            effect(EffectKind::VillageActions, 2),
            effect(EffectKind::Explore, 2),
        ],
        [
            effect(EffectKind::VillageActions, 2),
            effect(EffectKind::VillageActions, 3),
        ],
        [effect(EffectKind::Combat, 1), effect(EffectKind::Vp, 1)],
        [
            task(PendingStep::AssistantEffects { action: 3 }),
            task(PendingStep::AssistantEffects { action: 4 }),
        ],
        [
            task(PendingStep::VillageEffects { action: 1 }),
            task(PendingStep::VillageEffects { action: 2 }),
        ],
        [
            task(PendingStep::DiscTileReward { tile: 1 }),
            task(PendingStep::DiscTileReward { tile: 2 }),
        ],
        [
            task(PendingStep::JeanArrive {
                card: AutomaId::new(1),
            }),
            task(PendingStep::JeanArrive {
                card: AutomaId::new(2),
            }),
        ],
        [
            task(PendingStep::ExplorerArrive),
            task(PendingStep::Upgrade9Effects),
        ],
        [
            task(PendingStep::CardResolve {
                card: CardId::new(68),
            }),
            task(PendingStep::Immediate {
                card: CardId::new(68),
                number: 0,
            }),
        ],
        [
            task(PendingStep::Interim),
            Pending::new(2, PendingStep::Interim),
        ],
    ];
    let table = village();
    let with = |tasks: &[Pending]| {
        let mut state = table.state;
        for &task in tasks {
            state.stack[usize::from(state.stack_len)] = task;
            state.stack_len += 1;
        }
        state
    };
    let check = |[one, other]: [Vec<Pending>; 2]| {
        for observer in 0..2 {
            let told = differences(&table.game, &with(&one), &with(&other), observer);
            assert!(
                !told.is_empty(),
                "{one:?} or {other:?}, seat {}",
                observer + 1
            );
        }
    };
    for pair in tops {
        check(pair.map(|top| vec![top]));
    }
    let top = task(PendingStep::SynergyChoice);
    for pair in below {
        check(pair.map(|waits| vec![waits, top]));
    }
    // A repeated task, and a combat within a combat.
    let visitor = task(PendingStep::Visitor);
    check([vec![visitor, top], vec![visitor, visitor, top]]);
    let combats = |outer: u8| {
        vec![
            combat(Nation::France, outer, 3),
            combat(Nation::Spain, 4, 5),
            top,
        ]
    };
    check([combats(4), combats(5)]);
    // The order of two tasks.
    let (disc, draw) = (
        task(PendingStep::Disc {
            count: 1,
            target: DiscTarget::Box,
        }),
        task(PendingStep::Draw),
    );
    check([vec![disc, draw, top], vec![draw, disc, top]]);
    // Discards during setup differ by the number left.
    let discards = |left| vec![task(PendingStep::SetupDiscard { left })];
    check([discards(3), discards(2)]);
}

/// Every option that changes the rules affects the features from the first position on.
#[test]
fn features_reflect_every_rule_option() {
    let told = |players: usize, options: &[&str]| {
        let game = rules(players, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        inputs_of(&game, &state, Seat::from(0u8))
    };
    let default = told(3, &[]);
    for option in [
        "scenario=76",
        "scenario=77",
        "legacy=L8",
        "legacy=L25",
        "prestige=open",
        "weighting=spaces",
        "skipped_assistants=route",
        "assistant_vp_round4=on",
        "extra_main_u1=off",
        "cp_before_combat=combat",
        "last_village_action=own",
        "interim_assistants=off",
        "majority_zero=none",
        "rank_without_marker=lost",
        "declined_marker=rank",
        "nation_without_marker=rank",
        "combat_actions=turn",
        "silver_fleet_influence=8",
        "start_doubloons=9",
        "hand_limit=5",
    ] {
        assert_ne!(told(3, &[option]), default, "{option}");
    }
    assert_ne!(told(3, &["seat_doubloons=2"]), default);
    let default = told(1, &[]);
    for option in [
        "level=hard",
        "jean_deck=5A2C",
        "jean_explorer_quest=end",
        "jean_cards=A1+B2+C3",
    ] {
        assert_ne!(told(1, &[option]), default, "{option}");
    }
}

/// All setups of a data set share a feature layout, except for C cards and later options. These have
/// features only where they apply, and a network may play without knowing them.
#[test]
fn feature_layout_is_common_to_all_setups() {
    let game = rules(2, &[]);
    let names = game.input_names();
    assert!(names.iter().all(|name| !game.is_of_some_games(name)));
    for (players, options) in [
        (1, &["level=easy"][..]),
        (3, &["majority_zero=none"]),
        (4, &["legacy=L3,L10", "skipped_assistants=route"]),
    ] {
        assert_eq!(rules(players, options).input_names(), names);
    }
    for (option, name) in [
        ("scenario=76", "hand:C90"),
        ("scenario=77", "display:C97"),
        ("combat_actions=turn", "combat action this turn:flag"),
        ("combat_actions=turn", "reading:combat_actions=turn"),
        (
            "silver_fleet_influence=8",
            "reading:silver_fleet_influence=8",
        ),
        ("declined_marker=rank", "reading:declined_marker=rank"),
        (
            "nation_without_marker=rank",
            "reading:nation_without_marker=rank",
        ),
    ] {
        let game = rules(2, &[option]);
        let more = game.input_names();
        assert!(more.iter().any(|more| more == name), "{name}");
        let known = more.iter().filter(|name| !game.is_of_some_games(name));
        assert!(known.eq(names), "{option}");
    }
}

/// M-A44: With the option, the kinds of combat action used this turn affect the features.
#[test]
fn features_reflect_combat_actions_of_the_turn() {
    let mut table = Table::bare(2, &["combat_actions=turn"]);
    let before = inputs_of(&table.game, &table.state, Seat::from(1u8));
    table.state.combat_actions_used = UsedActions::default().with(1 << 1);
    assert_ne!(
        inputs_of(&table.game, &table.state, Seat::from(1u8)),
        before
    );
}

/// Except for journeys, advances and actions with C cards, each action has the same index in all setups,
/// and indices are unique. In a policy, the indices of journeys and advances do not depend on the number of
/// seats either.
#[test]
fn most_action_indices_are_common_to_all_setups() {
    let mut numbers = std::collections::BTreeMap::new();
    let mut to_policies = std::collections::BTreeMap::new();
    for (players, options) in [
        (2, &[][..]),
        (3, &[]),
        (4, &[]),
        (4, &["scenario=77"]),
        (1, &["level=hard"]),
    ] {
        let game = rules(players, options);
        assert!(game.action_bound() < 2_500, "{}", game.action_bound());
        let mut rng = stream(7, &[]);
        let mut state = game.new_state(&mut rng, &mut ());
        let mut actions = Vec::new();
        loop {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            for &action in &actions {
                let number = game.action_index(&state, action);
                assert!(number < game.action_bound());
                let notation = game.action_text(&state, action);
                let to_policy = game.policy_slot(&state, action);
                assert!(to_policy < game.policy_slots(), "{notation}");
                let follows = matches!(action, Action::Sail(_) | Action::Advance { robbed: 0, .. });
                if follows && options.is_empty() {
                    let before = *to_policies.entry(notation.clone()).or_insert(to_policy);
                    assert_eq!(before, to_policy, "{notation}");
                }
                let own = !matches!(action, Action::Sail(_) | Action::Advance { .. });
                if own && !notation.contains(" C9") {
                    let before = *numbers.entry(notation.clone()).or_insert(number);
                    assert_eq!(before, number, "{notation}");
                }
            }
            let action = choose(Temper::Eager, &actions, &mut rng);
            game.apply(&mut state, action, &mut rng, &mut ());
        }
    }
    assert!(numbers.len() > 300, "{}", numbers.len());
}

/// Every action affects the features of all seats.
#[test]
fn every_action_changes_the_features() {
    let all = "legacy=L1,L4,L5,L6,L7,L9,L10,L11,L12,L13,L14,L15,L16,L17";
    for (players, options) in [
        (1, &[all][..]),
        (2, &[]),
        (3, &[all]),
        (4, &["scenario=77"]),
    ] {
        let game = rules(players, options);
        for seed in 0..3 {
            let mut rng = stream(seed, &[players as u64]);
            let mut state = game.new_state(&mut rng, &mut ());
            let mut actions = Vec::new();
            loop {
                game.legal_actions(&state, &mut actions);
                if actions.is_empty() {
                    break;
                }
                let action = choose(Temper::Eager, &actions, &mut rng);
                let before: Vec<_> = (0..game.seats())
                    .map(|seat| inputs_of(&game, &state, seat))
                    .collect();
                game.apply(&mut state, action, &mut rng, &mut ());
                for (seat, before) in before.into_iter().enumerate() {
                    assert_ne!(inputs_of(&game, &state, seat), before, "{action:?}");
                }
            }
        }
    }
}

/// The features of the look-ahead are inputs with the same names and order.
#[test]
fn lookahead_features_are_network_inputs() {
    let game = rules(2, &[]);
    let inputs = game.input_names().iter();
    let features: Vec<&str> = inputs
        .filter_map(|name| name.strip_prefix("feature:"))
        .collect();
    assert_eq!(features, Maracaibo::FEATURE_NAMES);
}
