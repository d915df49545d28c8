//! Endeavor on the command line: options are listed and recorded, and errors leave no files.

use portolan::games::endeavor::options::OPTIONS;

use super::program::{fails, succeeds};

const PLAY: [&str; 9] = [
    "simulate",
    "--game",
    "endeavor",
    "--bots",
    "greedy,random",
    "--games",
    "4",
    "--out",
    "out",
];

#[test]
fn invalid_options_are_rejected_without_output() {
    let folder = portolan_testing::folder::temporary();
    succeeds(folder.path(), &["data", "export", "endeavor", "set"]);
    let file = folder.path().join("set/tokens.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("wealth+1,14", "wealth+1,13")).unwrap();
    for (more, told) in [
        (["--set", "side=C"], "expected auto, A or B"),
        (["--set", "sides=A"], "did you mean \"side\"?"),
        (
            ["--set", "scarce_buildings=on"],
            "expected silent_fleets=on",
        ),
        (
            ["--data", "set"],
            "\"94 tokens\" found, expected 95 tokens (EN-1.7)",
        ),
    ] {
        let text = fails(folder.path(), 2, &[&PLAY[..], &more].concat());
        assert!(text.contains(told), "{text}");
        assert!(!folder.path().join("out").exists(), "{more:?}");
    }
    let broken = text.replace("wealth+1,14", "wealth+1,x");
    std::fs::write(&file, broken).unwrap();
    let text = fails(folder.path(), 2, &["data", "check", "endeavor", "set"]);
    assert!(
        text.contains("tokens.csv, line 4, count: \"x\" found"),
        "{text}"
    );
}

#[test]
fn options_and_provenance_are_printed() {
    let folder = portolan_testing::folder::temporary();
    let listed = succeeds(folder.path(), &["games", "endeavor"]);
    for option in OPTIONS {
        for part in [option.name, option.default, option.meaning] {
            assert!(listed.contains(part), "no {part} in {listed}");
        }
    }
    let fleets = ["--set", "silent_fleets=on"];
    let told = succeeds(folder.path(), &[&PLAY[..], &fleets].concat());
    assert!(told.contains("90 % of 270 rows are placeholders"), "{told}");
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("silent_fleets = \"on\""), "{manifest}");
}
