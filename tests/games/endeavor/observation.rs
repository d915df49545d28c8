//! Every field of a position that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::endeavor::Endeavor;
use portolan::games::endeavor::components::MAX_SITES;
use portolan::games::endeavor::components::{REGIONS, SLAVERY};
use portolan::games::endeavor::state::{NEUTRAL, NONE, Phase, Player, State};
use portolan::random::{Streams, below, stream};

use super::observation_support::{differences, inputs_of};
use super::shown::{fields_of_player, fields_of_state};
use super::shown_support::every_field_is_known;
use super::support::{Table, rules};

/// Change of a field, with the names of the features that it affects for all seats.
type Change<T = State> = (&'static str, Names, fn(&mut T));
type Names = &'static [&'static str];

/// Tokens that may be on a space.
const TOKEN_NAMES: Names = &[
    "industry",
    "culture",
    "wealth",
    "influence",
    "ship",
    "occupy",
    "attack",
    "pay_or_draw",
];

/// The board, the supply and the seat to move.
const CHANGES: [Change; 16] = [
    ("taken", TOKEN_NAMES, |state| state.taken ^= 1),
    ("link_tokens", TOKEN_NAMES, |state| {
        state.link_tokens &= state.link_tokens - 1
    }),
    ("pile", &["discarded"], |state| state.pile ^= 1 << 14),
    ("supply", &["left"], |state| state.supply[8] -= 1),
    ("tokens: track", TOKEN_NAMES, |state| state.tokens[2] ^= 1),
    ("tokens: sites and links", TOKEN_NAMES, |state| {
        for token in &mut state.tokens[40..] {
            *token ^= 4;
        }
    }),
    ("track", &["track africa"], |state| state.track[1][1] ^= 1),
    ("shipped", &["spaces to open africa"], |state| {
        state.shipped[1] = 1
    }),
    ("drawn", &["top"], |state| state.drawn[7] += 1),
    ("open", &["open"], |state| state.open ^= 1 << 1),
    ("abolished", &["slavery abolished"], |state| {
        state.abolished = !state.abolished
    }),
    ("phase", &["phase"], |state| state.phase = Phase::Build),
    ("round", &["round"], |state| state.round += 1),
    ("crown", &["crown"], |state| {
        state.crown = (state.crown + 1) % state.seats
    }),
    ("active", &["turn of"], |state| {
        state.active = (state.active + 1) % state.seats
    }),
    ("passed", &["passed"], |state| state.passed ^= 2),
];

/// Components of the silent fleets.
const FLEET_CHANGES: [Change; 3] = [
    ("supply of the silent fleets", &["supply"], |state| {
        state.players[NEUTRAL].supply -= 1
    }),
    ("discs of the silent fleets", &["discs"], |state| {
        state.players[NEUTRAL].discs[2] += 1
    }),
    ("sites of the silent fleets", &["at"], |state| {
        state.players[NEUTRAL].sites ^= 1 << 3
    }),
];

/// Components of a seat, with the names of the features of this seat.
const SEAT_CHANGES: [Change<Player>; 14] = [
    ("sites", &["at"], |player| player.sites ^= 1),
    ("cards", &["card"], |player| player.cards ^= 1 << 13),
    ("set_aside", &["set aside"], |player| {
        player.set_aside = SLAVERY
    }),
    ("attributes", &["wealth"], |player| {
        player.attributes[2] += 1
    }),
    ("attributes beyond the track", &["culture"], |player| {
        player.attributes[1] += 20
    }),
    ("supply", &["supply"], |player| player.supply -= 1),
    ("harbor", &["harbor"], |player| player.harbor += 9),
    ("buildings", &["free", "busy"], |player| exchange(player, 3)),
    ("built", &["free", "busy"], |player| {
        player.built -= 1;
        player.busy &= (1 << player.built) - 1;
    }),
    ("busy", &["free", "busy"], |player| player.busy ^= 1),
    ("actions", &["tokens"], |player| player.actions[3] += 1),
    ("governor", &["governor space"], |player| {
        player.governor = match player.governor {
            NONE => 43,
            _ => NONE,
        }
    }),
    ("discs", &["discs"], |player| player.discs[3] += 1),
    ("high_seas", &["high seas"], |player| {
        player.high_seas[2] += 1
    }),
];

