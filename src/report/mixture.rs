//! Report on a mixture experiment: the effect of each item and the expected result of each composition.

use super::error::ReportError;
use super::names::Names;
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::words::{capital, count, listed, p_value, percent, signed, verb};
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::Mixture;
use portolan_stats::Estimate;
use portolan_study::mixture::BotMixtures;
use portolan_study::mixture_games::MixtureGames;
use portolan_study::source::Source;

/// Maximum number of compositions in the table. Those closest to an even game take precedence.
const LISTED: usize = 12;

/// Computes the findings of a mixture experiment.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let mut collector = MixtureGames::new(manifest);
    let extent = source.blocks()?.each_game(|game| {
        if let Some(collector) = &mut collector {
            collector.add_game(game);
        }
    })?;
    let found: Vec<BotMixtures> = collector
        .map_or(Vec::new(), MixtureGames::finish)
        .into_iter()
        .filter(|bot| !bot.items.is_empty())
        .collect();
    let experiment = &manifest.experiment;
    let names = Names::of(manifest);
    let mut sections = Vec::new();
    if let Some(mixture) = experiment.mixture.as_ref() {
        for bot in &found {
            sections.push(items(mixture, &names, bot));
            sections.push(compositions(bot));
        }
    }
    // Without a composition, the answer is about the items of the first bot.
    let skipped = usize::from(
        found
            .first()
            .is_none_or(|bot| even(manifest, bot).is_none()),
    );
    Ok(Findings {
        extent,
        question: format!(
            "Which items of option \u{201c}{}\u{201d} make the game hard for {}?",
            experiment
                .mixture
                .as_ref()
                .map_or("", |mixture| &mixture.option),
            listed(&found.iter().map(|bot| bot.bot.clone()).collect::<Vec<_>>())
        ),
        answer: found.first().map_or_else(
            || "The games do not distinguish the items.".to_string(),
            |bot| even(manifest, bot).unwrap_or_else(|| answer(bot, &names)),
        ),
        sure: match found.first() {
            // The expected result of a composition comes from a fitted model.
            Some(bot) if even(manifest, bot).is_some() => Sure::Measured,
            Some(bot) => Sure::certain_if(bot.items.iter().any(|item| differs(&item.lead))),
            None => Sure::Open,
        },
        more: (found.iter().skip(1).filter_map(|bot| even(manifest, bot)))
            .chain(found.iter().skip(skipped).map(|bot| answer(bot, &names)))
            .chain(found.iter().flat_map(|bot| which(bot, &names)))
            .collect(),
        sections,
        warnings: warnings(&found),
        names,
        ..Findings::default()
    })
}

/// Returns true if an item differs significantly from an average item.
fn differs(lead: &Estimate) -> bool {
    lead.q.is_some_and(|q| q < 0.05)
}

/// Describes the composition closest to an even game. Returns `None` if the experiment has no option for
/// compositions.
fn even(manifest: &Manifest, bot: &BotMixtures) -> Option<String> {
    manifest.experiment.mixture.as_ref()?.composition.as_ref()?;
    let nearest = *bot.nearest(0.5).first()?;
    Some(format!(
        "For {}, {} is nearest to an even game, with a predicted share of wins of {}.",
        bot.bot,
        nearest.text,
        nearest.win.words(1)
    ))
}

/// Describes the hardest and the easiest item, if any item differs significantly from an average item.
fn answer(bot: &BotMixtures, names: &Names) -> String {
    let Some((hardest, easiest)) = bot.items.first().zip(bot.items.last()) else {
        return String::new();
    };
    if !bot.items.iter().any(|item| differs(&item.lead)) {
        return format!(
            "Against {}, no item differs significantly from an average item.",
            bot.bot
        );
    }
    let ends = [(hardest, -1.0, "harder"), (easiest, 1.0, "easier")].into_iter();
    let ends = ends.filter(|(item, sign, _)| differs(&item.lead) && item.lead.value * sign > 0.0);
    let ends = ends.map(|(item, _, word)| {
        let (name, lead) = (names.full(&item.item), item.lead.words(1));
        format!("{name} is significantly {word} than an average item, by {lead} points")
    });
    format!(
        "For {}, {}.",
        bot.bot,
        listed(&ends.collect::<Vec<String>>())
    )
}

