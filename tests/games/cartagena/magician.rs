//! The Black Magician (CA-8) and its combination with other modules (CA-11).

use portolan::games::cartagena::cards::Cards;
use portolan::games::cartagena::components::{EMPTY, SNAKE};
use portolan::games::cartagena::path::{HOME, SLOOP, START, Walk, bit};

use super::support::{Table, cards, refused, symbol};

fn bare(players: usize, options: &[&str]) -> Table {
    let mut all = vec!["modules=black-magician"];
    all.extend(options);
    Table::bare(players, &all)
}

/// Leaves only face-down tiles of this kind.
fn only_tile(table: &mut Table, kind: usize) {
    let closed = table.state.closed_tiles.iter().sum();
    table.state.closed_tiles = [0; 5];
    table.state.closed_tiles[kind] = closed;
}

/// CA-8.1: A card is used for a move or for its power; without the module, only for a move.
#[test]
fn powers_require_the_module() {
    for (modules, power) in [("black-magician", true), ("none", false)] {
        let mut table = Table::bare(2, &[&format!("modules={modules}")]);
        table.hand(1, "rum, lantern, parrot, parrot").hand(2, "rum");
        assert!(table.can("play rum start"));
        for text in ["rum", "lantern", "parrots hook start"] {
            assert_eq!(table.can(text), power, "{text}");
        }
    }
}

/// CA-8.2, CA-A31: There is a tile on every chest space of the layout; the others are set aside.
#[test]
fn every_chest_space_has_a_tile() {
    for strips in 4..=8 {
        let table = bare(2, &[&format!("strips={strips}")]);
        assert_eq!(
            table.state.chests,
            table.state.symbols[usize::from(symbol("chest"))]
        );
        assert_eq!(Walk(table.state.chests).count(), strips);
        assert_eq!(table.state.closed_tiles.iter().sum::<u8>(), 8);
    }
    assert_eq!(Table::bare(2, &[]).state.chests, 0);
}

/// CA-8.3, CA-A19, CA-A34: The pistol reveals a hand and takes a card from it, and its owner draws a
/// card.
#[test]
fn pistol_takes_a_card_from_a_revealed_hand() {
    let mut table = bare(3, &[]);
    table.hand(1, "pistol, pistol").hand(3, "rum, chest, chest");
    assert!(!table.can("pistol 2"), "an empty hand");
    table.act("pistol 3");
    assert_eq!(table.legal(), ["take rum", "take chest"]);
    assert_eq!(table.to_move(), 1);
    table.act("take chest");
    assert_eq!(table.state.hands[0], cards("pistol, chest"));
    assert_eq!(table.held(3), 3);
    assert_eq!((table.to_move(), table.state.actions_left), (1, 2));
}

/// CA-8.3, CA-A20: Rum draws one card more than there are players. Two of them are kept and the
/// others are given away.
#[test]
fn rum_draws_cards_and_gives_some_away() {
    let mut table = bare(3, &[]);
    table
        .hand(1, "rum")
        .pile_left("pistol, lantern, hook, hook");
    table.act("rum");
    assert_eq!(
        table.legal(),
        [
            "keep pistol and lantern",
            "keep pistol and hook",
            "keep lantern and hook",
            "keep hook and hook"
        ]
    );
    table.act("keep pistol and hook");
    assert_eq!(table.legal(), ["give lantern", "give hook"]);
    table.act("give hook");
    assert_eq!(table.state.hands[0], cards("pistol, hook"));
    assert_eq!(table.state.hands[1], cards("hook"));
    assert_eq!(table.state.hands[2], cards("lantern"));
    assert_eq!((table.to_move(), table.state.actions_left), (1, 2));
}

/// CA-A20: If the pile is too small, the remaining cards are used, first for the player.
#[test]
fn rum_uses_the_remaining_cards_of_a_short_pile() {
    let mut table = bare(3, &[]);
    table.hand(1, "rum").hand(2, "chest");
    table.state.hands[1] = table.state.hands[1].plus(&table.state.pile);
    table.state.pile = Cards::NONE;
    table.act("rum");
    assert_eq!(
        table.state.hands[0],
        cards("rum"),
        "it was the only card to draw"
    );
    assert_eq!(table.state.actions_left, 2);
}

