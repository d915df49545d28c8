//! Effects on the whole game of the items with the clearest effects in a factorial experiment.

use std::collections::BTreeSet;

use super::names::Names;
use super::page::{Line, Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::svg::GREY;
use super::words::{count, fixed, listed, percent, thousands};
use portolan_run::settings::{Factorial, ItemStudy};
use portolan_stats::Estimate;
use portolan_study::items::{BotItems, ItemFindings};
use portolan_study::judgement::FALSE_DISCOVERIES;
use portolan_study::whole_game::WholeGame;

/// Describes the items withheld while a factorial experiment measures effects: `half of the others`.
pub fn withheld(study: &ItemStudy, factorial: Factorial) -> String {
    let share = factorial.withhold;
    if share >= 1.0 {
        return format!("{} of the {} items", fixed(share, 0), study.item.len());
    }
    let part = match share {
        0.5 => "half".to_string(),
        0.25 => "a quarter".to_string(),
        0.1 => "a tenth".to_string(),
        _ => percent(share),
    };
    format!("{part} of the other items")
}

/// Describes how many of these items have a significant effect on the whole game, by bot. Returns `None` if
/// no such games were played.
pub fn lead(found: &ItemFindings) -> Option<String> {
    let whole = found.whole_game.as_ref()?;
    let said = found.first_set().filter_map(|bot| {
        let all = whole.of_bot(&bot.bot);
        let significant = all.iter().filter(|lost| lost.judged.direction() > 0);
        (!all.is_empty()).then(|| {
            format!(
                "{} plays significantly worse without {} of the {} clearest items",
                bot.bot,
                significant.count(),
                all.len()
            )
        })
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| format!("In the whole game, {}.", listed(&said)))
}

/// Builds the section that compares effects on the whole game with the results of the factorial experiment.
pub fn section(found: &ItemFindings, names: &Names, whole: &WholeGame) -> Section {
    let study = found.study;
    let withheld = study
        .factorial()
        .map_or(String::new(), |factorial| withheld(study, factorial));
    let items: BTreeSet<usize> = whole.lost.iter().map(|lost| lost.item).collect();
    let mut section = Section::new(
        "whole-game",
        "In the whole game",
        &format!(
            "Loss of the first seat if it never has this item and no other item is withheld: its margin (own \
             score minus the mean of the others') and its share of wins, compared with the same {} fresh deals \
             with all items. The study played {} with the clearest effects in this way. The deals that \
             selected them do not contribute, so these estimates are not biased by the selection. The last \
             columns show the result of the factorial experiment, with {withheld} withheld. Each 95 % interval \
             is for one item; q is corrected for all comparisons on these deals.",
            thousands(whole.blocks),
            count(items.len() as u64, "item"),
        ),
    );
    let columns = [
        "item",
        "bot",
        "never having it costs",
        "95 % interval",
        "q",
        "wins lost",
        "95 % interval",
        "others withheld",
        "95 % interval",
    ];
    let mut table = Table::new("ilrrrrrrr", &columns);
    let mut marks = Vec::new();
    let bots: Vec<&BotItems> = found.first_set().collect();
    for bot in &bots {
        for lost in whole.of_bot(&bot.bot) {
            let label = &study.item[lost.item].label;
            let judged = &lost.judged;
            let beside: Option<Estimate> = bot
                .items
                .get(lost.item)
                .map(|item| item.effect.margin_estimate());
            table.push(
                Line::of([label.as_str(), bot.bot.as_str()])
                    .estimate(Some(judged.effect.margin_estimate()), 1)
                    .corrected(judged.q)
                    .estimate(Some(judged.effect.win_estimate()), 1)
                    .estimate(beside, 1),
            );
            let colour = if judged.direction() == 0 { GREY } else { 0 };
            let name = match bots.len() {
                1 => names.short(label),
                _ => format!("{}, {}", label, bot.bot),
            };
            let mark = Mark::of(name, judged.effect.margin_estimate(), colour);
            marks.push(mark.leading_to(label.as_str()));
        }
    }
    section.plots.push(intervals(
        Caption {
            id: "plot-whole-game",
            title: "Loss from never having an item in the whole game",
            text: &format!(
                "Points lost by never having the item, with 95 % intervals; grey if q is not below \
                 {FALSE_DISCOVERIES}."
            ),
        },
        &marks,
        Axes::across("points lost"),
        (0.0, "no loss"),
    ));
    section.tables.push(table);
    section
}
