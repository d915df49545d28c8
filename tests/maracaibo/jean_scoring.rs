//! Jean's income and bonuses (M-24.8, M-24.9), and the winner of a solo game (M-A36).

use portolan::game::prelude::*;

use crate::jean_support::{JEAN, solo};
use crate::support::{Table, a_cards};

/// VP of Jean's income by number of removed discs.
const INCOME: [i32; 23] = [
    0, 0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38,
];

/// Returns a game at its end with both explorers on the same space.
fn ended(prepare: impl FnOnce(&mut Table)) -> Table {
    let mut table = solo(&[]);
    prepare(&mut table);
    table.end_game().nobody_buys();
    table
}

/// M-24.8: The highest number on an emptied space counts in interim and final scoring.
#[test]
fn jeans_income_follows_the_removed_discs() {
    for (gone, vp) in INCOME.into_iter().enumerate() {
        let mut table = solo(&[]);
        table.discs_gone(gone).end_round().act("take vp");
        assert_eq!(table.points(JEAN, "jean_income"), vp, "{gone}");
        let table = ended(|table| {
            table.discs_gone(gone);
        });
        assert_eq!(table.points(JEAN, "jean_income"), vp, "{gone}");
    }
}

/// M-24.8: Each card next to Jean's board gives 1 VP in interim and final scoring.
#[test]
fn each_card_of_jean_gives_1_vp_income() {
    let cards = |table: &mut Table| {
        for id in ["A001", "A002", "B001"] {
            let card = table.card(id);
            table.hand(0, &[id]);
            let components = table.game.components().clone();
            table
                .player(0)
                .lose(card, &components, a_cards(&components));
            table.state.jean.cards.insert(card);
        }
    };
    let mut table = solo(&[]);
    cards(&mut table);
    table.end_round().act("take vp");
    assert_eq!(table.points(JEAN, "jean_cards"), 3);
    assert_eq!(ended(cards).points(JEAN, "jean_cards"), 3);
}

/// M-24.9: Each quest tile gives 5 VP.
#[test]
fn each_quest_tile_of_jean_gives_5_vp() {
    for tiles in 0..=6 {
        let table = ended(|table| table.player(JEAN).quest_count = tiles);
        assert_eq!(table.points(JEAN, "jean_quests"), 5 * i32::from(tiles));
    }
}

/// Lead with its bonus (M-24.9).
const BONUS: [(u8, i32); 7] = [(0, 0), (1, 10), (2, 10), (3, 20), (4, 30), (5, 30), (6, 30)];

/// M-24.9: More quest tiles than the player give 10 VP, 3 more give 20, and 4 or more give 30.
#[test]
fn jean_scores_a_lead_in_quest_tiles() {
    for own in [0, 2] {
        for (lead, points) in BONUS {
            let table = ended(|table| {
                table.player(JEAN).quest_count = own + lead;
                table.player(0).quest_count = own;
            });
            assert_eq!(table.points(JEAN, "jean_quest_lead"), points, "{lead}");
        }
    }
    let table = ended(|table| table.player(0).quest_count = 3);
    assert_eq!(table.points(JEAN, "jean_quest_lead"), 0);
}

/// M-24.9: Jean's emptied upgrade spaces count half and are compared with the player's completed
/// upgrades.
#[test]
fn jean_scores_a_lead_in_upgrades() {
    for own in [0_u8, 3] {
        for (lead, points) in BONUS {
            for half in 0..=1 {
                let gone = 2 * usize::from(own + lead) + half;
                let table = ended(|table| {
                    for number in 1..=usize::from(own) {
                        table.upgrade(0, number);
                    }
                    table.discs_gone(gone);
                });
                assert_eq!(
                    table.points(JEAN, "jean_upgrade_lead"),
                    points,
                    "{own} and {gone}"
                );
            }
        }
    }
    let table = ended(|table| {
        table.upgrade(0, 1).upgrade(0, 2).discs_gone(3);
    });
    assert_eq!(table.points(JEAN, "jean_upgrade_lead"), 0);
}

/// M-A36, M-15.7: Equal scores share the victory.
#[test]
fn equal_scores_share_the_victory() {
    let mut table = ended(|_| {});
    let difference = table.score(0) - table.score(JEAN);
    table.state.jean.points[0] += difference as i16;
    assert_eq!(table.game.ranks(&table.state), [1, 1]);
    table.state.jean.points[0] += 1;
    assert_eq!(table.game.ranks(&table.state), [2, 1]);
    table.state.jean.points[0] -= 2;
    assert_eq!(table.game.ranks(&table.state), [1, 2]);
}

/// The categories of both seats add up to their scores, and neither seat has points in categories
/// of the other.
#[test]
fn categories_sum_to_the_score() {
    let table = ended(|table| {
        table.discs_gone(9);
        table.player(JEAN).influence = [4, 2, 0];
        table.player(JEAN).quest_count = 5;
    });
    let names = table.game.score_categories();
    for seat in [0, JEAN] {
        let mut values = vec![0; names.len()];
        table.game.score_breakdown(&table.state, seat, &mut values);
        assert_eq!(values.iter().sum::<i32>(), table.score(seat));
        let own = names.iter().zip(&values);
        assert!(
            own.filter(|(name, _)| name.starts_with("jean_"))
                .all(|(_, &value)| seat == JEAN || value == 0)
        );
    }
    assert!(table.points(JEAN, "jean_quests") > 0);
}
