//! Movement of Jean's ship and its effects (M-24.3 to M-24.5), and possible actions of the player
//! in her turn.

use portolan::games::GameSetup;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::{ENTRY, Maracaibo};

use crate::jean_support::{JEAN, solo};
use crate::support::Table;

/// Returns the destination of Jean's ship with a card from a place.
fn lands(table: &mut Table, from: &str, card: &str) -> String {
    table.jean_ship(from).jean_turn(card);
    table.jean_at().to_string()
}

/// M-A69: A single arrow applies to all forks of a move.
#[test]
fn one_arrow_applies_to_all_forks() {
    for (branch, passed) in [("upper", ["4", "13"]), ("lower", ["5", "14"])] {
        let mut data = crate::support::data();
        let cards = data.files.get_mut("automa_cards.csv").expect("the cards");
        *cards = cards.replace("A1,1,upper", &format!("A1,4,{branch}"));
        let game = Maracaibo::new(&GameSetup {
            game: ENTRY.name.to_string(),
            players: 1,
            options: Default::default(),
            data,
        });
        let mut table = solo(&[]);
        table.game = game.expect("the cards are accepted");
        assert_eq!(
            lands(&mut table, "0", "A1"),
            passed[1],
            "1, {passed:?} with 11 between"
        );
        assert_eq!(table.market(passed[0]), 0);
        assert_eq!(table.market(passed[1]), 1);
    }
}

/// M-24.4, M-A70: Jean takes the quest that was placed first for free, and her turn ends
/// immediately.
#[test]
fn quest_ends_jeans_turn() {
    let mut table = solo(&[]);
    table.lay_quest("2", "19").lay_quest("2", "1");
    table.jean_turn("C1");
    assert_eq!(table.jean_at(), "2");
    let jean = &table.state.players[JEAN];
    assert_eq!(jean.quests, table.quest("19").bit());
    assert_eq!(jean.quest_count, 1);
    assert_eq!(table.state.map_quests_len, 1);
    assert_eq!(
        table.state.jean.discs, 22,
        "the card's actions were not carried out"
    );
    assert_eq!(table.score(JEAN), 0);
    assert_eq!(
        (table.decision(), table.state.active),
        (PendingKind::Sail, 0)
    );
    assert_eq!(
        table.jean_events()[1..3],
        ["jean_card C1 0", "jean_quest 19 0"]
    );
}

/// M-24.4, M-A66: Jean's fourth and later tiles give no VP.
#[test]
fn jeans_quest_tiles_give_no_immediate_vp() {
    let mut table = solo(&[]);
    for (place, quest) in [("2", "1"), ("3", "2"), ("6", "3"), ("7", "4"), ("8", "5")] {
        table.lay_quest(place, quest);
        let from = if place < "4" { "1" } else { "4" };
        table.jean_ship(from).jean_turn("A1");
        assert_eq!(table.jean_at(), place);
    }
    assert_eq!(table.state.players[JEAN].quest_count, 5);
    assert_eq!(table.score(JEAN), 0);
}

/// M-24.5: A free market space gets the leftmost disc, followed by the actions of the card instead
/// of those of the city.
#[test]
fn jean_puts_a_disc_on_a_free_market() {
    let mut table = solo(&[]);
    table.market_full("5");
    let spaces = table.market("5");
    table.state.market[usize::from(table.place("5"))] >>= 1;
    table.jean_ship("1").jean_turn("A5");
    assert_eq!(table.jean_at(), "11");
    assert_eq!((table.market("11"), table.state.jean.discs), (1, 21));
    assert_eq!(table.state.players[JEAN].influence, [0, 0, 1]);
    assert_eq!(
        table.state.players[JEAN].token_count, 0,
        "Maracaibo's combat is ignored"
    );
    table.jean_ship("1").jean_turn("A2");
    assert_eq!((table.jean_at(), table.market("5")), ("5", spaces));
    assert_eq!(table.state.jean.discs, 20);
    assert!(table.state.jean.cards.is_empty());
    assert_eq!(
        table.jean_events()[..2],
        ["jean_sailed 11 0", "jean_card A5 1"]
    );
    assert!(
        table
            .jean_events()
            .contains(&"jean_delivered 11 0".to_string())
    );
}

