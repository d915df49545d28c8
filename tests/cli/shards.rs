//! Shards of a run merge to the same bytes as an undivided run, and shards that do not match are
//! rejected.

use std::collections::BTreeMap;

use super::ending::kill_often;
use super::folder::{Folder, Workdir, assert_same, play_shards, rewrite_manifest};
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

#[test]
fn merged_shards_equal_the_whole_run() {
    for (blocks, count) in [(20, 1), (20, 7), (3, 7)] {
        let folder = &study(blocks);
        let whole = folder.succeeds(run("--out whole --format csv"));
        play_shards(folder, RUN, count, "shards");
        let merged = folder.succeeds("merge shards --out merged --format csv");
        assert_eq!(whole, merged);
        assert_same(folder, "whole", "merged");
        let manifest = folder.read("merged/manifest.toml");
        manifest.assert_contains(&format!("games_done = {}\n", 6 * blocks));
        manifest.assert_lacks("[shard]");
        // A merged run is complete, and its games can be replayed.
        folder.succeeds(run("--out merged --resume"));
        folder.succeeds("replay --run merged --game-id 11");
    }
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

/// Each place has its own withheld items, so the games of a deal differ although all bots are equal.
#[test]
fn equal_bots_with_different_items_do_not_repeat_games() {
    let folder = &Folder::new();
    let text = "kind = 'factorial'\ngame = 'endeavor'\nplayers = 2\nbots = ['policy']\nitems = 'buildings'\n\
                blocks = 3\nseed = 5\n[factorial]\nwithhold = 0.25\nconfirm = 0\n";
    let out = folder.plays("study", text, "");
    out.read("manifest.toml").assert_lacks("games_repeated");
    for game in 1..=6 {
        folder.succeeds(format!("replay --run study --game-id {game}"));
    }
}

#[test]
fn merge_rejects_shards_that_do_not_match() {
    let folder = &study(8);
    play_shards(folder, RUN, 4, "shards");
    let shard = |index: u64| folder.join(format!("shards/{index}"));
    // A shard belongs to another division of the run.
    std::fs::rename(shard(3), folder.join("away")).unwrap();
    folder.succeeds(run("--shard 3/5 --out shards/3"));
    folder.rejects("merge shards --out merged => one of 5 shards instead of 4");
    std::fs::remove_dir_all(shard(3)).unwrap();
    // A shard comes from another version.
    std::fs::rename(folder.join("away"), shard(3)).unwrap();
    let manifest = shard(3).read("manifest.toml");
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    rewrite_manifest(&shard(3), &version, "version = \"0.0.9\"");
    folder.rejects("merge shards --out merged => version is 0.0.9 instead of 0.1.0");
    shard(3).write("manifest.toml", &manifest);
    // A byte of a table has changed.
    let bytes = shard(2).bytes("games.csv");
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() = b' ';
    shard(2).write("games.csv", changed);
    folder.rejects(r"merge shards --out merged => SHA-256 => \nrun again: 2");
    shard(2).write("games.csv", bytes);
    // A run is not a shard, a folder is missing, or the target is a shard.
    folder.succeeds(run("--out whole"));
    folder.rejects(
        "
        merge shards whole --out merged => whole: contains an undivided run
        merge shards nowhere --out merged => nowhere: contains no manifest.toml
        merge shards --out shards/1 --force =>
    ",
    );
    assert!(shard(1).join("games.csv").exists());
    folder.succeeds("merge shards --out merged");
    assert_same(folder, "whole", "merged");
}

#[test]
fn invalid_shard_number_is_rejected() {
    let study = study(1);
    for wrong in ["0/3", "4/3", "3", "x/y"] {
        let told = study.refuses(run(&format!("--shard {wrong}")));
        told.assert_contains("such as 3/16");
    }
}

/// All conditions play the same deals, rows contain the condition, and shards of the run merge to
/// the same bytes.
#[test]
fn shards_of_runs_with_conditions_merge_to_the_same_bytes() {
    for (kind, text, cells) in [
        (
            "tournament",
            "players = 2\nbots = ['random', 'greedy', 'racer']\n",
            &["random+greedy", "random+racer", "greedy+racer"][..],
        ),
        (
            "gauntlet",
            "players = 3\nchallenger = 'greedy'\nbots = ['random', 'racer']\n",
            &["greedy+random+random", "greedy+racer+racer"],
        ),
        (
            "sweep",
            "bots = ['greedy', 'random']\n[sweep.set]\n\
             modules = ['none', ['morgan', 'hindrance']]\npirates = [5, 6]\n",
            &[
                "modules=none pirates=5",
                "modules=none pirates=6",
                "\"modules=morgan,hindrance pirates=5\"",
                "\"modules=morgan,hindrance pirates=6\"",
            ],
        ),
        (
            "sweep",
            "bots = ['greedy', 'random']\n[[cell]]\nname = 'two'\n[[cell]]\n\
             name = 'three'\nbots = ['greedy', 'random', 'racer']\nset.layout = 'fixed'\n",
            &["two", "three"],
        ),
    ] {
        let folder = &Folder::new();
        let head = format!("kind = '{kind}'\ngame = 'cartagena'\nblocks = 5\nseed = 3\n");
        let whole = folder.plays("whole", &(head + text), "");
        play_shards(folder, "run whole.toml --quiet", 3, "shards");
        folder.succeeds("merge shards --out merged");
        assert_same(folder, "whole", "merged");
        let text = whole.read("cells.csv");
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), cells.len(), "{text}");
        for (number, (row, cell)) in (1..).zip(rows.iter().zip(cells)) {
            row.assert_starts_with(&format!("{number},{cell},"));
        }
        let mut reader = csv::Reader::from_path(whole.join("games.csv")).unwrap();
        let last = reader.headers().unwrap().len() - 1;
        assert_eq!(&reader.headers().unwrap()[last], "cell");
        let mut deals: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in reader.records().map(Result::unwrap) {
            let seeds = deals.entry(row[last].to_string()).or_default();
            if seeds.last().map(String::as_str) != Some(&row[1]) {
                seeds.push(row[1].to_string());
            }
        }
        assert_eq!(deals.len(), cells.len());
        assert!(deals["1"].len() >= 5);
        assert!(deals.values().all(|seeds| *seeds == deals["1"]));
        folder.succeeds("replay --run whole --game-id 7");
    }
}
