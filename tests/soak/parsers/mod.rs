//! All inputs from files, people and other programs are tested with mutated texts. They must not cause panics,
//! take too much time or memory, or write outside their folder.
//!
//! A trial depends only on its number and the seed. The parsers alternate, so that any part of the soak test
//! covers all of them.

mod bots;
mod data;
mod experiments;
mod folder;
mod logs;
mod mutation;
mod play;
mod protocol;
mod results;
mod runs;
mod seeds;
mod tunings;

use std::fmt::Write;

use portolan::game::Rng;
use portolan::random::stream;
use portolan_core::prose::thousands;
use portolan_run::experiment::pilot_run::timed;
use portolan_run::play::panics::catch;

use crate::memory::peak_of;
use crate::units::{Counts, Progress, Soak, Tally};
use crate::watch::watched;

/// Parsers, each with its number of trials in a unit. A trial of a dialogue consists of many inputs.
const PARSERS: [(&str, u64); 8] = [
    ("experiments", 32),
    ("bots", 32),
    ("tunings", 32),
    ("data", 32),
    ("logs", 32),
    ("results", 32),
    ("protocol", 2),
    ("play", 2),
];

/// Limits on the processor time in seconds and on the memory for an input. The largest shipped experiments take half a
/// minute in a debug build on a busy machine.
const LONGEST: f64 = 120.0;
const MOST_MEMORY: usize = 256 << 20;

/// Maximum number of bytes of an input in a message.
const TOLD: usize = 20_000;

/// Parser with the state for its trials.
pub trait Parser {
    /// Creates a random input and parses it.
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial);
}

/// Inputs of a trial with their results.
#[derive(Default)]
pub struct Trial {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of accepted inputs.
    pub accepted: usize,
    /// Inputs by name, for messages.
    given: Vec<(String, Vec<u8>)>,
}

impl Trial {
    /// Records an input before it is parsed.
    pub fn give(&mut self, name: &str, content: &[u8]) {
        self.given.push((name.to_string(), content.to_vec()));
    }

    /// Counts an input.
    pub fn count(&mut self, accepted: bool) {
        self.inputs += 1;
        self.accepted += usize::from(accepted);
    }

    fn told(&self) -> String {
        let mut text = String::new();
        for (name, content) in &self.given {
            let shown = &content[..content.len().min(TOLD)];
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "--- {name}: {} bytes{}\n{}",
                content.len(),
                if shown.len() < content.len() {
                    ", of which the first"
                } else {
                    ""
                },
                shown.escape_ascii().to_string().replace("\\n", "\\n\n")
            );
        }
        text
    }
}

/// Soak test of parsers.
pub struct Parsers {
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of inputs per parser.
    pub inputs: u64,
    /// The only parser to test; all parsers if `None`.
    pub only: Option<String>,
}

/// Creates a parser.
fn parser(name: &str) -> Box<dyn Parser> {
    match name {
        "experiments" => Box::new(experiments::Experiments::new()),
        "bots" => Box::new(bots::Bots::new()),
        "tunings" => Box::new(tunings::Tunings::new()),
        "data" => Box::new(data::Data::new()),
        "logs" => Box::new(logs::Logs::new()),
        "results" => Box::new(results::Results::new()),
        "protocol" => Box::new(protocol::Protocol::new()),
        "play" => Box::new(play::Play::new()),
        other => unreachable!("{other} is no parser"),
    }
}

impl Soak for Parsers {
    type Worker = [Option<Box<dyn Parser>>; PARSERS.len()];

    fn name(&self) -> String {
        self.only.clone().unwrap_or("parsers".to_string())
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn worker(&self) -> Self::Worker {
        Default::default()
    }

    fn unit(&self, worker: &mut Self::Worker, number: u64) -> Tally {
        let mut tally = Tally::default();
        let which = (number % PARSERS.len() as u64) as usize;
        let (name, trials) = PARSERS[which];
        if !self.has(name) {
            return tally;
        }
        let first = number / PARSERS.len() as u64 * trials;
        for index in first..first + trials {
            let parser = worker[which].get_or_insert_with(|| parser(name));
            let mut rng = stream(self.seed, &[which as u64, index]);
            let mut trial = Trial::default();
            let what = format!("{}, trial {index}", self.told(number, name));
            let ((caught, memory), seconds) = watched(number, what, || {
                timed(|| peak_of(|| catch(|| parser.trial(&mut rng, &mut trial))))
            });
            let problem = match caught {
                Err(panic) => {
                    // The state of the parser may be inconsistent after a panic.
                    worker[which] = None;
                    Some(panic)
                }
                Ok(()) if memory > MOST_MEMORY => Some(format!("took {memory} bytes of memory")),
                Ok(()) if seconds > LONGEST => Some(format!("took {seconds} s of processor time")),
                Ok(()) => None,
            };
            if let Some(problem) = problem {
                let (told, given) = (self.told(number, name), trial.told());
                tally
                    .failures
                    .push(format!("{told}, trial {index}: {problem}\n\n{given}"));
            }
            tally.count(&format!("{INPUTS}{name}"), trial.inputs);
            tally.count(&format!("{ACCEPTED}{name}"), trial.accepted);
        }
        tally
    }

    fn share(&self, counts: &Counts) -> f64 {
        let shares = self.parsers().map(|name| {
            let inputs = counts.get(&format!("{INPUTS}{name}")).copied().unwrap_or(0);
            inputs as f64 / self.inputs as f64
        });
        shares.fold(f64::INFINITY, f64::min)
    }

    fn summary(&self, progress: &Progress) -> String {
        let of = |name: String| progress.counts.get(&name).copied().unwrap_or(0);
        let each = self.parsers().map(|name| {
            let inputs = of(format!("{INPUTS}{name}"));
            let accepted = of(format!("{ACCEPTED}{name}")) as f64 / inputs.max(1) as f64;
            format!(
                "{name} {} ({:.0} % accepted)",
                thousands(inputs),
                100.0 * accepted
            )
        });
        format!("mutated inputs: {}", each.collect::<Vec<_>>().join(", "))
    }
}

/// Prefix of the names of counts, followed by the name of a parser.
const INPUTS: &str = "inputs of ";
const ACCEPTED: &str = "accepted of ";

impl Parsers {
    fn has(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only == name)
    }

    fn parsers(&self) -> impl Iterator<Item = &'static str> {
        let names = PARSERS.iter().map(|(name, _)| *name);
        names.filter(|name| self.has(name))
    }

    fn told(&self, unit: u64, name: &str) -> String {
        let seed = self.seed;
        format!(
            "unit {unit} of the parsers of seed {seed}, {name} (to repeat it: PORTOLAN_SOAK_SEED={seed} \
             PORTOLAN_SOAK_UNIT={unit} cargo test --profile soak --test soak soak_of_parsers -- --ignored \
             --nocapture)"
        )
    }
}
