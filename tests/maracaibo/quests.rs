//! Quests (M-11).

use portolan::games::maracaibo::pending::PendingKind;

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

/// Returns the doubloons, CP, figures and VP of seat 0.
fn holdings(table: &Table) -> (u16, u8, u8, i32) {
    let player = &table.state.players[0];
    (player.doubloons, player.cp, player.figures, player.score())
}

/// M-11.1: The player pays the cost, takes the reward and puts the tile on the quest track; the
/// quest is the main action of the turn.
#[test]
fn quest_is_paid_rewarded_and_taken_as_the_main_action() {
    let mut table = at_quest("17", 3);
    table.player(0).doubloons = 3;
    table.act("quest 17");
    assert_eq!(holdings(&table), (1, 1, 0, 2));
    assert_eq!(table.player(0).quest_count, 1);
    let quest = table.quest("17");
    assert_eq!(table.player(0).quests, quest.bit());
    assert_eq!(table.state.map_quests_len, 0);
    assert!(!table.can("village"), "at most one main action");
}

/// M-11.1, M-11.2: A quest requires its full cost.
#[test]
fn quest_requires_its_full_cost() {
    let mut table = at_quest("17", 3);
    table.player(0).doubloons = 1;
    assert!(!table.can("quest 17"));
    table.player(0).doubloons = 2;
    assert!(table.can("quest 17"));
}

/// M-11.1: Only quests on the location of the ship can be fulfilled.
#[test]
fn quest_requires_the_ship_on_its_location() {
    let mut table = Table::bare(3, &[]);
    table.no_quests().lay_quest("3", "17").at("2", 3);
    table.player(0).doubloons = 9;
    assert!(!table.can("quest 17"));
    table.act("village");
    assert!(!table.can("quest 17"));
}

/// M-11.2: Two given objects are discarded.
#[test]
fn quest_discards_two_given_objects() {
    let mut table = at_quest("1", 3);
    table.hand(0, &["A001", "A004"]);
    assert!(!table.can("quest 1"), "one map");
    table.hand(0, &["A011"]).act("quest 1");
    // A001 and A011 show maps.
    assert_eq!(table.player(0).hand_len, 1);
    assert!(table.state.discards.contains(table.card("A001")));
    assert!(table.state.discards.contains(table.card("A011")));
    assert_eq!(holdings(&table), (4, 0, 0, 1));
}

