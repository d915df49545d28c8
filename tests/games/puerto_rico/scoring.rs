//! Scoring (PR-13).

use portolan::game::prelude::*;

use super::support::Table;

/// PR-13.1, PR-13.5: The score consists of chips, buildings and bonuses, and equals the sum of the
/// categories.
#[test]
fn score_is_the_sum_of_its_categories() {
    let mut table = Table::of(3);
    table.chips(1, 9).buildings(1, &["harbor", "city_hall"]);
    table.player(1).vp_harbor = 2;
    table.player(1).vp_captain = 1;
    table.state.pool -= 3;
    table.check();
    assert_eq!(table.vp(1, "goods"), 9);
    assert_eq!(table.vp(1, "harbor"), 2);
    assert_eq!(table.vp(1, "captain"), 1);
    assert_eq!(table.vp(1, "buildings"), 7);
    assert_eq!(table.vp(1, "city_hall"), 2);
    assert_eq!(table.game.score(&table.state, 0), 21);
}

/// PR-13.3, PR-11.3, PR-E3: Large buildings without a colonist score only their four points.
#[test]
fn unstaffed_large_buildings_score_four_points_each() {
    let mut table = Table::of(3);
    let large = [
        "guild_hall",
        "residence",
        "fortress",
        "customs_house",
        "city_hall",
    ];
    table.empty_buildings(1, &large);
    assert_eq!(table.game.score(&table.state, 0), 20);
    assert_eq!(table.vp(1, "buildings"), 20);
}

/// PR-13.3, PR-E8: The guild hall scores 1 point for small and 2 for large production buildings,
/// with or without colonists.
#[test]
fn guild_hall_scores_production_buildings() {
    let mut table = Table::of(3);
    table.buildings(1, &["guild_hall", "small_sugar_mill"]);
    table.empty_buildings(1, &["sugar_mill", "small_indigo_plant", "coffee_roaster"]);
    assert_eq!(table.vp(1, "guild_hall"), 6);
}

/// PR-13.3, PR-E9: The residence scores 4 points for up to nine tiles, then 5, 6 and 7.
#[test]
fn residence_scores_occupied_island_spaces() {
    for (more, points) in [(0, 4), (7, 4), (8, 4), (9, 5), (10, 6), (11, 7)] {
        let mut table = Table::of(3);
        table.buildings(1, &["residence"]);
        for index in 0..more {
            table.tiles(1, ["1 corn", "1 sugar", "1 tobacco"][index % 3]);
        }
        assert_eq!(table.vp(1, "residence"), points, "{more} more tiles");
    }
}

/// PR-13.3, PR-E10: The fortress scores a point for three colonists, including those in San Juan.
#[test]
fn fortress_scores_a_point_per_three_colonists() {
    let mut table = Table::of(3);
    table.buildings(1, &["fortress"]).staffed_tiles(1, "4 corn");
    table.player(1).san_juan = 15;
    table.state.colonists -= 15;
    table.check();
    assert_eq!(table.player(1).colonists(), 20);
    assert_eq!(table.vp(1, "fortress"), 6);
}

/// PR-13.3, PR-E11: The customs house scores a point for four VP in chips; buildings do not count.
#[test]
fn customs_house_scores_a_point_per_four_chips() {
    let mut table = Table::of(3);
    table
        .buildings(1, &["customs_house", "harbor"])
        .chips(1, 23);
    assert_eq!(table.vp(1, "customs_house"), 5);
}

/// PR-13.3, PR-E12: The city hall scores a point for each violet building, including itself.
#[test]
fn city_hall_scores_a_point_per_violet_building() {
    let mut table = Table::of(3);
    table.buildings(1, &["city_hall", "hacienda", "harbor", "office"]);
    table.empty_buildings(1, &["construction_hut", "large_warehouse", "residence"]);
    table.empty_buildings(1, &["coffee_roaster"]);
    assert_eq!(table.vp(1, "city_hall"), 7);
}

/// PR-13.4: Ties are broken by doubloons and goods; if still tied, the win is shared.
#[test]
fn ties_are_broken_by_doubloons_and_goods() {
    let mut table = Table::of(4);
    table.chips(1, 5).chips(2, 5).chips(3, 5);
    table
        .money(1, 3)
        .money(2, 2)
        .money(3, 1)
        .goods(2, "1 corn")
        .goods(3, "3 corn");
    assert_eq!(table.game.ranks(&table.state), [2, 2, 1, 4]);
    let mut table = Table::dealt(4, &["tie_break=off"], 1);
    table.chips(1, 5).chips(2, 5).money(1, 9);
    assert_eq!(table.game.ranks(&table.state), [1, 1, 3, 3]);
}
