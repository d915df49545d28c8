//! `portolan serve`: requests, answers, and errors that do not change the game.

use std::path::Path;

use serde_json::{Value, json};

use super::folder::{Folder, Workdir};
use super::program;
use super::text::TextAssert;

/// Returns the answers of the program to these lines.
pub fn session(arguments: &str, lines: &[&str]) -> Vec<Value> {
    let mut command = program::command(Path::new("."), format!("serve {arguments}"));
    let output = program::fed(&mut command, &lines.join("\n"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert_eq!(told, "");
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub fn error(answer: &Value) -> &str {
    assert_eq!(answer["ok"], json!(false), "{answer}");
    answer["error"].as_str().unwrap()
}

#[test]
fn game_is_played_move_by_move() {
    let answers = session(
        "--game cartagena --bot greedy --players 3",
        &[
            r#"{"request": "choose"}"#,
            r#"{"request": "legal"}"#,
            "",
            r#"{"request": "state", "id": "here"}"#,
        ],
    );
    assert_eq!(answers.len(), 3);
    let action = answers[0]["action"].as_str().unwrap();
    assert_eq!(answers[0]["seat"], json!(1));
    let legal = answers[1]["legal"].as_array().unwrap();
    assert!(legal.contains(&json!(action)), "{action} in {legal:?}");
    let status = [
        &answers[1]["moves"],
        &answers[1]["to_move"],
        &answers[1]["over"],
    ];
    assert_eq!(status, [&json!(0), &json!(1), &json!(false)]);
    assert_eq!(answers[2]["id"], json!("here"));
    let text = answers[2]["state"].as_str().unwrap();
    text.assert_contains(["seat 3", "unknown"]);
    // Making the moves one by one or at once leads to the same next choice.
    let apply = json!({"request": "apply", "action": action}).to_string();
    let new = json!({"request": "new", "moves": [action]}).to_string();
    let choose = r#"{"request": "choose"}"#;
    let answers = session(
        "--game cartagena --bot greedy --players 3",
        &[
            &apply,
            choose,
            choose,
            &new,
            choose,
            r#"{"request":"quit"}"#,
            choose,
        ],
    );
    assert_eq!(answers.len(), 6, "nothing is answered after quit");
    assert_eq!(answers[0], answers[3]);
    assert_eq!(answers[0]["moves"], json!(1));
    assert!(answers[1] == answers[2] && answers[2] == answers[4]);
    assert_eq!(answers[5], json!({"ok": true}));
}

#[test]
fn new_game_replaces_the_previous_one() {
    let answers = session(
        "--game maracaibo --bot greedy --seed 7",
        &[
            r#"{"request": "legal"}"#,
            r#"{"request": "new", "seed": 7}"#,
            r#"{"request": "legal"}"#,
            r#"{"request": "new", "players": 1, "seed": 8, "set": {"level": "easy"}}"#,
            r#"{"request": "state"}"#,
        ],
    );
    assert_eq!(answers[0]["legal"], answers[2]["legal"]);
    assert_eq!(answers[1]["automas"], json!([null, null]));
    assert_eq!(answers[3]["automas"], json!([null, "jean:easy"]));
    assert_ne!(answers[3]["deal_seed"], answers[1]["deal_seed"]);
    answers[4]["state"]
        .as_str()
        .unwrap()
        .assert_contains("jean");
}

#[test]
fn invalid_requests_are_answered_and_change_no_state() {
    let legal = r#"{"request": "legal"}"#;
    let mistakes = [
        ("quit", "the line is not valid JSON"),
        (r#"{"request": "chose"}"#, "did you mean \"choose\"?"),
        (r#"{"request": "legal", "sede": 1}"#, "unknown field `sede`"),
        (
            r#"{"request": "apply", "action": "fly"}"#,
            "\"fly\" is not a legal action here",
        ),
        (r#"{"request": "apply"}"#, "the key \"action\" is missing"),
        (
            r#"{"request": "apply", "action": "pass", "number": 1}"#,
            "not by both",
        ),
        (r#"{"request": "draw"}"#, "the key \"drawn\" is missing"),
        (
            r#"{"request": "new", "drawn": ["flag"]}"#,
            "need \"chance\": \"told\"",
        ),
        (
            r#"{"request": "new", "players": 9}"#,
            "is for 2 to 5 players, not 9",
        ),
        (
            r#"{"request": "new", "set": {"strps": 4}}"#,
            "has no option \"strps\" (did you mean",
        ),
        (
            r#"{"request": "new", "set": {"strips": "x"}}"#,
            "option strips=x is not accepted",
        ),
        (
            r#"{"request": "new", "moves": ["fly"]}"#,
            "move 1: \"fly\" is not a legal action",
        ),
        (
            r#"{"request": "state", "seat": 3}"#,
            "there is no seat 3: expected 1 to 2",
        ),
    ];
    for (line, wanted) in mistakes {
        let answers = session("--game cartagena --bot random", &[legal, line, legal]);
        let told = error(&answers[1]);
        assert!(told.contains(wanted), "{line}: {told}");
        assert_eq!(answers[0], answers[2], "{line}");
        let listed = line.contains("fly").then_some(&answers[0]["legal"]);
        assert_eq!(answers[1].get("legal"), listed, "{line}");
    }
    // Invalid text and excessively nested JSON are ordinary errors.
    let deep = "[".repeat(100_000);
    let answers = session("--game cartagena --bot random", &[&deep, "\u{0}", legal]);
    error(&answers[0]).assert_contains("not valid JSON");
    error(&answers[1]).assert_contains("not valid JSON");
    assert_eq!(answers[2]["ok"], json!(true));
}

#[test]
fn finished_game_reports_its_result() {
    let folder = Folder::new();
    folder.succeeds(
        "replay --game cartagena --bots greedy,greedy --seed 7 --game-id 1 --record game.log",
    );
    let log = folder.read("game.log");
    let (_, moves) = log.split_once("\n\n").unwrap();
    let moves: Vec<&str> = moves.lines().map(|line| &line[2..]).collect();
    let new = json!({"request": "new", "seed": 7, "moves": moves}).to_string();
    let apply = r#"{"request": "apply", "action": "pass"}"#;
    let answers = session(
        "--game cartagena --bot greedy",
        &[
            &new,
            r#"{"request": "choose"}"#,
            apply,
            r#"{"request": "state"}"#,
        ],
    );
    let end = &answers[0];
    assert_eq!(end["moves"], json!(moves.len()));
    assert_eq!(
        (&end["over"], &end["to_move"]),
        (&json!(true), &Value::Null)
    );
    assert!(end["ranks"].as_array().unwrap().contains(&json!(1)));
    log.assert_contains(&format!("seed = {}\n", end["deal_seed"].as_str().unwrap()));
    for answer in &answers[1..3] {
        error(answer).assert_contains("the game is over");
    }
    assert_eq!(answers[3]["scores"], end["scores"]);
}

/// The session in docs/reference/protocol.md.
#[test]
fn python_session_of_the_docs_plays_a_game() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/serve_session.py");
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(text.lines().count() < 30, "the example is short");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/protocol.md");
    let shown = std::fs::read_to_string(docs).unwrap();
    shown.assert_contains(&format!("```python\n{text}```"));
    let Ok(found) = std::process::Command::new("python3")
        .arg("--version")
        .output()
    else {
        eprintln!("skipped: there is no python3");
        return;
    };
    assert!(found.status.success());
    let session = || {
        let output = std::process::Command::new("python3")
            .arg(&script)
            .arg("--portolan")
            .arg(program::path())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{told}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = session();
    assert!(
        told.starts_with("scores [") && told.contains("ranks [1, 2]"),
        "{told}"
    );
    assert_eq!(told, session());
}
