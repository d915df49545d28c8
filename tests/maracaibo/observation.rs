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

use crate::changes::{UNSEEN, solo, village};
use crate::eager::{Temper, choose};
use crate::observation_support::{differences, inputs_of};
use crate::support::{Table, rules};

/// Returns true for each of seats 1 and 2 whose features a change affects.
fn noticed(table: &Table, change: impl Fn(&mut State)) -> [bool; 2] {
    let mut changed = table.state;
    change(&mut changed);
    assert!(changed != table.state);
    [0, 1].map(|seat| !differences(&table.game, &table.state, &changed, seat).is_empty())
}

/// M-5.3: All seats know which cards returned to the pile, and since when a hand contains its cards.
#[test]
fn features_reflect_knowledge_of_shuffled_cards() {
    let mut table = village();
    table.state.shuffles = 2;
    let held = table.state.players[0].hand.iter().next().expect("a card");
    let displayed = table.state.display[0].expect("a card");
    for (card, shuffle, seen) in [
        (UNSEEN, 2, true),
        (UNSEEN, 1, true),
        (displayed, 1, false),
        (held, 1, true),
        (held, 2, true),
    ] {
        let told = noticed(&table, |state| {
            state.recycled[usize::from(card)] = shuffle;
        });
        assert_eq!(told, [seen; 2], "{card:?}, shuffle {shuffle}");
    }
}

/// In a solo game, the order of the display and of quests in one place also matters.
#[test]
fn features_of_solo_games_reflect_the_order_of_display_and_quests() {
    let mut table = solo();
    let place = table.state.map_quests[0].0;
    table.state.map_quests[1] = (place, QuestId::new(20));
    table.state.map_quests_len = 2;
    assert_eq!(noticed(&table, |state| state.display.swap(0, 1)), [true; 2]);
    assert_eq!(
        noticed(&table, |state| state.map_quests.swap(0, 1)),
        [true; 2]
    );
}

/// Returns a combat for a nation with this remaining combat value, token and used kinds of action.
fn combat(nation: Nation, value: u8, token: u8, used: u32) -> PendingStep {
    PendingStep::Combat(Combat {
        nation,
        value,
        token: Some(TokenId::new(token)),
        used: UsedActions::default().with(used),
    })
}

fn sail(points: u8, extra: bool) -> PendingStep {
    PendingStep::Sail { points, extra }
}

fn main_action(points: u8, extra: bool) -> PendingStep {
    PendingStep::Main { points, extra }
}

fn nation_for(token: Option<u8>) -> PendingStep {
    let token = token.map(TokenId::new);
    PendingStep::Nation { token }
}

fn pay_combat(fewest: u8, most: u8, missing: u8) -> PendingStep {
    PendingStep::PayCombat {
        fewest,
        most,
        missing,
    }
}

fn pay_cards(shown: Shown, count: u8) -> PendingStep {
    PendingStep::PayCards { shown, count }
}

fn discs(count: u8, target: DiscTarget) -> PendingStep {
    PendingStep::Disc { count, target }
}

fn marker_of(village: u8, with_rank: bool) -> PendingStep {
    let village = Some(LocationId::new(village));
    PendingStep::MarkerNation { village, with_rank }
}

fn effect(kind: EffectKind, amount: u8) -> PendingStep {
    let effect = Effect { kind, amount };
    let category = Category::Cards;
    PendingStep::Effect { effect, category }
}

fn resolve(action: Action) -> PendingStep {
    let nation = Nation::Spain;
    PendingStep::CombatResolve { action, nation }
}

/// Asserts that two stacks of tasks, in addition to the open tasks, have different features for seats 1 and 2.
fn assert_told_apart(one: &[Pending], other: &[Pending]) {
    let table = village();
    let [one_state, other_state] = [one, other].map(|tasks| {
        let mut state = table.state;
        for &task in tasks {
            state.stack[usize::from(state.stack_len)] = task;
            state.stack_len += 1;
        }
        state
    });
    for observer in 0..2 {
        let told = differences(&table.game, &one_state, &other_state, observer);
        assert!(
            !told.is_empty(),
            "{one:?} or {other:?}, seat {}",
            observer + 1
        );
    }
}

