//! Positions entered as data: a full view leads to the original position, the view of one seat to a position with the
//! same view, and no input can break the rules.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use portolan::game::prelude::*;
use portolan::game::{Rng, Seat};
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::components::{CardId, CardSet, LocationId, QuestId, TokenId};
use portolan::games::maracaibo::pending::{Pending, PendingStep, UsedActions};
use portolan::games::maracaibo::state::{Phase, State};
use portolan::random::{Streams, below, stream};
use serde_json::{Value, json};

use crate::support::rules;

const TILES: &str =
    "legacy=L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17,L18,L20,L21,L22,L23,L25";

/// Setups for all numbers of players.
const TABLES: [(usize, &[&str]); 9] = [
    (2, &[]),
    (3, &[]),
    (4, &["hand_limit=1"]),
    (4, &["hand_limit=8"]),
    (1, &[]),
    (1, &["jean_cards=A1+B2+C4", "scenario=77"]),
    (1, &["jean_deck=3A3B1C", TILES]),
    (2, &[TILES, "prestige=open"]),
    (
        3,
        &[
            "scenario=77",
            "cp_before_combat=combat",
            "combat_actions=turn",
        ],
    ),
];

fn new_state(game: &Maracaibo, seed: u64) -> State {
    game.new_state(&mut Streams::new(seed), &mut ())
}

/// Parses a position; missing information comes from the deal with this seed.
fn entered(game: &Maracaibo, dealt: State, position: &Value, seed: u64) -> Result<State, String> {
    game.completed(dealt, position, &mut Streams::new(seed))
}

