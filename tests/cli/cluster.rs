//! One contract for every engine that plays shards, and the scripts that hand shards to engines. Tests
//! of an engine that is not installed are left out, and say so.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::folder::files;
use super::processes::{descendants, is_running_below, kill};

const PORTOLAN: &str = env!("CARGO_BIN_EXE_portolan");

/// A program in a folder, where the scripts find portolan; nothing to read and nobody to see it.
fn program(folder: &Path, name: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command
        .current_dir(folder)
        .env("PORTOLAN", PORTOLAN)
        .args(arguments)
        .stdin(Stdio::null());
    command
}

fn script(name: &str) -> PathBuf {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster");
    scripts.join(name)
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// What it says, if it ends with that exit code.
#[track_caller]
fn ends(code: i32, mut command: Command) -> String {
    let output = command.output().unwrap();
    let told = told(&output);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {told}");
    told
}

#[track_caller]
fn portolan(code: i32, folder: &Path, arguments: &[&str]) -> String {
    ends(code, program(folder, PORTOLAN, arguments))
}

/// Whether that command can be run here: whatever it says, it succeeds.
fn is_there(name: &str, arguments: &[&str]) -> bool {
    let status = Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// A folder with an experiment of so many blocks of two games.
fn study(bots: &str, blocks: u64) -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = format!(
        "kind = \"simulate\"\ngame = \"cartagena\"\nbots = [{bots}]\nblocks = {blocks}\nseed = 5\n"
    );
    std::fs::write(folder.path().join("study.toml"), text).unwrap();
    folder
}

const RANDOM: &str = "\"random\", \"random\"";

fn play_shard(folder: &Path, shard: &str, out: &str) {
    let arguments = ["run", "study.toml", "--shard", shard, "--out", out];
    portolan(0, folder, &arguments);
}

fn play_shards(folder: &Path, count: u64) {
    for index in 1..=count {
        let out = format!("shards/shard={index}");
        play_shard(folder, &format!("{index}/{count}"), &out);
    }
}

/// How many shards are complete in `shards`.
fn complete(folder: &Path) -> usize {
    let shards = std::fs::read_dir(folder.join("shards"));
    shards
        .into_iter()
        .flatten()
        .flatten()
        .filter(|shard| {
            std::fs::read_to_string(shard.path().join("manifest.toml"))
                .is_ok_and(|text| text.contains("status = \"complete\""))
        })
        .count()
}

/// What is in `shards` merges to the bytes of the run in one piece.
fn assert_merges_to_the_whole(folder: &Path) {
    portolan(
        0,
        folder,
        &["run", "study.toml", "--quiet", "--out", "whole"],
    );
    portolan(0, folder, &["merge", "shards", "--out", "merged"]);
    let (whole, merged) = (files(&folder.join("whole")), files(&folder.join("merged")));
    assert!(whole.keys().eq(merged.keys()));
    for (name, bytes) in &whole {
        assert!(*bytes == merged[name], "{name} differs");
    }
}

/// Waits until something holds, but not for ever.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(240), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn shards_that_are_missing_truncated_foreign_or_given_twice_are_named() {
    let study = study(RANDOM, 8);
    let folder = study.path();
    play_shards(folder, 4);
    let shard = |index: u64| folder.join(format!("shards/shard={index}"));
    let refused = |wanted: &[&str]| {
        for arguments in [
            ["merge", "shards", "--out", "merged"].as_slice(),
            &["merge", "shards", "--check"],
        ] {
            let told = portolan(2, folder, arguments);
            for part in wanted {
                assert!(told.contains(part), "no \"{part}\" in: {told}");
            }
            assert!(!folder.join("merged").exists());
        }
    };
    assert_eq!(
        portolan(0, folder, &["merge", "shards", "--check"]),
        "4 shards, all whole\n"
    );
    let again = "\nrun again: 1\n";
    // Missing.
    std::fs::rename(shard(1), folder.join("away")).unwrap();
    refused(&["missing shards of 4: 1", again]);
    // Foreign, and the first in the list: it is the stray one all the same.
    let foreign = ["run", "study.toml", "--seed", "6", "--shard", "1/4"];
    let foreign = [&foreign[..], &["--out", "shards/shard=1"]].concat();
    portolan(0, folder, &foreign);
    let wanted = "shards/shard=1: belongs to another run than shards/shard=2: seed is 6 there";
    refused(&[wanted, again]);
    std::fs::remove_dir_all(shard(1)).unwrap();
    // Truncated: its table, and its manifest.
    std::fs::rename(folder.join("away"), shard(1)).unwrap();
    for (name, wanted) in [
        ("games.csv", "bytes found, but the manifest tells of"),
        ("manifest.toml", "not a manifest of this program"),
    ] {
        let path = shard(1).join(name);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        refused(&["shards/shard=1/", name, wanted, again]);
        std::fs::write(&path, &bytes).unwrap();
    }
    // Twice: playing again would not help.
    play_shard(folder, "2/4", "shards/copy");
    refused(&["shards/shard=2: is shard 2/4, as is shards/copy"]);
    let told = portolan(2, folder, &["merge", "shards", "--check"]);
    assert!(!told.contains("run again"), "{told}");
    std::fs::remove_dir_all(folder.join("shards/copy")).unwrap();
    assert_merges_to_the_whole(folder);
}

