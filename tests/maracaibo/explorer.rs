//! Influence and exploration (M-8, M-9).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::{Pending, PendingKind, PendingStep};

use crate::support::Table;

/// Returns a 3-player table where seat 0 has no effects on explorations.
fn table() -> Table {
    let mut table = Table::bare(3, &[]);
    table.state.players[0].career = None;
    table
}

/// Returns the spaces at which the current exploration can end.
fn ends(table: &Table) -> Vec<String> {
    assert_eq!(table.decision(), PendingKind::Explore);
    table
        .legal()
        .iter()
        .filter_map(|action| action.strip_prefix("advance "))
        .map(str::to_string)
        .collect()
}

/// M-8.1: Each influence is one step, and noble ranks are the red spaces.
#[test]
fn influence_moves_one_step_each() {
    let mut table = table();
    table.open(Pending::new(0, PendingStep::Influence { steps: 3 }));
    table.act("influence spain");
    assert_eq!(table.player(0).influence, [0, 3, 0]);
    assert_eq!(table.score(0), 0);
}

/// M-8.1: At the last space, each further step gives 2 VP.
#[test]
fn influence_beyond_the_last_space_gives_vp() {
    let mut table = table();
    table.player(0).influence = [0, 12, 0];
    table.open(Pending::new(0, PendingStep::Influence { steps: 3 }));
    table.act("influence spain");
    assert_eq!(table.player(0).influence, [0, 14, 0]);
    assert_eq!(table.score(0), 2);
    table.open(Pending::new(0, PendingStep::Influence { steps: 2 }));
    table.act("influence spain");
    assert_eq!(table.score(0), 6);
}

/// M-8.2, M-A13: The next noble rank is the next red space; beyond the last one there is no effect.
#[test]
fn next_noble_rank_moves_to_the_next_red_space() {
    for (from, to) in [
        (0, 2),
        (1, 2),
        (2, 4),
        (5, 7),
        (7, 10),
        (10, 14),
        (13, 14),
        (14, 14),
    ] {
        let mut table = table();
        table.player(0).influence = [0, 0, from];
        table.open(Pending::new(0, PendingStep::Upgrade11));
        table.act("reward rank england");
        assert_eq!(table.player(0).influence, [0, 0, to], "from {from}");
        assert_eq!(table.score(0), 0, "missing steps are not converted");
    }
}

/// M-8.3: An expelled marker is neither on the map nor in the supply.
#[test]
fn expelled_markers_leave_the_game() {
    let mut table = table();
    table.player(0).cp = 2;
    table.player(0).figures = 0;
    table.marker(Nation::Spain, "4");
    assert_eq!(table.state.supply, [13, 12, 13]);
    table.combat("25").play(&["fight france", "expel 4", "end"]);
    assert_eq!(table.state.supply, [12, 12, 13]);
    assert_eq!(table.state.marker_count, [1, 0, 0]);
}

/// M-9.1, M-A14: The explorer moves 1 to n spaces forward along the path, or not at all.
#[test]
fn explorer_moves_forward_up_to_n_spaces() {
    let mut table = table();
    table.explorer(0, "2").explore(3);
    assert_eq!(ends(&table), ["3", "4", "5"]);
    assert!(!table.can("advance 2"));
    assert!(!table.can("advance 1"), "never back");
    table.act("skip");
    let space = table.space("2");
    assert_eq!(table.player(0).explorer, space);
    assert_eq!(table.score(0), 0);
}

/// M-9.2, M-A14: Occupied spaces are skipped and cost no step, even several in a row.
#[test]
fn occupied_spaces_are_skipped_without_cost() {
    let mut table = table();
    table.explorer(1, "2").explorer(2, "3").explore(2);
    assert_eq!(ends(&table), ["1", "4"]);
    table.act("advance 4");
    assert_eq!(table.player(0).doubloons, 3, "space 4 and no other");
}

/// M-9.2: The start has room for all explorers.
#[test]
fn start_has_room_for_all_explorers() {
    let mut table = table();
    let start = table.space("0");
    assert!(
        table
            .state
            .seated()
            .iter()
            .all(|player| player.explorer == start)
    );
    table.explore(1);
    assert_eq!(ends(&table), ["1"]);
}

