//! The base game (CA-2).

use portolan::game::prelude::*;
use portolan::games::cartagena::cards::Cards;
use portolan::games::cartagena::path::{HOME, START};

use super::support::{Table, cards, refused, rules};

/// CA-2.1: The game is for two to five players. Six strips have 36 spaces, starting at the jail.
#[test]
fn six_strips_have_36_spaces_for_two_to_five_players() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        assert_eq!((game.path().length, game.seats()), (36, players));
    }
}

/// CA-2.2, CA-A1: The order and orientation of the strips differ between deals.
#[test]
fn strips_are_shuffled_and_rotated() {
    let strips = |table: &Table| -> Vec<Vec<usize>> {
        let symbol = |space: u32| {
            let of = |spaces: &u64| spaces >> space & 1 == 1;
            table.state.symbols.iter().position(of).unwrap()
        };
        (0..6)
            .map(|strip| (1..=6).map(|place| symbol(6 * strip + place)).collect())
            .collect()
    };
    let printed: Vec<Vec<usize>> = rules(2, &[])
        .components()
        .strips
        .iter()
        .map(|sides| sides[0].map(usize::from).to_vec())
        .collect();
    let (mut as_printed, mut turned, mut first) = (0, 0, std::collections::BTreeSet::new());
    for seed in 0..60 {
        let laid = strips(&Table::dealt(2, &[], seed));
        first.insert(laid[0].clone());
        for strip in laid {
            let back: Vec<usize> = strip.iter().rev().copied().collect();
            as_printed += usize::from(printed.contains(&strip));
            turned += usize::from(printed.contains(&back));
        }
    }
    assert_eq!(as_printed + turned, 360, "only strips of the box are laid");
    assert!(as_printed > 120 && turned > 120);
    assert!(first.len() > 12, "16 strips can lie first: {}", first.len());
}

/// CA-2.3: Each player has six pirates in jail and six cards; the remaining cards form the pile.
#[test]
fn players_start_with_six_pirates_and_six_cards() {
    for players in 2..=5 {
        let table = Table::dealt(players, &[], 3);
        for seat in 1..=players {
            assert_eq!((table.at(seat, START), table.held(seat)), (6, 6));
        }
        assert_eq!(usize::from(table.state.pile.len()), 102 - 6 * players);
    }
}

/// CA-2.3, CA-2.15: Another number of cards for single seats; a seat without cards may rest.
#[test]
fn cards_dealt_change_by_seat() {
    let mut table = Table::dealt(3, &["seat_1_cards=-6", "seat_3_cards=6"], 3);
    assert_eq!([1, 2, 3].map(|seat| table.held(seat)), [0, 6, 12]);
    assert_eq!(table.state.pile.len(), 102 - 18);
    table.check();
    table.act("rest");
    assert_eq!((table.held(1), table.to_move()), (1, 2));
    assert!(refused(&["seat_1_cards=-7"]).contains("a number from -6 to 6"));
    assert!(refused(&["seat_3_cards=1"]).contains("the game has 2 players"));
}

/// CA-2.4: Seat 1 begins, and play proceeds clockwise.
#[test]
fn turns_proceed_clockwise() {
    let mut table = Table::bare(3, &[]);
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(table.to_move());
        if table.can("rest") {
            table.act("rest");
        } else {
            let first = table.legal()[0].clone();
            table.act(&first).act("end");
        }
    }
    assert_eq!(order, [1, 2, 3, 1, 2]);
}

/// CA-2.5, CA-A2: A turn has one to three actions in any order, or none if no action is possible.
#[test]
fn turn_has_one_to_three_actions() {
    let mut table = Table::bare(2, &[]);
    table.hand(1, "rum, rum, hook, hook").hand(2, "rum");
    assert!(!table.can("end"));
    table.act("play rum start");
    assert!(table.can("end"));
    table.act("play hook start").act("play rum start");
    assert_eq!(table.to_move(), 2);
    table.act("play rum start").act("end");
    assert_eq!(table.to_move(), 1);
}

/// CA-2.6: The first player with all pirates on the sloop wins immediately.
#[test]
fn first_player_with_all_pirates_home_wins() {
    let mut table = Table::bare(2, &[]);
    table
        .pirates(1, &[HOME, HOME, HOME, HOME, HOME, 36])
        .hand(1, "rum, rum");
    table.act("play rum 36");
    assert_eq!(table.to_move(), 0);
    assert_eq!(table.game.ranks(&table.state), [1, 2]);
    assert!(!table.game.capped(&table.state));
    assert_eq!(table.happened().last().unwrap().0, "won");
}

/// CA-2.7: A card moves a pirate to the next empty space with its symbol, skipping spaces with any
/// pirates, and is discarded.
#[test]
fn card_moves_to_the_next_empty_space_of_its_symbol() {
    let mut table = Table::bare(2, &[]);
    let (first, second) = (table.first("rum", 0), table.first("rum", 6));
    table.hand(1, "rum, rum, rum");
    table.act("play rum start").act("play rum start");
    assert_eq!((table.at(1, first), table.at(1, second)), (1, 1));
    assert_eq!(table.state.discards, cards("rum, rum"));
    table.act(&format!("play rum {second}"));
    assert_eq!(table.at(1, table.first("rum", 12)), 1);
}

