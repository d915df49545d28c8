//! Index of a run that was killed.

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const SIMULATE: &str = "simulate --game cartagena --bots greedy,random";

/// The manifest of a killed run does not contain its progress, so its games are counted in the table.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn index_counts_games_of_a_killed_run() {
    let path = &Folder::new();
    let run = format!("{SIMULATE} --games 4000 --threads 1 --quiet --out killed");
    end_at(path, run, Ending::Kill, 24);
    let manifest = path.read("killed/manifest.toml");
    manifest.assert_contains("\ngames_done = 0\n");
    let printed = path.succeeds("report .");
    let played = printed.strip_prefix("1 run of Cartagena: ").unwrap();
    let played = played.split(' ').next().unwrap().replace(',', "");
    let played: u64 = played.parse().unwrap();
    assert!((30..4000).contains(&played), "{printed}");
    path.read("index.html")
        .assert_contains("running or interrupted");
}
