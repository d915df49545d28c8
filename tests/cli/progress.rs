//! Progress shown before the first game ends.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Search bot that is slow enough that no game ends during the test.
const SLOW: &str = "kind = 'mcts'\ninherits = 'mcts-rollouts'\niterations = 20000\n";

#[test]
fn remaining_time_is_shown_before_the_first_game_ends() {
    let folder = &Folder::new();
    folder.write("slow.toml", SLOW);
    let simulate = "simulate --game cartagena --bots slow.toml,slow.toml --games 8";
    let mut run = folder
        .command(format!("{simulate} --out run --threads 1"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(run.stderr.take().unwrap()).lines();
    let shown = lines
        .map(Result::unwrap)
        .find(|line| line.contains(" so far") && line.contains(" a game, "));
    run.kill().unwrap();
    run.wait().unwrap();
    let shown = shown.expect("a line about the time");
    shown.assert_starts_with("0 of 8 games, ");
    assert!(shown.ends_with(" left"), "{shown}");
}
