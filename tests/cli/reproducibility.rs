//! A run that was stopped with Ctrl-C resumes to the same bytes.

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, assert_same};
use super::text::TextAssert;

/// The run is interrupted after a few of 400 deal groups; at most 256 of them are played between two writes.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn interrupted_run_is_valid_and_prints_the_resume_command() {
    let folder = &Folder::new();
    let simulate = "simulate --game cartagena --bots random,racer --games 800 --quiet --threads 1";
    folder.succeeds(format!("{simulate} --out whole"));
    let out = format!("{simulate} --out out");
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
