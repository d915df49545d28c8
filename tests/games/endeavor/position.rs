//! The view of a position as data.

use portolan::game::prelude::*;
use portolan::games::endeavor::state::Phase;
use serde_json::{Value, json};

use super::support::Table;

/// Returns a position with silent fleets during a turn of seat 1, with a full track and discs in
/// many places.
fn under_way() -> Table {
    let mut table = Table::acting(2, &["silent_fleets=on"]);
    table
        .house(1, "dock")
        .house(1, "town_hall")
        .raise(1, "influence", 4);
    table.open("africa", 1).track("india", &[2, 6, 1]);
    table
        .disc(1, "london")
        .disc(1, "amsterdam")
        .disc(2, "lisbon")
        .disc(6, "genoa");
    table
        .holds(1, "slavery_1")
        .holds(1, "governor_africa")
        .holds(2, "south_america_1");
    table.token(1, "ship").token(2, "pay_or_draw");
    table
        .lay("seville", "culture")
        .lay_track("india", 4, "attack");
    table.lay_link("london", "quebec", "wealth");
    table.act("use dock").act("ship africa seas");
    table
}

fn position(table: &Table) -> Value {
    let told = table.game.position(&table.state, Some(1));
    assert_eq!(
        told,
        table.game.position(&table.state, None),
        "nothing is hidden"
    );
    told
}

/// Returns the object in a list with this id.
#[track_caller]
fn by_id<'a>(list: &'a Value, id: &str) -> &'a Value {
    let mut list = list.as_array().expect("a list").iter();
    list.find(|one| one["id"] == id).expect("it is there")
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|one| one["id"].as_str().expect("a text"))
        .collect()
}

#[test]
fn view_shows_a_turn_in_progress() {
    let told = position(&under_way());
    let head = ["phase", "round", "turn", "turn_of", "active", "crown"].map(|key| &told[key]);
    assert_eq!(json!(head), json!(["act", 1, 0, 1, 1, 1]));
    let choice = json!({
        "offers": ["occupy"],
        "one_action_only": false,
        "by_token": false,
        "done": ["ship"],
        "occupied": null,
    });
    assert_eq!(told["choice"], choice);
}

#[test]
fn view_shows_the_components_of_a_player() {
    let table = under_way();
    let told = position(&table);
    let player = &told["players"][0];
    // One of each icon on the Town Hall and the governor, two on the governor, and a slavery card.
    let attributes = json!({"industry": 1, "culture": 0, "wealth": 3, "influence": 5});
    assert_eq!(player["attributes"], attributes);
    let tokens = json!({"industry": 0, "culture": 0, "wealth": 0, "influence": 3});
    assert_eq!(player["attribute_tokens"], tokens);
    let levels = json!({"build_level": 1, "growth": 2, "payments": 2, "card_limit": 3});
    assert_eq!(player["levels"], levels);
    // There were five discs in the harbor, of which one is now on the Dock and one on the high
    // seas.
    assert_eq!(player["harbor"], 3);
    let supply = 35 - 5 - 1 - 5 - 1 - 2;
    assert_eq!(player["supply"], supply);
    let coast = json!([
        {
            "id": "colonial_house",
            "name": "Colonial House",
            "text": "start tile; occupy",
            "disc": true,
        },
        {"id": "dock", "name": "Dock", "text": "level 3; ship and/or occupy", "disc": true},
        {
            "id": "town_hall",
            "name": "Town Hall",
            "text": "level 5; 1 influence; pay and/or draw; its disc is paid in the Salary phase only; \
                     at the end, 1 glory for each draw icon on your buildings",
            "disc": false,
        },
    ]);
    assert_eq!(player["buildings"], coast);
    let tokens = json!({"ship": 1, "occupy": 0, "attack": 0, "pay_or_draw": 0});
    assert_eq!(player["action_tokens"], tokens);
    let cards = json!([
        {
            "id": "slavery_1",
            "name": "Slavery 1",
            "text": "draw number 1; 1 industry; 1 wealth; one more card may be kept; \
                     costs 1 glory if set aside",
        },
        {
            "id": "governor_africa",
            "name": "Governor of Africa",
            "text": "governor, for the most discs on the track; 2 wealth; 1 influence; 1 glory",
        },
    ]);
    assert_eq!(player["cards"], cards);
    assert_eq!(player["governor_space"], Value::Null);
    assert_eq!(player["discs"]["sites"], json!(["london", "amsterdam"]));
    assert_eq!(player["discs"]["high_seas"]["africa"], 1);
    // Five discs on a full track and one on the high seas.
    let areas = ["europe", "africa", "india"].map(|area| &player["discs"]["areas"][area]);
    assert_eq!(json!(areas), json!([2, 6, 1]));
    assert_eq!(player["score_by_category"]["links"], 1);
    assert_eq!(player["score"], table.game.score(&table.state, 0));
    let card = by_id(&told["players"][1]["cards"], "south_america_1");
    let text = "draw number 1; 2 culture; a disc to the harbor";
    assert_eq!(
        *card,
        json!({"id": "south_america_1", "name": "South America 1", "text": text})
    );
    assert_eq!(told["silent_fleets"]["supply"], 33);
    assert_eq!(told["silent_fleets"]["discs"]["sites"], json!(["genoa"]));
}

