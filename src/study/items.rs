//! Results of a study of items: the value of each item for every bot and data set, and the conclusions shared by
//! all of them.

use std::cmp::Reverse;
use std::path::Path;

use ordered_float::OrderedFloat;

use super::arms::{ArmOutcome, arms, is_studied};
use super::by_strength::{ByStrength, by_strength};
use super::crossing::Crossing;
use super::factorial::{ENOUGH_BLOCKS, Estimand, Outcomes, estimands, fit, is_relative};
use super::fair_price::Curve;
use super::judgement::{ItemEffect, Judgement, Peer, Reference, ask_at_once, judge, survives};
use super::pick_rates::{LEAST_TAKEN, Takings};
use super::places::{CellBlock, Means, Places};
use super::whole_game::WholeGame;
use portolan_core::random::design_stream;
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Reader;
use portolan_run::results::record::Record;
use portolan_run::settings::{Access, Arm, ItemDesign, ItemStudy};
use portolan_stats::repetition::SharedErrors;

/// Accumulates the games of a study.
pub struct ItemGames<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
    places: Places<'run>,
    groups: Groups,
    takings: Takings,
}

/// The conditions of one bot, with their accumulated data.
struct Group {
    bot: String,
    /// Numbers of the data sets.
    perturbations: Vec<u32>,
    /// Condition by data set in a factorial experiment; empty in other studies.
    cells: Vec<usize>,
    outcomes: Outcomes,
    arms: Vec<ArmOutcome>,
    /// Curves by item and data set in a price study.
    curves: Vec<Vec<Curve>>,
}

struct Groups {
    all: Vec<Group>,
    blocks: u64,
}

impl Groups {
    fn take(&mut self, block: u64, cells: &[Option<CellBlock>]) {
        self.blocks += 1;
        for group in &mut self.all {
            let places = |&cell: &usize| Some(cells[cell].as_ref()?.places.clone());
            let sets: Option<Vec<Vec<Means>>> = group.cells.iter().map(places).collect();
            if let Some(sets) = sets.filter(|sets| !sets.is_empty()) {
                group.outcomes.push(block, sets);
            }
            group.arms.iter_mut().for_each(|arm| arm.add_block(cells));
            for curve in group.curves.iter_mut().flatten() {
                curve.add_block(&group.arms, cells);
            }
        }
    }
}

/// Results for one bot with one data set.
#[derive(Clone, Debug)]
pub struct BotItems {
    /// Name of the bot.
    pub bot: String,
    /// Number of the data set; 0 is the original one.
    pub perturbation: u32,
    /// Value of access to each item, or of having it; empty if the games do not identify it.
    pub items: Vec<Judgement>,
    /// In a study of constraints, effect of always taking each item.
    pub must: Vec<Judgement>,
    /// In a price study, curves by item.
    pub prices: Vec<PriceCurve>,
    /// In a factorial experiment, pairs of items and their joint value beyond their separate values.
    pub pairs: Vec<((usize, usize), Judgement)>,
    /// In a factorial experiment, pick rate of each item: the share of the seats with access that take it. `None`
    /// for items without such an event, or if the run recorded no events.
    pub taken: Option<Vec<Option<f64>>>,
    /// In a factorial experiment, share of wins of the seats that take each item.
    pub won: Option<Vec<Option<f64>>>,
}

/// Effects of an item as functions of its price.
#[derive(Clone, Debug)]
pub struct PriceCurve {
    /// Value of the item, and the share of wins, by change of price.
    pub free: Vec<PricePoint>,
    /// Effect of taking the item whenever possible, by change of price.
    pub must: Vec<PricePoint>,
    /// Effect of beginning with the item instead of another one of its kind, by change of price; empty for items
    /// that are open to all seats.
    pub begins: Vec<PricePoint>,
    /// Judgements of the effect that determines the fair price at the lowest and the highest price; `None` without
    /// games.
    pub ends: Option<[Judgement; 2]>,
    /// Fair price, at which that effect is zero, as a change of the price.
    pub fair: Crossing,
}

impl PriceCurve {
    /// Returns the effects that determine the fair price: those of beginning with the item or, for items open to all
    /// seats, of taking it whenever possible.
    pub fn deciding(&self) -> &[PricePoint] {
        match self.begins.as_slice() {
            [] => &self.must,
            begins => begins,
        }
    }
}