/// M-9.3: At a fork, the player chooses between the long way and the shortcut.
#[test]
fn explorer_chooses_a_branch_at_forks() {
    let mut table = table();
    table.explorer(0, "6").explore(1);
    let mut spaces = ends(&table);
    spaces.sort();
    assert_eq!(spaces, ["1a", "7"]);
    table.act("skip").explore(2);
    let mut spaces = ends(&table);
    spaces.sort();
    assert_eq!(spaces, ["1a", "1b", "7", "8"]);
}

/// M-9.4: Only the last space of a movement gives its reward, of any kind.
#[test]
fn only_the_last_space_gives_its_reward() {
    let start = |from: &str, steps: u8, to: &str| {
        let mut table = table();
        table.player(0).cp = 1;
        table.player(0).figures = 2;
        table.player(0).general = 3;
        table
            .explorer(0, from)
            .explore(steps)
            .act(&format!("advance {to}"));
        table
    };
    let mut table = start("0", 2, "2");
    assert_eq!((table.score(0), table.player(0).doubloons), (2, 0));
    table = start("0", 3, "3");
    assert_eq!((table.player(0).cp, table.score(0)), (3, 0));
    table = start("6", 1, "1a");
    assert_eq!((table.player(0).figures, table.player(0).general), (4, 1));
    table = start("16", 1, "17");
    assert_eq!(table.decision(), PendingKind::Influence);
    table.act("influence england");
    assert_eq!(table.player(0).influence, [0, 0, 1]);
    table = start("14", 1, "15");
    assert_eq!((table.player(0).doubloons, table.score(0)), (5, 0));
    table = start("17", 1, "18");
    assert_eq!((table.player(0).doubloons, table.score(0)), (3, 3));
    table = start("13", 1, "14");
    assert_eq!(table.decision(), PendingKind::Disc);
    table.act("disc U1");
    assert_eq!(table.player(0).discs[0], 1);
    assert_eq!(table.state.discs_gone, 1);
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-9.4, M-A42: Figures are limited by the general supply.
#[test]
fn figures_of_a_space_are_limited_by_the_supply() {
    let mut table = table();
    table.player(0).general = 1;
    table.player(0).figures = 0;
    table.explorer(0, "6").explore(1).act("advance 1a");
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 0));
}

/// M-9.5: A quest on the track is not replaced, and all explorers skip its space from then on.
#[test]
fn fulfilled_track_quest_leaves_an_empty_space() {
    let mut table = table();
    table.track_quest(0, "17").explorer(0, "1a").explore(1);
    table.player(0).doubloons = 2;
    table.act("advance 1b");
    assert_eq!(table.decision(), PendingKind::TrackQuest);
    table.player(0).cp = 0;
    table.act("quest 17");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).cp, 1);
    assert_eq!(table.points(0, "quests"), 2);
    assert_eq!(table.player(0).quest_count, 1);
    assert_ne!(table.state.emptied_spaces & table.space("1b").bit(), 0);

    // A second explorer skips the space, even if it is empty.
    table.explorer(0, "8");
    table.explorer(1, "0");
    let space = table.space("1a");
    table.player(2).explorer = space;
    table.open(Pending::new(2, PendingStep::Explore { steps: 1 }));
    assert_eq!(ends(&table), ["1c"]);
}

/// M-9.5, M-11.1, M-A51: A quest that cannot be paid is not offered, and one that is declined
/// stays.
#[test]
fn declined_track_quest_stays() {
    let mut table = table();
    table.track_quest(0, "17").explorer(0, "1a").explore(1);
    table.player(0).doubloons = 1;
    table.act("advance 1b");
    assert!(!table.can("quest 17"));
    table.player(0).doubloons = 2;
    assert!(table.can("quest 17"));
    table.act("skip");
    assert_eq!(table.player(0).quest_count, 0);
    assert_eq!(table.player(0).doubloons, 2);

    // Other explorers skip the space while an explorer is on it; later they can stop there and
    // fulfil the quest.
    table.explorer(1, "1a");
    table.open(Pending::new(1, PendingStep::Explore { steps: 1 }));
    assert_eq!(ends(&table), ["1c"]);
    table.act("skip").explorer(0, "8");
    table.player(1).doubloons = 2;
    table.open(Pending::new(1, PendingStep::Explore { steps: 1 }));
    table.act("advance 1b").act("quest 17");
    assert_eq!(table.player(1).quest_count, 1);
}