#[test]
fn view_shows_the_board() {
    let told = position(&under_way());
    let board = &told["board"];
    assert_eq!(board["side"], "A");
    let africa = by_id(&board["areas"], "africa");
    assert_eq!(
        (&africa["open"], &africa["governor"]),
        (&json!(true), &Value::Null)
    );
    let india = by_id(&board["areas"], "india");
    assert_eq!(india["open"], false);
    assert_eq!(india["governor"]["id"], "governor_india");
    let owners: Vec<&Value> = india["track"]
        .as_array()
        .unwrap()
        .iter()
        .map(|space| &space["disc_of"])
        .collect();
    assert_eq!(json!(owners), json!([2, "silent_fleets", 1, null, null]));
    assert_eq!(india["track"][0]["token"], Value::Null);
    assert_eq!(india["track"][3]["token"], "attack");
    let europe = by_id(&board["areas"], "europe");
    let site = |id: &str, name: &str, disc_of: Value, token: Value| {
        json!({
            "id": id,
            "name": name,
            "kind": "city",
            "glory": 1,
            "disc_of": disc_of,
            "token": token,
        })
    };
    let there = |id: &str| by_id(&europe["sites"], id).clone();
    let free = Value::Null;
    assert_eq!(
        there("lisbon"),
        site("lisbon", "Lisbon", json!(2), Value::Null)
    );
    assert_eq!(
        there("genoa"),
        site("genoa", "Genoa", json!("silent_fleets"), Value::Null)
    );
    assert_eq!(
        there("seville"),
        site("seville", "Seville", free, json!("culture"))
    );
    let links = board["links"].as_array().unwrap();
    let link = |a: &str, b: &str| {
        let mut links = links.iter();
        links.find(|link| link["sites"] == json!([a, b])).unwrap()
    };
    assert_eq!(link("london", "quebec")["token"], "wealth");
    assert_eq!(link("london", "amsterdam")["controlled_by"], 1);
    assert_eq!(link("london", "quebec")["controlled_by"], Value::Null);
    // Square links never have a token.
    assert_eq!(link("genoa", "venice")["token"], Value::Null);
}

#[test]
fn view_shows_the_supplies() {
    let told = position(&under_way());
    let supplies = &told["supplies"];
    let market = json!({"id": "market", "name": "Market", "text": "level 1; draw", "count": 5});
    assert_eq!(*by_id(&supplies["buildings"], "market"), market);
    assert_eq!(by_id(&supplies["buildings"], "dock")["count"], 2);
    let fortress = &by_id(&supplies["buildings"], "fortress")["text"];
    assert_eq!(fortress, "level 3; 1 influence; occupy or attack");
    let left = |deck: &str| ids(&by_id(&supplies["decks"], deck)["cards"]);
    assert_eq!(
        left("slavery"),
        ["slavery_2", "slavery_3", "slavery_4", "slavery_5"]
    );
    assert_eq!(left("europe").len(), 6);
    assert_eq!(left("south_america")[0], "south_america_2");
    assert_eq!(ids(&supplies["removed_cards"]), ["slavery_0"]);
    assert!(ids(&supplies["discard_pile"]).is_empty());
    let decks = &by_id(&supplies["decks"], "europe")["cards"];
    let text = "draw number 5; 1 culture; 1 influence; 4 glory; slavery is abolished when it is first taken";
    assert_eq!(by_id(decks, "europe_5")["text"], text);
}

/// EN-4.5, EN-7.1, EN-8.1: Choices in the other phases, and no choice at the end.
#[test]
fn view_shows_choices_of_other_phases() {
    let mut table = under_way();
    table.state.phase = Phase::Salary;
    (table.state.left, table.state.paid) = (2, table.kind("dock") as u8);
    let choice = json!({"payments_left": 2, "pays_from": "dock"});
    assert_eq!(position(&table)["choice"], choice);
    table.state.phase = Phase::Discard;
    assert_eq!(position(&table)["choice"], json!({"card_limit": 3}));
    table.state.phase = Phase::Casualty;
    (table.state.casualties, table.state.victim) = (0b10, 1);
    let told = position(&table);
    assert_eq!(told["choice"]["casualties_of"], json!([2]));
    assert_eq!((&told["turn_of"], &told["active"]), (&json!(1), &json!(2)));
    table.state.phase = Phase::Over;
    let told = position(&table);
    assert_eq!(
        (&told["active"], &told["choice"]),
        (&Value::Null, &Value::Null)
    );
}
