//! Entered positions of Maracaibo as known to one seat, and games that start from them.

use portolan::random::stream;
use portolan_cli::follow::table::Table;
use serde_json::{Value, json};

use super::super::follow::{follow, follow_random, set_up};
use super::{form_of, is_logged, refused, under_way};
use crate::folder::{Folder, Workdir};
use crate::text::TextAssert;

/// Starts from the known part of a position. Asserts that the view of a seat equals its view at the table after every
/// move, and that the log contains the position. Returns the number of moves after which hidden information differs.
fn is_followed_from_within(
    players: usize,
    options: &[(&str, &str)],
    own: usize,
    (before, after): (usize, usize),
) -> usize {
    let (_, opened) = set_up("maracaibo", players, options);
    let mut there = under_way(&*opened, before, 11);
    let view = there.position(Some(own));
    let mut table = Table::new(&*opened, 1, Some(own), Some(view.clone())).unwrap();
    assert_eq!(table.question(), None, "what is missing is hidden");
    let mut rng = stream(3, &[players as u64]);
    let what = format!("{players} players, {options:?}");
    let hidden = follow_random(&mut table, &mut *there, Some(own), (&mut rng, after), &what);
    is_logged(&table, &*opened, Some(own), view);
    hidden
}

#[test]
fn entered_maracaibo_position_with_hidden_hands_can_be_followed() {
    assert!(is_followed_from_within(2, &[], 1, (120, 400)) > 0);
    let scenario = [("scenario", "77")];
    assert!(is_followed_from_within(3, &scenario, 0, (200, 400)) > 0);
    let tiles = [("legacy", "L1,L4,L7,L10,L11"), ("prestige", "open")];
    assert!(is_followed_from_within(4, &tiles, 2, (90, 60)) > 0);
}

#[test]
fn entered_solo_position_with_hidden_deck_can_be_followed() {
    // All automa cards are turned here, so the hidden parts can be equal.
    is_followed_from_within(1, &[], 0, (60, 400));
    let deck = [("jean_deck", "3A3B1C")];
    assert!(is_followed_from_within(1, &deck, 0, (20, 400)) > 0);
}

/// The form contains the view of the own seat at the first turn. It is modified, followed with a hint, resumed and
/// replayed.
#[test]
fn maracaibo_form_can_be_edited_followed_and_resumed() {
    let folder = &Folder::new();
    let arguments = "maracaibo --players 3 --seat 2";
    let mut form = form_of(folder, arguments);
    assert_eq!(
        (&form["phase"], &form["active"]),
        (&json!("sail"), &json!(1))
    );
    assert!(form["players"][1]["hand"].is_array());
    assert!(form["players"][0].get("hand").is_none());
    assert!(form["players"][1]["hand"][0].get("text").is_none());
    form["players"][1]["doubloons"] = json!(25);
    // Lists may be in any order, and an id is sufficient for a card.
    let hand = form["players"][1]["hand"].as_array_mut().unwrap();
    hand.reverse();
    hand[0] = hand[0]["id"].clone();
    // Derived values may be left out.
    for key in ["unseen_cards", "quest_pile", "combat_tokens", "pile"] {
        form["supplies"].as_object_mut().unwrap().remove(key);
    }
    for key in ["unseen_by_pile", "a_cards_kept", "effects", "upgrades"] {
        form["players"][0].as_object_mut().unwrap().remove(key);
    }
    folder.write("now.json", form.to_string());
    let followed = format!("{arguments} --position now.json --no-hints --log now.log");
    let input = "sail 1\npass\nend\nhint\nsail 1\n";
    let (code, out) = follow(folder, &followed, input);
    assert_eq!(code, 0, "{out}");
    let own = out.split_once("== seat 2 (you), turn 1 ==").unwrap().1;
    own.assert_contains(["25 doubloons", "expected lead", "games played to the end"]);
    let log = folder.read("now.log");
    log.assert_contains(["\nposition = {", "\ndrawn -"]);
    log.assert_ends_with("\n1 sail 1\n1 pass\n1 end\n2 sail 1\n");
    let resumed = "--load now.log --no-hints";
    let (code, out) = follow(folder, resumed, "pass\nundo\n");
    assert_eq!(code, 0, "{out}");
    out.assert_contains("taken back: pass");
    assert_eq!(folder.read("now.log"), log);
    folder.prints("replay --log now.log => sail 1");
}

