//! Jean's special combat (M-24.7, M-A31, M-A67).

use portolan::games::maracaibo::components::Nation;

use crate::jean_support::{JEAN, solo};
use crate::support::Table;

/// Returns a solo game in which this token is revealed next.
fn token(id: &str) -> Table {
    let mut table = solo(&[]);
    table.last_token(id);
    table
}

/// Lets Jean fight with A3 (2 influence). Returns the nation that she chose.
#[track_caller]
fn chosen(table: &mut Table) -> Nation {
    let before = table.state.players[JEAN].influence;
    table.jean_turn("A3");
    let after = table.state.players[JEAN].influence;
    let risen: Vec<Nation> = (Nation::ALL.into_iter())
        .filter(|&nation| after[usize::from(nation)] == before[usize::from(nation)] + 2)
        .collect();
    assert_eq!(risen.len(), 1, "{before:?} {after:?}");
    risen[0]
}

/// M-24.7: With equal modified and printed values, France precedes Spain, and Spain precedes
/// England.
#[test]
fn order_of_nations_breaks_remaining_ties() {
    assert_eq!(chosen(&mut token("25")), Nation::France);
    let mut table = token("25");
    table.player(0).influence = [2, 0, 0];
    assert_eq!(chosen(&mut table), Nation::Spain);
}

/// Returns a solo game in which every city has a marker.
fn full_cities() -> Table {
    let mut table = token("25");
    for (index, city) in ["1", "4", "5", "11", "13", "14"].into_iter().enumerate() {
        table.marker(Nation::ALL[1 + index % 2], city);
    }
    table
}

/// M-24.7, M-A58: Without an empty city, the marker goes to the empty village with the lowest
/// number.
#[test]
fn marker_goes_to_the_lowest_empty_village() {
    let mut table = full_cities();
    table.jean_turn("A3");
    assert_eq!(table.nation_at("2"), Some(Nation::France));
    let mut table = full_cities();
    for village in ["2", "3"] {
        table.marker(Nation::Spain, village);
    }
    // 6, 7 and 8 have their markers from setup.
    table.jean_turn("A3");
    assert_eq!(table.nation_at("9"), Some(Nation::France));
}

/// Returns a solo game in which every city and village has a marker.
fn full_map() -> Table {
    let mut table = full_cities();
    for (index, village) in ["2", "3", "9", "10", "12", "15", "16", "17", "18", "19"]
        .into_iter()
        .enumerate()
    {
        table.marker(Nation::ALL[1 + index % 2], village);
    }
    table
}

/// M-24.7: Without an empty place the marker leaves the game; with C4, a second one leaves as well.
#[test]
fn marker_leaves_the_game_when_the_map_is_full() {
    for (card, gone) in [("A3", 1), ("B6", 1), ("C4", 2)] {
        let mut table = full_map();
        let (supply, markers) = (table.state.supply, table.state.markers);
        table.jean_turn(card);
        assert_eq!(table.state.supply[0], supply[0] - gone, "{card}");
        assert_eq!(table.state.markers, markers);
        assert_eq!(table.state.marker_count[0], 1, "the one on Martinique");
    }
}

/// M-24.7, M-24.12: C4 annexes an additional village, whether or not there was an empty city.
#[test]
fn c4_annexes_an_additional_village() {
    let mut table = token("25");
    table.jean_turn("C4");
    assert_eq!(
        (table.nation_at("1"), table.nation_at("2")),
        (Some(Nation::France), Some(Nation::France))
    );
    assert_eq!(table.nation_at("4"), None);
    let mut table = full_cities();
    table.jean_turn("C4");
    assert_eq!(
        (table.nation_at("2"), table.nation_at("3")),
        (Some(Nation::France), Some(Nation::France))
    );
    let mut table = token("25");
    table.state.supply[0] = 1;
    table.jean_turn("C4");
    assert_eq!(
        (table.nation_at("1"), table.nation_at("2")),
        (Some(Nation::France), None)
    );
}