/// M-24.5, M-24.12: With a full market, Jean takes the display card at the position shown, face
/// down next to her board, and the display is refilled in place.
#[test]
fn full_market_gives_jean_the_display_card_at_the_position() {
    for (position, cards) in [
        (1, &["A4", "C1"][..]),
        (2, &["A2", "C2"]),
        (3, &["A1", "A5", "B1", "B2", "B3", "B4", "B5", "C3"]),
        (4, &["A3", "B6", "C4"]),
    ] {
        for card in cards {
            let mut table = solo(&[]);
            for city in ["1", "4", "5"] {
                table.market_full(city);
            }
            let display = table.state.display;
            let pile = table.state.pile_len;
            table.jean_turn(card);
            let taken: Vec<_> = table.state.jean.cards.iter().collect();
            assert_eq!(taken, [display[position - 1].expect("a card")], "{card}");
            let now = table.state.display;
            for (space, (old, new)) in display.iter().zip(&now).enumerate() {
                assert_eq!(old == new, space != position - 1, "{card}");
            }
            assert_eq!(table.state.pile_len, pile - 1);
            let id = table.components().labels.cards[usize::from(taken[0])].clone();
            assert!(table.jean_events().contains(&format!("jean_took {id} 0")));
        }
    }
}

/// M-A32, M-2.2: Jean ends the round by reaching 21a, and the game by reaching 22; the player
/// starts the next round.
#[test]
fn jean_ends_the_round_at_21a() {
    let mut table = solo(&[]);
    table.jean_ship("20").jean_turn("A2");
    assert_eq!(
        (table.decision(), table.state.active),
        (PendingKind::Interim, 1)
    );
    assert!(
        table
            .jean_events()
            .contains(&"round_end round1 0".to_string())
    );
    table.act("take vp");
    assert_eq!((table.state.round, table.state.active), (2, 0));
    assert_eq!(table.decision(), PendingKind::Sail);
    assert_eq!(table.jean_at(), "0");
}

/// M-A68: If the position is empty, Jean takes the rightmost card, or none if the display is empty.
#[test]
fn empty_display_position_gives_jean_the_rightmost_card() {
    for (left, taken) in [(Some(1), 1), (Some(3), 1), (None, 0)] {
        let mut table = solo(&[]);
        table.state.pile_len = 0;
        table.state.discards = Default::default();
        for space in 0..4 {
            if Some(space) != left && space > 0 || left.is_none() {
                table.state.display[space] = None;
            }
        }
        let rightmost = left.and_then(|space| table.state.display[space]);
        // Position 3, with a display that cannot be refilled.
        table.jean_ship("14").jean_turn("A5");
        assert_eq!(table.state.jean.cards.len(), taken);
        assert_eq!(table.state.jean.cards.iter().next(), rightmost);
    }
}

/// M-A28, M-21.2: When Jean's ship stops at an own assistant, the owner of `visitor` chooses before
/// her turn continues; passing gives nothing.
#[test]
fn jeans_stop_triggers_the_visitor_effect() {
    for (choice, doubloons, points) in [("take vp", 0, 1), ("take doubloons", 2, 0)] {
        let mut table = solo(&[]);
        table.own(0, "A018").own(0, "B080");
        table.player(0).doubloons = 0;
        let before = table.score(0);
        table.jean_turn("A4");
        assert_eq!(
            (table.jean_at(), table.decision()),
            ("4", PendingKind::Visitor)
        );
        assert_eq!(table.state.top().map(|task| task.seat), Some(0));
        assert_eq!(
            (table.market("4"), table.state.players[JEAN].influence),
            (0, [0; 3])
        );
        table.act(choice);
        assert_eq!(table.player(0).doubloons, doubloons);
        assert_eq!(table.score(0), before + points);
        assert_eq!(
            (table.market("4"), table.state.players[JEAN].influence),
            (1, [0, 1, 0])
        );
        assert_eq!(
            (table.decision(), table.state.active),
            (PendingKind::Sail, 0)
        );
    }
    let mut table = solo(&[]);
    table
        .own(0, "A018")
        .own(0, "B080")
        .jean_ship("1")
        .jean_turn("A4");
    assert_eq!(
        (table.jean_at(), table.decision()),
        ("11", PendingKind::Sail)
    );
}

/// M-A29: Jean can lose VP in any category, but not below 0.
#[test]
fn jump_steal_takes_vp_from_jean() {
    for (hers, stolen) in [(3, 1), (0, 0)] {
        let mut table = solo(&[]);
        table.own(0, "B040").explorer(0, "1").explorer(JEAN, "2");
        table.player(0).points = [0; 15];
        table.state.jean.points[0] = hers;
        table.explore(1).act("advance 3 over 2");
        assert_eq!(table.score(0), stolen);
        assert_eq!(table.score(JEAN), i32::from(hers) - stolen);
        assert_eq!(table.points(JEAN, "explorer"), -stolen);
    }
}
