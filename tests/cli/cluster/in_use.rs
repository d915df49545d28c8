//! Folders in use by another process, and reports on runs in progress.

use std::process::Stdio;

use super::super::folder::{names, rewrite_manifest};
use super::{PORTOLAN, RANDOM, Tree, ends, in_use, kill, play_shards, program, study, wait_until};
use crate::folder::Workdir;
use crate::text::TextAssert;

#[test]
fn run_exits_with_75_if_the_shard_folder_is_in_use() {
    let study = study(RANDOM, 2);
    let folder = study.path();
    play_shards(folder, 2);
    let simulate = "simulate --game cartagena --bots random,random --games 4 --out out";
    let verbs: [&str; 4] = [
        simulate,
        "run study.toml --out out --resume",
        "run study.toml --shard 1/2 --out out",
        "merge shards --out out",
    ];
    for verb in verbs {
        let lock = in_use(&folder.join("out"));
        let output = folder.fails(75, verb);
        let wanted = "error: out: another run is using it; wait for it or choose another --out";
        assert!(output.contains(wanted), "{verb:?}: {output}");
        assert_eq!(std::fs::read_dir(folder.join("out")).unwrap().count(), 1);
        drop(lock);
        folder.all_output(verb);
        std::fs::remove_dir_all(folder.join("out")).unwrap();
        let help = folder.all_output(format!("{} --help", verb.split(' ').next().unwrap()));
        help.assert_contains("75 ");
    }
    // A usage error has another exit code.
    folder.rejects("run nothing.toml --out out => nothing.toml");
}

#[test]
fn merge_check_prints_progress_of_running_shard() {
    let study = study("\"racer\", \"greedy\"", 1_000_000);
    let folder = study.path();
    let play = |out: &str, shard: &str| {
        let arguments = format!("run study.toml --shard {shard} --out {out} --threads 1");
        let mut command = program(folder, PORTOLAN, &arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Tree(command.spawn().unwrap())
    };
    let mut playing = play("shards/2", "2/3");
    let games = || {
        let text = std::fs::read_to_string(folder.join("shards/2/checkpoint.toml"));
        let text = text.unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("games = "));
        line.map_or(0, |games| games.parse::<u64>().unwrap())
    };
    wait_until("games are played", || games() > 0);
    let output = ends(2, program(folder, PORTOLAN, "merge shards --check"));
    output.assert_contains([
        "shards: 0 of 3 done, 1 running, 0 unfinished, 2 missing\n",
        " of 2,000,000 played, ",
        " a second, about ",
        " left\n",
        "missing shards of 3: 1,3\nrunning: 2\nrun again: 1,3\n",
    ]);
    kill(&[playing.0.id()]);
    playing.0.wait().unwrap();
    let output = ends(2, program(folder, PORTOLAN, "merge shards --check"));
    output.assert_contains([
        "0 running, 1 unfinished, 2 missing\n",
        &format!("games: {} of 2,000,000 played\n", thousands(games())),
        "shards/2: shard 2/3 is not finished\n",
        "run again: 1,2,3\n",
    ]);
}

/// Formats a number with thousands separators.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn merge_exits_with_75_while_a_shard_is_running() {
    let folder = &study(RANDOM, 8);
    play_shards(folder, 3);
    let shard = folder.join("shards/shard=2");
    rewrite_manifest(&shard, "status = \"complete\"", "status = \"running\"");
    let lock = in_use(&shard);
    for more in ["--check", "--out merged"] {
        let output = folder.fails(75, format!("merge shards {more}"));
        output.assert_contains("running: 2\n");
        output.assert_lacks("run again");
    }
    drop(lock);
    // The check also prints the progress.
    let before = names(folder);
    let output = folder.refuses("merge shards --check");
    output.assert_contains("run again: 2\n");
    assert_eq!(output.matches("error:").count(), 1, "{output}");
    assert_eq!(names(folder), before);
}

/// All problems are found in the same order for any number of threads.
#[test]
fn shard_check_does_not_depend_on_thread_count() {
    let folder = &study(RANDOM, 40);
    play_shards(folder, 20);
    for index in [4, 9, 17] {
        let path = folder.join(format!("shards/shard={index}/games.csv"));
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() = b' ';
        std::fs::write(&path, bytes).unwrap();
    }
    let check =
        |threads: &str| folder.refuses(format!("merge shards --check --quiet --threads {threads}"));
    let output = check("1");
    output.assert_contains("run again: 4,9,17\n");
    assert_eq!(output.matches("SHA-256").count(), 3, "{output}");
    assert_eq!(output, check("7"));
}
