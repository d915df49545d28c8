//! A factorial experiment: the value of access to each item, estimated for all items from every game.
//!
//! On every deal, a random set of items is withheld from each place of the line-up. The margin of a place is
//! regressed on the items to which it has access and the others do not. The withheld items are randomized, so
//! the choices of players cannot be mistaken for effects of the items. Standard errors are computed from whole
//! blocks, because the places of a block share their deal.
//!
//! If the same number of items is withheld from every place, access to one item always replaces access to
//! another. Only the excess of each item over the mean of all items is then identified.

use std::cmp::Ordering;

use super::judgement::ItemEffect;
use super::places::Means;
use portolan_core::random::deal_seed;
use portolan_run::settings::ItemStudy;
use portolan_stats::clustered::{Cluster, Clustered};
use portolan_stats::repetition::SharedErrors;

/// Minimum number of blocks per effect; with fewer blocks, errors are not reliable.
pub const FEWEST_BLOCKS: usize = 2;

/// Number of blocks per effect below which errors are much too wide; the report then shows a warning.
pub const ENOUGH_BLOCKS: usize = 3;

/// Outcomes of a bot by deal, data set and place of the line-up.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    blocks: Vec<(u64, Vec<Vec<Means>>)>,
}

impl Outcomes {
    /// Adds a block with the results of the places by data set.
    pub fn push(&mut self, block: u64, sets: Vec<Vec<Means>>) {
        self.blocks.push((block, sets));
    }

    /// Returns all blocks in the order in which they were added.
    pub fn all(&self) -> &[(u64, Vec<Vec<Means>>)] {
        &self.blocks
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// A quantity to estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimand {
    /// Access to an item.
    Item(usize),
    /// Interaction: value of access to both items beyond the sum of their separate values.
    Pair(usize, usize),
}

/// Returns the items followed by the pairs.
pub fn estimands(items: usize, pairs: &[(usize, usize)]) -> Vec<Estimand> {
    let pairs = pairs.iter().map(|&(one, other)| Estimand::Pair(one, other));
    (0..items).map(Estimand::Item).chain(pairs).collect()
}

/// Estimates from the regression.
#[derive(Clone, Debug)]
pub struct FittedEffects {
    /// Effects by data set and term.
    pub sets: Vec<Vec<ItemEffect>>,
    /// For each term, the errors in the first data set and in the others, with their covariance.
    pub errors: Vec<SharedErrors>,
}

/// Returns true if a study identifies only the excess of each item over the mean of all items, because the
/// same number of items is withheld from every place.
pub fn is_relative(study: &ItemStudy) -> bool {
    study
        .factorial()
        .is_some_and(|factorial| factorial.withhold >= 1.0)
}

/// Returns the effects of the estimands, in this order, in every data set; `None` with fewer than [`FEWEST_BLOCKS`]
/// blocks for each estimand, or if the effects are not identified.
pub fn fit(
    study: &ItemStudy,
    master_seed: u64,
    outcomes: &Outcomes,
    estimands: &[Estimand],
) -> Option<FittedEffects> {
    let regression = Regression::new(study, master_seed, outcomes, estimands)?;
    if outcomes.blocks.len() < FEWEST_BLOCKS * estimands.len() {
        return None;
    }
    let fit = Clustered {
        clusters: outcomes.blocks.len(),
        columns: estimands.len() + usize::from(regression.places == 1),
        responses: regression.responses(),
        relative: if is_relative(study) {
            study.item.len()
        } else {
            0
        },
        cluster: |block: usize| regression.cluster(&outcomes.blocks[block]),
    }
    .fit()?;
    let error = |response: usize, term: usize| fit.variances[response][term].sqrt();
    let set = |set: usize| -> Vec<ItemEffect> {
        let effect = |term: usize| {
            let (margin, win) = (2 * set, 2 * set + 1);
            ItemEffect::new(
                (fit.coefficients[margin][term], error(margin, term)),
                (fit.coefficients[win][term], error(win, term)),
                fit.degrees,
            )
        };
        (0..estimands.len()).map(effect).collect()
    };
    let others = (1..regression.sets).map(|set| &fit.variances[2 * set]);
    let mean = 2 * regression.sets;
    let errors = (0..estimands.len())
        .map(|term| match regression.sets {
            1 => SharedErrors::default(),
            sets => SharedErrors {
                first: fit.variances[0][term],
                each: others.clone().map(|set| set[term]).sum::<f64>() / (sets - 1) as f64,
                mean: fit.variances[mean][term],
                with_first: fit.with_first[mean][term],
                degrees: fit.degrees,
            },
        })
        .collect();
    Some(FittedEffects {
        sets: (0..regression.sets).map(set).collect(),
        errors,
    })
}

/// The regression problem.
struct Regression<'run> {
    study: &'run ItemStudy,
    master_seed: u64,
    estimands: &'run [Estimand],
    /// Share of games in which a place has access to an item.
    access: f64,
    sets: usize,
    places: usize,
    /// Orthonormal contrasts between places.
    contrasts: Vec<Vec<f64>>,
}

