//! Trader (PR-8).

use portolan::games::puerto_rico::components::GOODS;
use portolan::games::puerto_rico::state::Phase;

use super::support::{Table, goods};

/// PR-8.1: Each player sells one good at its price; the owner gets one more doubloon for selling.
#[test]
fn each_player_sells_one_good_at_its_price() {
    let mut table = Table::of(3);
    table
        .goods(1, "1 coffee, 1 corn")
        .goods(2, "2 sugar, 1 coffee");
    table.act("trader").act("sell coffee");
    assert_eq!(table.player(1).doubloons, 2 + 4 + 1);
    assert_eq!(table.legal(), ["sell sugar", "pass"]);
    table.act("sell sugar");
    assert_eq!(table.player(2).doubloons, 2 + 2);
    assert_eq!(table.state.house, goods("1 coffee, 1 sugar"));
    let mut table = Table::of(3);
    table.goods(1, "1 coffee").acts(&["trader", "pass"]);
    assert_eq!(table.player(1).doubloons, 2);
}

/// PR-8.2, PR-E5: With an office, a kind may be sold that is already in the trading house.
#[test]
fn office_sells_a_kind_already_in_the_house() {
    let mut table = Table::of(3);
    table.house("1 tobacco").goods(1, "1 tobacco");
    table.goods(2, "1 tobacco").buildings(2, &["office"]);
    table.goods(3, "1 tobacco").buildings(3, &["office"]);
    table.act("trader");
    assert_eq!(
        table.to_move(),
        2,
        "without an office there is nothing to sell"
    );
    table.act("sell tobacco").act("sell tobacco");
    assert_eq!(table.state.house, goods("3 tobacco"));
}

/// PR-8.2: Goods cannot be sold to a full trading house, even with an office.
#[test]
fn full_trading_house_takes_no_goods() {
    let mut table = Table::of(3);
    table
        .house("1 corn, 1 indigo, 1 sugar")
        .goods(1, "1 coffee");
    table.goods(2, "1 coffee").buildings(2, &["office"]);
    table.act("trader").act("sell coffee");
    assert_eq!(table.state.phase, Phase::Role);
    assert_eq!(table.player(2).goods, goods("1 coffee"));
}

/// PR-8.3, PR-8.4, PR-E4: A small market also pays for corn.
#[test]
fn small_market_pays_for_corn() {
    let mut table = Table::of(3);
    table.goods(2, "1 corn").buildings(2, &["small_market"]);
    table.goods(3, "1 corn, 1 indigo");
    table.act("trader").act("sell corn");
    assert_eq!(table.player(2).doubloons, 3);
    let mut table = Table::of(3);
    table.goods(2, "1 corn").act("trader").act("sell corn");
    assert_eq!(table.player(2).doubloons, 2, "for nothing");
}

/// PR-8.3, PR-E14: Both markets with the privilege.
#[test]
fn both_markets_add_up_with_the_privilege() {
    let mut table = Table::of(3);
    table
        .goods(1, "1 sugar")
        .buildings(1, &["small_market", "large_market"]);
    table.act("trader").act("sell sugar");
    assert_eq!(table.player(1).doubloons, 2 + 6);
    assert_eq!(table.happened("sold"), [("sugar".to_string(), 6)]);
}

/// PR-8.5, PR-E19: A full house with four goods is emptied to the supply; three goods stay.
#[test]
fn full_trading_house_is_emptied() {
    for (before, after) in [
        ("1 corn, 1 indigo, 1 sugar", [0; GOODS]),
        ("1 corn, 1 indigo", goods("1 corn, 1 indigo, 1 coffee")),
    ] {
        let mut table = Table::of(3);
        table.house(before).goods(1, "1 coffee");
        table.act("trader").act("sell coffee");
        assert_eq!(table.state.house, after);
    }
}
