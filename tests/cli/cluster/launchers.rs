//! Common behaviour of the scripts that distribute shards.

use std::path::Path;

use super::{RANDOM, ends, is_there, program, scattered, script, study};
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, parse_rows};

#[test]
fn each_script_has_help_and_a_dry_run() {
    let study = study(RANDOM, 4);
    let folder = study.path();
    let asked = "study.toml --shards 3 --out shards --dry-run";
    for row in parse_rows(
        r#"
        parallel.sh => --hosts 2/one,4/two -- --seed 9
            => --sshlogin 2/one => --joblog => --resume-failed => --seed 9 => 1 2 3
        parallel.sh => --hosts one --copy --only 2,3
            => --basefile => /./study.toml => --return => ::: 2 3
        slurm.sh => --at-once 2 => --array=1-3%2 => --requeue => "$SLURM_ARRAY_TASK_ID/3"
        kubernetes.sh => --claim disk -- --seed 9 => completionMode: Indexed
            => completions: 3\n => claimName: "disk" => shard="$shard" --seed 9\n
        ray_run.py => -- --seed 9
            => ships portolan-program, study.toml: => plays shards 1,2,3 of 3
            => ./portolan-program run study.toml --quiet --threads 1 --seed 9 --shard I/3
    "#,
    ) {
        let (name, more, wanted) = (&row[0], &row[1], &row[2..]);
        let help = ends(0, program(folder, script(name), "--help"));
        for word in ["--shards N", "--out DIR", "--dry-run"] {
            assert!(help.contains(word), "{name}: no {word} in: {help}");
        }
        let command = program(folder, script(name), format!("{asked} {more}"));
        let shown = ends(0, command);
        for part in wanted {
            assert!(shown.contains(part), "{name}: no \"{part}\" in: {shown}");
        }
        let filled = name != "kubernetes.sh" || !shown.contains('@');
        assert!(filled, "{name}: {shown}");
        // A dry run writes no files, and invalid arguments are rejected.
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "{name}");
        for wrong in ["study.toml --bogus", "study.toml --shards"] {
            let told = ends(2, program(folder, script(name), wrong));
            assert!(told.contains("error: "), "{name}: {told}");
        }
    }
    if !is_there("shellcheck", "--version") {
        println!("shellcheck is not installed: the shell scripts are not checked");
        return;
    }
    for name in ["parallel.sh", "slurm.sh", "kubernetes.sh", "stage.sh"] {
        let path = script(name).display().to_string();
        ends(0, program(folder, "shellcheck", path));
    }
}

#[test]
fn unusable_program_is_rejected_before_shards_start() {
    let study = study(RANDOM, 4);
    let folder = study.path();
    super::stand_in(folder, "broken", "exit 126\n");
    let asked = "study.toml --shards 3 --out shards";
    for name in ["parallel.sh", "slurm.sh", "ray_run.py"] {
        for program_of in ["bin/broken", "bin/nothing"] {
            let more = format!("--portolan {program_of}");
            let told = ends(2, program(folder, script(name), format!("{asked} {more}")));
            assert!(
                name == "ray_run.py" || told.contains(program_of),
                "{name}: {told}"
            );
            assert!(!folder.join("shards").exists());
        }
    }
    // An invalid experiment is rejected as well.
    folder.write("study.toml", "kind = 'simulat'\n");
    for name in ["parallel.sh", "slurm.sh", "ray_run.py"] {
        let told = ends(2, program(folder, script(name), asked));
        assert!(told.contains("study.toml, line 1"), "{name}: {told}");
    }
}

#[test]
fn list_files_prints_all_files_of_an_experiment() {
    let folder = &Folder::new();
    let work = scattered(folder);
    let list = |more: &str| {
        let arguments = format!("run studies/study.toml --list-files {more}");
        work.all_output(arguments)
    };
    let told = list("");
    let lines: Vec<&str> = told.lines().collect();
    let base = "studies/../../base";
    assert_eq!(lines[0], "studies/study.toml");
    assert_eq!(lines[1], format!("{base}/base.toml"));
    assert_eq!(lines[2], format!("{base}/../bots of mine/heir.toml"));
    assert_eq!(lines[3], format!("{base}/../bots of mine/parent.toml"));
    assert_eq!(lines[4], "bots/local.toml");
    let data = std::fs::read_dir(folder.join("data")).unwrap().count();
    assert_eq!(lines.len(), 5 + data);
    for line in &lines {
        assert!(work.join(line).is_file(), "{line}");
    }
    // No games were played, and command-line options are taken into account.
    assert!(!work.join("results").exists());
    work.all_output("data export cartagena other");
    let told = list("--data other");
    told.assert_contains("\nother/");
    told.assert_lacks("base/../data/");
    let told = work.refuses("run studies/nothing.toml --list-files");
    told.assert_contains("nothing.toml");
    // Files embedded in the program are not listed.
    let shipped = super::study("\"racer\", \"greedy\"", 1);
    let arguments = "run study.toml --list-files";
    assert_eq!(shipped.all_output(arguments), "study.toml\n");
}

/// Asserts that the script rejects an experiment whose program is named by an absolute path,
/// because the path may exist only on this machine.
fn refuses(name: &str, more: &str, folder: &Path) {
    let asked = "study.toml --shards 2 --out shards --dry-run";
    let told = ends(2, program(folder, script(name), format!("{asked} {more}")));
    assert!(
        told.contains("names it from the root of this machine"),
        "{name}: {told}"
    );
}

#[test]
fn scripts_reject_absolute_data_paths() {
    let study = study(RANDOM, 2);
    let folder = study.path();
    folder.all_output("data export cartagena data");
    let text = folder.read("study.toml");
    let data = folder.join("data");
    folder.write("study.toml", format!("{text}data = {data:?}\n"));
    refuses("parallel.sh", "--hosts one --copy", folder);
    refuses("kubernetes.sh", "--claim disk --fill", folder);
    refuses("ray_run.py", "", folder);
}
