//! Challengers of the player of a trial, and the points that each challenger gains over the player after the change.

use super::error::ReadError;
use super::source::Source;
use super::whole_game::folder_beside;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::{Record, games};
use portolan_run::results::trial::CHALLENGERS;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Estimate, Moments, Unit, mean_interval};

/// Name of the condition in which the player itself plays, if it has no opponents.
pub const PLAIN: &str = "plain";

/// Factor by which skewed gains may increase the error probability of the intervals, found by simulation with 40 deals.
const SKEWNESS: f64 = 2.0;

/// Results of the challengers of a player.
#[derive(Clone, Debug, Default)]
pub struct Challengers {
    /// Number of deals that each challenger played.
    pub deals: u64,
    /// Results by challenger.
    pub all: Vec<Challenger>,
}

/// Results of a challenger.
#[derive(Clone, Debug)]
pub struct Challenger {
    /// Name of the bot.
    pub bot: String,
    /// Events and items to which a copy of the player leans, or away from which it leans if `is_toward` is false. Empty for a
    /// heuristic.
    pub lean: Vec<String>,
    /// True if the bot has a bonus for these events, false if it has a penalty.
    pub is_toward: bool,
    /// Score of the challenger minus the mean score of the other seats. The 95 % intervals of all challengers are
    /// simultaneous.
    pub gain: Estimate,
}

impl Challenger {
    /// Returns true if the challenger scores significantly more than the player.
    pub fn is_better(&self) -> bool {
        self.gain
            .interval()
            .is_some_and(|interval| interval.low > 0.0)
    }
}

impl Challengers {
    /// Returns the challenger with the largest significant gain, or `None` if no challenger is significantly better.
    pub fn best(&self) -> Option<&Challenger> {
        let better = self.all.iter().filter(|one| one.is_better());
        better.max_by(|one, other| one.gain.value.total_cmp(&other.gain.value))
    }
}

/// Reads the games of the challengers next to the games of a trial; `None` if the trial has no challengers.
///
/// # Errors
/// [`ReadError`] if their files are invalid.
pub fn challengers(source: &Source) -> Result<Option<Challengers>, ReadError> {
    let mut parts = source.parts();
    let (Some((folder, _)), None) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    let folder = folder_beside(folder, CHALLENGERS);
    if !folder.is_dir() || Manifest::read(&folder)?.is_none() {
        return Ok(None);
    }
    read(&Source::open(&folder)?).map(Some)
}

/// Reads the games of challengers.
///
/// # Errors
/// [`ReadError`] if the files are invalid.
pub fn read(source: &Source) -> Result<Challengers, ReadError> {
    let experiment = &source.manifest.experiment;
    let cells = &experiment.design.cells;
    let mut gains = vec![Moments::default(); cells.len()];
    let mut blocks = source.blocks()?;
    let mut deals = 0;
    while let Some(block) = blocks.next_block()? {
        deals += 1;
        let leads: Vec<Option<f64>> = (cells.iter().enumerate())
            .map(|(cell, condition)| mean_lead(block, cell, condition.bots.first()?))
            .collect();
        let plain = cells.iter().position(|cell| cell.name == PLAIN);
        let plain = plain.map_or(Some(0.0), |plain| leads[plain]);
        for (gain, lead) in gains.iter_mut().zip(&leads) {
            if let Some((lead, plain)) = lead.zip(plain) {
                gain.push(lead - plain);
            }
        }
    }
    let played = cells
        .iter()
        .zip(&gains)
        .filter(|(cell, _)| cell.name != PLAIN);
    let number = played.clone().count();
    let all = played.filter_map(|(cell, gain)| {
        let bot = cell.bots.first()?;
        let spec = experiment.bot.iter().find(|spec| spec.name == *bot)?;
        Some(Challenger {
            bot: spec.name.clone(),
            lean: spec.lean.keys().cloned().collect(),
            is_toward: spec.lean.values().all(|&bonus| bonus > 0.0),
            gain: simultaneous(gain, number)?,
        })
    });
    Ok(Challengers {
        deals,
        all: all.collect(),
    })
}

/// Returns the mean of a value over deal groups, with an interval that is corrected for the number of challengers (Bonferroni).
fn simultaneous(gain: &Moments, number: usize) -> Option<Estimate> {
    let value = gain.mean().filter(|_| gain.count() > 1)?;
    let confidence = 1.0 - (1.0 - CONFIDENCE) / (SKEWNESS * number as f64);
    let interval = mean_interval(gain, confidence);
    Some(Estimate::new(value, interval, Unit::PointsDifference))
}

/// Returns the mean over the games of a condition of the score of a bot minus the mean score of the other seats.
fn mean_lead(block: &[Record], cell: usize, bot: &str) -> Option<f64> {
    let mut leads = Moments::default();
    for game in games(block).filter(|game| game[0].cell == cell) {
        let (mut own, mut others) = (Moments::default(), Moments::default());
        for seat in game {
            let of = if seat.bot == bot {
                &mut own
            } else {
                &mut others
            };
            of.push(f64::from(seat.score));
        }
        leads.push(own.mean()? - others.mean().unwrap_or_default());
    }
    leads.mean()
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::{standard_normal, stream, unit};

    /// Returns the share of 2,000 simulated studies with six copies and 40 deals in which at least one copy counts as better, if
    /// each copy gains `gain` points on average. The gains are skewed to the side of `skew`, and the copies share the luck of the
    /// deals.
    fn share_with_a_better_copy(gain: f64, skew: f64, seed: u64) -> f64 {
        let mut rng = stream(seed, &[]);
        let mut found = 0;
        for _ in 0..2000 {
            let mut gains = vec![Moments::default(); 6];
            for _ in 0..40 {
                let deal = 20.0 * standard_normal(&mut rng);
                for copy in &mut gains {
                    let skewed = skew * (-30.0 * (1.0 - unit(&mut rng)).ln() - 30.0);
                    copy.push(gain + deal + skewed);
                }
            }
            let copies = gains.iter().filter_map(|gains| simultaneous(gains, 6));
            let better =
                |gain: Estimate| gain.interval().is_some_and(|interval| interval.low > 0.0);
            found += u32::from({ copies }.any(better));
        }
        f64::from(found) / 2000.0
    }

    #[test]
    fn copies_without_a_gain_are_rarely_better() {
        let share = share_with_a_better_copy(0.0, 1.0, 1);
        assert!(share < 0.025, "{share}");
        let share = share_with_a_better_copy(0.0, -1.0, 3);
        assert!(share < 0.05, "{share}");
    }

    #[test]
    fn copies_with_a_large_gain_are_better() {
        let share = share_with_a_better_copy(30.0, 1.0, 2);
        assert!(share > 0.95, "{share}");
    }
}