#[test]
fn a_complete_shard_is_left_alone_and_a_spoiled_one_is_played_again() {
    let study = study(RANDOM, 4);
    let folder = study.path();
    play_shards(folder, 2);
    let shard = folder.join("shards/shard=2");
    let written = || {
        let file = std::fs::metadata(shard.join("manifest.toml")).unwrap();
        file.modified().unwrap()
    };
    let before = written();
    let arguments = ["run", "study.toml", "--shard", "2/2", "--out"];
    let arguments = [&arguments[..], &["shards/shard=2"]].concat();
    let told = portolan(0, folder, &arguments);
    let wanted = "shard 2/2 is complete in shards/shard=2: nothing to do";
    assert!(told.contains(wanted), "{told}");
    assert_eq!(before, written());
    // What merging names is mended by the same command.
    let games = std::fs::read(shard.join("games.csv")).unwrap();
    std::fs::write(shard.join("games.csv"), &games[..games.len() - 9]).unwrap();
    let told = portolan(2, folder, &["merge", "shards", "--check"]);
    assert!(told.contains("\nrun again: 2\n"), "{told}");
    let told = portolan(0, folder, &arguments);
    assert!(!told.contains("nothing to do"), "{told}");
    assert_merges_to_the_whole(folder);
}

#[test]
fn a_plan_tells_the_cost_of_every_shard_and_writes_nothing() {
    let study = study(RANDOM, 10);
    let folder = study.path();
    let plan = ["plan", "study.toml", "--shards", "4", "--seconds", "0.2"];
    let with = |more: &[&str]| portolan(0, folder, &[&plan[..], more].concat());
    let table = with(&["--seed", "9"]);
    for wanted in [
        "each of 2",
        "all 4",
        "CSV.gz",
        "From a pilot of ",
        "portolan run study.toml --seed 9 --shard 1/4 --out shards/study/shard=1\n",
        "parallel.sh study.toml --shards 4 --out shards/study -- --seed 9\n",
        "portolan merge shards/study --out results/study\n",
    ] {
        assert!(table.contains(wanted), "no \"{wanted}\" in: {table}");
    }
    let csv = with(&["--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let header = "shard,blocks,games,cpu_seconds,bytes,bytes_compressed\n";
    assert!(csv.starts_with(header), "{csv}");
    let blocks: Vec<&str> = rows.iter().map(|row| &row[1]).collect();
    assert_eq!(blocks, ["2", "3", "2", "3"]);
    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"])).unwrap();
    assert_eq!(json["all"]["games"], 20);
    assert_eq!(json["shard"].as_array().unwrap().len(), 4);
    assert_eq!(json["cells_played"], json["cells"]);
    // The pilot played everything that there is, so it knows the size to the byte but for headers.
    assert_eq!(json["pilot_games"], 20);
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    portolan(
        0,
        folder,
        &["run", "study.toml", "--quiet", "--out", "whole"],
    );
    let size: usize = ["games.csv", "events.csv"]
        .iter()
        .map(|name| {
            let bytes = std::fs::read(folder.join("whole").join(name)).unwrap();
            bytes.len() - 1 - bytes.iter().position(|byte| *byte == b'\n').unwrap()
        })
        .sum();
    assert_eq!(json["all"]["bytes"].as_f64(), Some(size as f64));
    let told = portolan(2, folder, &["plan", "study.toml", "--shards", "0"]);
    assert!(told.contains("--shards"), "{told}");
}

#[test]
fn every_script_explains_itself_and_shows_what_it_would_do() {
    let study = study(RANDOM, 4);
    let folder = study.path();
    let asked = [
        "study.toml",
        "--shards",
        "3",
        "--out",
        "shards",
        "--dry-run",
    ];
    for (name, more, wanted) in [
        (
            "parallel.sh",
            vec!["--hosts", "2/one,4/two", "--", "--seed", "9"],
            vec![
                "--sshlogin 2/one",
                "--joblog",
                "--resume-failed",
                "--seed 9",
                "1 2 3",
            ],
        ),
        (
            "parallel.sh",
            vec!["--hosts", "one", "--copy", "--only", "2,3"],
            vec!["--basefile", "/./study.toml", "--return", "::: 2 3"],
        ),
        (
            "slurm.sh",
            vec!["--at-once", "2"],
            vec!["--array=1-3%2", "--requeue", "\"$SLURM_ARRAY_TASK_ID/3\""],
        ),
        (
            "kubernetes.sh",
            vec!["--claim", "disk", "--", "--seed", "9"],
            vec![
                "completionMode: Indexed",
                "completions: 3\n",
                "claimName: disk",
                "shard=\"$shard\" --seed 9\n",
            ],
        ),
        (
            "ray_run.py",
            vec!["--", "--seed", "9"],
            vec![
                "ships experiment, portolan: ",
                "plays shards 1,2,3 of 3",
                "./portolan run experiment/study.toml --quiet --threads 1 --seed 9 --shard I/3",
            ],
        ),
    ] {
        let help = ends(0, program(folder, script(name), &["--help"]));
        for word in ["--shards N", "--out DIR", "--dry-run"] {
            assert!(help.contains(word), "{name}: no {word} in: {help}");
        }
        let command = program(folder, script(name), &[&asked[..], &more].concat());
        let shown = ends(0, command);
        for part in wanted {
            assert!(shown.contains(part), "{name}: no \"{part}\" in: {shown}");
        }
        assert!(!shown.contains('@'), "{name}: {shown}");
        // Nothing was written, and what makes no sense is refused.
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "{name}");
        for wrong in [["study.toml", "--bogus"], ["study.toml", "--shards"]] {
            let told = ends(2, program(folder, script(name), &wrong));
            assert!(told.contains("error: "), "{name}: {told}");
        }
    }
    if !is_there("shellcheck", &["--version"]) {
        println!("shellcheck is not installed: the shell scripts are not checked");
        return;
    }
    for name in ["parallel.sh", "slurm.sh", "kubernetes.sh"] {
        let path = script(name).display().to_string();
        ends(0, program(folder, "shellcheck", &[&path]));
    }
}

/// The scheduler is played by a few lines that run the submitted script for each index.
#[test]
fn slurm_is_given_what_is_missing_and_nothing_else() {
    let study = study(RANDOM, 6);
    let folder = study.path();
    let scheduler = "#!/bin/bash\n\
        for word; do case $word in --array=*) list=${word#--array=};; esac; done\n\
        echo \"$list\" >> submitted\n\
        job=$(cat)\n\
        case $list in *-*) list=$(seq -s, ${list%-*} ${list#*-});; esac\n\
        for index in ${list//,/ }; do\n\
          [ -e mended ] || [ $index != 2 ] || continue\n\
          SLURM_ARRAY_TASK_ID=$index bash -c \"$job\" || exit 1\n\
        done\n";
    std::fs::create_dir(folder.join("bin")).unwrap();
    let sbatch = folder.join("bin/sbatch");
    std::fs::write(&sbatch, scheduler).unwrap();
    std::fs::set_permissions(&sbatch, std::fs::Permissions::from_mode(0o755)).unwrap();
    let slurm = |code: i32, more: &[&str]| {
        let asked = ["study.toml", "--shards", "4", "--out", "shards"];
        let mut command = program(folder, script("slurm.sh"), &[&asked[..], more].concat());
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}/bin:{path}", folder.display()));
        ends(code, command)
    };
    slurm(0, &[]);
    assert_eq!(complete(folder), 3);
    let told = slurm(1, &["--missing"]);
    assert!(told.contains("to submit shards 2 of 4:\n"), "{told}");
    assert!(told.contains("slurm.sh study.toml --shards 4"), "{told}");
    std::fs::write(folder.join("mended"), "").unwrap();
    slurm(0, &[]);
    let told = slurm(0, &[]);
    assert!(told.contains("4 shards, all whole"), "{told}");
    let submitted = std::fs::read_to_string(folder.join("submitted")).unwrap();
    assert_eq!(submitted, "1-4\n2\n");
    assert_merges_to_the_whole(folder);
    let told = ends(
        2,
        program(
            folder,
            script("slurm.sh"),
            &["study.toml", "--shards", "1001", "--out", "more"],
        ),
    );
    assert!(told.contains("MaxArraySize"), "{told}");
}

