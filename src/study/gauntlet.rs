//! Gauntlet: one bot against each of the others.

use super::conditions::{CellTallies, corrected};
use super::error::ReadError;
use super::source::Source;
use super::strengths::Strengths;
use super::tally::Tally;
use portolan_run::settings::ConditionSpec;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Differences, Estimate, Interval, Unit};

/// Results of the challenger against one opponent.
pub struct Bout {
    /// Bot in the other seats.
    pub opponent: String,
    /// Share of wins minus the fair share, by block.
    pub gain: Differences,
    /// Mean of the share of wins minus the fair share, with its interval.
    pub estimate: Option<Estimate>,
    /// Share of wins.
    pub wins: Option<Estimate>,
    /// p-value adjusted for the number of opponents.
    pub p: f64,
}

/// Summary of a gauntlet.
pub struct Gauntlet {
    /// Bot that plays against each of the others.
    pub challenger: String,
    /// Ratings of all bots.
    pub strengths: Strengths,
    /// All games.
    pub all: Tally,
    /// Results by condition, one for every opponent.
    pub cells: CellTallies,
    /// Results of the challenger by opponent.
    pub bouts: Vec<Bout>,
    /// Name of the correction applied to the p-values.
    pub method: &'static str,
}

impl Gauntlet {
    /// Summarizes a run.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source) -> Result<Gauntlet, ReadError> {
        let manifest = &source.manifest;
        let experiment = &manifest.experiment;
        let mut blocks = source.blocks()?;
        let mut strengths = Strengths::new(manifest);
        let mut all = Tally::new(&strengths.names, blocks.categories());
        let mut cells = CellTallies::new(manifest, blocks.categories());
        let mut bouts: Vec<Bout> = experiment
            .cells
            .iter()
            .map(|cell| Bout {
                opponent: opponent(cell),
                gain: Differences::default(),
                estimate: None,
                wins: None,
                p: f64::NAN,
            })
            .collect();
        while let Some(block) = blocks.next_block()? {
            all.add_block(block);
            strengths.add_block(block);
            cells.add_block(block);
            for (cell, bout) in bouts.iter_mut().enumerate() {
                if let Some(means) = cells.block(cell, 0) {
                    bout.gain.push(means.wins - means.fair);
                }
            }
        }
        let p_values: Vec<f64> = bouts.iter().map(|bout| bout.gain.p_value()).collect();
        let (adjusted, method) = corrected(&p_values);
        for ((bout, p), tally) in bouts.iter_mut().zip(adjusted).zip(&cells.tallies) {
            bout.p = p;
            bout.wins = tally
                .entrants
                .first()
                .and_then(|bot| bot.all.share_of_wins());
            let interval = tally.entrants.first().and_then(|bot| {
                let (interval, fair) = (bot.all.win_interval(CONFIDENCE)?, bot.all.fair_share());
                Some(Interval {
                    low: interval.low - fair,
                    high: interval.high - fair,
                })
            });
            let gain = bout.gain.moments.mean();
            bout.estimate =
                gain.map(|gain| Estimate::new(gain, interval, Unit::ShareDifference).corrected(p));
        }
        let cell = experiment.cells.first();
        let challenger = cell
            .and_then(|cell| cell.bots.first())
            .cloned()
            .unwrap_or_default();
        Ok(Gauntlet {
            challenger,
            strengths,
            all,
            cells,
            bouts,
            method,
        })
    }
}

/// Returns the bot in the other seats of a condition.
fn opponent(cell: &ConditionSpec) -> String {
    cell.bots.last().cloned().unwrap_or_default()
}
