//! Report on a price factorial experiment: the value of each item at its price, and its change with the price.

use super::error::ReportError;
use super::names::Names;
use super::page::{Line, Section, Sure, Table};
use super::plots::Caption;
use super::study::Findings;
use super::words::{count, listed, noun, percent};
use super::worth::{Priced, price_against_worth};
use portolan_stats::{Estimate, Unit};
use portolan_study::price_response::{PriceFindings, PriceResponse, read};
use portolan_study::source::Source;

/// Computes the findings of a price factorial experiment.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    const QUESTION: &str =
        "What is each item worth at its price, and how much less at a higher one?";
    let Some(found) = read(source)? else {
        return Ok(Findings::nothing(QUESTION));
    };
    let names = Names::of(&source.manifest);
    let known: Vec<&PriceResponse> = found
        .bots
        .iter()
        .filter(|bot| !bot.items.is_empty())
        .collect();
    let answer = match known.as_slice() {
        [] => format!(
            "There are too few games for an answer: {} were played, and the estimates need at least {}.",
            count(found.extent.blocks, "deal"),
            4 * found.study.item.len() + 1
        ),
        bots => {
            let said = bots.iter().map(|bot| {
                let times = bot.taken.as_ref().map_or("", |_| " times the pick rate");
                format!("{} points{times} for {}", per_taking(bot).words(2), bot.bot)
            });
            format!(
                "A price increase of 1 changes the value of access by {}.",
                listed(&said.collect::<Vec<String>>())
            )
        }
    };
    Ok(Findings {
        extent: found.extent,
        question: QUESTION.to_string(),
        answer,
        sure: Sure::Measured,
        sections: known
            .iter()
            .map(|bot| section(&found, bot, &names))
            .collect(),
        names,
        ..Findings::default()
    })
}

fn per_taking(bot: &PriceResponse) -> Estimate {
    let of = bot.per_taking;
    Estimate::new(of.value, of.interval(), Unit::PointsDifference)
}

fn section(found: &PriceFindings, bot: &PriceResponse, names: &Names) -> Section {
    let mut section = Section::new(
        &format!("prices-{}", bot.bot),
        &format!(
            "The {} for {}",
            noun(found.study).replace('_', " "),
            bot.bot
        ),
        "`value` is the gain in margin from access to the item at its price, `beyond` compares it with other items of \
         its kind at this price, and `per unit` is the change of the value when the price rises by 1 for all seats. \
         `expected` is the same change as expected from the pick rate and the measurement together. The intervals \
         are not corrected for the number of items.",
    );
    let mut table = Table::new(
        "irrrrrrt",
        &[
            "item",
            "price",
            "value",
            "beyond",
            "95 % interval",
            "per unit",
            "expected",
            "taken",
        ],
    );
    let mut order: Vec<usize> = (0..bot.items.len()).collect();
    order.sort_by(|&one, &other| bot.items[other].shrunk.total_cmp(&bot.items[one].shrunk));
    for item in order {
        let studied = &found.study.item[item];
        let judged = &bot.items[item];
        let points = |value: f64| Some(Estimate::new(value, None, Unit::PointsDifference));
        let measured = bot.measured[item];
        let measured = Estimate::new(measured.value, measured.interval(), Unit::PointsDifference);
        let taken = bot.taken.as_ref().and_then(|taken| taken[item]);
        table.push(
            Line::of([studied.label.clone()])
                .cell(
                    studied
                        .price
                        .map_or("–".to_string(), |price| price.to_string()),
                )
                .both(judged.effect.margin_estimate(), 1)
                .estimate(Some(judged.excess_estimate()), 1)
                .both(measured, 2)
                .value(points(bot.slopes[item].value), 2)
                .cell(taken.map_or("–".to_string(), percent)),
        );
    }
    table.both_ends = true;
    let mut all = Table::new("lrr", &["all items, for", "per unit", "95 % interval"]);
    all.push(Line::of([bot.bot.as_str()]).estimate(Some(per_taking(bot)), 2));
    section.tables.extend([table, all]);
    let priced: Vec<Priced> = (found.study.item.iter().zip(&bot.items))
        .filter_map(|(studied, judged)| Priced::of(names, studied, judged))
        .collect();
    let caption = Caption {
        id: &format!("prices-and-values-{}", bot.bot),
        title: "Price and value",
        text: "Value of access to each item at its price, in points of margin",
    };
    section
        .plots
        .push(price_against_worth(caption, &priced, "points"));
    section
}
