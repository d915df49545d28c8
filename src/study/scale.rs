//! Bots and levels of a ladder on one scale (Rasch model), with bootstrap intervals over blocks.

use ordered_float::OrderedFloat;

use super::levels::{Grid, Ladder};
use portolan_core::random::{below, stream};
use portolan_stats::bootstrap::{percentile_interval, resample};
use portolan_stats::estimate::{Estimate, Unit};
use portolan_stats::interval::{CONFIDENCE, Interval};
use portolan_stats::rasch::{Encounter, Rasch};

/// Number of resamples for the intervals of the scale.
const RESAMPLES: usize = 1000;
/// Seed of the resamples, identical for all runs.
const SEED: u64 = 0x0072_6173_6368;
/// Standard deviation of the prior on the Rasch scale, in logits: weak.
const PRIOR: f64 = 10.0;

/// Positions of bots and levels, in logits.
pub struct Scale {
    /// Abilities of the bots, difficulties of the levels, then steps between levels.
    pub places: Vec<Estimate>,
    bots: usize,
    rungs: usize,
}

impl Scale {
    /// Fits the scale of a ladder; `None` if the fit fails.
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
        // Resampling a single batch provides no information about chance.
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
    /// Returns the bots in order of increasing ability.
    pub fn by_ability(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.bots).collect();
        order.sort_by_key(|&bot| OrderedFloat(self.places[bot].value));
        order
    }

    /// Returns the expected share of wins on level `rung` for a player who wins half of the games on
    /// level `half_on`.
    pub fn expected(&self, half_on: usize, rung: usize) -> Estimate {
        let difficulty = |rung: usize| self.places[self.bots + rung].value;
        let odds = (difficulty(half_on) - difficulty(rung)).exp();
        Estimate::new(odds / (1.0 + odds), None, Unit::Share)
    }

    /// Returns the number of levels.
    pub fn rungs(&self) -> usize {
        self.rungs
    }
}

/// Returns abilities of the bots, difficulties of the levels, and steps between levels.
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
                // Sums of shares may exceed the number of blocks by a rounding error.
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

/// Returns, in the order of [`fit`], true for bots and levels with both wins and losses; the positions
/// of the others are determined by the prior alone.
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
    use crate::conditions::CellTallies;
    use crate::ladder::Climb;
    use portolan_run::results::reader::Extent;
    use portolan_stats::batch::Batches;

    /// For a single bot, the scale consists of the logits of its shares, apart from the prior.
    #[test]
    fn scale_of_a_single_bot_consists_of_its_logits() {
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

    /// A single batch provides no information about chance, regardless of the number of resamples. The
    /// strength of a bot that always won depends on the prior alone, but a level that both bots faced is
    /// identified.
    #[test]
    fn estimates_without_observed_variation_have_no_interval() {
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

    /// A player who wins half of the games on the hard level, which is one logit above the easy one,
    /// wins e / (1 + e) on the easy one.
    #[test]
    fn level_is_described_by_win_rates_on_other_levels() {
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
