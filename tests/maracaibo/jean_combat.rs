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

/// M-24.7: The highest value on the token wins; costs and rewards are ignored.
#[test]
fn jean_fights_for_the_highest_value() {
    for (id, nation) in [
        ("1", Nation::France),
        ("2", Nation::Spain),
        ("3", Nation::England),
    ] {
        let mut table = token(id);
        assert_eq!(chosen(&mut table), nation);
        let jean = &table.state.players[JEAN];
        assert_eq!((jean.doubloons, jean.figures), (0, 0));
        assert_eq!(table.score(JEAN), 0);
    }
    // Token 16 offers influence with England, which Jean does not take, like all other rewards.
    let mut table = token("16");
    table.player(JEAN).influence = [0, 0, 2];
    table.player(0).influence = [2, 2, 0];
    assert_eq!(chosen(&mut table), Nation::England);
    assert_eq!(table.state.players[JEAN].influence, [0, 0, 4]);
}

/// M-24.7: Jean's noble rank counts for a nation, and that of the player against it.
#[test]
fn noble_ranks_adjust_jeans_combat_values() {
    // 4/4/4.
    for (hers, own, nation) in [
        ([0, 0, 0], [0, 0, 0], Nation::France),
        ([0, 2, 0], [0, 0, 0], Nation::Spain),
        ([0, 1, 0], [0, 0, 0], Nation::France),
        ([0, 2, 4], [0, 0, 0], Nation::England),
        ([0, 0, 0], [2, 0, 0], Nation::Spain),
        ([0, 0, 0], [2, 2, 0], Nation::England),
        ([7, 0, 0], [10, 0, 0], Nation::Spain),
    ] {
        let mut table = token("25");
        table.player(JEAN).influence = hers;
        table.player(0).influence = own;
        assert_eq!(chosen(&mut table), nation, "{hers:?} {own:?}");
    }
}

/// M-24.7, M-7.3: The modifiers of the token apply afterwards.
#[test]
fn token_modifiers_apply_to_jean() {
    // 5/3/4, most: Only France has the most markers.
    let mut table = token("4");
    table.marker(Nation::France, "2");
    assert_eq!(chosen(&mut table), Nation::England);
    let mut table = token("4");
    assert_eq!(
        chosen(&mut table),
        Nation::France,
        "all have the same number of markers"
    );
    // 7/3/4, fewest: Only Spain has the fewest markers, and France drops to 5 because of the
    // player's rank.
    let mut table = token("7");
    table
        .marker(Nation::France, "2")
        .marker(Nation::England, "3");
    table.player(0).influence = [4, 0, 0];
    assert_eq!(chosen(&mut table), Nation::Spain);
}

/// M-24.7: Of equal modified values, the higher printed one wins, regardless of the order of
/// nations.
#[test]
fn printed_value_breaks_ties_in_jeans_combat() {
    // 4/2/6: The player's rank 2 reduces England to 4.
    let mut table = token("3");
    table.player(0).influence = [0, 0, 4];
    assert_eq!(chosen(&mut table), Nation::England);
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

/// M-A67: Negative values are compared as they are.
#[test]
fn negative_values_are_compared_as_signed() {
    // 4/5/3, most: With rank 5 for all nations, and only Spain with the most markers, the values
    // are -1, -2 and -2.
    let mut table = token("5");
    table.marker(Nation::Spain, "2");
    table.player(0).influence = [14; 3];
    assert_eq!(chosen(&mut table), Nation::France);
}

/// M-A67: Without a token, every nation has a value of 3, and no token is gained.
#[test]
fn jean_fights_without_a_token_when_none_is_left() {
    let mut table = solo(&[]);
    table.state.tokens_len = 0;
    table.player(JEAN).influence = [0, 0, 2];
    assert_eq!(chosen(&mut table), Nation::England);
    assert_eq!(table.state.players[JEAN].token_count, 0);
}

/// M-24.7: The token is put on Jean's board.
#[test]
fn token_moves_to_jeans_board() {
    let mut table = token("7");
    table.jean_turn("B6");
    let jean = &table.state.players[JEAN];
    assert_eq!((jean.token_count, jean.tokens), (1, table.token("7").bit()));
    assert_eq!(table.state.tokens_len, 0);
}

/// M-24.7, M-A31, M-A67: The marker goes to the empty city with the lowest number, without the
/// reward of the flag and the influence of annexing.
#[test]
fn marker_goes_to_the_lowest_empty_city() {
    let mut table = token("25");
    let supply = table.state.supply[0];
    table.jean_turn("A3");
    assert_eq!(table.nation_at("1"), Some(Nation::France));
    assert_eq!(table.state.supply[0], supply - 1);
    assert_eq!(table.state.players[JEAN].influence, [2, 0, 0]);
    assert_eq!(table.state.players[JEAN].doubloons, 0);
    let mut table = token("25");
    table
        .marker(Nation::Spain, "1")
        .marker(Nation::Spain, "4")
        .jean_turn("A3");
    assert_eq!(
        (table.nation_at("5"), table.nation_at("11")),
        (Some(Nation::France), None)
    );
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

/// M-A67: A nation without markers can still be chosen; step 3 is skipped.
#[test]
fn nation_without_markers_can_be_chosen_by_jean() {
    let mut table = token("25");
    table.state.supply[0] = 0;
    table.jean_turn("B6");
    assert_eq!(table.nation_at("1"), None);
    assert_eq!(table.state.players[JEAN].influence, [3, 0, 0]);
    assert_eq!(
        (table.state.supply[0], table.state.players[JEAN].token_count),
        (0, 1)
    );
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

/// M-24.7: 2 influence, or 3 influence and 2 VP.
#[test]
fn jeans_combat_reward_depends_on_the_card() {
    for (card, influence, vp) in [("A3", 2, 0), ("B6", 3, 2), ("C4", 3, 2)] {
        let mut table = token("25");
        table.jean_turn(card);
        assert_eq!(table.state.players[JEAN].influence, [influence, 0, 0]);
        assert_eq!(table.score(JEAN), vp);
    }
}
