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

/// Every game is played by the rules, as the last line says.
fn agrees(script: &str, games: &str, title: &str) {
    let output = referee(script, games, None);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with(&format!("{title}: {games} games, ")),
        "{told}"
    );
    assert!(told.ends_with(" portolan and the rules agree\n"), "{told}");
}

/// Rules that differ in one place from the game's are noticed within six games.
fn notices(script: &str, changes: &[(&str, &str)]) {
    for &(from, to) in changes {
        let output = referee(script, "6", Some((from, to)));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{to}: {told}");
        assert!(told.contains("the rules say"), "{to}: {told}");
    }
}

#[test]
fn cartagena_is_played_by_the_rules() {
    agrees("cartagena.py", "6", "Cartagena");
}

#[test]
fn maracaibo_scores_by_the_rules() {
    agrees("maracaibo.py", "4", "Maracaibo");
}

/// Hundreds of games of every size.
#[test]
#[ignore = "nightly: 300 games"]
fn cartagena_is_played_by_the_rules_in_hundreds_of_games() {
    agrees("cartagena.py", "300", "Cartagena");
}

/// Hundreds of games of every size, with Jean at every level.
#[test]
#[ignore = "nightly: 400 games"]
fn maracaibo_scores_by_the_rules_in_hundreds_of_games() {
    agrees("maracaibo.py", "400", "Maracaibo");
}

#[test]
fn other_rules_of_cartagena_are_noticed() {
    notices(
        "cartagena.py",
        &[
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
        ],
    );
}

#[test]
fn other_rules_of_maracaibo_are_noticed() {
    notices(
        "maracaibo.py",
        &[
            ("NO_PURCHASE = 2", "NO_PURCHASE = 3"),
            ("NOT_USED = 2", "NOT_USED = 1"),
            (
                "start < place(one[\"location\"]) < stop",
                "start < place(one[\"location\"]) <= stop",
            ),
            ("MOST_INFLUENCE = 3", "MOST_INFLUENCE = 2"),
            ("own == max(steps) > 0", "own == max(steps)"),
            ("(2, 1, 0)[ahead]", "(3, 1, 0)[ahead]"),
            ("\"21a\": 3", "\"21a\": 5"),
            ("\"U3\": 3, \"U5\": 3", "\"U3\": 3, \"U5\": 4"),
            ("* player[\"compasses\"]", "* 2"),
            ("FIRST_INVESTOR = 2", "FIRST_INVESTOR = 3"),
            ("NOT_USED * len(ahead)", "1 * len(ahead)"),
            ("borders_crossed\"] else 4", "borders_crossed\"] else 3"),
            (
                "\"doubloon_track\", box.reached(box.printed",
                "\"doubloon_track\", box.reached(box.ranks",
            ),
            ("\"jean_quests\", 5", "\"jean_quests\", 4"),
        ],
    );
}
