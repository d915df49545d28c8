//! The examples in the rulebooks.

use portolan::games::maracaibo::components::Nation;

use crate::support::Table;

/// Places the markers of M-E3: France 4, Spain 4 and England 2 on the map; 7, 5 and 3 taken from
/// the supply.
fn markers_of_e3(table: &mut Table) {
    for (nation, places) in [
        (Nation::France, &["1", "2", "4", "6"][..]),
        (Nation::Spain, &["3", "5", "7", "8"]),
        (Nation::England, &["9", "11"]),
    ] {
        for place in places {
            table.marker(nation, place);
        }
    }
    // Expelled markers.
    for (nation, expelled) in [
        (Nation::France, 3),
        (Nation::Spain, 1),
        (Nation::England, 1),
    ] {
        table.state.supply[usize::from(nation)] -= expelled;
    }
    assert_eq!(table.state.marker_count, [4, 4, 2]);
    assert_eq!(table.state.supply, [6, 8, 10]);
}

/// M-A1, M-E3: Weightings 4 + 2, 3 + 2 and 2 + 0, with both interpretations of M-A1.
#[test]
fn e3_weightings_match_the_rulebook_example() {
    for option in ["weighting=values", "weighting=spaces"] {
        for (nation, weighting) in [6, 5, 2].into_iter().enumerate() {
            let mut table = Table::bare(3, &[option]);
            markers_of_e3(&mut table);
            // Noble rank 1 with this nation only.
            table.player(0).influence[nation] = 2;
            table.end_game().nobody_buys();
            assert_eq!(table.points(0, "nations"), weighting, "{option}");
        }
    }
}

/// M-E4: Noble ranks 2, 3 and 1 score 12, 15 and 2 VP with M-E3.
#[test]
fn e4_nation_scores_match_the_rulebook_example() {
    for (influence, points) in [
        ([4, 0, 0], 12),
        ([0, 7, 0], 15),
        ([0, 0, 2], 2),
        ([4, 7, 2], 29),
    ] {
        let mut table = Table::bare(3, &[]);
        markers_of_e3(&mut table);
        table.player(0).influence = influence;
        table.end_game().nobody_buys();
        assert_eq!(table.points(0, "nations"), points);
    }
}

/// M-E5: Cards and buildings 34, doubloon marker 4, VP marker 9, nations 29; in total 76.
#[test]
fn e5_final_score_matches_the_rulebook_example() {
    let mut table = Table::bare(3, &[]);
    table.player(0).career = None;
    markers_of_e3(&mut table);
    // 4 × 7 + 4, and 2 for the Military Base with one token.
    for id in ["A005", "A006", "A007", "A008", "B010"] {
        let card = table.card(id);
        table.player(0).bought.insert(card);
    }
    assert_eq!(table.components().labels.prestige[5], "P6");
    let player = table.player(0);
    player.prestige = 1 << 5;
    player.token_count = 1;
    player.income_doubloons = 16;
    player.income_vp = 9;
    player.influence = [4, 7, 2];
    table.end_game().nobody_buys();
    let parts = [
        ("cards", 32),
        ("prestige", 2),
        ("doubloon_track", 4),
        ("vp_track", 9),
        ("nations", 29),
    ];
    for (category, points) in parts {
        assert_eq!(table.points(0, category), points, "{category}");
    }
    assert_eq!(parts.iter().map(|(_, points)| points).sum::<i32>(), 76);
    // In addition, most influence with three nations, and 2 VP instead of a purchase.
    assert_eq!(table.points(0, "majorities"), 9);
    assert_eq!(table.score(0), 76 + 9 + 2);
}

/// M-E6: Quests 4/6 give 4 doubloons and the figure with 4 quests, and also 4 VP with 6 quests. As
/// the third task, it also gives 2 doubloons and 2 VP.
#[test]
fn e6_career_task_matches_the_rulebook_example() {
    for (quests, done, doubloons, points) in [
        (4, 0, 4, 0),
        (5, 0, 4, 0),
        (6, 0, 4, 4),
        (4, 0b011, 6, 2),
        (6, 0b011, 6, 6),
    ] {
        let mut table = Table::bare(3, &[]);
        table.no_quests().career(0, "K1").at("2", 1);
        table.player(0).quest_count = quests;
        table.player(0).tasks_done = done;
        let figures = table.player(0).figures;
        table.act("task 3");
        assert_eq!(table.player(0).doubloons, doubloons);
        assert_eq!(table.score(0), points);
        assert_eq!(table.player(0).figures, figures + 1);
    }
}
