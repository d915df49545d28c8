//! City actions and deliveries (M-6).

use portolan::games::maracaibo::pending::PendingKind;

use crate::support::Table;

/// Returns a table with seat 0 in Puerto Plata on this city tile, before its main action.
fn city(tile: &str) -> Table {
    let players = if tile < "C08" { 2 } else { 3 };
    let mut table = Table::bare(players, &[]);
    table.no_quests().tile("4", tile).at("4", 4);
    table
}

/// M-6.1: The printed action is possible without a delivery, and a delivery without the printed
/// action.
#[test]
fn delivery_and_city_action_are_optional() {
    // The market of the Armoury takes cocoa.
    let mut table = city("C10");
    table.hand(0, &["A010"]).act("city");
    assert_eq!(table.player(0).cp, 4);
    assert!(!table.can("deliver A010"), "deliver first, not afterwards");
    let mut table = city("C10");
    table
        .hand(0, &["A010"])
        .play(&["deliver A010", "disc U5", "skip"]);
    assert_eq!(table.player(0).cp, 1);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-6.1: The delivery comes before the action of the city.
#[test]
fn delivery_precedes_the_city_action() {
    let mut table = city("C10");
    table.hand(0, &["A010"]).play(&["deliver A010", "disc U5"]);
    assert_eq!(table.legal(), ["city", "skip"]);
    table.act("city");
    assert_eq!(table.player(0).cp, 4);
}

/// M-6.2: The card shows the good of the market, and a disc chosen by the player is put on the
/// market.
#[test]
fn delivery_puts_a_chosen_disc_on_the_market() {
    let mut table = city("C10");
    // A009 shows corn, A010 and A013 cocoa, A011 sugar, and A012 tobacco.
    table.hand(0, &["A009", "A010", "A011", "A012", "A013"]);
    for card in ["A009", "A011", "A012"] {
        assert!(!table.can(&format!("deliver {card}")));
    }
    assert!(table.can("deliver A013"));
    table.act("deliver A010");
    let card = table.card("A010");
    assert!(table.state.discards.contains(card));
    assert!(!table.player(0).hand.contains(card));
    let place = usize::from(table.place("4"));
    table.act("disc U4");
    assert_eq!(table.player(0).discs[3], 1);
    assert_eq!(table.state.market[place], 1);
    assert_eq!(table.state.discs_gone, 0);
}

/// M-6.2: There is at most one delivery per visit.
#[test]
fn visit_allows_one_delivery() {
    let mut table = city("C10");
    table
        .hand(0, &["A010", "A013"])
        .play(&["deliver A010", "disc U4"]);
    assert!(!table.can("deliver A013"), "though there is a second space");
}

/// M-6.2: A full market takes no goods; the tile determines the number of spaces.
#[test]
fn full_market_takes_no_goods() {
    for (tile, spaces) in [("C10", 2), ("C04", 1)] {
        let place = usize::from(city(tile).place("4"));
        for discs in 0..=spaces {
            let full = (1 << discs) - 1;
            let mut table = city(tile);
            table.hand(0, &["A010"]);
            table.state.market[place] = full;
            assert_eq!(table.can("deliver A010"), discs < spaces, "{tile} {discs}");
        }
    }
}

/// M-6.2: Discs in markets leave the game in interim scoring.
#[test]
fn market_discs_leave_the_game_in_interim_scoring() {
    let mut table = Table::bare(2, &[]);
    let (city, last) = (table.place("4"), table.place("20"));
    table.state.market[usize::from(city)] = 1;
    table.player(0).ship = last;
    table.play(&["sail 21a", "pass"]);
    table.while_legal(&["draw"]);
    table.act("take vp");
    assert_eq!(table.state.market[usize::from(city)], 1);
    table.act("take vp");
    assert_eq!(table.state.market[usize::from(city)], 0);
    assert_eq!(table.state.discs_gone, 1);
}

/// M-A18: A quest or an assistant in a city permits no delivery.
#[test]
fn quest_or_assistant_permits_no_delivery() {
    let mut table = city("C10");
    table.lay_quest("4", "21").hand(0, &["A010"]);
    assert!(table.can("deliver A010"));
    table.act("quest 21");
    assert!(!table.can("deliver A010"));
    let mut table = Table::bare(2, &[]);
    // B080 is on Puerto Plata.
    table.no_quests().own(0, "B080").tile("4", "C04");
    table.hand(0, &["A010"]).at("4", 4);
    assert!(table.can("deliver A010"));
    table.act("assistant B080");
    assert!(!table.can("deliver A010") && !table.can("city"));
}

/// M-A49: Without a removable disc there is no delivery, but the city action is still possible.
#[test]
fn delivery_requires_a_removable_disc() {
    let mut table = city("C10");
    table.hand(0, &["A010"]);
    table.player(0).discs = [0; 12];
    table.player(0).upgrades = 0xFFF;
    assert!(!table.can("deliver A010"));
    assert!(table.can("city"));
}

/// M-A49: Other effects skip the disc.
#[test]
fn city_effect_skips_a_missing_disc() {
    let mut table = city("C03");
    table.player(0).discs = [0; 12];
    table.player(0).upgrades = 0xFFF;
    table.player(0).cp = 0;
    table.act("city");
    assert_eq!(table.player(0).cp, 1);
    assert_ne!(table.decision(), PendingKind::Disc);
}

/// M-6.3: The printed combat of Maracaibo, with and without its cover.
#[test]
fn maracaibo_offers_its_combat_with_and_without_cover() {
    for players in [2, 3] {
        let mut table = Table::bare(players, &[]);
        table.no_quests().at("11", 7).act("city");
        assert_eq!(table.decision(), PendingKind::Nation);
        assert_eq!(table.state.tokens_len, 24);
    }
}

/// M-6.3: Exploration 3 moves the explorer up to three steps.
#[test]
fn exploration_moves_up_to_three_steps() {
    let mut table = city("C02");
    table.act("city");
    assert_eq!(
        table.legal(),
        ["advance 1", "advance 2", "advance 3", "skip"]
    );
    table.act("advance 2");
    assert_eq!(table.points(0, "explorer"), 2);
}

/// M-A14: An exploration may be skipped, but otherwise moves at least one space.
#[test]
fn exploration_can_be_skipped() {
    let mut table = city("C02");
    table.act("city");
    assert!(!table.can("advance 0"));
    table.act("skip");
    let start = table.space("0");
    assert_eq!(table.player(0).explorer, start);
    assert_eq!(table.score(0), 0);
}

/// M-A14: Occupied and emptied spaces are skipped without cost, even several in a row.
#[test]
fn exploration_skips_occupied_and_emptied_spaces() {
    let mut table = Table::bare(4, &[]);
    table.no_quests().tile("4", "C08");
    for (seat, space) in [(1, "1"), (2, "2"), (3, "4")] {
        let space = table.space(space);
        table.player(seat).explorer = space;
    }
    table.at("4", 4).act("city");
    // Step 1 leads to space 3, step 2 to space 5 over 4, and step 3 to space 6.
    assert_eq!(
        table.legal(),
        ["advance 3", "advance 5", "advance 6", "skip"]
    );
    let mut table = city("C02");
    let (place, gone) = (table.space("6"), table.space("1b"));
    table.player(0).explorer = place;
    table.state.emptied_spaces = gone.bit();
    table.state.track_quests[0] = None;
    table.act("city");
    assert!(table.can("advance 1c") && !table.can("advance 1b"));
    assert!(table.can("advance 8"), "1a, 1c, 8 are three steps");
}

/// M-6.3 CA1: 1 influence of choice, then 1 village action.
#[test]
fn ca1_gives_influence_and_a_village_action() {
    let mut table = city("C04");
    table.act("city");
    assert_eq!(
        table.legal(),
        ["influence france", "influence spain", "influence england"]
    );
    table.act("influence spain");
    assert_eq!(table.player(0).influence, [0, 1, 0]);
    table.act("doubloon");
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(
        table.decision(),
        PendingKind::Draw,
        "one village action only"
    );
}

/// M-6.3 CA2: 1 CP, then a disc is removed.
#[test]
fn ca2_gives_1_cp_and_removes_a_disc() {
    let mut table = city("C03");
    table.act("city");
    assert_eq!(table.player(0).cp, 2);
    table.act("disc U8");
    assert_eq!(table.player(0).discs[7], 1);
    assert_eq!(table.state.discs_gone, 1);
    assert!(table.state.market.iter().all(|&discs| discs == 0));
}

/// M-6.3 CA3, M-7.10: 3 CP, up to a total of 8.
#[test]
fn ca3_gives_3_cp_up_to_8() {
    let mut table = city("C10");
    table.act("city");
    assert_eq!(table.player(0).cp, 4);
    let mut table = city("C10");
    table.player(0).cp = 6;
    table.act("city");
    assert_eq!(table.player(0).cp, 8);
}

/// M-6.3 CA4: 2 doubloons, then 1 village action.
#[test]
fn ca4_gives_2_doubloons_and_a_village_action() {
    let mut table = city("C11");
    table.hand(0, &["A009"]).act("city");
    assert_eq!(table.player(0).doubloons, 2);
    // The two doubloons can be spent immediately.
    table.act("buy A009");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).income_doubloons, 10);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-6.3 CA5: 1 CP and 1 influence of choice.
