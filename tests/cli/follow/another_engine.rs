//! Follows games of Puerto Rico that another engine recorded.

use std::path::Path;
use std::process::Command;

use super::follow;
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, flat};

/// Returns a game of Puerto Rico that the referee played with its own rules and draws.
fn recorded(players: usize, seed: u64) -> Option<String> {
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/referees/record_puerto_rico.py");
    let output = Command::new("python3")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(script)
        .args(["--players", &players.to_string()])
        .args(["--seed", &seed.to_string()])
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns the numbers after a title in the last line that begins with it.
fn numbers(text: &str, title: &str) -> Vec<i32> {
    let line = text.lines().rfind(|line| line.starts_with(title)).unwrap();
    let numbers = line[title.len()..].split_whitespace();
    numbers.map(|number| number.parse().unwrap()).collect()
}

#[test]
fn recorded_puerto_rico_game_is_followed_to_the_end() {
    are_followed_to_their_end(&[(3, 12)]);
}

#[test]
#[ignore = "nightly: every number of players"]
fn recorded_games_of_every_player_count_are_followed() {
    are_followed_to_their_end(&[(2, 11), (3, 12), (4, 13), (5, 14)]);
}

fn are_followed_to_their_end(games: &[(usize, u64)]) {
    for &(players, seed) in games {
        let Some(game) = recorded(players, seed) else {
            return;
        };
        let folder = &Folder::new();
        let arguments =
            format!("puerto_rico --players {players} --seat 2 --no-hints --log game.log");
        let (code, out) = follow(folder, &arguments, &game);
        assert_eq!(code, 0, "{out}");
        assert!(
            out.contains("\nThe game is over.\n"),
            "{players} players: {out}"
        );
        out.assert_lacks([
            "cannot be",
            "is neither a move",
            "no further draw is expected here",
            "ignored",
        ]);
        let (scores, ranks) = (numbers(&game, "# scores"), numbers(&game, "# ranks"));
        let end = out.split_once("\nThe game is over.\n").unwrap().1;
        let end = end.split_once("> ").unwrap().0;
        assert_eq!(numbers(end, "score "), scores);
        assert_eq!(numbers(end, "rank "), ranks);
        // The log contains the game as typed.
        let log = folder.read("game.log");
        let body: Vec<&str> = log.split_once("\n\n").unwrap().1.lines().collect();
        let typed: Vec<&str> = game.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(body, typed);
        let replayed = folder.succeeds("replay --log game.log");
        assert_eq!(numbers(&replayed, "score "), scores);
    }
}

#[test]
fn log_that_ends_within_a_draw_resumes() {
    let Some(game) = recorded(3, 15) else {
        return;
    };
    let lines: Vec<&str> = game.lines().collect();
    let folder = &Folder::new();
    let start = "puerto_rico --players 3 --no-hints --log";
    let (code, _) = follow(folder, &format!("{start} whole.log"), &game);
    assert_eq!(code, 0);
    // Use two of the plantations that a settler phase reveals.
    let turned_up =
        |at: &usize| lines[*at].starts_with("drawn") && lines[*at].matches(", ").count() > 1;
    let at = (0..lines.len()).filter(turned_up).nth(2).unwrap();
    let names: Vec<&str> = lines[at]["drawn ".len()..].split(", ").collect();
    let half = format!("{}\n{}, {}\n", lines[..at].join("\n"), names[0], names[1]);
    let (code, out) = follow(folder, &format!("{start} half.log"), &half);
    assert_eq!(code, 0);
    flat(&out).assert_contains("`portolan follow --load half.log` resumes it");
    let replayed = folder.succeeds("replay --log half.log");
    replayed.assert_contains(" are not known yet.\n");
    let rest = format!("{}\n{}\n", names[2..].join(" "), lines[at + 1..].join("\n"));
    let (code, out) = follow(folder, "--load half.log --no-hints", &rest);
    assert_eq!(code, 0);
    out.assert_contains("\nThe game is over.\n");
    let read = |file: &str| folder.read(file);
    assert_eq!(read("half.log"), read("whole.log"));
    // Other commands print the command that resumes the log.
    let told = folder.refuses("play --load half.log");
    told.assert_contains("`portolan follow --load half.log` resumes it");
}
