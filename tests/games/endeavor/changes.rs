//! Changes of every field of a position, with the observers who notice them in texts, data and features.

use portolan::games::endeavor::Endeavor;
use portolan::games::endeavor::components::SLAVERY;
use portolan::games::endeavor::state::{NEUTRAL, NONE as EMPTY, Phase, Player, State};

use super::shown_support::Features::{Board, Named};
use super::shown_support::{ALL, BOTH, Change, NEITHER, NONE, changes, every_field_is_shown};
use super::support::rules;
use crate::table::random_position;

/// Tokens that may be on a space.
const TOKENS: &[&str] = &[
    "industry",
    "culture",
    "wealth",
    "influence",
    "ship",
    "occupy",
    "attack",
    "pay_or_draw",
];

/// Returns a position late in a random game in this phase. In a turn, Africa is closed with two discs on its track, and
/// South America is open. A casualty follows an attack, because casualties are rare.
pub fn position(game: &Endeavor, phase: Phase) -> State {
    let wanted = match phase {
        Phase::Casualty => Phase::Act,
        phase => phase,
    };
    let mut state = random_position(game, |state| {
        let turn = state.passed == 0 && state.players[0].cards != 0 && state.drawn[7] < 5;
        let fits = match phase {
            Phase::Turn => turn,
            Phase::Act => state.menu.count_ones() == 2,
            _ => true,
        };
        state.phase == wanted && state.round > 2 && fits
    });
    if phase == Phase::Casualty {
        (state.phase, state.casualties, state.victim) = (phase, 3, 1);
    }
    if phase == Phase::Turn {
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
    }
    state
}

/// Returns the changes of a state. `removed` and `tokens_gone` are out of the game, and `turns` are only counted.
/// `taken` repeats the sites of all players, `in_supply` repeats `supply`, and the setup fixes the number of seats.
fn of_state() -> Vec<Change<Phase, State>> {
    use Phase::{Act, Casualty, Salary, Turn};
    changes!(State {
        players { "order", Turn, |state| state.players.swap(0, 1), ALL, BOTH; }
        taken { "", Turn, |state| state.taken ^= 1, NONE, Named(TOKENS); }
        link_tokens { "", Turn, |state| state.link_tokens &= state.link_tokens - 1, ALL, Named(TOKENS); }
        pile { "", Turn, |state| state.pile ^= 1 << 14, ALL, Named(&["discarded"]); }
        removed { "", Turn, |state| state.removed ^= 1 << 9, ALL, NEITHER; }
        in_supply { "", Turn, |state| state.in_supply ^= 1 << 6, ALL, NEITHER; }
        supply { "", Turn, |state| state.supply[8] -= 1, ALL, Named(&["left"]); }
        tokens {
            "on a track", Turn, |state| state.tokens[2] ^= 1, ALL, Named(TOKENS);
            "on sites and links", Turn, |state| state.tokens[40..].iter_mut().for_each(|token| *token ^= 4), ALL, Named(TOKENS);
        }
        track {
            "", Turn, |state| state.track[1][1] ^= 1, ALL, Named(&["track africa"]);
            "of an open region", Turn, |state| state.track[2][0] ^= 1, NONE, NEITHER;
        }
        shipped { "", Turn, |state| state.shipped[1] = 1, ALL, Named(&["spaces to open africa"]); }
        drawn { "", Turn, |state| state.drawn[7] += 1, ALL, Named(&["top"]); }
        open { "", Turn, |state| state.open ^= 1 << 1, ALL, Named(&["open"]); }
        abolished { "", Turn, |state| state.abolished ^= true, ALL, Named(&["slavery abolished"]); }
        tokens_gone { "", Turn, |state| state.tokens_gone += 1, ALL, NEITHER; }
        seats {}
        phase { "", Turn, |state| state.phase = Phase::Build, ALL, Named(&["phase"]); }
        round { "", Turn, |state| state.round += 1, ALL, Named(&["round"]); }
        crown { "", Turn, |state| state.crown = (state.crown + 1) % state.seats, ALL, Named(&["crown"]); }
        active { "", Turn, |state| state.active = (state.active + 1) % state.seats, ALL, Named(&["turn of"]); }
        passed { "", Turn, |state| state.passed ^= 2, ALL, Named(&["passed"]); }
        menu {
            "", Act, |state| state.menu ^= 1, ALL, Named(&["offers"]);
            "", Casualty, |state| state.menu ^= 1, ALL, Named(&["offers"]);
            "", Turn, |state| state.menu ^= 3, NONE, NEITHER;
        }
        either {
            "", Act, |state| state.either ^= true, ALL, Named(&["one action only"]);
            "", Turn, |state| state.either ^= true, NONE, NEITHER;
        }
        done {
            "", Act, |state| state.done ^= 1 << 2, ALL, BOTH;
            "", Turn, |state| state.done ^= 1, NONE, NEITHER;
        }
        by_token { "", Act, |state| state.by_token ^= true, ALL, BOTH; }
        occupied {
            "", Act, |state| state.occupied = if state.occupied == 3 { 4 } else { 3 }, ALL, NEITHER;
            "", Turn, |state| state.occupied = 4, NONE, NEITHER;
        }
        casualties { "", Casualty, |state| state.casualties = 1, ALL, Named(&["casualty of"]); }
        victim {
            "", Casualty, |state| state.victim = 2, ALL, Named(&["attacked"]);
            "", Turn, |state| state.victim = 2, NONE, NEITHER;
        }
        left {
            "", Salary, |state| state.left += 1, ALL, Named(&["payments left"]);
            "", Turn, |state| state.left += 1, NONE, NEITHER;
        }
        paid {
            "", Salary, |state| state.paid += 1, ALL, Named(&["last paid"]);
            "", Turn, |state| state.paid = 9, NONE, NEITHER;
        }
    })
}

