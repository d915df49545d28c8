//! Ship upgrades (M-17).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::{DiscTarget, Pending, PendingKind, PendingStep};

use crate::support::Table;

/// Returns a 3-player table without markers, where seat 0 has no career.
fn table() -> Table {
    let mut table = Table::bare(3, &[]);
    table.no_quests().player(0).career = None;
    table
}

/// Removes both discs of an area of seat 0.
fn complete(table: &mut Table, number: u8) {
    table.open(Pending::new(
        0,
        PendingStep::Disc {
            count: 2,
            target: DiscTarget::Box,
        },
    ));
    let disc = format!("disc U{number}");
    table.act(&disc);
    assert!(!table.player(0).has_upgrade(number), "after the first disc");
    table.act(&disc);
    assert!(table.player(0).has_upgrade(number));
}

/// Returns the areas from which seat 0 may remove a disc.
fn removable(table: &mut Table) -> Vec<String> {
    table.open(Pending::new(
        0,
        PendingStep::Disc {
            count: 1,
            target: DiscTarget::Box,
        },
    ));
    let legal = table.legal();
    table.state.stack_len -= 1;
    legal
}

/// M-17: There are 12 areas with 2 discs. An area is complete when both are removed.
#[test]
fn area_is_complete_without_its_two_discs() {
    let mut table = table();
    assert_eq!(table.player(0).discs, [2; 12]);
    complete(&mut table, 2);
    assert_eq!(table.player(0).upgrade_count(), 1);
    assert!(!removable(&mut table).contains(&"disc U2".to_string()));
}

/// M-17 U1, M-10.1: 1 point gives 1 village action, 2 to 4 points give 2, and 5 to 7 give 3.
#[test]
fn u1_increases_village_actions() {
    let counts = |u1: bool| {
        [1, 2, 3, 4, 5, 6, 7].map(|points| {
            let mut table = table();
            if u1 {
                table.upgrade(0, 1);
            }
            table.at("2", points).act("village");
            table.village_actions()
        })
    };
    assert_eq!(counts(false), [1, 1, 1, 2, 2, 2, 3]);
    assert_eq!(counts(true), [1, 2, 2, 2, 3, 3, 3]);
}

/// M-17 U1, M-10.4: U1 does not apply to village actions from effects.
#[test]
fn u1_does_not_apply_to_effects() {
    let mut table = table();
    table.upgrade(0, 1).own(0, "A050").at("7", 7);
    table.act("assistant A050").act("influence france");
    assert_eq!(table.village_actions(), 2);
}

/// M-17 U2: The hand limit is 6.
#[test]
fn u2_raises_the_hand_limit_to_6() {
    for (u2, cards) in [(false, 4), (true, 6)] {
        let mut table = table();
        if u2 {
            table.upgrade(0, 2);
        }
        table.at("2", 1).act("pass").while_legal(&["end", "draw"]);
        assert_eq!(table.player(0).hand_len, cards);
    }
}

/// M-17 U3, M-17.3: 3 VP once, and display cards are free.
#[test]
fn u3_makes_display_cards_free() {
    let mut table = table();
    table.display(&["A001", "A002", "A003", "A004"]);
    let without = table.state;
    complete(&mut table, 3);
    assert_eq!(table.points(0, "upgrades"), 3);
    table.at("2", 1).act("pass");
    table.act("take A001");
    assert_eq!(table.player(0).doubloons, 0);
    table.state = without;
    table.at("2", 1).act("pass");
    assert!(!table.can("take A001"));
}

/// M-17 U4 and U5: 5 doubloons and 3 VP.
#[test]
fn u4_gives_5_doubloons_and_u5_gives_3_vp() {
    let mut table = table();
    complete(&mut table, 4);
    assert_eq!((table.player(0).doubloons, table.score(0)), (5, 0));
    complete(&mut table, 5);
    assert_eq!((table.player(0).doubloons, table.score(0)), (5, 3));
}

/// M-17 U6, M-17.2: Both discs require that U5 is complete; 6 VP.
#[test]
fn u6_requires_u5_and_gives_6_vp() {
    let mut table = table();
    assert!(!removable(&mut table).contains(&"disc U6".to_string()));
    table.player(0).discs[4] = 1;
    assert!(!removable(&mut table).contains(&"disc U6".to_string()));
    table.upgrade(0, 5);
    complete(&mut table, 6);
    assert_eq!(table.points(0, "upgrades"), 6);
}

