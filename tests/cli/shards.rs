//! Shards of a run merge to the same bytes as an undivided run, and shards that do not match are
//! rejected.

use std::collections::BTreeMap;
use std::path::Path;

use super::ending::kill_often;
use super::folder::{Folder, Workdir};
use super::folder::{assert_same, rewrite_manifest};
use super::text::TextAssert;

/// Creates a folder with an experiment with this number of deal groups of six games.
fn study(blocks: u64) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\", \"greedy\", \"random\"]\n\
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

/// Asserts that merging `shards` fails with a message that contains all of `wanted`, and writes no
/// files.
fn merge_refused(folder: &Path, more: &str, wanted: &[&str]) {
    let output = folder
        .command(format!("merge shards --out merged {more}"))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    told.assert_contains(wanted);
    assert!(!folder.join("merged").exists());
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

#[test]
fn complete_shard_is_not_played_again() {
    let study = study(4);
    let arguments = run("--shard 2/2 --out shard");
    study.succeeds(&arguments);
    let written = |name: &str| {
        let file = study.join("shard").join(name);
        std::fs::metadata(file).unwrap().modified().unwrap()
    };
    let before = (written("manifest.toml"), written("games.csv"));
    study.succeeds(&arguments);
    assert_eq!(before, (written("manifest.toml"), written("games.csv")));
    let other = study
        .command(run("--shard 1/2 --out shard"))
        .output()
        .unwrap();
    let told = String::from_utf8(other.stderr).unwrap();
    assert_eq!(other.status.code(), Some(2));
    told.assert_contains("it is shard 2/2 there and shard 1/2 here");
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
fn merge_rejects_mismatched_shards() {
    let folder = &study(8);
    play_shards(folder, 4);
    let shard = |index: u64| folder.join(format!("shards/{index}"));
    // A shard is missing.
    std::fs::rename(shard(3), folder.join("away")).unwrap();
    merge_refused(folder, "", &["missing shards of 4: 3", "\nrun again: 3"]);
    // A shard is given twice.
    merge_refused(folder, "away shards/1", &["is shard 1/4, as is shards/1"]);
    // A shard belongs to another experiment.
    let foreign = "--seed 6 --shard 3/4 --out shards/3";
    folder.succeeds(run(foreign));
    merge_refused(
        folder,
        "",
        &[
            "shards/3: belongs to another run",
            "seed is 6 there and 5 here",
        ],
    );
    std::fs::remove_dir_all(shard(3)).unwrap();
    folder.succeeds(run("--shard 3/5 --out shards/3"));
    merge_refused(folder, "", &["one of 5 shards there and of 4 here"]);
    std::fs::remove_dir_all(shard(3)).unwrap();
    // A shard comes from another version.
    std::fs::rename(folder.join("away"), shard(3)).unwrap();
    let manifest = shard(3).join("manifest.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    rewrite_manifest(&shard(3), &version, "version = \"0.0.9\"");
    merge_refused(folder, "", &["version is 0.0.9 there"]);
    std::fs::write(&manifest, &text).unwrap();
    // A run is not a shard.
    folder.succeeds(run("--out whole"));
    merge_refused(folder, "whole", &["whole: contains a complete run"]);
    // A table is truncated, or one byte has changed.
    let games = shard(2).join("games.csv");
    let bytes = std::fs::read(&games).unwrap();
    std::fs::write(&games, &bytes[..bytes.len() - 9]).unwrap();
    merge_refused(folder, "", &["shards/2/games.csv: ", "\nrun again: 2"]);
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() = b' ';
    std::fs::write(&games, &changed).unwrap();
    merge_refused(folder, "", &["SHA-256", "\nrun again: 2"]);
    std::fs::write(&games, &bytes).unwrap();
    // A folder is missing, or the target is a shard.
    merge_refused(folder, "nowhere", &["nowhere: contains no manifest.toml"]);
    let output = folder
        .command("merge shards --out shards/1 --force")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(shard(1).join("games.csv").exists());
    folder.succeeds("merge shards --out merged");
    assert_same(folder, "whole", "merged");
}

#[test]
fn invalid_shard_number_is_rejected() {
    let study = study(1);
    for wrong in ["0/3", "4/3", "3", "x/y"] {
        let output = study
            .command(run(&format!("--shard {wrong}")))
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        told.assert_contains("such as 3/16");
    }
}

/// All conditions play the same deals, rows contain the condition, and shards of the run merge to
/// the same bytes.
#[test]
fn shards_of_runs_with_conditions_merge_to_the_same_bytes() {
    let folder = &Folder::new();
    let start = "game = \"maracaibo\"\nblocks = 5\nseed = 3\n";
    for (name, text, cells) in [
        (
            "tournament",
            "kind = \"tournament\"\nplayers = 2\nbots = [\"random\", \"greedy\", \"engine\"]\n",
            vec!["random+greedy", "random+engine", "greedy+engine"],
        ),
        (
            "gauntlet",
            "kind = \"gauntlet\"\nplayers = 3\nchallenger = \"greedy\"\nbots = [\"random\", \
                \"engine\"]\n",
            vec!["greedy+random+random", "greedy+engine+engine"],
        ),
        (
            "grid",
            "kind = \"sweep\"\nbots = [\"greedy\", \"random\"]\n[sweep.set]\n\
             legacy = [\"none\", [\"L1\", \"L4\"]]\nscenario = [75, 76]\n",
            vec![
                "legacy=none scenario=75",
                "legacy=none scenario=76",
                "\"legacy=L1,L4 scenario=75\"",
                "\"legacy=L1,L4 scenario=76\"",
            ],
        ),
        (
            "list",
            "kind = \"sweep\"\nbots = [\"greedy\", \"random\"]\n[[cell]]\nname = \"two\"\n\
             [[cell]]\nname = \"three\"\nbots = [\"greedy\", \"random\", \"engine\"]\n\
             set.prestige = \"open\"\n",
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
