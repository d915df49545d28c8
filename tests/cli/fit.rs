//! `portolan fit`: weights do not depend on the number of threads, the bot file can play, and errors
//! are clear.

use std::path::Path;

use tempfile::TempDir;

use super::program::{fails, succeeds};

const GAMES: &str = "kind = \"simulate\"\ngame = \"puerto_rico\"\nplayers = 3\nbots = [\"greedy\", \"greedy\", \
                     \"greedy\"]\ngames = 12\nseed = 5\n";
const SEARCH: &str = "kind = \"mcts\"\ngame = \"puerto_rico\"\ninherits = \"greedy\"\niterations = 4\n\
                      rollout = \"rounds\"\nrollout_length = 1\nevaluation = \"features\"\n";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("games.toml"), GAMES).unwrap();
    std::fs::write(folder.path().join("search.toml"), SEARCH).unwrap();
    folder
}

fn fit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [
        &["fit", "games.toml", "--bot", "search.toml", "--quiet"],
        more,
    ]
    .concat()
}

/// Returns the file without its first line, which contains the command.
fn weights(folder: &Path, name: &str) -> String {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let (remark, rest) = text.split_once('\n').unwrap();
    assert!(remark.starts_with("# Fitted to "), "{remark}");
    rest.to_string()
}

#[test]
fn fitted_bot_plays_and_does_not_depend_on_thread_count() {
    let folder = folder();
    let folder = folder.path();
    let told = succeeds(folder, &fit(&["--out", "one.toml", "--threads", "1"]));
    assert!(
        told.contains("fit leaves open") && told.contains("bot file: one.toml"),
        "{told}"
    );
    succeeds(folder, &fit(&["--out", "two.toml", "--threads", "2"]));
    let text = weights(folder, "one.toml");
    assert_eq!(text, weights(folder, "two.toml"));
    for part in [
        "[position_weights.start]",
        "[position_weights.end]",
        "rollout = \"rounds\"",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let shown = succeeds(folder, &["bots", "one.toml", "--game", "puerto_rico"]);
    assert!(shown.contains("position weights, start"), "{shown}");
    succeeds(
        folder,
        &[
            "simulate",
            "--game",
            "puerto_rico",
            "--bots",
            "one.toml,search.toml,greedy",
            "--games",
            "6",
            "--out",
            "played",
        ],
    );
    let games = std::fs::read_to_string(folder.join("played/games.csv")).unwrap();
    let played = |bot: &str| games.matches(&format!(",{bot},")).count();
    assert_eq!((played("one"), played("search")), (6, 6), "{games}");
}

#[test]
fn additional_games_change_the_weights() {
    let folder = folder();
    let folder = folder.path();
    succeeds(folder, &fit(&["--out", "a.toml"]));
    succeeds(folder, &fit(&["--out", "b.toml", "--games", "18"]));
    assert_ne!(weights(folder, "a.toml"), weights(folder, "b.toml"));
}

#[test]
fn invalid_arguments_are_rejected_before_any_game() {
    let folder = folder();
    let folder = folder.path();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("there.toml", "kept");
    write(
        "duel.toml",
        "kind = \"duel\"\ngame = \"puerto_rico\"\nbots = [\"greedy\", \"random\"]\n",
    );
    write(
        "other.toml",
        "kind = \"simulate\"\ngame = \"cartagena\"\nbots = [\"greedy\", \"greedy\"]\n",
    );
    write(
        "score.toml",
        "kind = \"mcts\"\ninherits = \"search.toml\"\nevaluation = \"score\"\n",
    );
    write(
        "end.toml",
        "kind = \"mcts\"\ninherits = \"search.toml\"\nrollout = \"game\"\n",
    );
    let refusals: [(&[&str], &str); 10] = [
        (
            &["games.toml", "--out", "there.toml"],
            "there.toml exists; --force overwrites it",
        ),
        (
            &["duel.toml", "--out", "x.toml"],
            "with kind = \"duel\"; expected one that plays the game as it is",
        ),
        (
            &["games.toml", "other.toml", "--out", "x.toml"],
            "puerto_rico and cartagena are different games",
        ),
        (
            &["games.toml", "--bot", "greedy", "--out", "x.toml"],
            "a bot of kind \"greedy\" does not search",
        ),
        (
            &["games.toml", "--bot", "score.toml", "--out", "x.toml"],
            "values positions by the score alone",
        ),
        (
            &["games.toml", "--bot", "end.toml", "--out", "x.toml"],
            "plays every iteration to the end of the game",
        ),
        (
            &["games.toml", "--out", "nowhere/x.toml"],
            "there is no folder nowhere",
        ),
        (
            &["games.toml", "--out", "x.txt"],
            "a name that ends in .toml",
        ),
        (
            &["games.toml", "--share", "0", "--out", "x.toml"],
            "expected a share above 0 and up to 1",
        ),
        (&["missing.toml", "--out", "x.toml"], "missing.toml"),
    ];
    for (arguments, wanted) in refusals {
        let told = fails(folder, 2, &[&["fit"], arguments].concat());
        assert!(told.contains(wanted), "{arguments:?}: {told}");
        assert!(!folder.join("x.toml").exists());
    }
    assert_eq!(
        std::fs::read_to_string(folder.join("there.toml")).unwrap(),
        "kept"
    );
}
