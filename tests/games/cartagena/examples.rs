//! The thirteen printed examples.

use portolan::games::cartagena::path::{HOME, SLOOP};

use super::support::Table;

const GREEN: usize = 1;
const RED: usize = 2;
const YELLOW: usize = 3;
const BLUE: usize = 4;

/// One position from which all of examples A to F can be played: green begins.
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

/// CA-E1, CA-2.7: rum from 7 goes to 21, over the occupied 11 and 15.
#[test]
fn example_a() {
    let mut table = escape();
    table.act("play rum 7");
    assert_eq!((table.at(GREEN, 7), table.at(GREEN, 21)), (0, 1));
}

/// CA-E2, CA-2.10: 21 goes back to 19, over the empty 20, for two cards.
#[test]
fn example_b() {
    let mut table = escape();
    table.act("play rum 7");
    let before = table.held(GREEN);
    table.act("back 21");
    assert_eq!((table.at(GREEN, 19), table.held(GREEN)), (1, before + 2));
    assert_eq!(table.state.crowd.on(19), 3);
}

/// CA-E3: hook from the jail goes to 28, over 1, 9, 14 and 24; then every hook space is taken, and
/// a hook card goes straight to the sloop.
#[test]
fn example_c() {
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

/// CA-E4: 11 goes back to 9, over the empty 10, for two cards.
#[test]
fn example_d() {
    let mut table = red_to_move();
    table.act("back 11");
    assert_eq!((table.at(RED, 9), table.held(RED)), (1, 3));
}

/// CA-E5: from the sloop back to 36, for one card.
#[test]
fn example_e() {
    let mut table = red_to_move();
    table.act("back 11").act("back home");
    assert_eq!((table.at(RED, 36), table.at(RED, HOME)), (1, 0));
    assert_eq!(table.held(RED), 4);
}

/// CA-E6: no empty lantern beyond 13, so that 13 boards.
#[test]
fn example_f() {
    let mut table = red_to_move();
    table.act("back 11").act("back home").act("play lantern 13");
    assert_eq!((table.at(RED, 13), table.at(RED, HOME)), (0, 1));
    assert_eq!(table.to_move(), YELLOW);
}

/// One position from which all of examples a to g can be played: red begins, then green.
fn full_escape() -> Table {
    // Seats in the order red, green, yellow, blue.
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

/// CA-E7a, CA-5.9: the captain's sail takes no action.
#[test]
fn example_a_of_the_full_escape() {
    let mut table = full_escape();
    table.act("captain");
    assert!(table.state.at_tortuga);
    assert_eq!(table.state.actions_left, 3);
}

/// CA-E7b, CA-6.5: Morgan brings yellow from the sloop to 19, for two cards.
#[test]
fn example_b_of_the_full_escape() {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop");
    assert_eq!((table.at(3, SLOOP), table.at(3, 19)), (0, 1));
    assert_eq!(table.held(1), 3);
}

/// CA-E8c, CA-5.4, CA-5.10: the captain sails back with his second action.
#[test]
fn example_c_of_the_full_escape() {
    let mut table = full_escape();
    table.act("captain").act("morgan 3 sloop").act("sail");
    assert!(!table.state.at_tortuga);
    assert_eq!(table.state.actions_left, 1);
}

/// CA-E8d, CA-5.7: no empty hook from 8 to 18: from 7 aboard.
#[test]
fn example_d_of_the_full_escape() {
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

/// CA-E9e: 6, 12 and 16 are taken: rum brings green from the jail aboard.
#[test]
fn example_e_of_the_full_escape() {
    let mut table = green_to_move();
    table.act("play rum start");
    assert_eq!(table.at(2, SLOOP), 1);
}

/// CA-E9f, CA-6.2: yellow goes from 36 to the cove, for two cards.
#[test]
fn example_f_of_the_full_escape() {
    let mut table = green_to_move();
    table.act("play rum start").act("morgan 3 36");
    assert_eq!((table.at(3, HOME), table.held(2)), (1, 2));
}

/// CA-E9g: blue goes from 7 to 10, over the empty 8 and 9, for two cards.
#[test]
fn example_g_of_the_full_escape() {
    let mut table = green_to_move();
    table
        .act("play rum start")
        .act("morgan 3 36")
        .act("morgan 4 7");
    assert_eq!((table.state.crowd.on(10), table.held(2)), (3, 4));
}
