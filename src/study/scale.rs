//! Bots and rungs of a ladder on one scale (Rasch), with intervals by bootstrap over blocks.

use ordered_float::OrderedFloat;

use super::rungs::{Grid, Ladder};
use portolan_core::random::{below, stream};
use portolan_stats::bootstrap::{percentile_interval, resample};
use portolan_stats::estimate::{Estimate, Unit};
use portolan_stats::interval::{CONFIDENCE, Interval};
use portolan_stats::rasch::{Encounter, Rasch};

/// Resamples behind the intervals of the scale.
const RESAMPLES: usize = 1000;
/// Their seed, the same for every run.
const SEED: u64 = 0x0072_6173_6368;
/// Standard deviation of the prior on the Rasch scale, in logits: weak.
const PRIOR: f64 = 10.0;

/// The places of bots and rungs, in logits.
pub struct Scale {
    /// Abilities of the bots, difficulties of the rungs, then steps between rungs.
    pub places: Vec<Estimate>,
    bots: usize,
    rungs: usize,
}

impl Scale {
    /// The scale of a ladder; `None` if it cannot be fitted.
    pub fn fit(ladder: &Ladder) -> Option<Scale> {
        let grid = &ladder.grid;
        let sums = ladder.batches.total();
        let best = fit(grid, &sums)?;
        let informed = informed(grid, &sums);
        let mut draws: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); best.len()];
        let mut rng = stream(SEED, &[]);
        let drawn = resample(
            ladder.batches.len(),
            RESAMPLES,
            |bound| below(&mut rng, bound),
            |counts| {
                let fitted = fit(grid, &ladder.batches.weighted(counts))?;
                for (values, value) in draws.iter_mut().zip(fitted) {
                    values.push(value);
                }
                Some(0.0)
            },
        );
        // One batch drawn again and again says nothing of chance.
        let sound = ladder.batches.len() > 1 && drawn.len() * 20 >= RESAMPLES * 19;
        let interval = |index: usize| -> Option<Interval> {
            (sound && informed.get(index).copied().unwrap_or(true))
                .then(|| percentile_interval(&draws[index], CONFIDENCE))
                .flatten()
        };
        let places = best.into_iter().enumerate();
        Some(Scale {
            bots: grid.bots.len(),
            rungs: grid.values.len(),
            places: places
                .map(|(index, value)| Estimate::new(value, interval(index), Unit::Logits))
                .collect(),
        })
    }
}

impl Scale {
    /// The bots, from the weakest to the strongest.
    pub fn by_ability(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots).collect();
        order.sort_by_key(|&bot| OrderedFloat(self.places[bot].value));
        order
    }

    /// The share of games that a player who wins half of them on one rung is expected to win on another.
    pub fn expected(&self, half_on: usize, rung: usize) -> Estimate {
        let difficulty = |rung: usize| self.places[self.bots + rung].value;
        let odds = (difficulty(half_on) - difficulty(rung)).exp();
        Estimate::new(odds / (1.0 + odds), None, Unit::Share)
    }

    /// How many rungs there are.
    pub fn rungs(&self) -> usize {
        self.rungs
    }
}

/// Abilities of the bots, difficulties of the rungs, and the steps between rungs.
fn fit(grid: &Grid, sums: &[f64]) -> Option<Vec<f64>> {
    let mut encounters = Vec::new();
    for (bot, rungs) in grid.cells.iter().enumerate() {
        for (level, place) in rungs.iter().enumerate() {
            let Some((cell, _)) = place else {
                continue;
            };
            let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
            let games = at(2 * cell + 1);
            encounters.push(Encounter {
                bot,
                level,
                // Sums of shares may pass the number of blocks by a rounding.
                wins: at(2 * cell).min(games),
                games,
            });
        }
    }
    let (bots, levels) = (grid.bots.len(), grid.values.len());
    let scale = Rasch::fit(bots, levels, &encounters, PRIOR)?;
    let abilities = (0..bots).map(|bot| scale.ability(bot));
    let difficulties = (0..levels).map(|level| scale.difficulty(level));
    let steps = (0..levels - 1).map(|level| scale.step(level));
    abilities
        .chain(difficulties)
        .chain(steps)
        .map(|place| Some(place?.value))
        .collect()
}

