//! Shards of a run merge to the same bytes as an undivided run, and shards that do not match are
//! rejected.

use std::collections::BTreeMap;
use std::path::Path;

use super::ending::kill_often;
use super::folder::{Folder, Workdir, assert_same, rewrite_manifest};
use super::text::TextAssert;

/// Creates a folder with an experiment with this number of deal groups of six games.
fn study(blocks: u64) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = 'simulate'\ngame = 'maracaibo'\nbots = ['random', 'greedy', 'random']\n\
         blocks = {blocks}\nseed = 5\n"
    );
    folder.write("study.toml", text);
    folder
}

fn run(more: &str) -> String {
    format!("run study.toml --quiet {more}")
}

fn play_shards(folder: &Path, count: u64) {
    // The order is irrelevant because shards are independent.
    for index in (1..=count).rev() {
        let shard = format!("{index}/{count}");
        let out = format!("shards/{index}");
        folder.succeeds(run(&format!("--shard {shard} --out {out}")));
    }
}

#[test]
fn merged_shards_equal_the_whole_run() {
    for (blocks, count) in [(20, 1), (20, 7), (3, 7)] {
        let folder = &study(blocks);
        let whole = folder.succeeds(run("--out whole --format csv"));
        play_shards(folder, count);
        let merged = folder.succeeds("merge shards --out merged --format csv");
        assert_eq!(whole, merged);
        assert_same(folder, "whole", "merged");
        let manifest = folder.read("merged/manifest.toml");
        let games = format!("games_done = {}\n", 6 * blocks);
        manifest.assert_contains(&games);
        manifest.assert_lacks("[shard]");
        // A merged run is complete, and its games can be replayed.
        folder.succeeds(run("--out merged --resume"));
        folder.succeeds("replay --run merged --game-id 11");
    }
}

fn killed_shard_goes_on(blocks: u64, kills: usize) {
    let folder = &study(blocks);
    folder.succeeds(run("--out whole"));
    play_shards(folder, 3);
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

#[test]
fn merge_rejects_shards_that_do_not_match() {
    let folder = &study(8);
    play_shards(folder, 4);
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
        merge shards whole --out merged => whole: contains a complete run
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
    let folder = &Folder::new();
    let start = "game = 'maracaibo'\nblocks = 5\nseed = 3\n";
    for (name, text, cells) in [
        (
            "tournament",
            "kind = 'tournament'\nplayers = 2\nbots = ['random', 'greedy', 'engine']\n",
            vec!["random+greedy", "random+engine", "greedy+engine"],
        ),
        (
            "gauntlet",
            "kind = 'gauntlet'\nplayers = 3\nchallenger = 'greedy'\nbots = ['random', 'engine']\n",
            vec!["greedy+random+random", "greedy+engine+engine"],
        ),
        (
            "grid",
            "kind = 'sweep'\nbots = ['greedy', 'random']\n[sweep.set]\n\
             legacy = ['none', ['L1', 'L4']]\nscenario = [75, 76]\n",
            vec![
                "legacy=none scenario=75",
                "legacy=none scenario=76",
                "\"legacy=L1,L4 scenario=75\"",
                "\"legacy=L1,L4 scenario=76\"",
            ],
        ),
        (
            "list",
            "kind = 'sweep'\nbots = ['greedy', 'random']\n[[cell]]\nname = 'two'\n[[cell]]\n\
             name = 'three'\nbots = ['greedy', 'random', 'engine']\nset.prestige = 'open'\n",
            vec!["two", "three"],
        ),
    ] {
        let file = format!("{name}.toml");
        folder.write(&file, format!("{start}{text}"));
        let out = format!("{name}/whole");
        folder.succeeds(format!("run {file} --quiet --out {out}"));
        for index in ["1", "2", "3"] {
            let (shard, out) = (format!("{index}/3"), format!("{name}/shards/{index}"));
            folder.succeeds(format!("run {file} --quiet --shard {shard} --out {out}"));
        }
        let (shards, merged) = (format!("{name}/shards"), format!("{name}/merged"));
        folder.succeeds(format!("merge {shards} --out {merged}"));
        assert_same(folder, &out, &merged);
        let text = folder.join(&out).read("cells.csv");
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), cells.len(), "{text}");
        for (index, (row, cell)) in rows.iter().zip(&cells).enumerate() {
            assert!(row.starts_with(&format!("{},{cell},", index + 1)), "{text}");
        }
        let mut reader = csv::Reader::from_path(folder.join(&out).join("games.csv")).unwrap();
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
        assert!(
            deals
                .values()
                .all(|seeds| *seeds == deals["1"] && seeds.len() >= 5)
        );
        folder.succeeds(format!("replay --run {out} --game-id 7"));
    }
}
