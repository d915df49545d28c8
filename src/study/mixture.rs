//! Value of each item of a mixture, and the composition that gives a target win rate.
//!
//! All mixtures are played on the same deals, so comparisons of means over deals are not affected by the luck of the
//! deal. In a mixture of n items, the share of each item is 1/n. Outcomes are modelled as in mixture experiments
//! (Scheffé, *Experiments with mixtures*, 1958): without a constant, because shares sum to one. Intervals come from
//! resampling mixtures and deals at the same time (Owen, *The pigeonhole bootstrap*, 2007), which is conservative.

use std::ops::RangeInclusive;

use ordered_float::OrderedFloat;

use super::conditions::corrected;
use portolan_core::random::{below, design_stream};
use portolan_run::settings::Mixture;
use portolan_stats::bootstrap::multinomial_weights;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::regression::{chance, least_squares, linear, logistic};
use portolan_stats::shrinkage::Measured;
use portolan_stats::{Estimate, Interval, Shares, Unit, percentile_interval, t_test};

/// Number of resamples of mixtures and deals.
const RESAMPLES: usize = 400;

/// Value of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemValue {
    /// Label of the item.
    pub item: String,
    /// Number of mixtures that contain the item.
    pub mixtures: usize,
    /// Change of the bot's lead when one copy replaces an average item in a mixture of average size; negative if the item
    /// makes the game harder. Its q-value is for the hypothesis of an average item, corrected for all items of the bot.
    pub lead: Estimate,
    /// Corresponding change of the share of wins: the mean change of the fitted probabilities.
    pub win: Estimate,
}

/// A composition by groups, with its predicted results.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentEncoding {
    /// Number of items of each group.
    pub counts: Vec<usize>,
    /// Value of the rule option, such as `4A2B1C`.
    pub text: String,
    /// Predicted share of wins.
    pub win: Estimate,
    /// Predicted lead.
    pub lead: Estimate,
}

/// Results of one bot over all mixtures.
#[derive(Clone, Debug, PartialEq)]
pub struct BotMixtures {
    /// Name of the bot.
    pub bot: String,
    /// Share of wins over all mixtures.
    pub win: Estimate,
    /// Lead over all mixtures: own score minus the best other score ([`portolan_stats::lead`]).
    pub lead: Estimate,
    /// Values of the items, hardest first.
    pub items: Vec<ItemValue>,
    /// All compositions with the sizes of the experiment, in the order of their counts.
    pub compositions: Vec<ComponentEncoding>,
}

/// Sums over the games of one mixture in one batch of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Number of games.
    pub(super) games: f64,
    /// Sum of the shares of wins.
    pub(super) wins: f64,
    /// Sum of the leads: own score minus the best other score.
    pub(super) leads: f64,
}

/// Outcomes of a bot by mixture and batch.
pub(super) type Outcomes = Vec<Vec<Sums>>;

/// Items in each mixture, and the design derived from them.
pub(super) struct Contents<'run> {
    mixture: &'run Mixture,
    groups: Vec<String>,
    group_of: Vec<usize>,
    /// For each mixture and item, true if the mixture contains the item.
    has: Vec<Vec<bool>>,
}

/// Coefficients of the fits by item and by group.
struct Fit {
    lead_by_item: Vec<f64>,
    win_by_item: Vec<f64>,
    lead_by_group: Vec<f64>,
    win_by_group: Vec<f64>,
}

