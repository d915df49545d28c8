//! A price factorial experiment: the value of access to each item at its price, and the change of this value per unit
//! of price, estimated for all items from every game.
//!
//! Each condition has its own prices, and on every deal a random set of items is withheld from each place of the
//! line-up. The margin of a place is regressed on access to each item, and on access times the change of the item's
//! price. All conditions of a deal group form one cluster.
//!
//! A price only matters to those who pay it, so the changes of value are proportional to the pick rates of the items,
//! apart from deviations of single items. One factor is estimated for all items, and the deviations are shrunk.

use super::factorial::{FEWEST_BLOCKS, Outcomes, contrasts};
use super::judgement::{ItemEffect, Judgement, Peer, Reference, judge};
use super::pick_rates::{LEAST_TAKEN, Takings};
use super::places::{CellBlock, Means, Places};
use super::source::Source;
use portolan_core::random::{deal_seed, design_stream};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Extent;
use portolan_run::settings::ItemStudy;
use portolan_stats::clustered::{Cluster, Clustered};
use portolan_stats::shrinkage::{Measured, shrunk, variance_between};

/// Number of times that the common factor and the spread around it are estimated from each other.
const ITERATIONS: usize = 20;

/// Results for one bot.
#[derive(Clone, Debug, Default)]
pub struct PriceResponse {
    /// Name of the bot.
    pub bot: String,
    /// Value of access to each item at its price, compared with other items at this price.
    pub items: Vec<Judgement>,
    /// Measured change of the value of each item per unit of price.
    pub measured: Vec<Measured>,
    /// Change of the value of each item per unit of price, with deviations from the common factor shrunk.
    pub slopes: Vec<Measured>,
    /// Common change of value per unit of price and per taking; per unit of price if the run recorded no pick rates.
    pub per_taking: Measured,
    /// Pick rate of each item; `None` for items without such an event, or if the run recorded no events.
    pub taken: Option<Vec<Option<f64>>>,
}

/// Results of a price factorial experiment.
#[derive(Clone, Debug)]
pub struct PriceFindings<'run> {
    pub study: &'run ItemStudy,
    /// Results by bot; without items if the games do not identify them.
    pub bots: Vec<PriceResponse>,
    pub extent: Extent,
}

/// Reads the results of a price factorial experiment; `None` for any other run.
///
/// # Errors
/// [`RunError`] if the result files are invalid.
pub fn read(source: &Source) -> Result<Option<PriceFindings<'_>>, RunError> {
    let manifest: &Manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let Some(study) = experiment.items.as_ref() else {
        return Ok(None);
    };
    if study.price_factorial().is_none() {
        return Ok(None);
    }
    let takings: Takings = source.takings()?;
    let mut groups: Vec<(&String, Vec<usize>, Outcomes)> = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let Some(bot) = cell.bots.first() else {
            continue;
        };
        match groups.iter_mut().find(|(name, ..)| *name == bot) {
            Some((_, cells, _)) => cells.push(index),
            None => groups.push((bot, vec![index], Outcomes::default())),
        }
    }
    let mut take = |block: u64, cells: &[Option<CellBlock>]| {
        for (_, of_bot, outcomes) in &mut groups {
            let places = |&cell: &usize| Some(cells[cell].as_ref()?.places.clone());
            let sets: Option<Vec<Vec<Means>>> = of_bot.iter().map(places).collect();
            if let Some(sets) = sets {
                outcomes.push(block, sets);
            }
        }
    };
    let mut places = Places::new(manifest);
    let extent = source
        .blocks()?
        .each_game(|game| places.add_game(game, &mut take))?;
    places.finish(&mut take);
    let of_bot = |(bot, cells, outcomes): &(&String, Vec<usize>, Outcomes)| {
        let taken = takings.of(bot);
        let cells = cells.iter().map(|&cell| &experiment.cells[cell]);
        let moves: Vec<&[i32]> = cells.map(|cell| cell.prices.as_slice()).collect();
        let found = fit(study, experiment.seed, &moves, outcomes, taken).unwrap_or_default();
        PriceResponse {
            bot: bot.to_string(),
            ..found
        }
    };
    Ok(Some(PriceFindings {
        study,
        bots: groups.iter().map(of_bot).collect(),
        extent,
    }))
}

