//! Entered positions of Puerto Rico, Endeavor and Cartagena, and games that start from them.

use portolan::random::stream;
use portolan_cli::follow::table::Table;
use portolan_run::play::given::Drawn;
use serde_json::{Value, json};

use super::super::follow::{by_itself, follow, follow_random, set_up};
use super::{form_of, is_kept, is_logged, refused, under_way};
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, flat, parse_table};

/// Starts from the known part of a position. Asserts that the view of a seat equals its view at the table after
/// every move.
fn is_followed_from_within(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
    own: Option<usize>,
    (before, after): (usize, usize),
) {
    let (_, opened) = set_up(game, players, options);
    let mut there = under_way(&*opened, before, 11);
    let view = there.position(own);
    let mut table = Table::new(&*opened, 1, own, Some(view.clone())).unwrap();
    assert_eq!(
        table.question(),
        None,
        "everything that is missing is hidden"
    );
    let hides = game == "cartagena" && own.is_some();
    let mut rng = stream(3, &[players as u64]);
    let what = format!("{game}, {players} players");
    let hidden = follow_random(&mut table, &mut *there, own, (&mut rng, after), &what);
    assert_eq!(hidden > 0, hides, "{hidden}");
    is_logged(&table, &*opened, own, view);
}

#[test]
fn entered_endeavor_position_can_be_followed() {
    for (players, options) in [(2, &[("silent_fleets", "on")][..]), (4, &[][..])] {
        for own in [Some(1), None] {
            is_followed_from_within("endeavor", players, options, own, (90, 60));
        }
    }
}

#[test]
fn entered_puerto_rico_position_can_be_followed() {
    for (players, options) in [(2, &[][..]), (3, &[("optional_bonuses", "all")][..])] {
        is_followed_from_within("puerto_rico", players, options, Some(1), (40, 80));
    }
}

#[test]
fn entered_cartagena_position_with_hidden_hands_can_be_followed() {
    for own in [Some(0), Some(1), None] {
        is_followed_from_within("cartagena", 2, &[("turn_cap", "60")], own, (3, 60));
    }
    let modules = [("modules", "morgan,hindrance"), ("story", "full-escape")];
    for own in [Some(0), Some(2)] {
        is_followed_from_within("cartagena", 3, &modules, own, (5, 50));
    }
}

/// Entering a position twice with the same seed and making the same moves with the same draws gives the same
/// result.
#[test]
fn move_from_entered_position_can_be_undone() {
    let (_, opened) = set_up("cartagena", 3, &[]);
    let view = under_way(&*opened, 3, 5).position(Some(1));
    let mut entered = opened.place(4, &view).unwrap();
    let before = entered.describe(None);
    let fell = entered.fell_in_deal().to_vec();
    assert!(fell.len() > 5, "{fell:?}");
    entered.make_given(0, by_itself()).ok().unwrap();
    entered.take_back(0);
    assert_eq!(entered.describe(None), before);
    let drawn = Drawn {
        things: fell.iter().cloned().map(Some).collect(),
        rest: false,
    };
    let again = opened.place_given(9, &view, drawn).ok().unwrap();
    assert_eq!(again.describe(None), before, "another seed, the same cards");
}

/// Returns the data with another value at a path.
fn with(position: &Value, place: &str, value: Value) -> Value {
    let mut position = position.clone();
    let there = position.pointer_mut(place);
    *there.unwrap_or_else(|| panic!("there is no {place}")) = value;
    position
}

#[test]
fn endeavor_form_can_be_edited_and_followed() {
    let folder = &Folder::new();
    let game = "endeavor --players 3";
    let form = form_of(folder, game);
    assert_eq!(form["phase"], "start_tile");
    assert_eq!(form["players"][0].get("cards"), Some(&json!([])));
    // Swap the token in London with another one; scores may be left out.
    let mut changed = form.clone();
    let sites = changed.pointer_mut("/board/areas/0/sites").unwrap();
    let sites = sites.as_array_mut().unwrap();
    let other = (1..sites.len()).find(|&other| sites[other]["token"] != sites[0]["token"]);
    let other = other.unwrap();
    let tokens = [0, other].map(|site| sites[site]["token"].clone());
    sites[0]["token"] = tokens[1].clone();
    sites[other]["token"] = tokens[0].clone();
    for player in changed["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        for key in ["score", "score_by_category", "levels", "attributes"] {
            player.remove(key);
        }
    }
    folder.write("changed.json", changed.to_string());
    let arguments = format!("{game} --position changed.json --log game.log");
    let (code, out) = follow(folder, &arguments, "start merchant_dock\nposition\n");
    assert_eq!(code, 0, "{out}");
    out.assert_contains(["expected lead", "start merchant_dock"]);
    is_kept(folder, "game.log", "start Merchant Dock");
    for [place, value, wanted] in &parse_table(
        r#"
        /players/0/supply => 34 => discs of seat 1: 34 in the position; expected 35
        /players/2/harbor => -1 => players, 3, harbor: invalid value: integer `-1`
        /turn_of => 4 => turn_of: 4: expected a number from 1 to 3
        /phase => "reaction" => expected the start of a turn
        /phase => "turn" => players, 1, buildings
        /players/0/score => 99 => players, 1, score: 99: expected
        /board/areas/1/track/1/disc_of => 2 => board, areas, 2, track, 2, disc_of: expected null
        /board/areas/0/sites/0/token => "gold" => board, areas, 1, sites, 1, token: "gold"
        /supplies/decks/0/cards/0/id => "europe_1" => expected a card that is in play and not elsewhere in the position
        /supplies/buildings/0/count => 1 => expected
    "#,
    ) {
        let value: Value = serde_json::from_str(value).unwrap();
        let wrong = with(&form, place, value);
        assert_ne!(wrong, form, "{place}");
        let output = refused(folder, game, &wrong);
        output.assert_contains(["wrong.json: ", wanted]);
    }
}

