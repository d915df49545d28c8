//! A study of settings: is every seat as good as the others, and what does each setting change?

use ordered_float::OrderedFloat;

use super::ReportError;
use super::findings::signed_interval;
use super::page::{Section, Table};
use super::plots::{Caption, Mark, intervals};
use super::source::Source;
use super::study::Findings;
use super::words::{
    CONFIDENCE, capital, fixed, listed, percent, percent_range, range, share_interval, signed,
};
use crate::experiment::manifest::Manifest;
use crate::stats::{benjamini_hochberg, mean_interval, mean_test};
use crate::study::judgement::{FALSE_DISCOVERIES, survives};
use crate::study::settings::{Collector, Setting};

/// What a study of settings has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let mut collector = Collector::new(manifest);
    let extent = source.each_game(|game_id, cell, seats| {
        collector.add_game(game_id, cell, seats);
    })?;
    let settings = collector.finish();
    let changes = changes(manifest, &settings);
    let bots = &manifest.experiment.bots;
    let mut sections = vec![conclusions(manifest, &changes)];
    for bot in bots {
        sections.push(seats(manifest, bot, &settings));
    }
    let options: Vec<String> = manifest.experiment.settings.keys().cloned().collect();
    Ok(Findings {
        extent,
        question: format!(
            "{}: what do the values of {} change, and are the seats fair?",
            capital(&manifest.experiment.game),
            listed(&options)
        ),
        answer: answer(manifest, &settings, &changes),
        more: Vec::new(),
        sections,
        warnings: vec![
            "One option at a time differs from the reference; options that work together are not \
             looked at."
                .to_string(),
        ],
    })
}

/// One thing that one setting may change: a seat's share of wins, or the mean score.
struct Change {
    cell: usize,
    what: String,
    value: f64,
    interval: String,
    q: f64,
    survives: Option<bool>,
}

/// All changes with the first data set, with q-values over all of them.
fn changes(manifest: &Manifest, settings: &[Setting]) -> Vec<Change> {
    let cells = &manifest.experiment.cell;
    let mut changes = Vec::new();
    let mut p_values = Vec::new();
    for setting in settings {
        let spec = &cells[setting.cell];
        if setting.cell == setting.reference || spec.perturbation > 0 {
            continue;
        }
        // The same setting of the same bot in every data set.
        let sets: Vec<&Setting> = settings
            .iter()
            .filter(|other| {
                let other = &cells[other.cell];
                other.bots == spec.bots && other.set == spec.set
            })
            .collect();
        let mut add =
            |what: String, of: &dyn Fn(&Setting) -> crate::stats::Moments, share: bool| {
                let moments = of(setting);
                let Some(value) = moments.mean() else { return };
                let interval = mean_interval(&moments, CONFIDENCE);
                let values: Vec<f64> = sets.iter().filter_map(|set| of(set).mean()).collect();
                p_values.push(mean_test(&moments, 0.0).unwrap_or(1.0));
                changes.push(Change {
                    cell: setting.cell,
                    what,
                    value: if share { 100.0 * value } else { value },
                    interval: match interval {
                        Some(interval) if share => range(Some(signed_interval(interval, 100.0)), 1),
                        interval => range(interval, 2),
                    },
                    q: 1.0,
                    survives: survives(&values),
                });
            };
        if setting.win_changes.len() > 1 {
            for seat in 0..setting.win_changes.len() {
                let what = format!("wins of seat {}, %", seat + 1);
                add(what, &|setting: &Setting| setting.win_changes[seat], true);
            }
        } else {
            add(
                "wins, %".to_string(),
                &|setting: &Setting| setting.win_changes[0],
                true,
            );
        }
        add(
            "mean score".to_string(),
            &|setting: &Setting| setting.score_change,
            false,
        );
    }
    for (change, q) in changes.iter_mut().zip(benjamini_hochberg(&p_values)) {
        change.q = q;
    }
    changes
}

