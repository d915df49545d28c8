//! Compressed tables contain the rows of the plain tables, and their bytes do not depend on how the run was executed.

use std::collections::BTreeMap;
use std::path::Path;

use flate2::read::GzDecoder;
use portolan::results::checkpoint::Checkpoint;
use portolan::results::checksummed_text::sealed;
use portolan::results::file::FileRecord;

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, assert_same, files, play_shards};
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

/// Plays the experiment without compression.
fn play_plain(folder: &Path, out: &str) {
    let text = folder.read("study.toml").replace("compress = true\n", "");
    folder.write("plain.toml", text);
    folder.succeeds(format!("run plain.toml --quiet --out {out}"));
}

fn expanded(path: &Path) -> String {
    let file = std::fs::File::open(path).unwrap();
    std::io::read_to_string(GzDecoder::new(file)).unwrap()
}

/// Returns the numbers of rows and bytes by file name, from the manifest.
fn recorded(folder: &Path) -> BTreeMap<String, (i64, i64)> {
    let manifest: toml::Table = folder.read("manifest.toml").parse().unwrap();
    let record = |file: &toml::Value| {
        let number = |key: &str| file[key].as_integer().unwrap();
        let name = file["name"].as_str().unwrap().to_string();
        (name, (number("rows"), number("bytes")))
    };
    manifest["file"]
        .as_array()
        .unwrap()
        .iter()
        .map(record)
        .collect()
}

#[test]
fn compressed_tables_contain_the_rows_of_plain_tables() {
    let folder = &study(20);
    play_plain(folder, "plain");
    let arguments = "run plain.toml --quiet --compress --out compressed --format csv";
    let printed = folder.succeeds(arguments);
    let (plain, compressed) = (folder.join("plain"), folder.join("compressed"));
    let names: Vec<String> = files(&compressed).into_keys().collect();
    assert_eq!(names, ["events.csv.gz", "games.csv.gz", "summary.csv"]);
    let (before, after) = (recorded(&plain), recorded(&compressed));
    for name in TABLES {
        let text = plain.read(name);
        let path = compressed.join(format!("{name}.gz"));
        assert_eq!(expanded(&path), text);
        let bytes = std::fs::metadata(&path).unwrap().len() as i64;
        assert!(2 * bytes < text.len() as i64, "{name}: {bytes} bytes");
        assert_eq!(after[&format!("{name}.gz")], (before[name].0, bytes));
    }
    plain.read("manifest.toml").assert_lacks("compress");
    // The key and the option are equivalent, and a complete run is not played again.
    folder.succeeds(run("key", ""));
    assert_same(folder, "compressed", "key");
    let again = folder.succeeds(format!("{arguments} --resume"));
    assert_eq!(printed, again);
}

#[test]
fn resume_rejects_a_change_of_compression() {
    let folder = &study(2);
    play_plain(folder, "plain");
    folder.succeeds(run("compressed", ""));
    folder.rejects(
        "
        run study.toml --quiet --out plain --resume => compress is not set instead of true
        run plain.toml --quiet --out compressed --resume => compress is true instead of not set
    ",
    );
    // Changing the compression does not leave a table in both formats.
    for left in ["games.csv.gz.tmp", "events.csv.partial.tmp"] {
        folder.join("compressed").write(left, "killed");
    }
    folder.succeeds("run plain.toml --quiet --out compressed --force");
    assert_same(folder, "plain", "compressed");
}

#[test]
fn compressed_bytes_do_not_depend_on_threads_or_shards() {
    let folder = &study(40);
    for threads in ["1", "2", "5"] {
        folder.succeeds(run(threads, &format!("--threads {threads}")));
    }
    assert_same(folder, "1", "2");
    assert_same(folder, "1", "5");
    play_shards(folder, RUN, 3, "shards");
    folder.succeeds("merge shards --out merged");
    assert_same(folder, "1", "merged");
    assert!(folder.join("shards/2/events.csv.gz").exists());
    assert_eq!(
        recorded(&folder.join("1")),
        recorded(&folder.join("merged"))
    );
    // The shards of a duel are truncated at its decision.
    let duel = "kind = 'duel'\ngame = 'cartagena'\nbots = ['greedy', 'random']\nblocks = 60\n\
                compress = true\n";
    folder.write("study.toml", duel);
    folder.succeeds(run("decided", ""));
    play_shards(folder, RUN, 2, "parts");
    folder.succeeds("merge parts --out joined");
    assert_same(folder, "decided", "joined");
    let rows = |out: &str| recorded(&folder.join(out))["games.csv.gz"].0;
    assert!(rows("joined") < rows("parts/1") + rows("parts/2"));
    // A damaged shard is not merged.
    let mut bytes = folder.bytes("shards/2/games.csv.gz");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    folder.write("shards/2/games.csv.gz", bytes);
    folder.rejects("merge shards --out again => \nrun again: 2");
}

/// Every fourth session is interrupted. The following session is killed early, while it decompresses tables.
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

/// Names and contents.
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

#[test]
fn reports_and_replays_read_compressed_runs() {
    let folder = &study(20);
    play_plain(folder, "plain");
    folder.succeeds(run("compressed", ""));
    for out in ["plain", "compressed"] {
        folder.succeeds(format!("report {out} --out {out}"));
    }
    // Only the command of the run differs on the page.
    let page = |name: &str| {
        let text = folder.read(name);
        let (findings, _) = text.split_once("How to repeat this").unwrap();
        findings.to_string()
    };
    assert_eq!(page("plain.md"), page("compressed.md"));
    let replay = |out| folder.succeeds(format!("replay --run {out} --game-id 7"));
    assert_eq!(replay("plain"), replay("compressed"));
    let games = "compressed/games.csv.gz";
    let mut bytes = folder.bytes(games);
    let middle = bytes.len() / 2;
    folder.write(games, &bytes[..bytes.len() - 20]);
    folder.rejects("report compressed --out page => games.csv.gz: => but the manifest lists");
    bytes[middle] ^= 1;
    folder.write(games, bytes);
    folder.rejects("report compressed --out page => games.csv.gz: its SHA-256");
}
