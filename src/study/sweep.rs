//! Differences between the first condition of a sweep and the others, deal by deal.

use super::conditions::{CellTallies, corrected};
use super::error::ReadError;
use super::source::Source;
use super::tally::Who;
use portolan_core::random::{design_stream, standard_normal};
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::roster::Roster;
use portolan_stats::shrinkage::{Measured, rank_intervals, shrunk_among};
use portolan_stats::{Differences, Estimate, Moments, Sequence, Unit};

/// A place of the line-up that is compared between conditions, regardless of the name of its bot, or a
/// seat if one bot plays all seats.
pub struct Place {
    pub name: String,
    /// Subject by condition; `None` if a condition has no such place.
    pub who: Vec<Option<Who>>,
    /// Difference from the first condition, by condition.
    pub shifts: Vec<Shift>,
}

/// Difference between the first condition and another one.
#[derive(Default)]
pub struct Shift {
    wins: Differences,
    /// Number of games in a block, for each side.
    games: Moments,
    score: Differences,
    /// Differences in score, with the scores themselves.
    scores: Sequence,
    wins_p: f64,
    score_p: f64,
    /// Selected changes of wins and of score, for sentences that quote one of many changes.
    selected: [Selected; 2],
}

/// A change with its shrunk value and its rank among all changes.
#[derive(Clone, Copy, Default)]
pub struct Selected {
    /// The mean difference, shrunk because part of the spread between changes is noise.
    pub shrunk: f64,
    /// 95 % interval of its rank among the changes, 1 for the largest gain.
    pub ranks: (usize, usize),
}

impl Shift {
    /// Returns the mean difference in wins or in score.
    pub fn estimate(&self, measure: Measure) -> Option<Estimate> {
        let found = match measure {
            Measure::Wins => Estimate::of_share_differences(&self.wins, self.games.mean()?),
            Measure::Score => self.scores.paired_estimate(Unit::PointsDifference),
        };
        Some(found?.corrected(self.p(measure)))
    }

    /// Returns true if scores differ in so few deals that their interval allows for differences that have not occurred.
    pub fn is_rare(&self) -> bool {
        self.scores.is_rare()
    }

    /// Returns the shrunk change and its rank among all changes.
    pub fn selected(&self, measure: Measure) -> Selected {
        self.selected[measure as usize]
    }

    fn difference(&self, measure: Measure) -> &Differences {
        match measure {
            Measure::Wins => &self.wins,
            Measure::Score => &self.score,
        }
    }

    /// Returns the p-value, adjusted for the number of comparisons.
    pub fn p(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Wins => self.wins_p,
            Measure::Score => self.score_p,
        }
    }
}

/// Measure to compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Wins,
    Score,
}

/// Summary of a sweep.
pub struct Sweep {
    /// Results by condition.
    pub cells: CellTallies,
    /// Places that are compared between conditions.
    pub places: Vec<Place>,
    /// For each condition, length of a game minus the length in the first condition, in turns of the seat with the
    /// most turns.
    pub lengths: Vec<Moments>,
    /// Name of the correction applied to the p-values.
    pub method: &'static str,
}

impl Sweep {
    /// Summarizes a run.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source) -> Result<Sweep, ReadError> {
        let mut places = places(&source.manifest);
        let mut lengths = vec![Moments::default(); source.manifest.roster.len()];
        let cells = CellTallies::read(source, |cells| {
            let first = cells.tallies[0].block_length;
            for (tally, longer) in cells.tallies.iter().zip(&mut lengths) {
                if let (Some(first), Some(there)) = (first, tally.block_length) {
                    longer.push(there - first);
                }
            }
            for place in &mut places {
                let block = |cell: usize| cells.tallies[cell].of(place.who[cell].as_ref()?)?.block;
                let first = block(0);
                for (cell, shift) in place.shifts.iter_mut().enumerate().skip(1) {
                    if let (Some(first), Some(there)) = (first, block(cell)) {
                        shift.wins.push(there.wins - first.wins);
                        shift.games.push(there.games.min(first.games) as f64);
                        let (there, first) = (there.score, first.score);
                        shift.score.push(there - first);
                        shift.scores.push(there - first, &[there, first]);
                    }
                }
            }
        })?;
        let method = correct(&mut places);
        select(&mut places, source.manifest.experiment.seed);
        Ok(Sweep {
            cells,
            places,
            lengths,
            method,
        })
    }
}

/// Returns every difference of every place from the first condition, with its condition.
pub fn all_shifts(places: &[Place]) -> impl Iterator<Item = (&Place, usize, &Shift)> {
    places.iter().flat_map(|place| {
        let changes = place.shifts.iter().enumerate().skip(1);
        changes
            .filter(|&(cell, _)| place.who[cell].is_some())
            .map(move |(cell, change)| (place, cell, change))
    })
}