#[test]
fn ca5_gives_1_cp_and_influence() {
    let mut table = city("C12");
    table.play(&["city", "influence england"]);
    assert_eq!(table.player(0).cp, 2);
    assert_eq!(table.player(0).influence, [0, 0, 1]);
    assert_eq!(table.decision(), PendingKind::Draw, "no village action");
}

/// M-6.3 CA6: 1 village action per compass.
#[test]
fn ca6_gives_a_village_action_per_compass() {
    for (cards, count) in [(&[][..], 1), (&["A028"][..], 2), (&["A028", "B037"][..], 4)] {
        let mut table = Table::bare(2, &[]);
        table.no_quests().tile("4", "C06");
        for card in cards {
            table.own(0, card);
        }
        table.state.compasses_at_start = table.state.players[0].compasses;
        table.at("4", 4).act("city");
        for _ in 0..count {
            table.act("doubloon");
        }
        assert_eq!(table.player(0).doubloons, count);
        assert_eq!(table.decision(), PendingKind::Draw);
    }
}

/// M-A43: A compass bought with one of these village actions counts only from the next turn on.
#[test]
fn ca6_counts_compasses_at_the_start_of_the_turn() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().tile("4", "C06").tile("5", "C06");
    table.own(0, "A028").hand(0, &["A029"]);
    table.player(0).doubloons = 5;
    // A new turn of seat 0 begins after one turn of each player.
    table.play(&["sail 2", "pass"]);
    table.while_legal(&["end", "draw"]);
    table.play(&["sail 1", "pass"]);
    table.while_legal(&["end", "draw"]);
    table.play(&["sail 4", "city", "buy A029", "doubloon"]);
    assert_eq!(table.player(0).compasses, 3);
    assert_ne!(
        table.decision(),
        PendingKind::Village,
        "2 at the start of the turn"
    );
}