/// M-17 U7, M-17.1: A marker on an empty village costs 2 combat value and gives 1 influence.
#[test]
fn u7_places_a_marker_on_an_empty_village() {
    let mut table = table();
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    let without = table.state;
    table.upgrade(0, 7).combat("25").act("fight france");
    let villages: Vec<String> = table
        .legal()
        .into_iter()
        .filter_map(|action| action.strip_prefix("occupy ").map(str::to_string))
        .collect();
    let expected = [
        "2", "3", "6", "7", "8", "9", "10", "12", "15", "16", "17", "18", "19",
    ];
    assert_eq!(
        villages, expected,
        "villages, and no city, Havana or homeward space"
    );
    table.act("occupy 9");
    let village = usize::from(table.place("9"));
    assert_eq!(table.state.markers[village], Some(Nation::France));
    assert_eq!(table.player(0).influence, [1, 0, 0]);
    assert_eq!(table.state.supply, [12, 13, 13]);
    assert_eq!(table.combat_value(), 2);
    assert!(!table.can("occupy 10"), "once per combat");

    table.state = without;
    table.combat("25").act("fight france");
    assert!(!table.can("occupy 9"), "without U7");
}

/// M-17.1: A marker of another nation is expelled for 5; one of the same nation cannot be expelled.
#[test]
fn u7_expels_markers_of_other_nations() {
    let mut table = table();
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table
        .upgrade(0, 7)
        .marker(Nation::Spain, "9")
        .marker(Nation::France, "10");
    table.combat("25").act("fight france");
    assert!(!table.can("occupy 9"), "4 < 5");
    table.player(0).cp = 1;
    assert!(table.can("occupy 9"));
    assert!(!table.can("occupy 10"), "France is there");
    table.act("occupy 9");
    assert_eq!(table.player(0).cp, 0);
    assert_eq!(table.state.marker_count, [2, 0, 0]);
    assert_eq!(
        table.state.supply,
        [11, 12, 13],
        "the Spanish marker left the game"
    );
    assert_eq!(table.player(0).influence, [1, 0, 0]);
}

/// M-17.1: 3 doubloons per own assistant there, and 1 per assistant of another player.
#[test]
fn u7_pays_doubloons_for_assistants() {
    let mut table = table();
    table
        .own(0, "A056")
        .own(0, "B097")
        .own(1, "B090")
        .upgrade(0, 7);
    let start = table.state;
    table.combat("25").play(&["fight france", "occupy 18"]);
    assert_eq!(table.player(0).doubloons, 6);
    table.state = start;
    table.combat("25").play(&["fight france", "occupy 17"]);
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.player(1).doubloons, 0);
}

/// M-17.1, M-7.6: U7 and annexing are different kinds.
#[test]
fn u7_and_annexing_are_possible_in_one_combat() {
    let mut table = table();
    table.player(0).figures = 0;
    table.player(0).cp = 2;
    table.upgrade(0, 7).combat("25");
    table.play(&["fight spain", "annex 4", "occupy 2"]);
    assert_eq!(table.state.marker_count, [0, 2, 0]);
    assert_eq!(table.player(0).influence, [0, 2, 0]);
}

