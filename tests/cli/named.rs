//! Names of bots and experiments: the file that a name refers to, in any folder.

use std::path::{Path, PathBuf};

use portolan_players::bots::strengths::STRENGTHS;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Returns the files of the shipped experiments whose names begin with this text.
pub fn shipped(begin: &str) -> Vec<PathBuf> {
    portolan::register();
    let of_game = |path: &PathBuf| {
        let folder = path.parent().unwrap().file_name().unwrap();
        let mut games = portolan::games::GAMES.iter();
        games.any(|entry| folder == entry.name)
    };
    let begins = |path: &PathBuf| {
        let name = path.file_name().unwrap();
        name.to_str().unwrap().starts_with(begin)
    };
    let found: Vec<PathBuf> = portolan_core::shipped::files("experiments")
        .filter(|path| of_game(path) && begins(path))
        .collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn each_game_lists_its_own_and_the_common_bots() {
    let folder = Folder::new();
    let names = |game: &str| -> Vec<String> {
        let listed = folder.succeeds(format!("bots --game {game}"));
        let rows = listed.lines().skip(1);
        rows.map(|row| row.split(' ').next().unwrap().to_string())
            .collect()
    };
    let everywhere = "fast flat mcts mcts-rollouts net policy strong";
    let everywhere = || everywhere.split(' ').chain(STRENGTHS).map(str::to_string);
    for entry in portolan::games::GAMES {
        let mut expected: Vec<String> = everywhere().collect();
        let own = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("bots")
            .join(entry.name);
        for file in super::folder::names(&own) {
            if let Some(name) = file.strip_suffix(".toml").filter(|name| *name != "greedy") {
                own.read(&file)
                    .assert_contains(&format!("game = \"{}\"\n", entry.name));
                expected.push(name.to_string());
            }
        }
        expected.sort();
        expected.dedup();
        expected.splice(0..0, ["random", "greedy"].map(str::to_string));
        assert_eq!(names(entry.name), expected);
    }
}

#[test]
fn experiments_are_listed_by_game_with_their_questions() {
    let folder = Folder::new();
    let json = folder.succeeds("experiments --format json");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let keys = ["game", "name", "question"];
    let rows = listed
        .iter()
        .map(|row| keys.map(|key| row[key].as_str().unwrap()));
    let rows: Vec<[&str; 3]> = rows.collect();
    assert_eq!(rows.len(), shipped("").len());
    for [game, name, question] in &rows {
        let path = format!("experiments/{game}/{name}.toml");
        let path = Path::new(portolan_core::shipped::ROOT).join(path);
        assert!(
            portolan_core::shipped::content(&path).is_some(),
            "{}",
            path.display()
        );
        let ends = question.ends_with('?') && question.matches(['?', '.', ';']).count() == 1;
        assert!(ends && question.len() < 118, "{name}: {question}");
        let same = rows.iter().filter(|[_, other, _]| other == name);
        assert_eq!(same.count(), 1, "{name}");
        let same = rows.iter().filter(|[_, _, other]| other == question);
        assert_eq!(same.count(), 1, "{question}");
    }
    let games = portolan::games::GAMES.iter().map(|entry| entry.name);
    let mut order: Vec<&str> = rows.iter().map(|[game, ..]| *game).collect();
    order.dedup();
    assert_eq!(order, games.collect::<Vec<_>>());
    let table = folder.succeeds("experiments --game cartagena");
    let of_game = rows.iter().filter(|[game, ..]| *game == "cartagena");
    assert_eq!(table.lines().count(), 1 + of_game.clone().count());
    table.assert_starts_with("game       name ");
    for [_, name, question] in of_game {
        let is_its = |line: &str| line.contains(name) && line.ends_with(question);
        assert!(table.lines().any(is_its), "{name}");
    }
    let csv = folder.succeeds("experiments --format csv");
    csv.assert_starts_with("game,name,question\n");
    let mut read = csv::Reader::from_reader(csv.as_bytes());
    let read: Vec<csv::StringRecord> = read.records().map(Result::unwrap).collect();
    assert_eq!(read.len(), rows.len());
    for (row, wanted) in read.iter().zip(&rows) {
        assert!(row.iter().eq(wanted.iter().copied()), "{row:?}");
    }
}

/// The shipped files equal those in the source tree, regardless of when the program was built.
#[test]
fn shipped_files_equal_the_source_tree() {
    portolan::register();
    let tree = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for folder in ["bots", "experiments"] {
        for path in portolan_core::shipped::files(folder) {
            let inside = path.strip_prefix(portolan_core::shipped::ROOT).unwrap();
            let there = tree.bytes(inside);
            let content = portolan_core::shipped::content(&path);
            assert!(content == Some(&*there), "{inside:?}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
