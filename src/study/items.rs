//! What the games of a study of items say: for every bot and data set what each item is worth, and
//! which conclusions all of them share.

use std::cmp::Reverse;
use std::path::Path;

use ordered_float::OrderedFloat;

use super::arms::{ArmOutcome, arms, is_studied};
use super::by_strength::{ByStrength, by_strength};
use super::crossing::Crossing;
use super::factorial::{ENOUGH_BLOCKS, Estimand, Outcomes, estimands, fit, is_relative};
use super::fair_price::Curve;
use super::judgement::{ItemEffect, Judgement, Peer, Reference, ask_at_once, judge, survives};
use super::places::{CellBlock, Means, Places};
use super::takings::{LEAST_TAKEN, Takings};
use super::whole_game::WholeGame;
use portolan_core::random::design_stream;
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::reader::Reader;
use portolan_engine::results::record::Record;
use portolan_engine::settings::{Access, Arm, ItemDesign, ItemStudy};
use portolan_stats::repetition::SharedErrors;

/// The games of a study while they come in.
pub struct ItemGames<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
    places: Places<'run>,
    groups: Groups,
    takings: Takings,
}

/// The cells of one bot, and what was gathered of them.
struct Group {
    bot: String,
    /// Numbers of the data sets.
    perturbations: Vec<u32>,
    /// Of a factorial experiment, by data set; none of another.
    cells: Vec<usize>,
    outcomes: Outcomes,
    arms: Vec<ArmOutcome>,
    /// Of a price study: by item, by data set.
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

/// What a study says of one bot with one data set.
#[derive(Clone, Debug)]
pub struct BotItems {
    /// Bot.
    pub bot: String,
    /// Number of the data set; 0 is the first.
    pub perturbation: u32,
    /// By item: what access to it, or having it, is worth; empty if the games do not tell.
    pub items: Vec<Judgement>,
    /// Of a study of constraints, by item: what always taking it changes.
    pub must: Vec<Judgement>,
    /// Of a price study, by item.
    pub prices: Vec<PriceCurve>,
    /// Of a factorial experiment: pairs of items and what both together are worth beyond each.
    pub pairs: Vec<((usize, usize), Judgement)>,
    /// Of a factorial experiment, by item: the share of the seats with access that take it, where an event
    /// tells; none if the run does not.
    pub taken: Option<Vec<Option<f64>>>,
    /// The same of the share of wins of those that take it.
    pub won: Option<Vec<Option<f64>>>,
}

/// What an item is worth as its price moves.
#[derive(Clone, Debug)]
pub struct PriceCurve {
    /// By change of price: what having the choice to take it is worth, and the share of wins.
    pub free: Vec<PricePoint>,
    /// By change of price: what taking it whenever possible is worth.
    pub must: Vec<PricePoint>,
    /// The latter at the cheapest and at the dearest price, judged; none without games.
    pub ends: Option<[Judgement; 2]>,
    /// Where it is nothing: the fair price, as a change of the price.
    pub fair: Crossing,
}

/// One price.
#[derive(Clone, Copy, Debug)]
pub struct PricePoint {
    /// Change of the price.
    pub by: i32,
    /// Compared with never taking the item.
    pub effect: ItemEffect,
    /// Share of wins of the place that has it.
    pub share: f64,
}

/// A conclusion on one item from all bots and data sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// By bot: 1 stronger than expected, −1 weaker, 0 not to be told, in the first data set.
    pub directions: Vec<i8>,
    /// By bot: whether the direction survives in the data sets with varied stand-ins; `None` without
    /// such sets, or where there is no direction.
    pub survives: Vec<Option<bool>>,
}

impl Conclusion {
    /// The direction that holds for all bots; 0 if there is none.
    pub fn shared(&self) -> i8 {
        match self.directions.first() {
            Some(&first) if self.directions.iter().all(|&one| one == first) => first,
            _ => 0,
        }
    }

    /// Whether it is stronger for one bot and weaker for another.
    pub fn flips(&self) -> bool {
        self.directions.contains(&1) && self.directions.contains(&-1)
    }

