//! Behaviour of external bot programs: response times and failures.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use portolan_core::prose::{count, listed, thousands};
use portolan_players::bots::program::supervisor::{Failure, Times};
use portolan_run::results::error::RunError;
use portolan_run::results::file::FileRecord;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::names::{PROGRAMS, STREAMED};
use portolan_run::results::table;
use portolan_stats::words::percent;

/// Maximum share of a program's seats without any answered move; beyond it, there is no verdict.
const MOST_UNPLAYED: f64 = 0.01;

/// Behaviour of a program over all games of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behaviour {
    /// Name of the bot.
    pub bot: String,
    /// Number of seats over all games.
    pub seats: u64,
    /// Response times of the answered moves.
    pub times: Times,
    /// Number of failures, in the order of [`Failure::ALL`].
    pub failures: [u64; Failure::ALL.len()],
    /// Number of seats that lost by forfeit.
    pub forfeited: u64,
    /// Number of seats in which the program failed without answering a single move.
    pub unplayed: u64,
    /// Number of the game of the first failure, with its description.
    pub first_failure: Option<(u64, String)>,
}

impl Behaviour {
    /// Returns the total number of failures.
    pub fn failed(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// Returns true if the program did not play in so many of its seats that results do not show its
    /// strength.
    pub fn is_absent(&self) -> bool {
        self.unplayed as f64 > MOST_UNPLAYED * self.seats as f64
    }

    /// Describes the consequence of its failures for the results in a sentence; `None` if it played
    /// every game.
    pub fn absence(&self) -> Option<String> {
        (self.unplayed > 0).then(|| {
            let (game, said) = self.first_failure.clone().unwrap_or_default();
            format!(
                "The program {} did not return any move in {} of its {}, so these games do not show \
                 how well it plays. Its first failure, in game {game}: {said}.",
                self.bot,
                thousands(self.unplayed),
                count(self.seats, "seat"),
            )
        })
    }

    /// Formats its failures, such as `2 late, 1 illegal`.
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

    /// Returns mean, 95th percentile and maximum of the response time in milliseconds; `None` without
    /// moves.
    pub fn milliseconds(&self) -> Option<[f64; 3]> {
        let mean = self.times.sum.as_secs_f64() * 1000.0 / self.times.number() as f64;
        let worst = self.times.worst.as_secs_f64() * 1000.0;
        Some([mean, self.times.quantile(0.95)?, worst])
    }
}

/// Returns the headline for programs that did not play; `None` if all programs played.
pub fn no_verdict(programs: &[Behaviour]) -> Option<String> {
    let absent = programs.iter().filter(|program| program.is_absent());
    let names: Vec<String> = absent.map(|program| program.bot.clone()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "No verdict: {} did not play in more than {} of the seats.",
            listed(&names),
            percent(MOST_UNPLAYED)
        )
    })
}

/// Reads the behaviour of all programs of a run, by name; empty if no program played. `parts` contains a
/// folder and a manifest for each shard.
///
/// # Errors
/// [`RunError`] if a table cannot be read.
pub fn behaviours<'run>(
    parts: impl Iterator<Item = (&'run Path, &'run Manifest)>,
) -> Result<Vec<Behaviour>, RunError> {
    of_files(parts.map(|(folder, manifest)| (folder, manifest.file.as_slice())))
}

/// As [`behaviours`], from each folder with its result files.
///
/// # Errors
/// [`RunError`] if a table cannot be read.
pub fn of_files<'run>(
    parts: impl Iterator<Item = (&'run Path, &'run [FileRecord])>,
) -> Result<Vec<Behaviour>, RunError> {
    let mut found = BTreeMap::new();
    for (folder, files) in parts {
        let mut files = files.iter();
        let Some(file) = files.find(|file| file.is_table(STREAMED[PROGRAMS])) else {
            continue;
        };
        let path = folder.join(&file.name);
        let text = table::open(&path).map_err(RunError::file(&path))?;
        add_rows(&mut found, csv::Reader::from_reader(text), &path)?;
    }
    Ok(found.into_values().collect())
}