impl<'run> Contents<'run> {
    pub(super) fn new<'text>(
        mixture: &'run Mixture,
        texts: impl Iterator<Item = &'text str>,
    ) -> Contents<'run> {
        let (groups, group_of) = mixture.groups();
        let has = texts
            .map(|text| {
                let names: Vec<&str> = text.split('+').collect();
                mixture
                    .items
                    .iter()
                    .map(|item| names.contains(&item.as_str()))
                    .collect()
            })
            .collect();
        Contents {
            mixture,
            groups,
            group_of,
            has,
        }
    }

    fn size(&self, index: usize) -> f64 {
        self.has[index].iter().filter(|&&has| has).count() as f64
    }

    /// Returns the share of every item in a mixture.
    fn item_shares(&self, index: usize) -> Vec<f64> {
        let size = self.size(index);
        let share = |&has: &bool| if has { 1.0 / size } else { 0.0 };
        self.has[index].iter().map(share).collect()
    }

    /// Returns the shares of the groups and their pairwise products, which model interactions between groups.
    fn group_regressors(&self, counts: &[usize]) -> Vec<f64> {
        let size: usize = counts.iter().sum();
        let shares: Vec<f64> = counts
            .iter()
            .map(|&count| count as f64 / size as f64)
            .collect();
        let mut terms = shares.clone();
        for (index, one) in shares.iter().enumerate() {
            terms.extend(shares[..index].iter().map(|other| one * other));
        }
        terms
    }

    fn group_counts(&self, index: usize) -> Vec<usize> {
        let mut counts = vec![0; self.groups.len()];
        for (&group, _) in self
            .group_of
            .iter()
            .zip(&self.has[index])
            .filter(|(_, has)| **has)
        {
            counts[group] += 1;
        }
        counts
    }

    fn text(&self, counts: &[usize]) -> String {
        counts
            .iter()
            .zip(&self.groups)
            .filter(|(count, _)| **count > 0)
            .map(|(count, group)| format!("{count}{group}"))
            .collect()
    }

    /// Returns the fits with mixtures and batches weighted by the given counts.
    fn fits(&self, outcomes: &Outcomes, mixtures: &[u32], batches: &[u32]) -> Option<Fit> {
        let mut items = Vec::new();
        let mut groups = Vec::new();
        let (mut leads, mut wins, mut trials, mut ones) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (index, of_batch) in outcomes.iter().enumerate() {
            let mut sums = Sums::default();
            for (batch, &times) in of_batch.iter().zip(batches) {
                sums.games += f64::from(times) * batch.games;
                sums.wins += f64::from(times) * batch.wins;
                sums.leads += f64::from(times) * batch.leads;
            }
            if sums.games == 0.0 || mixtures[index] == 0 {
                continue;
            }
            items.push(self.item_shares(index));
            groups.push(self.group_regressors(&self.group_counts(index)));
            leads.push(sums.leads / sums.games);
            wins.push(sums.wins / sums.games);
            trials.push(f64::from(mixtures[index]) * sums.games);
            ones.push(f64::from(mixtures[index]));
        }
        Some(Fit {
            lead_by_item: least_squares(&items, &leads, &ones)?,
            win_by_item: logistic(&items, &wins, &trials)?,
            lead_by_group: least_squares(&groups, &leads, &ones)?,
            win_by_group: logistic(&groups, &wins, &trials)?,
        })
    }

    /// Returns the values of items and compositions that follow from a fit.
    fn figures(&self, fit: &Fit, compositions: &[Vec<usize>]) -> Figures {
        let count = self.has.len() as f64;
        let shares: Vec<Vec<f64>> = (0..self.has.len())
            .map(|index| self.item_shares(index))
            .collect();
        let size = (0..self.has.len())
            .map(|index| self.size(index))
            .sum::<f64>()
            / count;
        let items = fit.lead_by_item.len();
        let mean_lead = fit.lead_by_item.iter().sum::<f64>() / items as f64;
        let mean_win = fit.win_by_item.iter().sum::<f64>() / items as f64;
        // The mean slope of the probability over the mixtures played converts logits to shares of wins.
        let slope = shares
            .iter()
            .map(|row| chance(row, &fit.win_by_item))
            .map(|p| p * (1.0 - p))
            .sum::<f64>()
            / count;
        let terms: Vec<Vec<f64>> = compositions
            .iter()
            .map(|counts| self.group_regressors(counts))
            .collect();
        Figures {
            item_leads: fit
                .lead_by_item
                .iter()
                .map(|value| (value - mean_lead) / size)
                .collect(),
            item_wins: fit
                .win_by_item
                .iter()
                .map(|value| slope * (value - mean_win) / size)
                .collect(),
            leads: terms
                .iter()
                .map(|row| linear(row, &fit.lead_by_group))
                .collect(),
            wins: terms
                .iter()
                .map(|row| chance(row, &fit.win_by_group))
                .collect(),
            ..Figures::default()
        }
    }

    /// Returns the results of a bot with intervals.
    pub(super) fn fit(&self, bot: String, outcomes: &Outcomes, seed: u64) -> BotMixtures {
        let (draws, batches) = (outcomes.len(), outcomes[0].len());
        let compositions = self.mixture.compositions();
        let once = (vec![1; draws], vec![1; batches]);
        let figures = |mixtures: &[u32], batches: &[u32]| {
            let fit = self.fits(outcomes, mixtures, batches)?;
            let (win, lead) = overall(outcomes, mixtures, batches)?;
            Some(Figures {
                win,
                lead,
                ..self.figures(&fit, &compositions)
            })
        };
        let Some(found) = figures(&once.0, &once.1) else {
            return BotMixtures::unknown(bot);
        };
        let mut rng = design_stream(seed);
        let mut uniform = |bound: u32| below(&mut rng, bound);
        let (mut mixtures, mut blocks) = once;
        let resamples: Vec<Figures> = (0..RESAMPLES)
            .filter_map(|_| {
                multinomial_weights(&mut mixtures, &mut uniform);
                multinomial_weights(&mut blocks, &mut uniform);
                figures(&mixtures, &blocks)
            })
            .collect();
        let estimate = |value: f64, unit: Unit, of: &dyn Fn(&Figures) -> f64| {
            let values: Vec<f64> = resamples.iter().map(of).collect();
            let enough = draws > 1 && batches > 1;
            let interval = percentile_interval(&values, CONFIDENCE)
                .filter(|interval| enough && interval.low < interval.high);
            Estimate::new(value, interval, unit)
        };
        let mut items: Vec<ItemValue> = self
            .mixture
            .items
            .iter()
            .enumerate()
            .map(|(item, name)| ItemValue {
                item: name.clone(),
                mixtures: self.has.iter().filter(|has| has[item]).count(),
                lead: estimate(found.item_leads[item], Unit::PointsDifference, &|f| {
                    f.item_leads[item]
                }),
                win: estimate(found.item_wins[item], Unit::ShareDifference, &|f| {
                    f.item_wins[item]
                }),
            })
            .collect();
        let p_values = items.iter().map(|item| {
            let Measured { value, error } = Measured::of(&item.lead);
            t_test(value, error, 1e6)
        });
        let (q_values, _) = corrected(&p_values.collect::<Vec<f64>>());
        for (item, q) in items.iter_mut().zip(q_values) {
            item.lead = item.lead.corrected(q);
        }
        items.sort_by_key(|item| OrderedFloat(item.lead.value));
        BotMixtures {
            bot,
            win: no_narrower(
                estimate(found.win, Unit::Share, &|f| f.win),
                over_deals(outcomes),
            ),
            lead: estimate(found.lead, Unit::Points, &|f| f.lead),
            items,
            compositions: compositions
                .iter()
                .enumerate()
                .map(|(index, counts)| ComponentEncoding {
                    counts: counts.clone(),
                    text: self.text(counts),
                    win: estimate(found.wins[index], Unit::Share, &|f| f.wins[index]),
                    lead: estimate(found.leads[index], Unit::Points, &|f| f.leads[index]),
                })
                .collect(),
        }
    }
}