/// Lists changes of a player. `kinds` repeats `buildings`, `present` repeats `discs`, and `attributes` count tokens.
fn of_player() -> Vec<Change<Phase, Player>> {
    use Phase::Turn;
    changes!(Player {
        sites { "", Turn, |player| player.sites ^= 1, ALL, Board(&["at"]); }
        cards { "", Turn, |player| player.cards ^= 1 << 13, ALL, Board(&["card"]); }
        set_aside { "", Turn, |player| player.set_aside = SLAVERY, ALL, Board(&["set aside"]); }
        kinds {}
        turns { "", Turn, |player| player.turns += 1, ALL, NEITHER; }
        attributes {
            "", Turn, |player| player.attributes[2] += 1, ALL, Board(&["wealth"]);
            "beyond the track", Turn, |player| player.attributes[1] += 20, ALL, Board(&["culture"]);
        }
        supply { "", Turn, |player| player.supply -= 1, ALL, Board(&["supply"]); }
        harbor { "", Turn, |player| player.harbor += 9, ALL, Board(&["harbor"]); }
        buildings { "", Turn, |player| exchange(player, 3), ALL, Board(&["free", "busy"]); }
        built { "", Turn, |player| { player.built -= 1; player.busy &= (1 << player.built) - 1; }, ALL, Board(&["free", "busy"]); }
        busy { "", Turn, |player| player.busy ^= 1, ALL, Board(&["free", "busy"]); }
        tokens { "", Turn, |player| player.tokens[2] += 1, ALL, NEITHER; }
        monument { "", Turn, |player| player.monument[2] += 1, ALL, NEITHER; }
        actions { "", Turn, |player| player.actions[3] += 1, ALL, Board(&["tokens"]); }
        governor { "", Turn, |player| player.governor = if player.governor == EMPTY { 43 } else { EMPTY }, ALL, Board(&["governor space"]); }
        discs { "", Turn, |player| player.discs[3] += 1, ALL, Board(&["discs"]); }
        high_seas { "", Turn, |player| player.high_seas[2] += 1, ALL, Board(&["high seas"]); }
        present {}
    })
}

/// Replaces the leftmost building with another kind.
fn exchange(player: &mut Player, kind: u8) {
    player.buildings[0] = kind;
    player.kinds |= 1 << kind;
}

/// Returns the changes of the silent fleets, and of effects that are pending only with options of the silent fleets.
fn with_fleets() -> Vec<Change<Phase, State>> {
    use Phase::{Act, Casualty, Reaction, Turn};
    let change =
        |field, position, change, names| Change::new(field, position, change, ALL, Named(names));
    let done: fn(&mut State) = |state| state.done ^= 1;
    let by_token: fn(&mut State) = |state| state.by_token ^= true;
    let occupied: fn(&mut State) = |state| state.occupied = if state.occupied == 3 { 4 } else { 3 };
    vec![
        change(
            "supply of the fleets",
            Turn,
            |state| state.players[NEUTRAL].supply -= 1,
            &["supply"],
        ),
        change(
            "discs of the fleets",
            Turn,
            |state| state.players[NEUTRAL].discs[2] += 1,
            &["discs"],
        ),
        change(
            "sites of the fleets",
            Turn,
            |state| state.players[NEUTRAL].sites ^= 1 << 3,
            &["at"],
        ),
        change("done", Act, done, &["done"]),
        change("done", Casualty, done, &["done"]),
        change("done", Reaction, done, &["done"]),
        change("by_token", Act, by_token, &["by token"]),
        change("by_token", Casualty, by_token, &["by token"]),
        change("occupied", Act, occupied, &["just occupied"]),
        change("occupied", Reaction, occupied, &["just occupied"]),
    ]
}

/// Returns the changes of `left`, which is the number of cards to discard in one interpretation of the limit.
fn with_one_limit() -> Vec<Change<Phase, State>> {
    let change: fn(&mut State) = |state| state.left += 1;
    [Phase::Governor, Phase::Discard]
        .map(|phase| Change::new("left", phase, change, ALL, Named(&["limit read"])))
        .into()
}

#[test]
fn every_field_is_shown_to_every_seat() {
    let game = rules(3, &[]);
    every_field_is_shown(&game, &of_state(), |at| position(&game, at), |state| state);
    every_field_is_shown(
        &game,
        &of_player(),
        |at| position(&game, at),
        |state| &mut state.players[0],
    );
    let game = rules(2, &["silent_fleets=on", "restricted_occupation=on"]);
    every_field_is_shown(
        &game,
        &with_fleets(),
        |at| position(&game, at),
        |state| state,
    );
    let game = rules(3, &["limit_read=once"]);
    every_field_is_shown(
        &game,
        &with_one_limit(),
        |at| position(&game, at),
        |state| state,
    );
}
