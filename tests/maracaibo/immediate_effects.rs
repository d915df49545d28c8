//! Immediate effects of cards (M-21.5).

use portolan::games::maracaibo::components::Nation;
use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table where seat 0 buys this card, after `change` has modified the position.
fn buy(card: &str, options: &[&str], change: impl Fn(&mut Table)) -> Table {
    let mut table = Table::bare(2, options);
    table.no_quests();
    change(&mut table);
    table.hand(0, &[card]);
    table.player(0).doubloons += 50;
    table.village(1).act(&format!("buy {card}"));
    table.player(0).doubloons = 0;
    table
}

/// Returns the VP that buying this card gives immediately.
fn points(card: &str, change: impl Fn(&mut Table)) -> i32 {
    buy(card, &[], change).points(0, "cards")
}

/// M-21.5 `marker_empty_village`: A marker of any nation, without influence and reward.
#[test]
fn marker_effect_offers_every_empty_village() {
    let mut table = buy("B063", &[], |_| {});
    let offered = table.legal();
    for village in ["2", "3", "9", "10", "12", "15", "16", "17", "18", "19"] {
        assert!(offered.contains(&format!("marker {village}")), "{village}");
    }
    // Cities, homeward spaces and the villages with starting markers are not possible.
    assert_eq!(offered.len(), 10 + 1);
    assert!(table.can("skip"));
    table.act("marker 9");
    assert_eq!(
        table.legal(),
        ["nation france", "nation spain", "nation england"]
    );
    table.act("nation england");
    let place = usize::from(table.place("9"));
    assert_eq!(table.state.markers[place], Some(Nation::England));
    assert_eq!(table.state.supply, [12, 12, 11]);
    assert_eq!(table.player(0).influence, [0; 3]);
    assert_eq!((table.player(0).doubloons, table.score(0)), (0, 0));
}

/// M-21.5 `marker_empty_village`: The effect is lost if there is no empty village.
#[test]
fn marker_effect_is_lost_without_an_empty_village() {
    let table = buy("B063", &[], |table| {
        let marked = ["2", "3", "9", "10", "12", "15", "16", "17", "18", "19"];
        for (index, village) in marked.into_iter().enumerate() {
            table.marker(Nation::ALL[index % 3], village);
        }
    });
    assert_ne!(table.decision(), PendingKind::MarkerVillage);
    assert_eq!(table.state.marker_count.iter().sum::<u8>(), 13);
}

/// M-21.5 `quest_on_card`: The top quest of the pile is put on the card.
#[test]
fn quest_on_card_takes_the_top_quest_of_the_pile() {
    let mut table = Table::bare(2, &[]);
    let (top, pile) = (table.state.quest_top, table.state.quest_pile_len);
    table.hand(0, &["B068"]);
    table.player(0).doubloons = 6;
    table.village(1).act("buy B068");
    assert_eq!(table.player(0).card_quests, [top, None]);
    assert_ne!(table.state.quest_top, top);
    assert_eq!(table.state.quest_pile_len, pile - 1);
    assert_eq!(
        table.player(0).quest_count,
        0,
        "not fulfilled, it counts for nothing"
    );
}

/// Returns a table where seat 0 has a quest on its card.
fn with_quest(quest: &str) -> Table {
    let mut table = Table::bare(2, &[]);
    table.no_quests().own(0, "B068");
    let quest = table.quest(quest);
    table.player(0).card_quests = [Some(quest), None];
    table
}

/// M-A64, M-A54: The condition of at least 4 movement points applies as for every quest.
#[test]
fn movement_quest_on_a_card_requires_4_points() {
    for (points, possible) in [(3, false), (4, true)] {
        let mut table = with_quest("23");
        table.at("9", points).act("village");
        assert_eq!(table.can("quest 23"), possible);
    }
}

/// M-21.5 `vp_per_assistant:2`.
#[test]
fn vp_per_assistant_counts_own_assistants() {
    assert_eq!(points("B070", |_| {}), 0);
    let three = |table: &mut Table| {
        table.own(0, "A049").own(0, "A051").own(0, "A052");
    };
    assert_eq!(points("B070", three), 6);
}

