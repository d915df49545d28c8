//! Careers (M-16).

use crate::cases;
use crate::support::Table;

/// Returns a 3-player table where seat 0 has this career with three figures and no completed tasks,
/// and has just stopped on village 2.
fn table(career: &str) -> Table {
    let mut table = Table::bare(3, &[]);
    table.no_quests().career(0, career).at("2", 1);
    table.player(0).figures = 0;
    table.player(0).general = 3;
    table
}

/// Returns the gains of completing a task: doubloons, VP and figures.
fn gains(mut table: Table, task: u8) -> (u16, i32, u8) {
    let before = table.state.players[0];
    table.act(&format!("task {task}"));
    let after = &table.state.players[0];
    assert_eq!(
        after.general, before.general,
        "the figure comes from the card"
    );
    (
        after.doubloons - before.doubloons,
        after.score() - before.score(),
        after.figures - before.figures,
    )
}

/// M-4.2, M-16.1, M-16.2, M-16.3, M-A38, M-A61, M-A62: The cases in `cases/careers.txt`.
#[test]
fn cases_of_careers() {
    cases::check(
        include_str!("careers.rs"),
        include_str!("cases/careers.txt"),
    );
}

/// M-16.1: The lower level gives doubloons and the figure; the upper level also gives VP.
#[test]
fn only_the_upper_level_gives_vp() {
    let mut table = table("K1");
    table.player(0).token_count = 2;
    assert!(!table.can("task 1"));
    for (tokens, expected) in [
        (3, (3, 0, 1)),
        (4, (3, 0, 1)),
        (5, (3, 3, 1)),
        (6, (3, 3, 1)),
    ] {
        let mut table = self::table("K1");
        table.player(0).token_count = tokens;
        assert_eq!(gains(table, 1), expected, "{tokens} tokens");
    }
}

/// M-16.3: combat tokens and quest tiles.
#[test]
fn tasks_count_combat_tokens_and_quest_tiles() {
    let ready = |career: &str, task: &str, tokens: u8, quests: u8| {
        let mut table = table(career);
        table.player(0).token_count = tokens;
        table.player(0).quest_count = quests;
        table.can(task)
    };
    assert!(!ready("K6", "task 2", 1, 9));
    assert!(ready("K6", "task 2", 2, 0));
    assert!(!ready("K6", "task 1", 9, 3));
    assert!(ready("K6", "task 1", 0, 4));
}

/// M-16.3: influence with one nation.
#[test]
fn task_counts_influence_with_one_nation() {
    for (influence, expected) in [
        ([6, 6, 6], None),
        ([0, 0, 7], Some((4, 0, 1))),
        ([9, 9, 9], Some((4, 0, 1))),
        ([10, 0, 0], Some((4, 4, 1))),
    ] {
        let mut table = table("K2");
        table.player(0).influence = influence;
        match expected {
            None => assert!(!table.can("task 3")),
            Some(expected) => assert_eq!(gains(table, 3), expected, "{influence:?}"),
        }
    }
}

/// M-16.3: influence with each of two nations.
#[test]
fn task_counts_influence_with_two_nations() {
    for (influence, expected) in [
        ([9, 2, 2], None),
        ([3, 0, 3], Some((3, 0, 1))),
        ([9, 4, 4], Some((3, 0, 1))),
        ([0, 5, 5], Some((3, 4, 1))),
    ] {
        let mut table = table("K5");
        table.player(0).influence = influence;
        match expected {
            None => assert!(!table.can("task 2")),
            Some(expected) => assert_eq!(gains(table, 2), expected, "{influence:?}"),
        }
    }
}

/// M-16.3: Only completed ship upgrades count, not areas with one disc left.
#[test]
fn task_counts_only_completed_upgrades() {
    let mut table = table("K7");
    table.upgrade(0, 1).upgrade(0, 2).player(0).discs = [1; 12];
    assert!(!table.can("task 2"));
    table.upgrade(0, 5);
    assert!(table.can("task 2"));
    table.upgrade(0, 6).upgrade(0, 3);
    assert_eq!(gains(table, 2), (3, 3, 1));
}

/// M-16.3: The explorer has passed the border shown.
#[test]
fn task_requires_the_explorer_beyond_a_border() {
    for (space, expected) in [
        ("9", None),
        ("10", Some((3, 0, 1))),
        ("15", Some((3, 0, 1))),
        ("16", Some((3, 3, 1))),
        ("25", Some((3, 3, 1))),
    ] {
        let mut table = table("K5");
        table.explorer(0, space);
        match expected {
            None => assert!(!table.can("task 3")),
            Some(expected) => assert_eq!(gains(table, 3), expected, "{space}"),
        }
    }
    // Red and green borders.
    for (space, expected) in [
        ("15", None),
        ("21", Some((4, 0, 1))),
        ("22", Some((4, 4, 1))),
    ] {
        let mut table = table("K4");
        table.explorer(0, space);
        match expected {
            None => assert!(!table.can("task 3")),
            Some(expected) => assert_eq!(gains(table, 3), expected, "{space}"),
        }
    }
}

/// M-16.3: synergy tokens.
#[test]
fn task_counts_synergy_tokens() {
    let mut table = table("K3");
    table.player(0).synergies = 0b11;
    assert!(!table.can("task 2"));
    table.player(0).synergies = 0b10101;
    assert!(table.can("task 2"));
    table.player(0).synergies = 0b1111;
    assert_eq!(gains(table, 2), (3, 3, 1));
}
