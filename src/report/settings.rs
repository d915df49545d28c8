//! Report on a study of settings: fairness of the seats, and the effect of each setting.

use portolan_core::prose::fair_share_name;
use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::error::ReportError;
use super::evidence::{LengthAndTies, length_and_ties};
use super::page::{Line, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::study::Findings;
use super::svg::{Drawing, GREY};
use super::words::{capital, count, fixed, listed, p_value, title, verb};
use portolan_run::results::manifest::Manifest;
use portolan_stats::Estimate;
use portolan_study::settings::{SettingChange, SettingEffect, SettingFindings, SettingGames};
use portolan_study::source::Source;

/// Maximum number of changes in a plot. The largest changes take precedence.
const MOST_DRAWN: usize = 14;

/// Maximum number of rule options in the question.
const MOST_LISTED: usize = 3;

/// Computes the findings of a study of settings.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let mut collector = SettingGames::new(manifest);
    let extent = source
        .blocks()?
        .each_game(|game| collector.add_game(game))?;
    let found = collector.finish();
    let bots = &manifest.experiment.bots;
    let mut sections = vec![conclusions(manifest, &found.changes)];
    for bot in bots {
        sections.push(seats(manifest, bot, &found));
    }
    sections.push(games(manifest, &found));
    let varied = &manifest.experiment.settings;
    let options: Vec<String> = varied.keys().cloned().collect();
    Ok(Findings {
        extent,
        question: format!(
            "{}: what do different values of {} change, and are the seats fair?",
            title(&manifest.experiment.game),
            match options.len() > MOST_LISTED {
                true => count(options.len() as u64, "rule option"),
                false => listed(&options),
            }
        ),
        answer: answer(manifest, &found),
        sure: Sure::certain_if(asked(manifest, &found).any(SettingChange::is_told)),
        more: more(manifest, &found),
        sections,
        warnings: vec![
            "Each setting changes one option of the reference, so the study does not measure interactions \
             between options."
                .to_string(),
        ],
        ..Findings::default()
    })
}

/// Returns the changes for the answer: changes of the shares of wins or, for a single seat, all changes.
fn asked<'found>(
    manifest: &Manifest,
    found: &'found SettingFindings,
) -> impl Iterator<Item = &'found SettingChange> + Clone {
    let is_alone = manifest.experiment.players == 1;
    let changes = found.changes.iter();
    changes.filter(move |change| is_alone || change.of != SettingEffect::Score)
}

/// Describes the number of significant changes of the seats, and the clearest.
fn answer(manifest: &Manifest, found: &SettingFindings) -> String {
    let asked = asked(manifest, found);
    let told = asked.clone().filter(|change| change.is_told());
    let moved = told.clone().count();
    let survive = told.filter(|change| change.survives == Some(true)).count();
    let changes = match manifest.experiment.players {
        1 => format!("{} changes from the reference", asked.clone().count()),
        _ => format!(
            "{} changes of the seats' shares of wins",
            asked.clone().count()
        ),
    };
    let mut text = match largest(asked).first() {
        Some(change) => format!(
            "{moved} of {changes} {} significant; the clearest is that {}",
            verb(moved as u64, "is", "are"),
            in_words(manifest, change)
        ),
        None => format!("None of the {changes} is significant"),
    };
    if manifest.experiment.perturbed >= 2 {
        text.push_str(&format!(
            ", and {survive} of them survive on data sets with varied placeholder rows"
        ));
    }
    text.push('.');
    text
}

/// Returns the significant changes, ordered by the ratio of the change to the width of its interval, largest
/// first.
fn largest<'found>(
    changes: impl Iterator<Item = &'found SettingChange>,
) -> Vec<&'found SettingChange> {
    let mut told: Vec<&SettingChange> = changes.filter(|change| change.is_told()).collect();
    told.sort_by_key(|change| {
        let estimate = change.estimate();
        let width = estimate
            .interval()
            .map_or(f64::INFINITY, |found| found.half_width());
        Reverse(OrderedFloat(estimate.value.abs() / width))
    });
    told
}

