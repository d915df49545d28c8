//! Influence and exploration (M-8, M-9).

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
