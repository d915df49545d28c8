//! Ship upgrades (M-17).

use portolan::games::maracaibo::components::Nation;

use crate::support::Table;

/// Returns a 3-player table without markers, where seat 0 has no career.
fn table() -> Table {
    let mut table = Table::bare(3, &[]);
    table.no_quests().player(0).career = None;
    table
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
