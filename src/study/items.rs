//! What the games of a study of items say: for every bot and data set what each item is worth, and
//! which conclusions all of them share.

use std::cmp::Reverse;
use std::path::Path;

use ordered_float::OrderedFloat;

use super::arms::{ArmOutcome, Crossing, add_block, arms, crossing};
use super::factorial::{Outcomes, Term, fit, terms};
use super::judgement::{Effect, Judgement, Peer, Reference, judge, survives};
use super::outcomes::{SeatOutcome, each_game};
use super::places::{CellBlock, Places};
use crate::experiment::RunError;
use crate::experiment::manifest::Manifest;
use crate::experiment::plan::Kind;
use crate::experiment::treatment::{Access, Arm, ItemStudy};
use crate::random::design_stream;

/// The games of a study while they come in.
pub struct Collector<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
    places: Places<'run>,
    groups: Groups,
}

/// The cells of one bot with one data set, and what was gathered of them.
struct Group {
    bot: String,
    perturbation: u32,
    outcomes: Outcomes,
    arms: Vec<ArmOutcome>,
    first_cell: usize,
}

struct Groups {
    all: Vec<Group>,
    blocks: u64,
}

impl Groups {
    fn take(&mut self, block: u64, cells: &[Option<CellBlock>]) {
        self.blocks += 1;
        for group in &mut self.all {
            if let Some(Some(cell)) = cells.get(group.first_cell) {
                group.outcomes.push(block, cell);
            }
            add_block(&mut group.arms, block, cells);
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
    /// Of a policy study, by item: what always taking it changes.
    pub must: Vec<Judgement>,
    /// Of a price study, by item.
    pub prices: Vec<PriceCurve>,
    /// Of a factorial experiment: pairs of items and what both together are worth beyond each.
    pub pairs: Vec<((usize, usize), Judgement)>,
}

/// What an item is worth as its price moves.
#[derive(Clone, Debug)]
pub struct PriceCurve {
    /// By change of price: what having the choice to take it is worth, and the share of wins.
    pub free: Vec<PricePoint>,
    /// By change of price: what taking it whenever possible is worth.
    pub must: Vec<PricePoint>,
    /// Where the latter is nothing: the fair price, as a change of the price.
    pub fair: Crossing,
}

/// One price.
#[derive(Clone, Copy, Debug)]
pub struct PricePoint {
    /// Change of the price.
    pub by: i32,
    /// Compared with never taking the item.
    pub effect: Effect,
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

impl<'run> Collector<'run> {
    /// Nothing yet; `None` if the run is no study of items.
    pub fn new(manifest: &'run Manifest) -> Option<Collector<'run>> {
        let study = manifest.experiment.items.as_ref()?;
        let cells = &manifest.experiment.cell;
        let mut all: Vec<(String, u32, Vec<usize>)> = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            let bot = cell.bots.first()?;
            let known = all
                .iter_mut()
                .find(|(name, number, _)| name == bot && *number == cell.perturbation);
            match known {
                Some((_, _, group)) => group.push(index),
                None => all.push((bot.clone(), cell.perturbation, vec![index])),
            }
        }
        let all = all
            .into_iter()
            .map(|(bot, perturbation, group)| Group {
                bot,
                perturbation,
                outcomes: Outcomes::default(),
                arms: arms(cells, &group),
                first_cell: group[0],
            })
            .collect();
        Some(Collector {
            manifest,
            study,
            places: Places::new(manifest),
            groups: Groups { all, blocks: 0 },
        })
    }

    /// Takes a game: its number, its cell from 0 and its seats.
    pub fn add_game(&mut self, game_id: u64, cell: usize, seats: &[SeatOutcome]) {
        let groups = &mut self.groups;
        self.places
            .add_game(game_id, cell, seats, &mut |block, cells| {
                groups.take(block, cells);
            });
    }

    /// What the games say.
    pub fn finish(self) -> ItemFindings<'run> {
        let Collector {
            manifest,
            study,
            places,
            mut groups,
        } = self;
        places.finish(&mut |block, cells| groups.take(block, cells));
        let reader = Reader { manifest, study };
        let bots: Vec<BotItems> = groups.all.iter().map(|group| reader.read(group)).collect();
        ItemFindings {
            study,
            conclusions: conclusions(study.item.len(), &bots),
            bots,
            blocks: groups.blocks,
        }
    }
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
                .map(|found| (found.excess() / found.effect.margin_error.max(1e-12)).abs())
                .fold(0.0, f64::max)
        };
        let mut order: Vec<usize> = (0..self.study.item.len()).collect();
        order.sort_by_key(|&item| Reverse(OrderedFloat(clearness(item))));
        order
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
    let Some(mut collector) = Collector::new(manifest) else {
        return Ok(None);
    };
    each_game(folder, manifest, |game_id, cell, seats| {
        collector.add_game(game_id, cell, seats);
    })?;
    Ok(Some(collector.finish()))
}

struct Reader<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
}