/// Results of one fit.
#[derive(Default)]
struct Figures {
    win: f64,
    lead: f64,
    item_leads: Vec<f64>,
    item_wins: Vec<f64>,
    leads: Vec<f64>,
    wins: Vec<f64>,
}

/// Returns the shares of wins by batch of deals.
fn over_deals(outcomes: &Outcomes) -> Shares {
    let mut shares = Shares::default();
    for batch in 0..outcomes[0].len() {
        let sums = outcomes.iter().map(|of_batch| of_batch[batch]);
        let (games, wins) = sums.fold((0.0, 0.0), |(games, wins), sums| {
            (games + sums.games, wins + sums.wins)
        });
        if games > 0.0 {
            shares.push(wins / games, games as u64);
        }
    }
    shares
}

/// Widens the interval of a share to at least the interval from deals alone: if all or no games were won, all resamples
/// are identical.
fn no_narrower(estimate: Estimate, shares: Shares) -> Estimate {
    let deals = shares.interval(CONFIDENCE);
    let wider = estimate
        .interval()
        .zip(deals)
        .map(|(found, deals)| Interval {
            low: found.low.min(deals.low),
            high: found.high.max(deals.high),
        });
    Estimate::new(estimate.value, wider, estimate.unit)
}

/// Returns share of wins and mean lead over all games.
fn overall(outcomes: &Outcomes, mixtures: &[u32], batches: &[u32]) -> Option<(f64, f64)> {
    let mut all = Sums::default();
    for (of_batch, &mixture) in outcomes.iter().zip(mixtures) {
        for (sums, &batch) in of_batch.iter().zip(batches) {
            let times = f64::from(mixture) * f64::from(batch);
            all.games += times * sums.games;
            all.wins += times * sums.wins;
            all.leads += times * sums.leads;
        }
    }
    (all.games > 0.0).then(|| (all.wins / all.games, all.leads / all.games))
}

impl BotMixtures {
    /// Returns empty results, for a bot without games or with games that do not identify the items.
    fn unknown(bot: String) -> BotMixtures {
        let nothing = |unit| Estimate::new(f64::NAN, None, unit);
        BotMixtures {
            bot,
            win: nothing(Unit::Share),
            lead: nothing(Unit::Points),
            items: Vec::new(),
            compositions: Vec::new(),
        }
    }

