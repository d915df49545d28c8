//! Quests (M-11).

use crate::support::Table;

/// Returns a 3-player table where seat 0 has just stopped on village 2 after this number of
/// movement points. This is the only quest there.
fn at_quest(quest: &str, points: u8) -> Table {
    let mut table = Table::bare(3, &[]);
    table.no_quests().lay_quest("2", quest).at("2", points);
    table.player(0).career = None;
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table.player(0).general = 5;
    table
}

/// M-11.5: The fourth tile gives 3 VP and each later one 2 VP, immediately.
#[test]
fn fourth_quest_tile_gives_3_vp_and_later_tiles_give_2_vp() {
    for (before, points) in [(0, 0), (2, 0), (3, 3), (4, 2), (5, 2)] {
        let mut table = at_quest("17", 3);
        table.player(0).doubloons = 2;
        table.player(0).quest_count = before;
        table.act("quest 17");
        assert_eq!(table.points(0, "quests"), 2 + points, "{before} tiles");
        assert_eq!(table.player(0).quest_count, before + 1);
    }
}

/// M-11.6: A quest on the map is not replaced.
#[test]
fn map_quests_are_not_replaced() {
    let mut table = at_quest("17", 3);
    table.player(0).doubloons = 2;
    let (top, left) = (table.state.quest_top, table.state.quest_pile_len);
    table.act("quest 17");
    assert_eq!(table.state.quest_top, top);
    assert_eq!(table.state.quest_pile_len, left);
    assert_eq!(table.state.quest_locations, 0);
}

/// M-A70: With several quests on one location, the player chooses one per main action.
#[test]
fn player_chooses_one_of_several_quests() {
    let mut table = at_quest("17", 3);
    table.lay_quest("2", "21");
    table.player(0).doubloons = 2;
    table.player(0).cp = 1;
    assert!(table.can("quest 17"));
    assert!(table.can("quest 21"));
    table.act("quest 21");
    assert!(!table.can("quest 17"));
    assert_eq!(table.player(0).quest_count, 1);
    let place = table.place("2");
    let left: Vec<_> = table.state.quests_at(place).collect();
    assert_eq!(left, [table.quest("17")]);
    assert!(table.state.quest_locations & place.bit() != 0);
}

/// M-A37: When there are no tiles left, none is placed or taken.
#[test]
fn no_quest_is_placed_when_tiles_run_out() {
    let mut table = Table::bare(3, &[]);
    table.no_quests();
    table.state.quest_pile_len = 0;
    table.state.quest_top = None;
    let state = table.state;
    table.end_round().nobody_buys();
    assert_eq!(table.state.round, 2);
    assert_eq!(table.state.map_quests_len, 0);

    table.state = state;
    table.own(0, "B068");
    assert_eq!(table.player(0).card_quests, [None; 2]);
    table.village(1);
    assert!(
        !table
            .legal()
            .iter()
            .any(|action| action.starts_with("quest"))
    );
}

/// M-A37: The last tile is still placed.
#[test]
fn last_quest_tile_is_still_placed() {
    let mut table = Table::bare(3, &[]);
    table.no_quests();
    table.state.quest_pile_len = 0;
    let top = table.state.quest_top.expect("a quest");
    table.end_round().nobody_buys();
    assert_eq!(table.state.map_quests_len, 1);
    assert_eq!(table.state.map_quests[0], (table.place("6"), top));
    assert_eq!(table.state.quest_top, None);
}