/// Returns true if there are features with one of these names, for the seat that begins the name.
fn has(told: &[String], whose: &str, names: &[&str]) -> bool {
    told.iter().any(|input| {
        let block = input.split([':', '=']).next();
        let Some(block) = block.and_then(|block| block.strip_prefix(whose)) else {
            return false;
        };
        let is = |name: &&str| block == *name || block.ends_with(&format!(" {name}"));
        names.iter().any(is)
    })
}

/// Replaces the leftmost building with another kind.
fn exchange(player: &mut Player, kind: u8) {
    player.buildings[0] = kind;
    player.kinds |= 1 << kind;
}

/// Calls `each` for the positions of several random games with these rules.
fn walk(game: &Endeavor, games: u64, mut each: impl FnMut(&State) -> bool) {
    for deal in 0..games {
        let mut chance = Streams::new(deal);
        let mut rng = stream(deal, &[1]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        loop {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            if each(&state) {
                return;
            }
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
}

/// Returns a position in this phase from the third round on.
fn position(game: &Endeavor, wanted: Phase) -> State {
    let mut found = None;
    walk(game, 2000, |state| {
        let fits = state.phase == wanted && (state.round > 2 || wanted == Phase::StartTile);
        if fits {
            found = Some(state.clone());
        }
        fits
    });
    found.unwrap_or_else(|| panic!("{wanted:?} comes up in no game"))
}

/// Fields without a change of their own. `removed` and `tokens_gone` are out of the game, `turns` are only counted, and
/// `seats` is fixed by the setup. `in_supply` repeats `supply`; for a player, `kinds` repeats `buildings`, `present`
/// repeats `discs`, and `tokens` and `monument` are contained in `attributes`. The fields of `players` have separate
/// changes. `menu` and the fields after it are relevant only in single phases.
#[test]
fn every_state_field_is_covered_by_a_change() {
    let beside = [
        "players",
        "removed",
        "in_supply",
        "tokens_gone",
        "seats",
        "menu",
        "either",
        "done",
        "by_token",
        "occupied",
        "casualties",
        "victim",
        "left",
        "paid",
    ];
    every_field_is_known(
        &fields_of_state(),
        &CHANGES.map(|(field, ..)| field),
        &beside,
    );
    every_field_is_known(
        &fields_of_player(),
        &SEAT_CHANGES.map(|(field, ..)| field),
        &["kinds", "turns", "tokens", "monument", "present"],
    );
}

/// Returns a position in the fourth round with seat 1 to move; Africa is closed with two discs on its track, and South
/// America is open.
fn turn_position(game: &Endeavor) -> State {
    let mut state = position(game, Phase::Turn);
    state.track[1][..2].copy_from_slice(&[0, 1]);
    state.shipped[1] = 2;
    state.open = 1 | 1 << 2;
    state.supply[8] = 2;
    state.drawn[7] = 1;
    state.tokens_gone = 3;
    for player in &mut state.players {
        player.supply = 9;
        player.set_aside = 0;
    }
    state
}

#[test]
fn features_reflect_every_field() {
    let fleets: (&[&str], &[Change]) = (&["silent_fleets=on"], &FLEET_CHANGES);
    for (players, (options, of_fleets)) in [(3, (&[][..], &[][..])), (2, fleets)] {
        let game = rules(players, options);
        let state = turn_position(&game);
        for (field, names, change) in CHANGES.iter().chain(of_fleets) {
            let mut changed = state.clone();
            change(&mut changed);
            for observer in 0..players {
                let told = differences(&game, &state, &changed, observer);
                assert!(has(&told, "", names), "{field}: {told:?}");
            }
        }
        for (field, names, change) in SEAT_CHANGES {
            for seat in 0..players {
                let mut changed = state.clone();
                change(&mut changed.players[seat]);
                for observer in 0..players {
                    let told = differences(&game, &state, &changed, observer);
                    let whose = match (seat + players - observer) % players {
                        0 => "me ".to_string(),
                        distance => format!("next{distance} "),
                    };
                    assert!(has(&told, &whose, names), "{field} of {whose}: {told:?}");
                }
            }
        }
    }
}

/// Sources, targets and reactions of past turns, tokens that were taken, and full tracks.
#[test]
fn features_ignore_past_and_redundant_fields() {
    let game = rules(3, &[]);
    let state = turn_position(&game);
    let site = state.taken.trailing_zeros() as usize;
    type Over<'a> = (&'static str, &'a dyn Fn(&mut State));
    let over: [Over; 11] = [
        ("removed", &|state| state.removed ^= 1 << 9),
        ("tokens_gone", &|state| state.tokens_gone += 1),
        ("turns", &|state| state.players[0].turns += 1),
        ("menu", &|state| state.menu ^= 3),
        ("either", &|state| state.either = !state.either),
        ("done", &|state| state.done ^= 1),
        ("occupied", &|state| state.occupied = 4),
        ("left and paid", &|state| {
            state.left += 1;
            state.paid = 9;
        }),
        ("victim", &|state| state.victim = 2),
        ("a token that was taken", &|state| {
            state.tokens[usize::from(game.board().site_token) + site] ^= 1
        }),
        ("the track of an open region", &|state| {
            state.track[2][0] ^= 1
        }),
    ];
    for (field, change) in over {
        let mut changed = state.clone();
        change(&mut changed);
        for observer in 0..3 {
            let told = differences(&game, &state, &changed, observer);
            assert!(told.is_empty(), "{field}: {told:?}");
        }
    }
}

/// Change of a pending effect in some phases of games with these options.
type Pending = (
    &'static str,
    Names,
    &'static [&'static str],
    &'static [Phase],
    fn(&mut State),
);

/// Pending effects are relevant only in their phases.
#[test]
fn features_reflect_fields_of_single_phases() {
    let ordinary: &[&str] = &[];
    let fleets: &[&str] = &["silent_fleets=on", "restricted_occupation=on"];
    let once: &[&str] = &["limit_read=once"];
    let pending: [Pending; 10] = [
        (
            "menu",
            &["offers"],
            ordinary,
            &[Phase::Act, Phase::Casualty],
            |state| state.menu ^= 1,
        ),
        (
            "either",
            &["one action only"],
            ordinary,
            &[Phase::Act],
            |state| state.either = !state.either,
        ),
        (
            "done",
            &["done"],
            fleets,
            &[Phase::Act, Phase::Casualty, Phase::Reaction],
            |state| state.done ^= 1,
        ),
        (
            "by_token",
            &["by token"],
            fleets,
            &[Phase::Act, Phase::Casualty],
            |state| state.by_token = !state.by_token,
        ),
        (
            "occupied",
            &["just occupied"],
            fleets,
            &[Phase::Act, Phase::Reaction],
            |state| state.occupied = if state.occupied == 3 { 4 } else { 3 },
        ),
        (
            "casualties",
            &["casualty of"],
            ordinary,
            &[Phase::Casualty],
            |state| state.casualties = 1,
        ),
        (
            "victim",
            &["attacked"],
            ordinary,
            &[Phase::Casualty],
            |state| state.victim = 2,
        ),
        (
            "left",
            &["payments left"],
            ordinary,
            &[Phase::Salary],
            |state| state.left += 1,
        ),
        (
            "paid",
            &["last paid"],
            ordinary,
            &[Phase::Salary],
            |state| state.paid += 1,
        ),
        (
            "limit",
            &["limit read"],
            once,
            &[Phase::Governor, Phase::Discard],
            |state| state.left += 1,
        ),
    ];
    for (field, names, options, phases, change) in pending {
        for &phase in phases {
            let game = rules(if options == fleets { 2 } else { 3 }, options);
            let mut state = match phase {
                // Casualties are rare, because a player has to own the Monument.
                Phase::Casualty => position(&game, Phase::Act),
                _ => position(&game, phase),
            };
            if phase == Phase::Casualty {
                (state.phase, state.casualties, state.victim) = (phase, 3, 1);
            }
            let mut changed = state.clone();
            change(&mut changed);
            for observer in 0..game.seats() {
                let told = differences(&game, &state, &changed, observer);
                assert!(has(&told, "", names), "{field}, {phase:?}: {told:?}");
            }
        }
    }
}

/// Every option that changes the rules affects the features of the first position.
#[test]
fn features_reflect_every_rule_option() {
    let told = |options: &[&str]| {
        let game = rules(2, options);
        let state = game.new_state(&mut Streams::new(1), &mut ());
        inputs_of(&game, &state, 0)
    };
    let fleets = "silent_fleets=on";
    for (one, other) in [
        (&[][..], &["side=B"][..]),
        (&[], &[fleets]),
        (&[], &["build_fallback=off"]),
        (&[], &["limit_read=once"]),
        (&[], &["abolition=off"]),
        (&[], &["barred=dock"]),
        (&["barred=slavery"], &["barred=india"]),
        (&["barred=dock"], &["barred=dock", "barred_for=2"]),
        (
            &["barred=dock", "barred_for=1"],
            &["barred=dock", "barred_for=2"],
        ),
        (&[fleets], &[fleets, "restricted_occupation=on"]),
        (&[fleets], &[fleets, "react_to_tokens=off"]),
        (&[fleets], &[fleets, "scarce_buildings=on"]),
        (&[fleets], &[fleets, "reaction_choice=effective"]),
    ] {
        assert_ne!(told(one), told(other), "{other:?}");
    }
}

/// Both sides of the board, all numbers of players and all options have a common feature layout.
#[test]
fn features_and_actions_are_common_to_all_setups() {
    let game = rules(2, &["silent_fleets=on"]);
    for players in 2..=5 {
        for side in ["side=A", "side=B"] {
            let other = rules(players, &[side]);
            assert_eq!(other.input_names(), game.input_names());
            assert_eq!(other.action_bound(), game.action_bound());
        }
    }
    let number = |side: &str, text: &str| {
        let mut table = Table::acting(2, &[side]);
        table.token(1, "occupy").act("token occupy");
        let action = table.game.parse_action(&table.state, text).unwrap();
        table.game.action_index(&table.state, action)
    };
    for site in ["london", "venice"] {
        let text = format!("occupy {site}");
        assert_eq!(number("side=A", &text), number("side=B", &text));
    }
    let b = rules(2, &["side=B"]);
    assert!(b.components().site_ids().len() < MAX_SITES);
    let moved = b.components().site_numbers(1);
    assert!(moved.iter().zip(0..).any(|(&number, site)| number != site));
}

/// Moves every player one seat further.
fn turn(state: &mut State, players: u8) {
    let further = |seat: u8| (seat + 1) % players;
    state.players[..usize::from(players)].rotate_right(1);
    for seat in [&mut state.crown, &mut state.active] {
        *seat = further(*seat);
    }
    if state.victim < players {
        state.victim = further(state.victim);
    }
    let passed = state.passed << 1;
    state.passed = passed & ((1 << players) - 1) | passed >> players;
    for area in REGIONS {
        for owner in &mut state.track[area][..usize::from(state.shipped[area])] {
            if *owner < players {
                *owner = further(*owner);
            }
        }
    }
}

/// Features are relative to the observer, so absolute seat numbers have no effect.
#[test]
fn features_are_relative_to_the_observer() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &["side=B"])] {
        let game = rules(players, options);
        let mut decisions = 0;
        walk(&game, 2, |state| {
            let mut turned = state.clone();
            turn(&mut turned, players as u8);
            let observer: Seat = decisions % players;
            let next = (observer + 1) % players;
            assert_eq!(
                inputs_of(&game, state, observer),
                inputs_of(&game, &turned, next)
            );
            decisions += 1;
            false
        });
        assert!(decisions > 100);
    }
}