/// Returns the changes of [`all_shifts`] in the same order, for writing.
fn all_shifts_mut(places: &mut [Place]) -> impl Iterator<Item = &mut Shift> {
    places.iter_mut().flat_map(|Place { who, shifts, .. }| {
        let changes = shifts.iter_mut().zip(who).skip(1);
        changes.filter_map(|(change, who)| who.as_ref().map(|_| change))
    })
}

/// Shrinks all changes of wins together, and all of scores.
fn select(places: &mut [Place], seed: u64) {
    let mut rng = design_stream(seed);
    for measure in [Measure::Wins, Measure::Score] {
        let estimates = all_shifts(places).map(|(_, _, change)| {
            let estimate = change.estimate(measure);
            estimate.map_or(Measured::default(), |estimate| Measured::of(&estimate))
        });
        let estimates: Vec<Measured> = estimates.collect();
        let ranks = rank_intervals(&estimates, &mut || standard_normal(&mut rng));
        let selected = shrunk_among(&estimates).into_iter().zip(ranks);
        for (change, (shrunk, ranks)) in all_shifts_mut(places).zip(selected) {
            change.selected[measure as usize] = Selected { shrunk, ranks };
        }
    }
}

/// Returns the subjects of the comparison: the bots by their places in the line-ups, then the automas,
/// then the seats of conditions in which one bot plays all seats.
pub fn places(manifest: &Manifest) -> Vec<Place> {
    let cells = &manifest.experiment.cells;
    let rosters = &manifest.roster;
    let bots = cells.iter().map(|cell| cell.bots.len()).max().unwrap_or(0);
    let bot = |cell: usize, name: &String| {
        // Between two such conditions, only seats can differ, not the bot.
        let trivial = rosters[0].is_mirror() && rosters[cell].is_mirror();
        // The fair share of wins depends on the number of seats.
        (!trivial && rosters[cell].seats == rosters[0].seats).then(|| Who::Bot(name.clone()))
    };
    let in_line_up = |place: usize| -> Vec<Option<Who>> {
        let each = cells.iter().enumerate();
        each.map(|(cell, spec)| bot(cell, spec.bots.get(place)?))
            .collect()
    };
    let automa = |number: usize| -> Vec<Option<Who>> {
        let each = cells.iter().zip(rosters).enumerate();
        each.map(|(cell, (spec, roster))| {
            let others = roster.entrants.iter();
            let mut automas = others.filter(|name| !spec.bots.contains(name));
            bot(cell, automas.nth(number)?)
        })
        .collect()
    };
    let seat = |seat: usize| -> Vec<Option<Who>> {
        // A seat is compared only with the same seat in games with the same bot and number of seats.
        let is_like_first = |roster: &Roster| {
            (roster.seats, &roster.entrants) == (rosters[0].seats, &rosters[0].entrants)
        };
        let there =
            |roster: &Roster| roster.is_mirror() && seat < roster.seats && is_like_first(roster);
        rosters
            .iter()
            .map(|roster| there(roster).then_some(Who::Seat(seat)))
            .collect()
    };
    let automas = rosters.iter().map(|roster| roster.entrants.len());
    let seats = rosters.iter().map(|roster| roster.seats);
    let all = (0..bots)
        .map(in_line_up)
        .chain((0..automas.max().unwrap_or(0)).map(automa))
        .chain((0..seats.max().unwrap_or(0)).map(seat));
    let mut found: Vec<Place> = Vec::new();
    for mut who in all {
        // A bot that plays all seats of the first condition, but not of another, is compared with its own
        // results.
        if who[0].is_none() && who.iter().flatten().any(|who| matches!(who, Who::Bot(_))) {
            who[0] = rosters[0].entrants.first().cloned().map(Who::Bot);
        }
        // A bot in several places has a single result. A place that is missing in the first condition has
        // no reference.
        let known = found.iter().any(|place| place.who == who);
        let Some(first) = who[0].as_ref().filter(|_| !known) else {
            continue;
        };
        found.push(Place {
            name: first.name(),
            shifts: cells.iter().map(|_| Shift::default()).collect(),
            who,
        });
    }
    found
}

/// Adjusts the p-values for the number of comparisons, separately for wins and for scores.
fn correct(places: &mut [Place]) -> &'static str {
    let all = |measure: Measure| -> Vec<f64> {
        let changes = all_shifts(places);
        changes
            .map(|(_, _, change)| change.difference(measure).p_value())
            .collect()
    };
    let (wins, method) = corrected(&all(Measure::Wins));
    let (scores, _) = corrected(&all(Measure::Score));
    let shifts = all_shifts_mut(places);
    for (change, p) in shifts.zip(wins.into_iter().zip(scores)) {
        (change.wins_p, change.score_p) = p;
    }
    method
}