/// M-21.5 `vp_per_compass:2`: The printed compass counts.
#[test]
fn vp_per_compass_includes_the_printed_compass() {
    assert_eq!(points("B072", |_| {}), 2);
    let compasses = |table: &mut Table| {
        table.own(0, "B037");
    };
    assert_eq!(points("B072", compasses), 6);
}

/// M-21.5 `marker_village_next_rank`: A marker on an empty village, and the next noble rank with
/// that nation.
#[test]
fn marker_next_rank_gives_a_marker_and_the_next_rank() {
    let mut table = buy("A005", &[], |table| table.player(0).influence = [0, 3, 0]);
    let next = table.components().tracks.next_rank[3];
    table.play(&["marker 9", "nation spain"]);
    let place = usize::from(table.place("9"));
    assert_eq!(table.state.markers[place], Some(Nation::Spain));
    assert_eq!(table.player(0).influence, [0, next, 0]);
    assert!(next > 3);
    assert_eq!(table.score(0), 0);
}

/// M-A65: Without a marker or an empty village, only the step is possible, or nothing.
#[test]
fn next_rank_is_possible_without_a_marker() {
    let next = Table::bare(2, &[]).components().tracks.next_rank[0];
    for no_village in [false, true] {
        let prepare = |table: &mut Table| {
            if no_village {
                let marked = ["2", "3", "9", "10", "12", "15", "16", "17", "18", "19"];
                for (index, village) in marked.into_iter().enumerate() {
                    table.marker(Nation::ALL[index % 3], village);
                }
            } else {
                table.state.supply = [0; 3];
            }
        };
        let mut table = buy("A005", &["rank_without_marker=rank"], prepare);
        let markers = table.state.marker_count;
        assert_eq!(
            table.legal(),
            ["nation france", "nation spain", "nation england"]
        );
        table.act("nation france");
        assert_eq!(table.player(0).influence, [next, 0, 0]);
        assert_eq!(table.state.marker_count, markers);
        let mut table = buy("A005", &["rank_without_marker=lost"], prepare);
        assert!(!table.can("nation france"));
        assert_eq!(table.player(0).influence, [0; 3]);
    }
}

/// M-21.5 `figures_on_card_income:2`: Any number of own figures for 2 doubloon income each.
#[test]
fn figures_on_a_card_give_2_doubloon_income_each() {
    for figures in 0..=2 {
        let mut table = buy("A024", &[], |_| {});
        assert!(!table.can("figures 3"));
        table.act(&format!("figures {figures}"));
        let player = table.player(0);
        assert_eq!(player.income_doubloons, 8 + 2 * figures);
        assert_eq!(
            (player.figures, player.figures_on_cards),
            (2 - figures, figures)
        );
        assert_eq!(player.general, 3, "they stay there for good");
    }
}

/// M-21.5 `cp`: X CP, up to a total of 8.
#[test]
fn cp_effect_is_limited_to_8() {
    assert_eq!(buy("B077", &[], |_| {}).player(0).cp, 5);
    assert_eq!(
        buy("B077", &[], |table| table.player(0).cp = 6)
            .player(0)
            .cp,
        8
    );
    // B048 gives CP immediately and before combats.
    let mut table = buy("B048", &[], |_| {});
    assert_eq!(
        (table.player(0).cp, table.player(0).cp_before_combat),
        (3, 1)
    );
}

/// M-21.5 `vp_per_nation_inf3:3`: 3 VP for each nation with at least 3 influence.
#[test]
fn vp_per_nation_requires_three_influence() {
    for (influence, expected) in [([2, 2, 2], 0), ([3, 2, 9], 6), ([3, 3, 3], 9)] {
        let vp = points("B079", |table| table.player(0).influence = influence);
        assert_eq!(vp, expected, "{influence:?}");
    }
}