/// Results at one price.
#[derive(Clone, Copy, Debug)]
pub struct PricePoint {
    /// Change of the price.
    pub by: i32,
    /// Effect compared with never taking the item.
    pub effect: ItemEffect,
    /// Share of wins of the treated place.
    pub share: f64,
}

/// Conclusion about one item from all bots and data sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// Direction in the original data set by bot: 1 stronger than expected, −1 weaker, 0 not significant.
    pub directions: Vec<i8>,
    /// Robustness by bot: true if the direction is confirmed in the data sets with varied placeholder rows; `None`
    /// without such sets or without a direction.
    pub survives: Vec<Option<bool>>,
}

impl Conclusion {
    /// Returns the direction shared by all bots; 0 if there is none.
    pub fn shared(&self) -> i8 {
        match self.directions.first() {
            Some(&first) if self.directions.iter().all(|&one| one == first) => first,
            _ => 0,
        }
    }

    /// Returns true if the item is stronger than expected for one bot and weaker for another.
    pub fn flips(&self) -> bool {
        self.directions.contains(&1) && self.directions.contains(&-1)
    }

    /// Returns true if a shared direction is confirmed for all bots.
    pub fn holds(&self) -> bool {
        self.shared() != 0 && self.survives.iter().all(|survives| *survives == Some(true))
    }
}

/// Conditions of each perturbed data set.
type SetCells = Vec<(u32, Vec<usize>)>;

impl<'run> ItemGames<'run> {
    /// Creates an accumulator; `None` if the run is not a study of items.
    pub fn new(manifest: &'run Manifest) -> Option<ItemGames<'run>> {
        let study = manifest.experiment.design.items.as_ref()?;
        let cells = &manifest.experiment.design.cells;
        let mut bots: Vec<(&String, SetCells)> = Vec::new();
        let studied = |(index, _): &(usize, _)| is_studied(study, cells, *index);
        for (index, cell) in cells.iter().enumerate().filter(studied) {
            let bot = cell.bots.first()?;
            let at = bots.iter().position(|(name, _)| *name == bot);
            let at = at.unwrap_or_else(|| {
                bots.push((bot, Vec::new()));
                bots.len() - 1
            });
            let sets = &mut bots[at].1;
            match sets.iter_mut().find(|(set, _)| *set == cell.perturbation) {
                Some((_, of_set)) => of_set.push(index),
                None => sets.push((cell.perturbation, vec![index])),
            }
        }
        let all = bots.into_iter().map(|(bot, sets)| {
            let (perturbations, sets): (Vec<u32>, Vec<Vec<usize>>) = sets.into_iter().unzip();
            let arms = arms(cells, &sets);
            Group {
                bot: bot.clone(),
                cells: if study.factorial().is_some() {
                    sets.iter().map(|set| set[0]).collect()
                } else {
                    Vec::new()
                },
                outcomes: Outcomes::default(),
                curves: curves(study, &arms, perturbations.len()),
                perturbations,
                arms,
            }
        });
        Some(ItemGames {
            manifest,
            study,
            places: Places::new(manifest),
            groups: Groups {
                all: all.collect(),
                blocks: 0,
            },
            takings: Takings::default(),
        })
    }

    pub fn with_takings(mut self, takings: Takings) -> ItemGames<'run> {
        self.takings = takings;
        self
    }

    /// Adds a game, given by the records of all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let groups = &mut self.groups;
        self.places.add_game(game, &mut |block, cells| {
            groups.take(block, cells);
        });
    }

    /// Returns the results.
    pub fn finish(self) -> ItemFindings<'run> {
        let ItemGames {
            manifest,
            study,
            places,
            mut groups,
            takings,
        } = self;
        places.finish(&mut |block, cells| groups.take(block, cells));
        let questions = Questions {
            manifest,
            study,
            takings: &takings,
        };
        let mut read: Vec<OfBot> = groups
            .all
            .iter()
            .map(|group| questions.ask(group))
            .collect();
        let threshold = ask_all(read.iter_mut().flat_map(|bot| &mut bot.sets));
        for (group, bot) in groups.all.iter().zip(&mut read) {
            questions.name_prices(group, &mut bot.sets);
        }
        ItemFindings {
            study,
            conclusions: conclusions(study.item.len(), &read, threshold),
            bots: read.into_iter().flat_map(|bot| bot.sets).collect(),
            blocks: groups.blocks,
            whole_game: None,
        }
    }
}