/// Processes that are to be gone at the end, with all that they have started.
struct Tree(Child);

impl Drop for Tree {
    fn drop(&mut self) {
        kill(&descendants(self.0.id()));
        let _ = self.0.wait();
    }
}

#[test]
fn gnu_parallel_killed_in_the_middle_goes_on_to_the_same_bytes() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| told(&output).starts_with("GNU parallel")) {
        println!("GNU parallel is not installed: not tested");
        return;
    }
    let study = study("\"racer\", \"greedy\"", 1200);
    let folder = study.path();
    let asked = [
        "study.toml",
        "--shards",
        "12",
        "--out",
        "shards",
        "--jobs",
        "2",
    ];
    let command = || {
        let mut command = program(folder, script("parallel.sh"), &asked);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut driver = Tree(command().spawn().unwrap());
    wait_until("two shards are complete", || complete(folder) >= 2);
    kill(&descendants(driver.0.id()));
    driver.0.wait().unwrap();
    let before = complete(folder);
    assert!(before < 12, "all shards were complete before the kill");
    let told = ends(0, program(folder, script("parallel.sh"), &asked));
    assert!(told.contains("12 shards, all whole"), "{told}");
    // Those that its log tells of were not even started again.
    let log = std::fs::read_to_string(folder.join("shards/joblog")).unwrap();
    assert!(log.lines().count() <= 13 + 2, "{log}");
    // A shard that is lost after all is played by the command that is shown.
    std::fs::remove_dir_all(folder.join("shards/shard=7")).unwrap();
    let told = ends(1, program(folder, script("parallel.sh"), &asked));
    assert!(told.contains("--only 7"), "{told}");
    let only = [&asked[..], &["--only", "7"]].concat();
    ends(0, program(folder, script("parallel.sh"), &only));
    assert_merges_to_the_whole(folder);
}

