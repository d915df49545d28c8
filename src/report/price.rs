//! Report on a price study: the value of an item at each price, and its fair price.

use super::curves::{Series, lines};
use super::names::Names;
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::svg::{Drawing, PARTS};
use super::verdicts::FairPrice;
use super::words::{capital, count, listed, noun, percent, verb};
use portolan_run::results::reader::Extent;
use portolan_run::settings::ItemStudy;
use portolan_stats::Interval;
use portolan_study::crossing::Crossing;
use portolan_study::items::{BotItems, ItemFindings, PriceCurve, PricePoint};

/// Maximum number of items named in the answer.
const MOST_NAMED: usize = 6;

/// Maximum number of items in the plot of fair prices.
const MOST_DRAWN: usize = 12;

/// Computes the findings of a price study.
pub fn findings(found: &ItemFindings, names: &Names, extent: Extent) -> Findings {
    let study = found.study;
    let mut sections = vec![fair_prices(found)];
    for bot in found.first_set() {
        for (item, curve) in bot.prices.iter().enumerate() {
            sections.push(curve_of(study, names, bot, item, curve));
        }
    }
    // If there is no plot of fair prices, the first curve becomes the lead picture.
    let picture = beside_prices(found, names);
    let picture = picture.or_else(|| Some(sections.get_mut(1)?.plots.remove(0)));
    sections[0].plots.extend(picture);
    let bots: Vec<String> = found.first_set().map(|bot| bot.bot.clone()).collect();
    Findings {
        extent,
        question: format!(
            "What should the {} cost, when {} {}?",
            noun(study).replace('_', " "),
            listed(&bots),
            verb(bots.len() as u64, "plays", "play")
        ),
        answer: answer(found, names),
        sure: sure(found),
        sections,
        warnings: vec![
            "An item with a fair price is as good as the alternatives. For a card, these are the other cards that \
             the seat could begin with, as in `try`. Buildings are open to all seats, so the study compares taking \
             the item whenever possible with never taking it; a player who takes it only at the right moments \
             gains more and could pay a higher price."
                .to_string(),
            "Outside the tested prices, the report states only whether the fair price is higher or lower.".to_string(),
        ],
        ..Findings::default()
    }
}

/// Returns `Certain` if every item has a fair price for every bot, and `Likely` if some items have a fair
/// price or bounds.
fn sure(found: &ItemFindings) -> Sure {
    let curves = || found.first_set().flat_map(|bot| &bot.prices);
    let known = |curve: &&PriceCurve| !matches!(curve.fair, Crossing::Unclear | Crossing::Open(_));
    match curves().filter(known).count() {
        0 => Sure::Open,
        all if all == curves().count() => Sure::Certain,
        _ => Sure::Likely,
    }
}

fn answer(found: &ItemFindings, names: &Names) -> String {
    let mut said = Vec::new();
    for (item, studied) in found.study.item.iter().enumerate().take(MOST_NAMED) {
        let price = studied.price.unwrap_or(0);
        let of_bots: Vec<String> = found
            .first_set()
            .filter_map(|bot| {
                let curve = bot.prices.get(item)?;
                let fair = FairPrice::new(price, curve.fair, curve.deciding());
                Some(format!("{} for {}", fair.whole(), bot.bot))
            })
            .collect();
        said.push(format!(
            "{} costs {price}; its fair price is {}",
            names.full(&studied.label),
            listed(&of_bots)
        ));
    }
    let left_out = found.study.item.len().saturating_sub(MOST_NAMED);
    if left_out > 0 {
        let more = count(left_out as u64, "more item");
        said.push(format!(
            "{more} {} in the table",
            verb(left_out as u64, "is", "are")
        ));
    }
    format!("{}.", said.join("; "))
}

fn fair_prices(found: &ItemFindings) -> Section {
    let mut section = Section::new(
        "fair-prices",
        "Fair prices",
        "At the fair price of a card, beginning with it is as good as beginning with another card of its kind. At \
         the fair price of an item that is open to all seats, taking it whenever possible is as good as never \
         taking it. These effects do not rise with the price, so the report fits a curve that never rises; the \
         fair price is where this curve is zero. The report states a fair price only if the effect is \
         significantly positive at the lowest tested price or significantly negative at the highest (q < 0.05 \
         over all items and bots). The 95 % intervals come from a bootstrap over deal groups and have an open end if \
         they go beyond the tested prices. If placeholder rows of the data were varied, each data set has its \
         own line.",
    );
    let mut table = Table::new(
        "ilrrrr",
        &[
            "item",
            "bot",
            "data set",
            "price",
            "fair price",
            "95 % interval",
        ],
    );
    for (item, studied) in found.study.item.iter().enumerate() {
        let price = studied.price.unwrap_or(0);
        for bot in &found.bots {
            let Some(curve) = bot.prices.get(item) else {
                continue;
            };
            let labels = [
                studied.label.clone(),
                bot.bot.clone(),
                bot.perturbation.to_string(),
            ];
            let line = Line::of(labels).cell(price.to_string());
            let fair = FairPrice::new(price, curve.fair, curve.deciding());
            let range = match fair.range.as_str() {
                "" => "–",
                range => range,
            };
            table.push(match fair.estimate {
                Some(found) => line.value(Some(found), 1).cell(range),
                None => line.cell(fair.words.as_str()).cell(range),
            });
            if bot.perturbation == 0 {
                section
                    .remarks
                    .extend(fair.advice(&studied.label, &bot.bot));
            }
        }
    }
    section.tables.push(table);
    section
}

