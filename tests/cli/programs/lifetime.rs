//! Life cycle of programs: start, end, and cleanup by the run.

use std::path::Path;

use portolan_testing::program::words;

use super::agents::{Agent, UNHURRIED, agents};
use super::{lines, simulate, simulate_short};
use crate::folder::{Folder, Workdir};
use crate::processes::{wait_until, write_script};
use crate::text::TextAssert;

/// Returns true if the process whose id is in a file has ended.
fn has_ended(folder: &Folder, file: &str) -> bool {
    let process = folder.read(file);
    let state = std::process::Command::new("ps")
        .args(["-o", "stat=", "-p", process.trim()])
        .output()
        .unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    // A process that has ended may still be a zombie.
    state.trim().is_empty() || state.trim().starts_with('Z')
}

/// No process of a program remains after the run, regardless of its behaviour.
#[test]
fn processes_of_programs_end_with_the_run() {
    let folder = agents(&[("parent", Agent::WithChild, "seconds_a_move = 0.4")]);
    // The program answers no request for a move, so the run fails.
    folder.fails(1, simulate("parent.toml,random", "2", "run"));
    assert!(has_ended(&folder, "child"));
}

#[cfg(target_os = "linux")]
#[test]
fn daemon_of_a_program_ends_with_the_run() {
    let folder = agents(&[("parent", Agent::WithDaemon, "")]);
    let told = folder.succeeds(simulate_short("parent.toml,random", "4", "run"));
    told.assert_contains("failures: none");
    assert!(has_ended(&folder, "daemon"));
}

/// The run is killed and cannot clean up.
#[cfg(target_os = "linux")]
#[test]
fn hanging_program_ends_when_the_run_is_killed() {
    let folder = agents(&[("hanging", Agent::Hanging, "seconds_a_move = 600")]);
    let at = folder.path();
    let mut running = at
        .command(simulate("hanging.toml,random", "2", "run"))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the program plays", || {
        std::fs::read_to_string(at.join("hanging")).is_ok_and(|text| text.ends_with('\n'))
    });
    assert!(!has_ended(&folder, "hanging") && !has_ended(&folder, "daemon"));
    running.kill().unwrap();
    running.wait().unwrap();
    wait_until("the program ends", || has_ended(&folder, "hanging"));
    wait_until("what it started ends", || has_ended(&folder, "daemon"));
}

/// A program that exits between two games is started again, and this does not count as a failure.
#[test]
fn exit_between_games_is_not_a_failure() {
    let folder = agents(&[
        ("after", Agent::LeavingAfter(0), ""),
        ("broken", Agent::LeavingAfter(1), ""),
        ("at", Agent::LeavingAt, ""),
    ]);
    for bot in ["after", "broken", "at"] {
        let bots = format!("{bot}.toml,random");
        let told = folder.succeeds(simulate_short(&bots, "6", bot));
        assert!(told.contains("failures: none"), "{bot}: {told}");
        let rows = lines(&folder.join(bot).join("programs.csv"));
        assert_eq!(rows.len(), 6);
        assert!(rows.iter().all(|row| row[11] == "0" && row[3] != "0"));
    }
    let log = folder.read("broken/programs/broken-1.log");
    log.assert_contains("exited between two games (exit status: 1)");
}

/// A program with state from earlier games plays every game alike if it is restarted for each game.
#[test]
fn restart_game_starts_a_new_process_for_each_game() {
    let folder = agents(&[
        (
            "fresh",
            Agent::Counting,
            "reproducible = true\nrestart = 'game'",
        ),
        ("kept", Agent::Recording, "restart = \"failure\""),
        ("recording", Agent::Recording, "restart = \"game\""),
        ("odd", Agent::First, "restart = \"always\""),
    ]);
    let at = folder.path();
    at.succeeds(simulate_short("fresh.toml,random", "6", "fresh"));
    for (bot, greetings) in [("recording", 6), ("kept", 1)] {
        let bots = format!("{bot}.toml,random");
        at.succeeds(simulate_short(&bots, "6", &format!("{bot} --threads 1")));
        let log = folder.read(format!("{bot}/programs/{bot}-1.log"));
        let heard = |request: &str| log.matches(&format!("\"request\":\"{request}\"")).count();
        assert_eq!(
            [heard("hello"), heard("quit"), heard("over")],
            [greetings, greetings, 6]
        );
    }
    let told = at.refuses(simulate_short("odd.toml,random", "2", "odd"));
    told.assert_contains(["odd.toml, line 4: ", "expected `failure` or `game`"]);
}