    /// Returns the composition to play next for a target, among the compositions of these sizes that have not been
    /// played and whose predicted share of wins is above `above`.
    ///
    /// `played` contains the measured share of wins of each composition played so far. The mean difference between
    /// measured and predicted shares is added to the predictions for the other compositions.
    pub fn next(
        &self,
        target: f64,
        sizes: &RangeInclusive<usize>,
        above: f64,
        played: &[(String, f64)],
    ) -> Option<&ComponentEncoding> {
        let measured = |composition: &ComponentEncoding| {
            let mut played = played.iter();
            Some(played.find(|(text, _)| *text == composition.text)?.1)
        };
        let missed = |one: &ComponentEncoding| Some(measured(one)? - one.win.value);
        let missed: f64 = self.compositions.iter().filter_map(missed).sum();
        let shift = missed / played.len().max(1) as f64;
        let nearest = self.nearest_allowed(target - shift, sizes, above - shift);
        nearest.into_iter().find(|one| measured(one).is_none())
    }

    /// Returns the compositions of these sizes whose predicted share of wins is above `above`, in the order of
    /// [`BotMixtures::nearest`].
    pub fn nearest_allowed(
        &self,
        target: f64,
        sizes: &RangeInclusive<usize>,
        above: f64,
    ) -> Vec<&ComponentEncoding> {
        let mut found = self.nearest(target);
        found.retain(|one| sizes.contains(&one.counts.iter().sum()) && one.win.value > above);
        found
    }

