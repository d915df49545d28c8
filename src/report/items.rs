//! Report on studies that withhold, grant or oblige: the value of each item, by bot and by data set.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::by_strength::strength;
use super::copies::copies;
use super::error::ReportError;
use super::headline::{answer, foremost_bot, more, sure};
use super::item_table::table;
use super::names::Names;
use super::page::{Line, Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::scatter::{Point, scatter};
use super::study::Findings;
use super::svg::{Drawing, significance_colour};
use super::verdicts::{designs_of, foremost, stronger_than, verdicts};
use super::whole_game;
use super::words::{
    capital, count, fixed, listed, noun, p_value, percent, signed, thousands, verb,
};
use super::worth::{Priced, described, price_against_worth};
use portolan_run::results::reader::Extent;
use portolan_run::settings::{Interest, ItemDesign, ItemStudy, StudiedItem};
use portolan_study::confirmation;
use portolan_study::factorial::{ENOUGH_BLOCKS, FEWEST_BLOCKS};
use portolan_study::items::{BotItems, ItemFindings, ItemGames};
use portolan_study::judgement::{FALSE_DISCOVERIES, Judgement, equivalent};
use portolan_study::pick_rates::LEAST_TAKEN;
use portolan_study::source::Source;

/// Maximum number of items in a plot, divided between the strongest and the weakest.
const MOST_DRAWN: usize = 16;

/// Reads the games of a study of items. Returns `None` if the run is not such a study.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
fn read(source: &Source) -> Result<Option<(ItemFindings<'_>, Extent)>, ReportError> {
    let Some(collector) = ItemGames::new(&source.manifest) else {
        return Ok(None);
    };
    let mut collector = collector.with_takings(source.takings()?);
    let extent = source
        .blocks()?
        .each_game(|game| collector.add_game(game))?;
    let mut found = collector.finish();
    let mut parts = source.parts();
    if let (Some((folder, _)), None) = (parts.next(), parts.next()) {
        found.whole_game = confirmation::beside(folder, &source.manifest)?;
    }
    Ok(Some((found, extent)))
}

/// Computes the findings of a study of items, including the machine-readable table.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let Some((found, extent)) = read(source)? else {
        return Ok(Findings::nothing("Which items are strong?"));
    };
    let asked = match found.study.design {
        ItemDesign::Grant => "grant",
        ItemDesign::Price(_) => "at its price",
        ItemDesign::Factorial(_) | ItemDesign::Constraint(_) | ItemDesign::Change => "access",
    };
    let names = Names::of(&source.manifest);
    let table = table(&found, &names, asked)?;
    let mut findings = match found.study.design {
        ItemDesign::Price(_) => super::price::findings(&found, &names, extent),
        _ => unpriced(&found, &names, extent),
    };
    let verdicts = verdicts(&found, &names);
    findings.more.splice(0..0, foremost(&verdicts));
    if let Some(whole) = &found.whole_game {
        let section = whole_game::section(&found, &names, whole);
        findings
            .sections
            .insert(1.min(findings.sections.len()), section);
    }
    Ok(Findings {
        table: Some(table),
        names,
        ..findings
    })
}

/// Computes the findings of a factorial experiment or of a study of grants or policies.
fn unpriced(found: &ItemFindings, names: &Names, extent: Extent) -> Findings {
    let mut sections = Vec::new();
    let foremost = foremost_bot(found).filter(|bot| !bot.items.is_empty());
    sections.extend(foremost.map(|bot| of_bot(found, names, bot)));
    let several = found.first_set().count() > 1 || found.bots.len() > 1;
    if several && found.first_set().all(|bot| !bot.items.is_empty()) {
        sections.push(conclusions(found));
    }
    if let Some(items) = found.by_strength() {
        sections.push(strength(found, &items));
    }
    for bot in found.first_set().filter(|bot| !bot.items.is_empty()) {
        if foremost.is_none_or(|foremost| foremost.bot != bot.bot) {
            sections.push(of_bot(found, names, bot));
        }
        sections.extend(copies(found.study, bot));
        if !bot.pairs.is_empty() {
            sections.push(pairs(found.study, bot));
        }
    }
    Findings {
        extent,
        question: question(found),
        answer: answer(found, names),
        sure: sure(found),
        more: more(found, names),
        sections,
        warnings: warnings(found),
        ..Findings::default()
    }
}

