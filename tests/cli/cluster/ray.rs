//! Shards on Ray.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{
    RANDOM, Tree, assert_merges_to_the_whole, complete, ends, gated, is_there, let_panic,
    play_shards, program, script, stand_in, study, wait_until,
};
use crate::folder::Workdir;
use crate::processes::is_running_below;
use crate::text::TextAssert;

#[test]
fn ray_run_that_loses_a_node_gives_the_same_bytes() {
    if !is_there("python3", "-c 'import ray'") || !is_there("ray", "--version") {
        println!("Ray is not installed: not tested");
        return;
    }
    let study = study("\"racer\", \"greedy\"", 40);
    let folder = study.path();
    // The run cannot end before a node is lost.
    let portolan = gated(folder, "[1-4]/20");
    let token = folder.join("token");
    std::fs::write(&token, "0123456789abcdef0123456789abcdef").unwrap();
    let in_cluster = |name: &Path, arguments: &str| {
        let mut command = program(folder, name, arguments);
        command
            .env("PORTOLAN", &portolan)
            .env("RAY_AUTH_MODE", "token")
            .env("RAY_AUTH_TOKEN_PATH", &token)
            .env("RAY_USAGE_STATS_ENABLED", "0")
            .env("RAY_health_check_initial_delay_ms", "0")
            .env("RAY_health_check_period_ms", "1000")
            .env("RAY_health_check_timeout_ms", "2000")
            .env("RAY_health_check_failure_threshold", "3");
        command
    };
    let node = |arguments: &str| {
        // The system assigns the ports.
        let common = "start --num-cpus=1 --object-store-memory=80000000 --block \
                      --node-manager-port=0 --object-manager-port=0 --min-worker-port=0 \
                      --max-worker-port=0 --dashboard-agent-listen-port=0";
        let mut command = in_cluster(Path::new("ray"), &format!("{common} {arguments}"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Tree(command.spawn().unwrap())
    };
    // The nodes share no folder, as on separate machines.
    let temporary = |node: &str| format!("--temp-dir={}/{node}", folder.display());
    let mut head = node(&format!(
        "--head --port=0 --include-dashboard=false {}",
        temporary("head")
    ));
    let mut address = String::new();
    wait_until("the head listens", || {
        assert_eq!(head.0.try_wait().unwrap(), None, "the head ended");
        let told = std::fs::read_to_string(folder.join("head/ray_current_cluster"));
        address = told.unwrap_or_default().trim().to_string();
        std::net::TcpStream::connect(&address).is_ok()
    });
    let second = node(&format!("--address={address} {}", temporary("second")));
    let asked = format!("study.toml --shards 20 --out shards --address {address}");
    let script = script("ray_run.py");
    let mut command = in_cluster(&script, &asked);
    let log = folder.join("log");
    let file = std::fs::File::create(&log).unwrap();
    command.stdout(Stdio::null()).stderr(file);
    let mut driver = Tree(command.spawn().unwrap());
    let read = || std::fs::read_to_string(&log).unwrap();
    wait_until("the second node plays", || {
        if let Some(status) = driver.0.try_wait().unwrap() {
            panic!(
                "ended with {status} before the node could be killed: {}",
                read()
            );
        }
        complete(folder) >= 2 && is_running_below(second.0.id(), PROGRAM)
    });
    drop(second);
    assert!(complete(folder) <= 4);
    folder.write("go", "");
    let status = driver.0.wait().unwrap();
    assert!(status.success(), "{}", read());
    drop(head);
    assert_eq!(complete(folder), 20);
    assert_merges_to_the_whole(folder);
    // All shards are complete, so there is nothing left to do.
    let told = ends(0, in_cluster(&script, &asked));
    told.assert_contains("20 shards, all whole: nothing to do");
}

/// Name of the program's process, truncated by the system.
const PROGRAM: &str = "portolan-progra";

/// The part of Ray that the script uses, in a single process: tasks are generators that run on
/// request.
const ONE_PROCESS: &str = r#"
import os
from . import exceptions
class Task:
    def __init__(self, play): self.play = play
    def remote(self, *given): return self.play(*given)
def init(address=None, runtime_env=None, log_to_driver=True):
    os.chdir(runtime_env["working_dir"])
def remote(num_cpus, max_retries, num_returns, _generator_backpressure_num_objects):
    assert (max_retries, num_returns) == (0, "streaming")
    return Task
def wait(generators, timeout): return generators[:1], generators[1:]
def get(value): return value
def cluster_resources(): return {"CPU": 1}
def nodes(): return [{"Alive": True}]
"#;

/// Returns the script with the simulated Ray. Every call of the program is recorded in `calls`.
fn in_one_process(folder: &Path, asked: &str) -> Command {
    let ray = folder.join("modules/ray");
    std::fs::create_dir_all(&ray).unwrap();
    ray.write("__init__.py", ONE_PROCESS);
    ray.write("exceptions.py", "class RayError(Exception): pass\n");
    stand_in(
        folder,
        "noting",
        &format!(
            "[[ \"$*\" != *--shard* ]] || echo \"$*\" >> '{0}/calls'\n\
             [ ! -e '{0}/failing' ] || [[ \"$*\" != *--shard* ]] || exit 1\nexec '{1}' \"$@\"\n",
            folder.display(),
            super::PORTOLAN
        ),
    );
    let out = folder.join("shards").display().to_string();
    let all = format!("study.toml --shards 3 --retries 2 --out {out}");
    let mut command = program(folder, script("ray_run.py"), format!("{all} {asked}"));
    command
        .env("PYTHONPATH", folder.join("modules"))
        .env("TMPDIR", folder)
        .env("PORTOLAN", folder.join("bin/noting"));
    command
}

fn calls(folder: &Path) -> usize {
    let calls = std::fs::read_to_string(folder.join("calls"));
    calls.map_or(0, |text| text.lines().count())
}

#[test]
fn failed_shards_are_tried_three_times() {
    if !is_there("python3", "--version") {
        println!("python3 is not installed: not tested");
        return;
    }
    let folder = &study(RANDOM, 6);
    folder.write("failing", "");
    let told = ends(1, in_one_process(folder, ""));
    told.assert_contains("0 of 3 shards done, 3 failed");
    // Each shard is tried three times.
    assert_eq!(calls(folder), 9, "{told}");
    std::fs::remove_file(folder.join("failing")).unwrap();
    std::fs::remove_file(folder.join("calls")).unwrap();
    let told = ends(0, in_one_process(folder, ""));
    told.assert_contains("3 shards, all whole");
    assert_eq!(calls(folder), 3);
    assert_eq!(complete(folder), 3);
    assert!(!folder.join("shards/.coming").exists());
    assert_merges_to_the_whole(folder);
    // The node has no files left.
    let left = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .find_map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            name.starts_with("portolan-ray-").then_some(entry.path())
        });
    assert_eq!(std::fs::read_dir(left.unwrap()).unwrap().count(), 0);
}

