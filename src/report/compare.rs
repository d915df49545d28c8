//! Several runs side by side: what a bot wins in one and in the other.
//!
//! Every run is set against the first one. If two runs have the same deals, their blocks are
//! compared pair by pair, and what the deal gives to both cancels out. Runs with cells are compared
//! cell by cell, where the names of cells match.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ordered_float::OrderedFloat;

use super::error::ReportError;
use super::evidence::{WIN_COLUMNS, WINS, win_mark, with_difference, with_wins};
use super::findings::{answer, data_sentence, line_up_warnings};
use super::page::{Line, Page, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::words::{capital, count, fixed, listed, number_word, percent, range, thousands};
use portolan_stats::{Estimate, Interval};
use portolan_study::changes::{Run, RunChange, changes, in_cell};
use portolan_study::tally::Who;
use portolan_study::warnings::{self, mirrors};

/// Most lines of a table, and of a plot.
const MOST_LINES: usize = 200;
const MOST_MARKS: usize = 40;

/// The page about several results folders.
///
/// # Errors
/// [`ReportError`] if one is no results folder or its files are not as they should be.
pub fn several_runs(folders: &[impl AsRef<Path>]) -> Result<Page, ReportError> {
    let mut runs = Vec::new();
    for (folder, label) in folders.iter().zip(labels(folders)) {
        runs.push(Run::read(folder.as_ref(), label)?);
    }
    let changes = changes(&runs)?;
    let names: Vec<String> = runs.iter().map(|run| run.label.clone()).collect();
    let mut sections = vec![overview(&runs), settings(&runs), shares(&runs)];
    if !changes.is_empty() {
        sections.push(differences(&changes, &runs[0].label));
    }
    sections.push(soundness(&runs, &changes));
    sections.push(commands(&runs));
    Ok(Page {
        title: format!("Compared: {}", listed(&names)),
        question: format!("What changes from {} to {}?", names[0], listed(&names[1..])),
        answer: sentence(&changes, &runs),
        sure: Some(Sure::certain_if(changes.iter().any(|change| {
            Measure::Wins.is_clear(change) || Measure::Score.is_clear(change)
        }))),
        more: data_sentences(&runs),
        notices: each(&runs, |run| {
            warnings::notices(run.cells.extent, &run.source.manifest)
        }),
        sections,
        ..Page::default()
    })
}

/// Names of the folders, or their paths if names repeat.
fn labels(folders: &[impl AsRef<Path>]) -> Vec<String> {
    let path = |folder: &Path| folder.display().to_string();
    let names: Vec<String> = folders
        .iter()
        .map(|folder| {
            let name = folder.as_ref().file_name();
            name.map_or(path(folder.as_ref()), |name| {
                name.to_string_lossy().into_owned()
            })
        })
        .collect();
    if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
        return names;
    }
    folders.iter().map(|folder| path(folder.as_ref())).collect()
}

/// What is known of the component data: once, if it is the same for all.
fn data_sentences(runs: &[Run]) -> Vec<String> {
    let of = |run: &Run| data_sentence(&run.source.manifest);
    let first = of(&runs[0]);
    if runs.iter().all(|run| of(run) == first) {
        return vec![first];
    }
    each(runs, |run| vec![of(run)])
}

fn each(runs: &[Run], tell: impl Fn(&Run) -> Vec<String>) -> Vec<String> {
    runs.iter()
        .flat_map(|run| {
            let told = tell(run);
            told.into_iter()
                .map(|sentence| format!("{}: {sentence}", run.label))
        })
        .collect()
}

/// What changes from run to run.
#[derive(Clone, Copy, PartialEq)]
enum Measure {
    Wins,
    Score,
}

impl Measure {
    fn of(self, change: &RunChange) -> (Estimate, Option<Interval>) {
        match self {
            Measure::Wins => (change.wins, change.strict_wins),
            Measure::Score => (change.score, change.strict_score),
        }
    }

    /// How many times as large a change is as it may be by chance when all are looked at together.
    fn reach(self, change: &RunChange) -> OrderedFloat<f64> {
        let (value, strict) = self.of(change);
        let half = strict.map_or(f64::INFINITY, Interval::half_width);
        OrderedFloat(value.value.abs() / half.max(1e-12))
    }

    /// The change that stands out most.
    fn foremost(self, changes: &[RunChange]) -> Option<&RunChange> {
        changes.iter().max_by_key(|change| self.reach(change))
    }

