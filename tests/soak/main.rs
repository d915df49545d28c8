//! Soak test: many more random games and mutated inputs than in the other tests, with the same checks.
//!
//! The two long tests are for `.ci/nightly`. CONTRIBUTING.md describes how to run them; they resume from
//! `results/soak/` if they were stopped. Short tests here use the same code, to check the soak test itself.
//!
//! `PORTOLAN_SOAK_MINUTES`, `PORTOLAN_SOAK_ACTIONS` and `PORTOLAN_SOAK_INPUTS` shorten the test,
//! `PORTOLAN_SOAK_PARSER` selects one parser, and `PORTOLAN_SOAK_UNIT` repeats one unit that failed.
//! `PORTOLAN_SOAK_THREADS` and `PORTOLAN_SOAK_SEED` set threads and seed; `PORTOLAN_SOAK_AGAIN=1`
//! restarts a finished test.

mod games;
mod memory;
mod parsers;
mod resuming;
mod settings;
mod short;
mod units;
mod watch;

use games::Games;
use parsers::Parsers;
use portolan_testing::contract;

#[test]
#[ignore = "nightly: hours"]
fn soak_of_games_finds_no_failure() {
    settings::carry_out(&Games {
        seed: settings::seed(),
        actions: settings::number("PORTOLAN_SOAK_ACTIONS").unwrap_or(100_000_000),
    });
}

#[test]
#[ignore = "nightly: hours"]
fn soak_of_parsers_finds_no_failure() {
    settings::carry_out(&Parsers {
        seed: settings::seed(),
        inputs: settings::number("PORTOLAN_SOAK_INPUTS").unwrap_or(1_000_000),
        only: std::env::var("PORTOLAN_SOAK_PARSER").ok(),
    });
}