/// All relevant arguments of the current decision affect the features.
#[test]
fn features_reflect_arguments_of_the_decision() {
    let place = LocationId::new;
    for [one, other] in [
        [sail(2, true), sail(3, true)],
        [sail(3, false), sail(3, true)],
        [
            PendingStep::DiscTile { tile: 0 },
            PendingStep::DiscTile { tile: 1 },
        ],
        [main_action(3, false), main_action(4, false)],
        [main_action(3, false), main_action(3, true)],
        [
            PendingStep::Village { left: 1 },
            PendingStep::Village { left: 2 },
        ],
        [nation_for(Some(3)), nation_for(Some(4))],
        [nation_for(Some(3)), nation_for(None)],
        [
            combat(Nation::Spain, 4, 3, 0),
            combat(Nation::England, 4, 3, 0),
        ],
        [
            combat(Nation::Spain, 4, 3, 0),
            combat(Nation::Spain, 5, 3, 0),
        ],
        [
            combat(Nation::Spain, 4, 3, 0),
            combat(Nation::Spain, 4, 5, 0),
        ],
        [
            combat(Nation::Spain, 4, 3, 0),
            combat(Nation::Spain, 4, 3, 1 << 7),
        ],
        [pay_combat(0, 2, 4), pay_combat(1, 2, 4)],
        [pay_combat(0, 2, 4), pay_combat(0, 3, 4)],
        [pay_combat(0, 2, 4), pay_combat(0, 2, 5)],
        [pay_cards(Shown::Good(2), 1), pay_cards(Shown::Object(2), 1)],
        [pay_cards(Shown::Good(2), 1), pay_cards(Shown::Good(3), 1)],
        [pay_cards(Shown::Good(2), 1), pay_cards(Shown::Good(2), 2)],
        [
            PendingStep::SameGoods { count: 2 },
            PendingStep::SameGoods { count: 3 },
        ],
        [
            PendingStep::Influence { steps: 1 },
            PendingStep::Influence { steps: 3 },
        ],
        [discs(1, DiscTarget::Box), discs(2, DiscTarget::Box)],
        [
            discs(1, DiscTarget::Box),
            discs(1, DiscTarget::Market(place(4), 0)),
        ],
        [5, 4].map(|market| discs(1, DiscTarget::Market(place(market), 0))),
        [5, 4].map(|tile| discs(1, DiscTarget::Tile(tile))),
        [
            PendingStep::Explore { steps: 2 },
            PendingStep::Explore { steps: 3 },
        ],
        [false, true].map(|with_rank| PendingStep::MarkerVillage { with_rank }),
        [marker_of(8, false), marker_of(9, false)],
        [marker_of(8, false), marker_of(8, true)],
        [1, 2].map(|income_each| PendingStep::FiguresOnCard { income_each }),
        [PendingStep::Draw, PendingStep::Free],
    ] {
        assert_told_apart(&[Pending::new(0, one)], &[Pending::new(0, other)]);
    }
    assert_told_apart(
        &[Pending::new(0, PendingStep::Visitor)],
        &[Pending::new(1, PendingStep::Visitor)],
    );
    // Discards during setup differ by the number left.
    let discards = |left| Pending::new(0, PendingStep::SetupDiscard { left });
    assert_told_apart(&[discards(3)], &[discards(2)]);
}