    fn is_clear(self, change: &RunChange) -> bool {
        self.of(change).1.is_some_and(clears)
    }
}

fn clears(interval: Interval) -> bool {
    interval.low > 0.0 || interval.high < 0.0
}

/// The answer: the changes of wins and of scores that stand out most, if they do. Neither hides the other.
fn sentence(changes: &[RunChange], runs: &[Run]) -> String {
    let foremost = |measure: Measure| Some((measure, measure.foremost(changes)?));
    let both = foremost(Measure::Wins).zip(foremost(Measure::Score));
    let Some((wins, score)) = both else {
        return nothing_in_common(runs);
    };
    let told = |(measure, change): (Measure, &RunChange)| told(measure, change, &runs[0].label);
    let clear = |(measure, change): (Measure, &RunChange)| measure.is_clear(change);
    let looks = 2 * changes.len();
    match (clear(wins), clear(score)) {
        (true, true) => format!("{}; {}.", capital(&told(wins)), told(score)),
        (true, false) => format!(
            "{}; no change of a mean score is clear.",
            capital(&told(wins))
        ),
        (false, true) => format!(
            "{}; no change of wins is clear: at most, {}.",
            capital(&told(score)),
            told(wins)
        ),
        (false, false) => {
            let (one, other) = (wins.0.reach(wins.1), score.0.reach(score.1));
            let most = if other > one { score } else { wins };
            let (value, _) = most.0.of(most.1);
            match value.interval().is_some_and(clears) {
                false => format!(
                    "Nothing can be told apart: at most, {}, which may be chance.",
                    told(most)
                ),
                true => format!(
                    "Nothing can be told apart for certain: at most, {}, but not by enough when {} \
                     changes of wins and scores are compared at once.",
                    told(most),
                    number_word(looks)
                ),
            }
        }
    }
}

/// A change in words, without its full stop.
fn told(measure: Measure, change: &RunChange, first: &str) -> String {
    let (value, _) = measure.of(change);
    let sign = if value.value < 0.0 { -1.0 } else { 1.0 };
    let (size, interval) = value.drawn();
    let size = fixed(sign * size, 1);
    let interval = range(interval.map(|interval| interval.times(sign)), 1);
    let deals = if change.paired {
        "on the same deals"
    } else {
        "on other deals"
    };
    let (who, run) = (&change.who, &change.run);
    match measure {
        Measure::Wins => format!(
            "{who} wins {size} percentage points {} in {run} than in {first} (95\u{a0}% interval \
             {interval}, {deals})",
            if sign < 0.0 { "less" } else { "more" },
        ),
        Measure::Score => format!(
            "the mean score of {who} is {size} points {} in {run} than in {first} (95\u{a0}% \
             interval {interval}, {deals})",
            if sign < 0.0 { "lower" } else { "higher" },
        ),
    }
}

fn nothing_in_common(runs: &[Run]) -> String {
    let first = &runs[0];
    let shared = |run: &Run| run.names.iter().any(|name| first.cell(name).is_some());
    match runs[1..].iter().find(|run| !shared(run)) {
        None => "The runs have neither a bot nor a seat of one and the same bot in common, or no \
                 whole block yet: they stand side by side, but nothing is compared."
            .to_string(),
        Some(run) => format!(
            "The runs have no cell of the same name in common ({} is a {}, {} a {}): they stand \
             side by side, but nothing is compared.",
            first.label,
            first.kind(),
            run.label,
            run.kind()
        ),
    }
}

/// Cells of a run that have no partner.
fn alone(one: &Run, other: &Run) -> Option<String> {
    let names: Vec<String> = one
        .names
        .iter()
        .filter(|name| !name.is_empty() && other.cell(name).is_none())
        .cloned()
        .collect();
    let shown: Vec<String> = names.iter().take(8).cloned().collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} of {} cannot be compared, because {} has none of that name: {}{}.",
            count(names.len() as u64, "cell"),
            one.label,
            other.label,
            shown.join(", "),
            if names.len() > shown.len() {
                ", …"
            } else {
                ""
            }
        )
    })
}

