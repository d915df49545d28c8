//! The view of a position as data.

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::cartagena::path::{HOME, SLOOP};
use serde_json::{Value, json};

use super::support::{Table, card};

/// Returns a position in which a pistol reveals a hand, in the full escape with all modules.
fn looking() -> Table {
    let modules = "modules=morgan,hindrance,black-magician";
    let mut table = Table::bare(3, &["story=full-escape", modules]);
    table
        .hand(1, "pistol black, rum, rum")
        .hand(2, "hook, hook, chest black")
        .hand(3, "lantern");
    table
        .pirates(1, &[7, 7, 12, SLOOP])
        .pirates(2, &[7, 20, HOME]);
    table.act("pistol 2 black");
    table
}

fn position(table: &Table, observer: Option<Seat>) -> Value {
    table
        .game
        .position(&table.state, observer.map(|seat| seat - 1))
}

/// Returns an object with additional keys.
fn with(object: &Value, more: Value) -> Value {
    let both = [object, &more].map(|object| object.as_object().unwrap().clone());
    Value::Object(both.into_iter().flatten().collect())
}

/// The view of the player who uses the pistol.
#[test]
fn view_shows_the_choice_and_the_table() {
    let table = looking();
    let told = position(&table, Some(1));
    let head = ["phase", "round", "turn", "turn_of", "active", "winner"];
    let head = head.map(|key| told[key].clone());
    assert_eq!(json!(head), json!(["pistol", 1, 1, 1, 1, null]));
    let choice = json!({
        "actions_left": 2,
        "turn_begins": false,
        "has_acted": true,
        "hindrance_due": true,
        "hand_of": 2,
    });
    assert_eq!(told["choice"], choice);
    // Of 102 cards, seven are in hands, one of which is now the only discard; there are eight
    // tiles.
    let supplies = json!({
        "pile": 95,
        "discards": {"pistol black": 1},
        "closed_chest_tiles": {"1 card": 2, "2 cards": 2, "3 cards": 2, "empty": 1, "snake": 1},
    });
    assert_eq!(told["supplies"], supplies);
    assert_eq!(told["board"]["sloop"], "cartagena");
    let spaces = told["board"]["spaces"].as_array().unwrap();
    assert_eq!(spaces.len(), 36);
    // Strips 7, 8 and 6 are the tunnel, and strips 1 to 3 are the island.
    let of = |number: usize, path: &str, symbol: &str, pirates: [u8; 3]| {
        let chest_tile = symbol == "chest";
        json!({
            "space": number,
            "path": path,
            "symbol": symbol,
            "pirates": pirates,
            "chest_tile": chest_tile,
        })
    };
    assert_eq!(spaces[6], of(7, "tunnel", "pistol", [2, 1, 0]));
    assert_eq!(spaces[2], of(3, "tunnel", "chest", [0, 0, 0]));
    assert_eq!(spaces[19], of(20, "island", "chest", [0, 1, 0]));
}

/// CA-A34: Each player sees the own hand and the known cards of the others.
#[test]
fn view_shows_only_known_cards() {
    let table = looking();
    let pirates = json!({"start": 3, "spaces": [7, 20], "aboard": 0, "home": 1});
    // Progress of 7 and 20, and 37 for the pirate at the goal.
    let open = json!({
        "seat": 2,
        "score": 1,
        "turns": 0,
        "progress": 64,
        "pirates": pirates,
        "hand_size": 3,
    });
    let hand = json!({"hook": 2, "chest black": 1});
    let second = |observer| position(&table, observer)["players"][1].clone();
    assert_eq!(second(Some(1)), with(&open, json!({"known_cards": hand})));
    assert_eq!(
        second(Some(2)),
        with(&open, json!({"hand": hand, "known_among_others": {}}))
    );
    assert_eq!(second(Some(3)), with(&open, json!({"known_cards": {}})));
    let known_by = json!([
        {"seat": 1, "known_cards": hand},
        {"seat": 3, "known_cards": {}},
    ]);
    let all = json!({"hand": hand, "known_among_others": {}, "known_by": known_by});
    assert_eq!(second(None), with(&open, all));
    let first = &position(&table, Some(1))["players"][0];
    assert_eq!(first["known_among_others"], hand);
    let places = json!({"start": 2, "spaces": [7, 7, 12], "aboard": 1, "home": 0});
    assert_eq!(first["pirates"], places);
}

/// CA-8.3: A player who puts cards back knows them, topmost first; the others know their number.
#[test]
fn view_shows_cards_put_back_only_to_their_player() {
    let mut table = Table::bare(2, &["modules=black-magician"]);
    table
        .hand(1, "lantern")
        .pile_left("pistol, rum, hook, chest");
    table.act("lantern");
    let choice = |observer| position(&table, observer)["choice"].clone();
    let drawn = json!({"pistol": 1, "rum": 1, "hook": 1, "chest": 1});
    assert_eq!(choice(Some(1))["drawn_cards"], drawn);
    assert_eq!(choice(Some(2))["drawn_cards"], Value::Null);
    assert_eq!(choice(Some(2))["drawn"], 4);
    table.act("keep chest").act("put rum").act("put pistol");
    table.state.pile.add(card("parrot"));
    table.state.discards.remove(card("parrot"));
    let supplies = |observer| position(&table, observer)["supplies"].clone();
    let top = |cards: Value| json!({"number": 3, "put_there_by": 1, "cards": cards});
    let known = top(json!(["hook", "pistol", "rum"]));
    assert_eq!(supplies(Some(1))["put_back"], known);
    assert_eq!(supplies(None)["put_back"], known);
    assert_eq!(
        supplies(Some(2))["put_back"],
        json!({"number": 3, "put_there_by": 1})
    );
    for observer in [Some(1), Some(2), None] {
        assert_eq!(supplies(observer)["pile"], 4);
        let rest = observer.is_none().then(|| json!({"parrot": 1}));
        assert_eq!(supplies(observer)["pile_cards"], json!(rest));
    }
}

/// CA-7.3: During hindrance, the view contains the discarding seat, the number of cards and the
/// permitted cards.
#[test]
fn view_shows_remaining_discards_in_hindrance() {
    let mut table = Table::bare(2, &["modules=hindrance"]);
    table.hand(1, "pistol black, rum");
    table.hand(
        2,
        "pistol, rum, rum, rum, hook, hook, chest, chest, chest black",
    );
    table.act("play pistol start black");
    let told = position(&table, Some(1));
    let whose = [&told["phase"], &told["turn_of"], &told["active"]];
    assert_eq!(json!(whose), json!(["hindrance", 1, 2]));
    let left = |table: &Table| {
        let choice = &position(table, Some(1))["choice"];
        json!([choice["cards_to_discard"], choice["discards_from"]])
    };
    assert_eq!(left(&table), json!([2, "pistol"]));
    table.act("discard rum");
    assert_eq!(left(&table), json!([1, "rum"]));
    table.act("discard hook");
    assert_eq!(left(&table), json!([null, null]));
}

/// CA-2.6: At the end, no seat is to move and one seat has won.
#[test]
fn view_shows_the_winner_at_the_end() {
    let mut table = Table::bare(2, &["pirates=4"]);
    table.hand(1, "rum").pirates(1, &[HOME, HOME, HOME, 36]);
    assert_eq!(position(&table, None)["winner"], Value::Null);
    table.act("play rum 36");
    let told = position(&table, Some(2));
    let end = ["phase", "winner", "active", "choice"].map(|key| &told[key]);
    assert_eq!(json!(end), json!(["won", 1, null, null]));
    assert_eq!(told["players"][0]["score"], 4);
}
