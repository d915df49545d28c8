//! Baseline of the effects of a study of items, and designs whose copies are significant when pooled.

use portolan_run::settings::ItemDesign;
use portolan_stats::Interval;
use portolan_study::items::{BotItems, ItemFindings};
use portolan_study::judgement::{FALSE_DISCOVERIES, FEWEST_FOR_A_LINE, FEWEST_PEERS};
use portolan_study::pooled::{PooledDesign, pooled};

/// Describes the baseline of an effect.
pub fn stronger_than(found: &ItemFindings) -> &'static str {
    let items = &found.study.item;
    let priced = items.iter().all(|item| item.price.is_some());
    let same = |kind: &str| items.iter().filter(|item| item.kind == kind).count();
    let most = items.iter().map(|item| same(&item.kind)).max().unwrap_or(0);
    match found.study.design {
        ItemDesign::Factorial(_) if most < FEWEST_PEERS && found.is_relative() => {
            "the mean of the items"
        }
        ItemDesign::Factorial(_) if most < FEWEST_PEERS => "no access",
        ItemDesign::Factorial(_) if priced && most >= FEWEST_FOR_A_LINE => "others at their price",
        ItemDesign::Factorial(_) => "the others of their kind",
        ItemDesign::Grant => "what they replace",
        _ => "nothing",
    }
}

/// Returns the designs whose pooled copies are significant for every bot, as two lists: stronger and weaker.
/// Both lists are empty for studies that do not pool copies.
pub fn told_designs(found: &ItemFindings) -> [Vec<String>; 2] {
    let mut bots = found.first_set().map(|bot| designs_of(found, bot));
    let Some(mut shared) = bots.next() else {
        return [Vec::new(), Vec::new()];
    };
    for of_bot in bots {
        for (shared, own) in shared.iter_mut().zip(of_bot) {
            shared.retain(|design| own.contains(design));
        }
    }
    shared
}

/// Returns the designs whose pooled copies are significant for one bot, as two lists: stronger and weaker.
pub fn designs_of(found: &ItemFindings, bot: &BotItems) -> [Vec<String>; 2] {
    let is_looked_at = matches!(
        found.study.design,
        ItemDesign::Factorial(_) | ItemDesign::Grant
    );
    let designs = match is_looked_at {
        true => pooled(found.study, &bot.items),
        false => Vec::new(),
    };
    [1.0, -1.0].map(|sign| {
        let told = |design: &&PooledDesign| is_told(design) && design.excess.value * sign > 0.0;
        let told = designs.iter().filter(told);
        told.map(|design| design.design.clone()).collect()
    })
}

fn clears(interval: Interval) -> bool {
    interval.low > 0.0 || interval.high < 0.0
}

fn is_told(design: &PooledDesign) -> bool {
    let told = design.excess.q.is_some_and(|q| q < FALSE_DISCOVERIES);
    told && design.excess.interval().is_some_and(clears)
}
