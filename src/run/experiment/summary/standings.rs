//! Accumulates results per bot and seat, for one condition and for all conditions together.

use super::control_variate::{ControlledMeans, SeatLuck};
use super::row::SummaryRow;
use crate::experiment::ratings::Ratings;
use crate::results::record::Record;
use crate::settings::roster::{Roster, place_of};
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Moments, Performance};

/// Results of all entrants in one condition.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Roster of the condition.
    pub roster: Roster,
    /// For each entrant: all seats together, then each seat.
    places: Vec<Place>,
}

/// Results of an entrant in all seats or in one seat.
#[derive(Clone, Debug, Default)]
struct Place {
    performance: Performance,
    /// Moments of the single scores.
    scores: Moments,
    /// Results with the control variate for luck.
    controlled: ControlledMeans,
}

/// Results of all conditions together.
#[derive(Clone, Debug)]
pub struct Totals {
    pub standings: Standings,
    ratings: Ratings,
    /// For each condition: index of each of its entrants in the standings.
    places: Vec<Vec<usize>>,
    /// Number of the current deal group.
    block: u64,
}

impl Standings {
    /// Creates empty standings.
    pub fn new(roster: Roster) -> Standings {
        let places = vec![Place::default(); roster.entrants.len() * (roster.seats + 1)];
        Standings { roster, places }
    }

    /// Adds the record of a seat. `fair` is the win share of equal players in this game, `luck` the valued
    /// luck, if any.
    pub fn add(&mut self, entrant: usize, record: &Record, fair: f64, luck: Option<SeatLuck>) {
        let first = entrant * (self.roster.seats + 1);
        for index in [first, first + 1 + record.seat] {
            let place = &mut self.places[index];
            place.scores.push(f64::from(record.score));
            place.performance.add(record.outcome(fair, None));
            if let Some(luck) = luck {
                place.controlled.add(luck);
            }
        }
    }

    /// Completes deal group `block`.
    pub fn end_block(&mut self, block: u64) {
        for place in &mut self.places {
            place.performance.end_block();
            place.controlled.end_block(block);
        }
    }

    /// Marks the run as ended by its results, which removes the intervals.
    pub fn stop_by_results(&mut self) {
        for place in &mut self.places {
            place.performance.stop_by_results();
        }
    }

    /// Returns the win rates of up to four entrants in words, the highest first; empty if a bot plays every seat.
    pub fn interim(&self) -> String {
        const MOST: usize = 4;
        if self.roster.is_mirror() {
            return String::new();
        }
        let rows = self.rows(None).filter(|row| row.seat.is_none());
        let mut rows: Vec<SummaryRow> = rows.collect();
        rows.sort_by(|one, other| other.win_rate.total_cmp(&one.win_rate));
        let rates = rows.iter().take(MOST).map(|row| {
            let rate = 100.0 * row.win_rate;
            let range = (row.win_low.zip(row.win_high))
                .map(|(low, high)| format!(" ({:.1}–{:.1})", 100.0 * low, 100.0 * high));
            format!("{} {rate:.1} %{}", row.bot, range.unwrap_or_default())
        });
        rates.collect::<Vec<_>>().join(", ")
    }

    /// Returns the rows of the entrants that have played.
    pub fn rows(&self, cell: Option<usize>) -> impl Iterator<Item = SummaryRow> {
        let width = self.roster.seats + 1;
        let places = self.places.iter().enumerate();
        places.filter_map(move |(index, place)| {
            let seat = (index % width > 0).then_some(index % width);
            let (score, wins) = (
                place.performance.score()?,
                place.performance.share_of_wins()?,
            );
            // A bot that plays every seat always wins its fair share.
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
                // The luck of the seats cancels over all seats of one bot.
                luck: place.controlled.luck().filter(|_| !given),
                rating: None,
                rating_low: None,
                rating_high: None,
                note: None,
            })
        })
    }
}

impl Totals {
    /// Creates empty totals for conditions with these rosters.
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

    /// Starts deal group `block`, which completes the previous one if the number has changed.
    pub fn begin_block(&mut self, block: u64) {
        if self.block != block {
            self.end_block();
            self.block = block;
        }
    }

    /// Adds the record of a seat of a condition, as [`Standings::add`].
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

    /// Returns the rows, with the current deal group counted as complete.
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
                row.rating = rated.rating(entrant);
                row.rating_low = interval.map(|interval| interval.low);
                row.rating_high = interval.map(|interval| interval.high);
            }
        }
        rows
    }
}
