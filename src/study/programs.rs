//! How the programs behaved that played as bots: what they took for a move, and how often they failed.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use portolan_engine::bots::program::conduct::{Failure, Times};
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::names::{PROGRAMS, STREAMED};
use portolan_engine::results::table;

/// A program over all games of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behaviour {
    /// Its name as a bot.
    pub bot: String,
    /// Seats that it held, game by game.
    pub seats: u64,
    /// Times of the moves that it answered.
    pub times: Times,
    /// How often it failed, in the order of [`Failure::ALL`].
    pub failures: [u64; Failure::ALL.len()],
    /// Seats that have lost by it.
    pub forfeited: u64,
    /// Its first failure, with the number of the game.
    pub first_failure: Option<(u64, String)>,
}

impl Behaviour {
    /// How often it failed, in whatever way.
    pub fn failed(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// Its failures in words, such as `2 late, 1 illegal`.
    pub fn failures_in_words(&self) -> String {
        let named = Failure::ALL.iter().zip(self.failures);
        let some = named.filter(|(_, number)| *number > 0);
        let words: Vec<String> = some
            .map(|(failure, number)| format!("{number} {}", failure.name()))
            .collect();
        match words.is_empty() {
            true => "none".to_string(),
            false => words.join(", "),
        }
    }

    /// Mean, 95th percentile and longest time of a move in milliseconds; `None` if it made none.
    pub fn milliseconds(&self) -> Option<[f64; 3]> {
        let mean = self.times.sum.as_secs_f64() * 1000.0 / self.times.number() as f64;
        let worst = self.times.worst.as_secs_f64() * 1000.0;
        Some([mean, self.times.quantile(0.95)?, worst])
    }
}

/// The programs of a run, by name; none if no program played. Of a run in shards there is a folder and a
/// manifest for each.
///
/// # Errors
/// [`RunError`] if a table cannot be read.
pub fn behaviours<'run>(
    parts: impl Iterator<Item = (&'run Path, &'run Manifest)>,
) -> Result<Vec<Behaviour>, RunError> {
    let mut found: BTreeMap<String, Behaviour> = BTreeMap::new();
    for (folder, manifest) in parts {
        let Some(file) = manifest.table(STREAMED[PROGRAMS]) else {
            continue;
        };
        let path = folder.join(&file.name);
        let damaged = |problem: String| RunError::Damaged {
            path: path.clone(),
            problem,
        };
        let text = table::open(&path).map_err(RunError::file(&path))?;
        for (row, record) in csv::Reader::from_reader(text).records().enumerate() {
            let record = record.map_err(|error| damaged(error.to_string()))?;
            let behaviour = read(&record)
                .ok_or_else(|| damaged(format!("line {} is no row of a program", row + 2)))?;
            let known = found
                .entry(behaviour.bot.clone())
                .or_insert_with(|| Behaviour {
                    bot: behaviour.bot.clone(),
                    ..Behaviour::default()
                });
            known.seats += 1;
            known.times.extend(&behaviour.times);
            known.forfeited += behaviour.forfeited;
            for (own, more) in known.failures.iter_mut().zip(behaviour.failures) {
                *own += more;
            }
            known.first_failure = known.first_failure.take().or(behaviour.first_failure);
        }
    }
    Ok(found.into_values().collect())
}

/// A row of `programs.csv`.
fn read(row: &csv::StringRecord) -> Option<Behaviour> {
    let number = |column: usize| row.get(column)?.parse::<u64>().ok();
    let time = |column: usize| {
        let milliseconds: f64 = row.get(column)?.parse().ok()?;
        Duration::try_from_secs_f64(milliseconds / 1000.0).ok()
    };
    let first = row.get(12)?;
    Some(Behaviour {
        bot: row.get(2)?.to_string(),
        seats: 1,
        times: Times::read(row.get(13)?, time(4)?, time(5)?)?,
        failures: [number(6)?, number(7)?, number(8)?, number(9)?, number(10)?],
        forfeited: number(11)?,
        first_failure: match first {
            "" => None,
            said => Some((number(0)?, said.to_string())),
        },
    })
}
