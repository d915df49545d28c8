//! Changes of every field of a position, with the observers who notice them in texts, data and features.

use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::components::QUARRY;
use portolan::games::puerto_rico::state::{Phase, Player, Ship, State};
use portolan::games::puerto_rico::violet;

use super::shown_support::Features::{Board, Named};
use super::shown_support::{ALL, BOTH, Change, NEITHER, changes, every_field_is_shown};
use super::support::{building, rules};
use crate::table::random_position;

/// Returns a position in this phase late in a random game with seat 2 to move. In the Builder phase, seat 1 moves, and
/// every seat owns an office without a colonist and has goods.
pub fn position(game: &PuertoRico, phase: Phase) -> State {
    let decides = usize::from(phase != Phase::Build);
    let mut state = random_position(game, |state| {
        let late = state.round > 4 && state.phase == phase;
        let pieces = [
            state.stack[0],
            state.supply[2],
            state.quarries,
            state.colonists,
        ];
        let left = !pieces.contains(&0)
            && state.players[0].artisans[1] > 0
            && state.ships[1..]
                .iter()
                .all(|ship| ship.barrels == 0 || ![1, 3].contains(&ship.good))
            && state.roles_taken >> 3 & 1 == 0;
        late && state.active == decides as u8 && (left || phase != Phase::Build)
    });
    if phase != Phase::Build {
        return state;
    }
    (state.owner, state.governor, state.picks) = (0, 0, 0);
    state.ships[0] = ship(1, 2);
    state.stock[building("office")] = 1;
    for player in &mut state.players[..usize::from(state.seats)] {
        player.owned |= violet::OFFICE;
        player.staffed &= !violet::OFFICE;
        player.vp_goods += 1;
        player.goods = [1, 0, 0, 0, 2];
        player.tiles[2] = 3;
        player.workers[2] = 1;
    }
    state
}

const fn ship(good: u8, barrels: u8) -> Ship {
    Ship { good, barrels }
}

/// Returns the changes of a state. `in_stock` repeats `stock`, and the number of seats is fixed by the setup.
fn of_state() -> Vec<Change<Phase, State>> {
    use Phase::{Bonus, Build, Hospice, Keep, Load, Staff, Store, University};
    changes!(State {
        players { "order", Build, |state| state.players.swap(0, 1), ALL, BOTH; }
        in_stock { "", Build, |state| state.in_stock ^= violet::OFFICE, ALL, NEITHER; }
        pool { "", Build, |state| state.pool -= 1, ALL, Named(&["vp pool"]); }
        seats {}
        phase { "", Build, |state| state.phase = Phase::Sell, ALL, Named(&["phase"]); }
        round { "", Build, |state| state.round += 1, ALL, Named(&["round"]); }
        governor { "", Build, |state| state.governor = 1, ALL, Named(&["governor"]); }
        picks { "", Build, |state| state.picks ^= 1, ALL, Named(&["roles to take"]); }
        roles_taken { "", Build, |state| state.roles_taken ^= 1, ALL, Named(&["taken"]); }
        role { "", Build, |state| state.role = 4, ALL, Named(&["role"]); }
        owner { "", Build, |state| state.owner = 1, ALL, Named(&["owner"]); }
        active { "", Build, |state| state.active = 2, ALL, Named(&["decides"]); }
        role_doubloons { "", Build, |state| state.role_doubloons[3] += 1, ALL, Named(&["doubloons on"]); }
        stock { "", Build, |state| state.stock[building("office")] = 0, ALL, Named(&["left"]); }
        supply { "", Build, |state| state.supply[2] -= 1, ALL, Named(&["supply"]); }
        ships {
            "good", Build, |state| state.ships[0] = ship(3, 4), ALL, Named(&["carried"]);
            "barrels", Build, |state| state.ships[0] = ship(1, 3), ALL, Named(&["aboard"]);
            "", Load, |state| state.ships[1] = ship(4, 5), ALL, BOTH;
        }
        house { "", Build, |state| state.house[4] += 1, ALL, Named(&["trading house"]); }
        stack {
            "", Build, |state| state.stack[0] -= 1, ALL, Named(&["face down"]);
            "kinds", Build, |state| { state.stack[0] -= 1; state.stack[1] += 1; }, ALL, BOTH;
        }
        discards { "", Build, |state| state.discards[1] += 1, ALL, Named(&["discarded"]); }
        row { "", Build, |state| state.row[2] += 1, ALL, Named(&["face up"]); }
        quarries { "", Build, |state| state.quarries -= 1, ALL, Named(&["quarries"]); }
        colonists { "", Build, |state| state.colonists -= 1, ALL, Named(&["colonists"]); }
        colonist_ship { "", Build, |state| state.colonist_ship += 1, ALL, Named(&["colonist ship"]); }
        endings { "", Build, |state| state.endings |= 2, ALL, Named(&["last round"]); }
        scratch {
            "tile", Hospice, |state| state.scratch ^= 1, ALL, Named(&["just placed"]);
            "building", University, |state| state.scratch ^= 1, ALL, Named(&["just built"]);
            "kinds produced", Bonus, |state| { state.supply = [2; 5]; state.scratch ^= 1; }, ALL, Named(&["bonus"]);
            "kinds kept", Store, |state| state.scratch ^= 1, ALL, Named(&["kept"]);
            "kinds kept", Keep, |state| state.scratch ^= 1, ALL, Named(&["kept"]);
        }
        class { "", Staff, |state| state.class ^= 1, ALL, Named(&["staffing"]); }
        later { "", Staff, |state| state.later += 1, ALL, Named(&["circles later"]); }
        idle { "", Load, |state| state.idle += 1, ALL, Named(&["turns without load"]); }
        wharves_used { "", Load, |state| state.wharves_used ^= 1, ALL, Named(&["wharf used"]); }
        privilege { "", Load, |state| state.privilege ^= true, ALL, Named(&["captain's privilege"]); }
    })
}

