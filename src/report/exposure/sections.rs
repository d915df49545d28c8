//! Sections of a report on exposure to items: tables and plots.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::{ENDS, ENOUGH, LEVEL, Study, bias, mean, or_dash, sorted, who};
use crate::page::{Line, Section, Table};
use crate::plots::{Axes, Caption, Mark, intervals};
use crate::scatter::{Point, scatter};
use crate::svg::GREY;
use crate::words::{capital, fixed, percent, signed, thousands};
use portolan_core::item::Selection;
use portolan_stats::Moments;
use portolan_study::exposure::{BotExposures, Exposed, MetItem, correlation};

fn share(part: u64, whole: u64) -> String {
    or_dash(part as f64 / whole as f64, percent)
}

/// Returns the effects that are based on enough deal groups, largest first.
fn often(exposed: &Exposed) -> Vec<&MetItem> {
    let mut items = sorted(exposed);
    items.retain(|item| item.points.moments.count() >= ENOUGH);
    items
}

/// Returns the colour index of an item: grey unless its effect is significant.
fn significance(item: &MetItem) -> usize {
    if item.q < LEVEL { 0 } else { GREY }
}

/// Returns the first and last items of a list, or the whole list if it is short.
fn ends<'items>(items: &[&'items MetItem]) -> Vec<&'items MetItem> {
    if items.len() <= 2 * ENDS {
        return items.to_vec();
    }
    [&items[..ENDS], &items[items.len() - ENDS..]].concat()
}