/// Describes a change: `the setting corn_doubloons=-1 changes the wins of seat 1 by −17.2 (−19.0 to −15.1) percentage
/// points`.
fn in_words(manifest: &Manifest, change: &SettingChange) -> String {
    let (what, unit) = match change.of {
        SettingEffect::Wins(seat) => (format!("wins of seat {}", seat + 1), "percentage points"),
        SettingEffect::Score => ("mean score".to_string(), "points"),
    };
    let bots = &manifest.experiment.bots;
    let bot = match bots.len() {
        1 => String::new(),
        _ => format!(" for {}", manifest.experiment.cells[change.cell].bots[0]),
    };
    format!(
        "the setting {} changes the {what}{bot} by {} {unit} (shrunk estimate {})",
        setting_name(manifest, change.cell),
        change.estimate().words(decimals(change.of)),
        change.shrunk_estimate().value_words(decimals(change.of))
    )
}

/// Number of decimals of a change.
fn decimals(of: SettingEffect) -> usize {
    match of {
        SettingEffect::Wins(_) => 1,
        SettingEffect::Score => 2,
    }
}

/// Describes whether any setting makes the seats fairer, followed by the remaining significant changes.
fn more(manifest: &Manifest, found: &SettingFindings) -> Vec<String> {
    let mut said = Vec::new();
    if manifest.experiment.players > 1 {
        let fairer = fairer(manifest, found);
        said.push(format!("{}.", capital(&fairer)));
    }
    let first = largest(asked(manifest, found)).first().copied();
    let mut next = largest(found.changes.iter());
    next.retain(|change| {
        first.is_none_or(|first| (first.cell, first.of) != (change.cell, change.of))
    });
    let next = next.into_iter().take(2);
    said.extend(next.map(|change| format!("{}.", capital(&in_words(manifest, change)))));
    said
}

/// Lists the settings with significantly fairer or less fair seats than the reference, or states that there
/// are none.
fn fairer(manifest: &Manifest, found: &SettingFindings) -> String {
    let experiment = &manifest.experiment;
    let mut text = String::new();
    for bot in &experiment.bots {
        for (direction, word) in [(1, "closer to"), (-1, "further from")] {
            let of_bot = found.evenness.iter().filter(|evenness| {
                let spec = &experiment.cells[evenness.cell];
                spec.bots.first() == Some(bot) && evenness.direction() == direction
            });
            let names: Vec<String> = of_bot
                .map(|evenness| setting_name(manifest, evenness.cell))
                .collect();
            if !names.is_empty() {
                if !text.is_empty() {
                    text.push_str("; ");
                }
                text.push_str(&format!(
                    "for {bot}, the seats are {word} their fair share with {} than in the reference",
                    listed(&names)
                ));
            }
        }
    }
    match text.is_empty() {
        true => "no setting makes the seats significantly fairer or less fair than the reference"
            .to_string(),
        false => text,
    }
}

/// Returns the name of an effect for tables.
fn name_of(of: SettingEffect, players: usize) -> String {
    match of {
        SettingEffect::Wins(_) if players == 1 => "wins, %".to_string(),
        SettingEffect::Wins(seat) => format!("wins of seat {}, %", seat + 1),
        SettingEffect::Score => "mean score".to_string(),
    }
}

/// Returns the short name of an effect for plots.
fn short_name(of: SettingEffect) -> String {
    match of {
        SettingEffect::Wins(seat) => format!("seat {}", seat + 1),
        SettingEffect::Score => "score".to_string(),
    }
}