/// CA-8.3: The lantern draws four cards, keeps one and puts three back in any order.
#[test]
fn lantern_takes_one_of_four_cards() {
    let mut table = bare(2, &[]);
    table
        .hand(1, "lantern")
        .pile_left("pistol, rum, hook, chest");
    table.act("lantern");
    assert_eq!(table.legal().len(), 4);
    table.act("keep rum");
    assert_eq!(table.state.hands[0], cards("rum"));
    table.act("put chest").act("put pistol");
    assert_eq!((table.state.top_len, table.state.drawn.len()), (3, 0));
    // The hook was put back last, so it is drawn first.
    table.pass();
    table.act("rest");
    assert_eq!(table.state.hands[1], cards("hook"));
    table.state.hands[0] = Cards::NONE;
    table.state.discards.add(1);
    table.act("rest");
    assert_eq!(table.state.hands[0], cards("pistol"));
    table.check();
}

/// CA-8.3, CA-A18, CA-A33: Two parrots move a pirate like any other symbol for one action, but are
/// not used as a power unless the option permits it.
#[test]
fn two_parrots_act_as_any_other_symbol() {
    let mut table = bare(2, &[]);
    table.hand(1, "parrot").hand(2, "rum");
    assert!(!table.allows_any("parrots"));
    table.hand(1, "parrot, parrot");
    assert!(!table.can("parrots parrot start"));
    for name in ["pistol", "rum", "lantern", "hook", "chest"] {
        assert!(table.can(&format!("parrots {name} start")));
    }
    assert!(!table.allows_any("rum") && !table.allows_any("pistol"));
    table.act("parrots chest start");
    assert_eq!(table.at(1, table.first("chest", 0)), 1);
    assert_eq!((table.held(1), table.state.actions_left), (1, 2));

    let mut table = bare(2, &["parrot_power=on"]);
    table
        .hand(1, "parrot, parrot, hook")
        .hand(2, "rum")
        .pirates(1, &[8, 8]);
    assert!(table.can("hook hook 8 by parrots"));
    table.act("pistol 2 by parrots");
    assert_eq!(table.state.discards, cards("parrot, parrot"));
    table.act("take rum");
    assert_eq!(table.state.hands[0], cards("hook, rum"));
}

/// CA-8.3, CA-A15, CA-A16, CA-A21, CA-A27: The hook with a second card moves two own pirates from
/// one space together, for two actions.
#[test]
fn hook_moves_two_own_pirates_together() {
    let mut table = bare(2, &[]);
    table
        .pirates(1, &[8, 8, 9])
        .pirates(2, &[9])
        .hand(1, "hook, rum, rum");
    assert!(
        !table.can("hook rum 9"),
        "one of the two is not an own pirate"
    );
    assert!(!table.can("hook hook 8"), "there is no second hook");
    assert!(!table.allows_any("hook rum start"));
    table.act("hook rum 8");
    let target = table.first("rum", 8);
    assert_eq!((table.at(1, target), table.state.actions_left), (2, 1));
    assert_eq!(table.state.discards, cards("hook, rum"));
    table.hand(1, "hook");
    assert!(!table.allows_any("hook"), "only one action is left");
    let mut table = bare(2, &[]);
    table.pirates(1, &[36, 36]).hand(1, "hook, hook");
    table.act("hook hook 36");
    assert_eq!(table.at(1, HOME), 2);
}

/// CA-A15: With the option, one of the two pirates may belong to another player.
#[test]
fn mixed_pair_includes_a_pirate_of_another_player() {
    let mut table = bare(3, &["hook_pair=mixed"]);
    table
        .pirates(1, &[9])
        .pirates(3, &[9, 12, 12])
        .hand(1, "hook, rum");
    assert!(
        !table.allows_any("hook rum 12"),
        "one must be an own pirate"
    );
    table.act("hook rum 9 with 3");
    let target = table.first("rum", 9);
    assert_eq!((table.at(1, target), table.at(3, target)), (1, 1));
}