fn answer(manifest: &Manifest, settings: &[Setting], changes: &[Change]) -> String {
    let cells = &manifest.experiment.cell;
    let fairest: Vec<String> = manifest
        .experiment
        .bots
        .iter()
        .filter_map(|bot| {
            let of_bot = settings.iter().filter(|setting| {
                let cell = &cells[setting.cell];
                cell.bots.first() == Some(bot) && cell.perturbation == 0
            });
            let best = of_bot
                .filter(|setting| setting.wins.len() > 1)
                .filter_map(|setting| Some((setting.unfairness()?, setting.cell)))
                .min_by_key(|&(unfairness, _)| OrderedFloat(unfairness))?;
            let name = setting_name(manifest, best.1);
            Some(format!(
                "the seats are closest to each other with {name} for {bot} ({} points of wins apart)",
                fixed(100.0 * best.0, 1)
            ))
        })
        .collect();
    let told = changes.iter().filter(|change| change.q < FALSE_DISCOVERIES);
    let moved = told.clone().count();
    let survive = told.filter(|change| change.survives == Some(true)).count();
    let mut text = format!(
        "Of {} changes from the reference {moved} can be told from none at q < {FALSE_DISCOVERIES}",
        changes.len()
    );
    if manifest.experiment.perturbed >= 2 {
        text.push_str(&format!(
            ", and {survive} of them remain when the stand-ins of the data vary"
        ));
    }
    for fair in fairest {
        text.push_str("; ");
        text.push_str(&fair);
    }
    text.push('.');
    text
}

/// The setting of a cell without its bot and data set.
fn setting_name(manifest: &Manifest, cell: usize) -> String {
    let experiment = &manifest.experiment;
    let spec = &experiment.cell[cell];
    let different: Vec<String> = experiment
        .settings
        .iter()
        .filter_map(|(option, values)| {
            let here = spec.set.get(option)?;
            (Some(here) != values.first()).then(|| format!("{option}={here}"))
        })
        .collect();
    if different.is_empty() {
        "the reference".to_string()
    } else {
        different.join(" ")
    }
}

fn conclusions(manifest: &Manifest, changes: &[Change]) -> Section {
    let mut section = Section::new(
        "changes",
        "What changes from the reference",
        "Paired differences on the same deals; q allows for all lines. With two or more data sets in \
         which stand-ins vary, a change survives if the 95% interval of its mean over all sets is clear \
         of zero on the same side.",
    );
    let mut table = Table::new(
        "lllrrrl",
        &[
            "bot",
            "setting",
            "what",
            "change",
            "95% interval",
            "q",
            "when data vary",
        ],
    );
    table.rows = changes
        .iter()
        .map(|change| {
            vec![
                manifest.experiment.cell[change.cell].bots[0].clone(),
                setting_name(manifest, change.cell),
                change.what.clone(),
                signed(change.value, 2),
                change.interval.clone(),
                super::items::probability(change.q),
                match change.survives.filter(|_| change.q < FALSE_DISCOVERIES) {
                    None => "–",
                    Some(true) => "survives",
                    Some(false) => "does not survive",
                }
                .to_string(),
            ]
        })
        .collect();
    section.tables.push(table);
    section
}

/// The seats in every setting.
fn seats(manifest: &Manifest, bot: &str, settings: &[Setting]) -> Section {
    let mut section = Section::new(
        &format!("seats-{bot}"),
        &format!("Seats, when {bot} plays"),
        "Share of wins by seat with 95% intervals, and the mean score of all seats.",
    );
    let players = manifest.experiment.players;
    let mut header = vec!["setting".to_string()];
    header.extend((1..=players).map(|seat| format!("seat {seat}")));
    header.push("mean score".to_string());
    let mut table = Table::new(&format!("l{}", "r".repeat(players + 1)), &header);
    let mut marks = Vec::new();
    for setting in settings {
        let spec = &manifest.experiment.cell[setting.cell];
        if spec.bots.first().map(String::as_str) != Some(bot) || spec.perturbation > 0 {
            continue;
        }
        let name = setting_name(manifest, setting.cell);
        let mut row = vec![name.clone()];
        row.extend(setting.wins.iter().map(|wins| {
            let interval = share_interval(wins, CONFIDENCE);
            format!(
                "{} ({})",
                percent(wins.mean().unwrap_or(0.0)),
                percent_range(interval)
            )
        }));
        row.push(fixed(setting.score.mean().unwrap_or(0.0), 1));
        table.rows.push(row);
        if let Some(first) = setting.wins.first()
            && let Some(value) = first.mean()
        {
            marks.push(Mark {
                label: name,
                value: 100.0 * value,
                interval: share_interval(first, CONFIDENCE)
                    .map(|interval| signed_interval(interval, 100.0)),
                colour: 0,
            });
        }
    }
    section.plots.push(intervals(
        Caption {
            id: &format!("plot-seats-{bot}"),
            title: &format!("Wins of the first seat, {bot}"),
            text: "Share of wins of the first seat by setting, with 95% intervals.",
        },
        &marks,
        "%",
        (100.0 / players as f64, "fair share"),
    ));
    section.tables.push(table);
    section
}