/// Returns the changes of a player. `vp_buildings` repeats `owned`.
fn of_player() -> Vec<Change<Phase, Player>> {
    use Phase::Build;
    changes!(Player {
        owned { "", Build, |player| player.owned ^= violet::HARBOR, ALL, Board(&["vacant"]); }
        staffed { "", Build, |player| player.staffed ^= violet::OFFICE, ALL, Board(&["staffed"]); }
        doubloons { "", Build, |player| player.doubloons += 20, ALL, Board(&["doubloons"]); }
        vp_goods {
            "", Build, |player| player.vp_goods += 1, ALL, Board(&["chips"]);
            "kind", Build, |player| { player.vp_goods -= 1; player.vp_harbor += 1; }, ALL, NEITHER;
        }
        vp_harbor { "", Build, |player| player.vp_harbor += 1, ALL, Board(&["chips"]); }
        vp_captain { "", Build, |player| player.vp_captain += 1, ALL, Board(&["chips"]); }
        vp_buildings { "", Build, |player| player.vp_buildings += 1, ALL, Board(&["score"]); }
        goods {
            "", Build, |player| player.goods[0] += 9, ALL, Board(&["goods"]);
            "kinds", Build, |player| player.goods.swap(0, 3), ALL, Board(&["goods"]);
        }
        tiles { "", Build, |player| player.tiles[QUARRY] += 1, ALL, Board(&["tiles quarry"]); }
        workers { "", Build, |player| player.workers[2] += 1, ALL, Board(&["staffed sugar"]); }
        artisans { "", Build, |player| player.artisans[1] -= 1, ALL, Board(&["indigo artisans"]); }
        san_juan { "", Build, |player| player.san_juan += 1, ALL, Board(&["san juan"]); }
    })
}

#[test]
fn every_field_is_shown_to_every_seat() {
    for players in [3, 5] {
        let game = rules(players, &["vp_visibility=tracked"]);
        every_field_is_shown(&game, &of_state(), |at| position(&game, at), |state| state);
        every_field_is_shown(
            &game,
            &of_player(),
            |at| position(&game, at),
            |state| &mut state.players[0],
        );
    }
}
