//! Project cards: their three uses and their costs (M-18).

use crate::support::Table;

/// Returns a table where seat 0 has this money and these cards in hand, and one village action.
fn shop(doubloons: u16, hand: &[&str]) -> Table {
    let mut table = Table::bare(2, &[]);
    table.hand(0, hand);
    table.player(0).doubloons = doubloons;
    table.village(1);
    table
}

/// M-18.3: Effects apply from the purchase on.
#[test]
fn card_effects_apply_from_the_purchase_on() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A001", "A013"]);
    // The second card costs 1 less.
    table.player(0).doubloons = table.price("A001") + table.price("A013") - 1;
    table.village(2).act("buy A001");
    table.act("buy A013");
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-A62: Figures on careers, cards and buildings cannot pay.
#[test]
fn figures_outside_the_own_supply_cannot_pay() {
    let mut table = shop(30, &["A051", "B057", "B020"]);
    table.player(0).figures = 0;
    table.player(0).figures_on_cards = 2;
    // There are three figures on the career.
    assert_eq!(table.player(0).tasks_done, 0);
    for card in ["A051", "B057", "B020"] {
        assert!(!table.can(&format!("buy {card}")), "{card}");
    }
    let building = usize::from(table.state.prestige[0]);
    let name = table.components().labels.prestige[building].clone();
    assert!(!table.can(&format!("invest {name}")));
}

/// M-A48: The herb on a card does not pay for the card itself, and planned cards never count as herbs.
#[test]
fn card_cannot_pay_for_itself() {
    let table = |planned: bool, herbs: &[&str]| {
        let mut table = Table::bare(2, &[]);
        table.change_card("B012", "tobacco+book", "tobacco+herb");
        if planned {
            table.planned(0, "B012");
        } else {
            table.hand(0, &["B012"]);
        }
        table.hand(0, herbs).player(0).doubloons = 14;
        table.village(1);
        table
    };
    for planned in [false, true] {
        assert!(!table(planned, &["A009", "A014"]).can("buy B012"));
        let mut table = table(planned, &["A009", "A014", "A020"]);
        table.act("buy B012");
        assert_eq!(table.player(0).hand_len, 0);
        assert_eq!(table.player(0).income_vp, 4);
    }
}

/// M-A47: A card's synergy token counts for its own conditional income.
#[test]
fn synergy_token_of_a_card_unlocks_its_income() {
    let mut table = Table::bare(2, &[]);
    table.change_card("A013", "cocoa+sextant,,", "cocoa+sextant,medal,");
    table.hand(0, &["A013"]).player(0).doubloons = 9;
    table.village(1).act("buy A013");
    assert!(table.player(0).has_synergy(2));
    assert_eq!(
        (table.player(0).income_doubloons, table.player(0).income_vp),
        (10, 2)
    );
    assert_eq!(table.player(0).waiting_vp, [0; 5]);
}

/// M-A47: A card's synergy token counts for its own VP per synergy.
#[test]
fn synergy_token_of_a_card_counts_for_its_vp() {
    let mut table = Table::bare(2, &[]);
    table.change_card("B078", "sugar+book,,", "sugar+book,medal,");
    table.hand(0, &["B078"]).player(0).doubloons = 11;
    table.village(1).act("buy B078");
    assert_eq!(table.points(0, "cards"), 2);
}

/// Of two cards that are equal in every use, only one is offered for any choice; once it is gone,
/// the other one is offered.
#[test]
fn identical_cards_are_offered_once() {
    let mut table = Table::bare(2, &[]);
    table.change_card("A002", "tobacco+sextant", "sugar+map");
    table.hand(0, &["A001", "A002", "A003"]).player(0).doubloons = 10;
    table.village(2);
    let of = |table: &Table, verb: &str| -> Vec<String> {
        let legal = table.legal();
        legal.into_iter().filter(|l| l.starts_with(verb)).collect()
    };
    assert_eq!(of(&table, "buy"), ["buy A001", "buy A003"]);
    assert_eq!(of(&table, "plan"), ["plan A001", "plan A003"]);
    table.act("buy A001");
    assert_eq!(of(&table, "buy"), ["buy A002", "buy A003"]);
}
