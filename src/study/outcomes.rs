//! The games of a finished run, read again one by one.

use std::path::Path;

use crate::results::error::RunError;
use crate::results::manifest::Manifest;
use crate::results::names::{GAMES, STREAMED};
use crate::results::table;

/// One seat of a game, as far as it is needed.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatOutcome {
    /// Who sat there.
    pub bot: String,
    /// Final score.
    pub score: i32,
    /// Share of the win.
    pub win: f64,
}

/// Sums over the games of one mixture in one batch of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Games.
    pub games: f64,
    /// Shares of wins.
    pub wins: f64,
    /// Leads: own score less the best other.
    pub leads: f64,
}

/// The outcomes of a bot: by mixture, then by batch.
pub type Outcomes = Vec<Vec<Sums>>;

/// Hands every game of `games.csv` to `take`: its number, its cell from 0 and its seats.
///
/// # Errors
/// [`RunError`] if the file cannot be read or is none of this run.
pub fn each_game(
    folder: &Path,
    manifest: &Manifest,
    mut take: impl FnMut(u64, usize, &[SeatOutcome]),
) -> Result<(), RunError> {
    let path = folder.join(&manifest.whole_table(folder, STREAMED[GAMES])?.name);
    let damaged = |problem: String| RunError::Damaged {
        path: path.clone(),
        problem,
    };
    let mut reader = csv::Reader::from_reader(table::open(&path).map_err(RunError::file(&path))?);
    let mut record = csv::StringRecord::new();
    let mut game: Option<(u64, usize, Vec<SeatOutcome>)> = None;
    while reader
        .read_record(&mut record)
        .map_err(|error| damaged(error.to_string()))?
    {
        let row = || {
            let id: u64 = record.get(0)?.parse().ok().filter(|&id| id > 0)?;
            let cell: usize = record.get(record.len() - 1)?.parse().ok()?;
            let seat = SeatOutcome {
                bot: record.get(5)?.to_string(),
                score: record.get(6)?.parse().ok()?,
                win: record.get(8)?.parse().ok()?,
            };
            Some((id, cell.checked_sub(1)?, seat))
        };
        let (id, cell, seat) = row()
            .filter(|(_, cell, _)| *cell < manifest.experiment.design.cells().len())
            .ok_or_else(|| {
                let line = record.position().map_or(0, csv::Position::line);
                damaged(format!("line {line} is no row of this run"))
            })?;
        match &mut game {
            Some((known, _, seats)) if *known == id => seats.push(seat),
            _ => {
                if let Some((id, cell, seats)) = game.replace((id, cell, vec![seat])) {
                    take(id, cell, &seats);
                }
            }
        }
    }
    if let Some((id, cell, seats)) = game {
        take(id, cell, &seats);
    }
    Ok(())
}
