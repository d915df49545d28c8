//! Assistants (M-12), and the extra main action of a4 and a14 (M-A17).

use portolan::games::maracaibo::pending::{Pending, PendingKind, PendingStep};

use crate::support::Table;

/// Returns a 3-player table where seat 0 has these assistants on the map and no seat has VP.
fn table(assistants: &[&str]) -> Table {
    with(&[], assistants)
}

fn with(options: &[&str], assistants: &[&str]) -> Table {
    let mut table = Table::bare(3, options);
    table.player(0).career = None;
    table.no_quests();
    for card in assistants {
        table.own(0, card);
    }
    table.player(0).points = [0; 15];
    table
}

/// Returns the VP of a seat for unused assistants.
fn unused(table: &Table, seat: usize) -> i32 {
    table.points(seat, "assistants")
}

/// M-12.1: A purchase puts a figure from the own supply on the location, wherever the ship is.
#[test]
fn bought_assistant_puts_a_figure_on_its_location() {
    let mut table = table(&[]);
    table.at("3", 3).hand(0, &["A051"]);
    table.player(0).doubloons = table.price("A051");
    table.player(0).figures = 2;
    table.player(0).general = 3;
    table.play(&["village", "buy A051"]);
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!((table.player(0).figures, table.player(0).general), (1, 3));
    let card = table.card("A051");
    assert_eq!(table.player(0).assistants(), [card]);
    let place = table.components()[card].assistant_location;
    assert_eq!(place, Some(table.place("2")));
}

/// M-12.1: Without a figure in the own supply, the card cannot be bought.
#[test]
fn assistant_requires_a_figure_in_the_supply() {
    let mut table = table(&[]);
    table.hand(0, &["A051"]).village(1);
    table.player(0).doubloons = 9;
    table.player(0).figures = 0;
    assert!(!table.can("buy A051"));
    table.player(0).figures = 1;
    assert!(table.can("buy A051"));
}

