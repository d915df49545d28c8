//! Features of cards in hand for the look-ahead: their approximate value beyond the price, computed
//! by hand from the printed values. In all cases, four payouts and four rounds remain.

use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;

use crate::support::Table;

/// Returns the value of the price of a card.
fn price(card: &str) -> f32 {
    0.6 * f32::from(Table::bare(2, &[]).price(card))
}

/// Returns the value of the best card in a hand with only this card.
fn worth(card: &str, change: impl FnOnce(&mut Table)) -> f32 {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &[card]);
    change(&mut table);
    let names = Maracaibo::FEATURE_NAMES;
    let mut values = vec![0.0; names.len()];
    table.game.features(&table.state, 0, &mut values);
    let index = names.iter().position(|&name| name == "hand_worth");
    values[index.expect("a feature")]
}

fn assert_worth(card: &str, wanted: f32, change: impl FnOnce(&mut Table)) {
    let found = worth(card, change);
    assert!(
        (found - wanted).abs() < 1e-4,
        "{card}: {found} for {wanted}"
    );
}

/// Master Builder: 1 VP and a discount of a doubloon on every purchase for four rounds, for 5
/// doubloons.
#[test]
fn lasting_effect_counts_once_per_remaining_round() {
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 5.0, |_| {});
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 3.0, |table| {
        table.player(0).discount = 2;
    });
}

/// Bots use the current price if a study has changed it.
#[test]
fn card_value_uses_the_current_price() {
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 3.0, |table| {
        let item = table.card("A001").into();
        table.game.reprice(item, -2).unwrap();
    });
}

/// Harbour: 2 VP, 2 VP income, and 2 more for each of two synergy tokens, for 12 doubloons. Income
/// that requires a missing token counts half.
#[test]
fn income_counts_for_every_payout() {
    let price = 0.6 * 12.0;
    assert_worth("A016", 2.0 + (2.0 + 1.0 + 1.0) * 4.0 - price, |_| {});
    assert_worth("A016", 2.0 + (2.0 + 2.0 + 1.0) * 4.0 - price, |table| {
        table.player(0).synergies = 1;
    });
}

/// Storyteller: 3 VP, and 1 more for each quest tile.
#[test]
fn immediate_effect_counts_current_components() {
    assert_worth("B071", (3.0 - price("B071")).max(0.0), |_| {});
    assert_worth("B071", 3.0 + 4.0 - price("B071"), |table| {
        table.player(0).quest_count = 4;
    });
}

/// Missionary: 2 VP, a crown, and an assistant with 4 VP and two steps of the explorer, for
/// doubloons and the figure of the assistant.
#[test]
fn assistant_counts_for_the_remaining_rounds_minus_half() {
    let price = price("A053") + 1.3;
    let assistant = |steps: f32| (4.0 + steps) * 3.5;
    assert_worth("A053", 2.0 + 1.3 + assistant(2.0) - price, |_| {});
    assert_worth("A053", 2.0 + assistant(3.0) - price, |table| {
        table.player(0).explore_plus = 1;
        table.player(0).synergies = 1 << 4;
    });
}

/// Ringleader: 2 VP and an assistant with 3 doubloons and 2 VP for each assistant, for doubloons
/// and the figure. An assistant is worth at least 2 VP.
#[test]
fn first_assistant_has_a_minimum_value() {
    let price = price("A056") + 1.3;
    assert_worth("A056", 2.0 + 2.0 * 3.5 - price, |_| {});
    assert_worth("A056", 2.0 + (0.6 * 3.0 + 4.0) * 3.5 - price, |table| {
        table.player(0).assistant_count = 2;
    });
}
