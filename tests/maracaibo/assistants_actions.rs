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

/// M-21.6 a1: 3 VP, 5 doubloons.
#[test]
fn a1_gives_3_vp_and_5_doubloons() {
    for (card, place) in [("A049", "9"), ("B080", "4"), ("B097", "18")] {
        let mut table = use_assistant(card, place, &[]);
        assert_eq!((table.score(0), table.player(0).doubloons), (3, 5));
        assert_eq!(table.decision(), PendingKind::Draw);
    }
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

/// M-21.6 a8: 3 identical goods for 5 doubloons, 2 VP and 2 CP.
#[test]
fn a8_trades_goods_for_doubloons_vp_and_cp() {
    let mut table = use_assistant("B087", "2", &["A010", "A013", "A020"]);
    table.act("good cocoa");
    assert_eq!((table.player(0).doubloons, table.score(0)), (5, 2));
    assert_eq!(table.player(0).cp, 3);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-21.6 a9: 3 identical goods for 5 doubloons, 2 VP and 1 influence.
#[test]
fn a9_trades_goods_for_doubloons_vp_and_influence() {
    let mut table = use_assistant("B088", "12", &["A010", "A013", "A020"]);
    table.play(&["good cocoa", "influence england"]);
    assert_eq!((table.player(0).doubloons, table.score(0)), (5, 2));
    assert_eq!(table.player(0).influence, [0, 0, 1]);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-21.6 a10: 2 doubloons, explorer up to 3.
#[test]
fn a10_gives_2_doubloons_and_3_explorer_steps() {
    for (card, place) in [("A052", "10"), ("B089", "7"), ("B098", "8")] {
        let mut table = use_assistant(card, place, &[]);
        assert_eq!(table.player(0).doubloons, 2);
        assert_eq!(
            table.legal(),
            ["advance 1", "advance 2", "advance 3", "skip"]
        );
        table.act("advance 3");
        assert_eq!(table.player(0).cp, 3);
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

/// M-21.6 a12: 3 doubloons, and 2 VP per own assistant on the map, including this one.
#[test]
fn a12_gives_3_doubloons_and_vp_per_assistant() {
    let mut table = use_assistant("A056", "18", &[]);
    assert_eq!((table.player(0).doubloons, table.score(0)), (3, 2));
    let mut table = Table::bare(2, &[]);
    table
        .no_quests()
        .own(0, "B091")
        .own(0, "A049")
        .own(0, "A051");
    table.own(1, "A052").at("19", 7).act("assistant B091");
    assert_eq!(
        table.points(0, "cards"),
        6,
        "assistants of others do not count"
    );
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

/// M-21.6 a14: 3 VP, then an optional sail with one to three points and a main action there.
#[test]
fn a14_gives_3_vp_and_an_extra_sail() {
    let mut table = use_assistant("B093", "16", &[]);
    assert_eq!(table.score(0), 3);
    assert_eq!(table.legal(), ["sail 17", "sail 18", "sail 19", "stay"]);
    table.play(&["sail 17", "village", "doubloon"]);
    assert_eq!(table.decision(), PendingKind::Draw);
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

/// M-21.6 a17: 3 identical goods for 4 doubloons, 4 VP.
#[test]
fn a17_trades_goods_for_4_doubloons_and_4_vp() {
    let mut table = use_assistant("B096", "3", &["A010", "A013", "A020", "A009"]);
    table.act("good cocoa");
    assert_eq!((table.player(0).doubloons, table.score(0)), (4, 4));
    assert_eq!(table.player(0).hand_len, 1);
}

/// M-21.6: Goods count, objects do not; with more than three goods, the player chooses.
#[test]
fn player_chooses_which_identical_goods_to_discard() {
    // A009, A014 and A020 all show herbs, but three different goods.
    let table = ready("B096", "3", &["A009", "A014", "A020"]);
    assert!(!table.can("assistant B096"));
    let mut table = use_assistant("B096", "3", &["A010", "A013", "A020", "A023"]);
    table.act("good cocoa");
    table.play(&["discard A023", "discard A010", "discard A020"]);
    let kept = table.card("A013");
    assert!(table.player(0).hand.contains(kept));
    assert_eq!(table.score(0), 4);
}

/// M-21.6: CP costs cannot be paid with figures.
#[test]
fn figures_cannot_pay_cp_costs() {
    let mut table = ready("B095", "9", &[]);
    table.player(0).figures = 5;
    assert!(!table.can("assistant B095"));
}

/// M-10.4, M-21.6: U1 does not increase the village actions of an assistant.
#[test]
fn u1_adds_no_village_actions_to_assistants() {
    let mut table = ready("A050", "7", &[]);
    table.player(0).upgrades = 1;
    table.play(&["assistant A050", "influence france"]);
    assert_eq!(count_village_actions(&mut table), 2);
}

/// M-18.4: Parts of an assistant's action may be skipped.
#[test]
fn parts_of_an_assistant_action_are_optional() {
    let mut table = use_assistant("A052", "10", &[]);
    table.act("skip");
    assert_eq!(table.player(0).doubloons, 2);
    let start = table.space("0");
    assert_eq!(table.player(0).explorer, start);
    let mut table = use_assistant("A050", "7", &[]);
    table.play(&["influence france", "end"]);
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.decision(), PendingKind::Draw);
}