/// Lists the items that are significantly harder or easier than an average item, if there are several.
fn which(bot: &BotMixtures, names: &Names) -> Vec<String> {
    let named = |sign: f64| -> Vec<String> {
        bot.items
            .iter()
            .filter(|item| differs(&item.lead) && item.lead.value * sign > 0.0)
            .map(|item| names.short(&item.item))
            .collect()
    };
    let sides = [("harder", named(-1.0)), ("easier", named(1.0))];
    let sides = sides.into_iter().filter(|(_, items)| items.len() > 1);
    sides
        .map(|(word, items)| {
            format!(
                "For {}, {} {} significantly {word} than an average item.",
                bot.bot,
                listed(&items),
                verb(items.len() as u64, "is", "are")
            )
        })
        .collect()
}

fn items(mixture: &Mixture, names: &Names, bot: &BotMixtures) -> Section {
    let id = format!("items-{}", bot.bot);
    let title = format!("Effect of each item against {}", bot.bot);
    let mut section = Section::new(
        &id,
        &capital(&title),
        &format!(
            "Change of the lead of {} (own score minus the best other score) and of its share of wins if one \
             copy of the item replaces an average item, in a mixture of average size. Below 0, the item makes \
             the game harder. Estimated from {}, each with {} to {} items, on the same deals.",
            bot.bot,
            count(mixture.draws as u64, "random mixture"),
            mixture.smallest,
            mixture.largest
        ),
    );
    let marks: Vec<Mark> = bot
        .items
        .iter()
        .map(|item| Mark::of(names.short(&item.item), item.lead, 0).leading_to(item.item.as_str()))
        .collect();
    section.plots.push(intervals(
        Caption {
            id: &format!("plot-{id}"),
            title: &title,
            text: "Change of the lead by item, with 95 % intervals, hardest item first.",
        },
        &marks,
        Axes::across("change of the lead, points"),
        (0.0, "average item"),
    ));
    let mut table = Table::new(
        "irrrrrr",
        &[
            "item",
            "mixtures",
            "lead, points",
            "95 % interval",
            "q",
            "wins, percentage points",
            "95 % interval",
        ],
    );
    for item in &bot.items {
        table.push(
            Line::of([item.item.as_str()])
                .cell(item.mixtures.to_string())
                .estimate(Some(item.lead), 2)
                .cell(item.lead.q.map_or("–".to_string(), p_value))
                .estimate(Some(item.win), 1),
        );
    }
    section.tables.push(table);
    section
}

fn compositions(bot: &BotMixtures) -> Section {
    let mut section = Section::new(
        &format!("compositions-{}", bot.bot),
        &format!("Compositions nearest to an even game for {}", bot.bot),
        &format!(
            "Predictions of a model with the shares of the groups and their products. Over all mixtures, {} \
             won {} of its games, with a mean lead of {} points. To measure the nearest composition, use \
             `--target` of `portolan run`.",
            bot.bot,
            percent(bot.win.value),
            signed(bot.lead.value, 1)
        ),
    );
    let mut table = Table::new(
        "lrrrr",
        &[
            "composition",
            "expected wins",
            "95 % interval",
            "expected lead",
            "95 % interval",
        ],
    );
    for composition in bot.nearest(0.5).into_iter().take(LISTED) {
        table.push(
            Line::of([composition.text.as_str()])
                .estimate(Some(composition.win), 1)
                .estimate(Some(composition.lead), 1),
        );
    }
    section.tables.push(table);
    section
}

fn warnings(found: &[BotMixtures]) -> Vec<String> {
    let mut warnings = Vec::new();
    let items: usize = found.iter().map(|bot| bot.items.len()).sum();
    if items > 1 {
        warnings.push(format!(
            "The intervals of {} are not corrected for multiple comparisons: about one in twenty misses the \
             true value. The q-values of leads are corrected for the items of a bot.",
            count(items as u64, "item effect")
        ));
    }
    for bot in found
        .iter()
        .filter(|bot| bot.win.value < 0.02 || bot.win.value > 0.98)
    {
        warnings.push(format!(
            "{} won {} of its games. With such a share of wins, leads distinguish the items better \
             than wins do.",
            bot.bot,
            percent(bot.win.value)
        ));
    }
    warnings
}