/// M-11.2: If there are more suitable cards than needed, the player chooses which to discard.
#[test]
fn player_chooses_which_suitable_cards_to_discard() {
    let mut table = at_quest("1", 3);
    table.hand(0, &["A001", "A006", "A018"]).act("quest 1");
    assert_eq!(
        table.legal(),
        ["discard A001", "discard A006", "discard A018"]
    );
    table.act("discard A006").act("discard A018");
    assert!(table.state.players[0].hand.contains(table.card("A001")));
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-11.2, M-4.3: Two given goods are discarded; planned cards do not count.
#[test]
fn quest_discards_two_given_goods_from_the_hand() {
    let mut table = at_quest("13", 3);
    table.hand(0, &["A001"]).planned(0, "A008");
    assert!(!table.can("quest 13"), "one sugar in hand, one planned");
    table.hand(0, &["A011"]).act("quest 13");
    assert_eq!(holdings(&table), (2, 0, 0, 4));
    assert_eq!(table.player(0).hand_len, 0);
}

/// M-11.2: A figure from the own supply goes to the general supply.
#[test]
fn quest_returns_a_figure_to_the_general_supply() {
    let mut table = at_quest("20", 3);
    assert!(!table.can("quest 20"));
    table.player(0).figures = 1;
    table.act("quest 20").act("influence france");
    assert_eq!((table.player(0).figures, table.player(0).general), (0, 6));
    assert_eq!(table.player(0).influence, [1, 0, 0]);
    assert_eq!(table.score(0), 2);
}

/// M-11.2: CP costs cannot be paid with figures.
#[test]
fn figures_cannot_pay_cp_costs_of_quests() {
    let mut table = at_quest("22", 3);
    table.player(0).cp = 1;
    table.player(0).figures = 3;
    assert!(!table.can("quest 22"));
    table.player(0).cp = 3;
    table.act("quest 22");
    assert_eq!(holdings(&table), (4, 1, 3, 2));

    let mut table = at_quest("21", 3);
    assert!(!table.can("quest 21"));
    table.player(0).cp = 1;
    table.act("quest 21");
    assert_eq!(holdings(&table), (2, 0, 0, 2));
}

/// M-11.2: The quest requires 4 movement points in this turn, without any payment.
#[test]
fn movement_quest_requires_4_points_without_payment() {
    let table = at_quest("23", 3);
    assert!(!table.can("quest 23"));
    let mut table = at_quest("23", 4);
    table.act("quest 23");
    assert_eq!(holdings(&table), (0, 0, 1, 1));
    assert_eq!(table.player(0).general, 4);
}

/// M-11.3: A complete combat is fought immediately, followed by the tile.
#[test]
fn combat_quest_fights_before_taking_the_tile() {
    let mut table = at_quest("24", 7);
    table.act("quest 24");
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.decision(), PendingKind::Nation);
    table.player(0).doubloons = 9;
    table.act("fight france").act("end");
    assert_eq!(table.player(0).token_count, 1);
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-11.3: Discs are removed one after another.
#[test]
fn quest_removes_two_discs_one_after_another() {
    let mut table = at_quest("10", 3);
    table.hand(0, &["A002", "A012"]).act("quest 10");
    table.act("disc U5").act("disc U5");
    assert!(table.player(0).has_upgrade(5));
    assert_eq!(table.score(0), 1 + 3);
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-11.3: The explorer moves up to the given number of spaces.
#[test]
fn quest_exploration_moves_up_to_its_steps() {
    let mut table = at_quest("18", 3);
    table.player(0).doubloons = 2;
    table.act("quest 18");
    assert_eq!(table.legal(), ["advance 1", "advance 2", "skip"]);
    table.act("advance 2");
    assert_eq!(table.score(0), 1 + 2);
}

/// M-11.3, M-11.4: A part of the reward counts per compass, including the one on the ship.
#[test]
fn reward_per_compass_includes_the_ship() {
    let mut table = at_quest("11", 3);
    table.hand(0, &["A002", "A012"]).act("quest 11");
    assert_eq!(holdings(&table), (2, 0, 0, 4), "one compass: the ship's");

    let mut table = Table::bare(3, &[]);
    table.own(0, "A028").own(0, "B037");
    table.no_quests().lay_quest("2", "11").at("2", 3);
    table.hand(0, &["A002", "A012"]).act("quest 11");
    assert_eq!(table.player(0).doubloons, 8, "1 + 1 + 2 compasses");
    assert_eq!(table.points(0, "quests"), 4, "the flat part counts once");
}

/// M-11.5: The fourth tile gives 3 VP and each later one 2 VP, immediately.
#[test]
fn fourth_tile_gives_3_vp_and_later_ones_2() {
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

/// M-A19: A quest in a city is a separate main action, without a delivery and a city action.
#[test]
fn quest_in_a_city_replaces_delivery_and_city_action() {
    let mut table = Table::bare(3, &[]);
    table.no_quests().lay_quest("1", "17").hand(0, &["A012"]);
    table.at("1", 1).player(0).doubloons = 2;
    for action in ["quest 17", "city", "deliver A012"] {
        assert!(table.can(action), "{action}");
    }
    let start = table.state;
    table.act("quest 17");
    assert!(!table.can("city"));
    assert!(!table.can("deliver A012"));
    table.state = start;
    table.act("deliver A012").act("disc U1");
    assert!(table.can("city"));
    assert!(!table.can("quest 17"));
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

/// M-4.2, M-11.1: A career task completed before the quest can provide the figure for its cost.
#[test]
fn career_task_figure_can_pay_for_a_quest() {
    let mut table = at_quest("19", 3);
    table.career(0, "K3").player(0).influence = [2, 2, 0];
    assert!(!table.can("quest 19"));
    table.act("task 3");
    assert!(table.can("quest 19"));
}

/// M-A63: In interim scoring, a quest on the explorer track can be fulfilled, but cards cannot be
/// planned.
#[test]
fn track_quest_is_possible_in_interim_scoring() {
    let mut table = Table::bare(3, &[]);
    table.track_quest(0, "17").explorer(0, "1a");
    for number in [1, 2, 3, 4] {
        table.upgrade(0, number);
    }
    table.player(0).discs[10] = 1;
    // Carpenter: the disc completes U11, which moves the explorer.
    table.hand(0, &["A031", "A001"]).end_round();
    table.player(0).doubloons = 20;
    table.play(&["buy A031", "disc U11", "reward explore", "advance 1b"]);
    assert!(table.can("quest 17"));
    assert!(!table.can("plan A001"));
    table.act("quest 17");
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-A15: Chains are resolved depth-first: a quest reached by an exploration is completed,
/// including its tile, before the tile of the quest that gave the exploration is taken.
#[test]
fn quest_chains_are_resolved_depth_first() {
    let mut table = at_quest("18", 3);
    table.track_quest(0, "17").explorer(0, "1a");
    table.player(0).doubloons = 4;
    table.player(0).quest_count = 2;
    table.play(&["quest 18", "advance 1b", "quest 17"]);
    assert_eq!(table.player(0).quest_count, 4);
    assert_eq!(table.player(0).doubloons, 0);
    // 1 and 2 per compass, and 3 for the fourth tile.
    assert_eq!(table.points(0, "quests"), 1 + 2 + 3);
    assert_eq!(
        table.decision(),
        PendingKind::Draw,
        "the main action is over"
    );
}

/// M-A15: The consequences of the disc of a delivery are resolved before the city action.
#[test]
fn delivery_chain_precedes_the_city_action() {
    let mut table = Table::bare(3, &[]);
    table.no_quests().player(0).career = None;
    for number in [1, 2, 3, 4] {
        table.upgrade(0, number);
    }
    table.player(0).discs[10] = 1;
    table.track_quest(0, "24").explorer(0, "1a");
    table.hand(0, &["A012"]).at("1", 4);
    table.play(&["deliver A012", "disc U11", "reward explore"]);
    table.act("advance 1b").act("quest 24");
    assert_eq!(table.decision(), PendingKind::Nation);
    table.player(0).doubloons = 9;
    table.act("fight spain").act("end");
    assert_eq!(table.player(0).quest_count, 1);
    assert_eq!(table.decision(), PendingKind::City);
    assert!(table.can("city"));
}