/// Plays at random, with frequent discards of whole hands so that the discards become the pile. Calls `each` at every
/// decision.
fn play(game: &Maracaibo, seed: u64, mut each: impl FnMut(&State, &mut Rng)) {
    let mut state = new_state(game, seed);
    let (mut chance, mut rng) = (Streams::new(seed), stream(seed, &[7]));
    let mut actions = Vec::new();
    while game.to_move(&state).is_some() {
        each(&state, &mut rng);
        game.legal_actions(&state, &mut actions);
        let random = actions[below(&mut rng, actions.len() as u32) as usize];
        let action = match actions.contains(&Action::DiscardHand) && below(&mut rng, 3) > 0 {
            true => Action::DiscardHand,
            false => random,
        };
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Returns a position in a canonical form: sorted multisets, cleared unused space, and no information that is no longer
/// needed.
fn told(game: &Maracaibo, state: &State) -> State {
    let mut told = *state;
    let pile = usize::from(told.pile_len);
    told.pile[..pile].sort_unstable();
    told.pile[pile..].fill(CardId::FIRST);
    let tokens = usize::from(told.tokens_len);
    told.tokens[..tokens].sort_unstable();
    told.tokens[tokens..].fill(TokenId::FIRST);
    let quests = usize::from(told.quest_pile_len);
    told.quest_pile[..quests].sort_unstable();
    told.quest_pile[quests..].fill(QuestId::FIRST);
    let lying = usize::from(told.map_quests_len);
    told.map_quests[..lying].sort_by_key(|(place, _)| *place);
    told.map_quests[lying..].fill((LocationId::FIRST, QuestId::FIRST));
    let open = usize::from(told.stack_len);
    told.stack[open..].fill(Pending::new(0, PendingStep::EndSetup));
    let display: CardSet = told.display.into_iter().flatten().collect();
    let mut seen = told.discards.union(told.jean.cards).union(display);
    for (seat, player) in told.players.iter_mut().enumerate() {
        seen = seen.union(player.bought).union(player.hand_public);
        seen = seen.union(player.planned.into_iter().flatten().collect());
        let assistants = usize::from(player.assistant_count);
        player.assistants[assistants..].fill(CardId::FIRST);
        if seat != usize::from(told.active) && told.phase != Phase::Scoring {
            player.assistants_new = 0;
        }
        player.card_quests.sort_by_key(Option::is_none);
    }
    for card in game.components().card_ids() {
        if seen.contains(card) {
            told.recycled[usize::from(card)] = 0;
        }
    }
    if told.phase != Phase::Turn {
        told.compasses_at_start = 1;
        told.cp_before_combat_paid = 0;
        told.combat_actions_used = UsedActions::default();
    }
    told
}

/// Asserts that every position of a game is parsed to the original position, with any deal.
fn positions_are_read(games: u64) {
    let (mut read, mut refused) = (0, 0);
    let mut phases = BTreeSet::new();
    for (number, (players, options)) in TABLES.into_iter().enumerate() {
        let game = rules(players, options);
        let dealt = new_state(&game, 99);
        for seed in 0..games {
            play(&game, seed + 10 * number as u64, |state, _| {
                let position = game.position(state, None);
                let phase = position["phase"].as_str().unwrap().to_string();
                let at = format!("{players} players, {options:?}, seed {seed}, {phase}");
                match entered(&game, dealt, &position, 1) {
                    Ok(entered) => {
                        let (entered, wanted) = (told(&game, &entered), told(&game, state));
                        assert!(entered == wanted, "{at}:\n{entered:?}\n{wanted:?}");
                        read += 1;
                        phases.insert(phase);
                    }
                    Err(problem) => {
                        assert!(
                            problem.contains(
                                "expected no combat during scoring; or enter the position at the \
                                              start of a turn"
                            ),
                            "{at}: {problem}\n{}",
                            position["choice"]
                        );
                        refused += 1;
                    }
                }
            });
        }
    }
    assert!(
        read > 1250 * games && refused * 200 < read,
        "{read}, {refused}"
    );
    assert!(phases.len() > 20, "{phases:?}");
}

#[test]
fn full_positions_round_trip() {
    positions_are_read(1);
}

/// Asserts that the view of a seat can be parsed, and that the view of the resulting position is the same.
fn knowledge_is_enough(games: u64) {
    let (mut read, mut shuffled) = (0, 0);
    for (number, (players, options)) in TABLES.into_iter().enumerate() {
        let game = rules(players, options);
        let dealt = new_state(&game, 98);
        for seed in 0..games {
            play(&game, seed + 100 * number as u64, |state, rng| {
                if below(rng, 3) > 0 {
                    return;
                }
                let seat = below(rng, players as u32) as Seat;
                let known = game.position(state, Some(seat));
                let at = format!("{players} players, {options:?}, seed {seed}, seat {seat}");
                let entered = entered(&game, dealt, &known, seed);
                if state.phase == Phase::Setup {
                    let problem = entered.unwrap_err();
                    assert!(
                        problem.contains("follow the game from its deal"),
                        "{problem}"
                    );
                    return;
                }
                let entered = match entered {
                    Ok(entered) => entered,
                    Err(problem) if problem.contains("no combat during scoring") => return,
                    Err(problem) => panic!("{at}: {problem}\n{known}"),
                };
                assert_eq!(game.position(&entered, Some(seat)), known, "{at}");
                for (one, other) in entered.seated().iter().zip(state.seated()) {
                    assert_eq!(one.hand_public, other.hand_public, "{at}");
                }
                read += 1;
                shuffled += u64::from(state.shuffles > 0);
            });
        }
    }
    assert!(
        read > 350 * games && shuffled > 15 * games,
        "{read}, {shuffled}"
    );
}

#[test]
fn view_of_one_seat_can_be_completed() {
    knowledge_is_enough(1);
}

#[test]
#[ignore = "nightly: two games at every table"]
fn positions_of_more_games_round_trip() {
    positions_are_read(2);
    knowledge_is_enough(2);
}

/// Guesses depend on the deal.
#[test]
fn guessed_hands_depend_on_the_deal() {
    let game = rules(3, &[]);
    let mut hands = BTreeSet::new();
    let mut turn = None;
    play(&game, 5, |state, _| {
        if state.phase == Phase::Turn && turn.is_none() {
            turn = Some(game.position(state, Some(0)));
        }
    });
    let known = turn.unwrap();
    for seed in 0..8 {
        let entered = entered(&game, new_state(&game, 3), &known, seed).unwrap();
        hands.insert(game.position(&entered, None)["players"][1]["hand"].to_string());
    }
    assert!(hands.len() > 5, "{hands:?}");
}

/// Collects all parts of a value with their keys and indices.
fn parts(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.push(path.clone());
                parts(value, &path, found);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                let path = format!("{path}/{index}");
                found.push(path.clone());
                parts(value, &path, found);
            }
        }
        _ => {}
    }
}

