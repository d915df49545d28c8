//! What the clearest items of a factorial experiment are worth in the whole game: the lead of its report.

use std::collections::BTreeSet;

use super::names::Names;
use super::page::{Line, Section, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::svg::GREY;
use super::words::{count, fixed, listed, percent, range, signed, thousands};
use portolan_engine::settings::{Factorial, ItemStudy};
use portolan_stats::{Estimate, Interval};
use portolan_study::items::{BotItems, ItemFindings};
use portolan_study::judgement::{FALSE_DISCOVERIES, Judgement};
use portolan_study::whole_game::{Lost, WholeGame};

/// Items that the sentence at the top names of one bot.
const FOREMOST: usize = 3;

/// What is withheld while the effects of a factorial experiment are measured: `half of the others`.
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
    format!("{part} of the others")
}

/// What the items are worth in the whole game, the largest first; of several bots that are named by their
/// strength that of the strongest, otherwise each by its largest. `None` where nothing was played.
pub fn lead(found: &ItemFindings, names: &Names) -> Option<String> {
    let whole = found.whole_game.as_ref()?;
    let mut bots: Vec<&BotItems> = found.first_set().collect();
    if found.study.by_strength {
        bots = bots.split_off(bots.len().saturating_sub(1));
    }
    let most = if bots.len() == 1 { FOREMOST } else { 1 };
    let said = bots.iter().filter_map(|bot| {
        let all = whole.of_bot(&bot.bot);
        let told: Vec<&&Lost> = all.iter().filter(|lost| lost.judged.direction() > 0).collect();
        if all.is_empty() {
            return None;
        }
        if told.is_empty() {
            return Some(format!(
                "In the whole game {} loses nothing that can be told from none by never having one of {} \
                 with the clearest effects.",
                bot.bot,
                count(all.len() as u64, "item")
            ));
        }
        let items = told.iter().take(most).map(|lost| {
            let label = &found.study.item[lost.item].label;
            let judged = &lost.judged;
            format!(
                "{} points (95\u{a0}% interval {}) by never having {}",
                fixed(judged.effect.margin, 1),
                range(Some(judged.effect.margin_interval()), 1),
                names.full(label)
            )
        });
        Some(format!(
            "In the whole game {} loses {}.",
            bot.bot,
            listed(&items.collect::<Vec<_>>())
        ))
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// What never having an item costs in the whole game, in words: `15.8 points (14.4 to 17.1) and 16.5 wins in
/// 100 (13.0 to 20.0)`; wins only where they are told with the points.
pub fn cost(judged: &Judgement) -> String {
    let ends = |interval: Interval| range(Some(interval), 1);
    let (margin, interval) = (judged.effect.margin, judged.effect.margin_interval());
    let (wins, win_interval) = judged.effect.win_estimate().drawn();
    let mut text = match interval.low <= 0.0 && interval.high >= 0.0 {
        true => format!("{} points ({})", signed(margin, 1), ends(interval)),
        false => format!("{} points ({})", fixed(margin, 1), ends(interval)),
    };
    if let Some(interval) = win_interval.filter(|interval| interval.low > 0.0) {
        text.push_str(&format!(
            " and {} wins in 100 ({})",
            fixed(wins, 1),
            ends(interval)
        ));
    }
    text
}

/// The items that were played again, beside what the factorial experiment says of them.
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
            "What the first place loses by never having this one item, when nothing else is withheld from \
             anybody: its margin (own score minus the mean of the others') and its share of wins beside \
             the same {} fresh deals with everything. {} with the clearest effects were played so. The \
             deals that chose them have no part in it, so that these figures are not the largest of many. \
             Beside them what the factorial experiment measures with {withheld} withheld, too. Intervals 95%, each for itself; q allows for all that is asked of these deals.",
            thousands(whole.blocks),
            count(items.len() as u64, "item"),
        ),
    );
    let columns = [
        "item",
        "bot",
        "never having it costs",
        "95% interval",
        "q",
        "wins lost",
        "95% interval",
        "others withheld",
        "95% interval",
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
            title: "What never having one item costs in the whole game",
            text: &format!(
                "Points lost by never having the item, with 95% intervals; grey where q is not below \
                 {FALSE_DISCOVERIES}."
            ),
        },
        &marks,
        Axes::across("points lost"),
        (0.0, "nothing lost"),
    ));
    section.tables.push(table);
    section
}
