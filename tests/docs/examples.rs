//! The programs in `examples/` run and print the expected output.

use portolan_testing::program::{example, succeeds};

/// Returns the output of an example.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = example(name).args(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn own_bot_example_plays_whole_deal_groups() {
    let answer = printed("own_bot", &["19"]);
    assert!(answer.contains(" of 20 games against greedy"), "{answer}");
    assert_eq!(answer, printed("own_bot", &["20"]));
    let answer = printed("own_bot", &[]);
    assert!(answer.contains(" of 1000 games against greedy"), "{answer}");
}

#[test]
fn examples_read_and_evaluate_a_results_folder() {
    let parent = portolan_testing::folder::temporary();
    let simulate =
        "simulate --game cartagena --bots racer,random --games 40 --seed 1 --quiet --out run";
    let words: Vec<&str> = simulate.split(' ').collect();
    succeeds(parent.path(), &words);
    let folder = parent.path().join("run");
    let read = printed("read_results", &[folder.to_str().unwrap()]);
    assert!(read.starts_with("40 games\n"), "{read}");
    assert!(read.contains(" of a winner, "), "{read}");
    let asked = printed("ask_study", &[folder.to_str().unwrap()]);
    let lines: Vec<&str> = asked.lines().collect();
    assert_eq!(lines[0], "40 games in 20 deals");
    assert!(lines[1].starts_with("racer less random: +"), "{asked}");
}
