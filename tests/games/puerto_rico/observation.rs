//! Every field of a position that a seat knows and that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::options::OPTIONS;
use portolan::games::puerto_rico::state::{Phase, Player, State};
use portolan::games::puerto_rico::violet;
use portolan::random::{Streams, below, stream};

use super::changes::position;
use super::observation_support::{differences, inputs_of};
use super::support::rules;

/// The owner of the last role and its pending effects are no longer relevant when the next role is chosen.
#[test]
fn features_ignore_the_last_role_when_choosing_a_role() {
    let game = rules(4, &[]);
    let state = position(&game, Phase::Role);
    let over: [fn(&mut State); 4] = [
        |state| state.role ^= 1,
        |state| state.owner ^= 1,
        |state| state.scratch ^= 3,
        |state| state.idle += 1,
    ];
    for change in over {
        let mut changed = state.clone();
        change(&mut changed);
        for observer in 0..4 {
            assert_eq!(
                differences(&game, &state, &changed, observer),
                [""; 0],
                "seat {}",
                observer + 1
            );
        }
    }
}

/// The owners of the VP chips missing from the pool are known only if all players keep count (PR-A19).
#[test]
fn features_show_only_the_total_of_hidden_chips() {
    for hidden in [false, true] {
        let visibility = if hidden { "hidden" } else { "tracked" };
        let game = rules(3, &[&format!("vp_visibility={visibility}")]);
        let mut state = position(&game, Phase::Build);
        let given: u16 = state.players.iter().map(Player::chips).sum();
        for player in &mut state.players[..3] {
            player.vp_goods += 5;
            player.owned |= violet::CUSTOMS_HOUSE;
            player.staffed |= violet::CUSTOMS_HOUSE;
        }
        state.pool = 75 - (given + 15) as i16;
        let mut changed = state.clone();
        changed.players[1].vp_goods -= 4;
        changed.players[2].vp_goods += 4;
        let seen = [0, 1, 2].map(|observer: Seat| {
            let told = differences(&game, &state, &changed, observer);
            !told.is_empty()
        });
        assert_eq!(seen, [!hidden, true, true]);
    }
    // With two players, the chips of the opponent follow from the own chips and the pool.
    let told = |visibility: &str| {
        let game = rules(2, &[visibility]);
        let mut state = position(&game, Phase::Build);
        state.players[1].vp_goods += 3;
        state.pool -= 3;
        let chips = |input: &(u16, u32)| game.input_names()[usize::from(input.0)] == "next1 chips";
        let told = inputs_of(&game, &state, 0);
        told.into_iter().find(chips).map(|(_, value)| value)
    };
    let tracked = told("vp_visibility=tracked");
    assert!(tracked.is_some());
    assert_eq!(told("vp_visibility=hidden"), tracked);
}

/// Every option that changes the rules or the setup affects the features of the first position.
#[test]
fn features_reflect_every_rule_option() {
    let told = |options: &[&str]| {
        let game = rules(4, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        inputs_of(&game, &state, 0)
    };
    let ordinary = told(&[]);
    let mut words = 0;
    for option in OPTIONS {
        // Options with a list of words.
        let list = option.accepts.replace(" or ", ", ");
        let list: Vec<&str> = list.split(", ").collect();
        if list.len() == 1 || list.iter().any(|word| word.contains([' ', ':'])) {
            continue;
        }
        let default = option.default.split(';').next();
        for word in list.iter().filter(|word| Some(**word) != default) {
            let set = format!("{}={word}", option.name);
            assert_ne!(told(&[&set]), ordinary, "{set}");
            words += 1;
        }
    }
    assert!(words > 12, "{words}");
    for option in ["corn_doubloons=-1", "seat_3_doubloons=1", "round_cap=20"] {
        assert_ne!(told(&[option]), ordinary, "{option}");
    }
    // Costs are traits of the buildings, whether the data or an option sets them.
    let traits = |options: &[&str]| rules(4, options).composition();
    let own = [
        "costs=university:7",
        "costs=university:9",
        "costs=university:7+factory:8",
    ];
    for (index, option) in own.iter().enumerate() {
        assert_ne!(traits(&[option]), traits(&[]), "{option}");
        assert_ne!(
            traits(&[option]),
            traits(&[own[(index + 1) % 3]]),
            "{option}"
        );
    }
    assert_eq!(rules(4, &own[..1]).shipped_composition(), Some(traits(&[])));
    // The position of seat 1 matters if it gets scarce goods first.
    let first = |game: &PuertoRico, observer| {
        let state = game.new_state(&mut Streams::new(1), &mut ());
        let mut turned = state.clone();
        turn(&mut turned, 4);
        inputs_of(game, &state, observer) == inputs_of(game, &turned, (observer + 1) % 4)
    };
    assert!(first(&rules(4, &[]), 2));
    assert!(!first(&rules(4, &["craftsman_by_seat=on"]), 2));
}

/// Moves every player one seat further.
fn turn(state: &mut State, players: usize) {
    state.players[..players].rotate_right(1);
    for seat in [&mut state.governor, &mut state.owner, &mut state.active] {
        *seat = (*seat + 1) % players as u8;
    }
    let used = state.wharves_used << 1;
    state.wharves_used = used & ((1 << players) - 1) | used >> players;
}

/// Features are relative to the observer, so absolute seat numbers have no effect.
#[test]
fn features_are_relative_to_the_observer() {
    for players in 2..=5 {
        let game = rules(players, &["vp_visibility=hidden"]);
        let mut chance = Streams::new(9);
        let mut rng = stream(9, &[1]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        for decision in 0.. {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let mut turned = state.clone();
            turn(&mut turned, players);
            let observer = decision % players;
            let next = (observer + 1) % players;
            assert_eq!(
                inputs_of(&game, &state, observer),
                inputs_of(&game, &turned, next)
            );
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
}
