//! A factorial experiment: what access to each item is worth, all items estimated from every game.
//!
//! On every deal, each place of the line-up has a random set of items withheld from it. The margin of a
//! place is regressed on what it has access to and the others have not. Which items are withheld is
//! drawn, so nothing that players choose can be mistaken for an effect of the items; standard errors
//! come from whole blocks (Liang & Zeger, *Longitudinal data analysis using generalized linear models*,
//! 1986), because the places of a block share their deal.

use rayon::prelude::*;

use super::judgement::Effect;
use super::places::{CellBlock, Means};
use crate::experiment::treatment::ItemStudy;
use crate::random::deal_seed;
use crate::stats::matrix::invert;

/// Blocks that are summed up at a time, whatever the number of threads, so that sums do not depend on
/// it.
const CHUNK: usize = 2048;

/// The outcomes of one cell: a bot with a data set.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    blocks: Vec<(u64, Vec<Means>)>,
}

impl Outcomes {
    /// Takes a block.
    pub fn push(&mut self, block: u64, cell: &CellBlock) {
        self.blocks.push((block, cell.places.clone()));
    }

    /// Blocks taken.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// What is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Access to an item.
    Item(usize),
    /// What access to both of two items is worth beyond access to each.
    Pair(usize, usize),
}

/// The items, then pairs.
pub fn terms(items: usize, pairs: &[(usize, usize)]) -> Vec<Term> {
    let pairs = pairs.iter().map(|&(one, other)| Term::Pair(one, other));
    (0..items).map(Term::Item).chain(pairs).collect()
}

/// Effects of the terms in this order; `None` if there are too few blocks to tell them apart.
pub fn fit(
    study: &ItemStudy,
    master_seed: u64,
    outcomes: &Outcomes,
    terms: &[Term],
) -> Option<Vec<Effect>> {
    let design = Design::new(study, master_seed, outcomes, terms);
    let width = terms.len();
    if outcomes.blocks.len() <= width {
        return None;
    }
    let sums = design.sum(|block, sums: &mut Sums| {
        for (row, response) in design.rows(block) {
            sums.add(&row, response);
        }
    });
    let inverse = invert(&sums.square())?;
    let solve = |right: &[f64]| -> Vec<f64> {
        let product = |line: &Vec<f64>| line.iter().zip(right).map(|(a, b)| a * b).sum();
        inverse.iter().map(product).collect()
    };
    let margin = solve(&sums.margin);
    let win = solve(&sums.win);
    // Influence of every block on every coefficient, squared and summed.
    let spread = design.sum(|block, sums: &mut Sums| {
        let mut score = vec![[0.0; 2]; width];
        for (row, response) in design.rows(block) {
            let fitted = |fit: &[f64]| row.iter().zip(fit).map(|(x, b)| x * b).sum::<f64>();
            let rest = [
                response.margin - fitted(&margin),
                response.win - fitted(&win),
            ];
            for (score, x) in score.iter_mut().zip(&row) {
                score[0] += x * rest[0];
                score[1] += x * rest[1];
            }
        }
        for (term, line) in inverse.iter().enumerate() {
            let moved =
                |which: usize| -> f64 { line.iter().zip(&score).map(|(a, s)| a * s[which]).sum() };
            sums.margin[term] += moved(0).powi(2);
            sums.win[term] += moved(1).powi(2);
        }
    });
    // Few blocks make residuals look small.
    let blocks = outcomes.blocks.len() as f64;
    let correction = blocks / (blocks - width as f64);
    let effects: Vec<Effect> = (0..width)
        .map(|term| Effect {
            margin: margin[term],
            margin_error: (spread.margin[term] * correction).sqrt(),
            win: win[term],
            win_error: (spread.win[term] * correction).sqrt(),
        })
        .collect();
    let finite = |effect: &Effect| effect.margin.is_finite() && effect.margin_error.is_finite();
    effects.iter().all(finite).then_some(effects)
}

/// What is to be explained, and by what.
struct Design<'run> {
    study: &'run ItemStudy,
    master_seed: u64,
    outcomes: &'run Outcomes,
    terms: &'run [Term],
    /// Share of games in which a place has access to an item.
    access: f64,
    /// Means over all blocks; nothing with several places, whose margins sum to zero.
    mean: Means,
}

