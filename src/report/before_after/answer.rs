//! Sentences about the effects of a change.

use super::super::names::Names;
use super::super::words::{capital, listed, percent};
use super::doubts::Trial;
use super::measures::{LARGEST_GAP, amount, at_most, bound, category_name, items, quantity, size};
use portolan_run::experiment::change::{ChangeEffect, Measure};
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::StudiedItem;
use portolan_stats::Shown;
use portolan_study::before_after::{ChangeFindings, ItemTakings};

/// Describes the main effect of the change: on its items or, if it affects no items, on scores and seats.
pub fn answer(page: &Trial, found: &ChangeFindings) -> String {
    let Trial {
        manifest, names, ..
    } = *page;
    let items = items(manifest);
    let sentences: Vec<String> = of_item(found)
        .map(|(item, effect)| {
            let quantity = quantity(&items[item], names);
            match effect.change {
                None => new_item(&names.full(&items[item].label), &quantity, effect),
                Some(change) => match effect.change_shows() {
                    Shown::Above => {
                        format!(
                            "The {quantity} rises{}: {} points.",
                            small(effect),
                            change.words(1)
                        )
                    }
                    Shown::Below => {
                        format!(
                            "The {quantity} falls{}: {} points.",
                            small(effect),
                            change.words(1)
                        )
                    }
                    Shown::Negligible => format!(
                        "The change alters the {quantity}{}: {} points.",
                        small(effect),
                        change.words(1)
                    ),
                    Shown::Open => format!(
                        "The effect of the change on the {quantity} is undecided: {}.",
                        page.undecided(effect, change)
                    ),
                },
            }
        })
        .collect();
    if !sentences.is_empty() {
        return sentences.join(" ");
    }
    let shown: Vec<String> = found
        .effects
        .iter()
        .filter(|effect| is_main_without_items(effect))
        .filter_map(|effect| shown_change(manifest, effect))
        .collect();
    match shown.is_empty() {
        false => capital(&format!("{}.", listed(&shown))),
        true => {
            let mut scores = found.effects.iter();
            let scores = scores.find(|effect| effect.measure == Measure::Score);
            let Some((effect, change)) = scores.and_then(|one| Some((one, one.change?))) else {
                return "No effect on scores or seats was found.".to_string();
            };
            match (effect.change_shows(), at_most(change)) {
                (Shown::Negligible, _) => format!(
                    "No effect on scores or seats was found; scores change by less than {}.",
                    amount(effect.interest, change.unit)
                ),
                (_, Some(_)) if page.is_doubtful(effect) => {
                    "No significant effect on scores or seats was found.".to_string()
                }
                (_, Some(bound)) => format!(
                    "No effect on scores or seats is significant; scores change by at most {bound}."
                ),
                (_, None) => {
                    "No effect on scores or seats is significant, and too few deals differ to give an upper bound."
                        .to_string()
                }
            }
        }
    }
}

/// Returns true if the effect is part of the answer to a change of the game that affects no items.
pub fn is_main_without_items(effect: &ChangeEffect) -> bool {
    matches!(
        effect.measure,
        Measure::Score | Measure::Unfairness | Measure::Wins(_)
    )
}

/// Returns the words for an effect that is certainly smaller than the smallest difference that matters.
fn small(effect: &ChangeEffect) -> String {
    match effect.change.filter(|_| effect.is_below_bound()) {
        Some(change) => format!(" by less than {}", amount(effect.interest, change.unit)),
        None => String::new(),
    }
}

/// Describes the fairness of the seats before and after the change.
pub fn fairness(found: &ChangeFindings) -> Option<String> {
    let mut effects = found.effects.iter();
    let effect = effects.find(|effect| effect.measure == Measure::Unfairness)?;
    let (before, after, change) = (effect.before?, effect.after?, effect.change?);
    let verdict = match effect.change_shows() {
        Shown::Above => "The change makes the seats less fair",
        Shown::Below => "The change makes the seats fairer",
        Shown::Negligible => "The change alters the fairness of the seats",
        Shown::Open => "The effect of the change on the fairness of the seats is undecided",
    };
    Some(format!(
        "{verdict}{}: {LARGEST_GAP} is {} before and {} after it, a difference of {} percentage points.",
        small(effect),
        before.words(1),
        after.words(1),
        change.words(1)
    ))
}

fn of_item(found: &ChangeFindings) -> impl Iterator<Item = (usize, &ChangeEffect)> {
    found
        .effects
        .iter()
        .filter_map(|effect| match effect.measure {
            Measure::Worth(item) => Some((item, effect)),
            _ => None,
        })
}

fn new_item(name: &str, quantity: &str, effect: &ChangeEffect) -> String {
    match (effect.after, effect.after_shows()) {
        (Some(after), Shown::Open) => {
            format!("The {quantity} is undecided: {}.", bound(after))
        }
        (Some(after), _) => format!(
            "{name} is new; the {quantity} is {} points.",
            after.words(1)
        ),
        (None, _) => format!("The games so far do not show the {quantity}."),
    }
}

