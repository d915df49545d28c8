//! Report on studies that withhold, grant or force items: the value of each item, by bot and by data set.

mod of_bot;

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use self::of_bot::of_bot;
use super::by_strength::strength;
use super::copies::copies;
use super::error::ReportError;
use super::headline::{answer, foremost_bot, more, sure};
use super::item_table::table;
use super::names::Names;
use super::page::{Line, Section, Table};
use super::study::Findings;
use super::verdicts::stronger_than;
use super::whole_game;
use super::words::{capital, count, fixed, listed, noun, percent, signed, verb};
use portolan_run::results::reader::Extent;
use portolan_run::settings::{ItemDesign, ItemStudy};
use portolan_study::confirmation;
use portolan_study::factorial::{ENOUGH_BLOCKS, FEWEST_BLOCKS};
use portolan_study::items::{BotItems, ItemFindings, ItemGames};
use portolan_study::judgement::FALSE_DISCOVERIES;
use portolan_study::source::Source;

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
        ItemDesign::Factorial(_)
        | ItemDesign::PriceFactorial(_)
        | ItemDesign::Constraint(_)
        | ItemDesign::Change => "access",
    };
    let names = Names::of(&source.manifest);
    let table = table(&found, &names, asked)?;
    let mut findings = of_study(&found, &names, extent);
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

/// Computes the findings without the part on the whole game.
fn of_study(found: &ItemFindings, names: &Names, extent: Extent) -> Findings {
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
            "The table lists the items that differ from {} at q < {FALSE_DISCOVERIES} for at least one bot, with the \
             size of the difference. If there are two or more data sets with varied placeholder rows, a difference \
             that does not survive in them is in parentheses: the 95 % interval of the mean over these sets is not \
             entirely on the same side of zero. The first data set, which selected the item, does not contribute to \
             this mean, and the interval accounts for the deals that the sets share.",
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