fn question(found: &ItemFindings) -> String {
    let (noun, bots) = (noun(found.study).replace('_', " "), bot_names(found));
    let play = verb(bots.len() as u64, "plays", "play");
    match found.study.design {
        ItemDesign::Factorial(_) => format!(
            "Which {noun} have more or less value than {}, when {} {play}?",
            stronger_than(found),
            listed(&bots)
        ),
        ItemDesign::Grant => format!(
            "What is the value of beginning with one of the {noun}, when {} {play}?",
            listed(&bots)
        ),
        _ => format!(
            "{} {} use each of the {noun} well?",
            verb(bots.len() as u64, "Does", "Do"),
            listed(&bots)
        ),
    }
}

fn bot_names(found: &ItemFindings) -> Vec<String> {
    found.first_set().map(|bot| bot.bot.clone()).collect()
}

/// Builds the section on the conclusions that hold for all bots and data sets.
fn conclusions(found: &ItemFindings) -> Section {
    let mut section = Section::new(
        "conclusions",
        "Conclusions",
        &format!(
            "The table lists the items that differ from {} at q < {FALSE_DISCOVERIES} for at least one bot, \
             with the size of the difference. A number in parentheses does not survive in the data sets with \
             varied placeholder rows, if there are two or more of them: the 95 % interval of the mean over \
             these sets is not entirely on the same side of zero. The first data set, which selected the item, \
             does not contribute to this mean, and the interval accounts for the deals that the sets share.",
            stronger_than(found)
        ),
    );
    let bots = bot_names(found);
    let mut header = vec!["item".to_string()];
    header.extend(bots.iter().cloned());
    header.push("conclusion".to_string());
    let alignment = format!("i{}l", "r".repeat(bots.len()));
    let mut table = Table::new(&alignment, &header);
    for item in ordered(found) {
        let conclusion = &found.conclusions[item];
        if conclusion
            .directions
            .iter()
            .all(|&direction| direction == 0)
        {
            continue;
        }
        let mut row = vec![found.study.item[item].label.clone()];
        for (index, bot) in found.first_set().enumerate() {
            let excess = signed(bot.items[item].excess(), 2);
            row.push(
                match (conclusion.directions[index], conclusion.survives[index]) {
                    (0, _) => "·".to_string(),
                    (_, Some(false)) => format!("({excess})"),
                    _ => excess,
                },
            );
        }
        row.push(
            match (conclusion.shared(), conclusion.flips()) {
                (_, true) => "flips",
                (0, _) => "some bots only",
                _ if conclusion.survives.contains(&Some(false)) => "does not survive",
                _ if conclusion.holds() => "holds, survives",
                _ => "holds",
            }
            .to_string(),
        );
        table.rows.push(row);
    }
    section.tables.push(table);
    section
}

/// Returns the items ordered by their total effect over all bots, strongest first.
fn ordered(found: &ItemFindings) -> Vec<usize> {
    let total =
        |item: usize| -> f64 { found.first_set().map(|bot| bot.items[item].excess()).sum() };
    let mut order: Vec<usize> = (0..found.study.item.len()).collect();
    order.sort_by_key(|&item| Reverse(OrderedFloat(total(item))));
    order
}

