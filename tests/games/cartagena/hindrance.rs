//! Hindrance (CA-7).

use super::support::{Table, cards};

const SEVEN: &str = "pistol, pistol, pistol, rum, rum, rum, rum";

/// CA-7.1, CA-7.3, CA-A13: After a black card, all other players discard down to seven cards,
/// clockwise from the player's left. Then the turn continues.
#[test]
fn black_card_makes_others_discard_to_seven() {
    let mut table = Table::bare(4, &["modules=hindrance"]);
    table
        .hand(
            1,
            "hook, hook black, rum, rum, rum, rum, rum, rum, rum, rum",
        )
        .hand(
            2,
            "pistol, pistol, lantern, lantern, lantern, lantern, hook, hook",
        )
        .hand(3, "chest")
        .hand(
            4,
            "parrot, parrot, parrot, parrot, parrot, parrot, parrot, parrot, chest",
        );
    table.act("play hook start");
    assert_eq!(table.to_move(), 1, "an ordinary card does nothing");
    table.act("play hook start black");
    assert_eq!(
        table.at(1, table.first("hook", 6)),
        1,
        "the move comes first"
    );
    assert_eq!(table.to_move(), 2);
    table.act("discard lantern");
    assert_eq!(
        (table.to_move(), table.held(2)),
        (4, 7),
        "seat 3 has few cards"
    );
    table.act("discard parrot").act("discard chest");
    assert_eq!((table.held(4), table.held(1)), (7, 8), "not who used it");
    assert_eq!((table.to_move(), table.state.actions_left), (1, 1));
    assert_eq!(
        table.state.discards,
        cards("hook, hook black, lantern, parrot, chest")
    );
}

/// CA-7.2: Otherwise hands have no limit, and without the module there are no black cards.
#[test]
fn hands_have_no_limit_otherwise() {
    let mut table = Table::bare(2, &["modules=hindrance"]);
    table
        .hand(2, SEVEN)
        .hand(2, "chest, chest, chest")
        .hand(1, "rum");
    table.act("play rum start").act("end");
    assert_eq!((table.to_move(), table.held(2)), (2, 10));
    let mut table = Table::bare(2, &[]);
    table
        .hand(2, SEVEN)
        .hand(2, "chest, chest, chest")
        .hand(1, "rum, rum");
    assert!(!table.allows_any("play rum start black"));
}

/// CA-7.3: Each choice of cards is possible in exactly one order.
#[test]
fn discards_are_chosen_in_ascending_order() {
    let mut table = Table::bare(2, &["modules=hindrance"]);
    table
        .hand(1, "rum black")
        .hand(2, SEVEN)
        .hand(2, "hook, hook, hook black");
    table.act("play rum start black");
    // Three cards must be discarded, in the order of the six kinds, as long as the remaining kinds
    // suffice.
    assert_eq!(
        table.legal(),
        ["discard pistol", "discard rum", "discard hook"]
    );
    table.act("discard rum");
    assert!(!table.can("discard pistol"));
    table.act("discard hook").act("discard hook black");
    assert_eq!(
        table.state.hands[1],
        cards("pistol, pistol, pistol, rum, rum, rum, hook")
    );
    assert_eq!(table.to_move(), 1);
}

/// CA-7.1: A black card as the third action takes effect before the next turn.
#[test]
fn black_card_as_the_last_action_takes_effect() {
    let mut table = Table::bare(2, &["modules=hindrance"]);
    table
        .hand(1, "rum, rum, rum black")
        .hand(2, SEVEN)
        .hand(2, "chest");
    table
        .act("play rum start")
        .act("play rum start")
        .act("play rum start black");
    assert_eq!((table.to_move(), table.state.active), (2, 0));
    table.act("discard chest");
    assert_eq!((table.to_move(), table.state.active), (2, 1));
}

/// CA-11.1: A black card also takes effect when its power is used, and only once for a pair, after
/// the power.
#[test]
fn black_cards_used_as_a_power_take_effect_once() {
    let mut table = Table::bare(3, &["modules=hindrance,black-magician"]);
    table
        .hand(1, "parrot black, parrot black, lantern black")
        .hand(2, SEVEN)
        .hand(2, "chest, chest");
    table.act("parrots rum start 2 black");
    assert_eq!(table.to_move(), 2);
    table.act("discard chest").act("discard chest");
    assert_eq!((table.to_move(), table.held(2)), (1, 7));
    table.hand(2, "hook");
    table.act("lantern black");
    assert_eq!(table.to_move(), 1, "the card to keep");
    while table.to_move() == 1 {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
    assert!(table.can("discard hook"));
}

/// CA-11.1, CA-A27: A hook with a black second card takes effect.
#[test]
fn black_second_card_of_a_hook_takes_effect() {
    let mut table = Table::bare(2, &["modules=hindrance,black-magician"]);
    table
        .pirates(1, &[8, 8])
        .hand(1, "hook, rum black")
        .hand(2, SEVEN)
        .hand(2, "chest");
    table.act("hook rum 8 +black");
    assert!(table.can("discard chest"));
}
