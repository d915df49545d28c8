//! Shards on Slurm.

use super::{
    RANDOM, assert_merges_to_the_whole, complete, ends, in_use, let_panic, program, script,
    stand_in, study, with_stand_ins,
};
use crate::folder::Workdir;
use crate::text::TextAssert;

/// The simulated scheduler is a short script that runs the submitted script for each index.
#[test]
fn only_missing_shards_are_submitted_to_slurm() {
    let study = study(RANDOM, 6);
    let folder = study.path();
    let scheduler = "for word; do case $word in --array=*) list=${word#--array=};; esac; done\n\
                     echo \"$list\" >> submitted\njob=$(cat)\n\
                     case $list in *-*) list=$(seq -s, ${list%-*} ${list#*-});; esac\n\
                     for index in ${list//,/ }; do\n[ -e mended ] || [ $index != 2 ] || continue\n\
                     SLURM_ARRAY_TASK_ID=$index bash -c \"$job\" || exit 1\ndone\n";
    stand_in(folder, "sbatch", scheduler);
    stand_in(folder, "squeue", "[ ! -e queue ] || cat queue\n");
    let slurm = |code: i32, more: &str| {
        let asked = "study.toml --shards 4 --out shards";
        let command = program(folder, script("slurm.sh"), format!("{asked} {more}"));
        ends(code, with_stand_ins(folder, command))
    };
    // Submitted shards are recognized by their folder; jobs of other folders do not count.
    let real = std::fs::canonicalize(folder).unwrap();
    let queue = |mine: &[u64]| {
        let mine = mine
            .iter()
            .map(|index| format!("{index} portolan {}/shards\n", real.display()));
        let others = format!("2 portolan {}/other\n4 (null)\n", real.display());
        folder.write("queue", mine.collect::<String>() + &others);
    };
    queue(&[1, 3]);
    let told = slurm(1, "--missing");
    told.assert_contains("to submit shards 2,4 of 4:\n");
    queue(&[1, 2, 3, 4]);
    let told = slurm(0, "");
    told.assert_contains("queued or running: nothing to submit");
    assert!(!folder.join("shards").exists());
    queue(&[]);
    slurm(0, "");
    assert_eq!(complete(folder), 3);
    let told = slurm(1, "--missing");
    told.assert_contains("to submit shards 2 of 4:\n");
    told.assert_contains("slurm.sh study.toml --shards 4");
    queue(&[2]);
    slurm(0, "");
    assert_eq!(complete(folder), 3);
    queue(&[]);
    folder.write("mended", "");
    slurm(0, "");
    let told = slurm(0, "");
    told.assert_contains("4 shards, all whole");
    let submitted = folder.read("submitted");
    assert_eq!(submitted, "1-4\n2\n");
    assert_merges_to_the_whole(folder);
    let told = ends(
        2,
        program(
            folder,
            script("slurm.sh"),
            "study.toml --shards 1001 --out more",
        ),
    );
    told.assert_contains("MaxArraySize");
}

/// The submitted script waits for a folder in use, prints its progress, and fails if the shard fails.
#[test]
fn slurm_job_waits_for_folder_in_use_and_logs_progress() {
    let study = study(RANDOM, 6);
    let folder = study.path();
    stand_in(folder, "sbatch", "cat > job\n");
    stand_in(folder, "squeue", "exit 0\n");
    // Shortens a wait of half a minute.
    stand_in(
        folder,
        "sleep",
        "echo waited >> slept; exec /bin/sleep 0.05\n",
    );
    let asked = "study.toml --shards 2 --out shards";
    let command = program(folder, script("slurm.sh"), asked);
    ends(0, with_stand_ins(folder, command));
    let lock = in_use(&folder.join("shards/shard=2"));
    let mut job = program(folder, "bash", "job");
    job.env("SLURM_ARRAY_TASK_ID", "2");
    let job = std::thread::scope(|scope| {
        let playing = scope.spawn(|| ends(0, with_stand_ins(folder, job)));
        super::wait_until("the job waits", || folder.join("slept").exists());
        drop(lock);
        playing.join().unwrap()
    });
    job.assert_contains(["another run is using it", "shard 2/2: 3 of 6 deal groups"]);
    job.assert_contains("results go to shards/shard=2");
    let_panic(&folder.join("shards/shard=2"), 9);
    let mut job = program(folder, "bash", "job");
    job.env("SLURM_ARRAY_TASK_ID", "2");
    let told = ends(1, with_stand_ins(folder, job));
    told.assert_contains("1 game panicked: nothing to do");
    let mut job = program(folder, "bash", "job");
    job.env("SLURM_ARRAY_TASK_ID", "1");
    ends(0, with_stand_ins(folder, job));
    // All shards are complete, and the script reports the crash.
    let command = program(folder, script("slurm.sh"), asked);
    let told = ends(1, with_stand_ins(folder, command));
    told.assert_contains("2 shards, all whole; 1 of 12 games panicked");
}
