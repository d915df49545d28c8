//! Legacy tiles (M-22.5 to M-22.15).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a 3-player table with these legacy tiles, without quests on the map and without careers.
fn with(tiles: &str) -> Table {
    players(3, tiles)
}

fn players(players: usize, tiles: &str) -> Table {
    let mut table = Table::bare(players, &[&format!("legacy={tiles}")]);
    for seat in 0..players {
        table.player(seat).career = None;
    }
    table
}

/// Lets seat 0 sail from one place to another.
fn sail(table: &mut Table, from: &str, to: &str) {
    let ship = table.place(from);
    table.player(0).ship = ship;
    table.act(&format!("sail {to}"));
}

/// Returns true if seat 0 can sail from one place to another at the start of its turn.
fn can_sail(table: &mut Table, from: &str, to: &str) -> bool {
    table.ship(0, from);
    table.can(&format!("sail {to}"))
}

/// Returns the movement points of a journey.
fn points(tiles: &str, from: &str, to: &str) -> u8 {
    let mut table = with(tiles);
    table.no_quests();
    sail(&mut table, from, to);
    table.state.points_spent
}

/// M-22.5: With L1, Puerto Cabezas is a city with a flag and its own quest.
#[test]
fn l1_is_a_city_with_a_quest() {
    let mut table = with("L1");
    let place = table.place("17");
    assert_eq!(table.state.quests_at(place).count(), 1);
    table.upgrade(0, 7).upgrade(0, 10).player(0).cp = 4;
    table.combat("25").act("fight france");
    assert!(!table.can("occupy 17"), "M-A75: no village any more");
    assert!(table.can("occupy 16"));
    table.act("annex 17");
    assert_eq!(table.points(0, "combat"), 3);
    table.act("end").at("17", 3);
    assert!(!table.can("village"));
    assert!(!table.can("city"), "its action is the quest");

    let mut plain = Table::bare(3, &[]);
    plain.combat("25").act("fight france");
    assert!(!plain.can("annex 17"));
    plain.act("end").at("17", 3);
    assert!(plain.can("village"));
}

/// M-22.5, M-A19: The player delivers 1 good and then fulfils the quest there, which is replaced
/// immediately.
#[test]
fn l1_delivery_precedes_its_quest() {
    let mut table = with("L1");
    table.no_quests().lay_quest("17", "17");
    table
        .hand(0, &["A009", "A010"])
        .at("17", 3)
        .player(0)
        .doubloons = 2;
    assert!(table.can("deliver A009"));
    assert!(!table.can("deliver A010"), "corn, not cocoa");
    let top = table.state.quest_top.expect("a quest");
    table.act("deliver A009").act("disc U1");
    assert_eq!(table.decision(), PendingKind::City);
    assert!(table.can("quest 17"));
    assert!(!table.can("deliver A009"));
    table.act("quest 17");
    assert_eq!(table.player(0).quest_count, 1);
    let place = table.place("17");
    let quests: Vec<_> = table.state.quests_at(place).collect();
    assert_eq!(quests, [top]);
    assert_ne!(table.decision(), PendingKind::City, "one quest");
}

/// M-22.6: L2, L8 and L18 increase the cost of their road from 1 to 3 points.
#[test]
fn l2_l8_and_l18_lengthen_their_roads() {
    for (tile, from, to, far) in [
        ("L2", "7", "8", "12"),
        ("L8", "13", "18", "20"),
        ("L18", "14", "15", "19"),
    ] {
        assert_eq!(points("none", from, to), 1, "without {tile}");
        assert_eq!(points(tile, from, to), 3, "{tile}");
        assert_eq!(points(tile, from, far), points("none", from, far) + 2);
    }
    // With L2, 13 can no longer be reached from 7 with 7 points.
    assert!(can_sail(&mut with("none"), "7", "13"));
    assert!(!can_sail(&mut with("L2"), "7", "13"));
    assert!(can_sail(&mut with("L2"), "7", "12"));
}

/// M-22.7: With L3, Cartagena has no city or village actions, no tile and no marker.
#[test]
fn l3_removes_actions_tile_and_flag_of_cartagena() {
    let mut table = with("L3");
    table.no_quests();
    let place = usize::from(table.place("14"));
    assert_eq!(table.state.tiles[place], None);
    table.upgrade(0, 7).player(0).cp = 8;
    table.combat("25").act("fight france");
    assert!(!table.can("annex 14"));
    assert!(!table.can("occupy 14"));
    table.act("end");
    // Cards of all goods.
    table.hand(0, &["A001", "A002", "A003", "A004"]).at("14", 3);
    let main_actions: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|action| !action.starts_with("plan"))
        .collect();
    assert_eq!(main_actions, ["pass"]);

    let mut plain = Table::bare(3, &[]);
    plain.combat("25").act("fight france");
    assert!(plain.can("annex 14"));
}