/// Returns a value with one part changed, and a description of the change.
fn changed(value: &Value, paths: &[String], rng: &mut Rng) -> (Value, String) {
    let path = &paths[below(rng, paths.len() as u32) as usize];
    let other = &paths[below(rng, paths.len() as u32) as usize];
    let other = value.pointer(other).unwrap().clone();
    let mut changed = value.clone();
    let what = below(rng, 12);
    if what == 0 {
        let (parent, key) = path.rsplit_once('/').unwrap();
        match changed.pointer_mut(parent).unwrap() {
            Value::Object(keys) => drop(keys.remove(key)),
            Value::Array(list) => drop(list.remove(key.parse().unwrap())),
            _ => {}
        }
        return (changed, format!("{path} removed"));
    }
    let part = changed.pointer_mut(path).unwrap();
    let number = part.as_i64().unwrap_or(3);
    let new = match what {
        1 => json!(number + 1),
        2 => json!(number - 1),
        3 => json!(-number),
        4 => json!(i64::MAX),
        5 => Value::Null,
        6 => json!("france"),
        7 => json!(below(rng, 256)),
        8 => json!([]),
        9 => json!({}),
        10 => json!(1.5),
        _ => other,
    };
    let text = format!("{path}: {part} -> {new}");
    *part = new;
    (changed, text)
}

/// Any input is either rejected with a message or leads to a playable position.
#[test]
fn changed_position_is_rejected_or_playable() {
    let (mut refused, mut accepted) = (0, 0);
    for (number, (players, options)) in TABLES.into_iter().enumerate() {
        let game = rules(players, options);
        let dealt = new_state(&game, 97);
        let seed = 1000 + number as u64;
        play(&game, seed, |state, rng| {
            if below(rng, 24) > 0 {
                return;
            }
            let observer = match below(rng, 2) {
                0 if state.phase != Phase::Setup => Some(0),
                _ => None,
            };
            let position = game.position(state, observer);
            let mut paths = Vec::new();
            parts(&position, "", &mut paths);
            for _ in 0..12 {
                let (position, what) = changed(&position, &paths, rng);
                let dice = u64::from(below(rng, 1 << 20));
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let mut state = match entered(&game, dealt, &position, dice) {
                        Ok(state) => state,
                        Err(problem) => {
                            assert!(!problem.is_empty());
                            return false;
                        }
                    };
                    play_on(&game, &mut state, dice);
                    true
                }));
                match result {
                    Ok(true) => accepted += 1,
                    Ok(false) => refused += 1,
                    Err(_) => panic!(
                        "{players} players, {options:?}, phase {}: {what}\n{}",
                        position["phase"], position["choice"]
                    ),
                }
            }
        });
    }
    assert!(refused > 400 && accepted > 60, "{refused}, {accepted}");
}

/// Makes fifty random decisions.
fn play_on(game: &Maracaibo, state: &mut State, seed: u64) {
    let (mut chance, mut rng) = (Streams::new(seed), stream(seed, &[8]));
    let mut actions = Vec::new();
    for number in 0..50 {
        let Some(seat) = game.to_move(state) else {
            return;
        };
        if number % 10 == 0 {
            game.determinize(&mut state.clone(), seat, &mut rng);
            assert!(game.position(state, Some(seat)).is_object());
        }
        game.legal_actions(state, &mut actions);
        assert!(!actions.is_empty());
        let choice = below(&mut rng, actions.len() as u32) as usize;
        game.apply(state, actions[choice], &mut chance, &mut ());
    }
}
