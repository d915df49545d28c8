//! The programs in `examples/` run, and say what they should.

#[expect(dead_code, reason = "its main reads the program's arguments")]
#[path = "../examples/ask_study.rs"]
mod ask_study;
#[path = "../examples/own_bot.rs"]
mod own_bot;
#[expect(dead_code, reason = "its main reads the program's arguments")]
#[path = "../examples/read_results.rs"]
mod read_results;

use assert_cmd::Command;

#[test]
fn a_bot_of_ones_own_plays_in_whole_deals() {
    let answer = own_bot::answer(19).unwrap();
    assert!(answer.contains(" of 20 games against greedy"), "{answer}");
    assert_eq!(answer, own_bot::answer(20).unwrap());
    own_bot::main().unwrap();
}

#[test]
fn a_results_folder_is_read_and_asked() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("run");
    let mut portolan = Command::cargo_bin("portolan").unwrap();
    portolan.args(["simulate", "--game", "cartagena", "--bots", "racer,random"]);
    portolan.args(["--games", "40", "--seed", "1", "--quiet", "--out"]);
    portolan.arg(&folder).assert().success();
    let read = read_results::answer(&folder).unwrap();
    assert!(read.starts_with("40 games\n"), "{read}");
    assert!(read.contains(" of a winner, "), "{read}");
    let asked = ask_study::answer(&folder).unwrap();
    let lines: Vec<&str> = asked.lines().collect();
    assert_eq!(lines[0], "40 games in 20 deals");
    assert!(lines[1].starts_with("racer less random: +"), "{asked}");
}
