//! Contract between a shard and the program that starts it.

use super::{
    PORTOLAN, RANDOM, assert_merges_to_the_whole, ends, let_panic, play_shard, play_shards,
    program, study,
};
use crate::folder::Workdir;
use crate::text::TextAssert;

#[test]
fn merge_reports_missing_damaged_foreign_and_duplicate_shards() {
    let study = study(RANDOM, 8);
    let folder = study.path();
    play_shards(folder, 4);
    let shard = |index: u64| folder.join(format!("shards/shard={index}"));
    let refused = |wanted: &[&str]| {
        for arguments in ["merge shards --out merged", "merge shards --check"] {
            let printed = folder.refuses(arguments);
            printed.assert_contains(wanted);
            assert!(!folder.join("merged").exists());
        }
    };
    assert_eq!(
        folder.all_output("merge shards --check --quiet"),
        "4 shards, all whole\n"
    );
    let again = "\nrun again: 1\n";
    // A shard is missing.
    std::fs::rename(shard(1), folder.join("away")).unwrap();
    refused(&["missing shards of 4: 1", again]);
    // A shard belongs to another run. It is reported as the foreign one even if it comes first in
    // the list.
    let foreign = "run study.toml --seed 6 --shard 1/4 --out shards/shard=1";
    folder.all_output(foreign);
    let wanted =
        "shards/shard=1: belongs to a different run than shards/shard=2: seed is 6 instead";
    refused(&[wanted, again]);
    std::fs::remove_dir_all(shard(1)).unwrap();
    // The table or the manifest of a shard is truncated.
    std::fs::rename(folder.join("away"), shard(1)).unwrap();
    for (name, wanted) in [
        ("games.csv", "bytes found, but the manifest lists"),
        ("manifest.toml", "its last line is not the checksum"),
    ] {
        let path = shard(1).join(name);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        refused(&["shards/shard=1/", name, wanted, again]);
        std::fs::write(&path, &bytes).unwrap();
    }
    // A shard exists twice, so playing it again would not help.
    play_shard(folder, "2/4", "shards/copy");
    refused(&["shards/shard=2: is shard 2/4, like shards/copy"]);
    let printed = folder.refuses("merge shards --check");
    printed.assert_lacks("run again");
    std::fs::remove_dir_all(folder.join("shards/copy")).unwrap();
    assert_merges_to_the_whole(folder);
}

#[test]
fn damaged_shard_is_replayed_and_complete_shard_is_not() {
    let study = study(RANDOM, 4);
    let folder = study.path();
    play_shards(folder, 2);
    let shard = folder.join("shards/shard=2");
    let written = || {
        let file = std::fs::metadata(shard.join("manifest.toml")).unwrap();
        file.modified().unwrap()
    };
    let before = written();
    let arguments = "run study.toml --shard 2/2 --out shards/shard=2";
    let printed = folder.all_output(arguments);
    printed.assert_contains("shard 2/2 is complete in shards/shard=2: nothing to do");
    assert_eq!(before, written());
    // The shard named by `merge` is repaired by running its command again.
    let games = shard.bytes("games.csv");
    shard.write("games.csv", &games[..games.len() - 9]);
    let printed = folder.refuses("merge shards --check");
    printed.assert_contains("\nrun again: 2\n");
    let printed = folder.all_output(arguments);
    printed.assert_lacks("nothing to do");
    assert_merges_to_the_whole(folder);
}

/// A run with a crashed game counts as finished, but its exit code reports the failure.
#[test]
fn shard_with_panicked_game_is_complete_but_exits_with_1() {
    let study = study(RANDOM, 8);
    let folder = study.path();
    play_shards(folder, 2);
    let shard = folder.join("shards/shard=2");
    let_panic(&shard, 11);
    let written = |name: &str| {
        let file = std::fs::metadata(shard.join(name)).unwrap();
        file.modified().unwrap()
    };
    let before = ["manifest.toml", "games.csv", "crashes.csv"].map(written);
    let arguments = "run study.toml --shard 2/2 --out shards/shard=2";
    for _ in 0..2 {
        let printed = ends(1, program(folder, PORTOLAN, arguments));
        printed.assert_contains([
            "shard 2/2 is complete in shards/shard=2, 1 game panicked: nothing to do",
            "error: 1 of 8 games panicked; seeds and moves are in shards/shard=2/crashes.csv",
        ]);
    }
    assert_eq!(
        before,
        ["manifest.toml", "games.csv", "crashes.csv"].map(written)
    );
    // All shards together are complete, and every command mentions the crash.
    let printed = ends(1, program(folder, PORTOLAN, "merge shards --check --quiet"));
    let wanted = "2 shards, all whole; 1 of 16 games panicked; see crashes.csv of their shards\n";
    assert_eq!(printed, wanted);
    let printed = ends(1, program(folder, PORTOLAN, "merge shards --out merged"));
    let wanted = "error: 1 of 16 games panicked; seeds and moves are in merged/crashes.csv";
    printed.assert_contains(wanted);
    let crashes = folder.read("merged/crashes.csv");
    crashes.assert_contains("\n11,");
    let printed = folder.all_output("report merged");
    printed.assert_contains("1 game crashed and is missing");
}
