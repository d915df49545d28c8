//! Combat (M-7), U7 (M-17.1) and combat actions of cards (M-21.4).

use std::collections::BTreeMap;

use portolan::dataset::DataSet;
use portolan::games::GameSetup;
use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::{PendingKind, PendingStep};
use portolan::games::maracaibo::{ENTRY, Maracaibo};

use crate::support::Table;

/// Returns a 3-player table without markers on the map, where seat 0 has no CP and no figures.
fn table() -> Table {
    let mut table = Table::bare(3, &[]);
    table.player(0).cp = 0;
    table.player(0).figures = 0;
    table.player(0).general = 5;
    table
}

/// Returns the combat value of a nation with a token.
fn value_of(table: &mut Table, token: &str, nation: &str) -> u8 {
    table.player(0).doubloons = 9;
    table.combat(token).act(&format!("fight {nation}"));
    let value = table.combat_value();
    table.act("end");
    value
}

/// M-7.1: A combat reveals one of the remaining tokens, which has a value for each nation.
#[test]
fn combat_reveals_a_token() {
    let mut table = table();
    table.at("11", 3);
    let before = table.state.tokens_len;
    assert_eq!(before, 25);
    table.act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    assert_eq!(table.state.tokens_len, 24);
    let PendingStep::Nation { token } = table.state.top().expect("a nation to choose").work else {
        unreachable!("the choice of a nation is open")
    };
    assert!(!table.state.tokens[..24].contains(&token.expect("one is left")));
}

/// M-7.1, M-7.9: Without tokens, every nation has a value of 3 without cost, and no token is
/// gained.
#[test]
fn nations_have_value_3_when_tokens_run_out() {
    for nation in ["france", "spain", "england"] {
        let mut table = table();
        table.state.tokens_len = 0;
        table.marker(Nation::France, "1").at("11", 3);
        table.act("city").act(&format!("fight {nation}"));
        assert_eq!(table.combat_value(), 3);
        table.act("end");
        assert_eq!(table.player(0).token_count, 0);
        assert_eq!(table.player(0).tokens, 0);
        assert_eq!(table.player(0).doubloons, 0);
    }
}

/// M-7.2: The cost is paid immediately.
#[test]
fn token_cost_is_paid_immediately() {
    let mut table = table();
    table.player(0).doubloons = 5;
    table.combat("1").act("fight france");
    assert_eq!(table.player(0).doubloons, 3);
    assert_eq!(table.combat_value(), 6);
}

/// M-7.2: Rewards in doubloons, VP and influence with the nation come immediately.
#[test]
fn token_reward_comes_immediately() {
    let mut table = table();
    table.combat("4").act("fight spain");
    assert_eq!(table.player(0).doubloons, 2);
    table.act("end").combat("10").act("fight spain");
    assert_eq!(table.points(0, "combat"), 3);
    table.act("end").combat("1").act("fight england");
    assert_eq!(table.player(0).influence, [0, 0, 1]);
}

/// M-7.2, M-A42: A figure as a reward comes from the general supply, if available, and can be used
/// in the same combat.
#[test]
fn reward_figure_is_usable_in_the_same_combat() {
    let mut table = table();
    // Spain has a value of 3 and a figure. Each nation has a marker, so that no modifier applies.
    table
        .marker(Nation::France, "2")
        .marker(Nation::Spain, "3")
        .marker(Nation::England, "6");
    table.combat("7").act("fight spain");
    assert_eq!(table.player(0).figures, 1);
    assert_eq!(table.player(0).general, 4);
    table.act("annex 1");
    assert_eq!(table.player(0).figures, 0);
    assert_eq!(table.player(0).general, 5);

    table = self::table();
    table.player(0).general = 0;
    table.combat("7").act("fight spain");
    assert_eq!(table.player(0).figures, 0);
    assert!(!table.can("annex 1"));
}

/// M-A8: A nation cannot be chosen if its cost cannot be paid.
#[test]
fn unaffordable_nation_cannot_be_chosen() {
    let mut table = table();
    table.player(0).doubloons = 1;
    table.combat("13");
    assert!(!table.can("fight france"), "costs 2");
    assert!(table.can("fight spain"), "costs 1");
    assert!(table.can("fight england"));
    assert!(!table.can("fight none"));
}

