//! Effects of own cards on combats: M-21.4, and ongoing effects related to combats.

use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table where seat 0 can fight twice in one turn: in Maracaibo, followed by village
/// actions, and through quest 24 on the explorer track.
fn two_combats(cards: &[&str], options: &[&str]) -> Table {
    let mut table = Table::bare(3, options);
    for card in cards {
        table.own(0, card);
    }
    table.track_quest(0, "24").explorer(0, "1a").at("11", 4);
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table
}

/// Chooses the first possible nation and ends the combat.
fn fight_and_end(table: &mut Table) {
    let fight = table.legal()[0].clone();
    assert!(fight.starts_with("fight"));
    table.act(&fight).act("end");
}

/// M-A45: The CP of `cp_before_combat` come before the token is revealed, once per turn and card.
#[test]
fn cp_before_combat_is_gained_once_per_turn() {
    let mut table = two_combats(&["A038", "B033"], &[]);
    table.act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.player(0).cp, 2, "before the nation is chosen");
    fight_and_end(&mut table);
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2, "no more in this turn");
}

/// M-A45, option `cp_before_combat=combat`: The CP come in every combat.
#[test]
fn cp_before_combat_option_applies_to_every_combat() {
    let mut table = two_combats(&["A038"], &["cp_before_combat=combat"]);
    table.act("city");
    assert_eq!(table.player(0).cp, 1);
    fight_and_end(&mut table);
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2);
}

/// M-A45: The limit applies per card, so a card bought after the first combat still gives its CP.
#[test]
fn cp_before_combat_counts_a_card_bought_between_combats() {
    let mut table = two_combats(&["A038"], &[]);
    table.act("city");
    fight_and_end(&mut table);
    assert_eq!(table.player(0).cp, 1);
    table.hand(0, &["B033"]).village(1);
    table.player(0).doubloons = 4;
    table.act("buy B033");
    table.explore(1).act("advance 1b").act("quest 24");
    assert_eq!(table.player(0).cp, 2);
}

/// M-A45, M-A12: The limit is reset in the next turn, and the maximum of 8 applies.
#[test]
fn cp_before_combat_resets_in_the_next_turn() {
    let mut table = two_combats(&["A038"], &[]);
    table.act("city");
    fight_and_end(&mut table);
    while table.state.active == 0 {
        table.while_legal(&["end", "draw"]);
    }
    while table.state.active != 0 {
        table.act_first();
    }
    table.player(0).cp = 8;
    table.at("11", 1).act("city");
    assert_eq!(table.player(0).cp, 8);
    assert!(table.state.tokens_len <= 23);

    let mut table = two_combats(&["A038"], &[]);
    table.player(0).cp = 7;
    table.act("city");
    assert_eq!(table.player(0).cp, 8);
}
