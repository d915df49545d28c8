//! Synergy tokens and income (M-19), and conditional income of cards (M-21.1).

use crate::support::Table;

/// Returns a table where seat 0 has this money, these cards in hand and `count` village actions.
fn shop(doubloons: u16, hand: &[&str], count: u8) -> Table {
    let mut table = Table::bare(2, &[]);
    table.hand(0, hand);
    table.player(0).doubloons = doubloons;
    table.village(count);
    table
}

fn income(table: &Table) -> (u8, u8) {
    let player = &table.state.players[0];
    (player.income_doubloons, player.income_vp)
}

/// Returns the unconditional doubloon income of a card.
fn printed_income(table: &Table, card: &str) -> u8 {
    table.components()[table.card(card)].income_doubloons
}

/// Returns the synergy tokens of seat 0: anchor, tools, medal, house, crown.
fn synergies(table: &Table) -> [bool; 5] {
    std::array::from_fn(|kind| table.state.players[0].has_synergy(kind as u8))
}

/// M-19.1: The synergy symbol of a card gives its token, for each of the five kinds.
#[test]
fn card_gives_its_synergy_token_of_five_kinds() {
    let cards = ["A036", "A034", "B059", "B041", "A043"];
    let mut table = shop(50, &cards, 5);
    for (kind, card) in cards.into_iter().enumerate() {
        table.act(&format!("buy {card}"));
        let expected = std::array::from_fn(|other| other <= kind);
        assert_eq!(synergies(&table), expected);
    }
}

/// M-19.2, M-21.1: Unconditional income moves the markers immediately.
#[test]
fn unconditional_income_moves_the_markers_immediately() {
    let mut table = shop(0, &["B005"], 1);
    table.player(0).doubloons = table.price("B005");
    let printed = printed_income(&table, "B005");
    table.act("buy B005");
    assert_eq!(income(&table), (8 + printed, 1));
    assert_eq!(
        table.player(0).doubloons,
        0,
        "income is paid only in scoring"
    );
}

/// M-19.2, M-21.1: Conditional doubloon income comes with its token.
#[test]
fn conditional_income_comes_with_its_token() {
    // B001 gives doubloons, and 1 more with the anchor.
    let mut table = shop(30, &["B001", "A036"], 2);
    let without = 8 + printed_income(&table, "B001");
    table.act("buy B001");
    assert_eq!(income(&table), (without, 0));
    // A036 gives the anchor and its own doubloon income.
    let with = without + printed_income(&table, "A036") + 1;
    table.act("buy A036");
    assert_eq!(income(&table), (with, 0));
    let mut table = shop(30, &["B001", "A036"], 2);
    table.play(&["buy A036", "buy B001"]);
    assert_eq!(income(&table), (with, 0), "the order does not matter");
}

/// M-19.3: Doubloon income ends at 34, and each further step is VP income.
#[test]
fn doubloon_income_beyond_34_becomes_vp_income() {
    let mut table = shop(16, &["B003", "B004"], 2);
    let steps = printed_income(&table, "B003");
    table.player(0).income_doubloons = 35 - steps;
    table.act("buy B003");
    assert_eq!(income(&table), (34, 1));
    table.act("buy B004");
    let more = printed_income(&table, "B004");
    assert_eq!(income(&table), (34, 1 + more));
    assert_eq!(table.score(0), 0);
}

/// M-19.3: Reaching exactly 34 gives no VP income.
#[test]
fn doubloon_income_of_exactly_34_gives_no_vp_income() {
    let mut table = shop(8, &["B003"], 1);
    table.player(0).income_doubloons = 34 - printed_income(&table, "B003");
    table.act("buy B003");
    assert_eq!(income(&table), (34, 0));
}

/// M-A22: Surplus doubloon income becomes VP income before the VP track is evaluated.
#[test]
fn surplus_doubloon_income_can_wrap_the_vp_track() {
    // B020 gives doubloon income and 2 VP income.
    let mut table = shop(16, &["B020"], 1);
    table.player(0).income_doubloons = 36 - printed_income(&table, "B020");
    table.player(0).income_vp = 17;
    table.act("buy B020");
    assert_eq!(income(&table), (34, 1), "17 and 2 and 2 less 20");
    assert_eq!(table.score(0), 80);
}

/// M-A22: The VP track can wrap twice.
#[test]
fn vp_track_can_wrap_twice() {
    let mut table = shop(8, &["B041"], 1);
    table.player(0).income_vp = 19;
    // Cards whose income of 22 in total requires the house.
    table.player(0).waiting_vp[3] = 22;
    table.act("buy B041");
    assert_eq!((table.player(0).income_vp, table.score(0)), (1, 160));
}

/// M-19.5: The markers show the initial income plus the active income of the cards bought.
#[test]
fn income_markers_equal_the_sum_of_the_cards() {
    let cards = ["A013", "B005", "A016", "B016", "B018", "B014", "A036"];
    let mut table = shop(100, &cards, 7);
    for card in cards {
        table.act(&format!("buy {card}"));
    }
    let player = &table.state.players[0];
    let (mut doubloons, mut vp) = (8, 0);
    for card in player.bought.iter() {
        let card = &table.components()[card];
        doubloons += card.income_doubloons;
        vp += card.income_vp;
        for income in card.conditional {
            if income
                .synergy
                .is_some_and(|synergy| player.has_synergy(synergy))
            {
                doubloons += income.doubloons;
                vp += income.vp;
            }
        }
    }
    assert_eq!(income(&table), (doubloons, vp));
    // House, tools and anchor, but no medal and no crown. No doubloon income requires a token.
    let printed: u8 = cards.iter().map(|card| printed_income(&table, card)).sum();
    assert_eq!(income(&table), (8 + printed, 1 + 6 + 1 + 1));
}
