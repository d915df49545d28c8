//! Random experiments of every kind give the same bytes with any number of threads, in shards, and
//! after kills at random writes.
//!
//! `PORTOLAN_TEST_SEED=N cargo test --test cli random_experiments` tests other experiments.

use std::fmt::Write;
use std::path::Path;

use portolan::random::{Rng, below, stream};

use super::ending::{Ending, end_at, writes};
use super::folder::{Folder, Workdir, differing};

/// Size of the tested runs.
struct Extent {
    /// Number of deal groups in the runs with several threads and in shards.
    blocks: u64,
    /// Approximate number of steps in the run that is killed, as deal groups of all its conditions.
    steps: u64,
    /// Number of kills.
    kills: usize,
}

const DAILY: Extent = Extent {
    blocks: 2,
    steps: 12,
    kills: 4,
};
const NIGHTLY: Extent = Extent {
    blocks: 11,
    steps: 600,
    kills: 20,
};

/// Bounds of a duel that are reached after a few games, and bounds that are never reached.
const NEAR: &str = "[duel]\nelo0 = -50\nelo1 = 50\n";
const FAR: &str = "[duel]\nelo0 = -0.1\nelo1 = 0.1\nalpha = 1e-9\nbeta = 1e-9\n";

#[track_caller]
fn assert_same(folder: &Path, one: &str, other: &str, about: &str) {
    let differing = differing(&folder.join(one), &folder.join(other));
    assert!(differing.is_empty(), "{differing:?}: {about}");
}

/// Generator of random experiments.
struct Draw(Rng);

impl Draw {
    fn number(&mut self, bound: usize) -> usize {
        below(&mut self.0, bound as u32) as usize
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.number(choices.len())]
    }

    /// Returns this number of different bot names.
    fn bots(&mut self, count: usize) -> Vec<&'static str> {
        let mut names = vec!["random", "greedy", "explorer", "admiral", "shipwright"];
        while names.len() > count {
            let index = self.number(names.len());
            names.remove(index);
        }
        names
    }

    /// Returns an experiment file of this kind without its length.
    fn experiment(&mut self, kind: &str) -> String {
        let players = 2 + self.number(3);
        let mut text = format!("kind = '{kind}'\ngame = 'maracaibo'\n");
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
                text.push_str("challenger = 'engine'\n");
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
                text.push_str("opponent = 'engine'\n");
            }
            _ => {
                let mut bots = self.bots(players);
                bots[0] = "engine";
                let _ = writeln!(text, "bots = {}", quoted(&bots));
            }
        }
        let seed = self.number(1 << 30);
        let events = self.one_of(&["all", "none"]);
        let _ = writeln!(text, "seed = {seed}\nevents = '{events}'");
        text
    }

    /// Returns the tables that follow the keys.
    fn tables(&mut self, kind: &str) -> String {
        let mut text = String::new();
        let prestige = self.one_of(&["hidden", "open"]);
        let _ = writeln!(text, "[set]\nprestige = '{prestige}'");
        match kind {
            "ladder" => text.push_str("[ladder]\noption = 'scenario'\nvalues = [75, 76, 77]\n"),
            "mixture" => text.push_str(
                "[mixture]\noption = 'jean_cards'\nitems = ['A1', 'A2', 'B1', 'B2', 'C1']\n\
                 smallest = 1\nlargest = 4\ndraws = 9\n",
            ),
            "sweep" => text.push_str(
                "[sweep.set]\nlegacy = ['none', 'L1,L4']\n[sweep.parameters.engine.weights]\n\
                 score = [0.5, 2]\n",
            ),
            _ => {}
        }
        text
    }
}

fn same_bytes_however_played(kind: &str, duel: &str, extent: &Extent) {
    let seed = std::env::var("PORTOLAN_TEST_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut draw = Draw(stream(
        seed,
        &kind.bytes().map(u64::from).collect::<Vec<u64>>(),
    ));
    let folder = &Folder::new();
    let keys = draw.experiment(kind);
    let tables = draw.tables(kind);
    let write = |blocks: u64| {
        folder.write(
            "study.toml",
            format!("{keys}blocks = {blocks}\n{tables}{duel}"),
        );
    };
    let about = format!("{keys}{tables}{duel}");
    let run = "run study.toml --quiet --out";

    write(extent.blocks);
    for threads in ["1", "2", "5"] {
        folder.succeeds(format!("{run} {threads} --threads {threads}"));
        assert_same(folder, "1", threads, &about);
    }
    for count in [1, 7] {
        for index in 1..=count {
            let (shard, out) = (format!("{index}/{count}"), format!("of{count}/{index}"));
            folder.succeeds(format!("{run} {out} --shard {shard}"));
        }
        let (from, to) = (format!("of{count}"), format!("merged{count}"));
        folder.succeeds(format!("merge {from} --out {to}"));
        assert_same(folder, "1", &to, &about);
    }

    if cfg!(not(target_os = "linux")) {
        return;
    }
    let cells = std::fs::read_to_string(folder.join("1/cells.csv"));
    let cells = cells.map_or(1, |cells| cells.lines().count() - 1);
    write(extent.steps.div_ceil(cells as u64));
    let play = |out| format!("{run} {out} --threads 1");
    let all = writes(folder, play("whole"));
    let resume = format!("{} --resume", play("killed"));
    // All kills together leave some of the writes undone.
    let most = all / (extent.kills + 1);
    assert!(most > 1, "{all} writes: {about}");
    for _ in 0..extent.kills {
        end_at(folder, &resume, Ending::Kill, 1 + draw.number(most));
    }
    folder.succeeds(format!("{run} killed --resume"));
    assert_same(folder, "whole", "killed", &about);
}

#[test]
fn random_simulations_are_reproducible() {
    same_bytes_however_played("simulate", "", &DAILY);
}

#[test]
fn random_tournaments_are_reproducible() {
    same_bytes_however_played("tournament", "", &DAILY);
}

#[test]
fn random_gauntlets_are_reproducible() {
    same_bytes_however_played("gauntlet", "", &DAILY);
}

#[test]
fn random_sweeps_are_reproducible() {
    same_bytes_however_played("sweep", "", &DAILY);
}

#[test]
fn random_ladders_are_reproducible() {
    same_bytes_however_played("ladder", "", &DAILY);
}

#[test]
fn random_mixtures_are_reproducible() {
    same_bytes_however_played("mixture", "", &DAILY);
}

#[test]
fn random_duels_with_verdict_are_reproducible() {
    same_bytes_however_played("duel", NEAR, &DAILY);
}

#[test]
fn random_duels_without_verdict_are_reproducible() {
    same_bytes_however_played("duel", FAR, &DAILY);
}

#[test]
#[ignore = "nightly: longer runs that are killed more often, a minute"]
fn random_experiments_are_reproducible_after_many_kills() {
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
