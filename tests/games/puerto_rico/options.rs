//! Rule options: house rules and the other profile.

use portolan::games::puerto_rico::state::Phase;

use super::support::{Table, building, refused, rules};

/// House rules as options: less money for the corn seats, and costs of buildings.
#[test]
fn house_rules_change_money_and_costs() {
    let table = Table::dealt(4, &["corn_doubloons=-1", "costs=university:7,factory:8"], 1);
    let money: Vec<u16> = table
        .state
        .seated()
        .iter()
        .map(|player| player.doubloons)
        .collect();
    assert_eq!(money, [3, 3, 2, 2]);
    assert_eq!(table.game.price(building("university"), 0, false), 7);
    assert_eq!(table.game.price(building("factory"), 0, false), 8);
    assert_eq!(table.game.price(building("harbor"), 0, false), 8);
    let text = refused(3, &["corn_doubloons=-3"]);
    assert!(
        text.contains("corn_doubloons=-3") && text.contains("at least -2"),
        "{text}"
    );
}

/// PR-2.1: The money of single seats, in addition to the house rule for seats that start with corn.
#[test]
fn start_money_changes_by_seat() {
    let money = |players: usize, options: &[&str]| -> Vec<u16> {
        let table = Table::dealt(players, options, 1);
        let players = table.state.seated().iter();
        players.map(|player| player.doubloons).collect()
    };
    assert_eq!(
        money(4, &["seat_2_doubloons=-3", "seat_4_doubloons=+10"]),
        [3, 0, 3, 13]
    );
    assert_eq!(
        money(3, &["corn_doubloons=-2", "seat_3_doubloons=1"]),
        [2, 2, 1]
    );
    for (options, expected) in [
        (
            &["seat_2_doubloons=-3"][..],
            "seat_2_doubloons=-3 is not accepted: expected a number from -2 to 10",
        ),
        (
            &["corn_doubloons=-2", "seat_3_doubloons=-1"],
            "a number from 0 to 10",
        ),
        (&["seat_1_doubloons=11"], "a number from -2 to 10"),
        (&["seat_1_doubloons=all"], "a number from -2 to 10"),
        (
            &["seat_4_doubloons=1"],
            "expected 0, because the game has 3 players",
        ),
    ] {
        let text = refused(3, options);
        assert!(text.contains(expected), "{options:?}: {text}");
    }
}

/// Rejected values are reported with the accepted ones.
#[test]
fn rejected_values_are_reported_with_accepted_ones() {
    for (option, expected) in [
        ("profile=tga", "did you mean \"tag\""),
        ("vp_visibility=open", "tracked or hidden"),
        ("round_cap=0", "1 to 200"),
        ("corn_doubloons=9", "-4 to 4"),
        ("wharf_pass=yes", "on or off"),
        ("optional_bonuses=some", "on, off or all"),
        ("costs=univercity:7", "did you mean \"university\""),
        ("costs=university", "BUILDING:COST"),
        ("costs=university:99", "0 to 20"),
        ("costs=university:-1", "0 to 20"),
        ("costs=office:1+office:2", "occurs twice"),
    ] {
        let text = refused(3, &[option]);
        assert!(text.contains(expected), "{option}: {text}");
    }
    assert!(refused(2, &["profile=tag"]).contains("does not support 2 players"));
}

/// Setup of the other profile.
#[test]
fn tag_profile_has_its_own_setup() {
    for (players, starts, colonists, prospectors) in [
        (3, "IIC", [52, 3], 1),
        (4, "IICC", [71, 4], 1),
        (5, "IICCC", [90, 5], 1),
    ] {
        let table = Table::dealt(players, &["profile=tag"], 1);
        for (seat, start) in starts.chars().enumerate() {
            let player = &table.state.players[seat];
            assert_eq!(player.tiles[usize::from(start == 'I')], 1);
            assert_eq!(player.doubloons, 2);
        }
        assert_eq!(
            [table.state.colonists, table.state.colonist_ship],
            colonists
        );
        assert_eq!(table.game.components().setup.prospectors, prospectors);
        assert_eq!(table.game.price(building("small_market"), 0, false), 2);
        assert_eq!(table.game.price(building("small_warehouse"), 0, false), 2);
    }
}

/// The other profile: the hospice does not apply to quarries, colonists come only from the supply,
/// and bonuses are automatic.
#[test]
fn tag_profile_limits_hospice_and_mayor_bonuses() {
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table
        .buildings(1, &["hospice"])
        .act("settler")
        .act("plant quarry");
    assert_eq!(table.to_move(), 2);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.row("1 corn, 3 sugar").buildings(1, &["hospice"]);
    table.act("settler").act("plant corn");
    assert_eq!((table.player(1).workers[0], table.to_move()), (1, 2));
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.act("mayor");
    assert_eq!(table.state.seated()[0].colonists(), 2);
    assert_ne!(table.state.phase, Phase::Privilege);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.staffed_tiles(1, "1 corn").act("craftsman");
    assert_eq!(table.legal(), ["take corn"]);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.buildings(1, &["university"]).money(1, 20);
    let supply = std::mem::take(&mut table.state.colonists);
    table.player(3).san_juan = supply;
    table.acts(&["builder", "build office"]);
    assert_eq!((table.to_move(), table.state.colonist_ship), (2, 3));
}

/// The other profile: the hacienda draws without reshuffling, an owner with a full island blocks
/// the phase, and there are four large buildings.
#[test]
fn tag_profile_changes_tiles_and_large_buildings() {
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.buildings(1, &["hacienda"]);
    table.state.discards = std::mem::take(&mut table.state.stack);
    table.act("settler");
    assert_eq!(table.state.phase, Phase::Plantation);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.tiles(1, "6 corn, 5 sugar").act("settler");
    assert_eq!(table.state.phase, Phase::Role, "nobody takes a tile");
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.empty_buildings(1, &["guild_hall", "residence", "fortress", "customs_house"]);
    table.money(1, 30).act("builder");
    assert!(!table.can("build city_hall") && table.can("build wharf"));
}

/// The other profile: goods by seat, any empty ship, no declining of the wharf, and no tie-break.
#[test]
fn tag_profile_changes_goods_and_shipping() {
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table
        .staffed_tiles(1, "2 corn")
        .staffed_tiles(2, "2 corn")
        .goods(3, "8 corn");
    table.act("settler").finish().act("craftsman").finish();
    assert_eq!(table.player(1).goods[0], 2);
    assert_eq!(table.player(2).goods[0], 0);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table.goods(1, "6 corn").act("captain");
    assert_eq!(table.legal(), ["load corn 4", "load corn 5", "load corn 6"]);
    let mut table = Table::dealt(3, &["profile=tag"], 1);
    table
        .ship(1, "4 corn")
        .goods(1, "2 corn")
        .buildings(1, &["wharf"])
        .act("captain");
    assert_eq!(table.legal(), ["wharf corn"]);
    assert!(!rules(3, &["profile=tag"]).options().tie_break);
    assert!(
        rules(3, &["profile=tag", "tie_break=on"])
            .options()
            .tie_break
    );
}
