//! Sailing (M-3) and the homeward spaces (M-13).

use portolan::game::prelude::*;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::Phase;

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

/// M-3.1: Unused points are lost.
#[test]
fn unused_movement_points_are_lost() {
    let mut table = from("0", &[]);
    table.play(&["sail 2", "pass"]);
    table.while_legal(&["draw"]);
    assert_eq!(table.game.to_move(&table.state), Some(1));
    table.play(&["sail 1", "pass"]);
    table.while_legal(&["draw"]);
    // Points that seat 0 did not use are available neither to seat 1 nor to seat 0 later.
    assert!(table.can("sail 10") && !table.can("sail 11"));
}

/// M-3.2: A step costs one point, the player chooses at forks, and ships never move against the
/// arrows.
#[test]
fn ship_follows_arrows_and_chooses_at_forks() {
    let mut table = from("3", &[]);
    assert!(table.can("sail 4") && table.can("sail 5"));
    assert!(!table.can("sail 2") && !table.can("sail 3"));
    table.act("sail 4");
    assert_eq!(table.state.points_spent, 1);
    // 4 and 5 both lead to 6, but not to each other.
    let table = from("4", &[]);
    assert!(table.can("sail 6") && !table.can("sail 5"));
    let mut table = from("3", &[]);
    table.act("sail 6");
    assert_eq!(table.state.points_spent, 2);
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

/// M-3.3: Ships may share a location.
#[test]
fn ships_share_locations() {
    let mut table = from("0", &[]);
    let place = table.place("2");
    table.player(1).ship = place;
    table.act("sail 2");
    assert_eq!(table.player(0).ship, place);
    assert!(table.can("village"));
}

/// M-3.4, M-13.2: Ships cannot sail past 20 or 21b.
#[test]
fn hand_symbols_stop_the_ship() {
    let table = from("18", &[]);
    assert_eq!(table.legal(), ["sail 19", "sail 20"]);
    let table = from("20", &[]);
    assert_eq!(table.legal(), ["sail 21a"]);
    let mut table = from("20", &[]);
    table.state.round = 4;
    assert_eq!(table.legal(), ["sail 21b"]);
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

/// M-3.6, M-12.4: An own assistant between start and end of a move gives 2 VP; those at the ends
/// give none.
#[test]
fn passed_assistants_score_but_not_those_at_the_ends() {
    let mut table = from("3", &[]);
    // Assistants on 4, 5, 6 and 3 (left behind).
    for card in ["B080", "B081", "B082", "A054"] {
        table.own(0, card);
    }
    table.act("sail 6");
    assert_eq!(table.points(0, "assistants"), 4);
    assert!(table.can("assistant B082"));
}

/// M-A3: The number of village actions depends on the points spent, not on the locations passed.
#[test]
fn village_actions_count_points_not_locations() {
    // With L2, the road from 7 to 8 costs 3 points.
    let mut table = from("6", &["legacy=L2"]);
    table.act("sail 8");
    assert_eq!(table.state.points_spent, 4);
    table.act("village");
    assert_eq!(table.village_actions(), 2);
    let mut table = from("6", &[]);
    table.play(&["sail 8", "village"]);
    assert_eq!(table.village_actions(), 1);
}

/// M-A4: By number, a ship on the shortcut 13-18 passes assistants on 14 to 17.
#[test]
fn skipped_assistants_count_by_number() {
    let mut table = from("13", &[]);
    // Assistants on 14, 15, 17, 18 and 12.
    for card in ["B092", "B085", "B090", "A056", "A053"] {
        table.own(0, card);
    }
    table.act("sail 18");
    assert_eq!(table.points(0, "assistants"), 6);
    let mut table = from("3", &[]);
    table.own(0, "B080");
    table.act("sail 5");
    assert_eq!(table.points(0, "assistants"), 2, "4 is lower than 5");
}

/// M-A4: With the other interpretation, only assistants on the road count.
#[test]
fn skipped_assistants_count_by_route_with_the_option() {
    let mut table = from("13", &["skipped_assistants=route"]);
    for card in ["B092", "B085", "B090"] {
        table.own(0, card);
    }
    table.act("sail 18");
    assert_eq!(table.points(0, "assistants"), 0);
    let mut table = from("14", &["skipped_assistants=route"]);
    for card in ["B092", "B085", "B090"] {
        table.own(0, card);
    }
    table.act("sail 18");
    assert_eq!(
        table.points(0, "assistants"),
        4,
        "15 and 17 lie on the road"
    );
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

/// M-13.1: 20 offers only a combat or an exploration.
#[test]
fn location_20_offers_only_combat_or_exploration() {
    let mut table = from("19", &[]);
    table.hand(0, &["A009"]).act("sail 20");
    assert_eq!(table.legal(), ["combat", "explore", "pass", "plan A009"]);
    table.act("explore");
    assert_eq!(table.legal(), ["advance 1", "advance 2", "skip"]);
    table.act("advance 2");
    assert_eq!(table.points(0, "explorer"), 2);
    assert!(!table.can("combat"));
}

/// M-13.1: The combat of 20.
#[test]
fn location_20_offers_a_combat() {
    let mut table = from("19", &[]);
    table.play(&["sail 20", "combat"]);
    assert_eq!(table.decision(), PendingKind::Nation);
    table.player(0).doubloons = 10;
    table.play(&["fight france", "end"]);
    assert_eq!(table.player(0).token_count, 1);
    assert!(!table.can("explore"));
}

/// M-13.1: 21a and 21b give 3 VP, and 22 gives 5.
#[test]
fn homeward_spaces_give_3_or_5_vp() {
    for (round, start, stop, points) in [
        (1, "20", "21a", 3),
        (3, "20", "21a", 3),
        (4, "20", "21b", 3),
        (4, "21b", "22", 5),
    ] {
        let mut table = from(start, &[]);
        table.state.round = round;
        table.act(&format!("sail {stop}"));
        assert_eq!(table.legal(), ["city", "pass"]);
        table.act("city");
        assert_eq!(table.points(0, "homeward"), points);
        assert_eq!(table.score(0), points);
    }
}

/// M-13.1: The VP are the main action there, so they are optional.
#[test]
fn homeward_vp_are_optional() {
    let mut table = from("20", &[]);
    table.play(&["sail 21a", "pass"]);
    assert_eq!(table.score(0), 0);
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

/// M-13.1: Cards are drawn before the round ends.
#[test]
fn cards_are_drawn_before_the_round_ends() {
    let mut table = from("20", &[]);
    table.play(&["sail 21a", "city", "draw", "draw", "draw"]);
    assert_eq!(table.state.phase, Phase::Turn);
    table.act("draw");
    assert_eq!(table.state.phase, Phase::Scoring);
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

/// M-A55, M-21.6: a4 and a14 sail one to three points further, to an extra main action.
#[test]
fn extra_sail_leads_to_an_extra_main_action() {
    // B083 (a4) is on 8, and B093 (a14) is on 16.
    let mut table = from("0", &[]);
    table.own(0, "B083").at("8", 7).act("assistant B083");
    assert_eq!(table.player(0).cp, 3);
    assert_eq!(table.legal(), ["sail 9", "sail 10", "sail 11", "stay"]);
    table.play(&["sail 11", "city"]);
    assert_eq!(table.decision(), PendingKind::Nation);
}

/// M-A55: A ship that stays gets no extra main action.
#[test]
fn staying_gives_no_extra_main_action() {
    let mut table = from("0", &[]);
    table
        .own(0, "B083")
        .at("8", 7)
        .play(&["assistant B083", "stay"]);
    assert_eq!(table.decision(), PendingKind::Draw);
    assert_eq!(table.player(0).cp, 3);
    let place = table.place("8");
    assert_eq!(table.player(0).ship, place);
}

/// M-A55: The extra sail stops at the hand symbol and pays the costs of its roads.
#[test]
fn extra_sail_respects_hand_symbols_and_road_costs() {
    let mut table = from("0", &[]);
    table.own(0, "B093").at("16", 7).act("assistant B093");
    assert_eq!(table.legal(), ["sail 17", "sail 18", "sail 19", "stay"]);
    // With L2 the road from 7 to 8 costs 3 points, so from 7 there is only one destination.
    let mut table = from("0", &["legacy=L2"]);
    table.open_sail("7", 3);
    assert_eq!(table.legal(), ["sail 8", "stay"]);
    let mut table = from("0", &[]);
    table.open_sail("18", 3);
    assert_eq!(table.legal(), ["sail 19", "sail 20", "stay"]);
}

/// M-A55, M-2.2: An extra sail to 21a ends the round after this turn.
#[test]
fn extra_sail_to_21a_ends_the_round() {
    let mut table = from("0", &[]);
    table.open_sail("20", 3).play(&["sail 21a", "city"]);
    table.while_legal(&["draw"]);
    assert_eq!(table.state.phase, Phase::Scoring);
    assert_eq!(table.points(0, "homeward"), 3);
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

/// M-A56: Unused assistants give VP when passed, and at the end of phase B or when an extra sail
/// leaves.
#[test]
fn unused_assistants_score_when_the_ship_leaves() {
    // B083 (extra sail) and B098 are on 8.
    let mut table = from("0", &[]);
    table.own(0, "B083").own(0, "B098").own(0, "A049");
    table.at("8", 7).act("assistant B083");
    assert_eq!(table.points(0, "assistants"), 0, "the ship is still there");
    table.act("sail 10");
    // B098 was not used, and A049 on 9 was passed.
    assert_eq!(table.points(0, "assistants"), 4);
    table.act("pass");
    assert_eq!(table.points(0, "assistants"), 4, "nothing is paid twice");
}

/// M-A56: At the end of phase B, all own assistants there except the used one give VP.
#[test]
fn unused_assistants_score_at_the_end_of_phase_b() {
    let mut table = from("0", &[]);
    table.own(0, "B083").own(0, "B098").hand(0, &["A009"]);
    table.at("8", 7).act("pass");
    assert_eq!(table.points(0, "assistants"), 0, "phase B goes on");
    table.act("end");
    assert_eq!(table.points(0, "assistants"), 4);
    let mut table = from("0", &[]);
    table.own(0, "B083").own(0, "B098");
    table.at("8", 7).play(&["assistant B083", "stay"]);
    assert_eq!(table.points(0, "assistants"), 2);
}

/// M-A5: An assistant placed on the location of the ship gives neither its action nor VP in this
/// turn.
#[test]
fn assistant_placed_under_the_ship_gives_nothing() {
    let mut table = from("0", &[]);
    table.hand(0, &["A051"]).at("2", 2);
    table.player(0).doubloons = 9;
    table.play(&["village", "buy A051"]);
    assert_eq!(table.player(0).assistant_count, 1);
    assert!(!table.can("assistant A051"));
    table.while_legal(&["end"]);
    assert_eq!(table.decision(), PendingKind::Draw);
    assert_eq!(table.points(0, "assistants"), 0);
}

/// M-A5: An assistant placed behind the ship gives nothing in this round; one placed ahead counts
/// as usual.
#[test]
fn assistant_scores_only_if_placed_ahead() {
    let mut table = from("3", &[]);
    // A051 goes to 2, B081 to 5, and B082 to 6.
    table.hand(0, &["A051", "B081"]);
    table.player(0).doubloons = 40;
    table.play(&["sail 6", "village", "buy A051"]);
    table.while_legal(&["end", "draw"]);
    assert_eq!(table.points(0, "assistants"), 0);
    let mut table = from("0", &[]);
    table.hand(0, &["B081"]);
    table.player(0).doubloons = 40;
    table.play(&["sail 2", "village", "buy B081"]);
    table.while_legal(&["end", "draw"]);
    table.play(&["sail 1", "pass"]);
    table.while_legal(&["draw"]);
    table.act("sail 6");
    assert_eq!(table.points(0, "assistants"), 2);
}

/// M-A5, M-12.1: An assistant placed ahead and reached by an extra sail in the same turn cannot be
/// used yet, and gives 2 VP like other unused assistants.
#[test]
fn assistant_reached_in_the_same_turn_is_unusable() {
    let mut table = from("0", &[]);
    table.hand(0, &["A052"]).player(0).doubloons = 9;
    table.village(1).act("buy A052");
    table.open_sail("9", 3).act("sail 10");
    assert!(table.can("village") && !table.can("assistant A052"));
    table.act("pass");
    assert_eq!(table.points(0, "assistants"), 2);
}

/// M-A4: 9a is between 9 and 10, and 21a counts as 21.
#[test]
fn locations_with_letters_are_ordered_by_number() {
    let mut table = from("8", &["legacy=L4"]);
    let space = table.space("4");
    table.player(0).explorer = space;
    // Assistants on 9 and 10.
    table.own(0, "A049").own(0, "A052").act("sail 9a");
    assert_eq!(
        table.points(0, "assistants"),
        2,
        "9 is lower than 9a, 10 is higher"
    );
    let mut table = from("9a", &["legacy=L4"]);
    table.own(0, "A049").own(0, "A052").act("sail 11");
    assert_eq!(table.points(0, "assistants"), 2, "only 10 was passed");
}
