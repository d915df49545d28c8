//! Morgan (CA-6).

use portolan::game::prelude::*;
use portolan::games::cartagena::path::{HOME, SLOOP};

use super::support::Table;

/// CA-6.1: A pirate of another player moves forward to the first space with one or two pirates, and
/// the player draws as many cards.
#[test]
fn morgan_moves_forward_to_other_pirates() {
    let mut table = Table::bare(2, &["modules=morgan"]);
    table.pirates(2, &[5, 9, 9, 9, 14]).pirates(1, &[14, 20]);
    assert!(!table.allows_any("morgan 1"), "not the own pirates");
    table.act("morgan 2 5");
    assert_eq!((table.at(2, 14), table.held(1)), (2, 2), "9 is full");
    table.act("morgan 2 9");
    assert_eq!(
        (table.at(2, 20), table.held(1)),
        (1, 3),
        "14 is full by now"
    );
    assert_eq!(table.happened()[1], ("morgan", "seat 2".to_string(), 1));
    assert!(!Table::bare(2, &[]).allows_any("morgan"));
}

/// CA-6.2: Without such a space, the pirate moves to the goal, and the player draws two cards.
#[test]
fn morgan_moves_to_the_goal_for_two_cards() {
    let mut table = Table::bare(2, &["modules=morgan"]);
    table.pirates(2, &[30]);
    table.act("morgan 2 30");
    assert_eq!((table.at(2, HOME), table.held(1)), (1, 2));
}

/// CA-6.3, CA-A8: Boarding requires the sloop with fewer than three pirates of the colour.
#[test]
fn morgan_cannot_board_a_full_sloop() {
    let mut table = Table::bare(2, &["story=full-escape", "modules=morgan"]);
    table.pirates(2, &[15, SLOOP, SLOOP]).hand(1, "rum");
    assert!(table.can("morgan 2 15"));
    table.state.at_tortuga = true;
    assert!(!table.can("morgan 2 15"));
    table.state.at_tortuga = false;
    table.pirates(2, &[SLOOP]);
    assert!(!table.can("morgan 2 15"));
    table.pirates(1, &[17]);
    assert!(table.can("morgan 2 15"), "17 is not the sloop");
}

/// CA-6.4: The own backward move is also possible, even in the same turn.
#[test]
fn morgan_and_backward_move_fit_in_one_turn() {
    let mut table = Table::bare(2, &["modules=morgan"]);
    table.pirates(1, &[20, 10]).pirates(2, &[5]);
    table.act("back 20").act("morgan 2 5");
    assert_eq!(table.held(1), 3);
}

/// CA-6.5: A pirate leaves the sloop at Tortuga, to the cove if there are no pirates on the island.
#[test]
fn morgan_moves_off_the_sloop_at_tortuga() {
    let mut table = Table::bare(2, &["story=full-escape", "modules=morgan"]);
    table.pirates(2, &[SLOOP, SLOOP]);
    assert!(!table.can("morgan 2 sloop"));
    table.state.at_tortuga = true;
    table.act("morgan 2 sloop");
    assert_eq!((table.at(2, HOME), table.held(1)), (1, 2));
    table.pirates(1, &[25]).act("morgan 2 sloop");
    assert_eq!((table.at(2, 25), table.held(1)), (1, 3));
}

/// CA-6.6, CA-A11: A pirate can leave jail, unless the option forbids it.
#[test]
fn morgan_moves_out_of_jail_by_option() {
    for (option, allowed) in [("on", true), ("off", false)] {
        let mut table = Table::bare(2, &["modules=morgan", &format!("morgan_jail={option}")]);
        table.pirates(1, &[8]);
        assert_eq!(table.can("morgan 2 start"), allowed);
    }
}

/// CA-6.6, CA-A12: The owner of the last pirate wins.
#[test]
fn owner_of_the_last_pirate_wins() {
    let mut table = Table::bare(3, &["modules=morgan", "pirates=4"]);
    table.pirates(2, &[HOME, HOME, HOME, 30]);
    table.act("morgan 2 30");
    assert_eq!(table.to_move(), 0);
    assert_eq!(table.game.ranks(&table.state), [2, 1, 2]);
}
