//! A game of a results folder is only shown if it agrees with its recorded result.

use std::path::Path;

use portolan::results::checksummed_text::{sealed, unsealed};

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, rewrite_manifest};
use super::program::ends;
use super::text::TextAssert;

fn simulate(folder: &Path, more: &str) {
    let start =
        "simulate --game=cartagena --bots=random,greedy --games=40 --seed=5 --quiet --out=run";
    folder.succeeds(format!("{start} {more}"));
}

const REPLAY: &str = "replay --run run --game-id 17 --record game.log";
const ANALYZE: &str = "analyze --run run --game-id 17 --move 3 --iterations 20";

/// Asserts that `replay` and `analyze` reject the game with a message that contains these words, separated by `=>`.
#[track_caller]
fn refused(folder: &Path, wanted: &str) {
    folder.rejects(&format!("{REPLAY} => {wanted}"));
    folder.rejects(&format!("{ANALYZE} => {wanted}"));
    assert!(!folder.join("game.log").exists());
}

/// Asserts that the game is shown. Returns standard error.
#[track_caller]
fn shown(folder: &Path) -> String {
    let (shown, output) = ends(folder, 0, REPLAY);
    shown.assert_contains("cartagena game 17");
    std::fs::remove_file(folder.join("game.log")).unwrap();
    output
}

/// Changes a field in the row of seat 2 in game 17.
fn edit(folder: &Path, column: usize, change: impl Fn(&str) -> String) {
    let text = folder.read("run/games.csv");
    let lines = text.lines().map(|line| {
        let mut fields: Vec<String> = line.split(',').map(str::to_string).collect();
        if fields[0] == "17" && fields[4] == "2" {
            fields[column] = change(&fields[column]);
        }
        fields.join(",") + "\n"
    });
    folder.write("run/games.csv", lines.collect::<String>());
}

#[test]
fn game_of_another_deal_is_not_shown() {
    let folder = &Folder::new();
    simulate(folder, "");
    let manifest = folder.read("run/manifest.toml");
    assert_eq!(manifest.matches("\nseed = 5\n").count(), 1);
    rewrite_manifest(&folder.join("run"), "\nseed = 5\n", "\nseed = 6\n");
    refused(folder, "run/games.csv: game 17 => the seed of its deal is");
    // A bot whose weights have changed.
    let mut lines = manifest.lines();
    let weight = lines.find(|line| line.starts_with("progress = "));
    folder.write("run/manifest.toml", &manifest);
    rewrite_manifest(&folder.join("run"), weight.unwrap(), "progress = -977.5");
    refused(folder, "differs from the replayed game:");
    folder.write("run/manifest.toml", &manifest);
    shown(folder);
}

#[test]
fn equal_game_of_another_revision_is_shown_with_a_warning() {
    let folder = &Folder::new();
    simulate(folder, "");
    assert_eq!(shown(folder), "recorded in game.log\n");
    let manifest = folder.read("run/manifest.toml");
    let lines = unsealed(&manifest).unwrap();
    let lines = lines
        .lines()
        .filter(|line| !line.starts_with("revision = "));
    let other = lines.map(|line| match line.strip_prefix("version = ") {
        Some(_) => format!("{line}\nrevision = '0123456789ab'\n"),
        None => format!("{line}\n"),
    });
    folder.write("run/manifest.toml", sealed(&other.collect::<String>()));
    let output = shown(folder);
    let wanted = "warning: run was made by a different version of the program: revision is 0123456789ab instead of ";
    output.assert_starts_with(wanted);
    // The length of the file does not change, because it is compared first.
    edit(folder, 10, |decisions| decisions.chars().rev().collect());
    for reader in [REPLAY, ANALYZE] {
        let (shown, output) = ends(folder, 2, reader);
        assert_eq!(shown, "");
        output.assert_starts_with(wanted);
        output.assert_contains([
            "decisions of seat 2 is ",
            "use that version, or repeat the run",
        ]);
        assert!(!folder.join("game.log").exists());
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn game_that_was_not_played_is_not_shown() {
    let folder = &Folder::new();
    let start = "simulate --game=cartagena --bots=random,random --games=200000 --quiet --out=run";
    end_at(folder, start, Ending::Interrupt, 12);
    folder.rejects(
        "
        replay --run run --game-id 199999
            => game 199999 is not in games.csv yet => stopped after
        analyze --run run --game-id 199999
            => game 199999 is not in games.csv yet => stopped after
    ",
    );
    // The same for a run that was interrupted.
    let manifest = folder.read("run/manifest.toml");
    let (start, _) = manifest.split_once("[[file]]").unwrap();
    let running = start.replace("\"stopped\"", "\"running\"");
    folder.write("run/manifest.toml", sealed(&running));
    folder.rejects("replay --run run --game-id 199999 => under way or was interrupted");
}
