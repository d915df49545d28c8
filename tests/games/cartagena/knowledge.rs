//! Knowledge about hidden cards (CA-1.6, CA-A34): determinizations preserve it and resample the
//! rest.

use portolan::game::prelude::*;
use portolan::games::cartagena::cards::Cards;
use portolan::games::cartagena::state::State;
use portolan::random::stream;

use super::support::{Table, card, cards};

/// Returns determinizations for the seat (from 1).
fn worlds(table: &Table, observer: usize) -> Vec<State> {
    (0..40)
        .map(|number| {
            let mut world = table.state.clone();
            let mut rng = stream(number, &[]);
            table.game.determinize(&mut world, observer - 1, &mut rng);
            world
        })
        .collect()
}

fn hands(worlds: &[State], seat: usize) -> Vec<Cards> {
    worlds.iter().map(|world| world.hands[seat - 1]).collect()
}

/// CA-1.6: An unseen hand may contain any card that is not seen elsewhere.
#[test]
fn determinizations_vary_unseen_hands() {
    let mut table = Table::bare(3, &[]);
    table
        .hand(1, "rum, rum")
        .hand(2, "hook, hook, hook")
        .hand(3, "chest");
    let worlds = worlds(&table, 1);
    let (second, third) = (hands(&worlds, 2), hands(&worlds, 3));
    assert!(second.iter().any(|hand| *hand != second[0]));
    assert!(third.iter().any(|hand| *hand != third[0]));
    for world in &worlds {
        assert_eq!(world.hands[0], cards("rum, rum"));
        assert_eq!((world.hands[1].len(), world.hands[2].len()), (3, 1));
    }
}

/// CA-A34: After a pistol, the player knows the other hand except for the card drawn afterwards,
/// and the other player knows the card taken. Third players know neither.
#[test]
fn hand_revealed_by_a_pistol_is_known() {
    let mut table = Table::bare(3, &["modules=black-magician"]);
    table
        .hand(1, "pistol")
        .hand(2, "rum, hook, hook")
        .hand(3, "chest");
    table.pile_left("lantern, parrot, chest, chest, rum, rum, hook");
    table.act("pistol 2");
    assert!(
        hands(&worlds(&table, 1), 2)
            .iter()
            .all(|hand| *hand == cards("rum, hook, hook"))
    );
    table.act("take hook");
    for hand in hands(&worlds(&table, 1), 2) {
        assert_eq!(hand.minus(&cards("rum, hook")).len(), 1);
    }
    assert!(
        hands(&worlds(&table, 2), 1)
            .iter()
            .all(|hand| *hand == cards("hook"))
    );
    let third = hands(&worlds(&table, 3), 1);
    assert!(third.iter().any(|hand| *hand != cards("hook")));
    let seen = table.game.describe(&table.state, Some(0));
    assert!(seen.contains("hand 3: rum, hook and 1 unknown"), "{seen}");
}

/// A card that is played is no longer known to be in the hand, and a card taken by a third player
/// may be any of them.
#[test]
fn knowledge_ends_when_cards_leave_the_hand() {
    let mut table = Table::bare(3, &["modules=black-magician"]);
    table
        .hand(1, "pistol")
        .hand(2, "rum, hook, hook, chest")
        .hand(3, "pistol, lantern");
    table.act("pistol 2").act("take chest").act("end");
    table.act("play hook start").act("end");
    let known = |table: &Table| table.state.knowledge[0].hands[1];
    assert_eq!(known(&table), cards("rum, hook"));
    table.act("pistol 2").act("take rum");
    assert_eq!(known(&table), Cards::NONE);
}

/// CA-A34: A player who gives a card with rum knows it; other players do not.
#[test]
fn given_cards_are_known_only_to_the_giver() {
    let mut table = Table::bare(3, &["modules=black-magician"]);
    table
        .hand(1, "rum")
        .pile_left("pistol, lantern, hook, chest, parrot, parrot, rum, rum");
    table.act("rum");
    let keep = table.legal()[0].clone();
    table.act(&keep);
    while table.legal().iter().any(|text| text.starts_with("give")) {
        let give = table.legal()[0].clone();
        assert!(!table.game.hidden_from(
            &table.state,
            table.game.parse_action(&table.state, &give).unwrap(),
            1
        ));
        assert!(table.game.hidden_from(
            &table.state,
            table.game.parse_action(&table.state, &give).unwrap(),
            2
        ));
        table.act(&give);
    }
    let gift = table.state.hands[2];
    assert!(
        hands(&worlds(&table, 1), 3)
            .iter()
            .all(|hand| *hand == gift)
    );
    assert!(
        hands(&worlds(&table, 2), 3)
            .iter()
            .any(|hand| *hand != gift)
    );
}

/// CA-8.3: A player who put cards back knows their order, and which of them were drawn later.
#[test]
fn order_of_cards_put_back_is_known() {
    let mut table = Table::bare(2, &["modules=black-magician"]);
    table
        .hand(1, "lantern")
        .pile_left("pistol, rum, hook, chest");
    table.state.discards.remove(card("rum"));
    table.state.pile.add(card("rum"));
    table.act("lantern");
    for name in ["keep", "put", "put"] {
        if let Some(text) = table
            .legal()
            .into_iter()
            .find(|text| text.starts_with(name))
        {
            table.act(&text);
        }
    }
    let top = table.state.top;
    assert!(worlds(&table, 1).iter().all(|world| world.top == top));
    assert!(worlds(&table, 2).iter().any(|world| world.top != top));
    table.pass().act("rest");
    let drawn = table.state.hands[1];
    assert!(
        hands(&worlds(&table, 1), 2)
            .iter()
            .all(|hand| *hand == drawn)
    );
}

/// CA-2.16: When the open discards become the pile, everyone knows the combined hands of the
/// others; with two players, this is the hand of the opponent.
#[test]
fn reshuffle_reveals_the_combined_other_hands() {
    let mut table = Table::bare(2, &[]);
    table.hand(1, "rum").hand(2, "hook, chest, chest");
    table.pirates(1, &[20, 10]).pile_left("lantern");
    table.state.discards.remove(card("rum"));
    table.state.hands[1].add(card("rum"));
    table.pirates(2, &[15, 15]);
    table.act("back 20");
    for world in worlds(&table, 1) {
        assert_eq!(world.hands[1], cards("rum, hook, chest, chest"));
    }
    let own = worlds(&table, 2);
    assert!(
        hands(&own, 1)
            .iter()
            .all(|hand| hand.minus(&cards("rum, lantern")).len() == 1)
    );
    let mut three = Table::bare(3, &[]);
    three.hand(2, "hook, chest").hand(3, "rum, lantern");
    three
        .pirates(1, &[20, 10])
        .pirates(2, &[15, 15])
        .pile_left("");
    three.act("back 20");
    let both = cards("hook, chest, rum, lantern");
    let worlds = worlds(&three, 1);
    assert!(
        worlds
            .iter()
            .all(|world| world.hands[1].plus(&world.hands[2]) == both)
    );
    let second = hands(&worlds, 2);
    assert!(
        second.iter().any(|hand| *hand != second[0]),
        "who has which is not known"
    );
}