impl<'run> Design<'run> {
    fn new(
        study: &'run ItemStudy,
        master_seed: u64,
        outcomes: &'run Outcomes,
        terms: &'run [Term],
    ) -> Design<'run> {
        let withhold = study.factorial.map_or(0.0, |factorial| factorial.withhold);
        let withheld = if withhold < 1.0 {
            withhold
        } else {
            withhold / study.item.len().max(1) as f64
        };
        let places = outcomes
            .blocks
            .first()
            .map_or(0, |(_, places)| places.len());
        let count = outcomes.blocks.len().max(1) as f64;
        let alone = outcomes.blocks.iter().filter(|_| places == 1);
        let mut mean = Means::default();
        for (_, places) in alone {
            mean.margin += places[0].margin / count;
            mean.win += places[0].win / count;
        }
        if places > 1 {
            mean.win = 1.0 / places as f64;
        }
        Design {
            study,
            master_seed,
            outcomes,
            terms,
            access: 1.0 - withheld,
            mean,
        }
    }

    /// The rows of a block, one for each place, with what they explain. With two places the second
    /// tells the same as the first and is left out.
    fn rows(&self, block: &(u64, Vec<Means>)) -> Vec<(Vec<f64>, Means)> {
        let (number, means) = block;
        let seed = deal_seed(self.master_seed, *number);
        let values: Vec<Vec<f64>> = (0..means.len())
            .map(|place| self.values(&self.study.withheld(seed, place)))
            .collect();
        let count = if means.len() == 2 { 1 } else { means.len() };
        (0..count)
            .map(|place| {
                let row = (0..self.terms.len())
                    .map(|term| {
                        let own = values[place][term];
                        let total: f64 = values.iter().map(|values| values[term]).sum();
                        let others = (means.len() - 1).max(1) as f64;
                        own - (total - own) / others
                    })
                    .collect();
                let response = Means {
                    margin: means[place].margin - self.mean.margin,
                    win: means[place].win - self.mean.win,
                    score: 0.0,
                };
                (row, response)
            })
            .collect()
    }

    /// The values of the terms for a place from which these items are withheld.
    fn values(&self, withheld: &[bool]) -> Vec<f64> {
        let centred = |item: usize| f64::from(u8::from(!withheld[item])) - self.access;
        self.terms
            .iter()
            .map(|term| match *term {
                Term::Item(item) => centred(item),
                Term::Pair(one, other) => centred(one) * centred(other),
            })
            .collect()
    }

    /// Sums over all blocks, in an order that does not depend on threads.
    fn sum(&self, add: impl Fn(&(u64, Vec<Means>), &mut Sums) + Sync) -> Sums {
        let width = self.terms.len();
        let parts: Vec<Sums> = self
            .outcomes
            .blocks
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut sums = Sums::new(width);
                chunk.iter().for_each(|block| add(block, &mut sums));
                sums
            })
            .collect();
        let mut total = Sums::new(width);
        for part in &parts {
            total.merge(part);
        }
        total
    }
}

/// Sums of products.
struct Sums {
    /// Of each row with itself: the upper triangle, line by line.
    squares: Vec<f64>,
    margin: Vec<f64>,
    win: Vec<f64>,
}

impl Sums {
    fn new(width: usize) -> Sums {
        Sums {
            squares: vec![0.0; width * (width + 1) / 2],
            margin: vec![0.0; width],
            win: vec![0.0; width],
        }
    }

    fn add(&mut self, row: &[f64], response: Means) {
        let mut first = 0;
        for (term, &value) in row.iter().enumerate() {
            let rest = &row[term..];
            if value != 0.0 {
                let line = &mut self.squares[first..first + rest.len()];
                for (sum, other) in line.iter_mut().zip(rest) {
                    *sum += value * other;
                }
                self.margin[term] += value * response.margin;
                self.win[term] += value * response.win;
            }
            first += rest.len();
        }
    }

    fn merge(&mut self, other: &Sums) {
        let add = |sums: &mut Vec<f64>, others: &Vec<f64>| {
            sums.iter_mut().zip(others).for_each(|(a, b)| *a += b);
        };
        add(&mut self.squares, &other.squares);
        add(&mut self.margin, &other.margin);
        add(&mut self.win, &other.win);
    }

