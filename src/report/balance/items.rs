//! The part of the report of `portolan balance` about items: the changes, the rounds and the varied data sets.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use ordered_float::OrderedFloat;

use super::targets::TargetLine;
use crate::names::Names;
use crate::page::{Line, Section, Table};
use crate::plots::Caption;
use crate::svg::Drawing;
use crate::words::{count, fixed, listed, percent, signed, thousands, verb};
use crate::worth::{Frame, Priced, price_against_worth_in};
use portolan_core::random::Rng;
use portolan_stats::shrinkage::Measured;
use portolan_stats::{Estimate, Unit};
use portolan_study::balance::{
    MISSED, NEEDED, Outside, Verdict, differ, excess, is_missed, prediction_error,
};
use portolan_study::judgement::{Judgement, judge_both};

/// Maximum number of changes that the answer lists.
const MOST_NAMED: usize = 4;
/// Maximum number of items outside or in doubt that a remark names.
const MOST_OUTSIDE: usize = 12;

/// Changed number of an item.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Index of the item.
    pub item: usize,
    pub column: String,
    /// Content of the cell before the change.
    pub from: String,
    /// Content of the cell after the change.
    pub to: String,
}

/// Values of all items for one bot, in games that were not used to choose the changes.
#[derive(Clone, Debug)]
pub struct Confirmed {
    pub bot: String,
    pub before: Vec<Judgement>,
    /// Values after the changes; `None` if no change is proposed.
    pub after: Option<Vec<Judgement>>,
    /// Values in the final state of the game before the second stage, whose deals are included in `after` or, without
    /// changes, in `before`; `None` without a second stage.
    pub first: Option<Vec<Judgement>>,
}

impl Confirmed {
    /// Values in the final state of the game.
    pub fn last(&self) -> &Vec<Judgement> {
        self.after.as_ref().unwrap_or(&self.before)
    }

    /// Returns the items outside the target in the final state of the game.
    pub fn outside(&self, within: f64) -> Outside {
        let first = self.first.iter().map(Vec::as_slice);
        let looks: Vec<&[Judgement]> = first.chain([self.last().as_slice()]).collect();
        Outside::count(&looks, within)
    }

    /// Adds the values of a second stage, which plays the final state of the game.
    pub fn add(&mut self, second: &[Judgement], rng: &mut Rng) {
        let last = self.after.as_mut().unwrap_or(&mut self.before);
        let both = judge_both(last, second, rng);
        self.first = Some(std::mem::replace(last, both));
    }
}

/// Results on data sets with varied placeholder rows.
#[derive(Clone, Debug, Default)]
pub struct Varied {
    /// Number of data sets.
    pub sets: usize,
    /// Expected number of items outside the target before and after the changes, as the mean of the sets.
    pub outside: [f64; 2],
    /// Changed items, with the effects of the changes on their value beyond the price: on the original data, and as the mean
    /// of the varied data sets.
    pub effects: Vec<(usize, [Measured; 2])>,
}

/// Results of a round.
#[derive(Clone, Debug)]
pub struct RoundLine {
    pub bot: String,
    pub games: u64,
    pub deals: u64,
    pub changes: usize,
    /// Expected number of items outside the target, before and after the changes of the round.
    pub outside: [f64; 2],
    /// Change of the value of an item per unit of its price, for a seat that takes it.
    pub per_taking: Option<Measured>,
}

/// Name of a number that may change, and the change of the value of each item if the number rises by 1; `None` if it is not
/// known.
pub type PerUnit = (String, Vec<Option<Measured>>);

/// Results for items.
#[derive(Clone, Debug, Default)]
pub struct ItemsPart {
    /// Name of the kind of items.
    pub kind: String,
    pub within: f64,
    /// Id and name of each item.
    pub items: Vec<(String, String)>,
    /// Price of each item before and after the changes.
    pub prices: Vec<[Option<i32>; 2]>,
    pub changed: Vec<Changed>,
    /// Excess of each item in the first round, shrunk.
    pub first: Vec<Measured>,
    /// Effects of the numbers that may change, from the first round.
    pub per_unit: Vec<PerUnit>,
    /// Predicted excess of each item after all changes.
    pub predicted: Vec<Measured>,
    pub confirmed: Vec<Confirmed>,
    /// Results on varied data sets; `None` if no item changes or the game has no placeholder rows.
    pub varied: Option<Varied>,
    pub rounds: Vec<RoundLine>,
    /// Items that no allowed change is expected to bring inside the target.
    pub unreachable: Vec<usize>,
    /// Items that miss the target but exceed the limit of changes.
    pub postponed: Vec<usize>,
    /// Items whose planned changes were dropped before the confirmation.
    pub dropped: Vec<usize>,
}