/// Returns the estimates from the outcomes of the places by condition; `moves` contains the changes of the prices in each
/// condition. `None` if the outcomes do not identify the estimates.
pub fn fit(
    study: &ItemStudy,
    master_seed: u64,
    moves: &[&[i32]],
    outcomes: &Outcomes,
    taken: Option<&[Option<f64>]>,
) -> Option<PriceResponse> {
    let items = study.item.len();
    let blocks = outcomes.all();
    if blocks.len() < FEWEST_BLOCKS * 2 * items {
        return None;
    }
    let (_, sets) = blocks.first()?;
    let (sets, places) = (sets.len(), sets.first()?.len());
    let withhold = study.price_factorial()?.withhold;
    let contrasts = contrasts(places);
    // As in a factorial experiment, a single place has a constant, here one for each set of prices.
    let alone = places == 1;
    let scale = if alone {
        1.0
    } else {
        places as f64 / (places - 1) as f64
    };
    let cluster = |index: usize| {
        let (number, of_sets) = &blocks[index];
        let seed = deal_seed(master_seed, *number);
        let access: Vec<Vec<f64>> = (0..places)
            .map(|place| {
                let withheld = study.withheld(seed, place).into_iter();
                withheld
                    .map(|withheld| f64::from(u8::from(!withheld)) - (1.0 - withhold))
                    .collect()
            })
            .collect();
        let mut cluster = Cluster::default();
        for contrast in &contrasts {
            let mut differs = vec![0.0; items];
            for (part, access) in contrast.iter().zip(&access) {
                for (sum, access) in differs.iter_mut().zip(access) {
                    *sum += scale * part * access;
                }
            }
            for (set, (means, moves)) in of_sets.iter().zip(moves).enumerate() {
                let mut row = differs.clone();
                row.extend(
                    differs
                        .iter()
                        .zip(*moves)
                        .map(|(access, &by)| access * f64::from(by)),
                );
                if alone {
                    row.extend((0..sets).map(|other| f64::from(u8::from(other == set))));
                }
                let of = |value: fn(&Means) -> f64| -> f64 {
                    contrast
                        .iter()
                        .zip(means)
                        .map(|(part, means)| part * value(means))
                        .sum()
                };
                cluster.rows.push(row);
                cluster
                    .responses
                    .push(vec![of(|means| means.margin), of(|means| means.win)]);
            }
        }
        cluster
    };
    let fit = Clustered {
        clusters: blocks.len(),
        columns: 2 * items + if alone { sets } else { 0 },
        responses: 2,
        relative: 0,
        cluster,
    }
    .fit()?;
    let measured = |response: usize, column: usize| Measured {
        value: fit.coefficients[response][column],
        error: fit.variances[response][column].sqrt(),
    };
    let pair = |of: Measured| (of.value, of.error);
    let effects: Vec<ItemEffect> = (0..items)
        .map(|item| {
            ItemEffect::new(
                pair(measured(0, item)),
                pair(measured(1, item)),
                fit.degrees,
            )
        })
        .collect();
    let peers: Vec<Peer> = (study.item.iter())
        .map(|item| Peer {
            kind: &item.kind,
            price: item.price,
        })
        .collect();
    let mut judged = judge(
        &effects,
        &peers,
        Reference::Peers,
        &mut design_stream(master_seed),
    );
    let share = |item: usize| taken.and_then(|taken| taken[item]);
    for (item, judged) in judged.iter_mut().enumerate() {
        judged.tested = share(item).is_none_or(|share| share >= LEAST_TAKEN);
    }
    let slopes: Vec<Measured> = (0..items).map(|item| measured(0, items + item)).collect();
    let rates: Vec<f64> = (0..items).map(|item| share(item).unwrap_or(1.0)).collect();
    let (per_taking, shrunk) = responses(&slopes, &rates);
    Some(PriceResponse {
        bot: String::new(),
        items: judged,
        measured: slopes,
        slopes: shrunk,
        per_taking,
        taken: taken.map(<[Option<f64>]>::to_vec),
    })
}

/// Returns the common factor by which slopes are proportional to the pick rates, and the slopes with their deviations
/// from this proportion shrunk. The common factor is the precision-weighted estimate of a random-effects model.
pub fn responses(slopes: &[Measured], rates: &[f64]) -> (Measured, Vec<Measured>) {
    let (mut common, mut between) = (Measured::default(), 0.0);
    for _ in 0..ITERATIONS {
        let (mut top, mut bottom) = (0.0, 0.0);
        for (slope, rate) in slopes.iter().zip(rates) {
            let weight = 1.0 / (slope.error * slope.error + between).max(1e-12);
            top += weight * rate * slope.value;
            bottom += weight * rate * rate;
        }
        if bottom <= 0.0 {
            return (Measured::default(), slopes.to_vec());
        }
        common = Measured {
            value: top / bottom,
            error: bottom.recip().sqrt(),
        };
        let deviations: Vec<Measured> = (slopes.iter().zip(rates))
            .map(|(slope, rate)| Measured {
                value: slope.value - rate * common.value,
                error: slope.error,
            })
            .collect();
        between = variance_between(&deviations);
    }
    let near = |(slope, rate): (&Measured, &f64)| {
        let expected = rate * common.value;
        let deviation = Measured {
            value: slope.value - expected,
            error: slope.error,
        };
        let deviation = shrunk(deviation, between);
        Measured {
            value: expected + deviation.value,
            error: deviation.error.hypot(rate * common.error),
        }
    };
    (common, slopes.iter().zip(rates).map(near).collect())
}
