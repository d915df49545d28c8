//! Tables of a mixture experiment for the terminal, including the compositions nearest to a target
//! win rate.

use std::ops::RangeInclusive;

use crate::ui::table::{aligned, thousands};
use portolan_core::prose::count;
use portolan_run::settings::Mixture;
use portolan_stats::Estimate;
use portolan_study::mixture::{BotMixtures, ComponentEncoding};

/// Number of compositions that are listed as nearest to a target.
const LISTED: usize = 5;

/// Returns tables with the effect of each item against each bot.
pub fn item_tables(mixture: &Mixture, found: &[BotMixtures]) -> String {
    let mut text = String::new();
    for bot in found {
        text.push_str(&format!(
            "{} won {} of the games against {}; its mean lead is {} points.\n",
            bot.bot,
            percent(&bot.win),
            count(mixture.draws as u64, "mixture"),
            points(&bot.lead)
        ));
        let rows = bot
            .items
            .iter()
            .map(|value| {
                vec![
                    value.item.clone(),
                    thousands(value.mixtures as u64),
                    points(&value.lead),
                    percent(&value.win),
                ]
            })
            .collect();
        let header = ["item", "mixtures", "lead", "wins"];
        text.push_str(&aligned("lrrr", &header, rows));
        text.push('\n');
    }
    text.push_str(
        "Change of the bot's lead (points) and wins (percentage points) if one copy replaces an \
         average item, with 95 % intervals; hardest items first.\n",
    );
    text
}

/// Returns a table of the compositions whose expected win rate is nearest to a target.
pub fn nearest_table(
    bot: &BotMixtures,
    target: f64,
    sizes: &RangeInclusive<usize>,
    above: f64,
) -> String {
    let allowed = bot.nearest_allowed(target, sizes, above);
    let rows = allowed.into_iter().take(LISTED).map(row);
    let mut text = format!(
        "Compositions for {} nearest to a win rate of {:.1} %:\n",
        bot.bot,
        100.0 * target
    );
    let header = ["composition", "expected wins", "expected lead"];
    text.push_str(&aligned("lrr", &header, rows.collect()));
    text
}

fn row(composition: &ComponentEncoding) -> Vec<String> {
    vec![
        composition.text.clone(),
        percent(&composition.win),
        points(&composition.lead),
    ]
}

fn percent(estimate: &Estimate) -> String {
    estimate.words(1).replace('\u{a0}', " ")
}

fn points(estimate: &Estimate) -> String {
    estimate.words(2).replace('\u{a0}', " ")
}