/// Returns the curves of a price study by item and data set; empty for other studies.
fn curves(study: &ItemStudy, arms: &[ArmOutcome], sets: usize) -> Vec<Vec<Curve>> {
    if study.prices().is_none() {
        return Vec::new();
    }
    let of_item = |item: usize| {
        let wanted = |&arm: &usize| decides_price(arms, item, &arms[arm]);
        let chosen: Vec<usize> = (0..arms.len()).filter(wanted).collect();
        let curve = |set: usize| Curve::new(arms, chosen.clone(), set);
        (0..sets).map(curve).collect()
    };
    (0..study.item.len()).map(of_item).collect()
}

/// Returns true if an arm is on the curve that determines the fair price of an item (see [`PriceCurve::deciding`]).
fn decides_price(arms: &[ArmOutcome], item: usize, arm: &ArmOutcome) -> bool {
    let begins = |other: &ArmOutcome| other.arm.item == item && other.replaces;
    arm.arm.item == item
        && match arms.iter().any(begins) {
            true => arm.replaces,
            false => arm.arm.access == Access::Must,
        }
}

/// Adjusts q-values for all questions that a report asks of a data set: items, policies, prices and pairs of every
/// bot form one family. Returns the p-value below which a question to the original set counts as significant.
fn ask_all<'found>(sets: impl Iterator<Item = &'found mut BotItems>) -> f64 {
    let mut all: Vec<&mut BotItems> = sets.collect();
    let mut numbers: Vec<u32> = all.iter().map(|bot| bot.perturbation).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let ask = |number: u32| {
        let of_set = all.iter_mut().filter(|bot| bot.perturbation == number);
        let mut asked: Vec<&mut Judgement> = of_set.flat_map(|bot| bot.questions()).collect();
        ask_at_once(&mut asked)
    };
    let thresholds: Vec<f64> = numbers.into_iter().map(ask).collect();
    thresholds.first().copied().unwrap_or(0.0)
}

/// Findings of a study of items.
pub struct ItemFindings<'run> {
    pub study: &'run ItemStudy,
    /// Results by bot and data set.
    pub bots: Vec<BotItems>,
    /// Conclusions by item.
    pub conclusions: Vec<Conclusion>,
    /// Number of blocks played.
    pub blocks: u64,
    /// In a factorial experiment whose clearest items were confirmed: their values without other restrictions.
    pub whole_game: Option<WholeGame>,
}

impl ItemFindings<'_> {
    /// Returns the results of the bots with the original data set.
    pub fn first_set(&self) -> impl Iterator<Item = &BotItems> {
        self.bots.iter().filter(|bot| bot.perturbation == 0)
    }

    /// Returns the items with a tested effect, starting with the clearest over all bots.
    pub fn suspicious(&self) -> Vec<usize> {
        let clearness = |item: usize| -> f64 {
            let of_bot = self.first_set().filter_map(|bot| bot.items.get(item));
            of_bot
                .filter(|found| found.tested)
                .map(|found| (found.excess() / found.excess_error.max(1e-12)).abs())
                .fold(0.0, f64::max)
        };
        let mut order: Vec<usize> = (0..self.study.item.len()).collect();
        order.sort_by_key(|&item| Reverse(OrderedFloat(clearness(item))));
        order
    }

    /// Returns true if a factorial experiment has so few blocks for each effect that its errors are much too wide.
    pub fn has_few_blocks(&self) -> bool {
        let effects = |bot: &BotItems| bot.items.len() + bot.pairs.len();
        let most = self.first_set().map(effects).max().unwrap_or(0);
        self.study.factorial().is_some() && self.blocks < (ENOUGH_BLOCKS * most) as u64
    }

    /// Returns conclusions by player strength for each item; `None` unless the study lists its bots by strength.
    pub fn by_strength(&self) -> Option<Vec<ByStrength>> {
        let bots: Vec<&[Judgement]> = self.first_set().map(|bot| &bot.items[..]).collect();
        by_strength(&bots).filter(|_| self.study.by_strength)
    }

    /// Returns true if only the excess of each effect over the mean of all items is identified.
    pub fn is_relative(&self) -> bool {
        is_relative(self.study)
    }
}

impl BotItems {
    /// Returns all judgements.
    fn questions(&mut self) -> impl Iterator<Item = &mut Judgement> {
        let ends = self.prices.iter_mut().flat_map(|curve| &mut curve.ends);
        (self.items.iter_mut())
            .chain(&mut self.must)
            .chain(self.pairs.iter_mut().map(|(_, judged)| judged))
            .chain(ends.flatten())
    }
}

