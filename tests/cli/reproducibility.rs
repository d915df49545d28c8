//! The same settings give the same bytes with any number of threads, after Ctrl-C and after kill -9.

use super::ending::{Ending, end_at, kill_often};
use super::folder::assert_same;
use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Returns the command of a simulation with this number of games on this number of threads.
fn simulate(out: &str, games: u64, threads: &str) -> String {
    format!(
        "simulate --game maracaibo --bots random,random,random --seed 11 --quiet --out {out} \
            --games {games} --threads {threads}"
    )
}

#[test]
fn results_do_not_depend_on_thread_count() {
    let folder = Folder::new();
    for threads in ["1", "2", "5"] {
        folder.succeeds(simulate(threads, 600, threads));
    }
    assert_same(folder.path(), "1", "2");
    assert_same(folder.path(), "1", "5");
}

fn resumes_to_the_same_bytes(games: u64, kills: usize) {
    let folder = &Folder::new();
    let (whole, killed) = (
        simulate("whole", games, "1"),
        simulate("killed", games, "1"),
    );
    let resume = format!("{killed} --resume");
    kill_often(folder, &whole, &resume, kills);
    folder.succeeds(&resume);
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
    let folder = &Folder::new();
    let (whole, out) = (simulate("whole", 2400, "1"), simulate("out", 2400, "1"));
    folder.succeeds(&whole);
    let output = end_at(folder, &out, Ending::Interrupt, 14);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.trim_end().ends_with("--resume"), "{told}");
    let manifest = folder.read("out/manifest.toml");
    manifest.assert_contains("status = \"stopped\"");
    for name in ["games.csv", "events.csv", "summary.csv"] {
        let text = folder.join("out").read(name);
        assert!(text.ends_with('\n'), "{name}");
    }
    folder.succeeds(format!("{out} --resume"));
    assert_same(folder, "whole", "out");
}
