//! Report on a change of the game: its effect on items, seats, scores and game length, measured on the same
//! deals.

mod answer;
mod data;
mod doubts;
mod measures;
#[cfg(test)]
mod simulated;
mod tables;

use std::collections::BTreeSet;

use self::answer::{answer, fairness, is_main_without_items, side_effects, taken, verdict_on_item};
use self::data::DataDifference;
use self::doubts::{Trial, direction_of_change};
pub use self::doubts::{blind_spot, no_blind_spot};
use self::measures::items;
pub use self::tables::challengers_section;
use self::tables::{points_of_winners, second_section, table};
use super::error::ReportError;
use super::names::{Names, data_of};
use super::page::{Section, Sure};
use super::study::Findings;
use super::words::{listed, percent, title, verb};
use portolan_core::prose::count;
use portolan_run::experiment::change::{ChangeEffect, Measure};
use portolan_run::play::dyn_game::set_up;
use portolan_run::results::manifest::{DataRecord, Manifest};
use portolan_stats::Shown;
use portolan_study::before_after::{ChangeFindings, SecondPlayer, read, second_player};
use portolan_study::challengers::{Challengers, challengers};
use portolan_study::source::Source;

/// Computes the findings of a study of a change.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let found = read(source)?;
    let (second, challengers) = (second_player(source)?, challengers(source)?);
    let checks = (second.as_ref(), challengers.as_ref());
    Ok(described(&source.manifest, &found, checks))
}

fn described(
    manifest: &Manifest,
    found: &ChangeFindings,
    (second, challengers): (Option<&SecondPlayer>, Option<&Challengers>),
) -> Findings {
    let names = Names::of(manifest);
    let [changes, rows] = changes_in_words(manifest, &names);
    let page = Trial {
        manifest,
        names: &names,
        direction: direction_of_change(manifest),
        second,
        challengers,
    };
    let doubts = page.doubts(found);
    let mut more = Vec::new();
    more.extend(
        found
            .effects
            .iter()
            .filter_map(|effect| verdict_on_item(manifest, effect, &names)),
    );
    more.extend(fairness(found));
    for (item, takings) in items(manifest).iter().zip(&found.takings) {
        more.extend(takings.and_then(|takings| taken(item, takings, &names)));
    }
    more.extend(side_effects(manifest, found, doubts.is_empty()));
    more.extend(trust(manifest, &names));
    more.extend(page.agreement(found));
    let points = manifest
        .experiment
        .change
        .clone()
        .unwrap_or_default()
        .points;
    more.extend(challengers.and_then(|all| no_blind_spot(all, points)));
    more.push(match manifest.experiment.is_sequential() {
        true => origin(found, items(manifest).is_empty()),
        false => "The number of deals was fixed in advance. Intervals and verdicts are corrected for the number of questions."
            .to_string(),
    });
    let mut sections = vec![table(manifest, found, &names)];
    if rows.len() > MOST_LISTED {
        let mut section = Section::new("rows", "The changed rows", "Differences after the change.");
        section.remarks = rows;
        section.is_open = true;
        sections.insert(0, section);
    }
    sections.extend(second_section(&page, found));
    let challengers = challengers.filter(|challengers| !challengers.all.is_empty());
    sections.extend(challengers.map(challengers_section));
    sections.push(points_of_winners(manifest, found));
    Findings {
        extent: found.extent,
        question: format!(
            "{}: what changes if {}?",
            title(&manifest.experiment.game),
            listed(&changes)
        ),
        sure: match doubts.is_empty() {
            true => sure(found, items(manifest).is_empty()),
            false => Sure::Open,
        },
        answer: page.with_doubts(answer(&page, found), doubts, found),
        more,
        sections,
        warnings: Vec::new(),
        names,
        ..Findings::default()
    }
}