/// CA-11.3, CA-A29: A pair boards the sloop only if there is room for both.
#[test]
fn pair_boards_only_with_room_for_both() {
    let mut table = bare(2, &["story=full-escape"]);
    let last = table.first("parrot", 12);
    table
        .pirates(1, &[last, last, SLOOP])
        .hand(1, "hook, parrot");
    let text = format!("hook parrot {last}");
    assert!(table.can(&text));
    table.pirates(1, &[SLOOP]);
    assert!(!table.can(&text), "three aboard at most");
    assert!(table.can(&format!("play parrot {last}")));
}

/// CA-8.3, CA-8.4, CA-A22, CA-A32: The chest reveals the tile under an own pirate, who stays there.
/// The tile gives up to three cards and is removed.
#[test]
fn chest_reveals_the_tile_under_an_own_pirate() {
    for (kind, gained) in [(0, 1), (1, 2), (2, 3), (EMPTY, 0)] {
        let mut table = bare(2, &[]);
        let place = table.first("chest", 6);
        only_tile(&mut table, kind);
        table.hand(1, "chest, chest").hand(2, "rum");
        assert!(!table.allows_any("chest"), "nobody stands there");
        table.pirates(1, &[place]);
        table.act(&format!("chest {place}"));
        assert_eq!((table.held(1), table.at(1, place)), (1 + gained, 1));
        assert_eq!(table.state.chests & bit(place), 0);
        assert_eq!(table.state.closed_tiles[kind], 7);
        assert!(!table.allows_any("chest"), "the tile is gone");
    }
    let table = Table::dealt(2, &["modules=black-magician"], 1);
    let cards: u8 = table.state.closed_tiles[..3].iter().sum();
    assert_eq!(
        (
            cards,
            table.state.closed_tiles[EMPTY],
            table.state.closed_tiles[SNAKE]
        ),
        (6, 1, 1)
    );
}

/// CA-8.5: The snake moves the pirate to the nearest empty rum space behind, without cards, and all
/// tiles are placed again.
#[test]
fn snake_moves_the_pirate_back_to_rum() {
    let mut table = bare(2, &[]);
    let place = table.first("chest", 12);
    let rum: Vec<u8> = Walk(table.state.symbols[1])
        .filter(|&space| space < place)
        .collect();
    let (nearest, next) = (rum[rum.len() - 1], rum[rum.len() - 2]);
    table
        .pirates(1, &[place])
        .pirates(2, &[nearest])
        .hand(1, "chest");
    let opened = table.first("chest", 0);
    table.state.chests &= !bit(opened);
    table.state.closed_tiles = [0, 0, 0, 0, 1];
    table.act(&format!("chest {place}"));
    assert_eq!((table.at(1, next), table.held(1)), (1, 0));
    assert_eq!(table.state.chests, table.state.symbols[5]);
    assert_eq!(table.state.closed_tiles, table.game.components().tiles);
}

