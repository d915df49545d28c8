//! Every field of a position that a seat knows and that is still relevant affects the features.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::components::QUARRY;
use portolan::games::puerto_rico::options::OPTIONS;
use portolan::games::puerto_rico::state::{Phase, Player, Ship, State};
use portolan::games::puerto_rico::violet;
use portolan::random::{Streams, below, stream};

use super::observation_support::{differences, inputs_of};
use super::shown::{fields_of_player, fields_of_state};
use super::shown_support::every_field_is_known;
use super::support::{Table, building, rules};

/// Change of a field, with the name of the features that it affects for all seats.
type Change<T = State> = (&'static str, &'static str, fn(&mut T));

/// The table, and the seat to move.
const CHANGES: [Change; 22] = [
    ("pool", "vp pool", |state| state.pool -= 1),
    ("phase", "phase", |state| state.phase = Phase::Sell),
    ("round", "round", |state| state.round += 1),
    ("governor", "governor", |state| state.governor = 1),
    ("picks", "roles to take", |state| state.picks ^= 1),
    ("roles_taken", "taken", |state| state.roles_taken ^= 1),
    ("role", "role", |state| state.role = 4),
    ("owner", "owner", |state| state.owner = 1),
    ("active", "decides", |state| state.active = 2),
    ("role_doubloons", "doubloons on", |state| {
        state.role_doubloons[3] += 1
    }),
    ("stock", "left", |state| state.stock[building("office")] = 0),
    ("supply", "supply", |state| state.supply[2] -= 1),
    ("ships: good", "carried", |state| {
        state.ships[0] = ship(3, 4)
    }),
    ("ships: barrels", "aboard", |state| {
        state.ships[0] = ship(1, 3)
    }),
    ("house", "trading house", |state| state.house[4] += 1),
    ("stack", "face down", |state| state.stack[0] -= 1),
    ("discards", "discarded", |state| state.discards[1] += 1),
    ("row", "face up", |state| state.row[2] += 1),
    ("quarries", "quarries", |state| state.quarries -= 1),
    ("colonists", "colonists", |state| state.colonists -= 1),
    ("colonist_ship", "colonist ship", |state| {
        state.colonist_ship += 1
    }),
    ("endings", "last round", |state| state.endings |= 2),
];

/// Components of a player, with the names of the features of this seat.
const BOARD_CHANGES: [Change<Player>; 12] = [
    ("owned", "vacant", |player| player.owned ^= violet::HARBOR),
    ("staffed", "staffed", |player| {
        player.staffed ^= violet::OFFICE
    }),
    ("doubloons", "doubloons", |player| player.doubloons += 20),
    ("vp_goods", "chips", |player| player.vp_goods += 1),
    ("vp_harbor", "chips", |player| player.vp_harbor += 1),
    ("vp_captain", "chips", |player| player.vp_captain += 1),
    ("goods", "goods", |player| player.goods[0] += 9),
    ("tiles", "tiles quarry", |player| player.tiles[QUARRY] += 1),
    ("workers", "staffed sugar", |player| player.workers[2] += 1),
    ("artisans", "sugar artisans", |player| {
        player.artisans[2] += 1
    }),
    ("san_juan", "san juan", |player| player.san_juan += 1),
    ("several at once", "goods", |player| player.goods.swap(0, 3)),
];

/// Returns true if there are features with this name, for the seat that begins the name.
fn has(told: &[String], whose: &str, name: &str) -> bool {
    told.iter().any(|input| {
        let block = input.split([':', '=']).next();
        let block = block.and_then(|block| block.strip_prefix(whose));
        block.is_some_and(|block| block == name || block.ends_with(&format!(" {name}")))
    })
}

const fn ship(good: u8, barrels: u8) -> Ship {
    Ship { good, barrels }
}

