//! Mayor (PR-5).

use portolan::games::puerto_rico::components::QUARRY;
use portolan::games::puerto_rico::state::{Phase, ending};

use super::support::Table;

fn colonists(table: &Table) -> Vec<u8> {
    let players = table.state.seated().iter();
    players.map(|player| player.colonists()).collect()
}

/// PR-5.1, PR-A7: The owner may take one more colonist from the supply. Colonists from the ship
/// cannot be refused.
#[test]
fn mayor_may_take_a_colonist_from_the_supply() {
    let mut table = Table::of(3);
    table.act("mayor");
    assert_eq!(table.legal(), ["colonist", "no colonist"]);
    table.act("colonist");
    assert_eq!(colonists(&table), [2, 1, 1]);
    assert_eq!(table.state.colonists, 55 - 1 - 3);

    let mut table = Table::of(3);
    table.acts(&["mayor", "no colonist"]);
    assert_eq!(colonists(&table), [1, 1, 1]);

    let mut table = Table::of(3);
    let supply = std::mem::take(&mut table.state.colonists);
    table.player(2).san_juan = supply;
    table.act("mayor");
    assert_eq!(colonists(&table), [1, supply + 1, 1], "never from the ship");
}

/// PR-5.2, PR-A27, PR-A28: Colonists from the ship are dealt one by one, starting with the owner,
/// so the last seats may get fewer.
#[test]
fn ship_colonists_are_dealt_from_the_owner_on() {
    let mut table = Table::of(4);
    table.state.colonists -= 2;
    table.state.colonist_ship += 2;
    table.act("prospector").acts(&["mayor", "no colonist"]);
    assert_eq!(colonists(&table), [1, 2, 2, 1]);
}

/// PR-5.3: All players may move all their colonists, and must fill circles as long as there are
/// colonists.
#[test]
fn colonists_can_be_moved_and_must_fill_circles() {
    let mut table = Table::of(3);
    table.staffed_tiles(1, "1 corn").tiles(1, "1 quarry");
    table.buildings(1, &["hacienda"]);
    // Two colonists and a new one for indigo, corn, quarry and hacienda.
    table.acts(&["mayor", "no colonist"]);
    assert_eq!(table.legal(), ["staff corn 0", "staff corn 1"]);
    table.act("staff corn 0");
    let player = *table.player(1);
    assert_eq!(
        (player.workers[0], player.workers[1], player.workers[QUARRY]),
        (0, 1, 1)
    );
    assert!(player.staffed != 0 && player.san_juan == 0);

    let mut table = Table::of(3);
    table.player(1).san_juan = 4;
    table.state.colonists -= 4;
    table.acts(&["mayor", "colonist"]);
    assert_eq!(
        (table.player(1).san_juan, table.player(1).workers[1]),
        (5, 1)
    );
}

/// PR-5.4, PR-A6: Players place colonists in phase order and see the placements before theirs.
#[test]
fn players_place_colonists_in_phase_order() {
    let mut table = Table::of(3);
    for seat in 1..=3 {
        table.tiles(seat, "1 sugar, 1 tobacco");
    }
    table.act("trader").acts(&["mayor", "no colonist"]);
    let mut order = Vec::new();
    while table.state.phase == Phase::Staff {
        if order.last() != Some(&table.to_move()) {
            order.push(table.to_move());
        }
        let last = table.legal().pop().unwrap();
        table.act(&last);
    }
    assert_eq!(order, [2, 3, 1]);
}

/// PR-5.5, PR-5.8, PR-A8, PR-E20: The ship gets one colonist for each empty circle on buildings,
/// and at least one per player; circles on the island do not count.
#[test]
fn ship_refill_follows_the_empty_circles() {
    let mut table = Table::of(4);
    table.empty_buildings(1, &["small_market", "hacienda"]);
    table.tiles(1, "5 corn").tiles(2, "2 corn");
    table.act("mayor").act("colonist");
    while table.state.phase == Phase::Staff {
        let last = table.legal().pop().unwrap();
        table.act(&last);
    }
    assert_eq!(
        table.player(1).staffed,
        0,
        "all colonists went to the fields"
    );
    assert_eq!(table.state.colonist_ship, 4);

    let mut table = Table::of(4);
    table.empty_buildings(2, &["sugar_mill", "indigo_plant"]);
    table.acts(&["mayor", "colonist"]).finish();
    let placed: u8 = table.player(2).artisans.iter().sum();
    assert_eq!(table.state.colonist_ship, 6 - placed);
}

/// PR-5.6, PR-12.1: The game ends if there are too few colonists for the ship, but not if there are
/// exactly enough.
#[test]
fn game_ends_with_too_few_colonists_for_the_ship() {
    for (supply, ends) in [(3, false), (2, true), (0, true)] {
        let mut table = Table::of(3);
        let rest = table.state.colonists - supply;
        table.state.colonists = supply;
        table.player(1).san_juan = rest;
        table.act("mayor");
        if table.state.phase == Phase::Privilege {
            table.act("no colonist");
        }
        assert_eq!(
            table.state.endings,
            if ends { ending::COLONISTS } else { 0 }
        );
        assert_eq!(table.state.colonist_ship, supply.min(3));
        assert_eq!(table.happened("shortage").len(), usize::from(ends));
    }
}

/// PR-5.7: Colonists do not move in other phases.
#[test]
fn colonists_do_not_move_in_other_phases() {
    let mut table = Table::of(4);
    table.staffed_tiles(1, "2 corn").buildings(1, &["office"]);
    let before = *table.player(1);
    table.act("craftsman").finish().act("trader").finish();
    table.act("captain").finish().act("settler").finish();
    let after = *table.player(1);
    assert_eq!(
        (before.workers, before.staffed),
        (after.workers, after.staffed)
    );
}
