//! The referees in `scripts/referees/`: independent rules that every random game is held to, and that notice a
//! difference. They need no more than Python's own library.

use std::path::Path;
use std::process::{Command, Output};

/// Runs a referee; `changed` is put in place of a text of it.
fn referee(game: &str, games: &str, changed: Option<(&str, &str)>) -> Output {
    let folder = tempfile::TempDir::new().unwrap();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/referees");
    for name in ["lines.py", game] {
        let mut text = std::fs::read_to_string(scripts.join(name)).unwrap();
        if let (Some((from, to)), true) = (changed, name == game) {
            assert!(text.contains(from), "{name} has no {from:?}");
            text = text.replacen(from, to, 1);
        }
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    Command::new("python3")
        .arg(folder.path().join(game))
        .args([
            "--games",
            games,
            "--portolan",
            env!("CARGO_BIN_EXE_portolan"),
        ])
        .output()
        .unwrap()
}

#[test]
fn cartagena_is_played_by_the_rules() {
    let output = referee("cartagena.py", "6", None);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Cartagena: 6 games, "), "{told}");
    assert!(told.ends_with(" portolan and the rules agree\n"), "{told}");
}

/// Hundreds of games of every size.
#[test]
#[ignore = "nightly: 300 games"]
fn cartagena_is_played_by_the_rules_in_hundreds_of_games() {
    let output = referee("cartagena.py", "300", None);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Rules that differ in one place from the game's: each is noticed.
#[test]
fn other_rules_are_noticed() {
    for (from, to) in [
        ("MOST_ON_A_SPACE = 3", "MOST_ON_A_SPACE = 4"),
        ("ACTIONS = 3", "ACTIONS = 2"),
        ("self.on(space) == 0", "self.on(space) <= 1"),
        ("cards = self.on(target)  # CA-2.11", "cards = 1"),
        (
            "drawn = len(list(self.draw(1)))",
            "drawn = len(list(self.draw(2)))",
        ),
        (
            "self.pile, self.discards = size(self.discards), {}",
            "self.pile = size(self.discards)",
        ),
        ("if self.acted or not moves:", "if True:"),
        (
            "if all(pirate == self.goal for pirate in own):",
            "if False:",
        ),
    ] {
        let output = referee("cartagena.py", "6", Some((from, to)));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{to}: {told}");
        assert!(told.contains("the rules say"), "{to}: {told}");
    }
}
