//! Reports of shards that were not merged.

use std::path::Path;

use super::{RANDOM, play_shard, play_shards, study};
use crate::folder::Workdir;
use crate::text::TextAssert;

fn page(folder: &Path, stem: &str) -> String {
    let markdown = folder.read(format!("{stem}.md"));
    // Omit the part that depends on how the folder was created.
    let end = markdown.find("## How to reproduce the run").unwrap();
    markdown[..end].to_string()
}

/// Experiments whose reports use games, events and conditions in all possible ways.
const STUDIES: [(&str, &str); 4] = [
    ("simulate", "bots = ['random', 'greedy']\n"),
    (
        "tournament",
        "players = 2\nbots = ['random', 'greedy', 'engine']\n",
    ),
    (
        "factorial",
        "players = 2\nbots = ['greedy']\nitems = ['A026', 'A027', 'A005']\n",
    ),
    ("duel", "bots = ['greedy', 'random']\n[duel]\nelo1 = 200\n"),
];

#[test]
fn report_of_shards_equals_report_of_merged_run() {
    for (kind, rest) in STUDIES {
        let study = study(RANDOM, 1);
        let folder = study.path();
        let text = format!("kind = '{kind}'\ngame = 'maracaibo'\nblocks = 24\n{rest}");
        folder.write("study.toml", text);
        play_shards(folder, 3);
        folder.all_output("merge shards --out merged");
        let merged = folder.all_output("report merged");
        let of_folder = folder.all_output("report shards");
        let given = "shards/shard=3 shards/shard=1 shards/shard=2";
        let listed = format!("report {given} --out listed");
        folder.all_output(&listed);
        let wanted = page(folder, "merged/report");
        if kind == "duel" {
            // The duel is decided long before the last deal group.
            let manifest = folder.read("merged/manifest.toml");
            manifest.assert_contains("[test]");
            manifest.assert_lacks("blocks_done = 24\n");
        }
        assert_eq!(page(folder, "shards/report"), wanted, "{kind}");
        assert_eq!(page(folder, "listed"), wanted, "{kind}");
        let answer = |printed: &str| printed.lines().next().unwrap().to_string();
        assert_eq!(answer(&of_folder), answer(&merged));
        // A report is not a shard, so the folder can still be merged.
        folder.all_output("merge shards --check");
    }
}

#[test]
fn report_covers_the_available_shards() {
    let study = study(RANDOM, 8);
    let folder = study.path();
    play_shard(folder, "1/4", "shards/a");
    play_shard(folder, "4/4", "shards/b");
    let printed = folder.all_output("report shards/a");
    printed.assert_contains("This is shard 1/4 of an experiment");
    let printed = folder.all_output("report shards/a shards/b");
    let wanted = "The run is in progress or was interrupted: this report covers 8 of 16 games";
    printed.assert_contains(wanted);
    // By default, the report is next to the shards.
    assert!(folder.join("shards/report.md").is_file());
    // A shard of another run, a duplicate shard, and a folder without shards.
    let foreign = "run study.toml --seed 6 --shard 2/4 --out shards/c";
    folder.all_output(foreign);
    folder.rejects("report shards --force => shards/c: belongs to a different run");
    std::fs::remove_dir_all(folder.join("shards/c")).unwrap();
    play_shard(folder, "4/4", "shards/c");
    let printed = folder.refuses("report shards --force");
    printed.assert_contains("shards/c: is shard 4/4, like shards/b");
    folder.all_output("run study.toml --out whole");
    let printed = folder.refuses("report shards/a whole");
    printed.assert_contains("not all shards of one run: report one at a time");
    // Modified files are detected by the report as well.
    std::fs::remove_dir_all(folder.join("shards/c")).unwrap();
    let games = folder.join("shards/b/games.csv");
    let mut bytes = std::fs::read(&games).unwrap();
    *bytes.last_mut().unwrap() = b' ';
    std::fs::write(&games, bytes).unwrap();
    folder.rejects("report shards --force => shards/b/games.csv:");
}
