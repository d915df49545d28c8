//! The view of a position as data, worked out by hand.

use portolan::game::prelude::*;
use serde_json::{Value, json};

use super::support::Table;

fn told(table: &Table, observer: Option<usize>) -> Value {
    table.game.position(&table.state, observer)
}

#[test]
fn view_shows_the_table_and_player_boards() {
    let mut table = Table::of(3);
    table
        .goods(1, "2 corn, 1 coffee")
        .buildings(2, &["office", "harbor"])
        .house("1 tobacco");
    table.player(1).doubloons = 9;
    table.player(1).vp_goods = 4;
    let position = told(&table, Some(0));
    assert_eq!(position["phase"], "role");
    assert_eq!(position["round"], 1);
    assert_eq!(position["governor"], 1);
    assert_eq!(position["role"], Value::Null);
    let player = &position["players"][0];
    assert_eq!(player["doubloons"], 9);
    assert_eq!(player["goods"], json!({ "corn": 2, "coffee": 1 }));
    assert_eq!(player["vp_chips"]["goods"], 4);
    assert_eq!(player["score"], 4);
    assert_eq!(player["roles_to_take"], 1);
    let buildings = &position["players"][1]["buildings"];
    assert_eq!(buildings[0]["id"], "office");
    assert_eq!(buildings[0]["cost"], 5);
    assert_eq!(buildings[1]["name"], "Harbor");
    assert_eq!(buildings[1]["staffed"], true);
    assert_eq!(position["board"]["trading_house"], json!({ "tobacco": 1 }));
    assert_eq!(position["board"]["trading_house_spaces_left"], 3);
    let roles = position["board"]["roles"].as_array().unwrap();
    assert_eq!(roles.len(), 6);
    assert!(roles.iter().all(|role| role["taken"] == false));
}

#[test]
fn view_shows_the_current_choice() {
    let mut table = Table::of(3);
    table.goods(1, "2 corn").goods(2, "1 corn").act("captain");
    let position = told(&table, Some(1));
    assert_eq!(position["phase"], "load");
    assert_eq!(
        (&position["role"], &position["role_of"]),
        (&json!("captain"), &json!(1))
    );
    assert_eq!(
        position["choice"],
        json!({ "turns_without_load": 0, "wharves_used": [], "privilege_left": true })
    );
    let taken = position["board"]["roles"].as_array().unwrap();
    let taken: Vec<&Value> = taken.iter().filter(|role| role["taken"] == true).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0]["id"], "captain");
}

/// PR-9: With `vp_visibility=hidden`, the chips of other players are left out.
#[test]
fn view_omits_hidden_chips() {
    let mut table = Table::dealt(3, &["vp_visibility=hidden"], 7);
    table.player(2).vp_harbor = 3;
    let position = told(&table, Some(0));
    assert_eq!(position["players"][0]["vp_chips"]["harbor"], 0);
    assert_eq!(position["players"][1]["vp_chips"], Value::Null);
    assert_eq!(position["players"][1]["score"], Value::Null);
    let all = told(&table, None);
    assert_eq!(all["players"][1]["vp_chips"]["harbor"], 3);
}