impl<'run> Regression<'run> {
    fn new(
        study: &'run ItemStudy,
        master_seed: u64,
        outcomes: &Outcomes,
        estimands: &'run [Estimand],
    ) -> Option<Regression<'run>> {
        let withhold = study.factorial()?.withhold;
        let withheld = if withhold < 1.0 {
            withhold
        } else {
            withhold / study.item.len().max(1) as f64
        };
        let (_, sets) = outcomes.blocks.first()?;
        let places = sets.first()?.len();
        Some(Regression {
            study,
            master_seed,
            estimands,
            access: 1.0 - withheld,
            sets: sets.len(),
            places,
            contrasts: contrasts(places),
        })
    }

    /// Returns the number of responses: margin and share of wins of every data set and, with several data
    /// sets, the mean margin of all but the first.
    fn responses(&self) -> usize {
        2 * self.sets + usize::from(self.sets > 1)
    }

    /// Returns the rows of a block with their responses. A single place has one row, which includes a
    /// constant. The margins of several places sum to zero, so there is one row fewer than places: design and
    /// responses are transformed by the same orthonormal contrasts between places, which makes the rows as
    /// independent as the places. The access of a place minus the mean access of the others is n / (n − 1)
    /// times its access minus the mean of all, which is the factor applied to the design.
    fn cluster(&self, block: &(u64, Vec<Vec<Means>>)) -> Cluster {
        let (number, sets) = block;
        let seed = deal_seed(self.master_seed, *number);
        let values: Vec<Vec<f64>> = (0..self.places)
            .map(|place| self.values(&self.study.withheld(seed, place)))
            .collect();
        let alone = self.places == 1;
        let count = self.places as f64;
        let scale = if alone { 1.0 } else { count / (count - 1.0) };
        let mut cluster = Cluster::default();
        for contrast in &self.contrasts {
            let mut row = vec![0.0; self.estimands.len()];
            for (part, values) in contrast.iter().zip(&values) {
                for (sum, value) in row.iter_mut().zip(values) {
                    *sum += scale * part * value;
                }
            }
            if alone {
                row.push(1.0);
            }
            let of = |set: &[Means], value: fn(&Means) -> f64| -> f64 {
                contrast.iter().zip(set).map(|(c, m)| c * value(m)).sum()
            };
            let mut responses: Vec<f64> = (sets.iter())
                .flat_map(|set| [of(set, |means| means.margin), of(set, |means| means.win)])
                .collect();
            if self.sets > 1 {
                let margins = responses.iter().step_by(2).skip(1);
                responses.push(margins.sum::<f64>() / (self.sets - 1) as f64);
            }
            cluster.rows.push(row);
            cluster.responses.push(responses);
        }
        cluster
    }

    /// Returns the values of the estimands for a place from which these items are withheld.
    fn values(&self, withheld: &[bool]) -> Vec<f64> {
        let centred = |item: usize| f64::from(u8::from(!withheld[item])) - self.access;
        self.estimands
            .iter()
            .map(|term| match *term {
                Estimand::Item(item) => centred(item),
                Estimand::Pair(one, other) => centred(one) * centred(other),
            })
            .collect()
    }
}

