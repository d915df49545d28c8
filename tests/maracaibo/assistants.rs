//! Assistants (M-12), and the extra main action of a4 and a14 (M-A17).

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
        table.ship(1, "9");
        table.end_game().nobody_buys();
        assert_eq!(unused(&table, 1), points);
    }
}

/// M-A17: In the extra main action, the number of village actions depends on the points just spent.
/// U1 applies (2 or 3 points give 2 actions) unless the option is `extra_main_u1=off`.
#[test]
fn points_spent_determine_village_actions_of_extra_main_action() {
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