    /// Whether a shared direction survives for all bots.
    pub fn holds(&self) -> bool {
        self.shared() != 0 && self.survives.iter().all(|survives| *survives == Some(true))
    }
}

/// The cells of each perturbed data set.
type SetCells = Vec<(u32, Vec<usize>)>;

impl<'run> ItemGames<'run> {
    /// Nothing yet; `None` if the run is no study of items.
    pub fn new(manifest: &'run Manifest) -> Option<ItemGames<'run>> {
        let study = manifest.experiment.design.items()?;
        let cells = manifest.experiment.design.cells();
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

    /// With what is known of who takes what.
    pub fn with_takings(mut self, takings: Takings) -> ItemGames<'run> {
        self.takings = takings;
        self
    }

    /// Takes a game, given by all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let groups = &mut self.groups;
        self.places.add_game(game, &mut |block, cells| {
            groups.take(block, cells);
        });
    }

    /// What the games say.
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

/// The curves of a price study, by item, by data set; none of any other.
fn curves(study: &ItemStudy, arms: &[ArmOutcome], sets: usize) -> Vec<Vec<Curve>> {
    if study.prices().is_none() {
        return Vec::new();
    }
    let of_item = |item: usize| {
        let must = |&arm: &usize| {
            let arm = arms[arm].arm;
            arm.item == item && arm.access == Access::Must
        };
        let chosen: Vec<usize> = (0..arms.len()).filter(must).collect();
        let curve = |set: usize| Curve::new(arms, chosen.clone(), set);
        (0..sets).map(curve).collect()
    };
    (0..study.item.len()).map(of_item).collect()
}

/// All that a report asks of a data set is one family of questions: of every bot its items, their
/// policies, prices and pairs. The p-value below which a question to the first set is answered.
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

/// What a study of items says.
pub struct ItemFindings<'run> {
    /// The study.
    pub study: &'run ItemStudy,
    /// Bot by bot, and data set by data set.
    pub bots: Vec<BotItems>,
    /// By item.
    pub conclusions: Vec<Conclusion>,
    /// Blocks played.
    pub blocks: u64,
    /// Of a factorial experiment whose clearest items were played again: what they are worth in the whole game.
    pub whole_game: Option<WholeGame>,
}

impl ItemFindings<'_> {
    /// The bots with the first data set.
    pub fn first_set(&self) -> impl Iterator<Item = &BotItems> {
        self.bots.iter().filter(|bot| bot.perturbation == 0)
    }

    /// The items whose effects are clearest over all bots, the clearest first.
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

    /// Whether there are so few blocks for each effect of a factorial experiment that its errors are
    /// much too wide.
    pub fn has_few_blocks(&self) -> bool {
        let effects = |bot: &BotItems| bot.items.len() + bot.pairs.len();
        let most = self.first_set().map(effects).max().unwrap_or(0);
        self.study.factorial().is_some() && self.blocks < (ENOUGH_BLOCKS * most) as u64
    }

    /// What players of growing strength say of each item; `None` unless the study names them so.
    pub fn by_strength(&self) -> Option<Vec<ByStrength>> {
        let bots: Vec<&[Judgement]> = self.first_set().map(|bot| &bot.items[..]).collect();
        by_strength(&bots).filter(|_| self.study.by_strength)
    }

    /// Whether effects are known only by how much each exceeds the mean of all.
    pub fn is_relative(&self) -> bool {
        is_relative(self.study)
    }
}

impl BotItems {
    /// All that was judged.
    fn questions(&mut self) -> impl Iterator<Item = &mut Judgement> {
        let ends = self.prices.iter_mut().flat_map(|curve| &mut curve.ends);
        (self.items.iter_mut())
            .chain(&mut self.must)
            .chain(self.pairs.iter_mut().map(|(_, judged)| judged))
            .chain(ends.flatten())
    }
}

/// Reads what a finished or stopped study of items says; nothing of any other run.
///
/// # Errors
/// [`RunError`] if `games.csv` cannot be read or is none of this run.
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

/// One bot, data set by data set, and by item how the errors of its effect hang together between them.
struct OfBot {
    sets: Vec<BotItems>,
    errors: Vec<SharedErrors>,
}

