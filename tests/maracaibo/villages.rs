//! Village actions (M-10).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// M-10.1: 1 to 3 points give one village action, 4 to 6 give two, and 7 give three.
#[test]
fn village_actions_depend_on_movement_points() {
    for (points, count) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3)] {
        let mut table = Table::bare(2, &[]);
        table.no_quests().at("8", points).act("village");
        assert_eq!(table.village_actions(), count, "{points} points");
    }
}

/// M-10.1: With U1, 1 point gives one village action, 2 to 4 give two, and 5 to 7 give three.
#[test]
fn u1_adds_village_actions() {
    for (points, count) in [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3)] {
        let mut table = Table::bare(2, &[]);
        table.player(0).upgrades = 1;
        table.no_quests().at("8", points).act("village");
        assert_eq!(table.village_actions(), count, "{points} points");
    }
}

/// M-10.1: Not all village actions must be used.
#[test]
fn village_actions_are_optional() {
    let mut table = Table::bare(2, &[]);
    table
        .no_quests()
        .at("8", 7)
        .play(&["village", "doubloon", "end"]);
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-10.2: Buy a card from hand or planning area, gain a doubloon, or discard the hand; actions may
/// be repeated.
#[test]
fn village_action_buys_gains_or_discards() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A009"]).planned(0, "A011");
    table.player(0).doubloons = 2;
    table.village(3);
    let expected = [
        "doubloon",
        "buy A009",
        "buy A011",
        "discard hand",
        "end",
        "plan A009",
    ];
    assert_eq!(table.legal(), expected);
    table.play(&["doubloon", "doubloon"]);
    assert_eq!(table.player(0).doubloons, 4);
    table.act("buy A011");
    assert_eq!(table.player(0).doubloons, 2);
}

/// M-10.2, M-E14: Two doubloons, followed by a purchase with them.
#[test]
fn gained_doubloons_pay_for_a_later_purchase() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().hand(0, &["A009"]).at("8", 7);
    table.play(&["village", "doubloon", "doubloon", "buy A009"]);
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).income_doubloons, 10);
}

/// M-10.2, M-A20: The whole hand of at least one card is discarded for 2 doubloons; planned cards
/// stay.
#[test]
fn discarding_the_hand_gives_2_doubloons() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A009", "A010", "A011"]).planned(0, "A012");
    table.village(2).act("discard hand");
    assert_eq!(table.player(0).doubloons, 2);
    assert_eq!(table.player(0).hand_len, 0);
    assert_eq!(table.player(0).planned_count(), 1);
    for card in ["A009", "A010", "A011"] {
        let card = table.card(card);
        assert!(table.state.discards.contains(card));
    }
    // It cannot be repeated, because the hand is empty and refilled only in phase C.
    assert!(!table.can("discard hand"));
    assert_eq!(table.legal(), ["doubloon", "buy A012", "end"]);
}

/// M-10.2: The hand is refilled only in phase C.
#[test]
fn hand_is_not_refilled_between_village_actions() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().hand(0, &["A009"]).at("8", 4);
    table.play(&["village", "discard hand"]);
    assert_eq!(table.player(0).hand_len, 0);
    table.act("doubloon");
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-10.3: U8 and U10 add kinds of village action.
#[test]
fn u8_and_u10_add_village_actions() {
    let mut table = Table::bare(2, &[]);
    table.player(0).upgrades = 1 << 7;
    table.at("9", 3).village(2).act("upgrade 8");
    assert_eq!((table.player(0).cp, table.player(0).doubloons), (2, 1));
    table.act("upgrade 8");
    assert_eq!((table.player(0).cp, table.player(0).doubloons), (3, 2));
    let mut table = Table::bare(2, &[]);
    table.at("9", 3).village(1);
    assert!(!table.can("upgrade 8") && !table.can("upgrade 10 spain"));
    table.player(0).upgrades = 1 << 9;
    table.act("upgrade 10 spain");
    let place = usize::from(table.place("9"));
    assert_eq!(table.state.markers[place], Some(Nation::Spain));
    assert_eq!(table.player(0).influence, [0, 1, 0]);
    assert_eq!(table.player(0).doubloons, 1);
}

/// M-10.3: U9 discards three identical goods for 2 doubloons and 2 VP.
#[test]
fn u9_takes_three_identical_goods() {
    let mut table = Table::bare(2, &[]);
    table.player(0).upgrades = 1 << 8;
    // Two cocoa and a corn.
    table.hand(0, &["A010", "A013", "A009"]).village(1);
    assert!(!table.can("upgrade 9"));
    table.hand(0, &["A020"]).play(&["upgrade 9", "good cocoa"]);
    assert_eq!(table.player(0).doubloons, 2);
    assert_eq!(table.score(0), 2);
    assert_eq!(table.player(0).hand_len, 1);
}

