//! Judges the items, constraints and pairs of every bot and data set.

use ordered_float::OrderedFloat;

use super::super::arms::ArmOutcome;
use super::super::factorial::{Estimand, Outcomes, estimands, fit};
use super::super::judgement::{
    ItemEffect, Judgement, Peer, Reference, ask_at_once, judge, survives,
};
use super::super::pick_rates::{LEAST_TAKEN, Takings};
use super::findings::{BotItems, Conclusion};
use portolan_core::random::design_stream;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::{Access, ItemDesign, ItemStudy};
use portolan_stats::repetition::SharedErrors;

/// The conditions of one bot, with their accumulated data.
pub struct Group {
    pub bot: String,
    /// Numbers of the data sets.
    pub perturbations: Vec<u32>,
    /// Condition by data set in a factorial experiment; empty in other studies.
    pub cells: Vec<usize>,
    pub outcomes: Outcomes,
    pub arms: Vec<ArmOutcome>,
}

/// Analysis of the games of each bot.
pub struct Questions<'run> {
    pub manifest: &'run Manifest,
    pub study: &'run ItemStudy,
    pub takings: &'run Takings,
}

/// Results of one bot by data set, and for each item the errors of its effect with their covariance between sets.
pub struct OfBot {
    pub sets: Vec<BotItems>,
    pub errors: Vec<SharedErrors>,
}

impl Questions<'_> {
    pub fn ask(&self, group: &Group) -> OfBot {
        let nothing = |&perturbation: &u32| BotItems {
            bot: group.bot.clone(),
            perturbation,
            items: Vec::new(),
            must: Vec::new(),
            pairs: Vec::new(),
            taken: None,
            won: None,
        };
        let mut found = OfBot {
            sets: group.perturbations.iter().map(nothing).collect(),
            errors: Vec::new(),
        };
        match self.study.design {
            ItemDesign::Factorial(factorial) => {
                self.factorial(group, &mut found, factorial.interactions)
            }
            // `price_response` estimates the items.
            ItemDesign::PriceFactorial(_) => {}
            ItemDesign::Grant => self.arms(group, &mut found, |arm| arm.arm.granted, 1.0),
            ItemDesign::Change => self.changed(group, &mut found),
            ItemDesign::Constraint(_) => {
                // The loss from never taking an item is the value of access to it.
                let never = |arm: &ArmOutcome| arm.arm.access == Access::Never;
                self.arms(group, &mut found, never, -1.0);
                for (set, bot) in found.sets.iter_mut().enumerate() {
                    let must = |arm: &ArmOutcome| arm.arm.access == Access::Must;
                    let must = self.effects(group, set, must, 1.0);
                    bot.must = self.judge(&must, Reference::Zero);
                }
            }
        }
        found
    }

    fn judge(&self, effects: &[ItemEffect], reference: Reference) -> Vec<Judgement> {
        let mut rng = design_stream(self.manifest.experiment.seed);
        let peers: Vec<Peer> = self
            .study
            .item
            .iter()
            .map(|item| Peer {
                kind: &item.kind,
                price: item.price,
            })
            .collect();
        judge(effects, &peers, reference, &mut rng)
    }

    /// Estimates the items first, and then the items together with the pairs that stand out in the original data
    /// set.
    fn factorial(&self, group: &Group, found: &mut OfBot, interactions: usize) {
        let seed = self.manifest.experiment.seed;
        let items = self.study.item.len();
        let Some(effects) = fit(self.study, seed, &group.outcomes, &estimands(items, &[])) else {
            return;
        };
        let taken = self.takings.of(&group.bot);
        for (bot, effects) in found.sets.iter_mut().zip(&effects.sets) {
            bot.items = self.judge(effects, Reference::Peers);
            for (item, taken) in bot.items.iter_mut().zip(taken.into_iter().flatten()) {
                item.tested = taken.is_none_or(|share| share >= LEAST_TAKEN);
            }
            bot.taken = taken.map(<[Option<f64>]>::to_vec);
            bot.won = self.takings.won(&group.bot).map(<[Option<f64>]>::to_vec);
        }
        found.errors = effects.errors;
        let pairs = pairs(&found.sets[0].items, interactions);
        if pairs.is_empty() {
            return;
        }
        let all = estimands(items, &pairs);
        let Some(effects) = fit(self.study, seed, &group.outcomes, &all) else {
            return;
        };
        let none = vec![
            Peer {
                kind: "pairs",
                price: None,
            };
            pairs.len()
        ];
        for (bot, effects) in found.sets.iter_mut().zip(&effects.sets) {
            let mut rng = design_stream(seed);
            let judged = judge(&effects[items..], &none, Reference::Zero, &mut rng);
            let named = all[items..].iter().filter_map(|term| match *term {
                Estimand::Pair(one, other) => Some((one, other)),
                Estimand::Item(_) => None,
            });
            bot.pairs = named.zip(judged).collect();
        }
    }

    /// Estimates the items of a changed game: the value of beginning with an item or, if it cannot be granted, the
    /// loss from never taking it.
    fn changed(&self, group: &Group, found: &mut OfBot) {
        self.arms(group, found, |_| true, 1.0);
        for bot in &mut found.sets {
            let mut effects: Vec<ItemEffect> = bot.items.iter().map(|item| item.effect).collect();
            for (effect, item) in effects.iter_mut().zip(&self.study.item) {
                if !item.grantable {
                    (effect.margin, effect.win) = (-effect.margin, -effect.win);
                }
            }
            bot.items = self.judge(&effects, Reference::Zero);
        }
    }

    /// Judges the items in every data set by the arms that `wanted` selects, one per item.
    fn arms(
        &self,
        group: &Group,
        found: &mut OfBot,
        wanted: impl Fn(&ArmOutcome) -> bool,
        sign: f64,
    ) {
        for (set, bot) in found.sets.iter_mut().enumerate() {
            bot.items = self.judge(&self.effects(group, set, &wanted, sign), Reference::Zero);
        }
        let arms = self.of_items(group, &wanted);
        found.errors = arms.iter().map(|arm| arm.errors()).collect();
    }

    /// Returns one arm per item among those that `wanted` selects; empty if an arm is missing.
    fn of_items<'group>(
        &self,
        group: &'group Group,
        wanted: impl Fn(&ArmOutcome) -> bool,
    ) -> Vec<&'group ArmOutcome> {
        let of_item = |item: usize| {
            let mut arms = group.arms.iter();
            arms.find(|arm| arm.arm.item == item && wanted(arm))
        };
        let arms: Option<Vec<&ArmOutcome>> = (0..self.study.item.len()).map(of_item).collect();
        arms.unwrap_or_default()
    }

    /// Returns the effects of these arms in a data set, times `sign`; empty if an arm is missing.
    fn effects(
        &self,
        group: &Group,
        set: usize,
        wanted: impl Fn(&ArmOutcome) -> bool,
        sign: f64,
    ) -> Vec<ItemEffect> {
        let effect = |arm: &ArmOutcome| {
            let effect = arm.effect(set)?;
            Some(ItemEffect {
                margin: sign * effect.margin,
                win: sign * effect.win,
                ..effect
            })
        };
        let arms = self.of_items(group, wanted).into_iter();
        let effects: Option<Vec<ItemEffect>> = arms.map(effect).collect();
        effects.unwrap_or_default()
    }
}