impl Study<'_> {
    /// Builds the section that compares bots on the items significant for at least one bot.
    pub(super) fn agreement(&self, kind: usize, exposure: usize) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let mut section = Section::new(
            &format!("agreement-{}-{event}", record.name),
            &format!(
                "{} that a seat receives by chance: agreement of the bots",
                capital(&record.name)
            ),
            &format!(
                "Difference in points between seats that received an item by chance \
                 (\u{201c}{event}\u{201d}) and seats of the same game without it, corrected for \
                 the average advantage of seats. Because chance decides who gets the item, the \
                 difference is the effect of access to it, whatever the seat does with it. If \
                 every seat is given equally many items, it is the effect in comparison with an \
                 average item. The table lists all items with q < {LEVEL} for at least one bot; * \
                 marks these bots."
            ),
        );
        let verdicts = self.verdicts(kind, exposure);
        let by_bot = self.by_bot(kind, exposure);
        let mut header = vec![record.name.clone()];
        header.extend(self.found.iter().map(|bot| bot.bot.clone()));
        header.push("significant for".to_string());
        let alignment = format!("i{}l", "r".repeat(self.found.len()));
        let mut rows: Vec<(f64, Vec<String>)> = Vec::new();
        for (item, bots) in verdicts.iter().enumerate() {
            let clear = bots.iter().filter(|&&verdict| verdict != 0).count();
            if clear == 0 {
                continue;
            }
            let points: Vec<f64> = by_bot
                .iter()
                .map(|items| mean(&items[item].points.moments))
                .collect();
            let mut row = vec![record.labels[item].clone()];
            row.extend(points.iter().zip(bots).map(|(&points, &verdict)| {
                let star = if verdict == 0 { "" } else { "*" };
                or_dash(points, |points| format!("{}{star}", signed(points, 2)))
            }));
            row.push(if bots.contains(&1) && bots.contains(&-1) {
                "opposite directions".to_string()
            } else if clear == bots.len() {
                "all".to_string()
            } else {
                format!("{clear} of {}", bots.len())
            });
            let measured = points.iter().filter(|points| points.is_finite());
            rows.push((measured.sum(), row));
        }
        rows.sort_by_key(|&(sum, _)| Reverse(OrderedFloat(sum)));
        let mut table = Table::new(&alignment, &header);
        table.rows = rows.into_iter().map(|(_, row)| row).collect();
        if table.rows.is_empty() {
            section
                .remarks
                .push(format!("No item has q < {LEVEL} for any bot."));
        } else {
            section.tables.push(table);
        }
        section
    }

    /// Builds the section on all items received by chance, for one bot.
    pub(super) fn by_chance_section(
        &self,
        kind: usize,
        exposure: usize,
        bot: &BotExposures,
    ) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let id = format!("chance-{}-{event}-{}", record.name, bot.bot);
        let title = format!(
            "{} by chance, {} in every seat",
            capital(&record.name),
            bot.bot
        );
        let mut section = Section::new(
            &id,
            &title,
            &format!(
                "Bias: {}. \u{201c}Points\u{201d} is the difference between a seat with the item and the seats without \
                 it in the same game; \u{201c}wins\u{201d} is the corresponding difference in percentage points. q is \
                 corrected for the number of {}; each interval is for one item alone. \u{201c}Taken\u{201d} is the \
                 share of seats with the item that took it. \u{201c}Games\u{201d} lists the first games in which a seat \
                 took it; `portolan replay --run FOLDER --game-id N` shows a game.",
                bias(Selection::Chance),
                record.name
            ),
        );
        let items = self.exposed(bot, kind, exposure).map_or(Vec::new(), sorted);
        let mut marks: Vec<Mark> = ends(&items)
            .into_iter()
            .filter_map(|item| {
                let colour = significance(item);
                let name = self.names.short(&item.item);
                let mark = Mark::of(name, item.points_estimate()?, colour);
                Some(mark.leading_to(item.item.as_str()))
            })
            .collect();
        let between = (items.len() - marks.len()) as u64;
        if between > 0 {
            let text = format!("{} others between them are not shown", thousands(between));
            marks.insert(ENDS, Mark::left_out(text));
        }
        if !marks.is_empty() {
            section.plots.push(intervals(
                Caption {
                    id: &format!("plot-{id}"),
                    title: &title,
                    text: "Difference in points with 95 % intervals, the largest and smallest effects; \
                           grey where q is not below the level.",
                },
                &marks,
                Axes::across("difference in points"),
                (0.0, "no effect"),
            ));
            let points: Vec<Point> = items
                .iter()
                .map(|item| Point {
                    label: self.names.full(&item.item),
                    of: item.item.clone(),
                    x: mean(&item.points.moments),
                    y: -item.q.log10(),
                    colour: significance(item),
                })
                .collect();
            section.plots.push(scatter(
                Caption {
                    id: &format!("volcano-{id}"),
                    title: &format!("{title}: size and certainty"),
                    text: "Difference in points from left to right, certainty upwards; grey where q \
                           is not below the level.",
                },
                &points,
                "difference in points",
                "evidence: −log₁₀ of q",
            ));
        }
        let mut table = Table::new(
            "irrrrrrrrl",
            &[
                record.name.as_str(),
                "seats",
                "deal groups",
                "points",
                "95 % interval",
                "q",
                "wins",
                "95 % interval",
                "taken",
                "games",
            ],
        );
        for item in items {
            let line = Line::of([item.item.as_str()])
                .cell(item.met.to_string())
                .cell(item.points.moments.count().to_string());
            let examples: Vec<String> = item.examples.iter().map(u64::to_string).collect();
            let line = with_effect(line, item).cell(share(item.taken, item.met));
            table.push(line.cell(examples.join(", ")));
        }
        section.tables.push(table);
        section
    }

    /// Builds the section that compares the types of exposure.
    pub(super) fn ways(&self) -> Section {
        let mut section = Section::new(
            "ways",
            "Ways of getting an item",
            &format!(
                "For every way of getting an item, the table shows the number of items with at \
                 least {ENOUGH} informative deal groups; the mean difference of these items, which \
                 is near zero if only the choice of the item matters; the number of significant \
                 items; and \u{201c}agreement\u{201d}, the correlation with the differences of \
                 items that seats receive by chance."
            ),
        );
        let names = [
            "bot",
            "items",
            "event",
            "by",
            "number",
            "mean difference",
            "significantly better",
            "significantly worse",
            "agreement",
        ];
        let mut table = Table::new("llllrrrrr", &names);
        for bot in self.found {
            for exposed in &bot.exposed {
                let by = self.kinds[exposed.kind].exposures[exposed.exposure].by;
                let measured = often(exposed);
                let points: Moments = measured
                    .iter()
                    .map(|item| mean(&item.points.moments))
                    .collect();
                let clear = |sign: f64| {
                    let of_sign = measured
                        .iter()
                        .filter(|item| item.q < LEVEL && mean(&item.points.moments) * sign > 0.0);
                    of_sign.count().to_string()
                };
                let chance = self
                    .by_chance()
                    .into_iter()
                    .find(|(kind, _)| *kind == exposed.kind)
                    .and_then(|(kind, exposure)| self.exposed(bot, kind, exposure));
                let agreement = match chance {
                    Some(chance) if chance.exposure != exposed.exposure => {
                        or_dash(correlation(&chance.items, &exposed.items, ENOUGH), |r| {
                            signed(r, 2)
                        })
                    }
                    _ => "–".to_string(),
                };
                table.rows.push(vec![
                    bot.bot.clone(),
                    self.kinds[exposed.kind].name.clone(),
                    self.event(exposed.kind, exposed.exposure).to_string(),
                    who(by).to_string(),
                    measured.len().to_string(),
                    or_dash(mean(&points), |points| signed(points, 2)),
                    clear(1.0),
                    clear(-1.0),
                    agreement,
                ]);
            }
        }
        section.tables.push(table);
        section
    }

    /// Builds the section on associations with an exposure that is not decided by chance.
    pub(super) fn descriptive(&self, kind: usize, exposure: usize) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let by = record.exposures[exposure].by;
        let mut section = Section::new(
            &format!("seen-{}-{event}", record.name),
            &format!(
                "Associations: {} \u{201c}{event}\u{201d} (by {})",
                record.name,
                who(by)
            ),
            &format!(
                "Bias: {}. The table shows the number of seats that got the item and their share of all seats, \
                 how often such a seat got it, and when it first did. Points and wins are differences from the \
                 other seats of the same game, as above. Items with fewer than {ENOUGH} informative deal \
                 groups are left out.",
                bias(by)
            ),
        );
        if record.labels.len() > 2 * ENDS {
            section.text.push(format!(
                "The table lists the {ENDS} largest and the {ENDS} smallest differences of each bot."
            ));
        }
        let names = [
            "bot",
            record.name.as_str(),
            "seats",
            "share",
            "times",
            "round",
            "turn",
            "points",
            "95 % interval",
            "q",
            "wins",
            "95 % interval",
            "taken",
        ];
        let mut table = Table::new("lirrrrrrrrrrr", &names);
        for bot in self.found {
            let items = self.exposed(bot, kind, exposure).map_or(Vec::new(), often);
            for item in ends(&items) {
                let times = item.times as f64 / item.met as f64;
                let line = Line::of([bot.bot.as_str(), item.item.as_str()])
                    .cell(item.met.to_string())
                    .cell(share(item.met, bot.seats))
                    .cell(or_dash(times, |times| fixed(times, 2)))
                    .cell(or_dash(mean(&item.round), |round| fixed(round, 1)))
                    .cell(or_dash(mean(&item.turn), |turn| fixed(turn, 1)));
                table.push(with_effect(line, item).cell(share(item.taken, item.met)));
            }
        }
        section.tables.push(table);
        section
    }
}

/// Appends points with interval, the q-value, and wins with interval.
fn with_effect(line: Line, item: &MetItem) -> Line {
    line.estimate(item.points_estimate(), 2)
        .corrected(item.q)
        .estimate(item.wins_estimate(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(points: &[f64]) -> Vec<MetItem> {
        let effect = |&points: &f64| {
            let mut effect = MetItem::default();
            effect.points.push(points);
            effect
        };
        points.iter().map(effect).collect()
    }

    #[test]
    fn long_lists_show_only_their_extremes() {
        let items = effects(&(0..50).map(f64::from).collect::<Vec<f64>>());
        let exposed = Exposed {
            kind: 0,
            exposure: 0,
            items,
        };
        let shown = ends(&sorted(&exposed));
        assert_eq!(shown.len(), 2 * ENDS);
        assert_eq!(shown[0].points.moments.mean(), Some(49.0));
        assert_eq!(shown[2 * ENDS - 1].points.moments.mean(), Some(0.0));
    }
}
