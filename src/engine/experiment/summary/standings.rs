//! How everybody did: bot by bot and seat by seat, in a cell and in all together.

use super::removed::{Removed, SeatLuck};
use super::row::SummaryRow;
use crate::experiment::ratings::Ratings;
use crate::results::record::Record;
use crate::settings::roster::{Roster, place_of};
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Moments, Performance};

/// How everybody did in a cell.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Who takes part.
    pub roster: Roster,
    /// By entrant: all seats together, then each seat.
    places: Vec<Place>,
}

/// Somebody in all seats, or in one.
#[derive(Clone, Debug, Default)]
struct Place {
    performance: Performance,
    /// Single scores.
    scores: Moments,
    /// What is left without luck.
    removed: Removed,
}

/// All cells together.
#[derive(Clone, Debug)]
pub struct Totals {
    standings: Standings,
    ratings: Ratings,
    /// By cell: where its entrants are in the standings.
    places: Vec<Vec<usize>>,
    /// The block that is being added up.
    block: u64,
}

impl Standings {
    /// Nothing yet.
    pub fn new(roster: Roster) -> Standings {
        let places = vec![Place::default(); roster.entrants.len() * (roster.seats + 1)];
        Standings { roster, places }
    }

    /// Takes the record of a seat in a game in which equals win this share, and its luck where that was valued.
    pub fn add(&mut self, entrant: usize, record: &Record, fair: f64, luck: Option<SeatLuck>) {
        let first = entrant * (self.roster.seats + 1);
        for index in [first, first + 1 + record.seat] {
            let place = &mut self.places[index];
            place.scores.push(f64::from(record.score));
            place.performance.add(record.outcome(fair, None));
            if let Some(luck) = luck {
                place.removed.add(luck);
            }
        }
    }

    /// The block of this number is complete.
    pub fn end_block(&mut self, block: u64) {
        for place in &mut self.places {
            place.performance.end_block();
            place.removed.end_block(block);
        }
    }

    /// The games end because of what they show.
    pub fn stop_by_results(&mut self) {
        for place in &mut self.places {
            place.performance.stop_by_results();
        }
    }

    /// The lines of those who have played.
    pub fn rows(&self, cell: Option<usize>) -> impl Iterator<Item = SummaryRow> {
        let width = self.roster.seats + 1;
        let places = self.places.iter().enumerate();
        places.filter_map(move |(index, place)| {
            let seat = (index % width > 0).then_some(index % width);
            let (score, wins) = (
                place.performance.score()?,
                place.performance.share_of_wins()?,
            );
            // One bot in every seat wins its fair share whatever happens.
            let given = seat.is_none() && self.roster.is_mirror();
            let win = wins.interval().filter(|_| !given);
            let score_interval = score.interval();
            Some(SummaryRow {
                bot: self.roster.entrants[index / width].clone(),
                seat,
                games: place.performance.games,
                blocks: place.performance.scores.count(),
                score_mean: score.value,
                score_low: score_interval.map(|interval| interval.low),
                score_high: score_interval.map(|interval| interval.high),
                win_rate: wins.value,
                win_low: win.map(|interval| interval.low),
                win_high: win.map(|interval| interval.high),
                fair_share: place.performance.fair_share(),
                score_sd: place.scores.standard_deviation(),
                cell,
                // What one seat is lucky in, another is not: over all seats of one bot nothing is left of it.
                luck: place.removed.luck().filter(|_| !given),
                rating: None,
                rating_low: None,
                rating_high: None,
                note: None,
            })
        })
    }
}

impl Totals {
    /// Nothing yet of these cells.
    pub fn new(rosters: &[Roster]) -> Totals {
        let mut entrants: Vec<String> = Vec::new();
        let places = rosters
            .iter()
            .map(|roster| {
                roster
                    .entrants
                    .iter()
                    .map(|name| place_of(&mut entrants, name))
                    .collect()
            })
            .collect();
        let seats = rosters.iter().map(|roster| roster.seats).max();
        Totals {
            ratings: Ratings::new(&entrants),
            standings: Standings::new(Roster {
                seats: seats.unwrap_or(0),
                seatings: rosters.iter().map(|roster| roster.seatings).sum(),
                entrants,
            }),
            places,
            block: 0,
        }
    }

    /// What comes next is of this block; the one before is complete if that was another.
    pub fn begin_block(&mut self, block: u64) {
        if self.block != block {
            self.end_block();
            self.block = block;
        }
    }

    /// Takes the record of a seat of a cell, as [`Standings::add`].
    pub fn add(
        &mut self,
        cell: usize,
        entrant: usize,
        record: &Record,
        fair: f64,
        luck: Option<SeatLuck>,
    ) {
        let entrant = self.places[cell][entrant];
        self.standings.add(entrant, record, fair, luck);
        self.ratings.add(record.seat, entrant, record.rank);
    }

    fn end_block(&mut self) {
        self.standings.end_block(self.block);
        self.ratings.close_block();
    }

    /// The lines as they are if the block that is being added up is complete.
    pub fn rows(&self) -> Vec<SummaryRow> {
        let mut all = self.clone();
        all.end_block();
        let rated = all.ratings.fit();
        let mut rows: Vec<SummaryRow> = all.standings.rows(None).collect();
        for row in rows.iter_mut().filter(|row| row.seat.is_none()) {
            let names = &all.standings.roster.entrants;
            let entrant = names.iter().position(|name| *name == row.bot);
            if let (Some(rated), Some(entrant)) = (&rated, entrant) {
                let interval = rated.interval(entrant, CONFIDENCE);
                row.rating = Some(rated.rating(entrant));
                row.rating_low = interval.map(|interval| interval.low);
                row.rating_high = interval.map(|interval| interval.high);
            }
        }
        rows
    }
}
