//! Sailing (M-3) and the homeward spaces (M-13).

use crate::support::Table;

/// Returns a table with the ship of seat 0 on a location, about to sail.
fn from(number: &str, options: &[&str]) -> Table {
    let mut table = Table::bare(2, options);
    let place = table.place(number);
    table.player(0).ship = place;
    table.no_quests();
    table
}

/// M-3.1: The ship sails one to seven steps forward; staying is not possible.
#[test]
fn ship_sails_one_to_seven_steps() {
    let table = from("0", &[]);
    // From 3, the ways through 4 and 5 have equal lengths and meet on 6.
    let expected = ["1", "2", "3", "4", "5", "6", "7", "8"].map(|to| format!("sail {to}"));
    assert_eq!(table.legal(), expected);
}

/// M-3.2: Roads with different lengths to one place are different moves.
#[test]
fn routes_of_different_length_are_different_moves() {
    let mut table = from("12", &[]);
    let mut other = from("12", &[]);
    let ways: Vec<String> = table.legal();
    let to_18: Vec<&String> = ways
        .iter()
        .filter(|way| way.starts_with("sail 18"))
        .collect();
    assert_eq!(to_18.len(), 2, "{ways:?}");
    table.act(to_18[0]);
    other.act(to_18[1]);
    let place = table.place("18");
    assert_eq!((table.player(0).ship, other.player(0).ship), (place, place));
    // Through Port Royal 12-13-18, and through Cartagena 12-14-15-16-17-18.
    assert_eq!((table.state.points_spent, other.state.points_spent), (2, 5));
}

/// M-3.5: Cities have a scroll, and all other locations are villages.
#[test]
fn locations_without_a_scroll_are_villages() {
    let cities = ["1", "4", "5", "11", "13", "14"];
    for number in 1..=19 {
        let number = number.to_string();
        let mut table = from("0", &[]);
        table.at(&number, 3);
        let city = cities.contains(&number.as_str());
        assert_eq!(table.can("village"), !city, "{number}");
    }
}

/// M-A4: By route, roads that pass different locations are different moves.
#[test]
fn routes_past_different_assistants_are_different_moves() {
    let mut table = from("3", &["skipped_assistants=route"]);
    table.own(0, "B080");
    let ways = table.legal();
    assert!(!ways.contains(&"sail 6".to_string()) || ways.iter().any(|way| way.contains("via")));
    let mut vp = Vec::new();
    for way in ways.iter().filter(|way| way.starts_with("sail 6")) {
        let mut table = from("3", &["skipped_assistants=route"]);
        table.own(0, "B080");
        table.act(way);
        vp.push(table.points(0, "assistants"));
    }
    vp.sort_unstable();
    assert_eq!(vp, [0, 2]);
}

/// M-13.1, M-A18: There are no deliveries and no village actions on the homeward spaces.
#[test]
fn homeward_spaces_offer_no_deliveries_or_village_actions() {
    for (round, start, stop) in [
        (1, "19", "20"),
        (1, "20", "21a"),
        (4, "20", "21b"),
        (4, "21b", "22"),
    ] {
        let mut table = from(start, &[]);
        table.state.round = round;
        // One card of every good.
        table.hand(0, &["A009", "A010", "A011", "A012"]);
        table.player(0).doubloons = 20;
        table.act(&format!("sail {stop}"));
        for card in ["A009", "A010", "A011", "A012"] {
            assert!(!table.can(&format!("deliver {card}")), "{stop}");
        }
        assert!(!table.can("village"));
    }
}

/// M-13.2: Ships sail to 21a in rounds 1 to 3, and to 21b and 22 in round 4, with separate stops.
#[test]
fn homeward_route_depends_on_the_round() {
    for round in 1..=4 {
        let mut table = from("20", &[]);
        table.state.round = round;
        let expected = if round == 4 { "sail 21b" } else { "sail 21a" };
        assert_eq!(table.legal(), [expected]);
    }
    let mut table = from("21b", &[]);
    table.state.round = 4;
    assert_eq!(table.legal(), ["sail 22"]);
}

/// M-A54: For the condition of a quest with four movement points, all points of the turn count,
/// including those of an extra sail.
#[test]
fn movement_quest_counts_the_points_of_the_whole_turn() {
    for (points, extra, possible) in [
        (3, "sail 9", true),
        (2, "sail 9", false),
        (2, "sail 10", true),
    ] {
        let mut table = from("0", &[]);
        table
            .lay_quest("9", "23")
            .lay_quest("10", "24")
            .own(0, "B083");
        table.at("8", points).play(&["assistant B083", extra]);
        let quest = if extra == "sail 9" {
            "quest 23"
        } else {
            "quest 24"
        };
        assert_eq!(table.can(quest), possible, "{points} and {extra}");
    }
    // Points of earlier turns do not count.
    let mut table = from("0", &[]);
    table.lay_quest("10", "23").act("sail 8").act("pass");
    table.while_legal(&["draw"]);
    table.play(&["sail 1", "pass"]);
    table.while_legal(&["draw"]);
    table.act("sail 10");
    assert!(!table.can("quest 23"));
}
