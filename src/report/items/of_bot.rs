//! Section on the items of one bot: plots, and tables of verdicts and effects.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::super::names::Names;
use super::super::page::{Line, Section, Table};
use super::super::plots::{Axes, Caption, Mark, intervals};
use super::super::scatter::{Point, scatter};
use super::super::svg::{Drawing, significance_colour};
use super::super::verdicts::{designs_of, stronger_than};
use super::super::whole_game;
use super::super::words::{capital, listed, noun, p_value, percent, signed, thousands};
use super::super::worth::{Priced, described, price_against_worth};
use portolan_run::settings::{Change, ItemDesign, ItemStudy};
use portolan_study::items::{BotItems, ItemFindings};
use portolan_study::judgement::{Judgement, equivalent};
use portolan_study::pick_rates::LEAST_TAKEN;

/// Maximum number of items in a plot, divided between the strongest and the weakest.
const MOST_DRAWN: usize = 16;

/// Builds the section on the items of one bot.
pub fn of_bot(found: &ItemFindings, names: &Names, bot: &BotItems) -> Section {
    let study = found.study;
    let id = format!("items-{}", bot.bot);
    let mut order: Vec<usize> = (0..bot.items.len()).collect();
    order.sort_by_key(|&item| Reverse(OrderedFloat(bot.items[item].excess())));
    let meaning = match found.study.design {
        ItemDesign::Factorial(_) if found.is_relative() => {
            "Effect: value of the item, which is the change in the margin (own score minus the mean of the others') \
             and in the share of wins due to access to it, relative to the mean of the items. Because the number of \
             withheld items is fixed, access to one item always means no access to another. Expected: effect of access \
             to an average item of the same kind and price; an item with exactly this effect is fairly priced."
        }
        ItemDesign::Factorial(_) => {
            "Effect: value of the item, which is the change in the margin (own score minus the mean of the others') \
             and in the share of wins due to access to it, compared with no access. Expected: effect of access to an \
             average item of the same kind and price; an item with exactly this effect is fairly priced."
        }
        ItemDesign::Grant => {
            "Effect: value of beginning with the item, which is the change in the margin (own score minus the mean of \
             the others') and in the share of wins if the seat begins with the item instead of a dealt item."
        }
        _ if bot.must.is_empty() => {
            "Effect: value of the item, which is the loss of margin (own score minus the mean of the others') if the \
             bot never takes it."
        }
        _ => {
            "Effect: value of the item, which is the loss of margin (own score minus the mean of the others') if the \
             bot never takes it. Must take it: gain of margin if the bot takes the item whenever the rules allow it."
        }
    };
    let mut section = Section::new(
        &id,
        &capital(&format!(
            "The {} for {}",
            noun(study).replace('_', " "),
            bot.bot
        )),
        &format!(
            "{meaning} Each 95 % interval is for one item; q is corrected for all comparisons of all bots in \
             this study. Shrunk: difference, moved towards the mean according to its uncertainty. Rank: 95 % \
             interval of the rank, which includes every rank if the items are not distinguishable."
        ),
    );
    let drawn = strongest_and_weakest(found, names, bot, &order);
    match priced(found, names, bot) {
        Some(priced) => {
            let text = described(&priced);
            let caption = Caption {
                id: &format!("worth-{id}"),
                title: &format!("Effect by price, {}", bot.bot),
                text: &text,
            };
            section.plots = vec![
                price_against_worth(caption, &priced, "effect, points"),
                drawn,
            ];
        }
        None => section.plots.push(drawn),
    }
    if bot.items.len() > MOST_DRAWN {
        section.plots.push(volcano(study, names, bot, &id));
    }
    if let Some(text) = untested(study, names, bot) {
        section.text.push(text);
    }
    section.tables.push(one_number_each(found, bot, &order));
    let constraint = !bot.must.is_empty();
    let mut header = vec![
        "item",
        "price",
        "effect",
        "95 % interval",
        "wins",
        "expected",
        "q",
    ];
    header.extend(["shrunk", "rank"]);
    if bot.taken.is_some() {
        header.push("taken");
    }
    if constraint {
        header.extend(["must take it", "95 % interval", "q", "use"]);
    }
    let numbers = 8 + usize::from(bot.taken.is_some());
    let alignment = format!(
        "i{}{}",
        "r".repeat(numbers),
        if constraint { "rrrl" } else { "" }
    );
    let mut table = Table::new(&alignment, &header);
    table.both_ends = true;
    for &item in &order {
        let judged = &bot.items[item];
        let price = study.item[item].price;
        let line = Line::of([study.item[item].label.as_str()])
            .cell(price.map_or("–".to_string(), |price| price.to_string()))
            .estimate(Some(judged.effect.margin_estimate()), 2)
            .cell(signed(100.0 * judged.effect.win, 1) + "%")
            .cell(signed(judged.expected, 2))
            .cell(if judged.tested {
                p_value(judged.q)
            } else {
                "not tested".to_string()
            })
            .value(Some(judged.shrunk_estimate()), 2)
            .cell(format!("{}–{}", judged.ranks.0, judged.ranks.1));
        let line = match &bot.taken {
            Some(taken) => line.cell(taken[item].map_or("–".to_string(), percent)),
            None => line,
        };
        table.push(match bot.must.get(item) {
            Some(must) => line
                .estimate(Some(must.effect.margin_estimate()), 2)
                .corrected(must.q)
                .cell(use_of_it(judged, must)),
            None => line,
        });
    }
    section.tables.push(table);
    section
}