/// M-7.3: The only nation with the most markers, including those in villages, loses 2.
#[test]
fn nation_with_most_markers_loses_2() {
    let mut table = table();
    table
        .marker(Nation::Spain, "6")
        .marker(Nation::Spain, "1")
        .marker(Nation::France, "2");
    assert_eq!(value_of(&mut table, "4", "spain"), 1);
    assert_eq!(value_of(&mut table, "5", "france"), 4);
    // Token 8 has only the other modifier; only England has the fewest markers.
    assert_eq!(value_of(&mut table, "8", "spain"), 7);
    assert_eq!(value_of(&mut table, "8", "england"), 6);
}

/// M-7.3: With a tie for most or fewest markers, the modifier does not apply.
#[test]
fn tied_nations_have_no_modifier() {
    let mut table = table();
    table.marker(Nation::Spain, "6").marker(Nation::France, "1");
    assert_eq!(value_of(&mut table, "4", "spain"), 3);
    assert_eq!(value_of(&mut table, "4", "france"), 5);
    table
        .marker(Nation::England, "2")
        .marker(Nation::England, "3");
    // France and Spain tie for fewest.
    assert_eq!(value_of(&mut table, "7", "france"), 7);
    assert_eq!(value_of(&mut table, "7", "spain"), 3);
}

/// M-A9: Without markers on the map, no modifier applies.
#[test]
fn empty_map_has_no_modifiers() {
    let mut table = table();
    assert_eq!(value_of(&mut table, "22", "france"), 7);
    assert_eq!(value_of(&mut table, "22", "spain"), 2);
    assert_eq!(value_of(&mut table, "22", "england"), 3);
}

/// M-7.3, M-A9: The value is never below 0, and a token can have both modifiers.
#[test]
fn token_with_both_modifiers_has_no_negative_value() {
    let mut table = table();
    table
        .marker(Nation::Spain, "6")
        .marker(Nation::Spain, "1")
        .marker(Nation::France, "2");
    assert_eq!(value_of(&mut table, "22", "spain"), 0);
    assert_eq!(value_of(&mut table, "22", "england"), 6);
    assert_eq!(value_of(&mut table, "22", "france"), 7);
}

/// M-A27: The starting markers of two players are tied, and count for the modifiers once there is
/// another marker.
#[test]
fn starting_markers_count_for_modifiers() {
    let mut table = Table::bare(2, &[]);
    assert_eq!(table.state.marker_count, [1, 1, 1]);
    assert_eq!(value_of(&mut table, "4", "spain"), 3);
    table.marker(Nation::Spain, "2");
    assert_eq!(value_of(&mut table, "4", "spain"), 1);
}

/// M-7.3: Markers on legacy tiles count for the modifiers.
#[test]
fn markers_on_legacy_tiles_count_for_modifiers() {
    let mut table = Table::bare(3, &["legacy=L6"]);
    table.player(0).figures = 0;
    table.player(0).cp = 4;
    table.player(0).doubloons = 2;
    table
        .combat("1")
        .play(&["fight france", "silver 10", "end"]);
    assert_eq!(table.state.marker_count, [1, 0, 0]);
    assert_eq!(value_of(&mut table, "4", "france"), 3);
}

/// M-7.4: The cost of an action reduces the combat value, and the rest is lost.
#[test]
fn combat_actions_spend_the_combat_value() {
    let mut table = table();
    table.combat("25").act("fight spain").act("gain 1");
    assert_eq!(table.combat_value(), 2);
    assert!(!table.can("annex 1"), "2 of 4 are left");
    table.act("end");
    assert_eq!(table.player(0).influence, [0, 1, 0]);
    assert_eq!(table.player(0).cp, 0, "left-over value is not stored");
    assert_eq!(table.player(0).figures, 0);
}

/// M-7.4, M-A11: CP and figures add 1 each, in any combination, even during the combat.
#[test]
fn cp_and_figures_add_1_combat_value_each() {
    let mut table = table();
    table.player(0).cp = 2;
    table.player(0).figures = 2;
    table.player(0).general = 3;
    table.combat("25").act("fight france").act("gain 1");
    // 2 points are left. Expelling is impossible without another nation, and annexing needs 2 more.
    table.act("annex 4");
    assert_eq!(table.decision(), PendingKind::PayCombat);
    assert_eq!(
        table.legal(),
        ["pay 0 figures", "pay 1 figures", "pay 2 figures"]
    );
    table.act("pay 1 figures");
    assert_eq!(table.player(0).cp, 1);
    assert_eq!(table.player(0).figures, 1);
    assert_eq!(table.player(0).general, 4);
    assert_eq!(table.combat_value(), 0);
}

