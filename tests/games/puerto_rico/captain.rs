//! Captain (PR-9): loading. Storage has its own file.

use portolan::games::puerto_rico::state::{Phase, Ship};

use super::support::{Table, goods};

/// PR-9.1, PR-9.3, PR-9.5, PR-9.6: Players take turns to load all possible barrels of one kind, one
/// point each.
#[test]
fn players_load_in_turns_for_one_point_each() {
    let mut table = Table::of(3);
    table
        .goods(1, "2 corn, 1 indigo")
        .goods(2, "5 corn")
        .goods(3, "1 sugar");
    table.act("captain");
    assert!(!table.can("pass"), "loading is compulsory");
    table.act("load corn 4");
    assert_eq!(table.legal(), ["load corn 4"]);
    table.act("load corn 4");
    assert_eq!(table.player(2).goods, goods("3 corn"));
    assert_eq!(table.player(2).chips(), 2);
    table.act("load sugar 5");
    assert_eq!(table.to_move(), 1);
    table.act("load indigo 6");
    assert_eq!(table.player(1).chips(), 2 + 1 + 1);
}

/// PR-9.2, PR-E23: Each ship carries one kind, and each kind is on one ship. If the ship of a kind
/// is full, the kind cannot be loaded although another ship is empty.
#[test]
fn full_ship_blocks_its_kind() {
    let mut table = Table::of(3);
    table
        .ship(1, "4 corn")
        .goods(1, "2 corn")
        .goods(2, "1 sugar");
    table.act("captain");
    assert_eq!(
        (table.to_move(), table.legal()),
        (2, vec!["load sugar 5".into(), "load sugar 6".into()])
    );
    table.finish();
    assert_eq!(table.player(1).goods, goods("1 corn"));
}

/// PR-9.4, PR-A10: On empty ships, the player must load as many barrels as possible and chooses
/// among the ships that take all.
#[test]
fn empty_ship_must_take_as_many_barrels_as_possible() {
    let mut table = Table::of(3);
    table.goods(1, "6 corn, 5 indigo, 2 sugar").act("captain");
    assert_eq!(
        table.legal(),
        [
            "load corn 6",
            "load indigo 5",
            "load indigo 6",
            "load sugar 4",
            "load sugar 5",
            "load sugar 6"
        ]
    );
    let mut table = Table::of(3);
    table.goods(1, "7 corn").ship(3, "1 sugar").act("captain");
    assert_eq!(table.legal(), ["load corn 5"]);
}

/// PR-9.7, PR-E18: The captain gets one additional point for the first load only.
#[test]
fn captain_gets_one_point_for_the_first_load() {
    let mut table = Table::of(3);
    table.goods(1, "1 corn, 1 indigo, 1 sugar");
    table.acts(&["captain", "load corn 4", "load indigo 5", "load sugar 6"]);
    assert_eq!((table.vp(1, "goods"), table.vp(1, "captain")), (3, 1));
    let mut table = Table::of(3);
    table.goods(2, "1 corn").acts(&["captain", "load corn 4"]);
    assert_eq!(table.vp(1, "captain") + table.vp(2, "captain"), 0);
}

/// PR-9.8, PR-9.9, PR-A13, PR-E7: Harbor and wharf.
#[test]
fn harbor_adds_a_point_to_ship_and_wharf_loads() {
    let mut table = Table::of(3);
    table.ship(1, "1 tobacco").ship(2, "1 sugar");
    table.goods(2, "5 tobacco, 2 sugar").goods(3, "1 corn");
    table.buildings(2, &["harbor", "wharf"]);
    table.act("captain").act("load tobacco 4");
    assert_eq!(table.player(2).chips(), 4);
    table.act("load corn 6").act("load sugar 5");
    assert_eq!(table.player(2).chips(), 7);
    assert_eq!(table.legal(), ["wharf tobacco", "pass"]);
    let supply = table.state.supply[3];
    table.act("wharf tobacco");
    assert_eq!(table.player(2).chips(), 10);
    assert_eq!((table.vp(2, "harbor"), table.vp(2, "goods")), (3, 7));
    // The two goods of the wharf and the four of the full ship return to the supply.
    assert_eq!(table.state.supply[3], supply + 2 + 4);
    assert_eq!(table.state.phase, Phase::Role);
}

/// PR-9.7, PR-A13: The privilege also applies to a load on the wharf.
#[test]
fn captain_privilege_applies_to_the_wharf() {
    let mut table = Table::of(3);
    table.goods(1, "2 corn").buildings(1, &["wharf", "harbor"]);
    table.act("captain").act("wharf corn");
    assert_eq!(table.player(1).chips(), 2 + 1 + 1);
}

/// PR-9.9, PR-A30: The wharf takes all barrels of any kind once per phase, even if they could be
/// loaded on a ship.
#[test]
fn wharf_takes_any_kind_once_per_phase() {
    let mut table = Table::of(3);
    table
        .goods(1, "3 corn, 1 sugar")
        .buildings(1, &["wharf"])
        .ship(1, "1 corn");
    table.act("captain");
    let legal = table.legal();
    assert!(legal.contains(&"wharf corn".into()) && legal.contains(&"wharf sugar".into()));
    assert!(!legal.contains(&"pass".into()));
    table.act("wharf sugar");
    assert_eq!(table.player(1).goods, goods("3 corn"));
    assert_eq!(table.legal(), ["load corn 4"], "the wharf was used");
}

/// PR-9.10, PR-A11, PR-E21: If only the wharf is left, the player may pass and still use the wharf
/// on a later turn.
#[test]
fn wharf_is_optional() {
    let mut table = Table::of(3);
    table
        .ship(1, "4 corn")
        .goods(1, "2 corn")
        .buildings(1, &["wharf"]);
    table.goods(2, "1 sugar");
    table.act("captain").act("pass").act("load sugar 6");
    assert_eq!(table.legal(), ["wharf corn", "pass"]);
    table.act("pass");
    assert_eq!(table.state.phase, Phase::Role);
    assert_eq!(table.player(1).goods, goods("1 corn"));
}

/// PR-9.11: When the pool is empty, further points are noted and count.
#[test]
fn points_count_when_the_pool_is_empty() {
    let mut table = Table::of(3);
    let left = table.state.pool - 1;
    table.chips(3, left as u16).goods(1, "4 corn");
    table.act("captain").act("load corn 4");
    assert_eq!((table.player(1).chips(), table.state.pool), (5, -4));
}

/// PR-9.13: Full ships are emptied; other ships keep their goods.
#[test]
fn only_full_ships_are_emptied() {
    let mut table = Table::of(3);
    table
        .ship(1, "3 corn")
        .ship(2, "2 sugar")
        .goods(1, "1 corn");
    table.act("captain").act("load corn 4");
    assert_eq!(table.state.ships[0], Ship::EMPTY);
    assert_eq!(
        (table.state.ships[1].good, table.state.ships[1].barrels),
        (2, 2)
    );
    assert_eq!(table.state.supply[0], 10);
}