#[test]
fn cartagena_form_contains_the_view_of_the_seat() {
    let folder = &Folder::new();
    let game = "cartagena --players 3";
    let form = form_of(folder, &format!("{game} --seat 2"));
    assert_eq!(form["players"][1]["known_among_others"], json!({}));
    assert_eq!(form["players"][0].get("hand"), None);
    assert_eq!(form["players"][0]["hand_size"], 6);
    assert_eq!(form["supplies"].get("pile_cards"), None);
    // Seat 1 has drawn a card. Seat 2 has these cards and knows a parrot in the hand of seat 3.
    let mut changed = form.clone();
    changed["players"][0]["hand_size"] = json!(7);
    changed["players"][1]["hand"] = json!({ "rum": 4, "hook": 2 });
    changed["players"][2]["known_cards"] = json!({ "parrot": 1 });
    changed["players"][1]["known_among_others"] = json!({ "parrot": 1 });
    changed["supplies"].as_object_mut().unwrap().remove("pile");
    folder.write("changed.json", changed.to_string());
    let arguments = format!("{game} --seat 2 --position changed.json --log game.log");
    // Seat 1 plays three parrots, regardless of the guesses of the program.
    let input = "play parrot start\nplay parrot start\nplay parrot start\n\nposition\n";
    let (code, out) = follow(folder, &arguments, input);
    assert_eq!(code, 0, "{out}");
    out.assert_lacks(["contradicts", "is neither a move"]);
    out.assert_contains("expected lead");
    let log = folder.read("game.log");
    assert_eq!(log.matches("\n1 play parrot start").count(), 3, "{log}");
    log.assert_contains("\ndrawn -");
    is_kept(folder, "game.log", "play parrot");
    // The view of seat 2 does not contain the hand of seat 1, so the program asks for it.
    let arguments = format!("{game} --seat 1 --position form.json --no-hints --log asked.log");
    let input = "rum, rum, rum, hook, hook, chest\nposition\n";
    let (code, out) = follow(folder, &arguments, input);
    assert_eq!(code, 0, "{out}");
    let hand = "\"hand\": { \"chest\": 1, \"hook\": 2, \"rum\": 3 }";
    flat(&out).assert_contains(hand);
    for [place, value, wanted] in &parse_table(
        r#"
        /players/1/hand => { "rum": 18 } => players, 2, hand, rum: 18: expected at most 17
        /players/1/hand_size => 5 => players, 2, hand_size: 5: expected 6
        /players/0/hand_size => 97 => the number of cards that are not elsewhere
        /supplies/pile => 80 => supplies, pile: 80: expected 84
        /players/0/pirates/start => 5
            => pirates of seat 1: 5 in the position; expected 6 with these rules
        /board/spaces/1/symbol => SYMBOL => board, spaces, 1 to 6, symbol: 2 spaces with
        /phase => "pistol" => inside a turn or after the end of the game; expected the start of a turn
        /choice/actions_left => 0 => choice, actions_left: 0: expected 3
        /choice/turn_begins => false
            => inside a turn or after the end of the game; expected the start of a turn
        /players/0/pirates => { "start": 6, "spaces": [], "home": 0 }
            => players, 1, pirates: missing field `aboard`
        /players/1/hand => { "rumm": 6 } => players, 2, hand: "rumm": expected one of
        /players/0/pirates/start => "six"
            => players, 1, pirates, start: invalid type: string "six", expected u8
        /board/spaces/0 => { "symbol": SYMBOL, "chest_tile": false, "tile": 1 }
            => board, spaces, 1, tile: 1: expected no key with this name
        /players/1/hand => null => players: 0 players have the key `hand`
        /players/0/known_cards => { "hook": 7 }
            => players, 1, hand_size: 6: expected a number from 7 to 102
        /players/1/turns => 900 => players, 2, turns: 900: expected a number from 0 to 200
    "#,
    ) {
        let value = value.replace("SYMBOL", &form["board"]["spaces"][0]["symbol"].to_string());
        let value: Value = serde_json::from_str(&value).unwrap();
        let output = refused(folder, game, &with(&form, place, value));
        output.assert_contains(["wrong.json: ", wanted]);
    }
    // All components are required for a game whose hands are all known.
    let folder = &Folder::new();
    let form = form_of(folder, &format!("{game} --all-seen"));
    assert!(form["supplies"]["pile_cards"].is_object(), "{form}");
    let output = refused(
        folder,
        game,
        &with(&form, "/supplies/pile_cards/rum", json!(0)),
    );
    output.assert_contains("supplies, pile_cards, rum: 0: expected");
}