/// Plots the effects of the strongest and weakest items, with intervals.
fn strongest_and_weakest(
    found: &ItemFindings,
    names: &Names,
    bot: &BotItems,
    order: &[usize],
) -> Drawing {
    let study = found.study;
    let half = MOST_DRAWN / 2;
    let drawn: Vec<usize> = if order.len() > MOST_DRAWN {
        let weakest = order.len() - half;
        order[..half]
            .iter()
            .chain(&order[weakest..])
            .copied()
            .collect()
    } else {
        order.to_vec()
    };
    let mut marks: Vec<Mark> = drawn
        .iter()
        .map(|&item| {
            let (label, judged) = (study.item[item].label.as_str(), &bot.items[item]);
            let colour = significance_colour(judged.direction());
            let mark = Mark::of(names.short(label), judged.excess_estimate(), colour);
            mark.leading_to(label)
        })
        .collect();
    if bot.items.len() > drawn.len() {
        let between = thousands((bot.items.len() - drawn.len()) as u64);
        let text = format!("{between} others between them are not shown");
        marks.insert(half, Mark::left_out(text));
    }
    intervals(
        Caption {
            id: &format!("plot-items-{}", bot.bot),
            title: &format!("Difference by item, {}", bot.bot),
            text: "Difference of each item from its expected value, with 95 % intervals, strongest \
                   first. If there are many items, the plot shows only the strongest and the \
                   weakest. Red if too strong, green if too weak, grey if q is not below 0.05.",
        },
        &marks,
        Axes::across("difference in points"),
        (0.0, "as expected"),
    )
}

fn volcano(study: &ItemStudy, names: &Names, bot: &BotItems, id: &str) -> Drawing {
    let points: Vec<Point> = (bot.items.iter().zip(&study.item))
        .map(|(judged, item)| Point {
            label: names.full(&item.label),
            of: item.label.clone(),
            x: judged.excess(),
            y: -judged.p.max(1e-12).log10(),
            colour: significance_colour(judged.direction()),
        })
        .collect();
    scatter(
        Caption {
            id: &format!("volcano-{id}"),
            title: &format!("Difference and evidence, {}", bot.bot),
            text: "One dot per item: difference from its expected value, and the evidence for it. Red if too \
                   strong, green if too weak, grey if q is not below 0.05.",
        },
        &points,
        "difference in points",
        "evidence: −log₁₀ of p",
    )
}

/// Returns the price and value of each item. Returns `None` for studies that do not compare items by price.
fn priced(found: &ItemFindings, names: &Names, bot: &BotItems) -> Option<Vec<Priced>> {
    if stronger_than(found) != "others at their price" {
        return None;
    }
    let items = found.study.item.iter().zip(&bot.items);
    items
        .map(|(studied, judged)| Priced::of(names, studied, judged))
        .collect()
}