/// M-6.3 CA7: 1 VP per combat token; the hand may be discarded for 4 doubloons.
#[test]
fn ca7_gives_vp_per_token_and_offers_doubloons_for_the_hand() {
    for discard in [false, true] {
        let mut table = city("C13");
        table.hand(0, &["A009", "A011"]).planned(0, "A012");
        table.player(0).token_count = 3;
        table.act("city");
        assert_eq!(table.score(0), 3);
        table.act(if discard { "discard hand" } else { "skip" });
        assert_eq!(table.player(0).doubloons, if discard { 4 } else { 0 });
        assert_eq!(table.player(0).hand_len, if discard { 0 } else { 2 });
        assert_eq!(table.player(0).planned_count(), 1, "planned cards stay");
    }
}

/// M-A41: CA7 gives no doubloons for an empty hand.
#[test]
fn ca7_gives_no_doubloons_for_an_empty_hand() {
    let mut table = city("C13");
    table.planned(0, "A012");
    table.player(0).token_count = 1;
    table.act("city");
    assert_eq!(table.score(0), 1);
    assert_eq!(table.decision(), PendingKind::Draw);
    assert!(!table.can("discard hand"));
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-6.3 CA8: 4 doubloons, or 2 VP per own assistant on the map.
#[test]
fn ca8_gives_4_doubloons_or_vp_per_assistant() {
    for (choice, doubloons, points) in [("take doubloons", 4, 0), ("take vp", 0, 6)] {
        let mut table = Table::bare(2, &[]);
        table.no_quests().tile("4", "C05");
        for card in ["A051", "B081", "B082"] {
            table.own(0, card);
        }
        table.at("4", 4).act("city");
        assert_eq!(table.legal(), ["take doubloons", "take vp"]);
        table.act(choice);
        assert_eq!(table.player(0).doubloons, doubloons);
        assert_eq!(table.score(0), points);
    }
}

/// M-6.3 CA9: Optionally pay 2 CP for 1 influence of choice and 6 doubloons.
#[test]
fn ca9_trades_2_cp_for_influence_and_6_doubloons() {
    let mut table = city("C07");
    assert!(!table.can("city"), "1 CP is not enough");
    table.player(0).cp = 3;
    table.play(&["city", "influence france"]);
    assert_eq!(table.player(0).cp, 1);
    assert_eq!(table.player(0).doubloons, 6);
    assert_eq!(table.player(0).influence, [1, 0, 0]);
    // Figures cannot pay this cost.
    let mut table = city("C07");
    table.player(0).figures = 5;
    table.player(0).cp = 1;
    assert!(!table.can("city"));
}

/// M-6.3 CA10: the printed Santiago gives 1 figure, then 1 village action.
#[test]
fn ca10_gives_a_figure_and_a_village_action() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().at("1", 1).act("city");
    assert_eq!((table.player(0).figures, table.player(0).general), (3, 2));
    table.act("doubloon");
    assert_eq!(table.player(0).doubloons, 1);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-A42: Figures are limited by the general supply.
#[test]
fn figures_are_limited_by_the_general_supply() {
    let mut table = Table::bare(2, &[]);
    table.player(0).general = 0;
    table.no_quests().at("1", 1).act("city");
    assert_eq!((table.player(0).figures, table.player(0).general), (2, 0));
    table.act("end");
    // A card gives two figures, but only one is left.
    let mut table = Table::bare(2, &[]);
    table.player(0).general = 1;
    table.player(0).doubloons = 4;
    table.hand(0, &["A044"]).village(1).act("buy A044");
    assert_eq!((table.player(0).figures, table.player(0).general), (3, 0));
}

/// M-10.4: U1 does not increase the village actions of a city.
#[test]
fn u1_adds_no_village_actions_in_cities() {
    let mut table = city("C11");
    table.player(0).upgrades = 1;
    table.play(&["city", "doubloon"]);
    assert_eq!(table.decision(), PendingKind::Draw);
}