/// Returns the names of the active features.
fn on(table: &Table, observer: Seat) -> Vec<String> {
    let inputs = inputs_of(&table.game, &table.state, observer);
    let names = table.game.input_names();
    inputs
        .into_iter()
        .map(|(number, _)| names[usize::from(number)].clone())
        .collect()
}

/// Information that a strong player uses.
#[test]
fn features_name_board_spaces_by_id() {
    let mut table = Table::acting(3, &[]);
    table
        .lay("london", "culture")
        .lay_track("africa", 2, "ship");
    let before = on(&table, 1);
    for name in [
        "culture:london",
        "ship:africa 2",
        "me may take:london",
        "top:europe_0",
    ] {
        assert!(before.iter().any(|known| known == name), "{name}");
    }
    table
        .token(1, "occupy")
        .act("token occupy")
        .act("occupy london");
    for (observer, seat) in [(0, "me"), (1, "next2"), (2, "next1")] {
        let told = on(&table, observer);
        for name in [
            format!("{seat} at:london"),
            format!("{seat} culture=1"),
            format!("{seat} busy:colonial_house"),
            format!("{seat} discs:europe=1"),
        ] {
            assert!(told.contains(&name), "{name}");
        }
        assert!(!told.iter().any(|name| name == "culture:london"));
        assert!(!told.iter().any(|name| name == "me may take:london"));
    }
    // With a disc in Europe, its card with number 1 would be available, but the card with number 0 is on top of it.
    assert!(
        on(&table, 0)
            .iter()
            .any(|name| name == "me may draw:europe_0")
    );
    assert!(
        on(&table, 0)
            .iter()
            .all(|name| name != "me may draw:europe_1")
    );
}
