//! Compressed tables contain the rows of the plain tables, and their bytes do not depend on how the run was executed.

use std::path::Path;

use flate2::read::GzDecoder;
use portolan::results::checkpoint::Checkpoint;
use portolan::results::checksummed_text::sealed;
use portolan::results::file::FileRecord;

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, assert_same};
use super::text::TextAssert;

const TABLES: [&str; 2] = ["games.csv", "events.csv"];

/// Creates a folder with an experiment with compressed tables and this number of deal groups of two games.
fn study(blocks: u64) -> Folder {
    let folder = Folder::new();
    let text = format!(
        "kind = 'simulate'\ngame = 'cartagena'\nbots = ['random', 'greedy']\nblocks = {blocks}\n\
         seed = 5\ncompress = true\n"
    );
    folder.write("study.toml", text);
    folder
}

const RUN: &str = "run study.toml --quiet";

fn run(out: &str, more: &str) -> String {
    format!("{RUN} --out {out} {more}")
}

fn expanded(path: &Path) -> String {
    let file = std::fs::File::open(path).unwrap();
    std::io::read_to_string(GzDecoder::new(file)).unwrap()
}

/// Kills a run in many sessions. Each fourth session is interrupted; the next one is killed as it decompresses tables.
fn cut_runs_resume_to_the_same_bytes(blocks: u64, sessions: usize) {
    let folder = &study(blocks);
    let one_thread = "--threads 1";
    folder.succeeds(run("whole", one_thread));
    let resume = run("cut", "--resume --threads 1");
    let mut stops = 0;
    for session in 0..sessions {
        if session % 4 == 2 {
            end_at(folder, &resume, Ending::Interrupt, 9);
            stops += usize::from(folder.join("cut/games.csv.gz").exists());
            // Sessions decompress tables first; kills occur during and after this step.
            end_at(folder, &resume, Ending::Kill, 1 + session / 4);
        } else {
            end_at(folder, &resume, Ending::Kill, 3 + session * 5 % 17);
        }
    }
    assert!(stops > 0);
    folder.succeeds(run("cut", "--resume"));
    assert_same(folder, "whole", "cut");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn interrupted_runs_resume_to_the_same_compressed_bytes() {
    cut_runs_resume_to_the_same_bytes(400, 4);
}

#[test]
#[ignore = "nightly: more kills of a longer run, and only on Linux"]
fn frequently_interrupted_runs_resume_to_the_same_bytes() {
    cut_runs_resume_to_the_same_bytes(2500, 24);
}

/// Names and contents of files.
type Files<'a> = &'a [(&'a str, &'a [u8])];

/// Finished run from which the possible states after a kill are constructed.
struct Finished {
    study: Folder,
    /// Manifest of the run in progress.
    manifest: String,
    checkpoint: Checkpoint,
    /// Both tables as text.
    plain: [String; 2],
    games: Vec<u8>,
}

impl Finished {
    fn new() -> Finished {
        let study = study(30);
        study.succeeds(run("whole", ""));
        let whole = study.join("whole");
        let plain = TABLES.map(|name| expanded(&whole.join(format!("{name}.gz"))));
        let manifest = whole.read("manifest.toml");
        let manifest = manifest.replace("status = \"complete\"", "status = \"running\"");
        Finished {
            manifest: manifest.split_once("[[file]]").unwrap().0.to_string(),
            checkpoint: Checkpoint {
                next_step: 30,
                games: 60,
                crashes: 0,
                forfeited: 0,
                repeated: 0,
                wall_seconds: 1.0,
                file: vec![
                    FileRecord::of("games.csv", &plain[0]),
                    FileRecord::of("events.csv", &plain[1]),
                    FileRecord::of("crashes.csv", "game_id,seed,message,moves\n"),
                    FileRecord::of("programs.csv", ""),
                ],
            },
            plain,
            games: whole.bytes("games.csv.gz"),
            study,
        }
    }

    /// Creates a folder as left by a kill, with these files and all events.
    fn leave(&self, out: &str, given: Files) {
        let out = self.study.path().join(out);
        std::fs::create_dir(&out).unwrap();
        out.write("manifest.toml", sealed(&self.manifest));
        out.write("events.csv.partial", &self.plain[1]);
        for (name, bytes) in given {
            out.write(name, bytes);
        }
        self.checkpoint.write(&out).unwrap();
    }

    fn resume(&self, out: &str) {
        self.study.succeeds(run(out, "--resume"));
        assert_same(self.study.path(), "whole", out);
    }
}

#[test]
fn interrupted_compression_and_expansion_can_be_resumed() {
    let run = Finished::new();
    let (text, packed) = (run.plain[0].as_bytes(), run.games.as_slice());
    let plain = ("games.csv.partial", text);
    let begun = ("games.csv.gz.tmp", &packed[..packed.len() / 2]);
    let expanded = ("games.csv.partial.tmp", &text[..text.len() / 2]);
    let packed = ("games.csv.gz", packed);
    let moments: [(&str, Files); 4] = [
        ("begun", &[plain, begun]),
        ("renamed", &[plain, packed]),
        ("removed", &[packed]),
        ("expanding", &[packed, expanded]),
    ];
    for (out, given) in moments {
        run.leave(out, given);
        let report = format!("report {out} --out page --force");
        run.study.succeeds(report);
        run.resume(out);
    }
}

/// `/dev/full` takes the place of the file.
#[cfg(target_os = "linux")]
#[test]
fn run_resumes_after_a_full_disk() {
    let finished = Finished::new();
    let text = finished.plain[0].as_bytes();
    for (out, given, written) in [
        ("compressing", ("games.csv.partial", text), "games.csv.gz"),
        (
            "expanding",
            ("games.csv.gz", finished.games.as_slice()),
            "games.csv.partial",
        ),
    ] {
        finished.leave(out, &[given]);
        let full = finished.study.path().join(format!("{out}/{written}.tmp"));
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        let told = finished.study.fails(1, run(out, "--resume"));
        told.assert_contains(&format!("error: {out}/{written}: No space left on device"));
        assert!(told.trim_end().ends_with("--resume"), "{told}");
        assert!(!full.is_symlink(), "what was begun in vain takes up room");
        finished.resume(out);
    }
}

/// Simulates a folder in which no files can be created, for any user.
#[test]
fn run_resumes_after_a_table_could_not_be_created() {
    let finished = Finished::new();
    let text = finished.plain[0].as_bytes();
    finished.leave("out", &[("games.csv.partial", text)]);
    let blocked = finished.study.path().join("out/events.csv.gz.tmp");
    std::fs::create_dir(&blocked).unwrap();
    let told = finished.study.fails(1, run("out", "--resume"));
    told.assert_starts_with("error: out/events.csv.gz: ");
    std::fs::remove_dir(&blocked).unwrap();
    finished.resume("out");
}
