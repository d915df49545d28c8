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
