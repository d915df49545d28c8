//! Shards on Kubernetes.

use std::path::Path;
use std::process::Command;

use super::{
    RANDOM, assert_merges_to_the_whole, ends, let_panic, program, scattered, script, stand_in,
    study, with_stand_ins,
};
use crate::folder::{Folder, Workdir};
use crate::text::TextAssert;

fn rendered(folder: &Path, more: &str) -> Command {
    let asked = "study.toml --shards 3 --out shards --claim disk";
    program(folder, script("kubernetes.sh"), format!("{asked} {more}"))
}

#[test]
fn job_manifest_has_the_required_fields() {
    let study = study(RANDOM, 3);
    let job = ends(0, rendered(study.path(), "--dry-run --memory 2Gi"));
    job.assert_contains([
        "          - type: DisruptionTarget\n            status: \"True\"\n",
        "  completions: 3\n",
        "      restartPolicy: Never\n",
        "        runAsNonRoot: true\n        runAsUser: 65534\n",
        "            allowPrivilegeEscalation: false\n",
        "          values: [75]\n",
        "memory: \"2Gi\"",
    ]);
    let image = std::fs::read_to_string(script("Dockerfile")).unwrap();
    image.assert_contains("\nUSER 65534:65534\n");
}

#[test]
fn script_rejects_values_that_kubernetes_would_reject() {
    let study = study(RANDOM, 3);
    let refused = |more: &str, wanted: &str| {
        let printed = ends(2, rendered(study.path(), &format!("--dry-run {more}")));
        printed.assert_contains(wanted);
    };
    for memory in ["500", "500m", "1.5", "Mi", "0Mi", "500MB"] {
        let wanted = format!("--memory {memory}: expected a size with its unit");
        refused(&format!("--memory {memory}"), &wanted);
    }
    refused("--shards 100001", "100000 at most");
    refused("--at-once 10001", "10000 at most");
    refused("--claim My_Disk", "--claim My_Disk");
    let name = "a".repeat(62);
    refused(&format!("--name {name}"), "61 at most");
    refused(
        &format!("--shards 100000 --name {}", &name[5..]),
        "56 at most",
    );
    // The largest accepted values.
    let largest = format!(
        "--dry-run --shards 100000 --at-once 10000 --name {}",
        &name[6..]
    );
    let job = ends(0, rendered(study.path(), &largest));
    job.assert_contains("  completions: 100000\n  parallelism: 10000\n");
    job.assert_lacks("maxFailedIndexes");
}

/// Creates a simulated cluster: the volume is a folder, a pod runs its command in it, and a Job runs
/// its pods one after another, each index until it succeeds or has failed three more times.
fn cluster(folder: &Path) {
    stand_in(
        folder,
        "kubectl",
        &format!(
            r#"volume='{0}/volume'
echo "$1" >> '{0}/asked'
case $1 in
  create)
    text=$(cat)
    case $text in *"kind: Pod"*) mkdir -p "$volume"; exit 0 ;; esac
    script=$(sed -n '/args:/,/securityContext:/p' <<<"$text" | sed '1,2d;$d')
    script=${{script//$'\n'/ }}
    cd "$(sed -n "s|.*workingDir: \"/work\(.*\)\"|$volume\1|p" <<<"$text")" || exit 1
    for ((index = 0; index < $(sed -n 's/.*completions: //p' <<<"$text"); index++)); do
      for try in 0 1 2 3; do
        JOB_COMPLETION_INDEX=$index /bin/sh -c "$script" >> '{0}/pods' 2>&1
        code=$?
        echo "$index $code" >> '{0}/ended'
        case $code in 0 | 2) break ;; esac
      done
    done
    ;;
  exec)
    while [ "$1" != -- ]; do shift; done
    shift
    exec "${{@//\/work/$volume}}"
    ;;
esac
"#,
            folder.display()
        ),
    );
}

#[test]
fn shards_are_played_from_a_filled_volume() {
    let folder = &Folder::new();
    let work = scattered(folder);
    cluster(folder);
    let asked = "studies/study.toml --shards 3 --out shards --claim disk --fill";
    // The command is passed through a shell, so paths with spaces are rejected.
    let command = program(&work, script("kubernetes.sh"), asked);
    ends(0, with_stand_ins(folder, command));
    let asked = folder.read("asked");
    assert_eq!(asked, "create\nwait\nexec\ndelete\ncreate\n");
    let ended = folder.read("ended");
    assert_eq!(ended, "0 0\n1 0\n2 0\n");
    let there = folder.join("volume/work");
    let printed = there.all_output("merge shards --out merged");
    printed.assert_contains("Files: merged");
    work.all_output("run studies/study.toml --quiet --out whole");
    let read = |path: &Path| path.bytes("games.csv");
    assert!(read(&work.join("whole")) == read(&there.join("merged")));
}

#[test]
fn pods_do_not_retry_usage_errors_or_panics() {
    let study = study(RANDOM, 6);
    let folder = study.path();
    cluster(folder);
    let volume = folder.join("volume");
    std::fs::create_dir(&volume).unwrap();
    std::fs::copy(folder.join("study.toml"), volume.join("study.toml")).unwrap();
    let more = &format!("--portolan '{}'", super::PORTOLAN);
    let play = || {
        let _ = std::fs::remove_file(folder.join("ended"));
        ends(0, with_stand_ins(folder, rendered(folder, more)));
        folder.read("ended")
    };
    assert_eq!(play(), "0 0\n1 0\n2 0\n");
    // A game that panicked, a shard that cannot be played, and a shard of another run.
    let_panic(&volume.join("shards/shard=1"), 1);
    std::fs::remove_dir_all(volume.join("shards/shard=2")).unwrap();
    volume.write("shards/shard=2", "in the way");
    assert_eq!(play(), "0 0\n1 2\n2 0\n");
    std::fs::remove_file(volume.join("shards/shard=2")).unwrap();
    std::fs::remove_dir_all(volume.join("shards/shard=1")).unwrap();
    assert_eq!(play(), "0 0\n1 0\n2 0\n");
    std::fs::rename(volume.join("shards"), folder.join("shards")).unwrap();
    assert_merges_to_the_whole(folder);
}