/// M-22.8: L4 is open only to players whose explorer has reached or passed space 4, and costs 3
/// points each way.
#[test]
fn l4_opens_at_explorer_space_4_and_costs_3_points() {
    for (space, open) in [("3", false), ("4", true), ("1a", true), ("25", true)] {
        let mut table = with("L4");
        table.explorer(0, space);
        assert_eq!(can_sail(&mut table, "9", "9a"), open, "explorer on {space}");
        assert_eq!(can_sail(&mut table, "9", "10 via 9a"), open);
        assert!(can_sail(&mut table, "9", "10"), "the road past it stays");
        table.player(0).cp = 1;
        table.combat("25").act("fight france");
        assert_eq!(table.can("annex 9a"), open);
    }
    let mut table = with("L4");
    table.explorer(0, "4");
    sail(&mut table, "9", "9a");
    assert_eq!(table.state.points_spent, 3);
    let mut table = with("L4");
    table.explorer(0, "4");
    sail(&mut table, "9a", "10");
    assert_eq!(table.state.points_spent, 3);
    assert!(!can_sail(&mut Table::bare(3, &[]), "9", "9a"));
}

/// M-22.10, M-A2: A marker on the silver fleet costs 10 or 11 combat value and gives 3 influence
/// with the nation and 8 doubloons, once per combat, until both spaces are occupied.
#[test]
fn l6_silver_fleet_gives_influence_and_doubloons() {
    let mut table = with("L6");
    table.player(0).figures = 0;
    table.player(0).cp = 5;
    table.combat("25").act("fight spain");
    assert!(!table.can("silver 10"), "4 + 5");
    table.player(0).cp = 6;
    assert!(table.can("silver 10"));
    assert!(!table.can("silver 11"));
    table.player(0).cp = 8;
    table.act("silver 10");
    assert_eq!(table.player(0).cp, 2);
    assert_eq!(table.player(0).influence, [0, 3, 0]);
    assert_eq!(table.player(0).doubloons, 8);
    assert_eq!(table.state.supply, [13, 12, 13]);
    assert_eq!(table.state.marker_count, [0, 1, 0]);
    table.player(0).cp = 8;
    table.player(0).figures = 5;
    assert!(!table.can("silver 11"), "once per combat");
    table.act("end").combat("19").act("fight france");
    assert!(!table.can("silver 10"), "taken, and not to be expelled");
    table.player(0).figures = 0;
    table.act("silver 11").act("end");
    assert_eq!(
        table.state.silver_fleet,
        [Some(Nation::Spain), Some(Nation::France)]
    );
    table.player(0).cp = 8;
    table.player(0).figures = 5;
    table.combat("20").act("fight spain");
    assert!(!table.can("silver 10") && !table.can("silver 11"));
    assert_eq!(
        table.state.markers.iter().filter(|m| m.is_some()).count(),
        0
    );
}

/// M-22.11: L7 requires explorer space 11; tobacco gives 3 CP and a combat, and the flag gives a
/// figure.
#[test]
fn l7_opens_at_explorer_space_11_and_gives_cp_and_a_combat() {
    for (space, open) in [("10", false), ("11", true), ("2a", true)] {
        let mut table = with("L7");
        table.explorer(0, space).player(0).figures = 2;
        assert_eq!(
            can_sail(&mut table, "16", "16a"),
            open,
            "explorer on {space}"
        );
        assert!(can_sail(&mut table, "16", "17"));
        table.combat("25").act("fight france");
        assert_eq!(table.can("annex 16a"), open);
    }
    let mut table = with("L7");
    table.explorer(0, "11").hand(0, &["A012"]);
    table.player(0).cp = 0;
    sail(&mut table, "16", "16a");
    assert_eq!(table.state.points_spent, 1);
    table.play(&["deliver A012", "disc U1", "city"]);
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.player(0).cp, 3);

    let mut table = with("L7");
    table.player(0).figures = 0;
    table.explorer(0, "11").combat("25");
    table.play(&["fight france", "annex 16a"]);
    assert_eq!(table.player(0).figures, 1);
}

/// M-22.14, L20, L21, L22, L23: There are no village actions there, but quests and assistants are
/// possible.
#[test]
fn l20_to_l23_prevent_village_actions() {
    for (tile, place, assistant) in [
        ("L20", "12", "A053"),
        ("L21", "15", "B085"),
        ("L22", "16", "A055"),
        ("L23", "18", "B097"),
    ] {
        let mut table = with(tile);
        table.own(0, assistant).no_quests().lay_quest(place, "17");
        table.player(0).doubloons = 2;
        table.upgrade(0, 7).player(0).figures = 0;
        let start = table.state;
        table.at(place, 3);
        assert!(!table.can("village"), "{tile}");
        assert!(table.can("quest 17"), "{tile}");
        assert!(table.can(&format!("assistant {assistant}")), "{tile}");
        // M-A75: The location is still a village.
        table.state = start;
        table.combat("25").act("fight france");
        assert!(table.can(&format!("occupy {place}")));
        assert!(!table.can(&format!("annex {place}")));

        let mut plain = with("none");
        plain.at(place, 3);
        assert!(plain.can("village"));
    }
}
