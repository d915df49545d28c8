//! What changes for a bot from one run to another, on the same deals where there are such.

use std::collections::BTreeMap;
use std::path::Path;

use super::ReportError;
use super::cells::Cells;
use super::source::{Row, Source};
use super::tally::{Cell, Entrant};
use super::words::{CONFIDENCE, count};
use crate::stats::{Interval, Moments, difference_interval, mean_interval};

/// A run to be compared.
pub struct Run {
    /// What it is called on the page.
    pub label: String,
    /// Its folder.
    pub source: Source,
    /// Names of the cells; one without a name where there are no cells.
    pub names: Vec<String>,
    /// The cells.
    pub cells: Cells,
}

impl Run {
    /// Reads a folder.
    ///
    /// # Errors
    /// [`ReportError`] if it is no results folder or its files are not as they should be.
    pub fn read(folder: &Path, label: String) -> Result<Run, ReportError> {
        let source = Source::open(folder)?;
        let cells = Cells::read(&source, |_| ())?;
        let names = source.manifest.experiment.cells();
        let names = names.iter().map(|cell| cell.name.clone()).collect();
        Ok(Run {
            label,
            source,
            names,
            cells,
        })
    }

    /// The number of a cell by its name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// A bot that played in a cell.
    pub fn bot(&self, cell: usize, name: &str) -> Option<&Entrant> {
        let mut bots = self.cells.tallies[cell].entrants.iter();
        bots.find(|bot| bot.name == name && bot.all.games > 0)
    }

    /// Whether there are cells that have names.
    pub fn has_cells(&self) -> bool {
        self.source.manifest.experiment.kind.has_cells()
    }

    /// What it is by kind, for people.
    pub fn kind(&self) -> String {
        let kind = self.source.manifest.experiment.kind.name();
        if self.has_cells() {
            format!("{kind} of {}", count(self.names.len() as u64, "cell"))
        } else {
            format!("{kind} without cells")
        }
    }
}

/// A bot, and the cell if there are any.
pub fn in_cell(bot: &str, cell: &str) -> String {
    if cell.is_empty() {
        bot.to_string()
    } else {
        format!("{bot} in {cell}")
    }
}

/// What changes for a bot from the first run to another.
pub struct Change {
    /// The bot, and its cell if there are any.
    pub bot: String,
    /// The other run.
    pub run: String,
    /// Whether deals were compared pair by pair.
    pub paired: bool,
    /// Change of the share of wins.
    pub wins: f64,
    /// Its interval.
    pub wins_interval: Option<Interval>,
    /// As wide as it must be when all changes are looked at together.
    pub strict: Option<Interval>,
    /// Change of the mean score.
    pub score: f64,
    /// Its interval.
    pub score_interval: Option<Interval>,
}

/// By cell of the first run and bot: differences of block means, of the share of wins and of the
/// score.
type Pairs = BTreeMap<(usize, String), (Moments, Moments)>;

/// Block means of a bot in a cell: its share of wins and its score.
fn block_means(rows: &[Row]) -> BTreeMap<(usize, &str), (f64, f64)> {
    let mut sums: BTreeMap<(usize, &str), (f64, f64, f64)> = BTreeMap::new();
    for row in rows {
        let sum = sums.entry((row.cell, &row.bot)).or_default();
        sum.0 += 1.0;
        sum.1 += row.win;
        sum.2 += f64::from(row.score);
    }
    sums.into_iter()
        .map(|(bot, (games, wins, points))| (bot, (wins / games, points / games)))
        .collect()
}

/// Differences from one run to another, block by block, of cells with the same name and as many
/// seatings; `None` if their deals are not the same.
fn pair(one: &Run, other: &Run) -> Result<Option<Pairs>, ReportError> {
    let seatings = |run: &Run, cell: usize| run.source.manifest.roster[cell].seatings;
    // By cell of the other run: the cell of the first.
    let partners: Vec<Option<usize>> = other
        .names
        .iter()
        .enumerate()
        .map(|(cell, name)| {
            one.cell(name)
                .filter(|&partner| seatings(one, partner) == seatings(other, cell))
        })
        .collect();
    if partners.iter().all(Option::is_none) {
        return Ok(None);
    }
    let (mut before, mut after) = (one.source.blocks()?, other.source.blocks()?);
    let mut pairs = Pairs::new();
    // The longer run goes on alone, where there is nothing to compare it with.
    while let (Some(one), Some(other)) = (before.next_block()?, after.next_block()?) {
        if one[0].seed != other[0].seed {
            return Ok(None);
        }
        let before = block_means(&one);
        for ((cell, bot), (wins, score)) in block_means(&other) {
            let Some(partner) = partners[cell] else {
                continue;
            };
            if let Some((wins_before, score_before)) = before.get(&(partner, bot)) {
                let pair = pairs.entry((partner, bot.to_string())).or_default();
                pair.0.push(wins - wins_before);
                pair.1.push(score - score_before);
            }
        }
    }
    Ok(Some(pairs))
}

/// What can be compared: by cell of the first run, its partner in the other, and the bot.
fn common<'run>(first: &'run Run, other: &Run) -> Vec<(usize, usize, &'run Entrant)> {
    let mut found = Vec::new();
    for (cell, name) in first.names.iter().enumerate() {
        let Some(partner) = other.cell(name) else {
            continue;
        };
        for bot in &first.cells.tallies[cell].entrants {
            if bot.all.games > 0 && other.bot(partner, &bot.name).is_some() {
                found.push((cell, partner, bot));
            }
        }
    }
    found
}

/// All changes from the first run to the others.
///
/// # Errors
/// [`ReportError`] if files are not as they should be.
pub fn changes(runs: &[Run]) -> Result<Vec<Change>, ReportError> {
    let (first, others) = (&runs[0], &runs[1..]);
    let looks: usize = others.iter().map(|run| common(first, run).len()).sum();
    let strict = 1.0 - (1.0 - CONFIDENCE) / looks.max(1) as f64;
    let mut changes = Vec::new();
    for run in others {
        let pairs = pair(first, run)?;
        for (cell, partner, bot) in common(first, run) {
            let Some(after) = run.bot(partner, &bot.name) else {
                continue;
            };
            let (before, after) = (&bot.all, &after.all);
            let key = (cell, bot.name.clone());
            let found = pairs.as_ref().and_then(|pairs| pairs.get(&key));
            let apart = |of: fn(&Cell) -> &Moments, confidence| {
                difference_interval(of(after), of(before), confidence)
            };
            let step = |of: fn(&Cell) -> &Moments| {
                of(after).mean().unwrap_or(0.0) - of(before).mean().unwrap_or(0.0)
            };
            let wins: fn(&Cell) -> &Moments = |cell| &cell.wins;
            let scores: fn(&Cell) -> &Moments = |cell| &cell.scores;
            let bot = in_cell(&bot.name, &first.names[cell]);
            let run = run.label.clone();
            let change = match found {
                Some((wins, scores)) => Change {
                    bot,
                    run,
                    paired: true,
                    wins: wins.mean().unwrap_or(0.0),
                    wins_interval: mean_interval(wins, CONFIDENCE),
                    strict: mean_interval(wins, strict),
                    score: scores.mean().unwrap_or(0.0),
                    score_interval: mean_interval(scores, CONFIDENCE),
                },
                None => Change {
                    bot,
                    run,
                    paired: false,
                    wins: step(wins),
                    wins_interval: apart(wins, CONFIDENCE),
                    strict: apart(wins, strict),
                    score: step(scores),
                    score_interval: apart(scores, CONFIDENCE),
                },
            };
            changes.push(change);
        }
    }
    Ok(changes)
}
