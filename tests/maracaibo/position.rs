//! The view of a position as data.

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::Shown;
use portolan::games::maracaibo::pending::{Pending, PendingStep};
use serde_json::{Value, json};

use crate::support::Table;

fn position(table: &Table, seat: usize) -> Value {
    table.game.position(&table.state, Some(seat - 1))
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| one["id"].as_str().expect("a text"))
        .collect()
}

/// Returns the object in a list with this id.
#[track_caller]
fn by_id<'a>(list: &'a Value, id: &str) -> &'a Value {
    let mut list = list.as_array().expect("a list").iter();
    list.find(|one| one["id"] == id).expect("it is there")
}

/// M-1.14, M-1.15: During setup, a view contains only the own choices.
#[test]
fn view_shows_setup_choices_only_to_their_owner() {
    let mut table = Table::dealt(2, &[], 3);
    while position(&table, 1)["active"] == 1 {
        table.act_first();
    }
    let [own, other] = [1, 2].map(|seat| position(&table, seat)["players"][0].clone());
    assert_eq!(position(&table, 2)["phase"], "plan");
    assert_eq!(ids(&own["hand"]).len(), 4);
    assert_eq!(ids(&own["planned"]).len(), 1);
    assert_eq!(ids(&own["set_aside"]).len(), 3);
    assert_eq!(ids(&own["careers_dealt"]).len(), 2);
    assert!(own["career"]["text"].is_string());
    for secret in ["hand", "planned", "set_aside", "careers_dealt", "career"] {
        assert_eq!(other[secret], Value::Null, "{secret}");
    }
    assert_eq!(other["hand_size"], 4);
}

/// M-A71: Cards that were taken from the display are known in all hands.
#[test]
fn view_shows_known_cards_of_other_hands() {
    let mut table = Table::bare(2, &[]);
    table.hand(0, &["A049", "A009"]);
    let card = table.card("A009");
    table.player(0).hand_public.insert(card);
    let told = position(&table, 2);
    let player = &told["players"][0];
    assert_eq!(player["hand_size"], 2);
    assert_eq!(ids(&player["known_cards"]), ["A009"]);
    assert_eq!(player["unseen_by_pile"], json!([1]));
    let unseen = told["supplies"]["unseen_cards"][0].as_array().unwrap();
    let hidden = |id: &str| unseen.iter().any(|card| card == id);
    assert!(hidden("A049") && !hidden("A009"));
    let sailor = json!({
        "id": "A009",
        "name": "Sailor",
        "text": "costs 2 doubloons; shows corn and a herb; +2 doubloons income",
    });
    assert_eq!(
        by_id(&position(&table, 1)["players"][0]["hand"], "A009"),
        &sailor
    );
}

/// M-21.6, M-A15: The action of an assistant is listed below its payment, and the rest of an effect below its
/// first part.
#[test]
fn view_lists_pending_tasks_in_order() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().own(0, "A054");
    table.player(0).career = None;
    table.at("3", 7);
    table.act("assistant A054");
    let told = position(&table, 1);
    assert_eq!(
        (&told["phase"], &told["choice"]["left"]),
        (&json!("disc"), &json!(1))
    );
    let next = &told["choice"]["then"][0];
    let wanted =
        json!({"task": "effect", "seat": 1, "effect": "1 village action", "category": "cards"});
    assert_eq!(*next, wanted);
    let turn = &told["choice"]["turn"];
    assert_eq!(turn["assistants_here"], json!(["A054"]));
    assert_eq!(turn["assistants_used"], json!(["A054"]));
}

/// Payments contain the good that the cards must show, and figures on a card contain their income.
#[test]
fn view_shows_the_arguments_of_rare_choices() {
    let choice = |work| {
        let mut table = Table::new(2);
        table.open(Pending::new(0, work));
        position(&table, 1)["choice"].clone()
    };
    let shown = Shown::Good(0);
    assert_eq!(
        choice(PendingStep::PayCards { shown, count: 2 })["shows"],
        "sugar"
    );
    let figures = PendingStep::FiguresOnCard { income_each: 2 };
    assert_eq!(choice(figures)["income_for_each"], 2);
}

/// M-1.9, M-7.3, M-15.5: Markers and weightings of the nations.
#[test]
fn view_shows_locations_markets_and_nations() {
    let told = position(&Table::new(2), 1);
    let board = &told["board"];
    let juan = by_id(&board["locations"], "6");
    assert_eq!(
        (&juan["name"], &juan["marker"]),
        (&json!("San Juan"), &json!("spain"))
    );
    let maracaibo = by_id(&board["locations"], "11");
    assert_eq!(maracaibo["city_tile"], "C01");
    assert_eq!(
        maracaibo["market"],
        json!({"good": "sugar", "spaces": 1, "discs": 0})
    );
    assert_eq!(maracaibo["flag"], "1 disc off the ship");
    assert_eq!(
        by_id(&board["locations"], "3")["leads_to"],
        json!(["4", "5"])
    );
    // The first space of the supply is empty, and all nations tie for most markers.
    let spain =
        json!({"id": "spain", "markers_in_supply": 12, "markers_in_caribbean": 1, "weighting": 3});
    assert_eq!(*by_id(&board["nations"], "spain"), spain);
    assert_eq!(board["prestige"].as_array().unwrap().len(), 1);
    assert_eq!(board["prestige"][0]["investors"], json!([]));
    assert_eq!(told["supplies"]["prestige_face_down"], 3);
    let everything = Table::new(2);
    let everything = everything.game.position(&everything.state, None);
    assert_eq!(
        everything["supplies"]["prestige_cards"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}