/// Describes the value of an item after the change and states whether the item is too strong.
pub fn verdict_on_item(
    manifest: &Manifest,
    effect: &ChangeEffect,
    names: &Names,
) -> Option<String> {
    let Measure::Worth(item) = effect.measure else {
        return None;
    };
    let item = &items(manifest)[item];
    let name = names.full(&item.label);
    let after = effect.after?;
    let before = effect.before.map_or(String::new(), |before| {
        format!("; before the change {}", before.value_words(1))
    });
    if !item.grantable {
        return Some(format!(
            "The value of {name}, the gain of a seat that may take it compared with one that may not, is {} \
             points{before}.",
            after.words(1)
        ));
    }
    let verdict = match effect.after_shows() {
        Shown::Above => "It is stronger than a random card of its kind".to_string(),
        Shown::Below => "It is weaker than a random card of its kind".to_string(),
        Shown::Negligible => format!(
            "It differs from a random card of its kind by less than {}",
            amount(effect.interest, after.unit)
        ),
        Shown::Open => "It may or may not be stronger than a random card of its kind".to_string(),
    };
    Some(format!(
        "{verdict}: a seat that begins with {name} instead of one gains {} points{before}.",
        after.words(1)
    ))
}

/// Describes the pick rate of an item.
pub fn taken(item: &StudiedItem, takings: ItemTakings, names: &Names) -> Option<String> {
    let after = takings.after.share()?;
    let of = if item.met_by.is_empty() {
        "of the seats"
    } else {
        "of the seats that could take it"
    };
    let before = takings.before.share();
    let before = before.map_or(String::new(), |before| {
        format!(", before {}", percent(before))
    });
    Some(format!(
        "{} {of} take {}{before}.",
        percent(after),
        names.full(&item.label)
    ))
}

/// Describes the other significant effects of the change, most certain first, followed by the measures
/// without an effect, with their bounds unless the player is in doubt.
pub fn side_effects(manifest: &Manifest, found: &ChangeFindings, with_bounds: bool) -> Vec<String> {
    let with_items = !items(manifest).is_empty();
    let side = |effect: &&ChangeEffect| match effect.measure {
        Measure::Worth(_) | Measure::Unfairness => false,
        // Without items, these effects form the main answer.
        Measure::Score | Measure::Wins(_) => with_items,
        Measure::Turns | Measure::WinnersPoints(_) => true,
    };
    let shown: Vec<String> = found
        .effects
        .iter()
        .filter(side)
        .filter_map(|effect| shown_change(manifest, effect))
        .collect();
    let mut sentences = Vec::new();
    if !shown.is_empty() {
        sentences.push(capital(&format!("{}.", listed(&shown))));
    }
    if with_items {
        let quiet: Vec<String> = found
            .effects
            .iter()
            .filter(|effect| matches!(effect.measure, Measure::Score | Measure::Wins(_)))
            .filter(|effect| matches!(effect.change_shows(), Shown::Open | Shown::Negligible))
            .filter_map(|effect| {
                let change = effect.change?;
                let what = match effect.measure {
                    Measure::Score => "scores".to_string(),
                    Measure::Wins(seat) => format!("the wins of seat {}", seat + 1),
                    _ => return None,
                };
                Some(match at_most(change).filter(|_| with_bounds) {
                    Some(bound) => format!("{what} (at most {bound})"),
                    None => what,
                })
            })
            .collect();
        if !quiet.is_empty() {
            sentences.push(format!("No change was found in {}.", listed(&quiet)));
        }
    }
    sentences
}

/// Describes a change that is significant.
fn shown_change(manifest: &Manifest, effect: &ChangeEffect) -> Option<String> {
    let change = effect.change?;
    let up = match effect.change_shows() {
        Shown::Above => true,
        Shown::Below => false,
        Shown::Negligible | Shown::Open => return None,
    };
    Some(match effect.measure {
        Measure::Worth(_) => return None,
        Measure::Score => format!("scores {} by {} points", rise(up), size(change)),
        Measure::Wins(seat) => {
            let name = match manifest.experiment.players {
                1 => "the share of games won".to_string(),
                _ => format!("the share of wins of seat {}", seat + 1),
            };
            format!("{name} {} by {} percentage points", rises(up), size(change))
        }
        Measure::Unfairness => format!(
            "{LARGEST_GAP} {} by {} percentage points",
            rises(up),
            size(change)
        ),
        Measure::Turns => format!(
            "games {} by {} turns per seat",
            if up { "lengthen" } else { "shorten" },
            size(change)
        ),
        Measure::WinnersPoints(category) => format!(
            "winners score {} points {} from {}",
            size(change),
            if up { "more" } else { "less" },
            category_name(manifest, category)
        ),
    })
}

fn rise(up: bool) -> &'static str {
    if up { "rise" } else { "fall" }
}

fn rises(up: bool) -> &'static str {
    if up { "rises" } else { "falls" }
}
