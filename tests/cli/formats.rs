//! Files in other formats are rejected with advice.

use std::path::Path;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const SIMULATE: &str =
    "simulate --game cartagena --bots random,random --games 20 --quiet --out run --seed=4";

/// Asserts that every command that reads the folder fails with these words.
fn refused(folder: &Path, readers: &[&str], wanted: &[&str]) {
    for arguments in readers {
        let told = folder.refuses(arguments);
        for part in wanted {
            assert!(
                told.contains(part),
                "{arguments:?}: no \"{part}\" in {told}"
            );
        }
    }
}

#[test]
fn results_of_other_format_versions_are_rejected() {
    let folder = &Folder::new();
    folder.succeeds(SIMULATE);
    let manifest = folder.join("run/manifest.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let resume = format!("{SIMULATE} --resume");
    let readers: [&str; 4] = [
        "report run",
        "merge run --check",
        "replay --run run --game-id 1",
        &resume,
    ];
    for (format, wanted) in [
        ("", "has no format key, so it was written before format 2"),
        (
            "format = 1\n",
            "has format 1, and this program uses format 2",
        ),
        ("format = 3\n", "read it with a newer version"),
    ] {
        std::fs::write(&manifest, text.replacen("format = 2\n", format, 1)).unwrap();
        refused(folder, &readers, &["run/manifest.toml: ", wanted]);
    }
    folder.succeeds(format!("{SIMULATE} --force"));
    std::fs::read_to_string(&manifest)
        .unwrap()
        .assert_contains("format = 2\n");
}