#[test]
fn panicked_shard_is_stored_and_usage_error_is_not_retried() {
    if !is_there("python3", "--version") {
        println!("python3 is not installed: not tested");
        return;
    }
    let study = study(RANDOM, 6);
    let folder = study.path();
    // On a shared disk, a shard may already exist, apart from its lock.
    play_shards(folder, 3);
    let_panic(&folder.join("shards/shard=2"), 5);
    std::fs::rename(folder.join("shards/shard=2"), folder.join("kept")).unwrap();
    // A fake program that copies the existing shard 2 to its place.
    stand_in(
        folder,
        "finding",
        &format!(
            "for word; do [ \"$last\" != --out ] || out=$word; last=$word; done\n\
             [[ \"$*\" != *\"--shard 2/3\"* ]] || cp -r '{0}/kept' \"$out\"\n\
             exec '{0}/bin/noting' \"$@\"\n",
            folder.display()
        ),
    );
    let mut command = in_one_process(folder, "");
    command.env("PORTOLAN", folder.join("bin/finding"));
    let told = ends(1, command);
    told.assert_contains("3 shards, all whole; 1 of 12 games panicked");
    assert_eq!(calls(folder), 1, "{told}");
    assert!(folder.join("shards/shard=2/crashes.csv").is_file());
    // A shard of another run is in the way, which no further attempt can fix.
    std::fs::remove_dir_all(folder.join("shards/shard=2")).unwrap();
    let foreign = "run study.toml --seed 6 --shard 2/3 --out other";
    folder.all_output(foreign);
    stand_in(
        folder,
        "finding",
        &format!(
            "[[ \"$*\" != *\"--shard 2/3\"* ]] || cp -r '{0}/other' '{0}/shards/shard=2'\n\
             exec '{0}/bin/noting' \"$@\"\n",
            folder.display()
        ),
    );
    let mut command = in_one_process(folder, "--shared");
    command.env("PORTOLAN", folder.join("bin/finding"));
    let output = ends(1, command);
    output.assert_contains("contains a different run");
    output.assert_lacks("trying again");
    assert_eq!(calls(folder), 2, "{output}");
}

/// A worker removes the files of workers that were killed, but not files in use.
#[test]
fn scratch_folders_of_killed_workers_are_removed() {
    if !is_there("python3", "--version") {
        println!("python3 is not installed: not tested");
        return;
    }
    let folder = &study(RANDOM, 3);
    let id = Command::new("id").arg("-u").output().unwrap();
    let id = String::from_utf8(id.stdout).unwrap();
    let base = folder.join(format!("portolan-ray-{}", id.trim()));
    for name in ["left", "used"] {
        std::fs::create_dir_all(base.join(name).join("shard")).unwrap();
        base.join(name).write("shard/games.csv.partial", "rows");
        base.write(format!("{name}.lock"), "");
    }
    let used = std::fs::File::open(base.join("used.lock")).unwrap();
    used.lock().unwrap();
    ends(0, in_one_process(folder, ""));
    let mut left: Vec<String> = std::fs::read_dir(&base)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["used", "used.lock"]);
}
