//! What changes from the first cell of a sweep to the others, deal by deal.

use super::cells::{CellTallies, corrected};
use super::error::ReadError;
use super::source::Source;
use super::tally::Who;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::settings::roster::Roster;
use portolan_stats::{Differences, Estimate, Moments, Unit};

/// A place in the line-up that is compared from cell to cell, whoever the bot there is called; or a seat,
/// where one bot holds them all.
pub struct Place {
    /// Its name.
    pub name: String,
    /// By cell: who is there; none if a cell has no such place.
    pub who: Vec<Option<Who>>,
    /// By cell: what changes from the first cell.
    pub shifts: Vec<Shift>,
}

/// From the first cell to another.
#[derive(Default)]
pub struct Shift {
    wins: Differences,
    /// Games in a block, on either side.
    games: Moments,
    score: Differences,
    wins_p: f64,
    score_p: f64,
}

impl Shift {
    /// The mean difference in wins, or in score.
    pub fn estimate(&self, measure: Measure) -> Option<Estimate> {
        let found = match measure {
            Measure::Wins => Estimate::of_share_differences(&self.wins, self.games.mean()?),
            Measure::Score => Estimate::of_mean(&self.score.moments, Unit::PointsDifference),
        };
        Some(found?.corrected(self.p(measure)))
    }

    fn difference(&self, measure: Measure) -> &Differences {
        match measure {
            Measure::Wins => &self.wins,
            Measure::Score => &self.score,
        }
    }

    /// Its p-value, which allows for the number of comparisons.
    pub fn p(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Wins => self.wins_p,
            Measure::Score => self.score_p,
        }
    }
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Shares of wins.
    Wins,
    /// Scores.
    Score,
}

/// A sweep, summed up.
pub struct Sweep {
    /// The cells.
    pub cells: CellTallies,
    /// Who is compared from cell to cell.
    pub places: Vec<Place>,
    /// By cell: length of a game less that in the first cell, in turns of the seat that had most.
    pub lengths: Vec<Moments>,
    /// The correction that the p-values had.
    pub method: &'static str,
}

impl Sweep {
    /// Sums up a run.
    ///
    /// # Errors
    /// [`ReadError`] if its files are not as they should be.
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
                        shift.score.push(there.score - first.score);
                    }
                }
            }
        })?;
        let method = correct(&mut places);
        Ok(Sweep {
            cells,
            places,
            lengths,
            method,
        })
    }
}

/// Every change of every place from the first cell, with its cell.
pub fn all_shifts(places: &[Place]) -> impl Iterator<Item = (&Place, usize, &Shift)> {
    places.iter().flat_map(|place| {
        let changes = place.shifts.iter().enumerate().skip(1);
        changes
            .filter(|&(cell, _)| place.who[cell].is_some())
            .map(move |(cell, change)| (place, cell, change))
    })
}

/// Who is compared: the bots by their places in the line-ups, then the automas; and the seats, from one
/// cell in which one bot holds them all to another.
pub fn places(manifest: &Manifest) -> Vec<Place> {
    let cells = manifest.experiment.design.cells();
    let rosters = &manifest.roster;
    let bots = cells.iter().map(|cell| cell.bots.len()).max().unwrap_or(0);
    let bot = |cell: usize, name: &String| {
        // From such a cell to another nothing can change for the bot, only for seats.
        let trivial = rosters[0].is_mirror() && rosters[cell].is_mirror();
        (!trivial).then(|| Who::Bot(name.clone()))
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
        let there = |roster: &Roster| roster.is_mirror() && seat < roster.seats;
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
        // A bot that holds all seats of the first cell, but not of another, is compared with itself.
        if who[0].is_none() && who.iter().flatten().any(|who| matches!(who, Who::Bot(_))) {
            who[0] = rosters[0].entrants.first().cloned().map(Who::Bot);
        }
        // One bot in several places has one result; a place that the first cell lacks has nothing to be
        // compared with.
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

/// p-values that allow for the number of comparisons, wins and scores each by themselves.
fn correct(places: &mut [Place]) -> &'static str {
    let all = |measure: Measure| -> Vec<f64> {
        let changes = all_shifts(places);
        changes
            .map(|(_, _, change)| change.difference(measure).p_value())
            .collect()
    };
    let (wins, method) = corrected(&all(Measure::Wins));
    let (scores, _) = corrected(&all(Measure::Score));
    let compared: Vec<(usize, usize)> = places
        .iter()
        .enumerate()
        .flat_map(|(place, one)| {
            let cells = (1..one.who.len()).filter(|&cell| one.who[cell].is_some());
            cells.map(move |cell| (place, cell))
        })
        .collect();
    for ((place, cell), p) in compared.into_iter().zip(wins.into_iter().zip(scores)) {
        let change = &mut places[place].shifts[cell];
        (change.wins_p, change.score_p) = p;
    }
    method
}
