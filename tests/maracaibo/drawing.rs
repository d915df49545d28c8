//! Drawing cards (M-5) and open information (M-A71).

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::CardSet;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::random::stream;

use crate::support::Table;

/// Returns a table where seat 0 has passed its main action in a village with these cards in hand,
/// and draws next.
fn drawing(hand: &[&str]) -> Table {
    drawing_with(&[], hand)
}

/// Like [`drawing`], with these options.
fn drawing_with(options: &[&str], hand: &[&str]) -> Table {
    let mut table = Table::bare(2, options);
    table.no_quests().hand(0, hand);
    table.display(&["A013", "A014", "A015", "A018"]);
    for card in ["A020", "A021", "A022"] {
        table.planned(0, card);
    }
    table.at("2", 1);
    table
}

/// M-5.1: A card from the display costs 1 doubloon, and one from the pile is free.
#[test]
fn display_cards_cost_a_doubloon() {
    let mut table = drawing(&[]);
    table.player(0).doubloons = 2;
    table.play(&["pass", "take A014", "draw", "take A018"]);
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.legal(), ["draw"], "no money for another display card");
    let (first, second) = (table.card("A014"), table.card("A018"));
    assert!(table.player(0).hand.contains(first));
    assert!(table.player(0).hand.contains(second));
}

/// M-5.2, M-A68: The display is refilled only when the hand is full, and each gap is filled in
/// place.
#[test]
fn display_is_refilled_in_place_when_the_hand_is_full() {
    let mut table = drawing(&["A009"]);
    table.player(0).doubloons = 5;
    table.play(&["pass", "take A014", "take A018"]);
    let (first, third) = (Some(table.card("A013")), Some(table.card("A015")));
    assert_eq!(table.state.display, [first, None, third, None]);
    table.act("draw");
    let display = table.state.display;
    assert_eq!((display[0], display[2]), (first, third), "nothing shifts");
    assert!(display[1].is_some() && display[3].is_some());
}

/// M-5.3: The discards are shuffled into an empty pile.
#[test]
fn discards_are_shuffled_into_an_empty_pile() {
    let mut table = drawing(&["A009", "A010"]);
    let pile = usize::from(table.state.pile_len);
    for index in 0..pile {
        let card = table.state.pile[index];
        table.state.discards.insert(card);
    }
    table.state.pile_len = 0;
    let discards = table.state.discards;
    table.play(&["pass", "draw"]);
    let new = table.player(0).hand.minus(discards).len();
    assert_eq!(new, 2, "the card drawn is one of the discards");
    assert!(table.state.discards.is_empty());
    assert_eq!(usize::from(table.state.pile_len), discards.len() - 1);
}

/// M-5.3: With a hand above the limit, no cards are drawn or discarded.
#[test]
fn hand_above_the_limit_stays_unchanged() {
    let mut table = drawing(&["A009", "A010", "A011", "A012", "A016"]);
    let discards = table.state.discards.len();
    table.act("pass");
    assert_eq!(table.player(0).hand_len, 5);
    assert_eq!(table.state.discards.len(), discards);
    assert_eq!(table.game.to_move(&table.state), Some(1));
}

/// M-A25: If the pile and the discards are empty, no cards are drawn and the display has gaps.
#[test]
fn drawing_stops_when_no_cards_are_left() {
    let mut table = drawing(&["A009"]);
    table.state.pile_len = 0;
    table.state.discards = CardSet::EMPTY;
    table.player(0).doubloons = 1;
    table.act("pass");
    assert!(!table.can("draw"));
    table.act("take A013");
    // There is no money for a second card.
    assert_eq!(table.game.to_move(&table.state), Some(1));
    assert_eq!(table.player(0).hand_len, 2);
    let rest = ["A014", "A015", "A018"].map(|id| Some(table.card(id)));
    assert_eq!(table.state.display, [None, rest[0], rest[1], rest[2]]);
}

/// M-A72: Each card is revealed before the next choice.
#[test]
fn cards_are_drawn_one_at_a_time() {
    let mut table = drawing(&["A009", "A010"]);
    table.player(0).doubloons = 9;
    let before = table.player(0).hand;
    table.play(&["pass", "draw"]);
    assert_eq!(table.player(0).hand.minus(before).len(), 1);
    assert_eq!(table.decision(), PendingKind::Draw);
    assert!(table.can("draw") && table.can("take A013"));
}

