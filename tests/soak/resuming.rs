//! A soak test has the same results for any number of threads, and after stops and kills.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::units::{Counts, Progress, Session, Soak, Tally, last_line};

/// Counts units; every seventh unit fails and every eleventh panics.
struct Toy {
    seed: u64,
    units: u64,
}

impl Soak for Toy {
    type Worker = ();

    fn name(&self) -> String {
        "toy".to_string()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn worker(&self) {}

    fn unit(&self, (): &mut (), number: u64) -> Tally {
        assert!(number % 11 != 10, "broke in {number}");
        let mut tally = Tally::default();
        tally.count("done", 1);
        tally.count("sum", number as usize);
        if number % 7 == 6 {
            tally.failures.push(format!("failed in {number}\n\nmore\n"));
        }
        tally
    }

    fn share(&self, counts: &Counts) -> f64 {
        counts.get("done").copied().unwrap_or(0) as f64 / self.units as f64
    }

    fn summary(&self, progress: &Progress) -> String {
        format!("{} done", progress.counts["done"])
    }
}

fn session(folder: &Path, threads: usize) -> Session<'_> {
    Session {
        folder,
        threads,
        time: None,
        again: false,
        tell: false,
    }
}

fn toy(units: u64) -> Toy {
    Toy { seed: 3, units }
}

fn without_time(progress: Progress) -> Progress {
    Progress {
        seconds: 0.0,
        ..progress
    }
}

#[test]
fn threads_and_interruptions_do_not_change_the_result() {
    let folder = portolan_testing::folder::temporary();
    let whole = session(folder.path(), 1).go_on(&toy(60));
    assert!(whole.finished && whole.counts["done"] == 60);
    // 60 units that were counted, and the panicked units before the last of them.
    assert_eq!(whole.next_unit, 66 - 1);
    assert_eq!(whole.failures.len(), 9 + 5);
    let told = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(told(&whole.failures[0]), "failed in 6\n\nmore\n");
    assert!(told(&whole.failures[1]).starts_with("unit 10: broke in 10 ("));
    let other = portolan_testing::folder::temporary();
    let file = other.path().join("toy.toml");
    let mut sessions = 0;
    let stopped = loop {
        let stopping = Session {
            time: Some(Duration::ZERO),
            ..session(other.path(), 1 + sessions % 3)
        };
        let before = fs::read(&file).ok();
        let progress = stopping.go_on(&toy(60));
        if let (1, Some(before)) = (sessions % 2, before) {
            // Simulates a kill: everything since the last save is lost.
            fs::write(&file, before).unwrap();
        }
        sessions += 1;
        if progress.finished {
            break progress;
        }
        assert!(sessions < 1000);
    };
    assert_eq!(without_time(stopped), without_time(whole));
}

#[test]
fn finished_soak_restarts_only_on_request() {
    let folder = portolan_testing::folder::temporary();
    let session = session(folder.path(), 2);
    let first = session.go_on(&toy(5));
    assert_eq!(session.go_on(&toy(5)), first);
    let line = last_line(&toy(5), &first);
    assert!(
        line.starts_with("soak of toy finished: 5 done; 0 failures; seed 3, 5 units, "),
        "{line}"
    );
    let again = Session {
        again: true,
        ..session
    };
    let second = again.go_on(&toy(8));
    assert_eq!((second.counts["done"], second.next_unit), (8, 8));
    let unfinished = last_line(
        &toy(80),
        &Progress {
            finished: false,
            ..second
        },
    );
    assert!(unfinished.contains("10.00 %") && unfinished.contains("goes on from here"));
}

#[test]
#[should_panic(expected = "is of another seed")]
fn resume_with_another_seed_panics() {
    let folder = portolan_testing::folder::temporary();
    session(folder.path(), 1).go_on(&toy(5));
    session(folder.path(), 1).go_on(&Toy { seed: 4, units: 5 });
}