/// What is asked of the games of each bot.
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
            ItemDesign::Grant => self.arms(group, &mut found, |arm| arm.granted, 1.0),
            ItemDesign::Change => self.changed(group, &mut found),
            ItemDesign::Constraint(_) => {
                // What never taking it loses is what access to it is worth.
                self.arms(group, &mut found, |arm| arm.access == Access::Never, -1.0);
                for (set, bot) in found.sets.iter_mut().enumerate() {
                    let must = self.effects(group, set, |arm| arm.access == Access::Must, 1.0);
                    bot.must = self.judge(&must, Reference::Zero);
                }
            }
            ItemDesign::Price(_) => {
                let at_price = |arm: &Arm| arm.access == Access::Must && arm.price == 0;
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

    /// The items; then with those pairs that stand out in the first data set once more.
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

    /// The items of a changed game: what beginning with an item is worth or, where it cannot be granted, what never
    /// taking it loses.
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

    /// What the arms that `wanted` names, one of each item, say of the items in every data set.
    fn arms(&self, group: &Group, found: &mut OfBot, wanted: impl Fn(&Arm) -> bool, sign: f64) {
        for (set, bot) in found.sets.iter_mut().enumerate() {
            bot.items = self.judge(&self.effects(group, set, &wanted, sign), Reference::Zero);
        }
        let arms = self.of_items(group, &wanted);
        found.errors = arms.iter().map(|arm| arm.errors()).collect();
    }

    /// By item the arm among those that `wanted` names; none if one is missing.
    fn of_items<'group>(
        &self,
        group: &'group Group,
        wanted: impl Fn(&Arm) -> bool,
    ) -> Vec<&'group ArmOutcome> {
        let of_item = |item: usize| {
            let mut arms = group.arms.iter();
            arms.find(|arm| arm.arm.item == item && wanted(&arm.arm))
        };
        let arms: Option<Vec<&ArmOutcome>> = (0..self.study.item.len()).map(of_item).collect();
        arms.unwrap_or_default()
    }

    /// Their effects in a data set, times `sign`; none if one is missing.
    fn effects(
        &self,
        group: &Group,
        set: usize,
        wanted: impl Fn(&Arm) -> bool,
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
                let points = |access: Access| -> Vec<PricePoint> {
                    let arms = group.arms.iter();
                    let arms = arms.filter(|arm| arm.arm.item == item && arm.arm.access == access);
                    arms.filter_map(|arm| {
                        Some(PricePoint {
                            by: arm.arm.price,
                            effect: arm.effect(set)?,
                            share: arm.share(set).mean()?,
                        })
                    })
                    .collect()
                };
                let must = points(Access::Must);
                let end = |point: Option<&PricePoint>| Some(self.alone(point?.effect));
                PriceCurve {
                    free: points(Access::Free),
                    ends: end(must.first())
                        .zip(end(must.last()))
                        .map(|(cheapest, dearest)| [cheapest, dearest]),
                    must,
                    fair: Crossing::Unclear,
                }
            })
            .collect()
    }

    /// The judgement of an effect compared with none.
    fn alone(&self, effect: ItemEffect) -> Judgement {
        let peer = Peer {
            kind: "prices",
            price: None,
        };
        let mut rng = design_stream(self.manifest.experiment.seed);
        judge(&[effect], &[peer], Reference::Zero, &mut rng)[0]
    }

    /// Fills in the fair prices, once the ends of the curves were asked among all questions.
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

/// So many pairs of the items with the clearest effects, those of the clearest first.
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

/// Whether what the first data set tells of an item survives in the others.
fn repeated(bot: &OfBot, item: usize, threshold: f64) -> Option<bool> {
    let judged: Vec<&Judgement> = (bot.sets.iter())
        .map(|set| set.items.get(item))
        .collect::<Option<_>>()?;
    let excess: Vec<f64> = judged.iter().map(|judged| judged.excess()).collect();
    // What is expected has an error, too, which the sets share as they do that of the effect.
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
    fn a_direction_is_shared_or_flips() {
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
