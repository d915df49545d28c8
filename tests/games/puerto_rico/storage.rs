//! Captain (PR-9): storage.

use portolan::games::puerto_rico::state::Phase;

use super::support::{Table, goods};

/// Returns a position in which indigo and coffee cannot be loaded, because two ships are full.
fn blocked(list: &str, warehouses: &[&str]) -> Table {
    let mut table = Table::of(3);
    table.ship(1, "4 indigo").ship(2, "5 coffee");
    table.goods(1, list).buildings(1, warehouses);
    table
}

/// Returns a position at storage, after a captain phase without loading.
fn stored(list: &str, warehouses: &[&str]) -> Table {
    let mut table = blocked(list, warehouses);
    // No ship is empty, so other goods cannot be loaded either.
    table.ship(3, "6 tobacco");
    table.act("captain");
    table
}

/// PR-9.12, PR-A24: Without a warehouse, a player stores one barrel of any kind and loses the
/// others.
#[test]
fn player_without_a_warehouse_stores_one_barrel() {
    let mut table = stored("3 corn, 2 sugar", &[]);
    assert_eq!(table.legal(), ["keep corn", "keep sugar"]);
    table.act("keep sugar");
    assert_eq!(table.player(1).goods, goods("1 sugar"));
    assert_eq!(
        table.happened("lost"),
        [("corn".to_string(), 3), ("sugar".to_string(), 1)]
    );

    let mut table = stored("3 corn", &[]);
    assert_eq!(table.state.phase, Phase::Role, "only one way");
    assert_eq!(table.player(1).goods, goods("1 corn"));
}

/// PR-9.12, PR-E22: A small warehouse with three kinds of goods.
#[test]
fn small_warehouse_stores_one_kind() {
    let mut table = stored("3 corn, 2 indigo, 1 sugar", &["small_warehouse"]);
    assert_eq!(table.legal(), ["store corn", "store indigo", "store sugar"]);
    table.act("store corn");
    assert_eq!(table.legal(), ["keep indigo", "keep sugar"]);
    table.act("keep indigo");
    assert_eq!(table.player(1).goods, goods("3 corn, 1 indigo"));
}

/// PR-9.12: A large warehouse stores two kinds; each pair can be chosen in only one way.
#[test]
fn large_warehouse_stores_two_kinds() {
    let list = "2 corn, 2 sugar, 2 coffee, 2 indigo";
    let mut sets = Vec::new();
    for first in stored(list, &["large_warehouse"]).legal() {
        let mut table = stored(list, &["large_warehouse"]);
        table.act(&first);
        let seconds = match table.state.phase {
            Phase::Store => table.legal(),
            _ => vec![String::new()],
        };
        for second in seconds {
            let mut table = stored(list, &["large_warehouse"]);
            table.act(&first);
            if !second.is_empty() {
                table.act(&second);
            }
            let keep = table.legal()[0].clone();
            table.act(&keep);
            let whole = table.player(1).goods.map(|number| number == 2);
            assert_eq!(whole.iter().filter(|&&whole| whole).count(), 2);
            assert_eq!(table.player(1).goods.iter().sum::<u8>(), 5);
            sets.push(whole);
        }
    }
    let all = sets.len();
    sets.sort_unstable();
    sets.dedup();
    assert_eq!((all, sets.len()), (6, 6));
}

/// PR-9.12, PR-E15: Both warehouses together store three kinds and one barrel of a fourth.
#[test]
fn both_warehouses_store_three_kinds() {
    let warehouses = ["small_warehouse", "large_warehouse"];
    let mut table = stored("2 corn, 2 indigo, 2 sugar, 2 coffee", &warehouses);
    table.acts(&["store corn", "store indigo", "store coffee"]);
    assert_eq!(
        table.player(1).goods,
        goods("2 corn, 2 indigo, 1 sugar, 2 coffee")
    );
    assert_eq!(table.state.phase, Phase::Role);
}

/// PR-A24: If everything can be stored, this is automatic.
#[test]
fn storage_is_automatic_when_everything_fits() {
    for (list, warehouses) in [
        ("3 corn, 1 sugar", &["small_warehouse"][..]),
        ("3 corn, 2 sugar", &["large_warehouse"]),
        ("1 coffee", &[]),
    ] {
        let mut table = stored(list, warehouses);
        assert_eq!(table.state.phase, Phase::Role);
        assert_eq!(table.player(1).goods, goods(list));
    }
}

/// PR-9.12: Warehouses need colonists, and do not exempt their owners from loading.
#[test]
fn warehouses_do_not_exempt_from_loading() {
    let mut table = Table::of(3);
    table
        .goods(1, "3 corn")
        .buildings(1, &["small_warehouse"])
        .act("captain");
    assert!(!table.can("pass"));
    table.act("load corn 4");
    assert_eq!(table.player(1).goods, goods(""));
    let mut table = stored("3 corn", &[]);
    table.empty_buildings(2, &["small_warehouse"]);
    assert_eq!(table.player(1).goods, goods("1 corn"));
}

/// PR-9.14: Limits apply only at the end of a captain phase.
#[test]
fn storage_limits_apply_only_after_a_captain_phase() {
    let mut table = Table::of(3);
    table.goods(1, "8 corn, 7 sugar").act("trader").finish();
    table.act("craftsman");
    assert_eq!(table.player(1).goods.iter().sum::<u8>(), 15);
}

/// PR-A24: Players store in phase order.
#[test]
fn players_store_in_phase_order() {
    let mut table = stored("3 corn, 2 sugar", &[]);
    table.act("keep corn");
    assert_eq!(table.state.phase, Phase::Role);
    let mut table = blocked("2 corn, 2 sugar", &[]);
    table.ship(3, "6 tobacco").goods(3, "2 corn, 2 coffee");
    table.act("captain");
    assert_eq!(table.to_move(), 1);
    table.act("keep corn");
    assert_eq!(table.to_move(), 3);
}