/// A program that cannot be started does not lose the game: the run stops regardless of `on_failure`, and can be
/// resumed.
#[test]
fn program_that_cannot_restart_stops_the_run() {
    let folder = agents(&[("vanishing", Agent::Vanishing, "on_failure = \"random\"")]);
    let at = folder.path();
    let file = "kind = 'program'\ncommand = ['./vanishing.sh']\ntell = []\non_failure = 'random'\n";
    at.write("vanishing.toml", format!("{file}{UNHURRIED}"));
    let text = folder.read("vanishing.sh");
    let script = format!("#!/bin/sh\n{text}");
    write_script(&at.join("vanishing.sh"), &script);
    let told = at.fails(1, simulate("vanishing.toml,random", "4", "run"));
    told.assert_contains([
        "the run stops without a forfeit: vanishing: cannot start ./vanishing.sh: file not \
         found",
        "To resume:",
        "--resume",
    ]);
    assert!(!at.join("run/summary.csv").exists());
    write_script(&at.join("vanishing.sh"), &script);
    let resumed = simulate("vanishing.toml,random", "4", "run --resume");
    let told = at.succeeds(&resumed);
    told.assert_contains("failures: none");
    assert_eq!(lines(&at.join("run/programs.csv")).len(), 4);
}

/// Runs the program with these arguments under limits set by a shell.
fn limited(at: &Path, limits: &str, arguments: &str) -> (Option<i32>, String) {
    let output = std::process::Command::new("sh")
        .current_dir(at)
        .args(["-c", &format!("{limits} && exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_portolan"))
        .args(words(arguments))
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(told).unwrap())
}

#[test]
fn limit_of_open_files_is_checked_before_the_run() {
    let at = &agents(&[("a", Agent::First, "")]);
    for copy in ["b", "c", "d"] {
        std::fs::copy(at.join("a.toml"), at.join(format!("{copy}.toml"))).unwrap();
    }
    let bots = "a.toml,b.toml,c.toml,d.toml";
    let arguments = simulate_short(bots, "400", "run --threads 40");
    let (code, told) = limited(at, "ulimit -n 256", &arguments);
    assert_eq!(code, Some(1), "{told}");
    told.assert_contains([
        "160 programs on 40 threads need ",
        "the limit is 256",
        "ulimit -n ",
        "--threads 1",
    ]);
    assert!(!at.join("run").exists());
    // The run uses as many files as the hard limit permits.
    let arguments = simulate_short(bots, "32", "run --threads 8");
    let (code, told) = limited(at, "ulimit -Sn 64", &arguments);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(told.matches("failures: none").count(), 4, "{told}");
    told.assert_contains("differ only in their names");
}

/// Logs are written to the results folder and removed with their run.
#[test]
fn logs_do_not_follow_links_and_are_removed_with_the_run() {
    let folder = agents(&[("one", Agent::Illegal, ""), ("other", Agent::Illegal, "")]);
    let at = folder.path();
    let log = at.join("run/programs/one-1.log");
    at.succeeds(simulate("one.toml,random", "2", "run"));
    assert!(log.exists());
    let force = |bots| simulate(bots, "2", "run --force");
    at.succeeds(force("other.toml,random"));
    assert!(!log.exists() && at.join("run/programs/other-1.log").exists());
    at.write("outside", "mine");
    std::os::unix::fs::symlink(at.join("outside"), &log).unwrap();
    let resumed = simulate("other.toml,random", "2", "run --resume");
    let told = at.refuses(&resumed);
    told.assert_contains("one-1.log: is a link or not a file");
    at.succeeds(force("one.toml,random"));
    assert!(!log.is_symlink() && log.is_file());
    std::fs::remove_dir_all(at.join("run/programs")).unwrap();
    std::os::unix::fs::symlink(at, at.join("run/programs")).unwrap();
    let told = at.refuses(&resumed);
    told.assert_contains("run/programs: is a link or not a folder");
    assert_eq!(folder.read("outside"), "mine");
    assert!(!at.join("one-1.log").exists());
}
