//! The same settings give the same bytes: for any number of threads, after Ctrl-C, after kill -9.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::folder::assert_same;

fn command(folder: &Path, out: &str, games: u64, more: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("portolan"));
    command
        .current_dir(folder)
        .args([
            "simulate",
            "--game",
            "maracaibo",
            "--bots",
            "random,random,random",
        ])
        .args([
            "--seed",
            "11",
            "--quiet",
            "--out",
            out,
            "--games",
            &games.to_string(),
        ])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

fn finish(mut command: Command) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
}

/// A number of games that one thread plays in about `wanted`.
fn games_for(folder: &Path, wanted: Duration) -> u64 {
    let mut games = 120;
    loop {
        let began = Instant::now();
        finish(command(
            folder,
            &format!("try{games}"),
            games,
            &["--threads", "1"],
        ));
        let took = began.elapsed();
        if took * 4 >= wanted || games > 100_000 {
            return (games as f64 * wanted.as_secs_f64() / took.as_secs_f64()) as u64;
        }
        games *= 4;
    }
}

#[test]
fn threads_do_not_matter() {
    let folder = TempDir::new().unwrap();
    for threads in ["1", "2", "5"] {
        finish(command(
            folder.path(),
            threads,
            600,
            &["--threads", threads],
        ));
    }
    assert_same(folder.path(), "1", "2");
    assert_same(folder.path(), "1", "5");
}

fn end_after(mut child: Child, time: Duration, end: impl Fn(&mut Child)) -> (bool, Option<i32>) {
    std::thread::sleep(time);
    let was_running = child.try_wait().unwrap().is_none();
    if was_running {
        end(&mut child);
    }
    (was_running, child.wait().unwrap().code())
}

#[test]
fn killed_runs_resume_to_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let time = Duration::from_millis(800);
    let games = games_for(folder.path(), time);
    finish(command(folder.path(), "whole", games, &[]));
    let mut kills = 0;
    for session in 0..25 {
        let resume = command(
            folder.path(),
            "killed",
            games,
            &["--resume", "--threads", "1"],
        );
        let child = { resume }.spawn().unwrap();
        // Moments from at once to a quarter of the run, in no order.
        let moment = time / 100 * (session * 7 % 25);
        let (was_running, _) = end_after(child, moment, |child| child.kill().unwrap());
        kills += u32::from(was_running);
        if !was_running {
            break;
        }
    }
    finish(command(folder.path(), "killed", games, &["--resume"]));
    assert!(kills > 0);
    assert_same(folder.path(), "whole", "killed");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_whole_and_tells_how_to_go_on() {
    let folder = TempDir::new().unwrap();
    let time = Duration::from_millis(800);
    let games = games_for(folder.path(), time);
    finish(command(folder.path(), "whole", games, &[]));
    let mut child = command(folder.path(), "out", games, &["--threads", "1"])
        .spawn()
        .unwrap();
    while !folder.path().join("out/checkpoint.toml").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let stopped = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(stopped.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.trim_end().ends_with("--resume"), "{told}");
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("status = \"stopped\""), "{manifest}");
    for name in ["games.csv", "events.csv", "summary.csv"] {
        let text = std::fs::read_to_string(folder.path().join("out").join(name)).unwrap();
        assert!(text.ends_with('\n'), "{name}");
    }
    finish(command(folder.path(), "out", games, &["--resume"]));
    assert_same(folder.path(), "whole", "out");
}
