//! `portolan run`: what a file asks for is what is played, and its mistakes are told with their line.

mod folder;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

use folder::files;

fn portolan(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("portolan")
        .unwrap()
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// Runs the program, which must succeed; what it printed on stdout.
fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let output = portolan(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_file_plays_what_simulate_plays() {
    let folder = TempDir::new().unwrap();
    let text = "kind = \"simulate\"\ngame = \"maracaibo\"\nplayers = 2\n\
                bots = [\"greedy\", \"random\"]\nblocks = 6\nseed = 7\n[set]\n\
                legacy = [\"L1\", \"L4\"]\nextra_main_u1 = false\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    succeeds(folder.path(), &["run", "mine.toml", "--quiet"]);
    let simulate = [
        "simulate",
        "--game",
        "maracaibo",
        "--bots",
        "greedy,random",
        "--games",
        "12",
        "--seed",
        "7",
        "--set",
        "legacy=L1,L4",
        "--set",
        "extra_main_u1=off",
        "--quiet",
        "--out",
        "out",
    ];
    succeeds(folder.path(), &simulate);
    let run = folder.path().join("results/mine");
    assert!(files(&run) == files(&folder.path().join("out")));
    let manifest = std::fs::read_to_string(run.join("manifest.toml")).unwrap();
    for line in [
        "kind = \"simulate\"",
        "games = 12",
        "legacy = \"L1,L4\"",
        "extra_main_u1 = \"off\"",
    ] {
        assert!(manifest.contains(line), "no {line} in {manifest}");
    }
}

#[test]
fn options_override_the_file() {
    let folder = TempDir::new().unwrap();
    let text = "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\", \"random\"]\n\
                blocks = 1000\nseed = 7\nevents = \"none\"\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let arguments = [
        "run",
        "mine.toml",
        "--games",
        "3",
        "--seed",
        "8",
        "--threads",
        "1",
        "--out",
        "out",
        "--format",
        "json",
    ];
    let printed = succeeds(folder.path(), &arguments);
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(rows[0]["games"], 8);
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("seed = 8\n"), "{manifest}");
    assert!(manifest.contains("games_done = 4\n"), "{manifest}");
    let events = std::fs::read_to_string(folder.path().join("out/events.csv")).unwrap();
    assert_eq!(events.lines().count(), 1);
}

#[test]
fn paths_are_meant_from_the_file() {
    let folder = TempDir::new().unwrap();
    succeeds(
        folder.path(),
        &["data", "export", "maracaibo", "study/cards"],
    );
    std::fs::write(
        folder.path().join("study/own.toml"),
        "inherits = \"greedy\"\n",
    )
    .unwrap();
    let text = "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"own.toml\", \"random\"]\n\
                games = 2\ndata = \"cards\"\n";
    std::fs::write(folder.path().join("study/mine.toml"), text).unwrap();
    succeeds(folder.path(), &["run", "study/mine.toml", "--out", "out"]);
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("study/cards"), "{manifest}");
    assert!(manifest.contains("name = \"own\""), "{manifest}");
}

#[test]
fn mistakes_are_told_with_their_line_and_nothing_is_written() {
    let start = "kind = \"simulate\"\ngame = \"maracaibo\"\n";
    for (text, wanted) in [
        (
            "kind = \"simulate\"\ngame = \"maracaibbo\"\nbots = []\n".to_string(),
            vec!["line 2", "did you mean \"maracaibo\"?"],
        ),
        (
            format!("{start}bots = [\"gredy\", \"random\"]\n"),
            vec!["line 3", "did you mean \"greedy\"?"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\nplayers = 3\n"),
            vec!["line 3", "3 players need 3 bots"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\nplayers = 9\n"),
            vec!["line 4", "1 to 4 players, not 9"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\n[set]\nlegaci = \"L1\"\n"),
            vec!["line 5", "did you mean \"legacy\"?"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\n[set]\nscenario = 99\n"),
            vec!["line 5", "scenario=99"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\ndata = \"nowhere\"\n"),
            vec!["line 4", "nowhere", "data export"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\nblocks = 0\n"),
            vec!["line 4", "expected 1 to"],
        ),
        (
            format!("{start}bots = [\"greedy\", \"random\"]\nseeds = 1\n"),
            vec!["line 4", "did you mean \"seed\"?"],
        ),
        (start.to_string(), vec!["key \"bots\" is missing"]),
    ] {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("mine.toml"), &text).unwrap();
        let output = portolan(folder.path(), &["run", "mine.toml"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: mine.toml"), "{told}");
        for part in wanted {
            assert!(told.contains(part), "no \"{part}\" in: {told}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    let folder = TempDir::new().unwrap();
    let output = portolan(folder.path(), &["run", "nowhere.toml"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("experiment file nowhere.toml"), "{told}");
}

#[test]
fn every_shipped_experiment_runs() {
    let folder = TempDir::new().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    for entry in std::fs::read_dir(shipped).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let file = path.to_str().unwrap();
        let printed = succeeds(folder.path(), &["run", file, "--games", "1", "--quiet"]);
        assert!(printed.contains(&format!("results/{name}")), "{printed}");
    }
}

#[test]
fn what_a_kind_needs_or_does_not_know_is_told_with_its_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("mine.toml");
    for (kind, rest, wanted) in [
        ("gauntlet", "", "line 1: key \"challenger\" is missing"),
        (
            "simulate",
            "challenger = \"engine\"",
            "line 4: key \"challenger\"",
        ),
        (
            "tournament",
            "players = 3",
            "line 3: a tournament of 3 players",
        ),
        ("sweep", "", "line 1: 0 cells; expected 1"),
        ("sweep", "[sweep.set]\nlegaci = [\"L1\"]", "line 5: "),
        ("sweep", "[sweep]\nbot = []", "did you mean \"bots\"?"),
        (
            "sweep",
            "[[cell]]\nbots = [\"greedy\"]\n[[cell]]\nname = \"two\"",
            "\"two\" have different score categories",
        ),
        (
            "simulate",
            "[[cell]]\nname = \"a\"",
            "are for kind = \"sweep\"",
        ),
    ] {
        let text = format!(
            "kind = \"{kind}\"\ngame = \"maracaibo\"\nbots = [\"greedy\", \"random\"]\n{rest}\n"
        );
        std::fs::write(&file, text).unwrap();
        let output = portolan(folder.path(), &["run", "mine.toml"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{kind} {rest}: {told}");
        assert!(told.contains(wanted), "{kind} {rest}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_tournament_says_what_it_covers() {
    let folder = TempDir::new().unwrap();
    let text = "kind = \"tournament\"\ngame = \"maracaibo\"\ngames = 2\n\
                bots = [\"random\", \"greedy\", \"engine\"]\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let printed = succeeds(folder.path(), &["run", "mine.toml", "--quiet"]);
    assert!(
        printed.contains("all 3 line-ups of 2 of the 3 bots"),
        "{printed}"
    );
}
