//! Random experiments of every kind give the same bytes on any number of threads, in one piece or in
//! shards, and after kills at random moments.
//!
//! `PORTOLAN_TEST_SEED=N cargo test --test cli random_experiments` draws other experiments.

use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use portolan::random::{Rng, below, stream};
use tempfile::TempDir;

use super::folder::differing;
use super::program::{command, succeeds};

/// How much is done to a run.
struct Extent {
    /// How long one thread is to be busy with the run that is killed.
    busy: Duration,
    /// How often it is killed.
    kills: u32,
}

const DAILY: Extent = Extent {
    busy: Duration::from_millis(250),
    kills: 5,
};
const NIGHTLY: Extent = Extent {
    busy: Duration::from_millis(800),
    kills: 20,
};

/// Bounds of a duel that a few games leave, and that no game does.
const NEAR: &str = "[duel]\nelo0 = -50\nelo1 = 50\n";
const FAR: &str = "[duel]\nelo0 = -0.1\nelo1 = 0.1\nalpha = 1e-9\nbeta = 1e-9\n";

#[track_caller]
fn assert_same(folder: &Path, one: &str, other: &str, about: &str) {
    let differing = differing(&folder.join(one), &folder.join(other));
    assert!(differing.is_empty(), "{differing:?}: {about}");
}

/// Draws experiments.
struct Draw(Rng);

impl Draw {
    fn number(&mut self, bound: usize) -> usize {
        below(&mut self.0, bound as u32) as usize
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.number(choices.len())]
    }

    /// So many names, none twice.
    fn bots(&mut self, count: usize) -> Vec<&'static str> {
        let mut names = vec!["random", "greedy", "explorer", "admiral", "shipwright"];
        while names.len() > count {
            let index = self.number(names.len());
            names.remove(index);
        }
        names
    }

    /// An experiment file of this kind, but for its length.
    fn experiment(&mut self, kind: &str) -> String {
        let players = 2 + self.number(3);
        let mut text = format!("kind = \"{kind}\"\ngame = \"maracaibo\"\n");
        let quoted = |names: &[&str]| format!("{names:?}");
        match kind {
            "simulate" => {
                let bots: Vec<&str> = (0..players)
                    .map(|_| self.one_of(&["random", "greedy", "engine"]))
                    .collect();
                let _ = writeln!(text, "bots = {}", quoted(&bots));
            }
            "tournament" => {
                let bots = self.bots(players + 1);
                let _ = writeln!(text, "players = {players}\nbots = {}", quoted(&bots));
            }
            "gauntlet" => {
                let bots = self.bots(3);
                let _ = writeln!(text, "players = {players}\nbots = {}", quoted(&bots));
                text.push_str("challenger = \"engine\"\n");
            }
            "duel" => {
                let bots = self.bots(2);
                let _ = writeln!(text, "players = {players}\nbots = {}", quoted(&bots));
            }
            "mixture" => {
                let bots = self.bots(2);
                let _ = writeln!(text, "players = 1\nbots = {}", quoted(&bots));
            }
            "ladder" => {
                let bots = self.bots(2);
                let _ = writeln!(text, "players = {players}\nbots = {}", quoted(&bots));
                text.push_str("opponent = \"engine\"\n");
            }
            _ => {
                let mut bots = self.bots(players);
                bots[0] = "engine";
                let _ = writeln!(text, "bots = {}", quoted(&bots));
            }
        }
        let seed = self.number(1 << 30);
        let events = self.one_of(&["all", "none"]);
        let _ = writeln!(text, "seed = {seed}\nevents = \"{events}\"");
        text
    }

    /// The tables that follow the keys.
    fn tables(&mut self, kind: &str) -> String {
        let mut text = String::new();
        let prestige = self.one_of(&["hidden", "open"]);
        let _ = writeln!(text, "[set]\nprestige = \"{prestige}\"");
        match kind {
            "ladder" => text.push_str("[ladder]\noption = \"scenario\"\nvalues = [75, 76, 77]\n"),
            "mixture" => text.push_str(
                "[mixture]\noption = \"jean_cards\"\nitems = [\"A1\", \"A2\", \"B1\", \"B2\", \"C1\"]\n\
                 smallest = 1\nlargest = 4\ndraws = 9\n",
            ),
            "sweep" => text.push_str(
                "[sweep.set]\nlegacy = [\"none\", \"L1,L4\"]\n\
                 [sweep.parameters.engine.weights]\nscore = [0.5, 2]\n",
            ),
            _ => {}
        }
        text
    }
}