/// CA-2.8: If there is no empty space ahead, the pirate moves directly to the sloop.
#[test]
fn card_without_a_space_ahead_moves_to_the_sloop() {
    let mut table = Table::bare(2, &[]);
    let last = table.first("parrot", 30);
    table.pirates(1, &[last]).hand(1, "parrot");
    table.act(&format!("play parrot {last}"));
    assert_eq!(table.at(1, HOME), 1);
}

/// CA-2.9: Pirates at the goal do not move forward.
#[test]
fn pirates_at_the_goal_do_not_move_forward() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[HOME, HOME]).hand(1, "rum");
    assert_eq!(table.legal(), ["play rum start"]);
}

/// CA-2.10: A pirate moves back to the first space with one or two pirates of any colour, skipping
/// empty and full spaces.
#[test]
fn backward_move_stops_at_one_or_two_pirates() {
    let mut table = Table::bare(2, &[]);
    table
        .pirates(1, &[20, 10, 9])
        .pirates(2, &[15, 15, 15, 12, 10]);
    table.act("back 20");
    assert_eq!(
        table.at(1, 12),
        1,
        "15 is full, 16 to 19 and 14, 13 are empty"
    );
    table.act("back 12");
    assert_eq!(table.at(1, 10), 2);
}

/// CA-2.11: The player draws one card per pirate on that space and may use them in the same turn.
#[test]
fn backward_move_draws_one_card_per_pirate() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[20, 12]).pirates(2, &[11, 11, 10]);
    table.pile_left("rum, rum, hook, hook");
    table.act("back 12");
    assert_eq!(table.held(1), 2);
    assert!(table.allows_any("play"));
    table.act("back 20");
    assert_eq!(
        (table.at(1, 10), table.held(1)),
        (1, 3),
        "11 is full by then"
    );
}

/// CA-2.12: A space holds at most three pirates.
#[test]
fn space_holds_at_most_three_pirates() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[8]).pirates(2, &[5, 5, 5]);
    assert!(!table.can("back 8"));
}

/// CA-2.13, CA-A3: Pirates cannot move back to jail.
#[test]
fn pirates_cannot_move_back_to_jail() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[4]);
    assert_eq!(table.legal(), ["rest"]);
}

/// CA-2.14: In the base game, only backward moves lead to a space with other pirates.
#[test]
fn only_backward_moves_share_a_space() {
    let mut actions = Vec::new();
    for seed in 0..40 {
        let mut table = Table::dealt(3, &[], seed);
        for _ in 0..200 {
            table.game.legal_actions(&table.state, &mut actions);
            let Some(&action) = actions.get(seed as usize * 7 % actions.len().max(1)) else {
                break;
            };
            let text = table.game.action_text(&table.state, action);
            let before = table.state.crowd.pairs();
            table.act(&text);
            if !text.starts_with("back") {
                assert_eq!(table.state.crowd.pairs() & !before, 0, "{text}");
            }
        }
    }
}

/// CA-2.15, CA-A23, CA-A28: A player without cards may skip a whole turn for one card, but not with
/// cards in hand and not after an action.
#[test]
fn resting_requires_an_empty_hand_and_no_action() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[20, 10]).pirates(2, &[15]);
    assert_eq!(table.legal(), ["back 20", "rest"]);
    table.act("rest");
    assert_eq!((table.held(1), table.to_move()), (1, 2));
    table.act("rest");
    assert!(!table.can("rest"), "there is a card in hand");
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[20, 10]).pirates(2, &[15]);
    table.act("back 20");
    table.state.hands[0] = Cards::NONE;
    assert!(!table.can("rest"));
}

/// CA-2.16, CA-A4, CA-A26: When a card must be drawn from an empty pile, the discards become the
/// pile, including the card just played.
#[test]
fn discards_become_the_pile_when_it_is_empty() {
    let mut table = Table::bare(2, &[]);
    table
        .pirates(1, &[20, 10])
        .pirates(2, &[15, 15])
        .hand(1, "rum");
    table.pile_left("hook");
    table.act("back 20");
    assert_eq!((table.held(1), table.state.discards.len()), (3, 0));
    assert_eq!(table.state.pile.len(), 99);
}

/// CA-A30: If there are too few cards to draw, the move is still legal and draws the remaining
/// ones.
#[test]
fn move_is_legal_with_too_few_cards_to_draw() {
    let mut table = Table::bare(2, &[]);
    table.pirates(1, &[20, 10]).pirates(2, &[15, 15]);
    table.state.hands[1] = table.state.pile;
    table.state.hands[1].remove(0);
    table.state.pile = cards("pistol");
    table.act("back 20");
    assert_eq!(table.held(1), 1);
    assert!(table.can("back 15"));
    table.act("back 15");
    assert_eq!((table.held(1), table.at(1, 10)), (1, 2));
}

/// CA-A28: With cards in hand but no legal action, the turn just ends. In the base game a card can
/// always be played, so this test uses the sloop of the full escape.
#[test]
fn turn_without_a_legal_action_ends() {
    let mut table = Table::bare(2, &["story=full-escape", "sail_back_counts_jail=off"]);
    table.state.at_tortuga = true;
    table.pirates(2, &[6, 12, 16]).hand(1, "rum").hand(2, "rum");
    assert_eq!(table.legal(), ["end"]);
    table.act("end");
    assert_eq!((table.to_move(), table.held(1)), (2, 1));
}
