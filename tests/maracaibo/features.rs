//! What a look-ahead sees in cards in hand: their rough worth beyond the price, worked by hand from
//! the printed rows. Four payouts and four rounds are to come in all cases.

use portolan::game::prelude::*;
use portolan::games::maracaibo::Maracaibo;

use crate::support::Table;

/// What a card costs, by what a doubloon counts for.
fn price(card: &str) -> f32 {
    0.6 * f32::from(Table::bare(2, &[]).price(card))
}

/// What the best card is worth when the hand is this one card.
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

/// Master Builder: 1 VP and a doubloon off every purchase for four rounds, for 5 doubloons.
#[test]
fn a_lasting_effect_counts_for_every_round() {
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 5.0, |_| {});
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 3.0, |table| {
        table.player(0).discount = 2;
    });
}

/// Where a study has changed a price, that is what bots judge by.
#[test]
fn a_card_is_worth_what_it_costs_now() {
    assert_worth("A001", 1.0 + 1.3 * 4.0 - 0.6 * 3.0, |table| {
        let item = table.card("A001").into();
        table.game.reprice(item, -2).unwrap();
    });
}

/// Harbour: 2 VP, 2 VP income, and 2 more for each of two synergy tokens, for 12 doubloons. Income
/// that waits for a token counts half.
#[test]
fn income_counts_for_every_payout() {
    let price = 0.6 * 12.0;
    assert_worth("A016", 2.0 + (2.0 + 1.0 + 1.0) * 4.0 - price, |_| {});
    assert_worth("A016", 2.0 + (2.0 + 2.0 + 1.0) * 4.0 - price, |table| {
        table.player(0).synergies = 1;
    });
}

/// Storyteller: 3 VP and 1 more for each quest tile.
#[test]
fn what_an_immediate_effect_counts_is_counted() {
    assert_worth("B071", (3.0 - price("B071")).max(0.0), |_| {});
    assert_worth("B071", 3.0 + 4.0 - price("B071"), |table| {
        table.player(0).quest_count = 4;
    });
}

/// Missionary: 2 VP, a crown, and an assistant for 4 VP and two steps of the explorer, for
/// doubloons and the assistant's figure.
#[test]
fn an_assistant_counts_for_the_rounds_left_but_half_of_one() {
    let price = price("A053") + 1.3;
    let assistant = |steps: f32| (4.0 + steps) * 3.5;
    assert_worth("A053", 2.0 + 1.3 + assistant(2.0) - price, |_| {});
    assert_worth("A053", 2.0 + assistant(3.0) - price, |table| {
        table.player(0).explore_plus = 1;
        table.player(0).synergies = 1 << 4;
    });
}

/// Ringleader: 2 VP and an assistant for 3 doubloons and 2 VP for each assistant, for doubloons
/// and the figure. An assistant is worth 2 VP at least.
#[test]
fn an_assistant_is_worth_something_to_whoever_has_no_other() {
    let price = price("A056") + 1.3;
    assert_worth("A056", 2.0 + 2.0 * 3.5 - price, |_| {});
    assert_worth("A056", 2.0 + (0.6 * 3.0 + 4.0) * 3.5 - price, |table| {
        table.player(0).assistant_count = 2;
    });
}
