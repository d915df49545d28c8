//! The output of `portolan replay` agrees with the tables of its run.

use std::collections::BTreeMap;

use super::folder::{Folder, Workdir};

/// Number of occurrences by round and item with seat.
type Counts = BTreeMap<(u32, String), u32>;

/// Returns the moves of this kind in a replay, by round and item.
fn told(text: &str, verb: &str) -> Counts {
    let mut round = 1;
    let mut counts = Counts::new();
    for line in text.lines() {
        if let Some(number) = line.strip_prefix("Round ") {
            round = number.parse().unwrap();
        }
        // Positions are indented more than moves. Names are followed by their ids unless both are similar.
        let (move_, _) = line.split_once(" · ").unwrap_or((line, ""));
        if let Some(named) = move_.strip_prefix(&format!("  {verb} ")) {
            let named = named.trim_end_matches(" seas");
            let id = named
                .rsplit_once('(')
                .map(|(_, id)| id.trim_end_matches(')'));
            let item = match id {
                Some(id) => id.to_string(),
                None if verb == "play" => named.split(' ').next().unwrap_or_default().to_string(),
                None => named.to_lowercase().replace(' ', "_"),
            };
            *counts.entry((round, item)).or_default() += 1;
        }
    }
    counts
}

/// Returns the events of this kind in the first game of a run, by round and item.
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
fn moves_are_listed_under_their_round() {
    for (game, verb, kind) in [
        ("maracaibo", "buy", "bought"),
        ("puerto_rico", "build", "built"),
        ("endeavor", "ship", "shipped"),
        ("cartagena", "play", "played"),
    ] {
        let folder = Folder::new();
        let run = format!("simulate --game {game} --bots random,random --games 2");
        let more = "--seed 3 --events all --quiet --out run";
        folder.succeeds(format!("{run} {more}"));
        let text = folder.succeeds("replay --run run --game-id 1");
        let events = folder.read("run/events.csv");
        let wanted = recorded(&events, kind);
        let rounds = wanted.keys().map(|(round, _)| round).max();
        assert!(rounds > Some(&2), "{game}: {wanted:?}");
        assert_eq!(told(&text, verb), wanted, "{game}");
    }
}

/// The page contains the deal, all moves and the points of all seats, and makes no network
/// requests.
#[test]
fn replay_writes_a_self_contained_page() {
    let folder = Folder::new();
    let page = |game: &str, force: &str| {
        let replay = format!("replay --game {game} --bots greedy,random --game-id 1");
        let told = folder.succeeds(format!("{replay} --numbers"));
        let more = "--html game.html";
        let line = folder.succeeds(format!("{replay} {more} {force}"));
        (told, line)
    };
    for (game, picture) in [("cartagena", "the jail"), ("maracaibo", "Havana")] {
        let (text, line) = page(game, "--force");
        let moves = text
            .lines()
            .filter(|line| line.starts_with("    ") && line.contains(" · "));
        assert!(moves.count() > 5 && line.lines().count() == 1, "{line}");
        assert!(
            line.starts_with("game.html: ")
                && line.contains(" moves: a page that replays the game"),
            "{line}"
        );
        let html = folder.read("game.html");
        let start = html.find("id=\"game\">").unwrap() + "id=\"game\">".len();
        let data = html[start..].split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        let steps = data["steps"].as_array().unwrap();
        let moves = text.lines().filter_map(|line| {
            let number = line.split_whitespace().next()?.parse::<usize>().ok()?;
            line.starts_with("   ").then_some(number)
        });
        assert_eq!(steps.len() - 1, moves.max().unwrap(), "{game}");
        assert!(steps[0]["seat"].is_null() && steps[1]["seat"].is_u64());
        let panels = data["panels"].as_array().unwrap().len();
        for step in steps {
            assert_eq!(step["points"].as_array().unwrap().len(), 2);
            assert_eq!(
                step["leads"].as_array().unwrap().len(),
                2,
                "net expects a lead"
            );
            let hands = data["hands"].as_array().unwrap();
            let held = step["hands"].as_array().unwrap();
            // Maracaibo also has a display.
            assert_eq!(
                held.len(),
                if game == "maracaibo" { 3 } else { 2 },
                "{game}"
            );
            assert!(
                held.iter()
                    .all(|hand| hand.as_u64().unwrap() < hands.len() as u64)
            );
            let shown = step["panels"].as_array().unwrap();
            assert!(
                shown
                    .iter()
                    .all(|panel| panel.as_u64().unwrap() < panels as u64)
            );
        }
        for control in ["id=\"play\"", "id=\"speed\"", "id=\"map\"", "id=\"hands\""] {
            assert!(html.contains(control), "{game}: {control}");
        }
        let swings = data["swings"].as_array().unwrap();
        assert_eq!(swings.len(), 5);
        for swing in swings {
            let words = swing["words"].as_str().unwrap();
            let known = ["ahead", "behind", "level", "lead"];
            assert!(known.iter().any(|word| words.contains(word)), "{words}");
        }
        assert!(html.contains(picture), "{game} has no picture");
        for outside in ["src=", "http:", "https:", "@import"] {
            assert!(!html.contains(outside), "{game}: {outside}");
        }
    }
    let again = "--game-id 1 --html game.html";
    let replay = "replay --game cartagena --bots greedy,random";
    folder.rejects(&format!(
        "{replay} {again} => game.html exists; --force overwrites it"
    ));
}

/// Options for the text output are rejected for a page.
#[test]
fn text_options_are_rejected_for_a_page() {
    let folder = Folder::new();
    let replay = "replay --game cartagena --bots greedy,random --game-id 1";
    for more in ["--html x.html --numbers", "--open"] {
        folder.rejects(&format!("{replay} {more} => --html"));
    }
    assert!(!folder.join("x.html").exists());
}
