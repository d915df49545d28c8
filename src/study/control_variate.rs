//! Means of conditions, and differences between them, with a control variate for the luck of every game, if the run
//! estimated luck.

use super::error::ReadError;
use super::levels::Grid;
use super::source::Source;
use super::sweep::places;
use super::tally::Who;
use portolan_run::experiment::summary::{
    ControlledDifferences, ControlledMeans, GroupMeans, SeatLuck, WithoutLuck,
};
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_run::settings::Kind;

/// A bot or a seat of a condition.
type Place = (usize, Who);

/// A mean, or a difference of two means, with the luck of the games as a control variate.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlledEstimate {
    /// Index of the condition, from 0.
    pub cell: usize,
    /// Bot or seat.
    pub who: Who,
    /// Condition with which it is compared; `None` for a mean.
    pub beside: Option<usize>,
    /// Lead and win rate.
    pub found: WithoutLuck,
}

/// Returns all means and differences with the control variate: first the means, then the differences. Empty if the
/// run did not estimate luck.
///
/// The differences are those in the report: from the first condition of a sweep to every other one, and from each
/// level of a ladder to the next.
///
/// # Errors
/// [`ReadError`] if the files are missing or invalid.
pub fn read(source: &Source) -> Result<Vec<ControlledEstimate>, ReadError> {
    let manifest = &source.manifest;
    if manifest.experiment.variance.is_none() {
        return Ok(Vec::new());
    }
    let places = compared(manifest);
    let pairs = pairs(manifest, &places);
    let mut means = vec![ControlledMeans::default(); places.len()];
    let mut differences = vec![ControlledDifferences::default(); pairs.len()];
    let mut blocks = source.blocks()?;
    let mut number = 0;
    while let Some(rows) = blocks.next_block()? {
        for game in rows.chunk_by(|one, next| one.game_id == next.game_id) {
            for (seat, row) in game.iter().enumerate() {
                let Some(luck) = SeatLuck::of(game, seat) else {
                    continue;
                };
                let here = places.iter().zip(&mut means);
                here.filter(|((cell, who), _)| *cell == row.cell && is_in(who, row))
                    .for_each(|(_, mean)| mean.add(luck));
            }
        }
        let block = means.iter_mut().map(|mean| mean.end_block(number));
        let block: Vec<GroupMeans> = block.collect();
        for (&(first, there), difference) in pairs.iter().zip(&mut differences) {
            difference.add(number, block[first], block[there]);
        }
        number += 1;
    }
    let estimate = |(cell, who): &Place, beside, found: Option<WithoutLuck>| {
        Some(ControlledEstimate {
            cell: *cell,
            who: who.clone(),
            beside,
            found: found?,
        })
    };
    let means = places.iter().zip(&means);
    let means = means.filter_map(|(place, mean)| estimate(place, None, mean.luck()));
    let differences = pairs.iter().zip(&differences);
    let differences = differences.filter_map(|(&(first, there), difference)| {
        estimate(&places[there], Some(places[first].0), difference.luck())
    });
    Ok(means.chain(differences).collect())
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
    match manifest.experiment.kind {
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