#[test]
fn ray_loses_a_node_in_the_middle_and_the_bytes_are_the_same() {
    if !is_there("python3", &["-c", "import ray"]) || !is_there("ray", &["--version"]) {
        println!("Ray is not installed: not tested");
        return;
    }
    let study = study("\"racer\", \"greedy\"", 10_000);
    let folder = study.path();
    let token = folder.join("token");
    std::fs::write(&token, "0123456789abcdef0123456789abcdef").unwrap();
    let in_cluster = |name: &Path, arguments: &[&str]| {
        let mut command = program(folder, name, arguments);
        command
            .env("RAY_AUTH_MODE", "token")
            .env("RAY_AUTH_TOKEN_PATH", &token)
            .env("RAY_USAGE_STATS_ENABLED", "0")
            .env("RAY_health_check_initial_delay_ms", "0")
            .env("RAY_health_check_period_ms", "1000")
            .env("RAY_health_check_timeout_ms", "2000")
            .env("RAY_health_check_failure_threshold", "3");
        command
    };
    let node = |arguments: &[&str]| {
        let common = [
            "start",
            "--num-cpus=1",
            "--object-store-memory=80000000",
            "--block",
        ];
        let mut command = in_cluster(Path::new("ray"), &[&common[..], arguments].concat());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Tree(command.spawn().unwrap())
    };
    // As on two machines, the nodes share no folder.
    let temporary = |node: &str| format!("--temp-dir={}/{node}", folder.display());
    let head = node(&[
        "--head",
        "--port=26379",
        "--include-dashboard=false",
        "--node-manager-port=26001",
        "--object-manager-port=26002",
        "--min-worker-port=26100",
        "--max-worker-port=26199",
        &temporary("head"),
    ]);
    wait_until("the head listens", || {
        std::net::TcpStream::connect("127.0.0.1:26379").is_ok()
    });
    let second = node(&[
        "--address=127.0.0.1:26379",
        "--node-manager-port=27001",
        "--object-manager-port=27002",
        "--min-worker-port=27100",
        "--max-worker-port=27199",
        &temporary("second"),
    ]);
    let asked = ["study.toml", "--shards", "20", "--out", "shards"];
    let asked = [&asked[..], &["--address", "127.0.0.1:26379"]].concat();
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
        complete(folder) >= 2 && is_running_below(second.0.id(), "portolan")
    });
    drop(second);
    assert!(complete(folder) < 20);
    let status = driver.0.wait().unwrap();
    assert!(status.success(), "{}", read());
    drop(head);
    assert_eq!(complete(folder), 20);
    assert_merges_to_the_whole(folder);
    // And nothing is left to do.
    let told = ends(0, in_cluster(&script, &asked));
    assert!(
        told.contains("20 shards, all whole: nothing to do"),
        "{told}"
    );
}
