//! Settings of the soak test in environment variables.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::units::{Session, Soak, last_line};

/// Default seed.
pub const SEED: u64 = 1;

/// Returns the number in an environment variable.
///
/// # Panics
/// If the value is not a number.
pub fn number<T: FromStr>(variable: &str) -> Option<T> {
    let text = std::env::var(variable).ok()?;
    match text.trim().parse() {
        Ok(number) => Some(number),
        Err(_) => panic!("{variable}={text} is no number"),
    }
}

/// Seed of all random choices.
pub fn seed() -> u64 {
    number("PORTOLAN_SOAK_SEED").unwrap_or(SEED)
}

/// Runs a soak test with the settings from the environment, or a single unit of it, and prints a
/// summary.
///
/// # Panics
/// If this or an earlier session has failures.
pub fn carry_out(soak: &impl Soak) {
    portolan::register();
    if let Some(unit) = number("PORTOLAN_SOAK_UNIT") {
        let tally = soak.unit(&mut soak.worker(), unit);
        println!("{:#?}", tally.counts);
        assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n\n"));
        return;
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results/soak");
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let session = Session {
        folder: &folder,
        threads: number("PORTOLAN_SOAK_THREADS").unwrap_or(processors),
        time: number("PORTOLAN_SOAK_MINUTES")
            .map(|minutes: f64| Duration::from_secs_f64(60.0 * minutes)),
        again: number("PORTOLAN_SOAK_AGAIN") == Some(1),
        tell: true,
    };
    let progress = session.go_on(soak);
    println!("{}", last_line(soak, &progress));
    let failures = progress.failures.join(", ");
    assert!(failures.is_empty(), "in {}: {failures}", folder.display());
}
