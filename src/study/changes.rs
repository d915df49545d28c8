//! Differences of a bot's results between runs, on the same deals if possible.

use std::path::Path;

use super::conditions::CellTallies;
use super::error::ReadError;
use super::programs::{Behaviour, behaviours};
use super::source::Source;
use super::tally::Who;
use portolan_core::prose::count;
use portolan_run::settings::Kind;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::shrinkage::{Measured, shrunk_among};
use portolan_stats::{
    Differences, Estimate, Interval, Moments, Performance, Sequence, Unit, difference_interval,
    share_difference_interval,
};

/// A run to compare.
pub struct Run {
    /// Label of the run in the report.
    pub label: String,
    pub source: Source,
    /// Names of the conditions; a single empty name if there are no conditions.
    pub names: Vec<String>,
    /// Results by condition.
    pub cells: CellTallies,
    /// Behaviour of external programs.
    pub programs: Vec<Behaviour>,
}

impl Run {
    /// Reads a folder.
    ///
    /// # Errors
    /// [`ReadError`] if it is not a results folder or its files are missing or invalid.
    pub fn read(folder: &Path, label: String) -> Result<Run, ReadError> {
        let source = Source::open(folder)?;
        let cells = CellTallies::read(&source, |_| ())?;
        let names = source.manifest.experiment.cells();
        let names = names.iter().map(|cell| cell.name.clone()).collect();
        Ok(Run {
            label,
            programs: behaviours(source.parts())?,
            source,
            names,
            cells,
        })
    }