fn overview(runs: &[Run]) -> Section {
    let mut section = Section::new("runs", "The runs", "What each run shows by itself.");
    section.remarks = each(runs, |run| match run.cells.tallies.as_slice() {
        [tally] if !run.has_cells() => vec![answer(tally)],
        _ => vec![format!(
            "a {}; what it shows by itself is in its own report.",
            run.kind()
        )],
    });
    let names = ["run", "kind", "game", "seats", "games", "blocks"];
    let mut table = Table::new("lllrrr", &names);
    for run in runs {
        let manifest = &run.source.manifest;
        let seats: BTreeSet<usize> = manifest.roster.iter().map(|cell| cell.seats).collect();
        let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
        table.rows.push(vec![
            run.label.clone(),
            run.kind(),
            manifest.experiment.game.clone(),
            seats.join(", "),
            thousands(run.cells.extent.games),
            thousands(run.cells.extent.blocks),
        ]);
    }
    section.tables.push(table);
    section
}

/// The settings of a run by name.
fn settings_of(run: &Run) -> BTreeMap<String, String> {
    let manifest = &run.source.manifest;
    let mut settings = BTreeMap::from([
        ("version".to_string(), manifest.version.clone()),
        (
            "revision".to_string(),
            manifest.revision.clone().unwrap_or("unknown".to_string()),
        ),
    ]);
    if let Ok(experiment) = toml::Table::try_from(&manifest.experiment) {
        // Bots are told by a hash, cells by their names.
        let told = |key: &str| key != "bot" && key != "cell";
        for (key, value) in experiment.into_iter().filter(|(key, _)| told(key)) {
            settings.insert(key, value.to_string());
        }
    }
    for bot in &manifest.experiment.bot {
        // A bot is long; whether two of one name are the same is what matters.
        let text = toml::to_string(bot).unwrap_or_default();
        let hash = portolan_engine::results::file::FileRecord::of(&bot.name, &text).sha256;
        settings.insert(format!("bot {}", bot.name), hash[..8].to_string());
    }
    settings
}

fn settings(runs: &[Run]) -> Section {
    let all: Vec<BTreeMap<String, String>> = runs.iter().map(settings_of).collect();
    let keys: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    let names: Vec<&str> = std::iter::once("setting")
        .chain(runs.iter().map(|run| run.label.as_str()))
        .collect();
    let mut table = Table::new(&"l".repeat(names.len()), &names);
    for key in keys {
        let values: Vec<Option<&String>> = all.iter().map(|settings| settings.get(key)).collect();
        if values.iter().any(|value| *value != values[0]) {
            let cells = values
                .into_iter()
                .map(|value| value.map_or("–".to_string(), Clone::clone));
            table
                .rows
                .push(std::iter::once(key.clone()).chain(cells).collect());
        }
    }
    let text = if table.rows.is_empty() {
        "The runs have the same settings."
    } else {
        "Settings in which the runs differ; a bot is told by a hash of its file."
    };
    let mut section = Section::new("settings", "What differs", text);
    if !table.rows.is_empty() {
        section.tables.push(table);
    }
    section
}

fn shares(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "wins",
        "Share of wins",
        "Bars are 95 % intervals, one colour per run; the broken line is the fair share of the \
         first run.",
    );
    let mut places: Vec<(Who, &str)> = Vec::new();
    for run in runs {
        for (cell, tally) in run.names.iter().zip(&run.cells.tallies) {
            for who in tally.compared() {
                let place = (who, cell.as_str());
                if !places.contains(&place) && places.len() <= MOST_LINES {
                    places.push(place);
                }
            }
        }
    }
    let mut marks: Vec<Mark> = Vec::new();
    let names = [&["bot or seat", "run"], &WIN_COLUMNS[..]].concat();
    let mut table = Table::new("llrrrrl", &names);
    for (who, cell) in &places {
        for (index, run) in runs.iter().enumerate() {
            let Some(cell_number) = run.cell(cell) else {
                continue;
            };
            if let Some(found) = run.cells.tallies[cell_number].of(who) {
                let whole = in_cell(&who.name(), cell);
                let (name, place) = (
                    super::svg::shortened(&whole, 11),
                    super::svg::shortened(&run.label, 8),
                );
                marks.extend(win_mark(format!("{name}, {place}"), found, index));
                table.push(with_wins(Line::of([whole, run.label.clone()]), found));
            }
        }
    }
    if table.rows.len() > MOST_LINES {
        table.rows.truncate(MOST_LINES);
        section
            .text
            .push(format!("The first {MOST_LINES} lines are shown."));
    }
    shorten(&mut marks);
    if !marks.is_empty() {
        let caption = Caption {
            id: "plot-wins",
            title: "Share of wins by bot or seat and run",
            text: "One line per bot or seat and run: share of games won and its interval.",
        };
        let fair = runs[0].cells.tallies[0].fair_share();
        let label = format!("fair share {}", percent(fair));
        let plot = intervals(caption, &marks, WINS, (100.0 * fair, &label));
        section.plots.push(plot);
        section.tables.push(table);
    }
    section
}