impl Reader<'_> {
    fn read(&self, group: &Group) -> BotItems {
        let mut found = BotItems {
            bot: group.bot.clone(),
            perturbation: group.perturbation,
            items: Vec::new(),
            must: Vec::new(),
            prices: Vec::new(),
            pairs: Vec::new(),
        };
        match self.manifest.experiment.kind {
            Kind::Factorial => self.factorial(group, &mut found),
            Kind::Grant => {
                let effects = self.effects(group, |arm| arm.granted, 1.0);
                found.items = self.judge(&effects, Reference::Zero);
            }
            Kind::Policy => {
                // What never taking it loses is what access to it is worth.
                let worth = self.effects(group, |arm| arm.access == Access::Never, -1.0);
                found.items = self.judge(&worth, Reference::Zero);
                let must = self.effects(group, |arm| arm.access == Access::Must, 1.0);
                found.must = self.judge(&must, Reference::Zero);
            }
            _ => {
                let at_price = |arm: &Arm| arm.access == Access::Must && arm.price == 0;
                let effects = self.effects(group, at_price, 1.0);
                found.items = self.judge(&effects, Reference::Zero);
                found.prices = self.prices(group);
            }
        }
        found
    }

    fn judge(&self, effects: &[Effect], reference: Reference) -> Vec<Judgement> {
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

    fn factorial(&self, group: &Group, found: &mut BotItems) {
        let seed = self.manifest.experiment.seed;
        let items = self.study.item.len();
        let Some(effects) = fit(self.study, seed, &group.outcomes, &terms(items, &[])) else {
            return;
        };
        found.items = self.judge(&effects, Reference::Peers);
        let wanted = self
            .study
            .factorial
            .map_or(0, |factorial| factorial.interactions);
        let pairs = pairs(&found.items, wanted);
        if pairs.is_empty() {
            return;
        }
        let all = terms(items, &pairs);
        let Some(effects) = fit(self.study, seed, &group.outcomes, &all) else {
            return;
        };
        let mut rng = design_stream(seed);
        let none = vec![
            Peer {
                kind: "pairs",
                price: None,
            };
            pairs.len()
        ];
        let judged = judge(&effects[items..], &none, Reference::Zero, &mut rng);
        let named = all[items..].iter().filter_map(|term| match *term {
            Term::Pair(one, other) => Some((one, other)),
            Term::Item(_) => None,
        });
        found.pairs = named.zip(judged).collect();
    }

    /// By item the effect of its arm among those that `wanted` names, times `sign`; none if one is
    /// missing.
    fn effects(&self, group: &Group, wanted: impl Fn(&Arm) -> bool, sign: f64) -> Vec<Effect> {
        let of_item = |item: usize| {
            let mut arms = group.arms.iter();
            let arm = arms.find(|arm| arm.arm.item == item && wanted(&arm.arm))?;
            let effect = arm.effect()?;
            Some(Effect {
                margin: sign * effect.margin,
                win: sign * effect.win,
                ..effect
            })
        };
        let effects: Option<Vec<Effect>> = (0..self.study.item.len()).map(of_item).collect();
        effects.unwrap_or_default()
    }

    fn prices(&self, group: &Group) -> Vec<PriceCurve> {
        let mut rng = design_stream(self.manifest.experiment.seed);
        (0..self.study.item.len())
            .map(|item| {
                let with = |access: Access| -> Vec<&ArmOutcome> {
                    let arms = group.arms.iter();
                    arms.filter(|arm| arm.arm.item == item && arm.arm.access == access)
                        .collect()
                };
                let points = |arms: &[&ArmOutcome]| -> Vec<PricePoint> {
                    arms.iter()
                        .filter_map(|arm| {
                            Some(PricePoint {
                                by: arm.arm.price,
                                effect: arm.effect()?,
                                share: arm.share().mean()?,
                            })
                        })
                        .collect()
                };
                let must = with(Access::Must);
                PriceCurve {
                    free: points(&with(Access::Free)),
                    fair: crossing(&must, &mut rng),
                    must: points(&must),
                }
            })
            .collect()
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

fn conclusions(items: usize, bots: &[BotItems]) -> Vec<Conclusion> {
    let first: Vec<&BotItems> = bots.iter().filter(|bot| bot.perturbation == 0).collect();
    (0..items)
        .map(|item| {
            let direction = |bot: &BotItems| bot.items.get(item).map_or(0, Judgement::direction);
            let of_sets = |name: &str| -> Vec<f64> {
                let sets = bots.iter().filter(|bot| bot.bot == name);
                sets.filter_map(|bot| Some(bot.items.get(item)?.excess()))
                    .collect()
            };
            Conclusion {
                directions: first.iter().map(|bot| direction(bot)).collect(),
                survives: first
                    .iter()
                    .map(|bot| match direction(bot) {
                        0 => None,
                        _ => survives(&of_sets(&bot.bot)),
                    })
                    .collect(),
            }
        })
        .collect()
}
