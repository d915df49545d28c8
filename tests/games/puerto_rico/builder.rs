//! Builder (PR-6) and the buildings (PR-11).

use portolan::game::prelude::*;
use portolan::games::puerto_rico::components::{LARGE, VIOLET, only};
use portolan::games::puerto_rico::state::Phase;

use super::support::{Table, building, rules};

/// PR-6.1, PR-6.2, PR-E1, PR-E1b: Prices with three staffed quarries, for the builder and for
/// another player.
#[test]
fn three_quarries_lower_prices() {
    let game = rules(3, &[]);
    let ids = ["construction_hut", "office", "harbor", "city_hall"];
    let prices = |owner| ids.map(|id| game.price(building(id), 3, owner));
    assert_eq!(prices(false), [1, 3, 5, 7]);
    assert_eq!(prices(true), [0, 2, 4, 6]);
    assert_eq!(
        game.price(building("city_hall"), 5, false),
        6,
        "four at most"
    );
    assert_eq!(
        game.price(building("small_market"), 3, true),
        0,
        "never below 0"
    );

    let mut table = Table::of(3);
    table.staffed_tiles(2, "3 quarry").money(1, 0).money(2, 5);
    table.act("builder");
    finish_seat(&mut table, 1);
    assert_eq!(table.to_move(), 2);
    assert!(table.can("build harbor") && !table.can("build wharf"));
    table.act("build harbor");
    assert_eq!(table.player(2).doubloons, 0);
    assert_eq!(table.happened("built"), [("harbor".to_string(), 5)]);
}

/// Passes as long as a seat is to move.
fn finish_seat(table: &mut Table, seat: usize) {
    while table.to_move() == seat && table.state.phase == Phase::Build {
        table.act("pass");
    }
}

/// PR-6.2: Quarries without colonists give no discount.
#[test]
fn unstaffed_quarries_give_no_discount() {
    let mut table = Table::of(3);
    table.tiles(1, "3 quarry").money(1, 3).act("builder");
    assert!(table.can("build small_warehouse") == table.can("build hospice"));
    assert!(!table.can("build office"));
}

/// PR-6.3: A building must be in stock and affordable. A player who cannot build is skipped.
#[test]
fn building_must_be_in_stock_and_affordable() {
    let mut table = Table::of(3);
    table
        .empty_buildings(2, &["office"])
        .empty_buildings(3, &["office"]);
    table.money(1, 20).act("builder");
    assert!(!table.can("build office"), "none is left");
    table.act("pass");
    let mut table = Table::of(3);
    table.money(1, 0).money(2, 0).money(3, 0).act("builder");
    // With the privilege, buildings with a cost of 1 are free.
    assert_eq!(
        table.legal(),
        ["build small_indigo_plant", "build small_market", "pass"]
    );
    table.act("pass");
    assert_eq!(table.state.phase, Phase::Role);
}

/// PR-6.4, PR-6.5: Each player builds at most one building, and gets no doubloon for building none.
#[test]
fn each_player_builds_at_most_one_building() {
    let mut table = Table::of(3);
    table.money(1, 30).act("builder").act("build small_market");
    assert_eq!(table.to_move(), 2);
    let mut table = Table::of(3);
    table.act("builder").act("pass");
    assert_eq!(table.player(1).doubloons, 2);
}

/// PR-6.6, PR-6.7, PR-A16: With the university, the player may put a colonist on the new building;
/// otherwise the building is empty.
#[test]
fn university_may_staff_the_new_building() {
    let mut table = Table::of(3);
    table
        .buildings(1, &["university"])
        .money(1, 20)
        .money(2, 20);
    let supply = table.state.colonists;
    table.acts(&["builder", "build sugar_mill"]);
    assert_eq!(table.legal(), ["university", "no university"]);
    table.act("university");
    assert_eq!(table.player(1).artisans, [0, 0, 1, 0, 0]);
    assert_eq!(table.state.colonists, supply - 1);
    table.act("build office");
    assert_eq!(table.player(2).staffed, 0);

    let mut table = Table::of(3);
    table.buildings(1, &["university"]).money(1, 20);
    table.acts(&["builder", "build office", "no university"]);
    assert!(!table.player(1).has(only(building("office"))));

    let mut table = Table::of(3);
    table.money(1, 20).acts(&["builder", "build university"]);
    assert_eq!(table.to_move(), 2, "not for its own purchase");
}

/// PR-6.6: If the supply is empty, the colonist comes from the ship; if both are empty, there is
/// none.
#[test]
fn university_takes_a_colonist_from_the_ship() {
    for (ship, asked) in [(3, true), (0, false)] {
        let mut table = Table::of(3);
        table.buildings(1, &["university"]).money(1, 20);
        let rest = table.state.colonists + 3 - ship;
        table.state.colonists = 0;
        table.state.colonist_ship = ship;
        table.player(3).san_juan += rest;
        table.acts(&["builder", "build office"]);
        assert_eq!(table.state.phase == Phase::University, asked);
        if asked {
            table.act("university");
            assert_eq!(table.state.colonist_ship, 2);
        }
    }
}

/// PR-6.8: Filling the twelfth space ends the game, but the phase is completed.
#[test]
fn last_city_space_ends_the_game_after_the_phase() {
    let mut table = Table::of(3);
    let large = [
        "guild_hall",
        "residence",
        "fortress",
        "customs_house",
        "city_hall",
    ];
    table
        .empty_buildings(2, &large)
        .empty_buildings(2, &["hacienda"]);
    table.money(2, 9).money(3, 9).act("builder").act("pass");
    table.act("build small_market");
    assert_eq!(table.player(2).city(), 12);
    assert_eq!((table.to_move(), table.state.phase), (3, Phase::Build));
    table.act("build office").acts(&["trader", "captain"]);
    assert_eq!(table.state.phase, Phase::Over);
}

/// PR-11.1, PR-11.2, PR-11.3, PR-A22: There are twelve small and five large kinds of violet
/// buildings; the large ones have four printed points each.
#[test]
fn violet_buildings_have_their_printed_counts_and_points() {
    let game = rules(4, &[]);
    assert_eq!((VIOLET & !LARGE).count_ones(), 12);
    assert_eq!(LARGE.count_ones(), 5);
    for (building, card) in game.components().buildings.iter().enumerate() {
        let large = LARGE & only(building) != 0;
        let small_violet = (VIOLET & !LARGE) & only(building) != 0;
        assert_eq!(card.quantity[1] == 1, large);
        assert_eq!(card.vp == 4, large);
        if small_violet {
            assert_eq!(card.quantity, [1, 2]);
        }
        assert_eq!(card.vp, card.column);
        assert_eq!(card.discount, card.column);
    }
    assert_eq!(game.score_categories().len(), 9);
}