/// Builds the table of items with effect, pick rate and win rate of the seats that take the item.
fn one_number_each(found: &ItemFindings, bot: &BotItems, order: &[usize]) -> Table {
    let mut about = measure(found);
    let items = &found.study.item;
    let has_prices = items.iter().any(|item| item.price.is_some());
    let shares = bot.taken.as_ref().zip(bot.won.as_ref());
    let mut header = vec!["item"];
    let mut alignment = "i".to_string();
    if has_prices {
        header.push("price");
        alignment.push('r');
    }
    header.extend(["points", "95 % interval"]);
    alignment.push_str("rr");
    if shares.is_some() {
        header.extend(["taken", "won"]);
        alignment.push_str("tw");
        about.push_str(
            " Taken: share of seats with access that take the item. Won: share of games that these seats win; the item \
             is not necessarily the cause.",
        );
    }
    header.push("verdict");
    alignment.push('l');
    let mut table = Table::new(&alignment, &header);
    let is_pooled = matches!(
        found.study.design,
        ItemDesign::Factorial(_) | ItemDesign::Grant
    );
    let [strong, weak] = designs_of(found, bot);
    let bound = Change::default().points;
    let within = equivalent(&bot.items, bound);
    if within.contains(&true) {
        about.push_str(&format!(
            " Within ±{bound}: the difference is significantly smaller than this number of points (two one-sided tests, \
             corrected for all items)."
        ));
    }
    if found.whole_game.is_some() {
        about.push_str(
            " Confirmed: the loss from never having the item in the whole game differs from the expected value in the \
             same direction.",
        );
    }
    table.about = about;
    for &item in order {
        let judged = &bot.items[item];
        let mut line = Line::of([items[item].label.as_str()]);
        if has_prices {
            let price = items[item].price;
            line = line.cell(price.map_or("–".to_string(), |price| price.to_string()));
        }
        line = line.estimate(Some(judged.excess_estimate()), 1);
        if let Some((taken, won)) = shares {
            for share in [taken[item], won[item]] {
                line = line.cell(share.map_or("–".to_string(), percent));
            }
        }
        let whole = found.whole_game.as_ref();
        let confirmed = whole.and_then(|whole| whole.confirms(&bot.bot, item, judged));
        let of_copies = items[item].design.as_ref().map_or(0, |design| {
            i8::from(strong.contains(design)) - i8::from(weak.contains(design))
        });
        let own = judged.direction();
        let mut verdict = match judged.tested {
            false => "not tested".to_string(),
            true if own == 0 && of_copies != 0 => {
                format!("{} with its copies", verdict(found, of_copies))
            }
            true if own == 0 && within[item] => format!("within ±{bound}"),
            true => verdict(found, own).to_string(),
        };
        if own != 0 && is_pooled && items[item].design.is_some() && of_copies != own {
            verdict.push_str(", not with its copies");
        }
        verdict.push_str(match confirmed {
            Some(true) => ", confirmed",
            Some(false) => ", not confirmed",
            None => "",
        });
        table.push(line.cell(verdict));
    }
    table
}

/// Describes the measure in the table of items.
fn measure(found: &ItemFindings) -> String {
    let study = found.study;
    let margin = "own score minus the mean of the others'";
    match found.study.design {
        ItemDesign::Factorial(factorial) => format!(
            "Points: value of the item, the gain of margin ({margin}) from access to it, compared with {}, with {} withheld.",
            match stronger_than(found) {
                "others at their price" => "access to others at its price",
                "the others of their kind" => "access to the others of its kind",
                reference => reference,
            },
            whole_game::withheld(study, factorial)
        ),
        ItemDesign::Grant => {
            format!(
                "Points: value of beginning with the item, the gain of margin ({margin}) compared with a dealt item."
            )
        }
        _ => format!(
            "Points: value of the item, the loss of margin ({margin}) of a seat that never takes it."
        ),
    }
}

/// Formats the verdict on an item that is stronger (1) or weaker (−1) than expected, or undecided (0).
fn verdict(found: &ItemFindings, direction: i8) -> &'static str {
    let is_priced = matches!(found.study.design, ItemDesign::Factorial(_));
    match direction {
        1 if is_priced => "too strong",
        -1 if is_priced => "too weak",
        1 => "worth it",
        -1 => "harmful",
        _ => "not significant",
    }
}

/// Describes the items that are taken too rarely to be tested, or returns `None` if all items are tested.
fn untested(study: &ItemStudy, names: &Names, bot: &BotItems) -> Option<String> {
    let untested = bot.items.iter().zip(&study.item);
    let untested = untested.filter(|(judged, _)| !judged.tested);
    let labels: Vec<String> = untested.map(|(_, item)| names.short(&item.label)).collect();
    (!labels.is_empty()).then(|| {
        format!(
            "Not tested: {}. Fewer than {} of the seats with access to {} take it, so these games do not show \
             {} value.",
            listed(&labels),
            percent(LEAST_TAKEN),
            if labels.len() == 1 { "it" } else { "one of them" },
            if labels.len() == 1 { "its" } else { "their" },
        )
    })
}

/// Describes how well a bot uses an item, according to a study of constraints.
fn use_of_it(worth: &Judgement, always: &Judgement) -> &'static str {
    match (worth.direction(), always.direction()) {
        (_, 1) => "takes it too rarely",
        (-1, _) => "should not take it",
        (1, -1) => "well chosen",
        (1, _) => "worth taking",
        (_, -1) => "not worth always taking",
        _ => "no significant difference",
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::headline::tests::{findings, study};
    use super::*;

    #[test]
    fn verdicts_mention_small_differences_and_copies() {
        let study = study();
        let found = findings(&study);
        let table = one_number_each(&found, &found.bots[0], &[0, 1, 4]);
        let verdicts = table.rows.iter().map(|row| row.last().unwrap().as_str());
        let verdicts: Vec<&str> = verdicts.collect();
        assert_eq!(
            verdicts,
            ["too strong", "within ±1", "too weak with its copies"]
        );
    }
}
