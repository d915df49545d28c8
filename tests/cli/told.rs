//! Reported chance outcomes: `serve` follows games that another engine deals, and rejects impossible draws.

use portolan::random::{below, stream};
use serde_json::{Value, json};

use super::text::TextAssert;
use crate::follow::{by_itself, set_up};
use crate::protocol::ask;
use crate::schema::Schema;
use crate::serve::error;

/// Game played by the other engine: the draws of the deal, and each move with its draws and the position after it.
struct Elsewhere {
    deal: Vec<String>,
    moves: Vec<(String, Vec<String>, String)>,
}

fn elsewhere(game: &str, players: usize, options: &[(&str, &str)], most: usize) -> Elsewhere {
    let (_, opened) = set_up(game, players, options);
    let mut table = opened.deal_given(5, by_itself()).ok().unwrap();
    let deal = table.fell_in_deal().to_vec();
    let mut rng = stream(5, &[77]);
    let mut moves = Vec::new();
    while table.to_move().is_some() && moves.len() < most {
        let choice = below(&mut rng, table.choices() as u32) as usize;
        table.make_given(choice, by_itself()).ok().unwrap();
        let made = table.moves().last().unwrap();
        let text = table.describe(table.to_move());
        moves.push((made.phrase.notation(), made.fell.clone(), text));
    }
    Elsewhere { deal, moves }
}

/// Asserts that the program reaches all positions of the other engine, with all draws of a move in one request or in
/// separate requests.
fn is_followed(game: &str, players: usize, options: &[(&str, &str)]) {
    let played = elsewhere(game, players, options, 400);
    let set: serde_json::Map<String, Value> = options
        .iter()
        .map(|(option, value)| (option.to_string(), json!(value)))
        .collect();
    let mut requests = vec![
        json!({"request": "new", "players": players, "set": set, "chance": "told", "seed": 99}),
    ];
    if let Some((first, rest)) = played.deal.split_first() {
        requests.push(json!({"request": "draw", "drawn": [first]}));
        requests.push(json!({"request": "draw", "drawn": rest}));
    }
    let mut after = Vec::new();
    for (index, (action, drawn, _)) in played.moves.iter().enumerate() {
        if index % 2 == 0 {
            requests.push(json!({"request": "apply", "action": action, "drawn": drawn}));
        } else {
            requests.push(json!({"request": "apply", "action": action}));
            let one_by_one = drawn.iter();
            requests.extend(one_by_one.map(|one| json!({"request": "draw", "drawn": [one]})));
        }
        requests.push(json!({"request": "state"}));
        after.push(requests.len() - 1);
    }
    let answers = ask(&format!("--game {game}"), &requests);
    let mut schema = Schema::read();
    for (request, answer) in requests.iter().zip(&answers) {
        let name = request["request"].as_str().unwrap();
        assert_eq!(answer["ok"], true, "{game}: {request}: {answer}");
        schema.holds(&format!("answer-to-{name}"), answer);
    }
    for ((action, drawn, text), index) in played.moves.iter().zip(after) {
        let answer = &answers[index];
        assert_eq!(answer["state"], json!(text), "{game}: {action}, {drawn:?}");
        assert_eq!(answer.get("draw"), None);
    }
    assert!(played.deal.len() >= 3 || game == "cartagena");
}

#[test]
fn puerto_rico_game_from_another_engine_is_followed() {
    is_followed("puerto_rico", 4, &[]);
    is_followed("puerto_rico", 2, &[]);
}

#[test]
fn cartagena_game_from_another_engine_is_followed() {
    is_followed(
        "cartagena",
        3,
        &[("modules", "black-magician"), ("turn_cap", "40")],
    );
    is_followed("cartagena", 2, &[("layout", "shuffled-strips")]);
    is_followed("cartagena", 2, &[("layout", "random-symbols")]);
}

#[test]
fn endeavor_game_from_another_engine_is_followed() {
    is_followed("endeavor", 5, &[]);
}

#[test]
fn maracaibo_game_from_another_engine_is_followed() {
    is_followed("maracaibo", 3, &[]);
    is_followed("maracaibo", 1, &[]);
}

/// The deal of Puerto Rico with three players reveals four plantations.
fn told_deal() -> Value {
    json!({
        "request": "new", "players": 3, "chance": "told", "drawn": ["corn", "corn", "indigo", "coffee"],
    })
}