    /// Returns the compositions ordered by the distance of their predicted share of wins from a target; of two equally
    /// close compositions, the smaller one comes first.
    pub fn nearest(&self, target: f64) -> Vec<&ComponentEncoding> {
        let mut found: Vec<&ComponentEncoding> = self.compositions.iter().collect();
        let size = |composition: &ComponentEncoding| composition.counts.iter().sum::<usize>();
        found.sort_by_key(|composition| {
            let off = (composition.win.value - target).abs();
            (OrderedFloat(off), size(composition))
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixture() -> Mixture {
        Mixture {
            option: "deck".to_string(),
            items: ["A1", "A2", "A3", "B1", "B2", "B3"]
                .map(str::to_string)
                .to_vec(),
            smallest: 2,
            largest: 4,
            draws: 24,
            composition: Some("counts".to_string()),
        }
    }

    /// Decks in which a B item costs the bot 30 points as the only card, and an A item gives it 10.
    fn planted() -> (Vec<String>, Outcomes) {
        let items = mixture().items;
        let mut rng = design_stream(9);
        let mut texts = Vec::new();
        let mut outcomes = Vec::new();
        for draw in 0..24 {
            let size = 2 + draw % 3;
            let mut names: Vec<&String> = items.iter().collect();
            while names.len() > size {
                names.remove(below(&mut rng, names.len() as u32) as usize);
            }
            let worth = |name: &&String| if name.starts_with('A') { 10.0 } else { -30.0 };
            let lead = names.iter().map(worth).sum::<f64>() / size as f64;
            texts.push(
                names
                    .iter()
                    .map(|name| name.as_str())
                    .collect::<Vec<_>>()
                    .join("+"),
            );
            let batch = |number: usize| {
                // The deal shifts all mixtures equally; every game has independent noise.
                let noise = f64::from(below(&mut rng, 9)) - 4.0 + (number % 5) as f64 - 2.0;
                Sums {
                    games: 1.0,
                    wins: 1.0 / (1.0 + (-lead / 10.0).exp()),
                    leads: lead + noise,
                }
            };
            outcomes.push((0..40).map(batch).collect());
        }
        (texts, outcomes)
    }

    #[test]
    fn planted_mixture_values_are_recovered() {
        let mixture = mixture();
        let (texts, outcomes) = planted();
        let contents = Contents::new(&mixture, texts.iter().map(String::as_str));
        let found = contents.fit("bot".to_string(), &outcomes, 1);
        // Over all games; every mixture has the same number of games.
        let all: Vec<&Sums> = outcomes.iter().flatten().collect();
        let mean =
            |of: fn(&Sums) -> f64| all.iter().map(|sums| of(sums)).sum::<f64>() / all.len() as f64;
        for (estimate, wanted) in [
            (found.win, mean(|sums| sums.wins)),
            (found.lead, mean(|sums| sums.leads)),
        ] {
            assert!((estimate.value - wanted).abs() < 1e-9, "{estimate:?}");
            let interval = estimate.interval().unwrap();
            assert!(
                interval.low < wanted && wanted < interval.high,
                "{estimate:?}"
            );
        }
        for value in &found.items {
            // Compared with an average item (−10) in a mixture of three.
            let wanted = if value.item.starts_with('A') {
                20.0
            } else {
                -20.0
            } / 3.0;
            assert!((value.lead.value - wanted).abs() < 1.0, "{value:?}");
            let interval = value.lead.interval().unwrap();
            assert!(interval.low < wanted && wanted < interval.high, "{value:?}");
            assert!((value.win.value > 0.0) == (wanted > 0.0), "{value:?}");
        }
        assert!(found.items[0].item.starts_with('B'));
        for composition in &found.compositions {
            let [a, b] = [composition.counts[0] as f64, composition.counts[1] as f64];
            let lead = (10.0 * a - 30.0 * b) / (a + b);
            let win = 1.0 / (1.0 + (-lead / 10.0f64).exp());
            assert!(
                (composition.lead.value - lead).abs() < 2.0,
                "{composition:?}"
            );
            assert!(
                (composition.win.value - win).abs() < 0.02,
                "{composition:?}"
            );
        }
        let best = found.nearest(0.5)[0];
        assert_eq!(best.text, "3A1B");
    }

    /// A bot that never won: all resamples agree, but there are only forty deals.
    #[test]
    fn bot_without_wins_has_a_positive_upper_bound() {
        let sums = Sums {
            games: 1.0,
            ..Sums::default()
        };
        let deals = over_deals(&vec![vec![sums; 40]; 24]);
        assert_eq!((deals.count(), deals.games()), (40, 960));
        let nothing = Interval {
            low: 0.0,
            high: 0.0,
        };
        let estimate = |interval| Estimate::new(0.0, interval, Unit::Share);
        let found = no_narrower(estimate(Some(nothing)), deals).interval();
        assert!(found.is_some_and(|found| found.low == 0.0 && found.high > 0.05));
        assert_eq!(no_narrower(estimate(None), deals).interval(), None);
    }

    #[test]
    fn compositions_have_only_the_sizes_played() {
        let mixture = mixture();
        let contents = Contents::new(&mixture, std::iter::empty());
        let texts: Vec<String> = mixture
            .compositions()
            .iter()
            .map(|counts| contents.text(counts))
            .collect();
        assert!(texts.contains(&"2B".to_string()) && texts.contains(&"3A1B".to_string()));
        assert!(!texts.contains(&"3A2B".to_string()));
        assert_eq!(texts.len(), 3 + 4 + 3);
    }

    #[test]
    fn mixture_without_games_has_no_effects() {
        let mixture = mixture();
        let contents = Contents::new(&mixture, ["A1+B1", "A2+B2"].into_iter());
        let nothing = vec![vec![Sums::default(); 3]; 2];
        assert!(
            contents
                .fit("bot".to_string(), &nothing, 1)
                .items
                .is_empty()
        );
    }

    /// A composition that has been played is not repeated, and its prediction error shifts the predictions.
    #[test]
    fn next_composition_accounts_for_prediction_errors() {
        let composition = |size: usize, win: f64| ComponentEncoding {
            counts: vec![size],
            text: format!("{size}A"),
            win: Estimate::new(win, None, Unit::Share),
            lead: Estimate::new(0.0, None, Unit::Points),
        };
        let found = BotMixtures {
            compositions: [0.62, 0.56, 0.5, 0.44]
                .iter()
                .zip(1..)
                .map(|(&win, size)| composition(size, win))
                .collect(),
            ..planted_fit()
        };
        let next = |sizes, played: &[(String, f64)]| {
            let next = found.next(0.5, &sizes, 0.0, played);
            next.map(|one| one.text.clone())
        };
        let above = |above| Some(found.next(0.5, &(0..=9), above, &[])?.text.clone());
        assert_eq!(above(0.5).unwrap(), "2A");
        assert_eq!(above(0.62), None);
        assert_eq!(next(0..=9, &[]).unwrap(), "3A");
        // It won 10 percentage points less than predicted, so the composition predicted to win 60 % is chosen.
        assert_eq!(next(0..=9, &[("3A".to_string(), 0.4)]).unwrap(), "1A");
        assert_eq!(next(2..=4, &[("3A".to_string(), 0.4)]).unwrap(), "2A");
        assert_eq!(next(7..=9, &[]), None);
    }

    fn planted_fit() -> BotMixtures {
        let (texts, outcomes) = planted();
        let mixture = mixture();
        let contents = Contents::new(&mixture, texts.iter().map(String::as_str));
        contents.fit("bot".to_string(), &outcomes, 1)
    }
}
