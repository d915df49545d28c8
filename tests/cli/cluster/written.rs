//! `portolan cluster` writes the scripts of its source tree, which are embedded in the program.

use std::os::unix::fs::PermissionsExt;

use super::{ends, program, script};
use crate::folder::{Folder, Workdir};
use crate::text::TextAssert;

#[test]
fn cluster_writes_the_shipped_scripts_of_each_engine() {
    let at = &Folder::new();
    for (engine, start, others) in [
        ("parallel", "parallel.sh", &["stage.sh"][..]),
        ("slurm", "slurm.sh", &["stage.sh"]),
        ("ray", "ray_run.py", &["requirements.txt"]),
        (
            "kubernetes",
            "kubernetes.sh",
            &["kubernetes-job.yaml", "kubernetes-volume.yaml", "stage.sh"],
        ),
        ("learn", "learn.sh", &["stage.sh"]),
    ] {
        let printed = at.all_output(format!("cluster {engine} --out {engine}"));
        printed.assert_contains(&format!("\n  {engine}/{start} "));
        let written = std::fs::read_dir(at.join(engine)).unwrap().count();
        assert_eq!(written, 1 + others.len(), "{engine}");
        for name in others.iter().chain([&start]) {
            let there = at.join(engine).bytes(name);
            assert!(there == std::fs::read(script(name)).unwrap(), "{name}");
        }
        let mode = std::fs::metadata(at.join(engine).join(start)).unwrap();
        assert_eq!(mode.permissions().mode() & 0o100, 0o100, "{start}");
        let help = ends(0, program(at, at.join(engine).join(start), "--help"));
        assert!(
            help.contains("--shards N") || help.contains("--parts N"),
            "{help}"
        );
    }
}

#[test]
fn modified_script_is_replaced_only_with_force() {
    let at = &Folder::new();
    let both = "cluster slurm parallel";
    let printed = at.all_output(both);
    printed.assert_contains("\n  scripts/cluster/slurm.sh best-plan");
    // Identical files are not written again.
    at.all_output(both);
    let stage = at.join("scripts/cluster/stage.sh");
    let shipped = std::fs::read_to_string(&stage).unwrap();
    std::fs::write(&stage, "mine").unwrap();
    std::fs::remove_file(at.join("scripts/cluster/slurm.sh")).unwrap();
    let printed = at.refuses(both);
    printed.assert_contains("stage.sh exists and differs; --force");
    assert!(!at.join("scripts/cluster/slurm.sh").exists());
    assert_eq!(std::fs::read_to_string(&stage).unwrap(), "mine");
    at.all_output(format!("{both} --force"));
    assert_eq!(std::fs::read_to_string(&stage).unwrap(), shipped);
    let printed = at.refuses("cluster htcondor");
    printed.assert_contains(["slurm", "kubernetes"]);
    let printed = at.refuses("cluster");
    printed.assert_contains("<ENGINE>");
}
