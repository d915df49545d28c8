//! The same settings give the same bytes with any number of threads, after Ctrl-C and after kill -9.

use tempfile::TempDir;

use super::ending::{Ending, end_at, kill_often};
use super::folder::assert_same;
use super::program::succeeds;

/// Returns the command of a simulation with this number of games on one thread.
fn simulate(out: &str, games: u64) -> Vec<String> {
    let line = format!(
        "simulate --game maracaibo --bots random,random,random --seed 11 --quiet --out {out} --games {games} --threads 1"
    );
    line.split(' ').map(str::to_string).collect()
}

fn words<'a>(command: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    let command = command.iter().map(String::as_str);
    command.chain(more.iter().copied()).collect()
}

#[test]
fn results_do_not_depend_on_thread_count() {
    let folder = TempDir::new().unwrap();
    for threads in ["1", "2", "5"] {
        let mut arguments = simulate(threads, 600);
        arguments.pop();
        succeeds(folder.path(), &words(&arguments, &[threads]));
    }
    assert_same(folder.path(), "1", "2");
    assert_same(folder.path(), "1", "5");
}

fn resumes_to_the_same_bytes(games: u64, kills: usize) {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (whole, killed) = (simulate("whole", games), simulate("killed", games));
    let resume = words(&killed, &["--resume"]);
    kill_often(folder, &words(&whole, &[]), &resume, kills);
    succeeds(folder, &resume);
    assert_same(folder, "whole", "killed");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_runs_resume_to_the_same_bytes() {
    resumes_to_the_same_bytes(300, 6);
}

#[test]
#[ignore = "nightly: more kills of a longer run, and only on Linux"]
fn frequently_killed_runs_resume_to_the_same_bytes() {
    resumes_to_the_same_bytes(30_000, 12);
}

/// The run is interrupted after a few of 400 deal groups; at most 256 of them are played between two writes.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn interrupted_run_is_valid_and_prints_the_resume_command() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (whole, out) = (simulate("whole", 2400), simulate("out", 2400));
    succeeds(folder, &words(&whole, &[]));
    let output = end_at(folder, &words(&out, &[]), Ending::Interrupt, 14);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.trim_end().ends_with("--resume"), "{told}");
    let manifest = std::fs::read_to_string(folder.join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("status = \"stopped\""), "{manifest}");
    for name in ["games.csv", "events.csv", "summary.csv"] {
        let text = std::fs::read_to_string(folder.join("out").join(name)).unwrap();
        assert!(text.ends_with('\n'), "{name}");
    }
    succeeds(folder, &words(&out, &["--resume"]));
    assert_same(folder, "whole", "out");
}
