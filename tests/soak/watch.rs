//! Watchdog that reports work that does not end.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// Time after which watched work is printed.
const LONG: Duration = Duration::from_secs(180);
/// Time limit for watched work, which takes milliseconds on an idle machine.
const HANGS: Duration = Duration::from_secs(3600);

/// Current work by number, with its start time and description.
static UNDER_WAY: Mutex<BTreeMap<u64, (Instant, String)>> = Mutex::new(BTreeMap::new());
static WATCHER: Once = Once::new();

/// Runs work with a time limit. If the limit is exceeded, prints the current work and ends the
/// program.
pub fn watched<T>(number: u64, what: String, work: impl FnOnce() -> T) -> T {
    WATCHER.call_once(|| {
        std::thread::spawn(watch);
    });
    let under_way = || UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    under_way().insert(number, (Instant::now(), what));
    let result = work();
    under_way().remove(&number);
    result
}

fn watch() {
    let mut told = BTreeSet::new();
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, (since, what)) in &*under_way {
            let time = since.elapsed();
            if time > HANGS || time > LONG && told.insert(*number) {
                eprintln!("{what} has not ended after {time:?}");
            }
            if time > HANGS {
                std::process::exit(1);
            }
        }
    }
}

/// Prints the current work of all threads without allocating memory.
pub fn tell() {
    if let Ok(under_way) = UNDER_WAY.try_lock() {
        for (_, what) in under_way.values() {
            let _ = writeln!(std::io::stderr(), "{what}");
        }
    }
}