/// Adjusts q-values for all questions of a report about a data set: items, constraints and pairs of every bot form
/// one family. Returns the p-value below which a result with the original set is significant.
pub fn ask_all<'found>(sets: impl Iterator<Item = &'found mut BotItems>) -> f64 {
    let mut all: Vec<&mut BotItems> = sets.collect();
    let mut numbers: Vec<u32> = all.iter().map(|bot| bot.perturbation).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let ask = |number: u32| {
        let of_set = all.iter_mut().filter(|bot| bot.perturbation == number);
        let mut asked: Vec<&mut Judgement> = of_set.flat_map(|bot| questions(bot)).collect();
        ask_at_once(&mut asked)
    };
    let thresholds: Vec<f64> = numbers.into_iter().map(ask).collect();
    thresholds.first().copied().unwrap_or(0.0)
}

/// Returns all judgements of a bot with a data set.
fn questions(bot: &mut BotItems) -> impl Iterator<Item = &mut Judgement> {
    (bot.items.iter_mut())
        .chain(&mut bot.must)
        .chain(bot.pairs.iter_mut().map(|(_, judged)| judged))
}

/// Returns up to `wanted` pairs of the items with the clearest effects, starting with the clearest.
fn pairs(items: &[Judgement], wanted: usize) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&item| OrderedFloat(items[item].p));
    let all = (1..order.len()).flat_map(|last| (0..last).map(move |first| (first, last)));
    all.take(wanted)
        .map(|(first, last)| {
            let (one, other) = (order[first], order[last]);
            (one.min(other), one.max(other))
        })
        .collect()
}

pub fn conclusions(items: usize, bots: &[OfBot], threshold: f64) -> Vec<Conclusion> {
    let first: Vec<&BotItems> = bots.iter().map(|bot| &bot.sets[0]).collect();
    let direction =
        |bot: &BotItems, item: usize| bot.items.get(item).map_or(0, Judgement::direction);
    (0..items)
        .map(|item| Conclusion {
            directions: first.iter().map(|bot| direction(bot, item)).collect(),
            survives: bots
                .iter()
                .map(|bot| match direction(&bot.sets[0], item) {
                    0 => None,
                    _ => repeated(bot, item, threshold),
                })
                .collect(),
        })
        .collect()
}

/// Returns true if the direction of an item in the original data set is confirmed in the others.
fn repeated(bot: &OfBot, item: usize, threshold: f64) -> Option<bool> {
    let judged: Vec<&Judgement> = (bot.sets.iter())
        .map(|set| set.items.get(item))
        .collect::<Option<_>>()?;
    let excess: Vec<f64> = judged.iter().map(|judged| judged.excess()).collect();
    // The expected value also has an error, which the data sets share in the same way as the error of the effect.
    let wider = |judged: &[&Judgement]| -> f64 {
        let ratio = |judged: &&Judgement| match judged.effect.margin_error {
            error if error > 0.0 => (judged.excess_error / error).powi(2),
            _ => 1.0,
        };
        judged.iter().map(ratio).sum::<f64>() / judged.len().max(1) as f64
    };
    let (first, others) = (wider(&judged[..1]), wider(&judged[1..]));
    let errors = bot.errors.get(item)?;
    let errors = SharedErrors {
        first: first * errors.first,
        each: others * errors.each,
        mean: others * errors.mean,
        with_first: (first * others).sqrt() * errors.with_first,
        degrees: errors.degrees,
    };
    survives(&excess, errors, threshold)
}