    /// Returns the index of the condition with this name.
    pub fn cell(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Returns the label of a condition; empty if it is the only one.
    pub fn cell_label(&self, cell: usize) -> &str {
        match self.names.len() {
            1 => "",
            _ => &self.names[cell],
        }
    }

    /// Returns true if the run has named conditions.
    pub fn has_cells(&self) -> bool {
        self.source
            .manifest
            .experiment
            .design
            .kind
            .traits()
            .has_cells
    }

    /// Describes the kind of run in words.
    pub fn kind(&self) -> String {
        let kind = self.source.manifest.experiment.design.kind.name();
        if self.has_cells() {
            format!("{kind} of {}", count(self.names.len() as u64, "condition"))
        } else {
            format!("{kind} without conditions")
        }
    }
}

/// Formats a bot or seat together with its condition, if there is one.
pub fn in_cell(who: &str, cell: &str) -> String {
    if cell.is_empty() {
        who.to_string()
    } else {
        format!("{who} in {cell}")
    }
}

/// Difference between the first run and another one for a bot, or for a seat if the same bot plays all seats.
pub struct RunChange {
    /// The bot or seat, with its condition if there is one.
    pub who: String,
    /// Label of the other run.
    pub run: String,
    /// True if deals were compared pair by pair.
    pub paired: bool,
    /// Difference in the share of wins.
    pub wins: Estimate,
    /// Interval of the difference, adjusted for all comparisons of wins and of scores.
    pub strict_wins: Option<Interval>,
    /// Difference in the mean score.
    pub score: Estimate,
    /// Interval of the difference in the score, adjusted for all comparisons.
    pub strict_score: Option<Interval>,
    /// True if scores differ in so few deals that the intervals allow for differences that have not occurred.
    pub is_rare: bool,
}

/// A subject of a comparison, with its condition in either run.
struct Common {
    cell: usize,
    partner: usize,
    who: Who,
    /// True if both conditions have the same number of seatings, so that blocks can be compared pair by pair.
    alike: bool,
}

/// Differences of the block means of two runs.
#[derive(Clone, Default)]
struct Pair {
    wins: Differences,
    scores: Sequence,
    games: Moments,
}

/// Returns the differences between two runs, block by block; `None` if their deals differ.
fn pairs(one: &Run, other: &Run, common: &[Common]) -> Result<Option<Vec<Pair>>, ReadError> {
    if !common.iter().any(|common| common.alike) {
        return Ok(None);
    }
    let (mut before, mut after) = (one.source.blocks()?, other.source.blocks()?);
    let mut cells = [
        CellTallies::new(&one.source.manifest, before.categories()),
        CellTallies::new(&other.source.manifest, after.categories()),
    ];
    let mut pairs = vec![Pair::default(); common.len()];
    // The remaining blocks of the longer run have no counterpart.
    while let (Some(one), Some(other)) = (before.next_block()?, after.next_block()?) {
        if one[0].seed != other[0].seed {
            return Ok(None);
        }
        cells[0].add_block(one);
        cells[1].add_block(other);
        for (common, pair) in common.iter().zip(&mut pairs) {
            let block =
                |cells: &CellTallies, cell: usize| cells.tallies[cell].of(&common.who)?.block;
            let before = block(&cells[0], common.cell);
            let after = block(&cells[1], common.partner);
            if let (Some(before), Some(after)) = (before, after) {
                pair.wins.push(after.wins - before.wins);
                let scores = [after.score, before.score];
                pair.scores.push(scores[0] - scores[1], &scores);
                pair.games.push(before.games.min(after.games) as f64);
            }
        }
    }
    Ok(Some(pairs))
}

/// Returns the conditions that two runs have in common, as pairs of indices. For two studies of a change, these are
/// only the untreated games after the change, because items are compared separately.
pub fn common_cells(first: &Run, other: &Run) -> Vec<(usize, usize)> {
    let kind = |run: &Run| run.source.manifest.experiment.design.kind;
    if kind(first) == Kind::Change && kind(other) == Kind::Change {
        return vec![(1, 1)];
    }
    let cells = first.names.iter().enumerate();
    cells
        .filter_map(|(cell, name)| Some((cell, other.cell(name)?)))
        .collect()
}

/// Returns the confidence level of each interval that makes all of them valid together: wins and score of every bot
/// or seat, and the mean score of all seats and the length for every condition.
pub fn strict_confidence(runs: &[Run]) -> f64 {
    let (first, others) = (&runs[0], &runs[1..]);
    let looks = |run: &Run| 2 * common(first, run).len() + 2 * common_cells(first, run).len();
    let looks: usize = others.iter().map(looks).sum();
    1.0 - (1.0 - CONFIDENCE) / looks.max(1) as f64
}

/// Returns all subjects that can be compared.
fn common(first: &Run, other: &Run) -> Vec<Common> {
    let seatings = |run: &Run, cell: usize| run.source.manifest.roster[cell].seatings;
    let mut found = Vec::new();
    for (cell, partner) in common_cells(first, other) {
        let who = first.cells.tallies[cell].compared_with(&other.cells.tallies[partner]);
        found.extend(who.into_iter().map(|who| Common {
            cell,
            partner,
            who,
            alike: seatings(first, cell) == seatings(other, partner),
        }));
    }
    found
}

/// Returns the value of each estimate shrunk by the variance between all of them; see [`shrunk_among`].
pub fn shrunk(estimates: &[Estimate]) -> Vec<f64> {
    let measured: Vec<Measured> = estimates.iter().map(Measured::of).collect();
    shrunk_among(&measured)
}

/// All changes from the first run to the others.
///
/// # Errors
/// [`ReadError`] if files are missing or invalid.
pub fn changes(runs: &[Run]) -> Result<Vec<RunChange>, ReadError> {
    let (first, others) = (&runs[0], &runs[1..]);
    let strict = strict_confidence(runs);
    let mut changes = Vec::new();
    for run in others {
        let all = common(first, run);
        let pairs = pairs(first, run, &all)?;
        for (index, common) in all.iter().enumerate() {
            let before = first.cells.tallies[common.cell].of(&common.who);
            let after = run.cells.tallies[common.partner].of(&common.who);
            let Some((before, after)) = before.zip(after) else {
                continue;
            };
            let pair = pairs.as_ref().filter(|_| common.alike);
            let pair = pair.map(|pairs| &pairs[index]);
            changes.push(RunChange {
                who: in_cell(&common.who.name(), first.cell_label(common.cell)),
                run: run.label.clone(),
                ..match pair {
                    Some(pair) => on_same_deals(pair, strict),
                    None => on_other_deals(before, after, strict),
                }
            });
        }
    }
    Ok(changes)
}

fn on_same_deals(pair: &Pair, strict: f64) -> RunChange {
    let games = pair.games.mean().unwrap_or(1.0);
    RunChange {
        who: String::new(),
        run: String::new(),
        paired: true,
        wins: Estimate::of_share_differences(&pair.wins, games).unwrap_or(Estimate::new(
            0.0,
            None,
            Unit::ShareDifference,
        )),
        strict_wins: pair.wins.share_interval(games, strict),
        strict_score: pair.scores.paired_interval(strict),
        score: pair
            .scores
            .paired_estimate(Unit::PointsDifference)
            .unwrap_or(Estimate::new(0.0, None, Unit::PointsDifference)),
        is_rare: pair.scores.is_rare(),
    }
}

fn on_other_deals(before: &Performance, after: &Performance, strict: f64) -> RunChange {
    let step = |after: Option<f64>, before: Option<f64>| Some(after? - before?);
    let wins = |confidence| share_difference_interval(&after.wins, &before.wins, confidence);
    let score = |confidence| difference_interval(&after.scores, &before.scores, confidence);
    RunChange {
        who: String::new(),
        run: String::new(),
        paired: false,
        wins: Estimate::new(
            step(after.wins.mean(), before.wins.mean()).unwrap_or(0.0),
            wins(CONFIDENCE),
            Unit::ShareDifference,
        ),
        strict_wins: wins(strict),
        strict_score: score(strict),
        score: Estimate::new(
            step(after.scores.mean(), before.scores.mean()).unwrap_or(0.0),
            score(CONFIDENCE),
            Unit::PointsDifference,
        ),
        is_rare: false,
    }
}