/// M-12.1: An assistant can be used from the next turn on.
#[test]
fn assistant_is_usable_from_the_next_turn() {
    let mut table = table(&[]);
    table.tile("4", "C11").hand(0, &["B080", "A011"]).at("4", 3);
    table.player(0).doubloons = 20;
    table.play(&["city", "buy B080"]);
    assert!(!table.can("assistant B080"));
    table.while_legal(&["end"]);
    assert_eq!(
        unused(&table, 0),
        0,
        "M-A5: it was not there when the ship stopped"
    );

    // Next turn of seat 0, with the ship on the same location.
    table.while_legal(&["draw"]);
    while table.state.active != 0 {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
    table.player(0).ship = table.place("3");
    table.act("sail 4");
    assert!(table.can("assistant B080"));
}

/// M-12.2: A player uses one of the own assistants, whose actions are performed in printed order.
#[test]
fn assistant_actions_run_in_printed_order() {
    let mut table = table(&["A051", "B087"]);
    table.at("2", 3);
    assert!(table.can("assistant A051"));
    assert!(
        !table.can("assistant B087"),
        "3 identical goods are missing"
    );
    table.hand(0, &["A004", "A007", "A010"]);
    assert!(table.can("assistant B087"));
    table.act("assistant A051");
    assert_eq!(table.player(0).doubloons, 2, "first 2 doubloons");
    assert_eq!(table.decision(), PendingKind::Disc, "then a disc");
    table.act("disc U1");
    assert_eq!(
        table.decision(),
        PendingKind::Village,
        "then 2 village actions"
    );
    table.act("doubloon").act("doubloon");
    assert!(!table.can("doubloon"));
    assert!(!table.can("assistant B087"));
    assert!(!table.can("village"));
    assert_eq!(table.player(0).doubloons, 4);
}

/// M-12.2: Only own assistants on the location of the ship can be used.
#[test]
fn only_own_assistants_at_the_ship_are_usable() {
    let mut table = table(&["A050"]);
    table.own(1, "A051").at("2", 3);
    assert!(!table.can("assistant A051"));
    assert!(!table.can("assistant A050"), "it stands on 7");
}

/// M-12.3: Assistants remain for the rest of the game, whether used or not.
#[test]
fn assistants_remain_after_use_and_between_rounds() {
    let mut table = table(&["B097"]);
    table.at("18", 3).act("assistant B097");
    assert_eq!(table.player(0).doubloons, 5);
    table.while_legal(&["end", "draw"]);
    let card = table.card("B097");
    assert_eq!(table.player(0).assistants(), [card]);
    while table.state.active != 0 {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
    table.end_round().nobody_buys();
    assert_eq!(table.player(0).assistants(), [card]);
    assert_eq!(table.player(0).assistant_count, 1);
}

/// M-12.4 (a): Each own assistant that the ship passes gives 2 VP immediately; those of other
/// players give none.
#[test]
fn passed_own_assistants_score_2_vp_each() {
    let mut table = table(&["A051", "A054", "B080"]);
    table.own(1, "B087");
    table.act("sail 4");
    // The assistants on 2 and 3 are passed; the one on 4 is not.
    assert_eq!(unused(&table, 0), 4);
    assert_eq!(unused(&table, 1), 0);
}

/// M-12.4 (a): Passing is decided by number, so the shortcut from 13 to 18 passes 14 to 17.
#[test]
fn shortcut_passes_assistants_by_number() {
    let mut table = table(&["B092", "B085", "B090", "B097", "B086"]);
    let ship = table.place("13");
    table.player(0).ship = ship;
    table.act("sail 18");
    assert_eq!(unused(&table, 0), 6, "on 14, 15 and 17, not on 13 and 18");
}

/// M-12.4 (b): An assistant gives 2 VP if the ship stops there and the player uses another action
/// or none.
#[test]
fn unused_assistant_at_the_ship_scores_2_vp() {
    for main_action in ["pass", "village"] {
        let mut table = table(&["A051"]);
        table.act("sail 2");
        assert_eq!(unused(&table, 0), 0, "not before the end of phase B");
        table.act(main_action).while_legal(&["end"]);
        assert_eq!(unused(&table, 0), 2, "{main_action}");
    }
    let mut table = table(&["A051"]);
    table.act("sail 2").act("assistant A051");
    table.act("disc U1").while_legal(&["end"]);
    assert_eq!(unused(&table, 0), 0);
}

/// M-12.4 (b): If one of two assistants on a location is used, the other one gives 2 VP.
#[test]
fn second_assistant_at_the_ship_scores_as_unused() {
    let mut table = table(&["A056", "B097"]);
    table
        .at("18", 2)
        .act("assistant B097")
        .while_legal(&["end"]);
    assert_eq!(unused(&table, 0), 2);
    assert_eq!(table.score(0), 5, "2 and the 3 VP of the one used");
}

/// M-12.4 (c): If the ship has to return to Havana, each assistant on a higher number gives 2 VP.
#[test]
fn assistants_ahead_of_the_ship_score_when_the_round_ends() {
    let mut table = table(&["B091"]);
    for card in ["A051", "A053", "A049", "B090"] {
        table.own(1, card);
    }
    table.player(1).points = [0; 15];
    let ship = table.place("9");
    table.player(1).ship = ship;
    table.end_round();
    assert_eq!(unused(&table, 1), 0, "not before step 7");
    table.nobody_buys();
    // Seat 1 is on 9, so the assistants on 12 and 17 count, but those on 2 and 9 do not.
    assert_eq!(unused(&table, 1), 4);
    // Seat 0 passed no assistant between 20 and 21a.
    assert_eq!(unused(&table, 0), 0);
    assert_eq!(table.state.players[1].ship, table.place("0"));
}

/// M-A6: In round 4 ships do not return, so by default M-12.4 (c) does not apply; with the option
/// `assistant_vp_round4=on` it does.
#[test]
fn assistants_ahead_score_in_round_4_only_with_the_option() {
    for (options, points) in [(&[][..], 0), (&["assistant_vp_round4=on"][..], 4)] {
        let mut table = with(options, &[]);
        for card in ["A051", "A053", "B090"] {
            table.own(1, card);
        }
        table.player(1).points = [0; 15];
        let ship = table.place("9");
        table.player(1).ship = ship;
        table.end_game().nobody_buys();
        assert_eq!(unused(&table, 1), points);
    }
}

/// Returns a table where the Smuggler (a4) was used on 8, before the extra sail.
fn smuggler(options: &[&str], others: &[&str]) -> Table {
    let mut table = with(options, &["B083"]);
    for card in others {
        table.own(0, card);
    }
    table.player(0).points = [0; 15];
    table.player(0).cp = 0;
    table.at("8", 1).act("assistant B083");
    assert_eq!(table.player(0).cp, 2);
    table
}

/// M-A17: The ship sails with up to 3 points, followed by a single extra main action.
#[test]
fn extra_sail_is_followed_by_one_main_action() {
    let mut table = smuggler(&[], &[]);
    assert_eq!(table.legal(), ["sail 9", "sail 10", "sail 11", "stay"]);
    table.act("sail 11");
    assert!(table.can("city"));
    table.act("city");
    assert_eq!(table.decision(), PendingKind::Nation);
    table.player(0).doubloons = 9;
    table.act("fight france").act("end");
    assert!(!table.can("city"));
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-A17: Without the extra sail, there is no extra main action.
#[test]
fn staying_gives_no_extra_main_action() {
    let mut table = smuggler(&[], &[]);
    table.act("stay");
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-A17: In the extra main action, the number of village actions depends on the points just spent.
/// U1 applies (2 or 3 points give 2 actions) unless the option is `extra_main_u1=off`.
#[test]
fn extra_main_action_counts_village_actions_by_points() {
    let count = |options: &[&str], u1: bool, to: &str| {
        let mut table = with(options, &["B083"]);
        if u1 {
            table.upgrade(0, 1);
        }
        table.at("8", 7).play(&["assistant B083", to, "village"]);
        table.village_actions()
    };
    for (u1, options, expected) in [
        (false, &[][..], [1, 1]),
        (true, &[][..], [1, 2]),
        (true, &["extra_main_u1=on"][..], [1, 2]),
        (true, &["extra_main_u1=off"][..], [1, 1]),
    ] {
        let counts = [count(options, u1, "sail 9"), count(options, u1, "sail 10")];
        assert_eq!(counts, expected, "U1 {u1}, {options:?}");
    }
    // The Pilot sails with 3 points from 16 to 19.
    let mut table = with(&[], &["B093"]);
    table.upgrade(0, 1).at("16", 1);
    table.play(&["assistant B093", "sail 19", "village"]);
    assert_eq!(table.village_actions(), 2);
}

/// M-A17: Quests and other assistants can be used as the extra main action.
#[test]
fn extra_main_action_allows_quests_and_assistants() {
    let mut table = smuggler(&[], &["A049"]);
    table.lay_quest("9", "17").player(0).doubloons = 2;
    table.act("sail 9");
    assert!(table.can("quest 17"));
    assert!(table.can("village"));
    assert!(table.can("assistant A049"));
    table.act("assistant A049");
    assert_eq!(table.player(0).doubloons, 7);
    assert_eq!(table.score(0), 3);
    assert_eq!(table.decision(), PendingKind::Draw);
}

/// M-A17, M-12.4: Assistants passed by the extra sail give 2 VP, as do those left behind or not
/// used after it.
#[test]
fn extra_sail_scores_passed_and_unused_assistants() {
    let mut table = smuggler(&[], &["B098", "A049", "A052"]);
    table.act("sail 10");
    // The river guide on 8 was left behind, and the spice agent on 9 was passed.
    assert_eq!(unused(&table, 0), 4);
    table.act("pass");
    assert_eq!(unused(&table, 0), 6, "the jungle scout on 10");
}

/// M-A17: The extra sail stops at the hand symbol, and reaching 21a ends the round after this turn.
#[test]
fn extra_sail_to_21a_ends_the_round_after_the_turn() {
    let mut table = table(&[]);
    table.at("19", 1);
    table.open(Pending::new(
        0,
        PendingStep::Sail {
            points: 3,
            extra: true,
        },
    ));
    assert_eq!(table.legal(), ["sail 20", "stay"]);
    table.act("sail 20");
    assert!(table.can("combat"));
    table.act("explore").act("skip");

    let mut table = self::table(&[]);
    table.at("20", 1);
    table.open(Pending::new(
        0,
        PendingStep::Sail {
            points: 3,
            extra: true,
        },
    ));
    table.act("sail 21a").act("city");
    assert_eq!(table.points(0, "homeward"), 3);
    // M-A77: Pending effects are still resolved.
    assert_eq!(table.decision(), PendingKind::Main);
    table.act("pass");
    table.while_legal(&["end", "draw"]);
    assert_eq!(table.decision(), PendingKind::Interim);
}

/// M-A17, M-A74: L5 and the disc tiles have their effects at the end of the extra sail.
#[test]
fn legacy_tiles_apply_after_an_extra_sail() {
    let mut table = with(&["legacy=L15"], &["B083"]);
    table.at("8", 1).play(&["assistant B083", "sail 10"]);
    assert_eq!(table.decision(), PendingKind::DiscTile);

    let mut table = with(&["legacy=L5"], &[]);
    table.player(0).figures = 0;
    table.player(0).general = 5;
    table.at("2", 1);
    table.open(Pending::new(
        0,
        PendingStep::Sail {
            points: 3,
            extra: true,
        },
    ));
    table.act("sail 3");
    assert_eq!(table.player(0).figures, 1);
}
