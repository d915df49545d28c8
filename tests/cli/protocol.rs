//! Version 2 of the protocol: several games, bots and requests at once, copies for searches, and messages that
//! match the schema.

use std::path::Path;

use serde_json::{Value, json};

use super::program;
use super::text::TextAssert;
use crate::schema::Schema;
use crate::serve::{error, session};

fn lines(requests: &[Value]) -> Vec<String> {
    requests.iter().map(Value::to_string).collect()
}

pub fn ask(arguments: &str, requests: &[Value]) -> Vec<Value> {
    let lines = lines(requests);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    session(arguments, &lines)
}

/// The schema in the docs equals the output of the program. `PORTOLAN_BLESS=1` updates the file.
#[test]
fn schema_in_the_docs_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/protocol.schema.json");
    let wanted = program::succeeds(Path::new("."), "serve --schema");
    if std::env::var_os("PORTOLAN_BLESS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == wanted,
        "PORTOLAN_BLESS=1 writes {}",
        path.display()
    );
}

#[test]
fn every_answer_conforms_to_the_schema() {
    let mut schema = Schema::read();
    for game in ["maracaibo", "puerto_rico", "endeavor", "cartagena"] {
        let mut requests = vec![
            json!({"request": "hello", "id": 1}),
            json!({"request": "new", "seed": 3, "handle": 2}),
            json!({"request": "inputs"}),
            json!({"request": "components"}),
            json!({"request": "fly"}),
            json!({"request": "apply", "action": "fly"}),
        ];
        for moves in 0..30 {
            requests.push(json!({"request": "choose", "handle": 2, "id": moves}));
            for request in ["legal", "state", "observe", "scores"] {
                requests.push(json!({"request": request, "handle": 2}));
            }
            requests.push(json!({"request": "clone", "handle": 2, "to": 3}));
            requests.push(json!({"request": "determinize", "handle": 3, "seed": moves}));
            requests.push(json!({"request": "state", "handle": 3, "seat": 1}));
        }
        requests.extend([
            json!({"request": "games"}),
            json!({"request": "close", "handle": 3}),
            json!({"request": "batch", "requests": [{"request": "legal"}, {"request": "fly"}, 7]}),
            json!({"request": "quit"}),
        ]);
        let answers = ask(&format!("--game {game} --bot random,greedy"), &requests);
        assert_eq!(answers.len(), requests.len());
        for (request, answer) in requests.iter().zip(&answers) {
            match answer["ok"].as_bool() {
                Some(true) => {
                    schema.holds("request", request);
                    let name = request["request"].as_str().unwrap();
                    schema.holds(&format!("answer-to-{name}"), answer);
                }
                _ => schema.holds("mistake", answer),
            }
            assert_eq!(request.get("id"), answer.get("id"));
        }
        let mistakes = answers
            .iter()
            .filter(|answer| answer["ok"] == false)
            .count();
        assert_eq!(mistakes, 2, "{game}");
    }
}

/// In Maracaibo, the view of a seat contains its own hand with texts, and the sizes of other hands.
#[test]
fn maracaibo_view_contains_only_the_own_hand() {
    let requests = [1, 2].map(|seat| json!({"request": "state", "seat": seat}));
    let answers = ask("--game maracaibo --seed 4", &requests);
    let player = |asks: usize, seat: usize| &answers[asks - 1]["position"]["players"][seat - 1];
    let hand = |seat: usize| player(seat, seat)["hand"].as_array().unwrap();
    assert_eq!(hand(1).len(), 8);
    assert!(hand(1).iter().all(|card| !hand(2).contains(card)));
    assert!(hand(1)[0]["text"].as_str().unwrap().starts_with("costs "));
    assert_eq!(player(1, 2)["hand"], Value::Null);
    assert_eq!(player(1, 2)["hand_size"], 8);
}

/// Playing by action index leads to the same game as playing by notation.
#[test]
fn action_indices_and_notations_name_the_same_actions() {
    for game in ["maracaibo", "puerto_rico", "endeavor", "cartagena"] {
        let mut moves: Vec<Value> = Vec::new();
        for _ in 0..12 {
            let mut requests = moves.clone();
            requests.push(json!({"request": "legal"}));
            let legal = ask(&format!("--game {game}"), &requests).pop().unwrap();
            let actions = legal["actions"].as_array().unwrap();
            assert_eq!(actions.len(), legal["legal"].as_array().unwrap().len());
            let chosen = &actions[moves.len() * 7 % actions.len()];
            let [by_notation, by_number] = ["action", "number"].map(|key| {
                let mut requests = moves.clone();
                requests.push(json!({"request": "apply", key: chosen[key]}));
                requests.push(json!({"request": "state"}));
                ask(&format!("--game {game}"), &requests).pop().unwrap()
            });
            assert_eq!(by_notation, by_number);
            moves.push(json!({"request": "apply", "number": chosen["number"]}));
        }
    }
}

