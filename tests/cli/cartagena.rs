//! Cartagena on the command line: options are listed and recorded, errors leave no files, and capped
//! games are reported.

use portolan::games::cartagena::options::OPTIONS;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const PLAY: &str = "simulate --game cartagena --games 4 --out out";
const BOTS: &str = "--bots random,random";

#[test]
fn invalid_input_is_rejected_and_no_file_is_written() {
    let folder = Folder::new();
    folder.succeeds("data export cartagena set");
    let text = folder.read("set/boards.toml");
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
    folder.write("set/boards.toml", doubled.join("\n"));
    let six = "--bots random,random,random,random,random,random";
    for (more, told) in [
        (
            &*format!("{BOTS} --set strips=9"),
            "strips=9 is not accepted: expected a number from 4 to 8",
        ),
        (
            &format!("{BOTS} --set modules=kraken"),
            "\"kraken\" is not one of them",
        ),
        (six, "for 2 to 5 players, not 6"),
        (
            &format!("{BOTS} --data set"),
            "\"pistol\" found, expected each of the six symbols once",
        ),
    ] {
        folder
            .refuses(format!("{PLAY} {more}"))
            .assert_contains(told);
        assert!(!folder.join("out").exists(), "{more}");
    }
    folder.rejects("data check cartagena set => boards.toml, line => strips.1.island");
}

#[test]
fn options_are_listed_and_recorded_in_the_manifest() {
    let folder = Folder::new();
    let listed = folder.succeeds("games cartagena");
    for option in OPTIONS {
        listed.assert_contains([option.name, option.default, option.meaning]);
    }
    folder.succeeds(format!(
        "{PLAY} {BOTS} --set strips=5 --set modules=morgan,hindrance"
    ));
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains(["strips = \"5\"", "modules = \"morgan,hindrance\""]);
    manifest.assert_lacks("games_capped");
}

/// CA-A35: a capped game is reported and has no winner.
#[test]
fn capped_games_are_reported() {
    let folder = Folder::new();
    let printed = folder.succeeds(format!("{PLAY} {BOTS} --set turn_cap=3"));
    printed.assert_contains(
        "4 of 4 games were capped, that is, stopped without a winner because of their length",
    );
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains("games_capped = 4");
    let events = folder.read("out/events.csv");
    assert_eq!(events.matches(",capped,").count(), 8);
    let games = folder.read("out/games.csv");
    for row in games.lines().skip(1) {
        assert_eq!(row.split(',').nth(8), Some("0"), "{row}");
    }
    folder.prints("report out => 4 of 4 games were capped");
}
