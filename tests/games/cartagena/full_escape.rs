//! The full escape with its sloop (CA-5).

use portolan::games::cartagena::path::{HOME, SLOOP};

use super::support::Table;

fn bare(options: &[&str]) -> Table {
    let mut all = vec!["story=full-escape"];
    all.extend(options);
    Table::bare(2, &all)
}

/// CA-5.1, CA-A24: The numbers continue from the tunnel to the island, and the sloop starts at
/// Cartagena.
#[test]
fn island_path_continues_the_tunnel_numbers() {
    let table = bare(&[]);
    assert_eq!(
        (table.game.path().first_length, table.game.path().length),
        (18, 36)
    );
    assert!(!table.state.at_tortuga);
}

/// CA-5.2: A player wins with all pirates in the cove; pirates on the sloop do not count.
#[test]
fn all_pirates_in_the_cove_win() {
    let mut table = bare(&["pirates=4"]);
    table
        .pirates(1, &[HOME, HOME, HOME, SLOOP])
        .hand(1, "rum, rum, rum");
    table.pirates(2, &[22, 26, 32]);
    table.act("sail").act("play rum sloop");
    assert_eq!((table.to_move(), table.at(1, HOME)), (0, 4));
    let mut table = bare(&["pirates=4"]);
    table
        .pirates(1, &[HOME, HOME, HOME, 17])
        .pirates(2, &[6, 12]);
    table.hand(1, "parrot, parrot");
    let last = table.first("parrot", 12);
    table.state.shift(0, 17, last);
    table.act(&format!("play parrot {last}"));
    assert_eq!((table.to_move(), table.at(1, SLOOP)), (1, 1));
}

/// CA-5.3: Sailing takes one action and moves the sloop to the other place.
#[test]
fn sailing_takes_one_action() {
    let mut table = bare(&[]);
    table.act("sail");
    assert_eq!(
        (table.state.at_tortuga, table.state.actions_left),
        (true, 2)
    );
    table.act("sail");
    assert!(!table.state.at_tortuga);
    assert_eq!(table.happened()[0], ("sailed", "tortuga".to_string(), 0));
}

/// CA-5.4, CA-A6: Sailing back to Cartagena requires an own pirate in the tunnel or, by default, in
/// jail.
#[test]
fn sailing_back_requires_an_own_pirate_behind() {
    for (option, allowed) in [("on", true), ("off", false)] {
        let mut table = bare(&[&format!("sail_back_counts_jail={option}")]);
        table.state.at_tortuga = true;
        table.hand(1, "rum");
        assert_eq!(table.can("sail"), allowed);
        table.pirates(1, &[5]);
        assert!(table.can("sail"));
        for _ in 0..5 {
            table.pirates(1, &[HOME]);
        }
        assert!(table.can("sail"));
        table.state.shift(0, 5, 20);
        assert!(!table.can("sail"), "nobody is left behind");
    }
}

/// CA-5.5, CA-A7: Everyone may sail to Tortuga, unless the option requires an own pirate on the
/// sloop.
#[test]
fn sailing_out_requires_an_own_pirate_by_option() {
    let table = bare(&[]);
    assert!(table.can("sail"));
    let mut table = bare(&["sail_out_needs_own_aboard=on"]);
    table.hand(1, "rum");
    assert!(!table.can("sail"));
    table.pirates(1, &[SLOOP]);
    assert!(table.can("sail"));
}

/// CA-5.6, CA-A29: The sloop holds at most three pirates of each colour.
#[test]
fn sloop_holds_three_pirates_of_each_colour() {
    let mut table = bare(&[]);
    table.pirates(2, &[6, 12, 16]).hand(1, "rum, hook");
    table.pirates(1, &[SLOOP, SLOOP]);
    assert!(table.can("play rum start"));
    table.pirates(1, &[SLOOP]);
    assert!(!table.can("play rum start"));
    assert!(
        table.can("play hook start"),
        "a space of the tunnel is free"
    );
}

/// CA-5.7, CA-A8: Without an empty space ahead, a card is unusable while the sloop is away.
#[test]
fn boarding_requires_the_sloop_at_cartagena() {
    let mut table = bare(&[]);
    table.pirates(2, &[6, 12, 16]).hand(1, "rum, hook");
    table.state.at_tortuga = true;
    assert!(!table.can("play rum start"));
    assert!(table.can("play hook start"));
}

/// CA-5.8, CA-2.9: Landing requires a card and the sloop at Tortuga. Without an empty space, the
/// pirate moves to the cove.
#[test]
fn landing_requires_a_card_and_the_sloop_at_tortuga() {
    let mut table = bare(&[]);
    table.pirates(1, &[SLOOP, SLOOP]).hand(1, "rum, rum, rum");
    assert!(!table.can("play rum sloop"));
    table.state.at_tortuga = true;
    let first = table.first("rum", 18);
    table.act("play rum sloop");
    assert_eq!(table.at(1, first), 1);
    let others = [table.first("rum", 24), table.first("rum", 30)];
    table.pirates(2, &others).act("play rum sloop");
    assert_eq!(table.at(1, HOME), 1);
}

/// CA-5.9, CA-A9, CA-A25: A player who has the most pirates on the sloop, possibly tied, may sail
/// before the actions. This is not possible with no pirates on the sloop or later in the turn, and
/// sailing back requires CA-5.4.
#[test]
fn captain_sails_for_free_before_the_actions() {
    let mut table = bare(&[]);
    table.hand(1, "rum, rum").hand(2, "rum");
    assert!(!table.can("captain"), "nobody is aboard");
    table.pirates(2, &[SLOOP, SLOOP]).pirates(1, &[SLOOP]);
    assert!(!table.can("captain"));
    table.pirates(1, &[SLOOP]);
    assert!(table.can("captain"), "tied");
    table.act("captain");
    assert!(!table.can("captain") && !table.can("rest"));
    assert!(!table.can("end"), "the free sail is no action");
    table.act("play rum start");
    assert!(!table.can("captain"), "only before the actions");
    table.act("end");
    assert!(table.can("captain"), "each of the tied in the own turn");
    let mut table = bare(&[]);
    table
        .pirates(1, &[SLOOP, SLOOP, SLOOP, HOME, HOME, 20])
        .hand(1, "rum");
    table.state.at_tortuga = true;
    assert!(!table.can("captain"), "nobody is left in the tunnel");
}

/// CA-5.10: Other players sail with actions; the captain may do so as well.
#[test]
fn every_player_can_sail_with_an_action() {
    let mut table = bare(&[]);
    table.pirates(1, &[SLOOP]).hand(1, "rum").hand(2, "rum");
    table.act("captain").act("sail").act("sail").act("sail");
    assert_eq!(table.to_move(), 2);
    table.act("sail");
    assert_eq!(table.state.actions_left, 2);
}

/// CA-5.11, CA-A10: Pirates move back within their path: from the sloop only at Cartagena, and from
/// the cove onto the island.
#[test]
fn backward_moves_stay_within_the_path() {
    let mut table = bare(&[]);
    table.pirates(1, &[SLOOP, 20, HOME]).pirates(2, &[17, 22]);
    assert!(table.can("back sloop"));
    assert!(!table.can("back 20"), "not from the island into the tunnel");
    table.act("back home");
    assert_eq!(table.at(1, 22), 1);
    assert!(table.can("back 22"), "onto 20");
    table.state.at_tortuga = true;
    assert!(!table.can("back sloop"));
    table.state.at_tortuga = false;
    table.act("back sloop");
    assert_eq!((table.at(1, 17), table.held(1)), (1, 2));
}