/// All relevant arguments of the tasks below the current decision, and their order, affect the features.
#[test]
fn features_reflect_arguments_of_waiting_tasks() {
    let place = LocationId::new;
    let top = Pending::new(0, PendingStep::SynergyChoice);
    for [one, other] in [
        [main_action(3, false), main_action(4, false)],
        [
            PendingStep::Village { left: 1 },
            PendingStep::Village { left: 2 },
        ],
        [
            PendingStep::Influence { steps: 1 },
            PendingStep::Influence { steps: 3 },
        ],
        [discs(1, DiscTarget::Box), discs(2, DiscTarget::Box)],
        [4, 5].map(|market| discs(1, DiscTarget::Market(place(market), 0))),
        [
            combat(Nation::Spain, 4, 3, 0),
            combat(Nation::England, 4, 3, 0),
        ],
        [1, 2].map(|steps| resolve(Action::GainInfluence(steps))),
        [
            resolve(Action::Annex(place(4))),
            resolve(Action::Expel(place(4))),
        ],
        [4, 5].map(|city| resolve(Action::Annex(place(city)))),
        [4, 6].map(|village| resolve(Action::Occupy(place(village)))),
        [0, 1].map(|space| resolve(Action::SilverFleet(space))),
        [resolve(Action::GoldMine), resolve(Action::SilverFleet(0))],
        [19, 20].map(|card| resolve(Action::Strike(CardId::new(card)))),
        [3, 4].map(|quest| PendingStep::QuestReward {
            quest: QuestId::new(quest),
        }),
        [3, 4].map(|quest| PendingStep::QuestTile {
            quest: QuestId::new(quest),
        }),
        [
            effect(EffectKind::VillageActions, 2),
            effect(EffectKind::Explore, 2),
        ],
        [2, 3].map(|amount| effect(EffectKind::VillageActions, amount)),
        [effect(EffectKind::Combat, 1), effect(EffectKind::Vp, 1)],
        [3, 4].map(|action| PendingStep::AssistantEffects { action }),
        [1, 2].map(|action| PendingStep::VillageEffects { action }),
        [1, 2].map(|tile| PendingStep::DiscTileReward { tile }),
        [1, 2].map(|card| PendingStep::JeanArrive {
            card: AutomaId::new(card),
        }),
        [PendingStep::ExplorerArrive, PendingStep::Upgrade9Effects],
        [
            PendingStep::CardResolve {
                card: CardId::new(68),
            },
            PendingStep::Immediate {
                card: CardId::new(68),
                number: 0,
            },
        ],
    ] {
        assert_told_apart(&[Pending::new(0, one), top], &[Pending::new(0, other), top]);
    }
    let interim = |seat| Pending::new(seat, PendingStep::Interim);
    assert_told_apart(&[interim(0), top], &[interim(2), top]);
    // A repeated task, and a combat within a combat.
    let visitor = Pending::new(0, PendingStep::Visitor);
    assert_told_apart(&[visitor, top], &[visitor, visitor, top]);
    let inner = Pending::new(0, combat(Nation::Spain, 4, 5, 0));
    let [outer, other] = [4, 5].map(|value| Pending::new(0, combat(Nation::France, value, 3, 0)));
    assert_told_apart(&[outer, inner, top], &[other, inner, top]);
    // The order of two tasks.
    let (disc, draw) = (
        Pending::new(0, discs(1, DiscTarget::Box)),
        Pending::new(0, PendingStep::Draw),
    );
    assert_told_apart(&[disc, draw, top], &[draw, disc, top]);
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

/// Except for journeys, advances and actions with C cards, each action has the same index in all setups without a campaign,
/// and indices are unique. In a policy, every action has the same index in all setups without a campaign, except that explorer
/// moves do not encode the robbed seats. Campaigns have more quests, which shift the policy indices of journeys.
#[test]
fn most_action_indices_are_common_to_all_setups() {
    let mut numbers = std::collections::BTreeMap::new();
    let mut to_policies = std::collections::BTreeMap::new();
    for (players, options) in [
        (2, &[][..]),
        (3, &[]),
        (4, &[]),
        (4, &["scenario=77"]),
        (3, &["scenario=campaign"]),
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
                if !matches!(action, Action::Advance { robbed: 1.., .. }) {
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
