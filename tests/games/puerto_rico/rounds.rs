//! Rounds and roles (PR-3), prospector (PR-10), end of the game (PR-12).

use portolan::game::prelude::*;
use portolan::games::puerto_rico::state::{Phase, ending};

use super::support::Table;

/// PR-3.1, PR-3.5: Roles are chosen clockwise, starting with the governor, and each only once per
/// round.
#[test]
fn roles_are_chosen_clockwise_from_the_governor() {
    let mut table = Table::of(4);
    for (seat, role) in [
        (1, "prospector"),
        (2, "trader"),
        (3, "captain"),
        (4, "craftsman"),
    ] {
        assert_eq!((table.to_move(), table.state.round), (seat, 1));
        assert!(table.can(role));
        table.act(role);
        assert!(!table.can(role) || table.state.round == 2);
    }
    assert_eq!((table.to_move(), table.state.round), (2, 2));
    assert_eq!(table.legal().len(), 7);
}

/// PR-3.2, PR-3.6, PR-10.2, PR-E2: The player gets the money on the card, and one more doubloon for
/// the prospector.
#[test]
fn prospector_also_gets_the_money_on_the_card() {
    let mut table = Table::of(4);
    table.state.role_doubloons[6] = 2;
    table.act("prospector");
    assert_eq!(table.player(1).doubloons, 3 + 3);
    assert_eq!(table.state.role_doubloons[6], 0);
    assert_eq!(table.happened("role"), [("prospector".to_string(), 2)]);
}

/// PR-10.1: The owner gets one doubloon, and the other players get none.
#[test]
fn prospector_gets_one_doubloon() {
    let mut table = Table::of(4);
    table.act("prospector");
    let money: Vec<u16> = table
        .state
        .seated()
        .iter()
        .map(|player| player.doubloons)
        .collect();
    assert_eq!(money, [4, 3, 3, 3]);
    assert_eq!(table.to_move(), 2);
}

/// PR-A15: The bank has unlimited money.
#[test]
fn money_is_unlimited() {
    let mut table = Table::of(4);
    table.money(1, 1000).act("prospector");
    assert_eq!(table.player(1).doubloons, 1001);
}

/// PR-3.6, PR-E17: Each card that was not taken gets a doubloon in addition to those already there,
/// and the governor moves on.
#[test]
fn untaken_role_cards_gain_a_doubloon() {
    let mut table = Table::of(4);
    table.state.role_doubloons[1] = 5;
    table.acts(&["prospector", "trader", "captain", "craftsman"]);
    assert_eq!(table.state.role_doubloons, [1, 6, 1, 0, 0, 0, 0, 0]);
    assert_eq!(table.state.governor, 1);
    for players in 2..=5 {
        let mut table = Table::of(players);
        while table.state.round == 1 {
            table.finish();
            let last = table.legal().pop().expect("a role");
            table.act(&last).finish();
        }
        let gold: u8 = table.state.role_doubloons.iter().sum();
        assert_eq!(gold, if players == 2 { 1 } else { 3 });
    }
}

/// PR-3.3, PR-3.4, PR-A25: A player must take a role but may decline its action; the other players
/// can still act.
#[test]
fn using_a_role_is_optional() {
    let mut table = Table::of(3);
    assert!(!table.can("pass"));
    table.act("settler");
    assert_eq!(table.to_move(), 1);
    table.act("pass");
    assert_eq!((table.to_move(), table.state.phase), (2, Phase::Plantation));
}

/// PR-A21: Two prospectors are two cards; with equal money they are a single choice.
#[test]
fn two_prospectors_are_separate_cards() {
    let mut table = Table::of(5);
    assert!(table.can("prospector") && !table.can("prospector 2"));
    table.state.role_doubloons[7] = 1;
    assert!(table.can("prospector") && table.can("prospector 2"));
    table.act("prospector 2");
    assert_eq!(table.player(1).doubloons, 6);
    assert!(table.can("prospector"));
}

/// PR-3.7, PR-12.1, PR-12.2: The round in which an end condition occurs is completed.
#[test]
fn ending_round_is_completed() {
    for ending in [ending::COLONISTS, ending::CITY, ending::VP] {
        let mut table = Table::of(4);
        table.state.endings = ending;
        table.acts(&["prospector", "trader", "captain"]);
        assert_eq!(table.to_move(), 4);
        table.act("craftsman");
        assert_eq!((table.to_move(), table.state.phase), (0, Phase::Over));
        assert!(table.legal().is_empty());
        assert_eq!(table.state.round, 1);
    }
}

/// PR-12.1: A city is filled by the last small building or by a large one.
#[test]
fn full_city_ends_the_game() {
    let mut table = Table::of(3);
    let large = [
        "guild_hall",
        "residence",
        "fortress",
        "customs_house",
        "city_hall",
    ];
    table
        .empty_buildings(1, &large)
        .empty_buildings(1, &["office"]);
    table.money(1, 20).money(2, 0).money(3, 0);
    table.acts(&["builder", "build wharf"]);
    assert_eq!(table.state.endings, ending::CITY);
    assert_eq!(table.happened("end"), [("city".to_string(), 0)]);
    assert_eq!(table.to_move(), 2);
}

/// PR-12.1, PR-A12, PR-9.11: A pool of exactly 0 ends the game; noted points count fully.
#[test]
fn last_vp_chip_ends_the_game() {
    for (pool, ends) in [(5, true), (4, true), (6, false)] {
        let mut table = Table::of(3);
        table.goods(1, "4 corn");
        let given = table.state.pool - pool;
        table.chips(2, given as u16);
        table.act("captain").act("load corn 4");
        assert_eq!(table.state.endings, if ends { ending::VP } else { 0 });
        assert_eq!(table.game.score(&table.state, 0), 5);
        assert_eq!(table.state.pool, pool - 5);
    }
}

/// The round cap ends a game that would continue.
#[test]
fn round_cap_ends_the_game() {
    let mut table = Table::dealt(3, &["round_cap=2"], 1);
    for _ in 0..2 {
        table.act("trader").act("captain").act("craftsman");
    }
    assert_eq!(table.state.phase, Phase::Capped);
    assert!(table.game.capped(&table.state));
    assert_eq!(table.game.turns(&table.state, 0), 2);
}

/// Turns are counted by role cards, whose order changes with the governor.
#[test]
fn turns_are_counted_by_role_cards() {
    let mut table = Table::of(3);
    let turns = |table: &Table| -> Vec<u32> {
        (0..3)
            .map(|seat| table.game.turns(&table.state, seat))
            .collect()
    };
    assert_eq!(turns(&table), [1, 0, 0]);
    table.act("trader");
    assert_eq!(turns(&table), [1, 1, 0]);
    table.act("captain").act("craftsman");
    assert_eq!(turns(&table), [1, 2, 1]);
}
