//! Final scoring (M-15).

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::state::Phase;

use crate::support::Table;

/// Returns a 3-player table without careers, cards and markers on the map, where seat 0 is about to
/// sail.
fn table() -> Table {
    with(3, &[])
}

fn with(players: usize, options: &[&str]) -> Table {
    let mut table = Table::bare(players, options);
    for seat in 0..players {
        table.player(seat).career = None;
    }
    table
}

/// Returns the points of seat 0 in a category at the end, if no player buys a card.
fn final_points(mut table: Table, category: &str) -> i32 {
    table.end_game().nobody_buys();
    assert_eq!(table.state.phase, Phase::Over);
    table.points(0, category)
}

/// M-15.3: Prestige buildings score only for their investors.
#[test]
fn prestige_buildings_score_only_for_investors() {
    let mut table = table();
    let minster = 1 << 4;
    assert_eq!(table.components().labels.prestige[4], "P5");
    table.player(0).prestige = minster;
    table.player(0).synergies = 0b1011;
    table.player(1).synergies = 0b1111;
    table.end_game().nobody_buys();
    assert_eq!(table.points(0, "prestige"), 9);
    assert_eq!(table.points(1, "prestige"), 0);
}

/// Returns the weightings of the three nations, measured with a player of noble rank 1 with one
/// nation.
fn weightings(set: impl Fn(&mut Table), players: usize, options: &[&str]) -> [i32; 3] {
    [0, 1, 2].map(|nation| {
        let mut table = with(players, options);
        set(&mut table);
        table.player(0).influence[nation] = 2;
        final_points(table, "nations")
    })
}

/// M-15.5: The majority bonus is 2, 1 or 0.
#[test]
fn majority_bonus_is_2_1_or_0() {
    let set = |table: &mut Table| {
        for village in ["2", "3", "6"] {
            table.marker(Nation::England, village);
        }
        table
            .marker(Nation::Spain, "1")
            .marker(Nation::Spain, "7")
            .marker(Nation::France, "8");
        table.state.supply = [13; 3];
    };
    assert_eq!(weightings(set, 3, &[]), [0, 1, 2]);
}

/// M-15.5: Tied nations get the bonus of their place: 2, 2, 0 for two first places, 2 each for
/// three, and 1 each for two second places.
#[test]
fn tied_nations_share_the_majority_bonus() {
    let set = |counts: [u8; 3]| {
        move |table: &mut Table| {
            let mut places = ["1", "2", "3", "4", "5", "6"].into_iter();
            for (nation, count) in Nation::ALL.into_iter().zip(counts) {
                for place in places.by_ref().take(usize::from(count)) {
                    table.marker(nation, place);
                }
            }
            table.state.supply = [13; 3];
        }
    };
    assert_eq!(weightings(set([2, 2, 1]), 3, &[]), [2, 2, 0]);
    assert_eq!(weightings(set([2, 2, 2]), 3, &[]), [2, 2, 2]);
    assert_eq!(weightings(set([1, 2, 1]), 3, &[]), [1, 2, 1]);
}

/// M-A59: A count of 0 is treated like any other (4/0/0 gives 2, 1, 1; 0/0/0 gives 2 each). With
/// the option `majority_zero=none`, nations without markers get no bonus.
#[test]
fn option_sets_the_score_of_nations_without_markers() {
    let four = |table: &mut Table| {
        for place in ["1", "2", "3", "4"] {
            table.marker(Nation::Spain, place);
        }
        table.state.supply = [13; 3];
    };
    assert_eq!(weightings(four, 3, &[]), [1, 2, 1]);
    assert_eq!(weightings(|_| {}, 3, &[]), [2, 2, 2]);
    let none = ["majority_zero=none"];
    assert_eq!(weightings(four, 3, &none), [0, 2, 0]);
    assert_eq!(weightings(|_| {}, 3, &none), [0, 0, 0]);
}

/// M-15.5, M-1.8, M-A1: Only completely emptied supply spaces count (1 marker on the first, 2 on
/// each other). Both interpretations of M-A1 agree as long as every space is worth 1.
#[test]
fn only_emptied_supply_spaces_count() {
    for options in [&[][..], &["weighting=values"], &["weighting=spaces"]] {
        for (taken, spaces) in [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (12, 6), (13, 7)] {
            let set = |table: &mut Table| table.state.supply = [13, 13 - taken, 13];
            assert_eq!(
                weightings(set, 3, options),
                [2, 2 + spaces, 2],
                "{taken} taken"
            );
        }
    }
}

/// M-15.5, M-8.3: An expelled marker counts as taken from the supply but not as on the map.
#[test]
fn expelled_marker_counts_only_as_taken_from_the_supply() {
    let set = |table: &mut Table| {
        table.marker(Nation::Spain, "4").player(0).cp = 2;
        table.player(0).figures = 0;
        table.combat("25").play(&["fight france", "expel 4", "end"]);
        table.player(0).influence = [0; 3];
    };
    // France has 1 emptied space and 2 for first place; Spain has 1 emptied space and, like
    // England, 1 for second place.
    assert_eq!(weightings(set, 3, &[]), [3, 2, 1]);
}

/// M-A27: The starting markers of two players count for emptied spaces and the majority.
#[test]
fn starting_markers_count_in_the_weighting() {
    assert_eq!(weightings(|_| {}, 2, &[]), [3, 3, 3]);
    let one_more = |table: &mut Table| {
        table.marker(Nation::Spain, "2");
    };
    assert_eq!(weightings(one_more, 2, &[]), [2, 3, 2]);
}

/// M-15.5: Markers on legacy tiles count for the majority.
#[test]
fn markers_on_legacy_tiles_count_in_the_weighting() {
    let set = |table: &mut Table| {
        table.player(0).doubloons = 2;
        table.player(0).figures = 0;
        table.player(0).cp = 4;
        table
            .combat("1")
            .play(&["fight france", "silver 10", "end"]);
        table.player(0).influence = [0; 3];
    };
    assert_eq!(weightings(set, 3, &["legacy=L6"]), [3, 1, 1]);
}

/// M-15.7: The highest total wins, ties share the victory, and leftover components have no value.
#[test]
fn highest_total_wins_and_ties_share_the_victory() {
    let mut table = table();
    table.player(0).points[0] = 10;
    table.player(1).points[0] = 10;
    table.player(2).points[0] = 7;
    table.player(2).doubloons = 50;
    table.player(2).cp = 8;
    table.player(2).figures = 5;
    table.end_game().nobody_buys();
    assert_eq!(
        [table.score(0), table.score(1), table.score(2)],
        [12, 12, 9]
    );
    assert_eq!(table.game.ranks(&table.state), [1, 1, 3]);
}

/// M-A77: From 20, ships sail to 21a in rounds 1 to 3, and to 21b and then 22 in round 4.
#[test]
fn ships_sail_to_21b_only_in_round_4() {
    for round in 1..=4 {
        let mut table = table();
        table.state.round = round;
        let ship = table.place("20");
        table.player(0).ship = ship;
        let expected = if round == 4 { "sail 21b" } else { "sail 21a" };
        assert_eq!(table.legal(), [expected], "round {round}");
    }
    let mut table = table();
    table.state.round = 4;
    table.ship(0, "21b");
    assert_eq!(table.legal(), ["sail 22"]);
}