/// Components are described by the ids that positions and notations use.
#[test]
fn components_answer_matches_the_data_files() {
    let answers = ask("--game maracaibo", &[json!({"request": "components"})]);
    let cards = answers[0]["components"]["project_cards.csv"]
        .as_array()
        .unwrap();
    let card = cards.iter().find(|card| card["id"] == "A055").unwrap();
    assert_eq!(card["name"], "Armourer");
    assert!(
        card["provenance"]
            .as_str()
            .unwrap()
            .starts_with("reconstructed")
    );
    assert!(card.as_object().unwrap().values().all(|cell| cell != ""));
    assert_eq!(answers[0]["data"].as_str().unwrap().len(), 16);
}

#[test]
fn games_with_handles_are_independent_and_undoable() {
    let answers = ask(
        "--game cartagena",
        &[
            json!({"request": "new", "handle": 7, "seed": 5}),
            json!({"request": "legal", "handle": 7}),
            json!({"request": "legal"}),
        ],
    );
    let [first, second] = [0, 1].map(|index| answers[1]["legal"][index].clone());
    let apply = |handle: u64, action: &Value| json!({"request": "apply", "handle": handle, "action": action});
    let state = |handle: u64| json!({"request": "state", "handle": handle});
    let answers = ask(
        "--game cartagena",
        &[
            json!({"request": "new", "handle": 7, "seed": 5}),
            state(7),
            json!({"request": "clone", "handle": 7, "to": 8}),
            apply(7, &first),
            apply(8, &second),
            json!({"request": "undo", "handle": 8}),
            state(8),
            apply(8, &first),
            state(8),
            state(7),
            json!({"request": "undo", "handle": 7, "moves": 2}),
            json!({"request": "close", "handle": 7}),
            state(7),
            json!({"request": "legal"}),
        ],
    );
    let without_handle = |answer: &Value| {
        let mut answer = answer.clone();
        answer.as_object_mut().unwrap().remove("handle");
        answer
    };
    assert_eq!(without_handle(&answers[1]), without_handle(&answers[6]));
    assert_eq!(without_handle(&answers[8]), without_handle(&answers[9]));
    assert_eq!(answers[3]["moves"], 1);
    error(&answers[10]).assert_contains("expected 1 move, the number of moves made");
    error(&answers[12]).assert_contains("there is no game with the handle 7; games: 1, 8");
    assert_eq!(answers[13]["ok"], true);
}

/// Known information stays, and hidden information is resampled; the same seed gives the same result.
#[test]
fn determinize_preserves_information_known_to_the_seat() {
    let determinize = |seed: u64, to: u64| {
        [
            json!({"request": "clone", "to": to}),
            json!({"request": "determinize", "handle": to, "seat": 1, "seed": seed}),
            json!({"request": "state", "handle": to, "seat": 1}),
            json!({"request": "state", "handle": to, "seat": 2}),
        ]
    };
    let mut requests = vec![
        json!({"request": "state", "seat": 1}),
        json!({"request": "state", "seat": 2}),
    ];
    requests.extend(determinize(1, 2));
    requests.extend(determinize(1, 3));
    requests.extend(determinize(2, 4));
    requests.push(json!({"request": "undo", "handle": 2}));
    let answers = ask("--game cartagena --seed 9", &requests);
    let told = |index: usize| answers[index]["state"].as_str().unwrap();
    for own in [4, 8, 12] {
        assert_eq!(told(0), told(own));
    }
    assert_ne!(told(1), told(5), "the other's hand is imagined");
    assert_eq!(told(5), told(9));
    assert_ne!(told(5), told(13));
    error(&answers[14]).assert_contains("expected 0 moves, the number of moves made");
}

#[test]
fn batch_is_answered_in_one_line() {
    let step = |handle: u64| json!({"request": "legal", "handle": handle, "id": handle});
    let new = |handle: u64| json!({"request": "new", "handle": handle, "seed": handle});
    let many: Vec<Value> = (1..=50).map(new).chain((1..=50).map(step)).collect();
    let nested = json!({"request": "batch", "requests": [{"request": "quit"}, {"request": "batch", "requests": []}]});
    let answers = ask(
        "--game cartagena",
        &[
            json!({"request": "batch", "requests": many}),
            nested,
            json!({"request": "games"}),
        ],
    );
    let batch = answers[0]["answers"].as_array().unwrap();
    assert_eq!(batch.len(), 100);
    for (index, answer) in batch[50..].iter().enumerate() {
        assert_eq!(answer["id"], json!(index + 1));
        assert_eq!(answer["ok"], true);
    }
    for answer in answers[1]["answers"].as_array().unwrap() {
        error(answer).assert_contains("not allowed in a batch");
    }
    assert_eq!(answers[2]["games"].as_array().unwrap().len(), 50);
}
