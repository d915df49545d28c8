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

/// M-19.1: A player has at most one token of each kind.
#[test]
fn player_has_at_most_one_token_of_each_kind() {
    let mut table = shop(6, &["A036", "A037"], 2);
    table.play(&["buy A036", "buy A037"]);
    assert_eq!(table.player(0).synergy_count(), 1);
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

/// M-19.2: A token gained later does not give income for the past.
#[test]
fn late_token_gives_no_income_for_the_past() {
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

/// M-E7: Legionnaire has a doubloon income of 2, and a VP income of 2 with the synergy shown.
#[test]
fn legionnaire_gains_vp_income_with_its_synergy() {
    let mut table = shop(9, &["A013"], 1);
    table.act("buy A013");
    assert_eq!(income(&table), (10, 0));
    let mut table = Table::bare(2, &[]);
    table.own(0, "B059").hand(0, &["A013"]);
    table.player(0).doubloons = 9;
    table.village(1).act("buy A013");
    assert_eq!(income(&table), (10, 2));
}

/// M-E8: Harbour has a VP income of 4 with one of its synergies; the other one adds 2 later.
#[test]
fn harbour_gains_vp_income_with_each_synergy() {
    let mut table = Table::bare(2, &[]);
    table.own(0, "A036").hand(0, &["A016", "B041"]);
    table.player(0).doubloons = 20;
    table.village(2).act("buy A016");
    assert_eq!(table.player(0).income_vp, 4);
    table.act("buy B041");
    assert_eq!(table.player(0).income_vp, 6);
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

/// M-19.4, M-A21: When the VP marker wraps, the player gets 20 VP for each remaining scoring, and
/// the marker keeps the surplus.
#[test]
fn vp_track_wrap_scores_20_per_remaining_scoring() {
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

/// M-19.4: The marker wraps at exactly 20, but not at 19.
#[test]
fn vp_track_wraps_at_20_but_not_at_19() {
    let mut table = shop(20, &["B010"], 1);
    table.player(0).income_vp = 17;
    table.act("buy B010");
    assert_eq!((table.player(0).income_vp, table.score(0)), (0, 80));
    let mut table = shop(20, &["B010"], 1);
    table.player(0).income_vp = 16;
    table.act("buy B010");
    assert_eq!((table.player(0).income_vp, table.score(0)), (19, 0));
}

/// M-E9: In round 3, a marker that would reach 22 moves to 2 and gives 40 VP immediately.
#[test]
fn vp_track_wrap_in_round_3_gives_40_vp() {
    let mut table = shop(14, &["B012", "A009", "A014", "A020"], 1);
    table.state.round = 3;
    table.player(0).income_vp = 18;
    table.act("buy B012");
    assert_eq!((table.player(0).income_vp, table.score(0)), (2, 40));
}

/// M-A21: In step 1 of interim scoring, the current scoring counts; in final scoring, it is the
/// last one.
#[test]
fn vp_track_wrap_during_scoring_counts_that_scoring() {
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

/// M-E2: Markers at 12 and 3 pay 12 doubloons and 3 VP in interim scoring.
#[test]
fn interim_scoring_pays_the_income_at_the_markers() {
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