/// M-A51: A quest can be fulfilled only on arrival, not later.
#[test]
fn track_quest_is_possible_only_on_arrival() {
    let mut table = table();
    table.track_quest(0, "17").explorer(0, "1b").at("2", 2);
    table.player(0).doubloons = 5;
    assert!(!table.can("quest 17"));
    table.act("village");
    assert!(!table.can("quest 17"));
}

/// M-A16, M-A15: An exploration from a quest on the track starts immediately from its space, which
/// is then empty.
#[test]
fn track_quest_exploration_starts_from_its_space() {
    let mut table = table();
    table.track_quest(0, "18").track_quest(1, "19");
    table.player(0).doubloons = 2;
    table.explorer(0, "1a").explore(1);
    table.play(&["advance 1b", "quest 18"]);
    assert_eq!(ends(&table), ["1c", "8"]);
    assert_eq!(
        table.points(0, "quests"),
        1,
        "the part per compass came first"
    );
    table.act("advance 8");
    assert_eq!(table.player(0).doubloons, 4);
    assert_eq!(table.player(0).quest_count, 1);
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-9.6: The blue border gives 4 VP to the first explorer and 2 to each later one that crosses it.
#[test]
fn blue_border_gives_4_vp_first_and_2_later() {
    let mut table = table();
    table.explorer(0, "9").explore(2).act("advance 11");
    assert_eq!(table.points(0, "explorer"), 4 + 4, "border and space 11");
    for (seat, score) in [(1, 2), (2, 2)] {
        table.explorer(seat, "8");
        table.player(seat).general = 3;
        table.open(Pending::new(seat as u8, PendingStep::Explore { steps: 4 }));
        table.act("advance 12");
        assert_eq!(table.points(seat, "explorer"), score);
        table.explorer(seat, "0");
    }
}

/// M-9.6: The same holds for the green border; a border that is not crossed gives nothing.
#[test]
fn green_border_scores_only_when_crossed() {
    let mut table = table();
    table.explorer(0, "20").explore(1).act("advance 21");
    assert_eq!(table.score(0), 0);
    table.explore(1).act("advance 22");
    assert_eq!(table.points(0, "explorer"), 4 + 6);
    table.explorer(1, "21");
    table.open(Pending::new(1, PendingStep::Explore { steps: 3 }));
    table.act("advance 24");
    assert_eq!(table.points(1, "explorer"), 2 + 4);
}

/// M-9.6: The red border gives each player who crosses it 3 influence with one nation.
#[test]
fn red_border_gives_3_influence_to_every_player() {
    let mut table = table();
    for seat in 0..2 {
        table.explorer(seat, "15");
        table.open(Pending::new(seat as u8, PendingStep::Explore { steps: 1 }));
        // The other explorer is on 15 or has moved on, so 16 is free.
        table.act("advance 16").act("influence spain");
        assert_eq!(table.player(seat).influence, [0, 3, 0]);
        assert_eq!(table.points(seat, "explorer"), 5, "only space 16");
        table.explorer(seat, "18");
    }
}

/// M-A14, M-A50: The border counts if the movement ends beyond it, and comes before the reward of
/// the last space.
#[test]
fn border_reward_precedes_the_space_reward() {
    let mut table = table();
    table.explorer(0, "15").explore(2).act("advance 17");
    // Border: 3 influence; space 17: 1 influence.
    table.act("influence spain").act("influence france");
    assert_eq!(table.player(0).influence, [1, 3, 0]);
    assert_eq!(table.decision(), PendingKind::Sail);
}

/// M-9.7: The explorers on the last space score 10, 8, 6 and 4 VP, followed by a village action.
#[test]
fn last_space_scores_by_order_of_arrival() {
    let mut table = Table::bare(4, &[]);
    for (seat, points) in [(2, 10), (0, 8), (3, 6), (1, 4)] {
        table.explorer(seat, "24");
        table.open(Pending::new(seat as u8, PendingStep::Explore { steps: 3 }));
        assert_eq!(ends(&table), ["25"]);
        table.act("advance 25");
        assert_eq!(table.points(seat, "explorer"), points);
        assert_eq!(table.decision(), PendingKind::Village);
        table.act("doubloon");
        assert_eq!(table.player(seat).doubloons, 1);
        assert_eq!(table.decision(), PendingKind::Sail, "one village action");
    }
}

/// M-9.7: The village action is optional, and later movement of that explorer has no effect.
#[test]
fn explorer_stays_on_the_last_space() {
    let mut table = table();
    table
        .explorer(0, "24")
        .explore(1)
        .act("advance 25")
        .act("end");
    assert_eq!(table.player(0).doubloons, 0);
    let score = table.score(0);

    // Space 20 offers no exploration, and a river guide offers only his 2 doubloons.
    let state = table.state;
    table.at("20", 1);
    assert!(table.can("combat"));
    assert!(!table.can("explore"));
    table.state = state;
    table.own(0, "B098").at("8", 1).act("assistant B098");
    assert_eq!(table.player(0).doubloons, 2);
    assert_ne!(table.decision(), PendingKind::Explore);
    assert_eq!(table.score(0), score);
}

/// M-9.7, M-A50: The last space is never skipped, so there is always a possible move.
#[test]
fn last_space_is_never_skipped() {
    let mut table = table();
    table
        .explorer(0, "23")
        .explorer(1, "25")
        .explorer(2, "24")
        .explore(1);
    assert_eq!(ends(&table), ["25"]);
}

/// M-A52: `explore_plus` adds 1 per card to every exploration: from cities, quests, location 20 and
/// U11.
#[test]
fn explore_plus_extends_explorations_of_all_sources() {
    let mut table = table();
    table.own(0, "A025").own(0, "B038").tile("5", "C08");
    let start = table.state;
    table.at("5", 3).act("city");
    assert_eq!(ends(&table), ["1", "2", "3", "4", "5"]);
    table.state = start;
    table.at("20", 3).act("explore");
    assert_eq!(ends(&table), ["1", "2", "3", "4"]);
    table.state = start;
    table.no_quests().lay_quest("2", "18").at("2", 3);
    table.player(0).doubloons = 2;
    table.act("quest 18");
    assert_eq!(ends(&table), ["1", "2", "3", "4"]);
    table.state = start;
    table.open(Pending::new(0, PendingStep::Upgrade11));
    table.act("reward explore");
    assert_eq!(ends(&table), ["1", "2", "3", "4", "5"]);
}

/// M-21.2, M-A29: `jump_steal` takes 1 VP for each explorer skipped, unless its owner has no VP.
#[test]
fn jump_steal_takes_1_vp_per_skipped_explorer() {
    let mut table = table();
    table
        .own(0, "B040")
        .explorer(1, "1")
        .explorer(2, "2")
        .explore(1);
    table.player(0).points = [0; 15];
    table.player(1).points[0] = 5;
    table.act("advance 3 over 2 3");
    assert_eq!(table.score(0), 1);
    assert_eq!(table.score(1), 4);
    assert_eq!(table.score(2), 0);
}

/// M-21.2, M-9.5: `jump_steal` also applies to explorers on an emptied quest space, but not to
/// those on the start.
#[test]
fn jump_steal_applies_on_emptied_spaces_but_not_the_start() {
    let mut table = table();
    table.own(0, "B040").explorer(0, "1a").explorer(1, "1b");
    table.state.emptied_spaces = table.space("1b").bit();
    table.player(0).points = [0; 15];
    table.player(1).points[0] = 5;
    table.player(2).points[0] = 5;
    table.explore(1).act("advance 1c over 2");
    assert_eq!((table.score(0), table.score(1), table.score(2)), (1, 4, 5));
}
