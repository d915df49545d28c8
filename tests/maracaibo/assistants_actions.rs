//! Actions of assistants (M-21.6) in their printed order.

use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Uses the assistant of a card on `place`, with these cards in hand.
fn use_assistant(card: &str, place: &str, hand: &[&str]) -> Table {
    let mut table = ready(card, place, hand);
    table.act(&format!("assistant {card}"));
    table
}

/// Returns the position before the main action, with the assistant of a card on `place` and these
/// cards in hand.
fn ready(card: &str, place: &str, hand: &[&str]) -> Table {
    let mut table = Table::bare(2, &[]);
    table.no_quests().own(0, card).hand(0, hand);
    table.player(0).points = [0; 15];
    table.player(0).career = None;
    table.at(place, 7);
    table
}

/// Takes village actions for a doubloon each. Returns their number.
fn count_village_actions(table: &mut Table) -> u8 {
    let mut count = 0;
    while table.decision() == PendingKind::Village {
        table.act("doubloon");
        count += 1;
    }
    count
}

/// M-21.6 a2: 1 figure, 1 disc, 1 village action.
#[test]
fn a2_gives_a_figure_a_disc_and_a_village_action() {
    for (card, place) in [("A054", "3"), ("B081", "5")] {
        let mut table = use_assistant(card, place, &[]);
        assert_eq!(table.player(0).figures, 3);
        table.act("disc U5");
        assert_eq!(table.player(0).discs[4], 1);
        assert_eq!(count_village_actions(&mut table), 1);
    }
}

/// M-21.6 a3: 1 influence of choice, 2 village actions.
#[test]
fn a3_gives_influence_and_2_village_actions() {
    for (card, place) in [("A050", "7"), ("B082", "6"), ("B100", "19")] {
        let mut table = use_assistant(card, place, &[]);
        table.act("influence spain");
        assert_eq!(table.player(0).influence, [0, 1, 0]);
        assert_eq!(count_village_actions(&mut table), 2);
    }
}

/// M-21.6 a4: 2 CP, then an optional sail with one to three points and a main action there.
#[test]
fn a4_gives_2_cp_and_an_extra_sail() {
    let mut table = use_assistant("B083", "8", &[]);
    assert_eq!(table.player(0).cp, 3);
    assert_eq!(table.decision(), PendingKind::Sail);
    table.play(&["sail 9", "village"]);
    assert_eq!(
        count_village_actions(&mut table),
        1,
        "1 point was spent on the extra sail"
    );
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-21.6 a5: 3 identical goods for 5 doubloons, 2 village actions.
#[test]
fn a5_trades_goods_for_doubloons_and_2_village_actions() {
    let table = ready("B084", "10", &["A010", "A013", "A009"]);
    assert!(!table.can("assistant B084"), "two cocoa are not three");
    let mut table = use_assistant("B084", "10", &["A010", "A013", "A020"]);
    table.act("good cocoa");
    assert_eq!(table.player(0).doubloons, 5);
    assert_eq!(table.player(0).hand_len, 0);
    assert_eq!(count_village_actions(&mut table), 2);
}

/// M-21.6 a6: 1 CP, 1 disc, 2 village actions.
#[test]
fn a6_gives_1_cp_a_disc_and_2_village_actions() {
    for (card, place) in [("A055", "16"), ("B085", "15")] {
        let mut table = use_assistant(card, place, &[]);
        assert_eq!(table.player(0).cp, 2);
        table.act("disc U5");
        assert_eq!(count_village_actions(&mut table), 2);
    }
}

/// M-21.6 a7: 2 doubloons, 1 disc, 2 village actions.
#[test]
fn a7_gives_2_doubloons_a_disc_and_2_village_actions() {
    for (card, place) in [("A051", "2"), ("B086", "13"), ("B099", "6")] {
        let mut table = use_assistant(card, place, &[]);
        assert_eq!(table.player(0).doubloons, 2);
        table.act("disc U4");
        assert_eq!(table.player(0).discs[3], 1);
        assert_eq!(count_village_actions(&mut table), 2);
    }
}

/// M-21.6 a11: 4 VP, explorer up to 2.
#[test]
fn a11_gives_4_vp_and_2_explorer_steps() {
    for (card, place) in [("A053", "12"), ("B090", "17")] {
        let table = use_assistant(card, place, &[]);
        assert_eq!(table.score(0), 4);
        assert_eq!(table.legal(), ["advance 1", "advance 2", "skip"]);
    }
}

/// M-21.6 a13: 1 VP per combat token, 3 village actions.
#[test]
fn a13_gives_vp_per_combat_token_and_3_village_actions() {
    let mut table = ready("B092", "14", &[]);
    table.player(0).token_count = 4;
    table.act("assistant B092");
    assert_eq!(table.score(0), 4);
    assert_eq!(count_village_actions(&mut table), 3);
}

/// M-21.6 a15: pay 2 CP for 5 doubloons, 3 village actions.
#[test]
fn a15_trades_2_cp_for_5_doubloons_and_3_village_actions() {
    for (card, place) in [("B094", "11"), ("B101", "17")] {
        let mut table = ready(card, place, &[]);
        assert!(!table.can(&format!("assistant {card}")), "1 CP is not 2");
        table.player(0).cp = 2;
        table.act(&format!("assistant {card}"));
        assert_eq!((table.player(0).doubloons, table.player(0).cp), (5, 0));
        assert_eq!(count_village_actions(&mut table), 3);
    }
}

/// M-21.6 a16: pay 2 CP for 7 doubloons, 2 village actions.
#[test]
fn a16_trades_2_cp_for_7_doubloons_and_2_village_actions() {
    let mut table = ready("B095", "9", &[]);
    assert!(!table.can("assistant B095"));
    table.player(0).cp = 3;
    table.act("assistant B095");
    assert_eq!((table.player(0).doubloons, table.player(0).cp), (7, 1));
    assert_eq!(count_village_actions(&mut table), 2);
}

/// M-10.4, M-21.6: U1 does not increase the village actions of an assistant.
#[test]
fn u1_adds_no_village_actions_to_assistants() {
    let mut table = ready("A050", "7", &[]);
    table.player(0).upgrades = 1;
    table.play(&["assistant A050", "influence france"]);
    assert_eq!(count_village_actions(&mut table), 2);
}