/// Reads the results of a finished or stopped study of items; `None` for any other run.
///
/// # Errors
/// [`RunError`] if `games.csv` cannot be read or does not belong to this run.
pub fn read<'run>(
    folder: &Path,
    manifest: &'run Manifest,
) -> Result<Option<ItemFindings<'run>>, RunError> {
    let Some(collector) = ItemGames::new(manifest) else {
        return Ok(None);
    };
    let takings = Takings::read([(folder, manifest)].into_iter(), manifest)?;
    let mut collector = collector.with_takings(takings);
    Reader::open([(folder, manifest)])?.each_game(|game| collector.add_game(game))?;
    Ok(Some(collector.finish()))
}

/// Results of one bot by data set, and for each item the errors of its effect with their covariance between sets.
struct OfBot {
    sets: Vec<BotItems>,
    errors: Vec<SharedErrors>,
}

/// Analysis of the games of each bot.
struct Questions<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
    takings: &'run Takings,
}

impl Questions<'_> {
    fn ask(&self, group: &Group) -> OfBot {
        let nothing = |&perturbation: &u32| BotItems {
            bot: group.bot.clone(),
            perturbation,
            items: Vec::new(),
            must: Vec::new(),
            prices: Vec::new(),
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
            ItemDesign::Price(_) => {
                let at_price = |arm: &ArmOutcome| {
                    arm.arm.price == 0 && decides_price(&group.arms, arm.arm.item, arm)
                };
                self.arms(group, &mut found, at_price, 1.0);
                for (set, bot) in found.sets.iter_mut().enumerate() {
                    bot.prices = self.prices(group, set);
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

    fn prices(&self, group: &Group, set: usize) -> Vec<PriceCurve> {
        (0..self.study.item.len())
            .map(|item| {
                let points = |access: Access, replaces: bool| -> Vec<PricePoint> {
                    let arms = group.arms.iter();
                    let arms = arms.filter(|arm| {
                        let Arm { item: of, .. } = arm.arm;
                        of == item && arm.arm.access == access && arm.replaces == replaces
                    });
                    arms.filter_map(|arm| {
                        Some(PricePoint {
                            by: arm.arm.price,
                            effect: arm.effect(set)?,
                            share: arm.share(set).mean()?,
                        })
                    })
                    .collect()
                };
                let curve = PriceCurve {
                    free: points(Access::Free, false),
                    must: points(Access::Must, false),
                    begins: points(Access::Free, true),
                    ends: None,
                    fair: Crossing::Unclear,
                };
                let end = |point: Option<&PricePoint>| Some(self.alone(point?.effect));
                let deciding = curve.deciding();
                let ends = end(deciding.first()).zip(end(deciding.last()));
                PriceCurve {
                    ends: ends.map(|(cheapest, dearest)| [cheapest, dearest]),
                    ..curve
                }
            })
            .collect()
    }

    /// Judges a single effect against zero.
    fn alone(&self, effect: ItemEffect) -> Judgement {
        let peer = Peer {
            kind: "prices",
            price: None,
        };
        let mut rng = design_stream(self.manifest.experiment.seed);
        judge(&[effect], &[peer], Reference::Zero, &mut rng)[0]
    }

    /// Computes the fair prices; the ends of the curves must have been adjusted together with all other questions.
    fn name_prices(&self, group: &Group, sets: &mut [BotItems]) {
        for (set, bot) in sets.iter_mut().enumerate() {
            let mut rng = design_stream(self.manifest.experiment.seed);
            for (item, curve) in bot.prices.iter_mut().enumerate() {
                if let Some(ends) = &curve.ends {
                    curve.fair = group.curves[item][set].crossing(ends, &mut rng);
                }
            }
        }
    }
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

fn conclusions(items: usize, bots: &[OfBot], threshold: f64) -> Vec<Conclusion> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conclusion_directions_agree_flip_or_are_undetermined() {
        let told = |directions: &[i8]| {
            let conclusion = Conclusion {
                directions: directions.to_vec(),
                survives: vec![None; directions.len()],
            };
            (conclusion.shared(), conclusion.flips())
        };
        assert_eq!([told(&[1, 1]), told(&[-1, -1])], [(1, false), (-1, false)]);
        assert_eq!([told(&[1, -1]), told(&[0, -1, 1])], [(0, true); 2]);
        assert_eq!([told(&[1, 0]), told(&[])], [(0, false); 2]);
    }
}
