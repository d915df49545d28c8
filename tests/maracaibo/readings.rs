//! Interpretations of rules that are ambiguous or differ between texts (M-A2, M-A44, M-A65).

use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// M-22.10, M-A2, option `silver_fleet_influence`: The silver fleet gives 3 or 8 influence.
#[test]
fn silver_fleet_influence_follows_the_option() {
    for (options, influence) in [
        (&["legacy=L6"][..], 3),
        (&["legacy=L6", "silver_fleet_influence=3"], 3),
        (&["legacy=L6", "silver_fleet_influence=8"], 8),
    ] {
        let mut table = Table::bare(3, options);
        table.player(0).cp = 8;
        table.player(0).figures = 0;
        table.combat("25").act("fight spain").act("silver 10");
        assert_eq!(table.player(0).influence, [0, influence, 0]);
        assert_eq!(table.player(0).doubloons, 8, "the doubloons are the same");
    }
}

/// Returns a table where seat 0 has a Mercenary and has used influence, a flag and the Mercenary in a
/// combat; quest 24 on the explorer track is a second combat.
fn after_a_combat(options: &[&str]) -> Table {
    let mut table = Table::bare(3, options);
    table.own(0, "A020").upgrade(0, 7);
    table.track_quest(0, "24").explorer(0, "1a").at("11", 4);
    table.player(0).cp = 8;
    table.player(0).figures = 0;
    table.combat("25").act("fight france");
    table.play(&["annex 1", "gain 1", "strike A020", "end"]);
    table.player(0).cp = 8;
    table
}

/// M-A44, option `combat_actions=turn`: Actions used in one combat cannot be used in a second one in the
/// turn; other actions can.
#[test]
fn option_limits_combat_actions_to_once_per_turn() {
    let second = |options: &[&str]| {
        let mut table = after_a_combat(options);
        table.player(0).doubloons = 9;
        table.explore(1).act("advance 1b").act("quest 24");
        table.act("fight france");
        ["gain 1", "gain 2", "annex 4", "strike A020", "occupy 9"].map(|action| table.can(action))
    };
    assert_eq!(second(&[]), [true; 5]);
    assert_eq!(second(&["combat_actions=combat"]), [true; 5]);
    let once_a_turn = [false, false, false, false, true];
    assert_eq!(second(&["combat_actions=turn"]), once_a_turn);
}

/// M-A44, option `combat_actions=turn`: All actions are available again in the next turn.
#[test]
fn combat_actions_reset_in_the_next_turn() {
    let mut table = after_a_combat(&["combat_actions=turn"]);
    for seat in [0, 1, 2] {
        while table.state.active == seat {
            table.act_first();
        }
    }
    assert_eq!(table.state.active, 0);
    table.player(0).cp = 8;
    table.combat("25").act("fight spain");
    for action in ["gain 1", "annex 4", "strike A020"] {
        assert!(table.can(action), "{action}");
    }
}

/// Returns a table where seat 0 has bought A005 (`marker_village_next_rank`).
fn bought(options: &[&str], supply: [u8; 3]) -> Table {
    let mut table = Table::bare(2, options);
    table.no_quests();
    table.state.supply = supply;
    table.hand(0, &["A005"]).player(0).doubloons = 15;
    table.village(1).act("buy A005");
    table
}

/// M-A65, option `declined_marker`: A player who declines the marker loses the step or takes only the step.
#[test]
fn option_decides_if_declined_marker_gives_its_step() {
    let mut table = bought(&[], [13; 3]);
    let next = table.components().tracks.next_rank[0];
    table.act("skip");
    assert_ne!(table.decision(), PendingKind::MarkerNation);
    assert_eq!(table.player(0).influence, [0; 3]);

    let mut table = bought(&["declined_marker=rank"], [13, 0, 13]);
    let markers = table.state.marker_count;
    table.act("skip");
    let nations = ["nation france", "nation spain", "nation england"];
    assert_eq!(table.legal(), nations, "no marker is needed");
    table.act("nation spain");
    assert_eq!(table.player(0).influence, [0, next, 0]);
    assert_eq!(table.state.marker_count, markers);
    assert_eq!(table.state.supply, [13, 0, 13]);
}

/// M-A65, option `nation_without_marker`: A nation without markers cannot be chosen, or only for its step,
/// without placing a marker.
#[test]
fn option_decides_if_nation_without_markers_gives_its_step() {
    let mut table = bought(&[], [0, 3, 0]);
    table.act("marker 9");
    assert_eq!(table.legal(), ["nation spain"]);

    let mut table = bought(&["nation_without_marker=rank"], [0, 3, 0]);
    let (markers, place) = (table.state.marker_count, usize::from(table.place("9")));
    let next = table.components().tracks.next_rank[0];
    let start = table.act("marker 9").state;
    assert_eq!(table.legal().len(), 3);
    table.act("nation france");
    assert_eq!(table.player(0).influence, [next, 0, 0]);
    assert_eq!(table.state.marker_count, markers);
    assert_eq!(table.state.markers[place], None);
    assert_eq!(table.state.supply, [0, 3, 0]);

    table.state = start;
    table.act("nation spain");
    assert_eq!(table.player(0).influence, [0, next, 0]);
    assert!(table.state.markers[place].is_some(), "Spain has a marker");
    assert_eq!(table.state.supply, [0, 2, 0]);
}

/// M-A65, option `nation_without_marker`: A marker without a step always requires a marker.
#[test]
fn marker_without_a_step_requires_a_marker_in_the_supply() {
    let mut table = Table::bare(2, &["nation_without_marker=rank"]);
    table.no_quests().state.supply = [0, 3, 0];
    table.hand(0, &["B063"]).player(0).doubloons = 20;
    table.village(1).act("buy B063").act("marker 9");
    assert_eq!(table.legal(), ["nation spain"]);
}