/// Returns a position in this phase late in a random game with this seat to move.
fn position(game: &PuertoRico, wanted: Phase, decides: Seat) -> State {
    for deal in 0.. {
        let mut chance = Streams::new(deal);
        let mut rng = stream(deal, &[1]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        loop {
            game.legal_actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            if state.round > 4 && state.phase == wanted && game.to_move(&state) == Some(decides) {
                return state;
            }
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
    unreachable!("the phase comes up in some deal")
}

/// Returns a position in the Builder phase with seat 1 to move, which owns an office without a colonist and has goods.
fn building_position(game: &PuertoRico) -> State {
    let mut state = position(game, Phase::Build, 0);
    state.owner = 0;
    state.governor = 0;
    state.picks = 0;
    state.ships[0] = ship(1, 2);
    state.stock[building("office")] = 1;
    for player in &mut state.players[..game.seats()] {
        player.owned |= violet::OFFICE;
        player.staffed &= !violet::OFFICE;
        player.goods = [1, 0, 0, 0, 2];
        player.tiles[2] = 3;
        player.workers[2] = 1;
    }
    state
}

/// Fields without a change of their own: `in_stock` repeats `stock`, `vp_buildings` repeats `owned`, and `seats` is
/// fixed by the setup. The fields of `players`, and fields that are relevant in single phases, have separate tests.
#[test]
fn every_state_field_is_covered_by_a_change() {
    let beside = [
        "players",
        "in_stock",
        "seats",
        "scratch",
        "class",
        "later",
        "idle",
        "wharves_used",
        "privilege",
    ];
    every_field_is_known(
        &fields_of_state(),
        &CHANGES.map(|(field, ..)| field),
        &beside,
    );
    let of_player = BOARD_CHANGES.map(|(field, ..)| field);
    every_field_is_known(&fields_of_player(), &of_player, &["vp_buildings"]);
}

#[test]
fn features_reflect_every_field() {
    for players in [3, 5] {
        let game = rules(players, &[]);
        let state = building_position(&game);
        for (field, name, change) in CHANGES {
            let mut changed = state.clone();
            change(&mut changed);
            for observer in 0..players {
                let told = differences(&game, &state, &changed, observer);
                assert!(has(&told, "", name), "{field}: {told:?}");
            }
        }
        for (field, name, change) in BOARD_CHANGES {
            for seat in 0..players {
                let mut changed = state.clone();
                change(&mut changed.players[seat]);
                for observer in 0..players {
                    let told = differences(&game, &state, &changed, observer);
                    let whose = match (seat + players - observer) % players {
                        0 => "me ".to_string(),
                        distance => format!("next{distance} "),
                    };
                    assert!(has(&told, &whose, name), "{field} of {whose}: {told:?}");
                }
            }
        }
    }
}

/// Change of a pending effect in some phases.
type Pending = (&'static str, &'static str, &'static [Phase], fn(&mut State));

/// Pending effects are relevant only in their phases.
#[test]
fn features_reflect_fields_of_single_phases() {
    let pending: [Pending; 9] = [
        ("scratch: tile", "just placed", &[Phase::Hospice], |state| {
            state.scratch ^= 1
        }),
        (
            "scratch: building",
            "just built",
            &[Phase::University],
            |state| state.scratch ^= 1,
        ),
        (
            "scratch: kinds produced",
            "bonus",
            &[Phase::Bonus],
            |state| {
                state.supply = [2; 5];
                state.scratch ^= 1;
            },
        ),
        (
            "scratch: kinds kept",
            "kept",
            &[Phase::Store, Phase::Keep],
            |state| state.scratch ^= 1,
        ),
        ("class", "staffing", &[Phase::Staff], |state| {
            state.class ^= 1
        }),
        ("later", "circles later", &[Phase::Staff], |state| {
            state.later += 1
        }),
        ("idle", "turns without load", &[Phase::Load], |state| {
            state.idle += 1
        }),
        ("wharves_used", "wharf used", &[Phase::Load], |state| {
            state.wharves_used ^= 1
        }),
        (
            "privilege",
            "captain's privilege",
            &[Phase::Load],
            |state| state.privilege = !state.privilege,
        ),
    ];
    let game = rules(4, &[]);
    for (field, name, phases, change) in pending {
        for &phase in phases {
            let state = position(&game, phase, 1);
            let mut changed = state.clone();
            change(&mut changed);
            for observer in 0..4 {
                let told = differences(&game, &state, &changed, observer);
                assert!(has(&told, "", name), "{field}, {phase:?}: {told:?}");
            }
        }
    }
}

/// The owner of the last role and its pending effects are no longer relevant when the next role is chosen.
#[test]
fn features_ignore_the_last_role_when_choosing_a_role() {
    let game = rules(4, &[]);
    let state = position(&game, Phase::Role, 2);
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
        let mut state = building_position(&game);
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
    // With two players, the chips of the opponent follow from the own ones and the pool.
    let told = |visibility: &str| {
        let game = rules(2, &[visibility]);
        let mut state = building_position(&game);
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
    for option in [
        "corn_doubloons=-1",
        "costs=university:7+factory:8",
        "costs=university:9",
        "round_cap=20",
    ] {
        assert_ne!(told(&[option]), ordinary, "{option}");
    }
    assert_ne!(told(&["costs=university:7"]), told(&["costs=university:9"]));
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

/// Returns the value of a feature.
fn value(game: &PuertoRico, state: &State, observer: Seat, name: &str) -> f32 {
    let names = game.input_names();
    let number = names.iter().position(|known| known == name);
    let number = number.unwrap_or_else(|| panic!("no input {name}")) as u16;
    let inputs = inputs_of(game, state, observer);
    let input = inputs.into_iter().find(|input| input.0 == number);
    input.map_or(0.0, |(_, value)| f32::from_bits(value))
}

/// With two players, each takes three roles (PR-14.2).
#[test]
fn features_count_the_roles_to_take() {
    let to_take = |table: &Table, observer: Seat| {
        ["me", "next1"].map(|seat| {
            let name = format!("{seat} roles to take");
            let numbers = 1..=4;
            let is = |number: &u32| {
                let flag = format!("{name}={number}");
                value(&table.game, &table.state, observer, &flag) > 0.0
            };
            numbers.clone().find(is).unwrap_or(0)
        })
    };
    let mut table = Table::of(2);
    assert_eq!(to_take(&table, 0), [3, 3]);
    table.act("settler");
    assert_eq!(to_take(&table, 0), [2, 3]);
    table.finish();
    assert_eq!(to_take(&table, 1), [3, 2]);
    table.act("mayor").finish().act("prospector");
    assert_eq!(to_take(&table, 1), [2, 1]);
}

/// Information that a strong player uses.
#[test]
fn features_show_derived_outlook_values() {
    let mut table = Table::of(3);
    table
        .staffed_tiles(1, "2 corn, 2 indigo, 1 quarry")
        .buildings(1, &["small_indigo_plant", "customs_house"])
        .empty_buildings(1, &["guild_hall"])
        .goods(1, "3 corn")
        .ship(1, "2 corn")
        .chips(1, 9)
        .money(1, 4);
    let told = |observer: Seat, name: &str| value(&table.game, &table.state, observer, name);
    for (observer, seat) in [(0, "me"), (1, "next2"), (2, "next1")] {
        for (name, expected) in [
            ("output corn:2", 1.0),
            ("output indigo:1", 1.0),
            ("power:5", 1.0),
            ("staffed:customs_house", 1.0),
            ("vacant:guild_hall", 1.0),
            ("bonuses", 2.0 / 10.0),
            ("bonuses waiting", 1.0 / 10.0),
            // Nine chips, 1 + 4 + 4 printed points, and two from the customs house.
            ("score", 20.0 / 20.0),
            // Two barrels fit on the ship with corn.
            ("shippable", 2.0 / 5.0),
        ] {
            assert_eq!(
                told(observer, &format!("{seat} {name}")),
                expected,
                "{name}"
            );
        }
    }
    assert_eq!(told(0, "worth:residence"), 4.0 / 5.0);
    assert_eq!(told(0, "worth:guild_hall"), 0.0);
    assert_eq!(told(0, "left:guild_hall:0"), 1.0);
    assert_eq!(told(0, "room for:corn=2"), 1.0);
    assert_eq!(told(0, "empty ship:5") + told(0, "empty ship:6"), 2.0);
}