impl ItemsPart {
    fn name(&self, item: usize) -> String {
        let (label, name) = &self.items[item];
        match label == name {
            true => name.clone(),
            false => format!("{name} ({label})"),
        }
    }

    /// Returns the results of the target for each bot.
    pub(super) fn targets(&self) -> Vec<TargetLine> {
        let words = |outside: &Outside| {
            format!(
                "{} outside, {} in doubt",
                outside.significant.len(),
                outside.doubtful.len()
            )
        };
        let line = |of: &Confirmed| {
            let before = Outside::count(&[&of.before], self.within);
            let after = of.outside(self.within);
            TargetLine {
                target: format!("{} within ±{} points", self.kind, self.within),
                bot: of.bot.clone(),
                before: words(if of.after.is_some() { &before } else { &after }),
                after: words(&after),
                verdict: after.verdict(),
            }
        };
        self.confirmed.iter().map(line).collect()
    }

    /// Returns the section on the changes, or on the reason why there are none.
    pub(super) fn changes(&self, names: &Names) -> Section {
        let mut section = match self.changed.is_empty() {
            true => Section::new("changes", "The changes", &self.no_change()),
            false => self.table_of_changes(),
        };
        section.plots = self.pictures(names);
        section.remarks = self.remarks();
        section
    }

    /// Returns a sentence on why no change is proposed.
    fn no_change(&self) -> String {
        let missed = (self.first.iter())
            .filter(|excess| is_missed(excess, self.within))
            .count() as u64;
        let is_met = |of: &Confirmed| of.outside(self.within).verdict() == Verdict::Met;
        let is_needed = match self.confirmed.iter().all(is_met) {
            true => "needed",
            false => "proposed",
        };
        match missed {
            _ if !self.dropped.is_empty() => {
                format!("No change is {is_needed}: all planned changes were dropped.")
            }
            0 => format!(
                "No change is {is_needed}: in the first round, no item misses the target with a probability of at least {}.",
                percent(MISSED)
            ),
            missed => format!(
                "No change was found: {} {} the target in the first round with a probability of at least {}, but no allowed change is \
                 expected to correct this.",
                count(missed, "item"),
                verb(missed, "misses", "miss"),
                percent(MISSED)
            ),
        }
    }

    fn table_of_changes(&self) -> Section {
        let mut section = Section::new(
            "changes",
            "The changes",
            &format!(
                "`beyond` is the value of an item beyond what its price predicts, in points of margin. `measured` is the \
                 shrunk estimate of the first round, and `predicted` is the estimate of the plan. The other columns list \
                 results of the confirmation, whose deals no round has used, with 95 % intervals. A change was planned if \
                 the item missed the target with a probability of at least {}.",
                percent(MISSED)
            ),
        );
        let mut header = vec![
            "item".to_string(),
            "number".to_string(),
            "change".to_string(),
            "measured".to_string(),
            "predicted".to_string(),
        ];
        for of in &self.confirmed {
            header.push(format!("{}: before", of.bot));
            header.push(format!("{}: after", of.bot));
        }
        let mut table = Table::new(
            &format!("illrr{}", "rr".repeat(self.confirmed.len())),
            &header,
        );
        for changed in &self.changed {
            let item = changed.item;
            let change = format!("{} → {}", changed.from, changed.to);
            let mut line = Line::of([self.items[item].0.clone(), changed.column.clone(), change])
                .both(points(self.first[item]), 1)
                .both(points(self.predicted[item]), 1);
            for of in &self.confirmed {
                line = line.both(points(excess(&of.before[item])), 1);
                line = match &of.after {
                    Some(after) => line.both(points(excess(&after[item])), 1),
                    None => line.cell("–"),
                };
            }
            table.push(line);
        }
        section.tables.push(table);
        section
    }