/// M-17 U8: A village action that costs 1 CP and gives 1 doubloon, and can be repeated.
#[test]
fn u8_village_action_can_be_repeated() {
    let mut table = table();
    table.player(0).cp = 0;
    table.village(2);
    assert!(!table.can("upgrade 8"));
    table.upgrade(0, 8).act("upgrade 8").act("upgrade 8");
    assert_eq!((table.player(0).cp, table.player(0).doubloons), (2, 2));
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-17 U9, M-17.2: It requires U8; 3 identical goods for 2 doubloons and 2 VP.
#[test]
fn u9_trades_three_identical_goods() {
    let mut table = table();
    assert!(!removable(&mut table).contains(&"disc U9".to_string()));
    table.upgrade(0, 8);
    complete(&mut table, 9);
    assert_eq!(table.score(0), 0);
    // Two sugars and, as objects only, three maps.
    table.hand(0, &["A001", "A011", "A006", "A018"]).village(1);
    assert!(!table.can("upgrade 9"), "objects do not count");
    table.hand(0, &["A008"]);
    table.act("upgrade 9").act("good sugar");
    assert_eq!((table.player(0).doubloons, table.score(0)), (2, 2));
    assert_eq!(table.player(0).hand_len, 2);
}

/// M-17 U10, M-17.2: Both discs of U10 and U11 require at least 4 other complete areas.
#[test]
fn u10_and_u11_require_four_other_upgrades() {
    let mut table = table();
    for number in [1, 2, 3] {
        table.upgrade(0, number);
    }
    assert!(!removable(&mut table).contains(&"disc U10".to_string()));
    assert!(!removable(&mut table).contains(&"disc U11".to_string()));
    table.upgrade(0, 4);
    assert!(removable(&mut table).contains(&"disc U10".to_string()));
    assert!(removable(&mut table).contains(&"disc U11".to_string()));
    assert!(!removable(&mut table).contains(&"disc U12".to_string()));
}

/// M-17 U10: A marker on the village of the ship gives 1 influence and 1 doubloon.
#[test]
fn u10_places_a_marker_on_the_village_of_the_ship() {
    let mut table = table();
    table.upgrade(0, 10).at("9", 7).act("village");
    for nation in ["france", "spain", "england"] {
        assert!(table.can(&format!("upgrade 10 {nation}")));
    }
    table.act("upgrade 10 spain");
    let village = usize::from(table.place("9"));
    assert_eq!(table.state.markers[village], Some(Nation::Spain));
    assert_eq!(table.state.supply, [13, 12, 13]);
    assert_eq!(table.state.marker_count, [0, 1, 0]);
    assert_eq!(table.player(0).influence, [0, 1, 0]);
    assert_eq!(table.player(0).doubloons, 1);
    assert!(!table.can("upgrade 10 spain"), "the village has a marker");
    assert!(!table.can("upgrade 10 france"));
}

/// M-17 U10, M-A26: A nation without markers in the supply cannot be chosen.
#[test]
fn u10_requires_a_marker_in_the_supply() {
    let mut table = table();
    table.state.supply[0] = 0;
    table.upgrade(0, 10).at("9", 3).act("village");
    assert!(!table.can("upgrade 10 france"));
    assert!(table.can("upgrade 10 spain"));
}

/// M-A75: U10 requires the ship in a village, regardless of the source of the village action.
#[test]
fn u10_requires_the_ship_in_a_village() {
    let mut table = table();
    table.upgrade(0, 10).tile("4", "C11").at("4", 3).act("city");
    assert_eq!(table.decision(), PendingKind::Village);
    assert!(!table.can("upgrade 10 france"), "a city");

    let mut table = self::table();
    table.upgrade(0, 10).own(0, "A050").at("7", 1);
    table.act("assistant A050").act("influence france");
    assert!(
        table.can("upgrade 10 france"),
        "village action of an assistant"
    );
}

/// M-17 U11, M-17.3: One of three effects, immediately.
#[test]
fn u11_offers_one_of_three_effects() {
    let mut table = table();
    for number in [1, 2, 3, 4] {
        table.upgrade(0, number);
    }
    table.player(0).influence = [3, 0, 0];
    complete(&mut table, 11);
    assert_eq!(table.decision(), PendingKind::Upgrade11);
    let start = table.state;
    table.act("reward doubloons");
    assert_eq!((table.player(0).doubloons, table.score(0)), (4, 4));
    assert_eq!(table.decision(), PendingKind::Sail);
    table.state = start;
    table.act("reward rank france");
    assert_eq!(table.player(0).influence, [4, 0, 0]);
    table.state = start;
    table.act("reward explore");
    assert_eq!(
        table.legal(),
        ["advance 1", "advance 2", "advance 3", "skip"]
    );
    table.act("advance 2");
    assert_eq!(table.score(0), 2, "with the reward of the space");
}

/// M-17 U12, M-17.2: It requires at least 6 other complete areas; 10 VP.
#[test]
fn u12_requires_six_other_upgrades() {
    let mut table = table();
    for number in [1, 2, 3, 4, 5] {
        table.upgrade(0, number);
    }
    assert!(!removable(&mut table).contains(&"disc U12".to_string()));
    table.upgrade(0, 7);
    complete(&mut table, 12);
    assert_eq!(table.points(0, "upgrades"), 10);
}

/// M-17.3: The bonus comes once, with the second disc, for every way to remove a disc.
#[test]
fn upgrade_bonus_comes_once_for_every_disc_source() {
    // By a delivery.
    let mut table = table();
    table.player(0).discs[3] = 1;
    let start = table.state;
    table.hand(0, &["A012"]).at("1", 1);
    table.act("deliver A012").act("disc U4");
    assert_eq!(table.player(0).doubloons, 5);
    // By the city action CA2.
    table.state = start;
    table.tile("4", "C09").at("4", 1).act("city").act("disc U4");
    assert_eq!(table.player(0).doubloons, 5);
    // By the explorer.
    table.state = start;
    table
        .explorer(0, "13")
        .explore(1)
        .act("advance 14")
        .act("disc U4");
    assert_eq!(table.player(0).doubloons, 5);
    // By a card.
    table.state = start;
    table.hand(0, &["B065"]).village(1).player(0).doubloons = 6;
    table.act("buy B065").act("disc U4");
    assert_eq!(table.player(0).doubloons, 5);
    // By the flag of Maracaibo in a combat.
    table.state = start;
    table
        .combat("25")
        .play(&["fight france", "annex 11", "disc U4"]);
    assert_eq!(table.player(0).doubloons, 5);
    assert_eq!(table.decision(), PendingKind::Combat);
}

/// M-17.3, M-A49: If no disc can be removed, the effect is lost, and a delivery is impossible.
#[test]
fn effect_is_lost_without_a_removable_disc() {
    let mut table = table();
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] {
        table.upgrade(0, number);
    }
    table.hand(0, &["A012"]);
    let start = table.state;
    table.at("1", 1);
    assert!(!table.can("deliver A012"));
    table.state = start;
    table.tile("4", "C09").at("4", 1);
    let cp = table.player(0).cp;
    table.act("city");
    assert_eq!(table.player(0).cp, cp + 1);
    assert_ne!(table.decision(), PendingKind::Disc);
}