/// M-7.4: An action is impossible if combat value, CP and figures together do not suffice.
#[test]
fn unaffordable_combat_action_is_not_possible() {
    let mut table = table();
    table.marker(Nation::Spain, "1");
    table.player(0).cp = 1;
    table.combat("25").act("fight france");
    assert!(!table.can("expel 1"), "4 + 1 < 6");
    assert!(table.can("gain 2"), "4 + 1 = 5");
    table.player(0).figures = 1;
    assert!(table.can("expel 1"), "4 + 1 + 1 = 6");
}

/// M-7.4, M-7.5, M-A10: 1 influence costs 2, and 2 influence cost 5; only one of both is possible,
/// once per combat.
#[test]
fn influence_is_gained_once_per_combat() {
    let mut table = table();
    table.player(0).cp = 8;
    table.combat("25").act("fight england").act("gain 2");
    assert_eq!(table.player(0).influence, [0, 0, 2]);
    assert_eq!(table.player(0).cp, 7);
    assert!(!table.can("gain 1"));
    assert!(!table.can("gain 2"));
    assert!(table.can("annex 1"), "another kind");

    let mut table = self::table();
    table.player(0).cp = 8;
    table.combat("25").act("fight england").act("gain 1");
    assert_eq!(table.player(0).influence, [0, 0, 1]);
    assert_eq!(table.combat_value(), 2);
    assert!(!table.can("gain 1"));
    assert!(!table.can("gain 2"));
}

/// M-7.6: Annexing an empty flag costs 4 and gives influence, a marker and the reward of the flag.
#[test]
fn annexing_gives_influence_a_marker_and_the_flag_reward() {
    let mut table = table();
    table.combat("25").act("fight france").act("annex 5");
    let place = usize::from(table.place("5"));
    assert_eq!(table.state.markers[place], Some(Nation::France));
    assert_eq!(table.state.supply, [12, 13, 13]);
    assert_eq!(table.state.marker_count, [1, 0, 0]);
    assert_eq!(table.player(0).influence, [1, 0, 0]);
    assert_eq!(table.player(0).doubloons, 2);
    assert_eq!(table.points(0, "combat"), 1);
    assert_eq!(table.combat_value(), 0);
}

/// M-7.6: Only flags can be annexed: those of cities, but not villages, Havana or 20-22 (M-A58).
#[test]
fn only_cities_can_be_annexed() {
    let mut table = table();
    table.combat("25").act("fight france");
    let annexed: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|action| action.starts_with("annex"))
        .collect();
    let cities = ["1", "4", "5", "11", "13", "14"];
    assert_eq!(annexed, cities.map(|city| format!("annex {city}")));
}

/// M-7.6, M-8.3: Expelling costs 6, and the marker leaves the game instead of returning to the
/// supply.
#[test]
fn expelled_marker_leaves_the_game() {
    let mut table = table();
    table.marker(Nation::Spain, "4").player(0).cp = 2;
    table.combat("25").act("fight england");
    assert!(!table.can("annex 4"), "the flag is taken");
    table.act("expel 4");
    let place = usize::from(table.place("4"));
    assert_eq!(table.state.markers[place], Some(Nation::England));
    assert_eq!(table.state.supply, [13, 12, 12]);
    assert_eq!(table.state.marker_count, [0, 0, 1]);
    assert_eq!(table.player(0).influence, [0, 0, 1]);
    assert_eq!(table.points(0, "combat"), 3);
    assert_eq!(table.player(0).cp, 0);
}

/// M-7.6: A nation cannot expel its own marker.
#[test]
fn nation_cannot_expel_its_own_marker() {
    let mut table = table();
    table.marker(Nation::Spain, "4").player(0).cp = 8;
    table.combat("25").act("fight spain");
    assert!(!table.can("expel 4"));
    assert!(!table.can("annex 4"));
}

