//! Shards of a run merge to the same bytes as an undivided run, and shards that do not match are
//! rejected.

use super::ending::kill_often;
use super::folder::{Folder, Workdir, assert_same, play_shards};
use super::text::TextAssert;

/// Creates a folder with an experiment with this number of deal groups of six games.
fn study(blocks: u64) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'greedy', 'random']\n\
         blocks = {blocks}\nseed = 5\n"
    );
    folder.write("study.toml", text);
    folder
}

const RUN: &str = "run study.toml --quiet";

fn run(more: &str) -> String {
    format!("{RUN} {more}")
}

fn killed_shard_goes_on(blocks: u64, kills: usize) {
    let folder = &study(blocks);
    folder.succeeds(run("--out whole"));
    play_shards(folder, RUN, 3, "shards");
    std::fs::remove_dir_all(folder.join("shards/2")).unwrap();
    let shard = |out| run(&format!("--shard 2/3 --out {out} --threads 1"));
    kill_often(folder, &shard("again"), &shard("shards/2"), kills);
    folder.succeeds(shard("shards/2"));
    folder.succeeds("merge shards --out merged");
    assert_same(folder, "whole", "merged");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_shard_resumes() {
    killed_shard_goes_on(90, 4);
}

#[test]
#[ignore = "nightly: more kills of a longer run, and only on Linux"]
fn frequently_killed_shard_resumes() {
    killed_shard_goes_on(3000, 12);
}

/// The manifest counts repeated games; their rows are written like all others, and each of them can be replayed.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn repeated_games_are_counted_in_shards_and_after_kills() {
    let folder = &Folder::new();
    let text = "kind = 'simulate'\ngame = 'cartagena'\nbots = ['policy', 'policy', 'policy']\n\
                blocks = 20\nseed = 5\nvariance = 'net'\n";
    folder.write("study.toml", text);
    let printed = folder.succeeds("run study.toml --out whole");
    printed.assert_contains("Distinct games: 20 of 120.");
    play_shards(folder, RUN, 3, "shards");
    folder.succeeds("merge shards --out merged");
    let killed = |out: &str| run(&format!("--out {out} --threads 1"));
    kill_often(
        folder,
        &killed("again"),
        &(killed("killed") + " --resume"),
        2,
    );
    folder.succeeds(killed("killed") + " --resume");
    for other in ["merged", "again", "killed"] {
        assert_same(folder, "whole", other);
        let manifest = folder.join(other).read("manifest.toml");
        manifest.assert_contains("games_repeated = 100\n");
    }
    for game in 7..=12 {
        folder.succeeds(format!("replay --run whole --game-id {game}"));
    }
    folder.succeeds("report whole");
    folder
        .join("whole")
        .read("report.md")
        .assert_contains("Distinct games: 20 of 120.");
}