/// A player has cards that were guessed to be elsewhere; the guesses are exchanged.
#[test]
fn played_card_replaces_wrong_guess() {
    let folder = &Folder::new();
    let arguments = "maracaibo --players 2";
    let mut form = form_of(folder, arguments);
    form["players"][1]["doubloons"] = json!(30);
    folder.write("now.json", form.to_string());
    let unseen = form["supplies"]["unseen_cards"][0].as_array().unwrap();
    let unseen: Vec<&str> = unseen.iter().filter_map(Value::as_str).collect();
    let planned = unseen.iter().filter(|card| card.starts_with('A')).take(3);
    for card in planned {
        let log = format!("{card}.log");
        let followed = format!("{arguments} --position now.json --no-hints --log {log}");
        let input = format!("sail 1\npass\nend\nsail 1\nplan {card}\n");
        let (code, out) = follow(folder, &followed, &input);
        assert_eq!(code, 0, "{out}");
        let log = folder.read(&log);
        assert!(log.ends_with(&format!("2 plan {card}\n")), "{out}\n{log}");
    }
}

#[test]
fn solo_form_can_be_followed() {
    let folder = &Folder::new();
    let arguments = "maracaibo --players 1";
    let form = form_of(folder, arguments);
    assert!(form["players"][1].get("deck_cards").is_none());
    let followed = format!("{arguments} --position form.json --no-hints --log solo.log");
    let (code, out) = follow(folder, &followed, "sail 1\npass\nend\nA2\nA1\n");
    assert_eq!(code, 0, "{out}");
    let log = folder.read("solo.log");
    assert!(log.contains("\n1 end\ndrawn A"), "{out}\n{log}");
    folder.prints("replay --log solo.log => sail 1");
}

#[test]
fn error_names_invalid_value_of_maracaibo_position() {
    let folder = &Folder::new();
    let arguments = "maracaibo --players 3";
    let form = form_of(folder, arguments);
    let planned = form.pointer("/players/0/planned/0").unwrap();
    let changes = [
        (
            "/players/0/doubloons",
            json!(-1),
            "players, 1, doubloons: invalid value: integer `-1`, expected u16",
        ),
        (
            "/players/0/doubloons",
            json!(1000),
            "players, 1, doubloons: 1000: expected a number from 0 to 999",
        ),
        (
            "/players/1/figures",
            json!(4),
            "players, 2, figures_in_general_supply: 3: expected 1",
        ),
        (
            "/players/0/hand/0",
            planned.clone(),
            ": expected a card that is in play and not elsewhere in the position",
        ),
        (
            "/players/0/ship",
            json!("90"),
            "players, 1, ship: \"90\": expected the id of a location, such as 0",
        ),
        (
            "/players/0/ship",
            json!("21a"),
            "players, 1, ship: \"21a\": expected a location that is open to the player and from which the ship can \
             sail on",
        ),
        (
            "/board/display/0",
            Value::Null,
            "supplies, pile: 68: expected 69",
        ),
        (
            "/board/nations/1/markers_in_supply",
            json!(14),
            "board, nations, spain, markers_in_supply: 14: expected a number from 0 to 13",
        ),
        (
            "/supplies/discs_out_of_game",
            json!(1),
            "supplies, discs_out_of_game: 1: expected 0",
        ),
        (
            "/round",
            json!(2),
            "board, prestige in round 2: 1 in the position; expected 2",
        ),
        (
            "/phase",
            json!("main"),
            "phase: \"main\": the position is in the set-up, inside a turn or scoring, or after the end of the game; \
             expected the start of a turn",
        ),
    ];
    for (place, value, wanted) in changes {
        let mut position = form.clone();
        *position.pointer_mut(place).unwrap() = value;
        let output = refused(folder, arguments, &position);
        output.assert_contains(["wrong.json: ", wanted]);
    }
    let output = refused(folder, "maracaibo --players 2", &form);
    output.assert_contains("players: 3 in the position; expected 2");
    let campaign = "maracaibo --players 3 --set scenario=campaign";
    let output = refused(folder, campaign, &form);
    output.assert_contains("scenario=campaign: positions of a campaign cannot be entered");
}