/// M-7.6, M-A10: Annexing and expelling count as one kind, once per combat.
#[test]
fn annexing_and_expelling_exclude_each_other() {
    let mut table = table();
    table.marker(Nation::Spain, "4").player(0).cp = 8;
    table.combat("25").act("fight france").act("annex 5");
    assert!(!table.can("annex 13"));
    assert!(!table.can("expel 4"));
    assert!(table.can("gain 1"));
}

/// M-7.7: Without markers in the supply, only actions that place no marker are possible.
#[test]
fn empty_marker_supply_prevents_placing_actions() {
    let mut table = Table::bare(3, &["legacy=L6,L9"]);
    table.upgrade(0, 7);
    table.state.supply[0] = 0;
    table.marker(Nation::Spain, "4").own(0, "A020");
    table.player(0).cp = 4;
    table.player(0).figures = 5;
    table.explorer(0, "5");
    table.combat("25").act("fight france");
    assert_eq!(table.legal(), ["gain 1", "gain 2", "strike A020", "end"]);
}

/// M-7.8, M-A10: Each kind is possible once per combat, and different kinds can be combined.
#[test]
fn each_combat_action_is_possible_once() {
    let mut table = Table::bare(3, &["legacy=L6,L9"]);
    table.upgrade(0, 7);
    table.own(0, "A020");
    table.explorer(0, "5");
    table.combat("25").act("fight france");
    for action in [
        "gain 1",
        "annex 1",
        "occupy 2",
        "strike A020",
        "silver 10",
        "gold",
    ] {
        table.player(0).cp = 8;
        table.player(0).figures = 3;
        table.player(0).general = 0;
        table.act(action);
        while table.decision() == PendingKind::PayCombat {
            let first = table.legal()[0].clone();
            table.act(&first);
        }
    }
    table.player(0).cp = 4;
    table.player(0).figures = 3;
    table.player(0).general = 3;
    assert_eq!(table.legal(), ["end"]);
}

/// M-7.9: The token is put on the ship board after the combat, not before.
#[test]
fn token_moves_to_the_ship_board_after_the_combat() {
    let mut table = table();
    table.combat("25").act("fight france");
    assert_eq!(table.player(0).token_count, 0);
    table.act("end");
    let token = table.token("25");
    assert_eq!(table.player(0).token_count, 1);
    assert_eq!(table.player(0).tokens, token.bit());
    assert_eq!(table.player(1).token_count, 0);
}

/// M-A46: A combat without combat actions is legal, but the cost must still be paid.
#[test]
fn combat_without_actions_is_legal() {
    let mut table = table();
    table.player(0).doubloons = 2;
    table.combat("1").act("fight france").act("end");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).token_count, 1);
    assert_eq!(table.player(0).influence, [0, 0, 0]);
    assert_eq!(table.state.marker_count, [0, 0, 0]);
}

/// M-7.10: CP never exceed 8.
#[test]
fn cp_never_exceed_8() {
    let mut table = table();
    table.tile("5", "C10").at("5", 3);
    table.player(0).cp = 6;
    table.act("city");
    assert_eq!(table.player(0).cp, 8);
}

/// M-A12: The CP of `ally_cp` come when the nation is chosen, up to 8, and can be used in this
/// combat.
#[test]
fn ally_cp_is_gained_with_the_choice_of_nation() {
    let mut table = table();
    table.own(0, "B045");
    table.player(0).cp = 0;
    table
        .marker(Nation::France, "1")
        .combat("25")
        .act("fight spain");
    assert_eq!(table.player(0).cp, 2);
    assert!(table.can("expel 1"), "4 + 2");
    table.act("expel 1");
    assert_eq!(table.player(0).cp, 0);

    table.act("end").combat("19").act("fight france");
    assert_eq!(table.player(0).cp, 0, "another nation");
    table.act("end");
    table.player(0).cp = 7;
    table.combat("20").act("fight spain");
    assert_eq!(table.player(0).cp, 8);
}

/// M-A45: The CP of `ally_cp` come in every combat, even in a second one in the turn.
#[test]
fn ally_cp_is_gained_in_every_combat() {
    let mut table = table();
    table.own(0, "B045");
    table.player(0).cp = 0;
    table.combat("25").act("fight spain").act("end");
    table.combat("19").act("fight spain");
    assert_eq!(table.player(0).cp, 4);
}