    /// The whole matrix.
    fn square(&self) -> Vec<Vec<f64>> {
        let width = self.margin.len();
        let value = |line: usize, column: usize| {
            let (first, last) = (line.min(column), line.max(column));
            // The lines before hold width, width − 1 … values.
            let before: usize = (0..first).map(|line| width - line).sum();
            self.squares[before + last - first]
        };
        (0..width)
            .map(|line| (0..width).map(|column| value(line, column)).collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::treatment::{Factorial, StudiedItem};
    use crate::random::{design_stream, unit};

    fn study(items: usize) -> ItemStudy {
        let item = |number| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            price: None,
            grantable: false,
        };
        ItemStudy {
            factorial: Some(Factorial::default()),
            price: None,
            item: (0..items).map(item).collect(),
        }
    }

    /// Outcomes made from known effects, of each item and of items 0 and 1 together, with noise.
    fn planted(study: &ItemStudy, places: usize, blocks: u64, pair: f64) -> Outcomes {
        let worth = [2.0, -1.0, 0.5, 0.0, 0.0, 0.0];
        let mut rng = design_stream(5);
        let mut outcomes = Outcomes::default();
        for block in 0..blocks {
            let scores: Vec<f64> = (0..places)
                .map(|place| {
                    let withheld = study.withheld(deal_seed(7, block), place);
                    let has = |item: usize| f64::from(u8::from(!withheld[item]));
                    let items: f64 = (0..6).map(|item| worth[item] * has(item)).sum();
                    items + pair * has(0) * has(1) + 12.0 * (unit(&mut rng) - 0.5)
                })
                .collect();
            let total: f64 = scores.iter().sum();
            let best = scores.iter().copied().fold(f64::MIN, f64::max);
            let means = scores
                .iter()
                .map(|&score| Means {
                    margin: score - (total - score) / (places - 1).max(1) as f64,
                    win: f64::from(u8::from(score == best)),
                    score,
                })
                .collect();
            outcomes.blocks.push((block, means));
        }
        outcomes
    }

    /// With `n` places and noise of standard deviation s in every score, the information of a block on
    /// one item is n(n−1)/n · var(x) / s² …: for two places, 2 · ¼ / s².
    #[test]
    fn planted_effects_come_back_with_honest_errors() {
        let study = study(6);
        for places in [2, 3, 4] {
            let outcomes = planted(&study, places, 4000, 0.0);
            let found = fit(&study, 7, &outcomes, &terms(6, &[])).unwrap();
            for (effect, worth) in found.iter().zip([2.0, -1.0, 0.5, 0.0, 0.0, 0.0]) {
                let off = (effect.margin - worth) / effect.margin_error;
                assert!(
                    off.abs() < 4.0,
                    "{places} places: {effect:?} and not {worth}"
                );
            }
            // Noise has variance 12 in every score.
            let n = places as f64;
            let error = (12.0 / (4000.0 * (n - 1.0) * 0.25)).sqrt();
            let ratio = found[3].margin_error / error;
            assert!((0.9..1.1).contains(&ratio), "{places} places: {ratio}");
            assert!(found[0].win > 0.05 && found[1].win < 0.0);
        }
    }

    #[test]
    fn alone_the_effect_is_on_the_own_score() {
        let study = study(6);
        let outcomes = planted(&study, 1, 4000, 0.0);
        let found = fit(&study, 7, &outcomes, &terms(6, &[])).unwrap();
        assert!((found[0].margin - 2.0).abs() < 4.0 * found[0].margin_error);
    }

    #[test]
    fn an_interaction_is_told_from_the_items() {
        let study = study(6);
        let outcomes = planted(&study, 2, 6000, 3.0);
        let found = fit(&study, 7, &outcomes, &terms(6, &[(0, 1), (2, 3)])).unwrap();
        assert!((found[6].margin - 3.0).abs() < 4.0 * found[6].margin_error);
        assert!(found[6].margin > 5.0 * found[6].margin_error);
        assert!(found[7].margin.abs() < 4.0 * found[7].margin_error);
    }

    #[test]
    fn too_few_blocks_tell_nothing() {
        let study = study(6);
        let outcomes = planted(&study, 2, 6, 0.0);
        assert_eq!(fit(&study, 7, &outcomes, &terms(6, &[])), None);
    }
}