/// Builds the section on the items of one bot.
fn of_bot(found: &ItemFindings, names: &Names, bot: &BotItems) -> Section {
    let study = found.study;
    let id = format!("items-{}", bot.bot);
    let mut order: Vec<usize> = (0..bot.items.len()).collect();
    order.sort_by_key(|&item| Reverse(OrderedFloat(bot.items[item].excess())));
    let meaning = match found.study.design {
        ItemDesign::Factorial(_) if found.is_relative() => {
            "Effect: value of the item, the change of the margin (own score minus the mean of the others') and of \
             the share of wins by access to it, relative to the mean of the items. Because the number of withheld items is \
             fixed, access to one item always means no access to another. Expected: effect of access to an \
             average item of the same kind and price; an item with exactly this effect is fairly priced."
        }
        ItemDesign::Factorial(_) => {
            "Effect: value of the item, the change of the margin (own score minus the mean of the others') and of \
             the share of wins by access to it, compared with no access. Expected: effect of access to an average item of \
             the same kind and price; an item with exactly this effect is fairly priced."
        }
        ItemDesign::Grant => {
            "Effect: value of beginning with the item, the change of the margin (own score minus the mean of the \
             others') and of the share of wins if the seat begins with the item instead of a dealt one."
        }
        _ if bot.must.is_empty() => {
            "Effect: value of the item, the loss of margin (own score minus the mean of the others') if the bot \
             never takes it."
        }
        _ => {
            "Effect: value of the item, the loss of margin (own score minus the mean of the others') if the bot \
             never takes it. Must take it: gain of margin if the bot takes the item whenever the rules allow it."
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

/// Returns the price and value of each item. Returns `None` for studies that do not compare items by price.
fn priced(found: &ItemFindings, names: &Names, bot: &BotItems) -> Option<Vec<Priced>> {
    if stronger_than(found) != "others at their price" {
        return None;
    }
    let of = |(studied, judged): (&StudiedItem, &Judgement)| {
        Some(Priced {
            name: names.full(&studied.label),
            short: names.short(&studied.label),
            of: studied.label.clone(),
            price: studied.price?,
            worth: judged.effect.margin,
            expected: judged.expected,
            direction: judged.direction(),
            design: studied.design.clone(),
        })
    };
    found.study.item.iter().zip(&bot.items).map(of).collect()
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
            " Taken: share of seats with access that take the item. Won: share of games that these seats win, \
             for whatever reason.",
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
    let bound = Interest::default().points;
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

fn pairs(study: &ItemStudy, bot: &BotItems) -> Section {
    let mut section = Section::new(
        &format!("pairs-{}", bot.bot),
        &capital(&format!("Pairs of items for {}", bot.bot)),
        "Effect of access to both items beyond the sum of their separate effects, for pairs of the items with \
         the clearest effects.",
    );
    let mut table = Table::new("irrr", &["pair", "together", "95 % interval", "q"]);
    for ((one, other), judged) in &bot.pairs {
        let pair = format!("{} + {}", study.item[*one].label, study.item[*other].label);
        table.push(
            Line::of([pair])
                .estimate(Some(judged.effect.margin_estimate()), 2)
                .corrected(judged.q),
        );
    }
    section.tables.push(table);
    section
}

fn warnings(found: &ItemFindings) -> Vec<String> {
    let mut warnings = vec![
        "The effects apply to these bots: an item that they cannot use looks weak.".to_string(),
    ];
    if let ItemDesign::Factorial(factorial) = found.study.design {
        let access = factorial.withhold;
        warnings.push(format!(
            "While the effect of an item is measured, {} of the other items are also withheld. The effects are \
             averages over such games, in which the other items are scarcer than in the whole game.{}",
            if access < 1.0 {
                percent(access)
            } else {
                fixed(access, 0)
            },
            match &found.whole_game {
                Some(_) => "",
                None =>
                    " `confirm` in [factorial] measures the clearest items in the whole game.",
            }
        ));
        if found.is_relative() {
            warnings.push(
                "Every seat has the same number of withheld items, so the effects are relative to the mean of \
                 the items. The study does not measure the value of all items together."
                    .to_string(),
            );
        }
        if found.has_few_blocks() {
            warnings.push(format!(
                "The run has only {}, which are few for so many effects: with fewer than {ENOUGH_BLOCKS} per \
                 effect, standard errors are up to 40 % too large, and the study may miss effects.",
                count(found.blocks, "deal group")
            ));
        }
        if factorial.interactions > 0 && found.first_set().any(|bot| bot.pairs.is_empty()) {
            warnings.push(format!(
                "Pairs of items are not shown for every bot, because there would be fewer than {FEWEST_BLOCKS} \
                 deal groups per effect or because their effects cannot be separated from those of single \
                 items."
            ));
        }
    }
    match found.bots.len() / found.first_set().count().max(1) {
        2 => warnings.push(
            "With only one additional data set, the study cannot show which effects survive; it \
             needs at least two."
                .to_string(),
        ),
        3 => warnings.push(
            "With two additional data sets, the variation between data sets is poorly known, and \
             only very clear effects survive. Four sets are better."
                .to_string(),
        ),
        _ => {}
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::super::headline::tests::{findings, study};
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