    /// Returns sentences on the items that are outside the target after the changes.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let named = |items: &[usize]| {
            listed(
                &items
                    .iter()
                    .map(|&item| self.name(item))
                    .collect::<Vec<_>>(),
            )
        };
        if let Some(of) = self.confirmed.first() {
            let judged = of.last();
            let outside = of.outside(self.within);
            let words = |items: &[usize]| {
                let farthest = |item: &usize| Reverse(OrderedFloat(judged[*item].excess().abs()));
                let mut items = items.to_vec();
                items.sort_by_key(farthest);
                let value = |item: &usize| signed(judged[*item].excess(), 1);
                let mut words: Vec<String> = items
                    .iter()
                    .take(MOST_OUTSIDE)
                    .map(|item| format!("{} ({})", self.name(*item), value(item)))
                    .collect();
                if items.len() > MOST_OUTSIDE {
                    words.push(format!("{} more", items.len() - MOST_OUTSIDE));
                }
                listed(&words)
            };
            if !outside.significant.is_empty() {
                remarks.push(format!(
                    "In the confirmation by {}, these items are outside: {}.",
                    of.bot,
                    words(&outside.significant)
                ));
            }
            if !outside.doubtful.is_empty() {
                remarks.push(format!(
                    "In the confirmation by {}, these items are in doubt: {}.",
                    of.bot,
                    words(&outside.doubtful)
                ));
            }
        }
        if !self.dropped.is_empty() {
            remarks.push(format!(
                "The planned changes of {} ({}) were dropped before the confirmation because, with only the other changes, \
                 {} would miss the target with a probability below {}.",
                count(self.dropped.len() as u64, "item"),
                named(&self.dropped),
                verb(self.dropped.len() as u64, "it", "they"),
                percent(NEEDED),
            ));
        }
        if !self.unreachable.is_empty() {
            remarks.push(format!(
                "No allowed change is expected to bring {} within the target{}.",
                named(&self.unreachable),
                match self.changed.is_empty() {
                    true => "",
                    false => "; the table shows the best change, if there is one",
                }
            ));
        }
        if !self.postponed.is_empty() {
            remarks.push(format!(
                "In the last round, {} probably missed the target, but the limit of changes was reached.",
                named(&self.postponed)
            ));
        }
        remarks
    }

    /// Returns the section with the values of all items, the highest first.
    pub(super) fn all(&self) -> Section {
        let is_changed = !self.changed.is_empty();
        let mut section = Section::new(
            "items",
            "All items",
            "Value of each item beyond what its price predicts, in points of margin, with 95 % intervals. `measured` is the \
             shrunk estimate of the first round, and the last columns list results of the confirmation.",
        );
        let names: Vec<String> = (self.per_unit.iter())
            .map(|(name, _)| format!("per unit of {name}"))
            .collect();
        section.text.push(match names.as_slice() {
            [] => "The effects of changed numbers on single items are not measured.".to_string(),
            names => format!(
                "Change of the value in the first round if the number rises by 1: `{}`. For numbers other than the price, \
                 it is measured only for items that miss the target, and listed if it is significant.",
                names.join("`, `")
            ),
        });
        let mut header = vec!["item".to_string(), "measured".to_string()];
        header.extend(names);
        for of in &self.confirmed {
            match is_changed {
                true => {
                    header.extend(["before", "after"].map(|stage| format!("{}: {stage}", of.bot)))
                }
                false => header.push(of.bot.clone()),
            }
        }
        let mut table = Table::new(&format!("i{}", "r".repeat(header.len() - 1)), &header);
        table.both_ends = true;
        let mut order: Vec<usize> = (0..self.first.len()).collect();
        order.sort_by(|&one, &other| self.first[other].value.total_cmp(&self.first[one].value));
        for item in order {
            let line = Line::of([self.items[item].0.clone()]).both(points(self.first[item]), 1);
            let effects = self.per_unit.iter().map(|(_, effects)| effects[item]);
            let line = effects.fold(line, |line, effect| match effect {
                Some(effect) => line.both(points(effect), 2),
                None => line.cell("–"),
            });
            let confirmed = self.confirmed.iter();
            let stages = confirmed.flat_map(|of| std::iter::once(&of.before).chain(&of.after));
            table.push(stages.fold(line, |line, judged| {
                line.both(points(excess(&judged[item])), 1)
            }));
        }
        section.tables.push(table);
        section
    }

    /// Returns the plots of all items before and after the changes, for the first bot of the confirmation.
    pub(super) fn pictures(&self, names: &Names) -> Vec<Drawing> {
        let Some(of) = self.confirmed.first() else {
            return Vec::new();
        };
        let stages = [
            ("before", "Before the changes", Some(&of.before)),
            ("after", "After the changes", of.after.as_ref()),
        ];
        let priced = |stage: usize, judged: &[Judgement]| -> Vec<Priced> {
            (self.items.iter().zip(judged).zip(&self.prices))
                .filter_map(|(((label, _), judged), prices)| {
                    Some(Priced {
                        name: names.full(label),
                        short: names.short(label),
                        of: label.clone(),
                        price: prices[stage]?,
                        worth: judged.effect.margin,
                        expected: judged.expected,
                        direction: judged.direction(),
                        design: None,
                    })
                })
                .collect()
        };
        let stages = stages.into_iter().enumerate();
        let drawn: Vec<(&str, &str, Vec<Priced>)> = stages
            .filter_map(|(stage, (id, title, judged))| Some((id, title, priced(stage, judged?))))
            .filter(|(.., priced)| !priced.is_empty())
            .collect();
        // Both plots have the same axes.
        let frame = Frame::around(drawn.iter().flat_map(|(.., priced)| priced));
        let plot = |(id, title, priced): &(&str, &str, Vec<Priced>)| {
            let caption = Caption {
                id: &format!("price-and-value-{id}"),
                title,
                text: "Value of access to each item in points of margin against its price, for the first bot of the confirmation; the line is the value expected at a price",
            };
            price_against_worth_in(frame, caption, priced, "points")
        };
        drawn.iter().map(plot).collect()
    }

    pub(super) fn rounds(&self) -> Section {
        let mut section = Section::new(
            "rounds",
            "The rounds",
            "Each round measures the items with the changes of the earlier rounds, on new deals, and plans further ones. \
             `outside` is the expected number of items that miss the target according to the round, and `predicted` is this \
             number after the changes of the round, as predicted by the plan. `per unit` is the change of an item's value for a seat that takes it, if its price \
             rises by 1.",
        );
        let mut table = Table::new(
            "llrrrrrr",
            &[
                "round",
                "bot",
                "games",
                "deals",
                "changes",
                "outside",
                "predicted",
                "per unit",
            ],
        );
        for (number, round) in self.rounds.iter().enumerate() {
            let per = round
                .per_taking
                .map(|per| Estimate::new(per.value, per.interval(), Unit::PointsDifference));
            let line = Line::of([(number + 1).to_string(), round.bot.clone()])
                .cell(thousands(round.games))
                .cell(thousands(round.deals))
                .cell(round.changes.to_string())
                .cell(fixed(round.outside[0], 1))
                .cell(fixed(round.outside[1], 1));
            table.push(match per {
                Some(per) => line.both(per, 2),
                None => line.cell("–"),
            });
        }
        section.tables.push(table);
        section
    }

    /// Returns the table with the expected number of items outside the target for each bot.
    pub(super) fn outside(&self) -> Table {
        let number = |judged: &[Judgement]| {
            let outside = Outside::count(&[judged], self.within);
            Estimate::new(outside.expected, None, Unit::Times)
        };
        let header: &[&str] = match self.changed.is_empty() {
            true => &["bot", "expected outside"],
            false => &["bot", "expected outside before", "expected outside after"],
        };
        let mut table = Table::new("lrr", header);
        for of in &self.confirmed {
            let line = Line::of([of.bot.clone()]).both(number(&of.before), 1);
            let after = of.after.iter();
            table.push(after.fold(line, |line, after| line.both(number(after), 1)));
        }
        table
    }

    pub(super) fn varied(&self, varied: &Varied) -> Section {
        let mut section = Section::new(
            "varied",
            "Varied placeholder rows",
            &format!(
                "The bot of the first round plays the original data and {} in which the placeholder rows vary, except for \
                 the changed numbers. `original` and `varied` are the effects of the changes on an item's value beyond \
                 its price: on the original data, and as the mean of the varied data sets.",
                count(varied.sets as u64, "data set")
            ),
        );
        let mut table = Table::new("irr", &["item", "original", "varied"]);
        for (item, [original, varied]) in &varied.effects {
            table.push(
                Line::of([self.items[*item].0.clone()])
                    .both(points(*original), 1)
                    .both(points(*varied), 1),
            );
        }
        section.tables.push(table);
        section
    }

    /// Returns a sentence on the effects of the changes when the placeholder rows vary.
    fn survival(&self, varied: &Varied) -> String {
        let is_kept = |(item, [_, effect]): &&(usize, [Measured; 2])| {
            let intended = self.first[*item].value;
            effect.value * intended < 0.0
                && effect
                    .interval()
                    .is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
        };
        format!(
            "On {} with varied placeholder rows, the values of {} of {} change significantly in the intended direction, and \
             the expected number of {} outside the target changes from {} to {}.",
            count(varied.sets as u64, "data set"),
            varied.effects.iter().filter(is_kept).count(),
            count(varied.effects.len() as u64, "changed item"),
            self.kind,
            fixed(varied.outside[0], 1),
            fixed(varied.outside[1], 1)
        )
    }

    pub(super) fn answer(&self) -> String {
        let within = self.within;
        let first = self.confirmed.first();
        let of_bot = |of: &Confirmed| {
            let outside = of.outside(within);
            let (all, kind, bot) = (self.items.len(), &self.kind, &of.bot);
            match outside.verdict() {
                Verdict::Met => {
                    format!("the values of all {all} {kind} are within ±{within} points for {bot}")
                }
                Verdict::NotMet => format!(
                    "{} of {all} {kind} {} outside ±{within} points for {bot}, and {} in doubt",
                    outside.significant.len(),
                    verb(outside.significant.len() as u64, "is", "are"),
                    outside.doubtful.len()
                ),
                Verdict::NotSettled => format!(
                    "none of {all} {kind} is significantly outside ±{within} points for {bot}, but {} in doubt",
                    count(outside.doubtful.len() as u64, "value")
                        + verb(outside.doubtful.len() as u64, " is", " are")
                ),
            }
        };
        let effect = first.map(of_bot).unwrap_or_default();
        match self.changed.as_slice() {
            [] => format!("No change is proposed: {effect}."),
            changed => {
                let named: Vec<String> = changed
                    .iter()
                    .take(MOST_NAMED)
                    .map(|one| {
                        format!(
                            "{} {} {} → {}",
                            self.name(one.item),
                            one.column,
                            one.from,
                            one.to
                        )
                    })
                    .collect();
                let more = match changed.len() - named.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                format!(
                    "With {} ({}{more}), {effect}.",
                    count(changed.len() as u64, "change"),
                    named.join(", ")
                )
            }
        }
    }

    /// Returns sentences on the accuracy of the predictions and on the differences between the bots.
    pub(super) fn findings(&self) -> Vec<String> {
        let varied = self.varied.iter().filter(|varied| varied.sets > 0);
        let mut found: Vec<String> = varied.map(|varied| self.survival(varied)).collect();
        let changed: BTreeSet<usize> = self.changed.iter().map(|changed| changed.item).collect();
        let changed: Vec<usize> = changed.into_iter().collect();
        let known = |of: &Confirmed| of.after.clone().filter(|_| !changed.is_empty());
        for of in &self.confirmed {
            if let Some(after) = known(of) {
                found.push(format!(
                    "For {}, the confirmed values of the changed items differ from the predicted ones by {} points (root mean square).",
                    of.bot,
                    fixed(prediction_error(&self.predicted, &after, &changed), 1)
                ));
            }
        }
        let Some((first, others)) = self.confirmed.split_first() else {
            return found;
        };
        for other in others {
            let Some((one, two)) = known(first).zip(known(other)) else {
                continue;
            };
            let differing = changed
                .iter()
                .filter(|&&item| differ(&one[item], &two[item]));
            let differing: Vec<String> = differing
                .map(|&item| {
                    let (one, two) = (one[item].excess(), two[item].excess());
                    format!(
                        "{} ({} and {})",
                        self.name(item),
                        signed(one, 1),
                        signed(two, 1)
                    )
                })
                .collect();
            let (first, other) = (&first.bot, &other.bot);
            found.push(match differing.as_slice() {
                [] => format!(
                    "{first} and {other} do not differ significantly on the value of any changed item."
                ),
                several => format!("{first} and {other} differ on the value of {}.", listed(several)),
            });
        }
        found
    }
}

/// Returns a measured value as an estimate in points.
fn points(of: Measured) -> Estimate {
    Estimate::new(of.value, of.interval(), Unit::PointsDifference)
}
