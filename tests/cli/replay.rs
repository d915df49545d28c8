//! What `portolan replay` tells of a game is what the tables of its run tell.

use std::collections::BTreeMap;

use tempfile::TempDir;

use super::program::succeeds;

/// How often each round, item and seat comes up.
type Counts = BTreeMap<(u32, String), u32>;

/// The moves of this kind in a replay, by the heading they stand under: round, then item.
fn told(text: &str, verb: &str) -> Counts {
    let mut round = 1;
    let mut counts = Counts::new();
    for line in text.lines() {
        if let Some(number) = line.strip_prefix("Round ") {
            round = number.parse().unwrap();
        }
        // A position is indented further than a move.
        let words: Vec<&str> = line.split(' ').collect();
        if let ["", "", first, item, ..] = words[..]
            && first == verb
        {
            *counts.entry((round, item.to_string())).or_default() += 1;
        }
    }
    counts
}

/// The events of this kind in the first game of a run, by round and item.
fn recorded(events: &str, kind: &str) -> Counts {
    let mut counts = Counts::new();
    for row in events.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        if cells[0] == "1" && cells[4] == kind {
            let round = cells[2].parse().unwrap();
            *counts.entry((round, cells[5].to_string())).or_default() += 1;
        }
    }
    counts
}

#[test]
fn moves_stand_under_the_round_they_belong_to() {
    for (game, verb, kind) in [
        ("maracaibo", "buy", "bought"),
        ("puerto_rico", "build", "built"),
        ("endeavor", "ship", "shipped"),
        ("cartagena", "play", "played"),
    ] {
        let folder = TempDir::new().unwrap();
        let run = [
            "simulate",
            "--game",
            game,
            "--bots",
            "random,random",
            "--games",
            "2",
        ];
        let more = ["--seed", "3", "--events", "all", "--quiet", "--out", "run"];
        succeeds(folder.path(), &[&run[..], &more[..]].concat());
        let text = succeeds(folder.path(), &["replay", "--run", "run", "--game-id", "1"]);
        let events = std::fs::read_to_string(folder.path().join("run/events.csv")).unwrap();
        let wanted = recorded(&events, kind);
        let rounds = wanted.keys().map(|(round, _)| round).max();
        assert!(rounds > Some(&2), "{game}: {wanted:?}");
        assert_eq!(told(&text, verb), wanted, "{game}");
    }
}