/// As [`behaviours`], from rows without a header.
///
/// # Errors
/// [`RunError`] if a row is damaged.
pub fn of_rows(rows: &[u8]) -> Result<Vec<Behaviour>, RunError> {
    let mut found = BTreeMap::new();
    let reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(rows);
    add_rows(&mut found, reader, Path::new(STREAMED[PROGRAMS]))?;
    Ok(found.into_values().collect())
}

fn add_rows(
    found: &mut BTreeMap<String, Behaviour>,
    mut rows: csv::Reader<impl Read>,
    path: &Path,
) -> Result<(), RunError> {
    let damaged = |problem: String| RunError::Damaged {
        path: path.to_path_buf(),
        problem,
    };
    for record in rows.records() {
        let record = record.map_err(|error| damaged(error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        let behaviour = read(&record)
            .ok_or_else(|| damaged(format!("line {line} is not a valid row of a program")))?;
        let known = found
            .entry(behaviour.bot.clone())
            .or_insert_with(|| Behaviour {
                bot: behaviour.bot.clone(),
                ..Behaviour::default()
            });
        known.seats += 1;
        known.times.extend(&behaviour.times);
        known.forfeited += behaviour.forfeited;
        known.unplayed += behaviour.unplayed;
        for (own, more) in known.failures.iter_mut().zip(behaviour.failures) {
            *own += more;
        }
        known.first_failure = known.first_failure.take().or(behaviour.first_failure);
    }
    Ok(())
}

/// Parses a row of `programs.csv`.
fn read(row: &csv::StringRecord) -> Option<Behaviour> {
    let number = |column: usize| row.get(column)?.parse::<u64>().ok();
    let time = |column: usize| {
        let milliseconds: f64 = row.get(column)?.parse().ok()?;
        Duration::try_from_secs_f64(milliseconds / 1000.0).ok()
    };
    let first = row.get(12)?;
    let times = Times::read(row.get(13)?, time(4)?, time(5)?)?;
    let failures = [number(6)?, number(7)?, number(8)?, number(9)?, number(10)?];
    let failed = failures.iter().any(|&times| times > 0);
    Some(Behaviour {
        bot: row.get(2)?.to_string(),
        seats: 1,
        unplayed: u64::from(failed && times.number() == 0),
        times,
        failures,
        forfeited: number(11)?,
        first_failure: match first {
            "" => None,
            said => Some((number(0)?, said.to_string())),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(unplayed: u64) -> Behaviour {
        Behaviour {
            bot: "engine".to_string(),
            seats: 100,
            unplayed,
            first_failure: Some((1, "crashed at its move 1".to_string())),
            ..Behaviour::default()
        }
    }

    #[test]
    fn programs_that_did_not_move_have_no_verdict() {
        assert_eq!(program(0).absence(), None);
        let said = program(1).absence().unwrap();
        assert!(
            said.starts_with("The program engine did not return any move in 1 of its 100 seats"),
            "{said}"
        );
        assert_eq!(no_verdict(&[program(0), program(1)]), None);
        let said = no_verdict(&[program(0), program(2)]).unwrap();
        assert!(
            said.starts_with("No verdict: engine did not play in more than 1"),
            "{said}"
        );
    }

    #[test]
    fn seat_without_an_answered_move_is_unplayed() {
        let row = |failures: [&str; 5], times: &str| {
            let fields = ["1", "1", "engine", "1", "0", "0"];
            let end = ["1", "", times];
            let fields = fields.iter().chain(&failures).chain(&end);
            read(&csv::StringRecord::from_iter(fields))
                .unwrap()
                .unplayed
        };
        assert_eq!(row(["0", "0", "0", "1", "0"], ""), 1);
        assert_eq!(row(["0", "0", "0", "1", "0"], "3:1"), 0);
        assert_eq!(row(["0"; 5], ""), 0);
    }
}