/// Leaves what a plot has no room for out of it, and says so there.
fn shorten(marks: &mut Vec<Mark>) {
    let more = marks.len().saturating_sub(MOST_MARKS);
    if more > 0 {
        marks.truncate(MOST_MARKS);
        let text = format!("{} more are not drawn", thousands(more as u64));
        marks.push(Mark::left_out(text));
    }
}

fn differences(changes: &[RunChange], first: &str) -> Section {
    let mut section = Section::new(
        "differences",
        "Differences",
        &format!(
            "What a bot wins in a run less what it wins in {first}, in percentage points, and the \
             same for its mean score. Where one bot holds every seat, seats are compared."
        ),
    );
    let names = [
        "bot or seat",
        "run",
        "wins",
        "95 % interval",
        "so",
        "score",
        "95 % interval",
        "deals",
    ];
    let mut table = Table::new("llrrlrrl", &names);
    let mut marks = Vec::new();
    if changes.len() > MOST_LINES {
        section
            .text
            .push(format!("The first {MOST_LINES} differences are shown."));
    }
    for (index, change) in changes.iter().enumerate().take(MOST_LINES) {
        let (bot, run) = (
            super::svg::shortened(&change.who, 11),
            super::svg::shortened(&change.run, 8),
        );
        marks.push(Mark::of(format!("{bot}, {run}"), change.wins, index));
        let line = Line::of([change.who.as_str(), change.run.as_str()]);
        table.push(
            with_difference(line, Some(change.wins))
                .estimate(Some(change.score), 1)
                .cell(if change.paired { "the same" } else { "others" }),
        );
    }
    let caption = Caption {
        id: "plot-differences",
        title: "Difference in share of wins from the first run",
        text: "One line per bot or seat and run: the difference in percentage points and its interval.",
    };
    shorten(&mut marks);
    let axes = Axes::across("difference in share of wins, percentage points");
    let plot = intervals(caption, &marks, axes, (0.0, "no difference"));
    section.plots.push(plot);
    section.tables.push(table);
    section
}

fn soundness(runs: &[Run], changes: &[RunChange]) -> Section {
    let mut section = Section::new("soundness", "Soundness", "What limits these conclusions:");
    let warnings = &mut section.remarks;
    warnings.extend(each(runs, |run| {
        let manifest = &run.source.manifest;
        let mut limits = warnings::common(run.cells.extent, manifest);
        if run.has_cells() {
            limits.extend(mirrors(manifest, ", and seats are compared"));
        } else {
            limits.extend(line_up_warnings(&run.cells.tallies[0], manifest));
        }
        limits
    }));
    for run in &runs[1..] {
        warnings.extend(
            [alone(&runs[0], run), alone(run, &runs[0])]
                .into_iter()
                .flatten(),
        );
    }
    if changes.iter().any(|change| !change.paired) {
        warnings.push(
            "Runs on other deals are compared as independent of each other: with the same seed \
             and the same number of seatings, fewer games would tell as much."
                .to_string(),
        );
    }
    if changes.len() > 1 {
        warnings.push(format!(
            "Many comparisons without correction: {} differences, each with a 95\u{a0}% interval \
             of its own. Only the sentence at the top allows for their number.",
            changes.len()
        ));
    }
    let line_up = |run: &Run| run.source.manifest.experiment.bots.clone();
    if runs.iter().any(|run| line_up(run) != line_up(&runs[0])) {
        warnings.push(
            "The line-ups differ: what a bot wins depends on whom it plays against.".to_string(),
        );
    }
    section
}

fn commands(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "reproduce",
        "How to repeat this",
        "The commands that wrote the folders; versions and seeds that differ are told above.",
    );
    let commands = runs.iter().map(|run| run.source.manifest.command.as_str());
    section.command = commands
        .flat_map(str::lines)
        .map(ToString::to_string)
        .collect();
    section
}
