//! Draw and abolition (EN-6.15 to EN-6.19).

use super::support::Table;

/// EN-6.15, EN-A22, EN-E12: A player takes the top card of a deck if its draw number is at most the
/// number of own discs in the area. The region may be closed.
#[test]
fn draw_is_possible_from_a_closed_region() {
    let mut table = Table::acting(2, &[]);
    table
        .house(1, "market")
        .track("north_america", &[1, 1, 1])
        .top("north_america_3");
    table.act("use market");
    assert!(table.can("draw north_america_3"));
    table.act("draw north_america_3");
    assert_eq!(table.player(1).attributes, [2, 2, 0, 0]);
    assert_eq!(table.state.drawn[5], 3);
    // All kinds of discs count.
    let mut table = Table::acting(2, &[]);
    table
        .track("caribbean", &[1])
        .open("caribbean", 2)
        .disc(1, "havana");
    table
        .top("caribbean_3")
        .token(1, "pay_or_draw")
        .token(1, "ship")
        .act("token pay_or_draw");
    assert!(!table.can("draw caribbean_3"), "two discs");
    table.act("draw europe_0").act("pass");
    table
        .act("token ship")
        .act("ship caribbean seas")
        .token(1, "pay_or_draw");
    table.act("token pay_or_draw");
    assert!(table.can("draw caribbean_3"), "three discs");
}

/// EN-6.15, EN-A31: Discs in Europe count for both decks there, cards with number 0 need no discs,
/// and cards without any benefit may be drawn.
#[test]
fn discs_in_europe_count_for_both_decks() {
    let mut table = Table::acting(2, &[]);
    table
        .house(1, "market")
        .house(1, "market")
        .act("use market");
    assert_eq!(table.legal(), ["draw europe_0", "draw slavery_0"]);
    table.act("draw europe_0").act("pass");
    assert_eq!(table.targets("use"), ["market"]);
    table.disc(1, "london").act("use market");
    assert_eq!(table.legal(), ["draw europe_1", "draw slavery_0"]);
}

/// EN-6.16, EN-A12: With enough discs in Europe, any card of the discard pile may be taken,
/// regardless of its deck.
#[test]
fn draw_takes_any_card_of_the_discard_pile() {
    let mut table = Table::acting(2, &[]);
    for id in ["india_1", "africa_2"] {
        table.holds(2, id);
        let card = table.card(id);
        let icons = table.game.components().cards[card].icons;
        let player = &mut table.state.players[1];
        player.cards &= !(1 << card);
        player.lose(&icons);
        table.state.pile |= 1 << card;
    }
    table
        .house(1, "market")
        .house(1, "university")
        .act("use market");
    assert!(!table.can("draw india_1"), "no disc in Europe");
    table
        .act("draw europe_0")
        .act("pass")
        .disc(1, "london")
        .act("use university");
    assert!(table.can("draw india_1") && !table.can("draw africa_2"));
    let supply = table.player(1).supply;
    table.act("draw india_1");
    assert!(table.held(1, "india_1"));
    assert_eq!(table.state.pile.count_ones(), 1);
    assert_eq!(
        table.player(1).supply,
        supply - 1,
        "the plus of a 1-card (EN-6.18)"
    );
}

/// EN-6.17: There is no hand limit while drawing.
#[test]
fn drawing_ignores_the_card_limit() {
    let mut table = Table::acting(2, &[]);
    for id in [
        "europe_0",
        "slavery_0",
        "africa_1",
        "india_1",
        "caribbean_1",
        "far_east_1",
    ] {
        table.holds(1, id);
    }
    table
        .house(1, "market")
        .track("south_america", &[1])
        .act("use market");
    table.act("draw south_america_1");
    assert_eq!(table.player(1).cards.count_ones(), 7);
}

/// EN-6.18, EN-A13: Cards with number 1 from regions bring a disc if there is one; those from
/// Europe do not.
#[test]
fn region_cards_with_number_1_bring_a_disc() {
    let drawn = |id: &str, empty: bool| {
        let mut table = Table::acting(2, &[]);
        table
            .disc(1, "london")
            .track("india", &[1])
            .house(1, "market")
            .top(id);
        if empty {
            let all = table.player(1).supply + table.player(1).harbor;
            table.harbor(1, all);
        }
        table.act("use market");
        let (harbor, supply) = (table.player(1).harbor, table.player(1).supply);
        table.act(&format!("draw {id}"));
        assert_eq!(
            table.player(1).harbor - harbor,
            supply - table.player(1).supply
        );
        table.player(1).harbor - harbor
    };
    assert_eq!(drawn("india_1", false), 1);
    assert_eq!(drawn("india_1", true), 0);
    assert_eq!(drawn("europe_1", false), 0);
    assert_eq!(drawn("slavery_1", false), 0);
}

/// EN-6.19, EN-A14, EN-E13: When Europe 5 is taken, all slavery cards are set aside and their icons
/// are lost, including those of the taker. The rest of the deck leaves the game.
#[test]
fn europe_5_abolishes_slavery_cards() {
    let mut table = Table::acting(3, &[]);
    for site in ["london", "amsterdam", "lisbon", "seville", "genoa"] {
        table.disc(1, site);
    }
    table
        .holds(1, "slavery_1")
        .holds(2, "slavery_2")
        .holds(2, "slavery_3")
        .top("europe_5");
    assert_eq!(table.player(2).attributes, [5, 0, 2, 0]);
    table
        .house(1, "market")
        .house(1, "university")
        .act("use market")
        .act("draw europe_5");
    assert!(table.state.abolished);
    assert_eq!(table.player(2).attributes, [0; 4]);
    for (seat, cards) in [(1, 1), (2, 2), (3, 0)] {
        assert_eq!(table.player(seat).set_aside.count_ones(), cards);
        assert_eq!(table.glory(seat, "slavery"), -(cards as i32));
    }
    // I1 C1 from the University, C1 F1 from Europe 5; the slavery card is gone.
    assert_eq!(table.player(1).attributes, [1, 2, 0, 1]);
    assert_eq!(table.state.drawn[1], 6);
    assert_eq!(table.happened("abolished"), 3);
    table.act("pass").act("pass");
    assert_eq!(table.legal(), ["pass"], "nothing is left to draw");
}

/// EN-A14: Taking Europe 5 from the discard pile does not cause another abolition.
#[test]
fn abolition_happens_once() {
    let mut table = Table::acting(2, &[]);
    for site in ["london", "amsterdam", "lisbon", "seville", "genoa"] {
        table.disc(1, site);
    }
    table
        .top("europe_5")
        .house(1, "market")
        .act("use market")
        .act("draw europe_5");
    let card = table.card("europe_5");
    let icons = table.game.components().cards[card].icons;
    let player = &mut table.state.players[0];
    player.cards &= !(1 << card);
    player.lose(&icons);
    table.state.pile |= 1 << card;
    table
        .act("pass")
        .token(1, "pay_or_draw")
        .act("token pay_or_draw")
        .act("draw europe_5");
    assert!(table.held(1, "europe_5"));
    assert_eq!(table.happened("abolished"), 2, "once for each player");
}