/// Returns orthonormal (Helmert) contrasts between places, which are not affected by a common shift: the
/// second place minus the first, the third minus the mean of these two, and so on. For a single place, the
/// identity.
pub fn contrasts(places: usize) -> Vec<Vec<f64>> {
    if places == 1 {
        return vec![vec![1.0]];
    }
    (1..places)
        .map(|last| {
            let length = ((last * (last + 1)) as f64).sqrt();
            (0..places)
                .map(|place| match place.cmp(&last) {
                    Ordering::Less => -1.0 / length,
                    Ordering::Equal => last as f64 / length,
                    Ordering::Greater => 0.0,
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::{design_stream, unit};
    use portolan_run::settings::{Factorial, ItemDesign, StudiedItem};

    fn study(items: usize) -> ItemStudy {
        let item = |number| StudiedItem {
            label: format!("I{number}"),
            kind: "things".to_string(),
            number,
            ..StudiedItem::default()
        };
        ItemStudy {
            design: ItemDesign::Factorial(Factorial {
                withhold: 0.5,
                ..Factorial::default()
            }),
            item: (0..items).map(item).collect(),
            by_strength: false,
        }
    }

    const WORTH: [f64; 6] = [2.0, -1.0, 0.5, 0.0, 0.0, 0.0];

    fn means(scores: &[f64]) -> Vec<Means> {
        let total: f64 = scores.iter().sum();
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let others = (scores.len() - 1).max(1) as f64;
        (scores.iter())
            .map(|&score| Means {
                margin: score - (total - score) / others,
                win: f64::from(u8::from(score == best)),
                score,
            })
            .collect()
    }

    /// Simulated outcomes with known effects of each item and of items 0 and 1 together, and with noise of
    /// variance 12 in every score.
    fn planted(study: &ItemStudy, places: usize, blocks: u64, pair: f64) -> Outcomes {
        let mut rng = design_stream(5);
        let mut outcomes = Outcomes::default();
        for block in 0..blocks {
            let scores: Vec<f64> = (0..places)
                .map(|place| {
                    let withheld = study.withheld(deal_seed(7, block), place);
                    let has = |item: usize| f64::from(u8::from(!withheld[item]));
                    let items: f64 = (0..6).map(|item| WORTH[item] * has(item)).sum();
                    items + pair * has(0) * has(1) + 12.0 * (unit(&mut rng) - 0.5)
                })
                .collect();
            outcomes.push(block, vec![means(&scores)]);
        }
        outcomes
    }

    fn effects(
        study: &ItemStudy,
        outcomes: &Outcomes,
        pairs: &[(usize, usize)],
    ) -> Vec<ItemEffect> {
        fit(study, 7, outcomes, &estimands(6, pairs))
            .unwrap()
            .sets
            .remove(0)
    }

    /// With `n` places and noise of standard deviation s in every score, the information of a block about one
    /// item is n(n−1)/n · var(x) / s² …: for two places, 2 · ¼ / s².
    #[test]
    fn planted_effects_are_recovered_with_correct_errors() {
        let study = study(6);
        for places in [2, 3, 4] {
            let found = effects(&study, &planted(&study, places, 4000, 0.0), &[]);
            for (effect, worth) in found.iter().zip(WORTH) {
                let off = (effect.margin - worth) / effect.margin_error;
                assert!(
                    off.abs() < 4.0,
                    "{places} places: {effect:?} and not {worth}"
                );
            }
            let n = places as f64;
            let error = (12.0 / (4000.0 * (n - 1.0) * 0.25)).sqrt();
            let ratio = found[3].margin_error / error;
            assert!((0.9..1.1).contains(&ratio), "{places} places: {ratio}");
            assert!(found[0].win > 0.05 && found[1].win < 0.0);
            assert_eq!(found[0].degrees, 3994.0);
        }
    }

    #[test]
    fn solo_effect_is_measured_on_the_own_score() {
        let study = study(6);
        let found = effects(&study, &planted(&study, 1, 4000, 0.0), &[]);
        assert!((found[0].margin - 2.0).abs() < 4.0 * found[0].margin_error);
        // One degree of freedom belongs to the mean.
        assert_eq!(found[0].degrees, 3993.0);
    }

    #[test]
    fn interaction_is_separated_from_item_effects() {
        let study = study(6);
        let found = effects(&study, &planted(&study, 2, 6000, 3.0), &[(0, 1), (2, 3)]);
        assert!((found[6].margin - 3.0).abs() < 4.0 * found[6].margin_error);
        assert!(found[6].margin > 5.0 * found[6].margin_error);
        assert!(found[7].margin.abs() < 4.0 * found[7].margin_error);
    }

    /// For any withheld share, the effect of an item is its value when the other items are present as often as
    /// this share allows, and its error follows from the share: with noise of variance 12 in every score and n
    /// places, the error variance is 12 / (blocks · (n − 1) · w (1 − w)). Items 0 and 1 are worth 3 more
    /// together.
    #[test]
    fn effects_and_errors_are_correct_for_every_withheld_share() {
        for (withhold, places) in [(0.1, 2), (0.25, 3), (0.75, 2)] {
            let mut study = study(6);
            study.design = ItemDesign::Factorial(Factorial {
                withhold,
                ..Factorial::default()
            });
            let outcomes = planted(&study, places, 6000, 3.0);
            let found = effects(&study, &outcomes, &[(0, 1)]);
            let there = 3.0 * (1.0 - withhold);
            let worth = [
                WORTH[0] + there,
                WORTH[1] + there,
                WORTH[2],
                0.0,
                0.0,
                0.0,
                3.0,
            ];
            for (effect, worth) in found.iter().zip(worth) {
                let off = (effect.margin - worth) / effect.margin_error;
                assert!(off.abs() < 4.0, "{withhold}: {effect:?} and not {worth}");
            }
            let information = 6000.0 * (places - 1) as f64 * withhold * (1.0 - withhold);
            let ratio = found[3].margin_error / (12.0 / information).sqrt();
            assert!((0.93..1.07).contains(&ratio), "{withhold}: {ratio}");
        }
    }

    /// The same number of items, one to five of six, is withheld from every place. Only the excess of each item over
    /// the mean of all items is identified, and it is recovered.
    #[test]
    fn effects_are_relative_if_a_fixed_number_is_withheld() {
        let mean = WORTH.iter().sum::<f64>() / 6.0;
        for (withhold, places) in [(1.0, 2), (2.0, 1), (3.0, 3), (5.0, 2)] {
            let mut study = study(6);
            study.design = ItemDesign::Factorial(Factorial {
                withhold,
                ..Factorial::default()
            });
            let found = effects(&study, &planted(&study, places, 4000, 0.0), &[]);
            for (effect, worth) in found.iter().zip(WORTH) {
                let off = (effect.margin - (worth - mean)) / effect.margin_error;
                assert!(
                    off.abs() < 4.0,
                    "{withhold} of 6: {effect:?} and not {worth}"
                );
            }
            let sum: f64 = found.iter().map(|effect| effect.margin).sum();
            assert!(sum.abs() < 1e-9, "{sum}");
            // For two items, the information of a block is 2 k (K − k) / (K (K − 1)) times the information of an
            // average place: for two places, with noise of variance 24 in the margin. Subtracting the mean of the
            // items leaves the share (K − 1) / K.
            if places == 2 {
                let share = withhold * (6.0 - withhold) / 30.0;
                let error = (24.0 / (2.0 * 4000.0 * share) * 5.0 / 6.0).sqrt();
                let ratio = found[3].margin_error / error;
                assert!((0.9..1.1).contains(&ratio), "{withhold} of 6: {ratio}");
            }
            assert_eq!(found[0].degrees, 3995.0 - f64::from(u8::from(places == 1)));
        }
    }

    /// If one item is withheld from each place, the pairs are linear combinations of the items. They must be
    /// recognized as not identified, not left to rounding errors.
    #[test]
    fn pairs_determined_by_the_items_are_not_identified() {
        let mut study = study(6);
        study.design = ItemDesign::Factorial(Factorial {
            withhold: 1.0,
            ..Factorial::default()
        });
        let outcomes = planted(&study, 2, 3000, 0.0);
        let fitted = fit(&study, 7, &outcomes, &estimands(6, &[(0, 1), (2, 3)]));
        assert!(fitted.is_none());
    }

    /// Two data sets and the first one on the same deals; half of the noise of each score is shared by all
    /// three.
    #[test]
    fn shared_errors_of_data_sets_are_estimated() {
        let study = study(6);
        let mut rng = design_stream(6);
        let mut outcomes = Outcomes::default();
        for block in 0..4000 {
            let shared: Vec<f64> = (0..2).map(|_| unit(&mut rng)).collect();
            let sets = (0..3).map(|_| {
                let scores: Vec<f64> = shared.iter().map(|s| s + unit(&mut rng)).collect();
                means(&scores)
            });
            outcomes.push(block, sets.collect());
        }
        let found = fit(&study, 7, &outcomes, &estimands(6, &[])).unwrap();
        assert_eq!(found.sets.len(), 3);
        let errors = found.errors[0];
        let near = |value: f64, wanted: f64| (value / errors.first - wanted).abs() < 0.1;
        assert!(near(errors.each, 1.0), "{errors:?}");
        // The variance of the mean of two sets is (1 + ½) / 2 of the variance of one.
        assert!(near(errors.mean, 0.75), "{errors:?}");
        assert!(near(errors.with_first, 0.5), "{errors:?}");
        let error = found.sets[0][0].margin_error;
        assert!((error * error - errors.first).abs() < 1e-12);
    }

    #[test]
    fn too_few_deal_groups_give_no_fit() {
        let study = study(6);
        let told = |blocks: u64| {
            let outcomes = planted(&study, 2, blocks, 0.0);
            fit(&study, 7, &outcomes, &estimands(6, &[])).is_some()
        };
        assert!(!told(11) && told(60));
        assert!(fit(&study, 7, &Outcomes::default(), &estimands(6, &[])).is_none());
    }
}