/// States the number of deals that decided all questions, and the error probability of the verdicts.
fn origin(found: &ChangeFindings, without_items: bool) -> String {
    let about = match (without_items, found.asks_about_seats) {
        (true, _) => "scores and seats",
        (false, true) => "the changed items and the fairness of the seats",
        (false, false) => "the changed items",
    };
    let Some(settled) = found.settled_after else {
        return format!(
            "The run ended before all questions about {about} were decided. More games (`--time` or `--games`) \
             narrow the intervals."
        );
    };
    format!(
        "All questions about {about} were decided after {}. Verdicts and estimates come from all {}. The probability that any \
         of these verdicts is wrong is at most 5 %. Effects on other measures may still be undecided.",
        count(settled, "deal"),
        count(found.extent.blocks, "deal")
    )
}

/// Returns the certainty of the answer, depending on whether all, some or none of its effects are settled.
fn sure(found: &ChangeFindings, without_items: bool) -> Sure {
    let is_asked = |effect: &&ChangeEffect| match effect.measure {
        Measure::Worth(_) => true,
        _ => without_items && is_main_without_items(effect),
    };
    let is_open = |effect: &ChangeEffect| match effect.change {
        None => effect.after_shows() == Shown::Open,
        Some(_) => effect.change_shows() == Shown::Open,
    };
    let asked: Vec<&ChangeEffect> = found.effects.iter().filter(is_asked).collect();
    let settled = asked.iter().filter(|effect| !is_open(effect)).count();
    match settled {
        0 => Sure::Open,
        all if all == asked.len() => Sure::Certain,
        _ => Sure::Likely,
    }
}

/// Describes how well the bot's network can infer the value of changed components. Returns `None` if it does
/// not have to infer any.
fn trust(manifest: &Manifest, names: &Names) -> Option<String> {
    let experiment = &manifest.experiment;
    let after = experiment.cells.get(1)?;
    let record = manifest.data_set(&after.data)?;
    let data = data_of(&experiment.game, record)?;
    let game = set_up(&experiment.setup(after, data)).ok()?;
    let bot = experiment.bot.first()?;
    let unlearnt = bot.unlearnt_components(&*game).ok()?;
    let first = unlearnt.first()?;
    let ids: BTreeSet<&str> = unlearnt.iter().map(|one| one.id.as_str()).collect();
    let called: Vec<String> = ids.into_iter().map(|id| names.full(id)).collect();
    let (it, its) = match called.len() {
        1 => ("it", "its"),
        _ => ("them", "their"),
    };
    Some(format!(
        "{} was not trained with the changed {} and evaluates {it} by {its} traits, which explain {} of the differences \
         between known components. `portolan try --adapt` first trains it on the change.",
        bot.name,
        listed(&called),
        percent(first.explained.max(0.0))
    ))
}

/// Maximum number of differences that the question lists.
const MOST_LISTED: usize = 3;

/// Describes a change in clauses, such as `Armourer (A055) costs 9 instead of 6`. The first list is for the question and
/// summarises many rows of component data; the second is complete.
fn changes_in_words(manifest: &Manifest, names: &Names) -> [Vec<String>; 2] {
    let experiment = &manifest.experiment;
    let [before, after, ..] = &experiment.cells[..] else {
        return Default::default();
    };
    let (mut short, mut all) = (Vec::new(), Vec::new());
    if before.data != after.data {
        let data = [before, after].map(|cell| manifest.data_set(&cell.data));
        if let [Some(one), Some(other)] = data {
            let difference = DataDifference::of(&experiment.game, one, other);
            all = difference.words(names);
            short = match all.len() > MOST_LISTED {
                true => vec![rows_in_words(difference.rows(), other)],
                false => all.clone(),
            };
        }
    }
    for (option, value) in &after.set {
        let was = before
            .set
            .get(option)
            .or_else(|| experiment.set.get(option));
        if was != Some(value) {
            let instead = was.map_or(String::new(), |was| format!(" instead of {was}"));
            short.push(format!("{option} is {value}{instead}"));
        }
    }
    [short, all]
}

/// Summarises changed rows with the name of their file: `31 rows of changes.toml differ`.
fn rows_in_words(rows: u64, data: &DataRecord) -> String {
    let file = data.folder.as_ref().and_then(|path| path.file_name());
    let of = file.map_or("the component data".into(), |file| file.to_string_lossy());
    format!(
        "{} of {of} {}",
        count(rows, "row"),
        verb(rows, "differs", "differ")
    )
}
