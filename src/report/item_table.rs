//! Machine-readable table of item effects: `report.csv`.

use serde::Serialize;

use super::error::ReportError;
use super::names::Names;
use portolan_study::items::{BotItems, ItemFindings};
use portolan_study::judgement::{ItemEffect, Judgement};

#[derive(Serialize)]
struct Line<'found> {
    bot: &'found str,
    data_set: u32,
    item: String,
    kind: &'found str,
    price: Option<i32>,
    question: &'found str,
    margin: f64,
    margin_error: f64,
    win: f64,
    win_error: f64,
    expected: Option<f64>,
    p: Option<f64>,
    q: Option<f64>,
    shrunk: Option<f64>,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    degrees: f64,
    excess_error: Option<f64>,
    taken: Option<f64>,
    tested: Option<bool>,
    /// Name of the item, or its label if it has no name.
    name: String,
}

/// Formats the table, with every effect of every item for every bot and data set. `asked` is the question
/// that the effects answer, such as `access` or `grant`.
///
/// # Errors
/// Returns [`ReportError`] if a row cannot be written.
pub fn table(found: &ItemFindings, names: &Names, asked: &str) -> Result<String, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for bot in &found.bots {
        for line in lines(found, names, bot, asked) {
            writer.serialize(line).map_err(ReportError::table)?;
        }
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| ReportError::table(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn lines<'found>(
    found: &'found ItemFindings,
    names: &Names,
    bot: &'found BotItems,
    asked: &'found str,
) -> Vec<Line<'found>> {
    let items = &found.study.item;
    let plain = |item: usize, question: &'found str, effect: ItemEffect| Line {
        bot: &bot.bot,
        data_set: bot.perturbation,
        item: items[item].label.clone(),
        kind: &items[item].kind,
        price: items[item].price,
        question,
        margin: effect.margin,
        margin_error: effect.margin_error,
        win: effect.win,
        win_error: effect.win_error,
        expected: None,
        p: None,
        q: None,
        shrunk: None,
        rank_low: None,
        rank_high: None,
        degrees: effect.degrees,
        excess_error: None,
        taken: None,
        tested: None,
        name: names.name(&items[item].label).to_string(),
    };
    let judged = |line: Line<'found>, judged: &Judgement| Line {
        expected: Some(judged.expected),
        p: Some(judged.p),
        q: Some(judged.q),
        shrunk: Some(judged.shrunk),
        rank_low: Some(judged.ranks.0),
        rank_high: Some(judged.ranks.1),
        excess_error: Some(judged.excess_error),
        tested: Some(judged.tested),
        ..line
    };
    let mut lines = Vec::new();
    for (question, of_items) in [(asked, &bot.items), ("must take it", &bot.must)] {
        for (item, judgement) in of_items.iter().enumerate() {
            let line = judged(plain(item, question, judgement.effect), judgement);
            let taken = bot.taken.as_ref().and_then(|taken| taken[item]);
            lines.push(Line { taken, ..line });
        }
    }
    if let Some(whole) = found.whole_game.as_ref().filter(|_| bot.perturbation == 0) {
        for lost in whole.lost.iter().filter(|lost| lost.bot == bot.bot) {
            let line = plain(lost.item, "whole game", lost.judged.effect);
            lines.push(judged(line, &lost.judged));
        }
    }
    for ((one, other), judgement) in &bot.pairs {
        let line = plain(*one, "pair", judgement.effect);
        lines.push(Line {
            item: format!("{}+{}", items[*one].label, items[*other].label),
            name: [*one, *other]
                .map(|item| names.name(&items[item].label))
                .join(" + "),
            price: None,
            ..judged(line, judgement)
        });
    }
    lines
}