/// Puts the values of a setting before the option names, so that the values remain visible if a label is
/// shortened.
fn value_first(setting: &str) -> String {
    let parts = setting.split(' ').map(|part| match part.split_once('=') {
        Some((option, value)) => format!("{value} {option}"),
        None => part.to_string(),
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns the name of a condition's setting, without its bot and data set.
fn setting_name(manifest: &Manifest, cell: usize) -> String {
    let experiment = &manifest.experiment;
    let spec = &experiment.cells[cell];
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

fn conclusions(manifest: &Manifest, changes: &[SettingChange]) -> Section {
    let mut text =
        "Paired differences on the same deals. The q-values are corrected for all lines and for the \
         comparisons of the fairness of seats. Shrunk: change, moved towards the mean of all changes of this kind \
         according to its uncertainty."
            .to_string();
    if manifest.experiment.players == 2 {
        text.push_str(" The share of wins of seat 2 is one minus that of seat 1.");
    }
    if manifest.experiment.perturbed > 0 {
        text.push_str(
            " With two or more data sets with varied placeholder rows, a change survives if the 95 % interval \
             of its mean over these sets is on the same side of zero. The interval accounts for the deals that \
             these sets share with the first.",
        );
    }
    let mut section = Section::new("changes", "What changes from the reference", &text);
    let mut table = Table::new(
        "lllrrrrl",
        &[
            "bot",
            "setting",
            "what",
            "change",
            "95 % interval",
            "q",
            "shrunk",
            "on varied data",
        ],
    );
    for change in changes {
        let decimals = decimals(change.of);
        let labels = [
            manifest.experiment.cells[change.cell].bots[0].clone(),
            setting_name(manifest, change.cell),
            name_of(change.of, manifest.experiment.players),
        ];
        table.push(
            Line::of(labels)
                .estimate(Some(change.estimate()), decimals)
                .corrected(change.q)
                .cell(change.shrunk_estimate().value_words(decimals))
                .cell(match change.survives {
                    None => "–",
                    Some(true) => "survives",
                    Some(false) => "does not survive",
                }),
        );
    }
    section.tables.push(table);
    // Win rates and points have different units and need separate plots.
    let is_score = |change: &&SettingChange| matches!(change.of, SettingEffect::Score);
    let (scores, wins): (Vec<&SettingChange>, Vec<&SettingChange>) =
        changes.iter().partition(is_score);
    let caption = Caption {
        id: "plot-changes",
        title: "The largest changes of wins from the reference",
        text: "Changes of the share of wins in percentage points, with 95 % intervals; grey if not significant.",
    };
    let axes = Axes::across("change of the share of wins, percentage points");
    section.plots.extend(plot(manifest, wins, caption, axes));
    let caption = Caption {
        id: "plot-score-changes",
        title: "The largest changes of the mean score from the reference",
        text: "Changes of the mean score in points, with 95 % intervals; grey if not significant.",
    };
    let axes = Axes::across("change of the mean score, points");
    section.plots.extend(plot(manifest, scores, caption, axes));
    section
}

/// Plots the largest changes, or returns `None` if there are no changes.
fn plot(
    manifest: &Manifest,
    mut widest: Vec<&SettingChange>,
    caption: Caption,
    axes: Axes,
) -> Option<Drawing> {
    widest.sort_by_key(|change| Reverse(OrderedFloat(change.estimate().drawn().0.abs())));
    widest.truncate(MOST_DRAWN);
    let several = manifest.experiment.bots.len() > 1;
    let marks: Vec<Mark> = widest
        .iter()
        .map(|change| {
            let spec = &manifest.experiment.cells[change.cell];
            let bot = manifest
                .experiment
                .bots
                .iter()
                .position(|bot| *bot == spec.bots[0]);
            let (setting, what) = (
                setting_name(manifest, change.cell),
                name_of(change.of, manifest.experiment.players),
            );
            let of = short_name(change.of);
            let label = match several {
                true => format!("{of}, {}, {}", value_first(&setting), spec.bots[0]),
                false => format!("{of}, {}", value_first(&setting)),
            };
            let colour = match change.is_told() {
                true => bot.unwrap_or_default(),
                false => GREY,
            };
            Mark::of(label, change.estimate(), colour)
                .leading_to(format!("{} {setting} {what}", spec.bots[0]))
        })
        .collect();
    (!marks.is_empty()).then(|| intervals(caption, &marks, axes, (0.0, "the reference")))
}

/// Builds the section on seats for all settings.
fn seats(manifest: &Manifest, bot: &str, found: &SettingFindings) -> Section {
    let players = manifest.experiment.players;
    let several = players > 1;
    let mut text =
        "Share of wins by seat with 95 % intervals, and the mean score of all seats.".to_string();
    if several {
        text.push_str(
            " From fair: root mean square distance of the seats from their fair share, in percentage points, \
             corrected for chance; q is for the difference from the reference.",
        );
    }
    let mut section = Section::new(
        &format!("seats-{bot}"),
        &format!("Seats, with {bot}"),
        &text,
    );
    let mut header = vec!["setting".to_string()];
    header.extend((1..=players).map(|seat| format!("seat {seat}")));
    header.push("mean score".to_string());
    if several {
        header.extend(["from fair", "q"].map(str::to_string));
    }
    let mut table = Table::new(&format!("l{}", "r".repeat(header.len() - 1)), &header);
    let mut marks = Vec::new();
    let of_bot = found.settings.iter().filter(|setting| {
        let spec = &manifest.experiment.cells[setting.cell];
        spec.bots.first().map(String::as_str) == Some(bot)
    });
    for setting in of_bot {
        let name = setting_name(manifest, setting.cell);
        let seats = setting.shares_of_wins();
        let line = seats
            .iter()
            .fold(Line::of([name.as_str()]), |line, &wins| line.both(wins, 1))
            .cell(fixed(setting.score.mean().unwrap_or(0.0), 1));
        table.push(if several {
            let distances = from_fair(found, setting.cell);
            distances.into_iter().fold(line, Line::cell)
        } else {
            line
        });
        let played = setting.score.count() > 0;
        if let Some(&first) = seats.first().filter(|_| played) {
            marks.push(Mark::of(name, first, 0));
        }
    }
    let seats = (manifest.roster.first()).map_or(players, |roster| roster.seats);
    section.plots.push(intervals(
        Caption {
            id: &format!("plot-seats-{bot}"),
            title: &format!("Wins of the first seat, {bot}"),
            text: "Share of wins of the first seat by setting, with 95 % intervals.",
        },
        &marks,
        "%",
        (100.0 / seats as f64, fair_share_name(manifest.has_automa())),
    ));
    section.tables.push(table);
    section
}

/// Builds the section on game length and ties for all settings.
fn games(manifest: &Manifest, found: &SettingFindings) -> Section {
    let lines = found.settings.iter().map(|setting| {
        let bots = &manifest.experiment.cells[setting.cell].bots;
        let bot = bots.first().cloned().unwrap_or_default();
        let longer = Some(&setting.longer).filter(|_| setting.cell != setting.reference);
        LengthAndTies {
            labels: vec![bot, setting_name(manifest, setting.cell)],
            length: &setting.length,
            longer,
            tied: Estimate::of_shares(&setting.ties),
        }
    });
    length_and_ties(&["bot", "setting"], "the reference", lines)
}

/// Describes the distance of the seats from a fair share in a setting, and the difference from the reference.
fn from_fair(found: &SettingFindings, cell: usize) -> [String; 2] {
    let distance = |share: f64| fixed(100.0 * share, 1);
    let of_cell = found.evenness.iter().find(|evenness| evenness.cell == cell);
    if let Some(evenness) = of_cell {
        let q = p_value(evenness.q);
        return [distance(evenness.unfairness.setting), q];
    }
    // The reference is not compared with itself; its distance comes from a setting that is compared with it.
    let compared = found.evenness.iter().find(|evenness| {
        let mut settings = found.settings.iter();
        settings.any(|other| other.cell == evenness.cell && other.reference == cell)
    });
    let reference = compared.map(|evenness| distance(evenness.unfairness.reference));
    [reference.unwrap_or("–".to_string()), "–".to_string()]
}