/// M-8.1, M-7.2: Influence beyond the end of the track gives 2 VP per step.
#[test]
fn combat_influence_beyond_the_track_gives_vp() {
    let mut table = table();
    table.player(0).influence = [14, 0, 0];
    table.player(0).cp = 1;
    table.combat("25").act("fight france").act("gain 2");
    assert_eq!(table.player(0).influence, [14, 0, 0]);
    assert_eq!(table.score(0), 4);
}

/// M-A8: If no cost can be paid, the player chooses no nation, the combat ends and the token is
/// taken.
#[test]
fn combat_ends_without_an_affordable_nation() {
    let mut table = table();
    let mut data = DataSet::embedded(ENTRY.files);
    let tokens = data.files.get_mut("combat_tokens.csv").expect("the file");
    let dear = tokens.replace("\n25,4,,4,,4,,,", "\n25,4,-3d,4,-2d,4,-3d,,");
    assert_ne!(*tokens, dear);
    *tokens = dear;
    table.game = Maracaibo::new(&GameSetup {
        game: ENTRY.name.to_string(),
        players: 3,
        options: BTreeMap::new(),
        data,
    })
    .expect("the data are accepted");
    table.player(0).doubloons = 1;
    table.combat("25");
    assert_eq!(table.legal(), ["fight none"]);
    let start = table.state;
    table.act("fight none");
    assert_ne!(table.decision(), PendingKind::Combat);
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.player(0).token_count, 1);

    table.state = start;
    table.player(0).doubloons = 2;
    assert_eq!(table.legal(), ["fight spain"]);
}

/// M-7.4, M-A11: CP and figures can be paid at any time in a combat. A figure paid early makes room
/// in the general supply for the one that a flag gives.
#[test]
fn early_paid_figure_makes_room_for_a_gained_one() {
    let mut table = Table::bare(3, &[]);
    table.player(0).figures = 1;
    table.player(0).general = 0;
    table.player(0).cp = 0;
    // Token 25 has a combat value of 4 for all nations and no effects.
    table.combat("25").act("fight france").act("spend figure");
    assert_eq!((table.player(0).figures, table.player(0).general), (0, 1));
    table.act("annex 13");
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 0));
    // The remaining combat value of 1 and the figure suffice for 1 influence.
    assert!(table.can("gain 1"));
}

/// M-7.4, M-7.10: CP can be paid early if a gain of CP would otherwise be lost at 8. In other
/// cases, early payment has no benefit and is not offered.
#[test]
fn early_paid_cp_make_room_below_the_limit() {
    let mut table = Table::bare(3, &[]);
    table.player(0).figures = 2;
    table.player(0).general = 3;
    table.player(0).cp = 8;
    table.combat("25").act("fight france").act("spend cp");
    assert_eq!(table.player(0).cp, 7);
    assert!(!table.can("spend figure"));
    // The combat value is now 5, which is enough for 2 influence without further payment.
    table.act("gain 2");
    assert_eq!((table.player(0).cp, table.player(0).figures), (7, 2));
    let mut low = Table::bare(3, &[]);
    low.player(0).cp = 3;
    low.combat("25").act("fight france");
    assert!(!low.can("spend cp"));
}

/// M-A60, M-22.10: With 8 CP and 2 figures that a card converts to 2 CP each, the cost of 11 for
/// the silver fleet can be paid without combat value. CP are paid first, to make room for the
/// converted figures.
#[test]
fn cp_paid_first_make_room_for_converted_figures() {
    let mut table = Table::bare(3, &["legacy=L6"]);
    table.own(0, "B042");
    table.player(0).cp = 8;
    table.player(0).figures = 2;
    table.player(0).general = 3;
    table.combat("25").act("fight france");
    let top = usize::from(table.state.stack_len) - 1;
    if let PendingStep::Combat(combat) = &mut table.state.stack[top].work {
        combat.value = 0;
    }
    assert!(!table.can("silver 11"));
    table.play(&["spend cp", "spend cp", "figure to cp"]);
    assert!(table.can("silver 11"));
    table.act("silver 11");
    table.while_legal(&["pay 0 figures"]);
    assert_eq!(table.state.silver_fleet[1], Some(Nation::France));
    assert_eq!(table.player(0).influence[0], 3);
}
