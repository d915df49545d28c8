//! Means of conditions, and differences between them, with a control variate for the luck of every game, if the run
//! valued luck.

use super::error::ReadError;
use super::levels::Grid;
use super::source::Source;
use super::sweep::places;
use super::tally::Who;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::{Record, luck_beside_others};
use portolan_run::settings::Kind;
use portolan_stats::{Adjusted, Controlled, ControlledShares, lead};

/// A bot or a seat of a condition.
type Place = (usize, Who);

/// A mean, or a difference of two means, with the luck of the games as a control variate.
#[derive(Clone, Debug, PartialEq)]
pub struct Subtracted {
    /// Index of the condition, from 0.
    pub cell: usize,
    /// Bot or seat.
    pub who: Who,
    /// Condition with which it is compared; `None` for a mean.
    pub beside: Option<usize>,
    /// Lead in points; `None` for a single seat, with few blocks, or if the lead does not vary.
    pub lead: Option<Adjusted>,
    /// Share of wins; `None` with few blocks, or if it does not vary.
    pub win: Option<Adjusted>,
}

/// Sums over the games of a block: number of games, values, and luck.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: f64,
    value: f64,
    luck: f64,
}

impl Sums {
    fn add(&mut self, value: f64, luck: f64) {
        self.games += 1.0;
        self.value += value;
        self.luck += luck;
    }

    /// Returns mean value and mean luck per game; `None` without games.
    fn means(self) -> Option<[f64; 2]> {
        (self.games > 0.0).then(|| [self.value / self.games, self.luck / self.games])
    }
}

/// Lead and share of the win, in this order.
type Measures<T> = [T; 2];

/// Returns all means and differences with the control variate: first the means, then the differences. Empty if the run
/// did not value luck.
///
/// The differences are those in the report: from the first condition of a sweep to every other one, and from each
/// level of a ladder to the next.
///
/// # Errors
/// [`ReadError`] if the files are missing or invalid.
pub fn read(source: &Source) -> Result<Vec<Subtracted>, ReadError> {
    let manifest = &source.manifest;
    if manifest.experiment.variance.is_none() {
        return Ok(Vec::new());
    }
    let places = compared(manifest);
    let pairs = pairs(manifest, &places);
    let mut means = vec![(Controlled::default(), ControlledShares::default()); places.len()];
    let mut differences = vec![Measures::<Controlled>::default(); pairs.len()];
    let mut blocks = source.blocks()?;
    let mut number = 0;
    while let Some(rows) = blocks.next_block()? {
        let found = block(rows, &places);
        for ([of_lead, of_win], (leads, wins)) in found.iter().zip(&mut means) {
            if let Some([value, luck]) = of_lead.means() {
                leads.push(number, value, luck);
            }
            if let Some([value, luck]) = of_win.means() {
                wins.push(number, value, luck, of_win.games as u64);
            }
        }
        for measure in 0..2 {
            for (&(first, there), difference) in pairs.iter().zip(&mut differences) {
                let both = found[first][measure]
                    .means()
                    .zip(found[there][measure].means());
                if let Some((first, there)) = both {
                    difference[measure].push(number, there[0] - first[0], there[1] - first[1]);
                }
            }
        }
        number += 1;
    }
    let said = |(cell, who): &Place, beside, lead, win| Subtracted {
        cell: *cell,
        who: who.clone(),
        beside,
        lead,
        win,
    };
    let means = places.iter().zip(&means);
    let means =
        means.map(|(place, (leads, wins))| said(place, None, leads.adjusted(), wins.adjusted()));
    let differences = pairs.iter().zip(&differences);
    let differences = differences.map(|(&(first, there), [leads, wins])| {
        let beside = Some(places[first].0);
        said(&places[there], beside, leads.adjusted(), wins.adjusted())
    });
    let all = means.chain(differences);
    Ok(all
        .filter(|found| found.lead.is_some() || found.win.is_some())
        .collect())
}

/// Returns the sums of a block for every place.
fn block(rows: &[Record], places: &[Place]) -> Vec<Measures<Sums>> {
    let mut found = vec![Measures::<Sums>::default(); places.len()];
    for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
        let scores: Vec<f64> = game.iter().map(|row| f64::from(row.score)).collect();
        for (seat, row) in game.iter().enumerate() {
            let Some((of_lead, of_win)) = luck_beside_others(game, seat) else {
                continue;
            };
            let here = places.iter().zip(&mut found);
            let here = here.filter(|((cell, who), _)| *cell == row.cell && is_in(who, row));
            for (_, [leads, wins]) in here {
                if let Some(lead) = lead(&scores, seat) {
                    leads.add(lead, of_lead);
                }
                wins.add(row.win, of_win);
            }
        }
    }
    found
}

fn is_in(who: &Who, row: &Record) -> bool {
    match who {
        Who::Bot(name) => name == row.bot,
        Who::Seat(seat) => *seat == row.seat,
    }
}

/// Returns the subjects of the means: the bots of every condition, or its seats if one bot plays them all.
fn compared(manifest: &Manifest) -> Vec<Place> {
    let mut places = Vec::new();
    for (cell, roster) in manifest.roster.iter().enumerate() {
        match roster.is_mirror() {
            true => places.extend((0..roster.seats).map(|seat| (cell, Who::Seat(seat)))),
            false => {
                let bots = roster.entrants.iter().cloned();
                places.extend(bots.map(|name| (cell, Who::Bot(name))));
            }
        }
    }
    places
}

/// Returns the pairs to compare, as indices of the reference and of the compared place.
fn pairs(manifest: &Manifest, among: &[Place]) -> Vec<(usize, usize)> {
    let index = |cell: usize, who: &Who| {
        let mut known = among.iter();
        known.position(|(there, known)| *there == cell && known == who)
    };
    match manifest.experiment.design.kind {
        Kind::Sweep => {
            let places = places(manifest);
            let from_first = places.iter().flat_map(|place| {
                let first = place.who[0].as_ref().and_then(|who| index(0, who));
                let cells = place.who.iter().enumerate().skip(1);
                cells.filter_map(move |(cell, who)| Some((first?, index(cell, who.as_ref()?)?)))
            });
            from_first.collect()
        }
        Kind::Ladder => {
            let grid = Grid::new(manifest);
            let steps = grid.bots.iter().zip(&grid.cells).flat_map(|(bot, rungs)| {
                rungs.windows(2).filter_map(move |step| {
                    let who = Who::Bot(bot.clone());
                    Some((index(step[0]?.0, &who)?, index(step[1]?.0, &who)?))
                })
            });
            steps.collect()
        }
        _ => Vec::new(),
    }
}