/// CA-A14, CA-11.3: Without an empty rum space behind, the pirate moves to the start. On the island
/// of the full escape, it moves to the nearest space behind with room, or stays.
#[test]
fn snake_without_rum_moves_to_the_start() {
    let mut table = bare(2, &[]);
    let place = table.first("chest", 0);
    assert!(Walk(table.state.symbols[1]).take(1).all(|rum| rum < place));
    let rum = table.first("rum", 0);
    table
        .pirates(1, &[place])
        .pirates(2, &[rum])
        .hand(1, "chest");
    only_tile(&mut table, SNAKE);
    table.act(&format!("chest {place}"));
    assert_eq!((table.at(1, START), table.at(1, place)), (6, 0));

    // Both rum spaces behind are occupied, and the nearest space is full.
    let mut table = bare(3, &["story=full-escape"]);
    let place = table.first("chest", 24);
    let rum = [table.first("rum", 18), table.first("rum", 24)];
    assert_eq!(rum[1], place - 2);
    table.pirates(1, &[place]).pirates(3, &rum).hand(1, "chest");
    table.pirates(2, &[place - 1, place - 1, place - 1]);
    only_tile(&mut table, SNAKE);
    table.act(&format!("chest {place}"));
    assert_eq!(table.at(1, place - 2), 1, "to the one pirate there");
    assert_eq!(table.held(1), 0, "a retreat draws no cards");

    let mut table = bare(3, &["story=full-escape"]);
    let place = table.first("chest", 18);
    assert_eq!(place, 20);
    table
        .pirates(1, &[place])
        .pirates(2, &[19, 19, 19])
        .hand(1, "chest");
    only_tile(&mut table, SNAKE);
    table.act(&format!("chest {place}"));
    assert_eq!(table.at(1, place), 1, "not into the tunnel");
}

/// CA-8.6: With fewer than eight strips, the snake may not be in play. The tiles set aside are as
/// unknown as the face-down ones.
#[test]
fn snake_may_be_set_aside_with_few_strips() {
    let mut snakes = 0;
    for seed in 0..400 {
        let mut table = Table::dealt(2, &["modules=black-magician", "strips=4"], seed);
        let mut seen = false;
        for _ in 0..4 {
            let place = Walk(table.state.chests).next().unwrap();
            let seat = usize::from(table.state.active);
            table.state.shift(seat, START, place);
            table.state.actions_left = 3;
            table.state.pile = table.state.pile.plus(&table.state.hands[seat]);
            table.state.hands[seat] = Cards::NONE;
            table.hand(seat + 1, "chest").act(&format!("chest {place}"));
            if table.state.closed_tiles[SNAKE] == 1 && table.state.chests.count_ones() == 4 {
                seen = true;
                break;
            }
            if table.at(seat + 1, place) > 0 {
                table.state.shift(seat, place, START);
            }
        }
        snakes += u32::from(seen);
    }
    // Four of eight tiles are used, so the snake is in half of the deals, within five standard
    // errors.
    assert!((150..=250).contains(&snakes), "{snakes} of 400");
}

/// CA-11.2: Morgan is not the power of a card.
#[test]
fn morgan_requires_no_card() {
    let mut table = Table::bare(2, &["modules=morgan,black-magician", "powers=none"]);
    table.pirates(2, &[5]).hand(1, "rum");
    assert!(table.can("morgan 2 5") && !table.can("rum"));
}

/// CA-8.3: The option can leave out powers, which are part of the module.
#[test]
fn option_removes_powers() {
    let mut table = bare(2, &["powers=pistol,rum"]);
    table
        .hand(1, "pistol, rum, lantern, parrot, parrot")
        .hand(2, "rum");
    assert!(table.can("rum") && table.can("pistol 2"));
    assert!(!table.can("lantern") && !table.allows_any("parrots"));
    let mut table = bare(2, &["powers=none", "powers_for=2"]);
    table.hand(1, "rum, rum").hand(2, "rum");
    assert!(table.can("rum"), "only seat 2 lacks them");
    table.act("play rum start").act("end");
    assert!(table.allows_any("play rum") && !table.can("rum"));
    // Using two parrots as another power is a power of the parrots (CA-A18).
    for (powers, by_parrots) in [("powers=rum,parrot", true), ("powers=rum", false)] {
        let mut table = bare(2, &["parrot_power=on", powers]);
        table.hand(1, "parrot, parrot").hand(2, "rum");
        assert_eq!(table.can("rum by parrots"), by_parrots, "{powers}");
    }
    let text = refused(&["modules=black-magician", "powers_for=3"]);
    assert!(text.contains("a seat from 1 to 2"), "{text}");
    let text = refused(&["powers=rum"]);
    assert!(text.contains("modules=black-magician"), "{text}");
}
