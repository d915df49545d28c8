//! Cartagena on the command line: options are listed and recorded, errors leave no files, and capped
//! games are reported.

use portolan::games::cartagena::options::OPTIONS;
use tempfile::TempDir;

use super::program::{fails, succeeds};

const PLAY: [&str; 9] = [
    "simulate",
    "--game",
    "cartagena",
    "--bots",
    "random,random",
    "--games",
    "4",
    "--out",
    "out",
];

#[test]
fn invalid_input_is_rejected_and_no_file_is_written() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &["data", "export", "cartagena", "set"]);
    let file = folder.path().join("set/boards.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let doubled: Vec<String> = text
        .lines()
        .map(
            |line| match line.starts_with("island     = [\"pistol\", \"chest\"") {
                true => line.replace("\"chest\"", "\"pistol\""),
                false => line.to_string(),
            },
        )
        .collect();
    assert_ne!(doubled.join("\n"), text.trim_end());
    std::fs::write(&file, doubled.join("\n")).unwrap();
    let set = |option| vec!["--set", option];
    for (more, told) in [
        (
            set("strips=9"),
            "strips=9 is not accepted: expected a number from 4 to 8",
        ),
        (set("modules=kraken"), "\"kraken\" is not one of them"),
        (
            vec!["--bots", "random,random,random,random,random,random"],
            "for 2 to 5 players, not 6",
        ),
        (
            vec!["--data", "set"],
            "\"pistol\" found, expected each of the six symbols once",
        ),
    ] {
        let mut arguments = PLAY.to_vec();
        if more[0] == "--bots" {
            arguments.drain(3..5);
        }
        arguments.extend(&more);
        let text = fails(folder.path(), 2, &arguments);
        assert!(text.contains(told), "{text}");
        assert!(!folder.path().join("out").exists(), "{arguments:?}");
    }
    let text = fails(folder.path(), 2, &["data", "check", "cartagena", "set"]);
    assert!(
        text.contains("boards.toml, line ") && text.contains("strips.1.island"),
        "{text}"
    );
}

#[test]
fn options_are_listed_and_recorded_in_the_manifest() {
    let folder = TempDir::new().unwrap();
    let listed = succeeds(folder.path(), &["games", "cartagena"]);
    for option in OPTIONS {
        for part in [option.name, option.default, option.meaning] {
            assert!(listed.contains(part), "no {part} in {listed}");
        }
    }
    let mut arguments = PLAY.to_vec();
    arguments.extend(["--set", "strips=5", "--set", "modules=morgan,hindrance"]);
    succeeds(folder.path(), &arguments);
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    for line in ["strips = \"5\"", "modules = \"morgan,hindrance\""] {
        assert!(manifest.contains(line), "no {line} in {manifest}");
    }
    assert!(
        !manifest.contains("games_capped"),
        "random games are long, but end"
    );
}

/// CA-A35: a capped game is reported and has no winner.
#[test]
fn capped_games_are_reported() {
    let folder = TempDir::new().unwrap();
    let mut arguments = PLAY.to_vec();
    arguments.extend(["--set", "turn_cap=3"]);
    let printed = succeeds(folder.path(), &arguments);
    assert!(
        printed.contains(
            "4 of 4 games were capped, that is, stopped without a winner because of their length"
        ),
        "{printed}"
    );
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("games_capped = 4"), "{manifest}");
    let events = std::fs::read_to_string(folder.path().join("out/events.csv")).unwrap();
    assert_eq!(events.matches(",capped,").count(), 8);
    let games = std::fs::read_to_string(folder.path().join("out/games.csv")).unwrap();
    for row in games.lines().skip(1) {
        assert_eq!(row.split(',').nth(8), Some("0"), "{row}");
    }
    let report = succeeds(folder.path(), &["report", "out"]);
    assert!(report.contains("4 of 4 games were capped"), "{report}");
}