#[test]
fn error_for_impossible_draw_lists_the_possible_draws() {
    let mut schema = Schema::read();
    let answers = ask(
        "--game puerto_rico --players 3",
        &[
            json!({"request": "new", "chance": "told"}),
            json!({"request": "legal"}),
            json!({"request": "games"}),
            json!({"request": "draw", "drawn": ["corn", "cron"]}),
            json!({"request": "draw", "drawn": ["corn", "corn", "indigo", "coffee", "sugar"]}),
            json!({"request": "draw", "drawn": ["corn", "corn", "indigo"]}),
            json!({"request": "draw", "drawn": ["coffee"]}),
            json!({"request": "draw", "drawn": ["coffee"]}),
            json!({"request": "apply", "action": "settler"}),
            json!({"request": "apply", "action": "settler", "drawn": ["sugar"]}),
            json!({"request": "new", "seed": 1}),
            json!({"request": "apply", "action": "settler", "drawn": ["sugar"]}),
            json!({"request": "new", "chance": "told", "moves": ["settler"]}),
        ],
    );
    assert_eq!(answers[0]["draw"]["of"], "plantation");
    assert_eq!(answers[0]["draw"]["told"], 0);
    assert_eq!(answers[0]["draw"]["among"].as_object().unwrap().len(), 5);
    error(&answers[1]).assert_contains("the deal needs a draw");
    schema.holds("answer-to-games", &answers[2]);
    assert_eq!(answers[2]["games"][0]["draw"], answers[0]["draw"]);
    let refused = error(&answers[3]);
    refused.assert_contains(
        "draw 2, plantation: \"cron\" cannot be drawn (did you mean \"corn\"?); remaining: corn (",
    );
    error(&answers[4]).assert_contains("5 draws are reported, but this game needs 4");
    // Rejected reports have no effect.
    assert_eq!(answers[5]["draw"]["told"], 3);
    assert_eq!(answers[6]["moves"], 0);
    assert_eq!(answers[6].get("draw"), None);
    error(&answers[7]).assert_contains("no draw is expected here");
    assert_eq!(answers[8]["ok"], true);
    assert!(error(&answers[9]).len() > 10);
    error(&answers[11]).assert_contains("this game makes its own random draws");
    error(&answers[12]).assert_contains("make them one by one");
}

#[test]
fn pending_move_can_be_undone_cloned_or_completed_at_random() {
    let settle = ["settler", "plant corn", "plant corn", "plant indigo"];
    let mut requests = vec![told_deal(), json!({"request": "state"})];
    requests.extend(settle.map(|action| json!({"request": "apply", "action": action})));
    requests.extend([
        json!({"request": "draw", "drawn": ["sugar"]}),
        json!({"request": "clone", "to": 2}),
        json!({"request": "draw", "handle": 2, "drawn": ["sugar", null], "rest": "random"}),
        json!({"request": "undo", "moves": 5}),
        json!({"request": "undo"}),
        json!({"request": "undo", "moves": 3}),
        json!({"request": "state"}),
        json!({"request": "undo", "moves": 1, "handle": 2}),
        json!({"request": "determinize", "seed": 3, "handle": 2}),
        json!({"request": "apply", "action": "plant indigo", "handle": 2}),
    ]);
    let answers = ask("--game puerto_rico", &requests);
    let asked = &answers[5]["draw"];
    assert_eq!(
        (&asked["told"], &answers[5]["moves"]),
        (&json!(0), &json!(3)),
        "{answers:#?}"
    );
    assert_eq!(answers[6]["draw"]["told"], 1);
    assert_eq!(answers[7]["draw"], answers[6]["draw"]);
    assert_eq!(answers[8]["moves"], 4);
    assert_eq!(answers[8].get("draw"), None);
    error(&answers[9]).assert_contains("expected 4 moves, the number of moves made");
    assert_eq!(
        (&answers[10]["moves"], answers[10].get("draw")),
        (&json!(3), None)
    );
    assert_eq!(answers[12]["state"], answers[1]["state"]);
    assert_eq!(answers[13]["moves"], 3);
    // In a determinized game, the program draws by itself.
    assert_eq!(answers[15]["moves"], 1);
    assert_eq!(answers[15].get("draw"), None);
}

/// A game without reported draws equals the game of its seed.
#[test]
fn unreported_draws_come_from_the_seed() {
    for game in ["puerto_rico", "maracaibo"] {
        let [told, drawn] = [json!("told"), json!("drawn")].map(|chance| {
            let mut new = json!({"request": "new", "seed": 8, "chance": chance});
            if chance == "told" {
                new["rest"] = json!("random");
            }
            ask(
                &format!("--game {game}"),
                &[new, json!({"request": "state"})],
            )
        });
        assert_eq!(told, drawn, "{game}");
    }
}