/// M-A71: Open information is the same in all determinizations.
#[test]
fn determinizations_preserve_open_information() {
    let mut table = Table::with(3, &[]);
    table.play(&["sail 2", "village", "doubloon", "end"]);
    table.while_legal(&["take A013", "draw"]);
    let state = table.state;
    let mut worlds = Vec::new();
    for seed in 0..8 {
        let mut world = state;
        table
            .game
            .determinize(&mut world, 0, &mut stream(seed, &[]));
        assert_eq!(world.display, state.display);
        assert_eq!(world.discards, state.discards);
        assert_eq!(world.quest_top, state.quest_top);
        assert_eq!(world.map_quests, state.map_quests);
        assert_eq!(world.track_quests, state.track_quests);
        assert_eq!(world.prestige[0], state.prestige[0]);
        assert_eq!(world.players[0].hand, state.players[0].hand);
        for (new, old) in world.seated().iter().zip(state.seated()) {
            assert_eq!(new.planned, old.planned);
            assert_eq!(new.bought, old.bought);
            assert_eq!(new.career, old.career);
            assert_eq!(new.doubloons, old.doubloons);
            assert_eq!((new.cp, new.figures), (old.cp, old.figures));
            assert_eq!(new.hand_len, old.hand_len);
            assert_eq!(usize::from(new.hand_len), new.hand.iter().count());
        }
        worlds.push(world);
    }
    // Hidden: other hands, the pile, the quests below the top one, and face-down buildings.
    let differ = |get: &dyn Fn(&portolan::games::maracaibo::state::State) -> String| {
        worlds.iter().any(|world| get(world) != get(&state))
    };
    assert!(differ(&|state| format!("{:?}", state.players[1].hand)));
    assert!(differ(&|state| format!("{:?}", state.players[2].hand)));
    assert!(differ(&|state| format!("{:?}", state.pile)));
    assert!(differ(&|state| format!("{:?}", state.prestige)));
}

/// M-A71: A card taken from the display is known to all players, but one from the pile is not.
#[test]
fn cards_taken_from_the_display_are_public() {
    let mut table = drawing(&[]);
    table.player(0).doubloons = 1;
    table.play(&["pass", "take A014", "draw"]);
    let taken = table.card("A014");
    let mut changed = false;
    for seed in 0..8 {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 1, &mut stream(seed, &[]));
        assert!(world.players[0].hand.contains(taken));
        changed |= world.players[0].hand != table.state.players[0].hand;
    }
    assert!(changed);
    let text = table.game.describe(&table.state, Some(1));
    assert!(text.contains("A014 Legionnaire, ?"), "{text}");
}

/// M-1.5, M-A71: All unseen A cards and all B cards that are still in play are equally likely to be in a hidden place.
#[test]
fn determinizations_deal_unseen_cards_uniformly() {
    let mut table = drawing(&[]);
    table.play(&["pass", "draw", "draw", "draw", "draw"]);
    let deals = 4000;
    let (mut hidden, mut a_cards, mut pile) = (0.0, 0.0, 0.0);
    for seed in 0..deals {
        let mut world = table.state;
        table
            .game
            .determinize(&mut world, 1, &mut stream(seed, &[]));
        let is_a =
            |card: &_| table.game.components().labels.cards[usize::from(*card)].starts_with('A');
        let hand = world.players[0].hand.minus(world.players[0].hand_public);
        hidden += hand.len() as f64;
        a_cards += hand.iter().filter(is_a).count() as f64;
        let length = usize::from(world.pile_len);
        pile += world.pile[..length]
            .iter()
            .filter(|card| is_a(card))
            .count() as f64
            / length as f64;
    }
    assert_eq!(hidden, 4.0 * deals as f64);
    let (hand, pile) = (a_cards / hidden, pile / deals as f64);
    let error = (hand * (1.0 - hand) / hidden).sqrt();
    assert!(
        (hand - pile).abs() < 3.0 * error,
        "{hand} in hands, {pile} in the pile"
    );
}