/// The time that one thread needs for so many blocks of the study.
fn seconds(folder: &Path, write: &dyn Fn(u64), blocks: u64) -> f64 {
    write(blocks);
    let began = Instant::now();
    let out = format!("try{blocks}");
    let arguments = ["run", "study.toml", "--quiet", "--threads", "1"];
    succeeds(folder, &[&arguments, ["--out", &out].as_slice()].concat());
    began.elapsed().as_secs_f64()
}

/// Blocks that keep one thread busy for about as long as wanted.
fn blocks_for(folder: &Path, write: &dyn Fn(u64), busy: Duration) -> u64 {
    let mut blocks = 4;
    loop {
        let took = seconds(folder, write, blocks);
        if took > 0.2 * busy.as_secs_f64() || blocks > 100_000 {
            return (blocks as f64 * busy.as_secs_f64() / took) as u64 + 1;
        }
        blocks *= 4;
    }
}

/// A run that decides itself early may escape the kills.
fn same_bytes_however_played(kind: &str, duel: &str, extent: &Extent) {
    let seed = std::env::var("PORTOLAN_TEST_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut draw = Draw(stream(
        seed,
        &kind.bytes().map(u64::from).collect::<Vec<u64>>(),
    ));
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let keys = draw.experiment(kind);
    let tables = draw.tables(kind);
    let write = |blocks: u64| {
        let text = format!("{keys}blocks = {blocks}\n{tables}{duel}");
        std::fs::write(folder.join("study.toml"), text).unwrap();
    };
    let about = format!("{keys}{tables}{duel}");
    let run = ["run", "study.toml", "--quiet", "--out"];

    write(11);
    for threads in ["1", "2", "5"] {
        succeeds(
            folder,
            &[&run, [threads, "--threads", threads].as_slice()].concat(),
        );
        assert_same(folder, "1", threads, &about);
    }
    for count in [1, 7] {
        for index in 1..=count {
            let (shard, out) = (format!("{index}/{count}"), format!("of{count}/{index}"));
            succeeds(
                folder,
                &[&run, [out.as_str(), "--shard", &shard].as_slice()].concat(),
            );
        }
        let (from, to) = (format!("of{count}"), format!("merged{count}"));
        succeeds(folder, &["merge", &from, "--out", &to]);
        assert_same(folder, "1", &to, &about);
    }

    write(blocks_for(folder, &write, extent.busy));
    succeeds(folder, &[&run, ["whole"].as_slice()].concat());
    let mut kills = 0;
    for _ in 0..5 * extent.kills {
        let resume = [&run, ["killed", "--resume", "--threads", "1"].as_slice()].concat();
        let mut child = command(folder, &resume)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(draw.number(120_000) as u64));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        let ended = child.wait().unwrap().success();
        if kills == extent.kills {
            break;
        }
        if ended {
            // The run was shorter than the kills take: it is played once more from the start.
            assert_same(folder, "whole", "killed", &about);
            std::fs::remove_dir_all(folder.join("killed")).unwrap();
        }
    }
    assert!(
        kills == extent.kills || duel == NEAR,
        "only {kills} kills: {about}"
    );
    succeeds(folder, &[&run, ["killed", "--resume"].as_slice()].concat());
    assert_same(folder, "whole", "killed", &about);
}

#[test]
fn simulate() {
    same_bytes_however_played("simulate", "", &DAILY);
}

#[test]
fn tournament() {
    same_bytes_however_played("tournament", "", &DAILY);
}

#[test]
fn gauntlet() {
    same_bytes_however_played("gauntlet", "", &DAILY);
}

#[test]
fn sweep() {
    same_bytes_however_played("sweep", "", &DAILY);
}

#[test]
fn ladder() {
    same_bytes_however_played("ladder", "", &DAILY);
}

#[test]
fn mixture() {
    same_bytes_however_played("mixture", "", &DAILY);
}

#[test]
fn a_duel_with_a_verdict() {
    same_bytes_however_played("duel", NEAR, &DAILY);
}

#[test]
fn a_duel_without() {
    same_bytes_however_played("duel", FAR, &DAILY);
}

#[test]
#[ignore = "nightly: longer runs that are killed more often, a minute"]
fn every_kind_under_many_kills() {
    let kinds = [
        "simulate",
        "tournament",
        "gauntlet",
        "sweep",
        "ladder",
        "mixture",
    ];
    for kind in kinds {
        same_bytes_however_played(kind, "", &NIGHTLY);
    }
    for duel in [NEAR, FAR] {
        same_bytes_however_played("duel", duel, &NIGHTLY);
    }
}
