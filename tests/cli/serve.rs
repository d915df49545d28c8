//! Sessions of `portolan serve` for other tests, and the example in the documentation.

use std::path::Path;

use serde_json::{Value, json};

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