/// Which bots and rungs, numbered as in [`fit`], saw wins and losses; of the others only the prior
/// holds the place.
fn informed(grid: &Grid, sums: &[f64]) -> Vec<bool> {
    let (bots, levels) = (grid.bots.len(), grid.values.len());
    let mut totals = vec![(0.0, 0.0); bots + levels];
    for (bot, rungs) in grid.cells.iter().enumerate() {
        for (level, place) in rungs.iter().enumerate() {
            let Some((cell, _)) = place else {
                continue;
            };
            let at = |index: usize| sums.get(index).copied().unwrap_or(0.0);
            for index in [bot, bots + level] {
                totals[index].0 += at(2 * cell);
                totals[index].1 += at(2 * cell + 1);
            }
        }
    }
    totals
        .into_iter()
        .map(|(wins, games)| wins > 0.0 && wins < games)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::CellTallies;
    use crate::ladder::Climb;
    use portolan_engine::results::reader::Extent;
    use portolan_stats::batch::Batches;

    /// One bot: the scale is the logits of its shares, up to the prior.
    #[test]
    fn one_bot_is_placed_by_its_logits() {
        let grid = Grid {
            option: "level".to_string(),
            values: ["a", "b"].map(String::from).to_vec(),
            bots: vec!["x".to_string()],
            cells: vec![vec![Some((0, 0)), Some((1, 0))]],
            opponents: true,
        };
        let fitted = fit(&grid, &[800.0, 1000.0, 500.0, 1000.0]).unwrap();
        let step = 4f64.ln();
        for (found, wanted) in fitted
            .iter()
            .zip([step / 2.0, -step / 2.0, step / 2.0, step])
        {
            assert!((found - wanted).abs() < 0.01, "{fitted:?}");
        }
    }

    /// A single batch says nothing of chance, however often it is drawn; of a bot that always won only
    /// the prior says how strong it is, and of a level that both met both say something.
    #[test]
    fn what_was_not_seen_to_vary_has_no_interval() {
        let scale = |blocks: &[[f64; 4]]| {
            let mut batches = Batches::default();
            for wins in blocks {
                let cells = wins.iter().enumerate();
                let sums: Vec<(usize, f64)> = cells
                    .flat_map(|(cell, &share)| [(2 * cell, share), (2 * cell + 1, 1.0)])
                    .collect();
                batches.push(&sums);
            }
            let scale = Scale::fit(&Ladder {
                grid: Grid {
                    option: "level".to_string(),
                    values: ["a", "b"].map(String::from).to_vec(),
                    bots: ["x", "y"].map(String::from).to_vec(),
                    cells: vec![
                        vec![Some((0, 0)), Some((1, 0))],
                        vec![Some((2, 0)), Some((3, 0))],
                    ],
                    opponents: true,
                },
                cells: CellTallies {
                    tallies: Vec::new(),
                    extent: Extent::default(),
                },
                climbs: Vec::new(),
                together: Climb::new(2),
                batches,
            });
            let places = scale.unwrap().places.into_iter();
            places
                .map(|place| place.interval().is_some())
                .collect::<Vec<bool>>()
        };
        let even = [0.5, 0.25, 1.0, 1.0];
        let odd = [0.75, 0.5, 1.0, 1.0];
        assert_eq!(scale(&[even]), [false; 5]);
        let many = [even, odd, even, odd, even, odd];
        assert_eq!(scale(&many), [true, false, true, true, true]);
    }

    /// Who wins half on the hard rung, which is a logit above the easy one, wins e / (1 + e) there.
    #[test]
    fn a_rung_is_told_in_shares_on_the_others() {
        let place = |value| Estimate::new(value, None, Unit::Logits);
        let scale = Scale {
            places: [2.0, -1.0, 0.0, 1.0, 1.0].map(place).to_vec(),
            bots: 2,
            rungs: 2,
        };
        assert_eq!(scale.by_ability(), [1, 0]);
        let expected = [(0, 0, 0.5), (1, 0, 0.731_058_6), (0, 1, 0.268_941_4)];
        for (half_on, rung, share) in expected {
            assert!((scale.expected(half_on, rung).value - share).abs() < 1e-6);
        }
    }
}
