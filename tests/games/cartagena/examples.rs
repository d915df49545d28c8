//! The thirteen examples in the rulebook.

use portolan::games::cartagena::path::{HOME, SLOOP};

use super::support::Table;

const GREEN: usize = 1;
const RED: usize = 2;
const YELLOW: usize = 3;
const BLUE: usize = 4;

/// Returns a position in which each of the examples A to F can be played, with green to move.
fn escape() -> Table {
    let mut table = Table::bare(4, &[]);
    table
        .pirates(GREEN, &[7, 36])
        .pirates(RED, &[11, 13, HOME])
        .pirates(YELLOW, &[1, 9, 9, 14, 15, 17])
        .pirates(BLUE, &[19, 19, 24, 29, 33, 35])
        .hand(GREEN, "rum, hook")
        .hand(RED, "lantern");
    table
}

/// CA-E1, CA-2.7: With rum, a pirate moves from 7 to 21, skipping the occupied spaces 11 and 15.
#[test]
fn example_a_rum_skips_occupied_spaces() {
    let mut table = escape();
    table.act("play rum 7");
    assert_eq!((table.at(GREEN, 7), table.at(GREEN, 21)), (0, 1));
}

/// CA-E2, CA-2.10: A pirate moves back from 21 to 19, skipping the empty space 20, and draws two
/// cards.
#[test]
fn example_b_back_skips_an_empty_space() {
    let mut table = escape();
    table.act("play rum 7");
    let before = table.held(GREEN);
    table.act("back 21");
    assert_eq!((table.at(GREEN, 19), table.held(GREEN)), (1, before + 2));
    assert_eq!(table.state.crowd.on(19), 3);
}

/// CA-E3: With a hook, a pirate moves from jail to 28, skipping 1, 9, 14 and 24. Then all hook
/// spaces are occupied, and a hook card leads directly to the sloop.
#[test]
fn example_c_hook_takes_the_last_empty_space() {
    let mut table = escape();
    table
        .act("play rum 7")
        .act("back 21")
        .act("play hook start");
    assert_eq!(table.at(GREEN, 28), 1);
    let hooks = table.state.symbols[4];
    assert_eq!(hooks & !table.state.crowd.taken(), 0);
    assert_eq!(table.to_move(), RED, "three actions are a turn");
    table.hand(RED, "hook").act("play hook start");
    assert_eq!(table.at(RED, HOME), 2);
}

fn red_to_move() -> Table {
    let mut table = escape();
    table
        .act("play rum 7")
        .act("back 21")
        .act("play hook start");
    table
}

/// CA-E4: A pirate moves back from 11 to 9, skipping the empty space 10, and draws two cards.
#[test]
fn example_d_back_draws_two_cards() {
    let mut table = red_to_move();
    table.act("back 11");
    assert_eq!((table.at(RED, 9), table.held(RED)), (1, 3));
}

/// CA-E5: A pirate moves back from the sloop to 36 and draws one card.
#[test]
fn example_e_back_from_the_sloop_draws_one_card() {
    let mut table = red_to_move();
    table.act("back 11").act("back home");
    assert_eq!((table.at(RED, 36), table.at(RED, HOME)), (1, 0));
    assert_eq!(table.held(RED), 4);
}

/// CA-E6: There is no empty lantern beyond 13, so the pirate boards the sloop.
#[test]
fn example_f_lantern_boards_the_sloop() {
    let mut table = red_to_move();
    table.act("back 11").act("back home").act("play lantern 13");
    assert_eq!((table.at(RED, 13), table.at(RED, HOME)), (0, 1));
    assert_eq!(table.to_move(), YELLOW);
}

/// Returns a position in which each of the examples a to g can be played, with red to move,
/// followed by green.
fn full_escape() -> Table {
    // The order of the seats is red, green, yellow, blue.
    let mut table = Table::bare(4, &["story=full-escape", "modules=morgan"]);
    table
        .pirates(1, &[7, SLOOP, SLOOP])
        .pirates(3, &[SLOOP, 36, 10, 12])
        .pirates(4, &[7, 19, 19, 10, 16])
        .pirates(2, &[6, 17])
        .hand(1, "hook")
        .hand(2, "rum");
    table
}

/// CA-E7a, CA-5.9: Sailing as captain takes no action.
#[test]
fn full_escape_example_a_captain_sails_for_free() {
    let mut table = full_escape();
    table.act("captain");
    assert!(table.state.at_tortuga);
    assert_eq!(table.state.actions_left, 3);
}

/// CA-E7b, CA-6.5: Morgan moves yellow from the sloop to 19 for two cards.
#[test]
fn full_escape_example_b_morgan_moves_off_the_sloop() {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop");
    assert_eq!((table.at(3, SLOOP), table.at(3, 19)), (0, 1));
    assert_eq!(table.held(1), 3);
}

/// CA-E8c, CA-5.4, CA-5.10: The captain sails back with the second action.
#[test]
fn full_escape_example_c_sailing_back_is_an_action() {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop").act("sail");
    assert!(!table.state.at_tortuga);
    assert_eq!(table.state.actions_left, 1);
}

/// CA-E8d, CA-5.7: There is no empty hook space from 8 to 18, so the pirate on 7 boards the sloop.
#[test]
fn full_escape_example_d_hook_boards_the_sloop() {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop").act("sail");
    table.act("play hook 7");
    assert_eq!((table.at(1, 7), table.at(1, SLOOP)), (0, 3));
    assert_eq!(table.to_move(), 2);
}

fn green_to_move() -> Table {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop").act("sail");
    table.act("play hook 7");
    table
}

/// CA-E9e: Spaces 6, 12 and 16 are occupied, so rum moves green from jail to the sloop.
#[test]
fn full_escape_example_e_rum_boards_from_jail() {
    let mut table = green_to_move();
    table.act("play rum start");
    assert_eq!(table.at(2, SLOOP), 1);
}

/// CA-E9f, CA-6.2: Yellow moves from 36 to the cove for two cards.
#[test]
fn full_escape_example_f_morgan_moves_to_the_cove() {
    let mut table = green_to_move();
    table.act("play rum start").act("morgan 3 36");
    assert_eq!((table.at(3, HOME), table.held(2)), (1, 2));
}

/// CA-E9g: Morgan moves blue from 7 over the empty 8 and 9 to 10 for two cards.
#[test]
fn full_escape_example_g_morgan_skips_empty_spaces() {
    let mut table = green_to_move();
    table
        .act("play rum start")
        .act("morgan 3 36")
        .act("morgan 4 7");
    assert_eq!((table.state.crowd.on(10), table.held(2)), (3, 4));
}
