//! Synergy tokens and income (M-19), conditional income of cards (M-21.1).

use crate::support::Table;

/// Seat 0 with this money and these hand cards, `count` village actions open.
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

/// Doubloon income printed on a card without condition.
fn printed_income(table: &Table, card: &str) -> u8 {
    table.components()[table.card(card)].income_doubloons
}

/// Kinds of synergy token of seat 0: anchor, tools, medal, house, crown.
fn synergies(table: &Table) -> [bool; 5] {
    std::array::from_fn(|kind| table.state.players[0].has_synergy(kind as u8))
}

/// M-19.1: a card's synergy symbol gives its token, of each of the five kinds.
#[test]
fn five_synergy_kinds() {
    let cards = ["A036", "A034", "B059", "B041", "A043"];
    let mut table = shop(50, &cards, 5);
    for (kind, card) in cards.into_iter().enumerate() {
        table.act(&format!("buy {card}"));
        let expected = std::array::from_fn(|other| other <= kind);
        assert_eq!(synergies(&table), expected);
    }
}

/// M-19.1: at most one token of each kind.
#[test]
fn one_token_of_each_kind() {
    let mut table = shop(6, &["A036", "A037"], 2);
    table.play(&["buy A036", "buy A037"]);
    assert_eq!(table.player(0).synergy_count(), 1);
}