/// M-A26: U10 requires a marker of the chosen nation.
#[test]
fn u10_requires_a_marker_of_the_nation() {
    let mut table = Table::bare(2, &[]);
    table.player(0).upgrades = 1 << 9;
    table.state.supply = [0, 3, 0];
    table.at("9", 3).village(1);
    assert!(table.can("upgrade 10 spain"));
    assert!(!table.can("upgrade 10 france") && !table.can("upgrade 10 england"));
}

/// M-A26: If a nation has no markers left, a card places one of another nation, or none if all are
/// used up.
#[test]
fn marker_of_a_card_requires_a_supply() {
    let mut table = Table::bare(2, &[]);
    table.player(0).doubloons = 20;
    table.state.supply = [0, 3, 0];
    table.hand(0, &["B063", "B064"]).village(2);
    table.play(&["buy B063", "marker 9"]);
    assert_eq!(table.legal(), ["nation spain"]);
    table.act("nation spain");
    table.state.supply = [0; 3];
    table.act("buy B064");
    assert_ne!(table.decision(), PendingKind::MarkerVillage);
    let place = usize::from(table.place("9"));
    assert_eq!(table.state.markers[place], Some(Nation::Spain));
    let placed = table.state.markers.iter().filter(|marker| marker.is_some());
    assert_eq!(placed.count(), 4, "three from the start and one");
}

/// M-10.3: A "last village action" forfeits the remaining ones.
#[test]
fn last_village_action_ends_the_sequence() {
    let mut table = Table::bare(2, &[]);
    // A043: last action, 2 books for 3 doubloons and 3 VP.
    table.no_quests().own(0, "A043").hand(0, &["A010", "B019"]);
    table.at("8", 7).act("village");
    table.play(&["doubloon", "use A043"]);
    assert_eq!(table.player(0).doubloons, 4);
    assert_eq!(table.score(0), 3);
    assert_eq!(
        table.decision(),
        PendingKind::Draw,
        "the third is forfeited"
    );
}

/// M-10.3: Other kinds of village actions on cards do not end the sequence.
#[test]
fn other_card_village_actions_continue_the_sequence() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().own(0, "A040").hand(0, &["A010", "A013"]);
    table
        .at("8", 7)
        .play(&["village", "use A040", "good cocoa"]);
    assert_eq!(table.player(0).doubloons, 4);
    assert_eq!(table.village_actions(), 2);
}

/// Returns a table with a last village action whose effect gives a village action: the explorer is
/// one step before the end of the track and reaches it. Two outer village actions are left.
fn last_action_to_the_end(options: &[&str]) -> Table {
    let mut table = Table::bare(2, options);
    table.no_quests().own(0, "A042").hand(0, &["A011", "B003"]);
    let place = table.space("24");
    table.player(0).explorer = place;
    table.at("8", 7).play(&["village", "use A042"]);
    assert_eq!(table.points(0, "cards"), 2);
    table.act("advance 25");
    table
}

/// M-A53: The village action given by the effect of the last one is still possible.
#[test]
fn last_village_action_still_grants_its_own_action() {
    let mut table = last_action_to_the_end(&[]);
    assert_eq!(table.village_actions(), 1);
    table.act("doubloon");
    assert_eq!(table.player(0).doubloons, 1);
    assert_ne!(
        table.decision(),
        PendingKind::Village,
        "the outer two are forfeited"
    );
}

/// M-A53: It also forfeits village actions of an enclosing sequence or, with the other
/// interpretation, only those of its own sequence.
#[test]
fn last_village_action_ends_enclosing_sequences_by_option() {
    for (option, left) in [
        ("last_village_action=all", 0),
        ("last_village_action=own", 2),
    ] {
        let mut table = Table::bare(2, &[option]);
        table.no_quests().own(0, "A042").own(0, "A043");
        // Books and maps for both cards.
        table.hand(0, &["A011", "B003", "A010", "B019"]);
        let place = table.space("23");
        table.player(0).explorer = place;
        // Three village actions: the first one moves the explorer to the end of the track, which
        // gives an inner village action.
        table.at("8", 7).act("village");
        table.open_exploration(2).act("advance 25");
        assert_eq!(table.village_actions(), 1);
        table.act("use A043");
        assert_eq!(table.player(0).doubloons, 3);
        if left == 0 {
            assert_ne!(table.decision(), PendingKind::Village, "{option}");
        } else {
            assert_eq!(
                table.village_actions(),
                3,
                "{option}: the outer sequence goes on"
            );
        }
    }
}

/// M-10.4: Village actions of assistants have the same kinds, and U1 does not increase their
/// number.
#[test]
fn assistant_village_actions_ignore_u1() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().own(0, "A054");
    table.player(0).upgrades = 1;
    table.hand(0, &["A009"]).at("3", 7);
    table.play(&["assistant A054", "disc U5"]);
    assert_eq!(table.village_actions(), 1);
    assert!(table.can("doubloon") && table.can("discard hand"));
    table.player(0).doubloons = 2;
    assert!(table.can("buy A009"));
}