/// Plots the difference between fair price and current price of each item, by bot. Returns `None` if fewer
/// than half of the fair prices are known.
fn beside_prices(found: &ItemFindings, names: &Names) -> Option<Drawing> {
    let several = found.first_set().count() > 1;
    let mut marks = Vec::new();
    for (item, studied) in found.study.item.iter().enumerate().take(MOST_DRAWN) {
        let price = studied.price.unwrap_or(0);
        for (colour, bot) in found.first_set().enumerate() {
            let Some(curve) = bot.prices.get(item) else {
                continue;
            };
            let fair = FairPrice::new(price, curve.fair, curve.deciding());
            let mut label = names.short(&studied.label);
            if several {
                label = format!("{label}, {}", bot.bot);
            }
            let number = fair.estimate.filter(|found| found.interval().is_some());
            marks.push(match number.map(|found| found.drawn()) {
                Some((value, interval)) => Mark {
                    label,
                    row: format!("{} {} 0", studied.label, bot.bot),
                    value: value - f64::from(price),
                    interval: interval.map(|interval| Interval {
                        low: interval.low - f64::from(price),
                        high: interval.high - f64::from(price),
                    }),
                    colour,
                },
                None => {
                    Mark::left_out(format!("{label}: costs {price}, fair price {}", fair.words))
                }
            });
        }
    }
    let drawn = marks.iter().filter(|mark| mark.value.is_finite()).count();
    (2 * drawn >= marks.len() && drawn > 0).then(|| intervals(
        Caption {
            id: "plot-fair-prices",
            title: "Fair price minus price of each item",
            text: "One line per item and bot: the fair price minus the current price, with its 95 % \
                   interval. If the fair price is outside the tested prices, text replaces the \
                   line.",
        },
        &marks,
        Axes::across("fair price minus current price"),
        (0.0, "current price"),
    ))
}

fn curve_of(
    study: &ItemStudy,
    names: &Names,
    bot: &BotItems,
    item: usize,
    curve: &PriceCurve,
) -> Section {
    let PriceCurve {
        free, must, begins, ..
    } = curve;
    let studied = &study.item[item];
    let id = format!("price-{}-{}", studied.label, bot.bot);
    let title = format!(
        "{} at other prices, {}",
        names.full(&studied.label),
        bot.bot
    );
    let mut section = Section::new(
        &id,
        &capital(&title),
        "Gain of margin (own score minus the mean of the others'). Value: the bot may take the item, compared with \
         never taking it. Must take it: the bot takes the item whenever possible, compared with never taking it. \
         Begins with it: the bot begins with the item and may take it, compared with beginning with another item of \
         the kind, as in `try`. The other item has a value, too, so this gain is usually smaller than the value. \
         The price applies to all players.",
    );
    let settings: Vec<String> = must
        .iter()
        .map(|point| (studied.price.unwrap_or(0) + point.by).to_string())
        .collect();
    let up = format!("{}: difference in points", names.short(&studied.label));
    let series = |label: &str, points: &[PricePoint], colour: usize| Series {
        label: label.to_string(),
        points: points
            .iter()
            .map(|point| Some(point.effect.margin_estimate().drawn()))
            .collect(),
        colour,
    };
    let mut drawn = vec![
        series("value", free, PARTS),
        series("must take it", must, PARTS + 1),
    ];
    if !begins.is_empty() {
        drawn.push(series("begins with it", begins, PARTS + 2));
    }
    section.plots.push(lines(
        Caption {
            id: &format!("plot-{id}"),
            title: &title,
            text: "Effects of the item by price, with 95 % intervals.",
        },
        &settings,
        &drawn,
        Axes {
            across: "price",
            up: &up,
            unit: "",
        },
        (0.0, "broken line: no effect"),
    ));
    let mut columns = vec![
        "price",
        "value",
        "95 % interval",
        "wins",
        "must take it",
        "95 % interval",
    ];
    if !begins.is_empty() {
        columns.extend(["begins with it", "95 % interval"]);
    }
    let mut table = Table::new(&"r".repeat(columns.len()), &columns);
    for (index, (free, must)) in free.iter().zip(must).enumerate() {
        let line = Line::of([(studied.price.unwrap_or(0) + free.by).to_string()])
            .estimate(Some(free.effect.margin_estimate()), 2)
            .cell(percent(free.share))
            .estimate(Some(must.effect.margin_estimate()), 2);
        table.push(match begins.get(index) {
            Some(begins) => line.estimate(Some(begins.effect.margin_estimate()), 2),
            None => line,
        });
    }
    section.tables.push(table);
    section
}