/// M-19.2, M-21.1: unconditional income moves the markers at once.
#[test]
fn unconditional_income() {
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

/// M-19.2, M-21.1: conditional doubloon income comes with its token.
#[test]
fn conditional_doubloon_income() {
    // B001: doubloons, and 1 more with the anchor.
    let mut table = shop(30, &["B001", "A036"], 2);
    let without = 8 + printed_income(&table, "B001");
    table.act("buy B001");
    assert_eq!(income(&table), (without, 0));
    // A036 gives the anchor and doubloon income itself.
    let with = without + printed_income(&table, "A036") + 1;
    table.act("buy A036");
    assert_eq!(income(&table), (with, 0));
    let mut table = shop(30, &["B001", "A036"], 2);
    table.play(&["buy A036", "buy B001"]);
    assert_eq!(income(&table), (with, 0), "the order does not matter");
}

/// M-19.2: the income of a token that comes later is not paid for the past.
#[test]
fn no_income_for_the_past() {
    let mut table = Table::bare(2, &[]);
    table
        .own(0, "B007")
        .hand(0, &["A034", "A009", "A010", "A011"]);
    let place = table.place("20");
    table.player(0).ship = place;
    table.play(&["sail 21a", "pass"]);
    table.while_legal(&["end", "draw"]);
    table.play(&["take vp", "take vp"]);
    assert_eq!(table.points(0, "vp_track"), 2);
    table.player(0).doubloons = 5;
    table.village(1).act("buy A034");
    assert_eq!(table.player(0).income_vp, 4);
    assert_eq!(table.points(0, "vp_track"), 2);
}

/// M-E7: Legionnaire, doubloon income 2, and VP income 2 with the synergy shown.
#[test]
fn legionnaire() {
    let mut table = shop(9, &["A013"], 1);
    table.act("buy A013");
    assert_eq!(income(&table), (10, 0));
    let mut table = Table::bare(2, &[]);
    table.own(0, "B059").hand(0, &["A013"]);
    table.player(0).doubloons = 9;
    table.village(1).act("buy A013");
    assert_eq!(income(&table), (10, 2));
}

/// M-E8: Harbour, VP income 4 with one of its synergies; the other adds 2 later.
#[test]
fn harbour() {
    let mut table = Table::bare(2, &[]);
    table.own(0, "A036").hand(0, &["A016", "B041"]);
    table.player(0).doubloons = 20;
    table.village(2).act("buy A016");
    assert_eq!(table.player(0).income_vp, 4);
    table.act("buy B041");
    assert_eq!(table.player(0).income_vp, 6);
}

/// M-19.3: doubloon income ends at 34; every further step is VP income.
#[test]
fn end_of_the_doubloon_track() {
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

/// M-19.3: reaching 34 exactly gives no VP income.
#[test]
fn exactly_34() {
    let mut table = shop(8, &["B003"], 1);
    table.player(0).income_doubloons = 34 - printed_income(&table, "B003");
    table.act("buy B003");
    assert_eq!(income(&table), (34, 0));
}

/// M-19.4, M-A21: 20 VP for each scoring still to come; the marker keeps the surplus.
#[test]
fn wrap_of_the_vp_track() {
    for (round, points) in [(1, 80), (2, 60), (3, 40), (4, 20)] {
        let mut table = shop(14, &["B010"], 1);
        table.state.round = round;
        table.player(0).doubloons = 20;
        table.player(0).income_vp = 18;
        table.act("buy B010");
        assert_eq!(table.player(0).income_vp, 1, "18 and 3 less 20");
        assert_eq!(table.points(0, "vp_track"), points, "round {round}");
    }
}

/// M-19.4: reaching 20 exactly is enough, 19 is not.
#[test]
fn reaching_20() {
    let mut table = shop(20, &["B010"], 1);
    table.player(0).income_vp = 17;
    table.act("buy B010");
    assert_eq!((table.player(0).income_vp, table.score(0)), (0, 80));
    let mut table = shop(20, &["B010"], 1);
    table.player(0).income_vp = 16;
    table.act("buy B010");
    assert_eq!((table.player(0).income_vp, table.score(0)), (19, 0));
}

/// M-E9: in round 3 a marker that would reach 22 stands on 2 and gives 40 VP at once.
#[test]
fn wrap_in_round_3() {
    let mut table = shop(14, &["B012", "A009", "A014", "A020"], 1);
    table.state.round = 3;
    table.player(0).income_vp = 18;
    table.act("buy B012");
    assert_eq!((table.player(0).income_vp, table.score(0)), (2, 40));
}

/// M-A21: in interim step 1 the scoring in progress counts, in the final one it is the last.
#[test]
fn wrap_during_scoring() {
    for (round, start, stop, points) in [
        (1, "20", "21a", 80),
        (3, "20", "21a", 40),
        (4, "21b", "22", 20),
    ] {
        let mut table = Table::bare(2, &[]);
        table.hand(0, &["B010", "A009", "A010", "A011"]);
        table.state.round = round;
        let place = table.place(start);
        table.player(0).ship = place;
        table.player(0).income_vp = 19;
        table.player(0).doubloons = 20;
        table.act(&format!("sail {stop}"));
        table.while_legal(&["pass", "end", "draw"]);
        table.act("buy B010");
        assert_eq!(table.points(0, "vp_track"), points, "round {round}");
        assert_eq!(table.player(0).income_vp, 2);
    }
}

/// M-A22: surplus doubloon income becomes VP income before the VP track is looked at.
#[test]
fn both_tracks_overflow() {
    // B020: doubloon income, and 2 VP income.
    let mut table = shop(16, &["B020"], 1);
    table.player(0).income_doubloons = 36 - printed_income(&table, "B020");
    table.player(0).income_vp = 17;
    table.act("buy B020");
    assert_eq!(income(&table), (34, 1), "17 and 2 and 2 less 20");
    assert_eq!(table.score(0), 80);
}

/// M-A22: the VP track can wrap twice.
#[test]
fn two_wraps() {
    let mut table = shop(8, &["B041"], 1);
    table.player(0).income_vp = 19;
    // Cards whose income waits for the house, 22 in all.
    table.player(0).waiting_vp[3] = 22;
    table.act("buy B041");
    assert_eq!((table.player(0).income_vp, table.score(0)), (1, 160));
}

/// M-19.5: the markers show the base and the active income of the cards bought.
#[test]
fn markers_are_the_sum_of_the_cards() {
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
    // House, tools and anchor; no medal and no crown. Of the doubloons none waits for a token.
    let printed: u8 = cards.iter().map(|card| printed_income(&table, card)).sum();
    assert_eq!(income(&table), (8 + printed, 1 + 6 + 1 + 1));
}

/// M-E2: markers at 12 and 3 pay 12 doubloons and 3 VP in interim scoring.
#[test]
fn interim_income() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A009", "A010", "A011", "A012"]);
    let place = table.place("20");
    table.player(0).ship = place;
    table.player(0).income_doubloons = 12;
    table.player(0).income_vp = 3;
    table.play(&["sail 21a", "pass", "end", "take vp"]);
    assert_eq!(
        table.player(0).doubloons,
        0,
        "everybody finishes step 1 first"
    );
    table.act("take vp");
    assert_eq!(table.player(0).doubloons, 12);
    assert_eq!(table.points(0, "vp_track"), 3);
    assert_eq!(
        table.points(0, "doubloon_track"),
        0,
        "only at the end of the game"
    );
    assert_eq!(table.player(1).doubloons, 8);
}
