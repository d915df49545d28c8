//! Shards with GNU parallel, on this machine and on other hosts.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{
    RANDOM, Tree, assert_merges_to_the_whole, complete, descendants, ends, files, gated, in_use,
    is_there, kill, let_panic, play_shards, program, scattered, script, stand_in, study, told,
    wait_until, with_stand_ins,
};
use crate::folder::{Folder, Workdir};
use crate::program::Arguments;
use crate::text::TextAssert;

/// Returns true if GNU parallel is installed; prints a message otherwise.
fn is_installed() -> bool {
    let version = Command::new("parallel").arg("--version").output();
    let found = version.is_ok_and(|output| told(&output).starts_with("GNU parallel"));
    if !found {
        println!("GNU parallel is not installed: not tested");
    }
    found
}

#[test]
fn gnu_parallel_resumes_after_kill_to_the_same_bytes() {
    if !is_installed() {
        return;
    }
    let study = study("\"racer\", \"greedy\"", 1200);
    let folder = study.path();
    let asked = "study.toml --shards 12 --out shards --jobs 2";
    let mut command = program(folder, script("parallel.sh"), asked);
    command.env("PORTOLAN", gated(folder, "[1-6]/12"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut driver = Tree(command.spawn().unwrap());
    wait_until("two shards are complete", || complete(folder) >= 2);
    kill(&descendants(driver.0.id()));
    driver.0.wait().unwrap();
    assert!(complete(folder) <= 6);
    let told = ends(0, program(folder, script("parallel.sh"), asked));
    told.assert_contains("12 shards, all whole");
    // Shards in the job log were not started again.
    let log = folder.read("shards/joblog");
    assert!(log.lines().count() <= 13 + 2, "{log}");
    // A lost shard is played by the command in the message.
    std::fs::remove_dir_all(folder.join("shards/shard=7")).unwrap();
    let told = ends(1, program(folder, script("parallel.sh"), asked));
    told.assert_contains("--only 7");
    let only = format!("{asked} --only 7");
    ends(0, program(folder, script("parallel.sh"), &only));
    assert_merges_to_the_whole(folder);
}

/// Shortens waiting times in the test.
fn quick_sleep(folder: &Path) {
    stand_in(folder, "sleep", "exec /bin/sleep 0.1\n");
}

#[test]
fn gnu_parallel_waits_for_folder_in_use_and_does_not_retry_panics() {
    if !is_installed() {
        return;
    }
    let study = study(RANDOM, 6);
    let folder = study.path();
    play_shards(folder, 3);
    let_panic(&folder.join("shards/shard=1"), 1);
    std::fs::remove_dir_all(folder.join("shards/shard=3")).unwrap();
    let lock = in_use(&folder.join("shards/shard=3"));
    let asked = "study.toml --shards 3 --out shards --retries 2";
    let slept = folder.join("slept");
    let note = format!(
        "echo waited >> '{}'; exec /bin/sleep 0.1\n",
        slept.display()
    );
    stand_in(folder, "sleep", &note);
    let command = with_stand_ins(folder, program(folder, script("parallel.sh"), asked));
    let told = std::thread::scope(|scope| {
        let playing = scope.spawn(|| ends(1, command));
        let log = || std::fs::read_to_string(folder.join("shards/joblog")).unwrap_or_default();
        wait_until("the others are done", || log().lines().count() == 3);
        wait_until("the folder in use is waited for", || slept.exists());
        drop(lock);
        playing.join().unwrap()
    });
    told.assert_contains("3 shards, all whole; 1 of 12 games panicked");
    let log = folder.read("shards/joblog");
    // Each shard was started once and succeeded.
    let ended: Vec<&str> = log
        .lines()
        .skip(1)
        .map(|line| line.split('\t').nth(6).unwrap())
        .collect();
    assert_eq!(ended, ["0", "0", "0"], "{log}");
}

#[test]
fn retry_command_is_printed_when_every_shard_fails() {
    if !is_installed() {
        return;
    }
    let study = study(RANDOM, 6);
    let folder = study.path();
    std::fs::create_dir(folder.join("shards")).unwrap();
    for index in 1..=2 {
        folder.write(format!("shards/shard={index}"), "in the way");
    }
    let asked = "study.toml --shards 2 --out shards --retries 1";
    let told = ends(1, program(folder, script("parallel.sh"), asked));
    told.assert_contains("to play them again:\n  ");
    told.assert_contains("parallel.sh study.toml --shards 2 --out shards");
}

/// Simulates hosts by folders: `ssh` runs its command in the folder of the host, and fails for dead
/// hosts. SHELL is not set, as in services and in CI.
fn hosts(folder: &Path, asked: impl Arguments) -> Command {
    stand_in(
        folder,
        "ssh",
        &format!(
            "while [[ $1 == -* ]]; do case $1 in -[opil]) shift 2 ;; *) shift ;; esac; done\n\
             host=$1; shift; [ \"$1\" != -- ] || shift\n[ ! -e '{0}/'$host.dead ] || exit 255\n\
             export HOME='{0}/home of '$host; mkdir -p \"$HOME\"; cd\nexec sh -c \"$*\"\n",
            folder.display()
        ),
    );
    let mut command = program(&folder.join("work"), script("parallel.sh"), asked);
    command.env("PARALLEL_SSH", folder.join("bin/ssh"));
    command.env_remove("SHELL");
    quick_sleep(folder);
    with_stand_ins(folder, command)
}

#[test]
fn dead_hosts_are_replaced_by_the_remaining_hosts() {
    if !is_installed() || !is_there("rsync", "--version") {
        println!("GNU parallel or rsync is not installed: not tested");
        return;
    }
    let folder = &Folder::new();
    let work = scattered(folder);
    let asked = "studies/study.toml --shards 6 --out shards --copy --hosts 1/dead,1/one,1/two -- --games 3000";
    folder.write("dead.dead", "");
    let mut command = hosts(folder, asked);
    let log = std::fs::File::create(folder.join("log")).unwrap();
    command.stdout(log.try_clone().unwrap()).stderr(log);
    let mut driver = Tree(command.spawn().unwrap());
    // If a host dies during the run, the other hosts take over its shards.
    wait_until("shards are complete", || complete(&work) >= 2);
    folder.write("two.dead", "");
    let status = driver.0.wait().unwrap();
    let log = folder.read("log");
    assert!(status.success(), "{log}");
    log.assert_contains(["warning: 1/dead does not answer", "6 shards, all whole"]);
    // The remaining host has no files left, and the shards are on this machine.
    assert_eq!(files_below(&folder.join("home of one")), 0);
    let run = "run studies/study.toml --games 3000 --quiet --out whole";
    work.all_output(run);
    work.all_output("merge shards --out merged");
    assert!(files(&work.join("whole")) == files(&work.join("merged")));
    // If no host is available, the script prints the command to run again.
    folder.write("one.dead", "");
    std::fs::remove_dir_all(work.join("shards")).unwrap();
    let told = ends(1, hosts(folder, asked));
    told.assert_contains("none of the hosts can play shards");
    told.assert_contains("to play them again:\n  ");
}

#[test]
fn returned_shards_are_removed_from_their_host() {
    if !is_installed() || !is_there("rsync", "--version") {
        println!("GNU parallel or rsync is not installed: not tested");
        return;
    }
    let folder = &Folder::new();
    let work = scattered(folder);
    let asked = "studies/study.toml --shards 4 --out shards --copy --hosts 1/one";
    let mut command = hosts(folder, asked);
    command.env("PORTOLAN", gated(folder, "[12]/4"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut driver = Tree(command.spawn().unwrap());
    wait_until("two shards are back", || complete(&work) >= 2);
    let left = || files_below(&folder.join("home of one"));
    // Only the program, five files of the experiment and its data remain.
    let data = std::fs::read_dir(folder.join("data")).unwrap().count();
    wait_until("they are gone there", || left() <= 1 + 5 + data);
    assert!(driver.0.try_wait().unwrap().is_none());
    folder.write("go", "");
    assert!(driver.0.wait().unwrap().success());
    assert_eq!(left(), 0);
}

fn files_below(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.path() {
            path if path.is_dir() => files_below(&path),
            _ => 1,
        })
        .sum()
}
