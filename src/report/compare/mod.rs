//! Compares several runs of one game: differences from the first run for items, bots, seats and whole games.
//!
//! | file | contents |
//! | --- | --- |
//! | [`data`], [`settings`] | differences in component data and settings |
//! | [`headline`] | the differences with the strongest evidence |
//! | [`items`] | differences for each item |
//!
//! Every run is compared with the first. If two runs have the same deals, their deal groups are compared pair
//! by pair, which cancels the effect of the deal. Runs with several conditions are compared condition by
//! condition, matched by name.

pub mod data;
pub mod headline;
pub mod items;
pub mod settings;

use std::collections::BTreeSet;
use std::path::Path;

use self::data::DataDifference;
use self::headline::Difference;
use self::items::Marks;
use super::before_after;
use super::error::ReportError;
use super::evidence::{WINS, fair_label, win_columns, win_mark, with_difference, with_wins};
use super::findings::{answer, data_sentence, few_differ, line_up_warnings};
use super::names::Names;
use super::page::{Line, Page, Section, Sure, Table};
use super::plots::{Axes, Caption, Mark, intervals};
use super::words::{count, listed, thousands, title};
use portolan_run::results::trial::trial_of;
use portolan_run::settings::Kind;
use portolan_study::changes::{Run, RunChange, changes, in_cell};
use portolan_study::game_changes::{GameChange, game_changes};
use portolan_study::item_changes::{
    DesignChange, ItemChange, ItemRun, correct, design_changes, item_changes,
};
use portolan_study::programs::{Behaviour, no_verdict};
use portolan_study::tally::Who;
use portolan_study::warnings::{self, mirrors};

/// Maximum number of rows in a table or plot.
const MOST_LINES: usize = 200;
const MOST_MARKS: usize = 40;

/// Maximum number of differing settings listed directly below the answer.
const MOST_TOLD: usize = 3;

/// Builds the page that compares several results folders.
///
/// # Errors
/// Returns [`ReportError`] if a folder is not a results folder, if its files are invalid, or if the runs
/// belong to different games.
pub fn several_runs(folders: &[impl AsRef<Path>]) -> Result<Page, ReportError> {
    let mut runs = Vec::new();
    for (folder, label) in folders.iter().zip(labels(folders)) {
        runs.push(Run::read(folder.as_ref(), label)?);
    }
    same_game(&runs)?;
    let (first, manifest) = (&runs[0].label, &runs[0].source.manifest);
    let names = runs.iter().map(|run| Names::of(&run.source.manifest));
    let names = names.reduce(Names::with).unwrap_or_default();
    let game = &manifest.experiment.game;
    let subject = |run: &Run| run.source.manifest.subject_data().clone();
    let data: Vec<DataDifference> = runs[1..]
        .iter()
        .map(|run| DataDifference::of(game, &subject(&runs[0]), &subject(run)))
        .collect();
    let marks = marks(&runs, &data);
    let found = Found::read(&runs, &marks)?;
    let differences = found.differences(&names);
    let sure = headline::sure(&differences);
    let (told, more) = headline::answer(&differences, first)
        .unwrap_or_else(|| (nothing_in_common(&runs), Vec::new()));
    let no_verdict = runs.iter().find_map(|run| no_verdict(&run.programs));
    let (told, more, sure) = match no_verdict {
        Some(no_verdict) => (no_verdict, Vec::new(), Sure::Open),
        None => (told, more, sure),
    };
    let differing = settings_in_words(&runs, &data, &names);
    let mut page = Page {
        question: format!(
            "What changes from {first} to {}?",
            listed(&all_labels(&runs)[1..])
        ),
        title: format!("{}, compared: {}", title(game), listed(&all_labels(&runs))),
        answer: told,
        sure: Some(sure),
        more: items::of_changed(&found.items, &marks, &names, first),
        notices: each(&runs, |run| {
            let absent = run.programs.iter().filter_map(Behaviour::absence);
            let notices = warnings::notices(run.cells.extent, &run.source.manifest);
            absent.chain(notices).collect()
        }),
        ..Page::default()
    };
    page.more.truncate(MOST_TOLD);
    // The findings already mention changes to items together with their effects.
    let told_before = page.more.join(" ");
    let is_new = |sentence: &&String| {
        let (_, change) = sentence.rsplit_once(") ").unwrap_or(("", sentence));
        !told_before.contains(change.trim_end_matches('.'))
    };
    page.more.extend(more);
    page.more
        .extend(differing.iter().filter(is_new).take(MOST_TOLD).cloned());
    page.more.extend(data_sentences(&runs));
    page.sections = items::sections(&found.items, &found.designs, &marks, &names, first);
    page.sections.extend(changes_section(&runs, &names)?);
    if !found.bots.is_empty() {
        page.sections.push(differences_section(&found, first));
    }
    page.sections.extend([
        shares(&runs),
        settings_section(differing),
        overview(&runs),
        soundness(&runs, &found),
        commands(&runs),
    ]);
    page.names = names;
    Ok(page)
}

/// Builds the section that lists the changes measured by `try` runs. Returns `None` if there are no such
/// runs.
fn changes_section(runs: &[Run], names: &Names) -> Result<Option<Section>, ReportError> {
    let mut table = Table::new("llrrrrl", &[&["run"], &before_after::COLUMNS[..]].concat());
    for run in runs {
        let manifest = &run.source.manifest;
        if manifest.experiment.design.kind == Kind::Change {
            for (name, effect) in before_after::main_effects(&run.source, names)? {
                table.push(before_after::line([run.label.clone(), name], &effect));
            }
        }
    }
    let text = "Effect of each change alone, compared with the unchanged game. The intervals are \
                valid at every interim look.";
    let mut section = Section::new("changes", "Each change alone", text);
    let found = !table.rows.is_empty();
    section.tables.push(table);
    Ok(found.then_some(section))
}

/// Collects the changes to items for each run.
fn marks<'page>(runs: &'page [Run], data: &'page [DataDifference]) -> Marks<'page> {
    let study = |run: &'page Run| run.source.manifest.experiment.design.items.as_ref();
    let others = runs[1..].iter().zip(data);
    let marked = others
        .filter_map(|(run, data)| Some((run.label.clone(), data, study(&runs[0])?, study(run)?)));
    Marks {
        runs: marked.collect(),
    }
}

fn all_labels(runs: &[Run]) -> Vec<String> {
    runs.iter().map(|run| run.label.clone()).collect()
}

/// Checks that all runs belong to one game.
fn same_game(runs: &[Run]) -> Result<(), ReportError> {
    let game = |run: &Run| run.source.manifest.experiment.game.clone();
    let first = game(&runs[0]);
    match runs.iter().find(|run| game(run) != first) {
        None => Ok(()),
        Some(run) => Err(ReportError::Question(format!(
            "--compare: {} is a run of {} and {} is a run of {}; expected runs of the same game",
            runs[0].label,
            title(&first),
            run.label,
            title(&game(run))
        ))),
    }
}

/// Differences between the first run and the others.
struct Found {
    bots: Vec<RunChange>,
    games: Vec<GameChange>,
    items: Vec<ItemChange>,
    designs: Vec<DesignChange>,
}

impl Found {
    fn read(runs: &[Run], marks: &Marks) -> Result<Found, ReportError> {
        let mut items = Vec::new();
        if let Some(first) = ItemRun::read(&runs[0].source)? {
            for run in &runs[1..] {
                if let Some(other) = ItemRun::read(&run.source)? {
                    items.extend(item_changes(&first, &other, &run.label));
                }
            }
        }
        correct(&mut items, |change| !marks.of(change).is_empty());
        Ok(Found {
            bots: changes(runs)?,
            games: game_changes(runs)?,
            designs: design_changes(&items),
            items,
        })
    }

    /// Returns all differences. Whole-game differences are included only if bots or seats can be compared.
    fn differences(&self, names: &Names) -> Vec<Difference> {
        let mut all = headline::of_items(&self.items, names);
        all.extend(headline::of_designs(&self.designs));
        all.extend(headline::of_bots(&self.bots));
        if !self.bots.is_empty() {
            all.extend(headline::of_games(&self.games));
        }
        all
    }
}

/// Returns the folder names, or the full paths if names repeat.
fn labels(folders: &[impl AsRef<Path>]) -> Vec<String> {
    let path = |folder: &Path| folder.display().to_string();
    let folders: Vec<&Path> = folders
        .iter()
        .map(|folder| trial_of(folder.as_ref()).unwrap_or(folder.as_ref()))
        .collect();
    let names: Vec<String> = folders
        .iter()
        .map(|folder| {
            let name = folder.file_name();
            name.map_or(path(folder), |name| name.to_string_lossy().into_owned())
        })
        .collect();
    if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
        return names;
    }
    folders.into_iter().map(path).collect()
}

/// Describes the source of the component data, in one sentence if it is equal for all runs.
fn data_sentences(runs: &[Run]) -> Vec<String> {
    let of = |run: &Run| data_sentence(&run.source.manifest);
    let known = |run: &Run| {
        (
            run.source.manifest.data.rows(),
            run.source.manifest.data.fact(),
        )
    };
    if runs.iter().all(|run| of(run) == of(&runs[0])) {
        return vec![of(&runs[0])];
    }
    match runs.iter().all(|run| known(run) == known(&runs[0])) {
        true => each(&runs[..1], |run| vec![of(run)]),
        false => each(runs, |run| vec![of(run)]),
    }
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

fn nothing_in_common(runs: &[Run]) -> String {
    let first = &runs[0];
    let shared = |run: &Run| run.names.iter().any(|name| first.cell(name).is_some());
    match runs[1..].iter().find(|run| !shared(run)) {
        None => "The runs have no bot in common and no seats played by the same bot, or no complete deal group \
                 yet. The page therefore shows them side by side without a comparison."
            .to_string(),
        Some(run) => format!(
            "The runs have no condition of the same name ({} is a {}, {} a {}). The page therefore shows them \
             side by side without a comparison.",
            first.label,
            first.kind(),
            run.label,
            run.kind()
        ),
    }
}

/// Lists the conditions of a run that have no counterpart in the other run.
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
            "{} of {} cannot be compared, because {} has no condition with this name: {}{}.",
            count(names.len() as u64, "condition"),
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
    let mut section = Section::new("runs", "The runs", "The result of each run on its own.");
    section.remarks = each(runs, |run| match run.cells.tallies.as_slice() {
        [tally] if !run.has_cells() => vec![answer(tally)],
        _ => vec![format!(
            "a {}; its own report shows its results.",
            run.kind()
        )],
    });
    let names = ["run", "kind", "game", "seats", "games", "deal groups"];
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

/// Describes how the settings of each run differ from the first run.
fn settings_in_words(runs: &[Run], data: &[DataDifference], names: &Names) -> Vec<String> {
    let several = runs.len() > 2;
    let first = &runs[0].source.manifest;
    let others = runs[1..].iter().zip(data);
    others
        .flat_map(|(run, data)| {
            let words = settings::differences(first, &run.source.manifest, data, names);
            words.into_iter().map(move |sentence| match several {
                true => format!("{}: {sentence}", run.label),
                false => sentence,
            })
        })
        .collect()
}

fn settings_section(differing: Vec<String>) -> Section {
    let text = if differing.is_empty() {
        "The runs have the same settings."
    } else {
        "What differs from the settings of the first run:"
    };
    let mut section = Section::new("settings", "What was changed", text);
    section.remarks = differing;
    section
}

fn shares(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "wins",
        "Share of wins",
        "Bars are 95 % intervals. Each run has its own colour. The broken line marks an even game in the first run.",
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
    let names = [
        &["bot or seat", "run"],
        &win_columns(runs.iter().any(|run| run.source.manifest.has_automa()))[..],
    ]
    .concat();
    let mut table = Table::new("llrrrrl", &names);
    for (who, cell) in &places {
        for (index, run) in runs.iter().enumerate() {
            let Some(cell_number) = run.cell(cell) else {
                continue;
            };
            if let Some(found) = run.cells.tallies[cell_number].of(who) {
                let whole = in_cell(&who.name(), run.cell_label(cell_number));
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
        let tally = &runs[0].cells.tallies[0];
        let (fair, label) = (tally.fair_share(), fair_label(tally));
        let plot = intervals(caption, &marks, WINS, (100.0 * fair, &label));
        section.plots.push(plot);
        section.tables.push(table);
    }
    section
}

/// Removes the marks that do not fit into a plot and adds a line with their number.
fn shorten(marks: &mut Vec<Mark>) {
    let more = marks.len().saturating_sub(MOST_MARKS);
    if more > 0 {
        marks.truncate(MOST_MARKS);
        let text = format!("{} more are not shown", thousands(more as u64));
        marks.push(Mark::left_out(text));
    }
}

fn differences_section(found: &Found, first: &str) -> Section {
    let changes = &found.bots;
    let mut section = Section::new(
        "differences",
        "Differences",
        &format!(
            "Share of wins of a bot in a run minus its share in {first}, in percentage points, and the \
             corresponding difference of mean scores. If one bot plays in every seat, seats are compared."
        ),
    );
    let names = [
        "bot or seat",
        "run",
        "wins",
        "95 % interval",
        "verdict",
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
    section.tables.extend(games_table(&found.games));
    section
}

/// Builds the table of mean scores and game length. Returns `None` if the runs have no condition in common.
fn games_table(changes: &[GameChange]) -> Option<Table> {
    let names = [
        "all seats of",
        "run",
        "score of all",
        "95 % interval",
        "length in turns",
        "95 % interval",
        "deals",
    ];
    let mut table = Table::new("llrrrrl", &names);
    for change in changes.iter().take(MOST_LINES) {
        let cell = match change.cell.as_str() {
            "" => "the games",
            cell => cell,
        };
        let line = Line::of([cell, change.run.as_str()]);
        table.push(
            line.estimate(Some(change.score), 1)
                .estimate(Some(change.length), 1)
                .cell(if change.paired { "the same" } else { "others" }),
        );
    }
    (!table.rows.is_empty()).then_some(table)
}

fn soundness(runs: &[Run], found: &Found) -> Section {
    let changes = &found.bots;
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
            "Runs on different deals are compared as independent samples. With equal seeds and equal numbers \
             of seatings, fewer games would give the same precision."
                .to_string(),
        );
    }
    warnings.extend(few_differ(
        changes.iter().filter(|change| change.is_rare).count(),
    ));
    if changes.len() > 1 {
        warnings.push(format!(
            "The {} differences have 95\u{a0}% intervals that are not corrected for multiple comparisons. Only \
             the sentence at the top is corrected for their number.",
            changes.len()
        ));
    }
    let line_up = |run: &Run| run.source.manifest.experiment.bots.clone();
    if runs.iter().any(|run| line_up(run) != line_up(&runs[0])) {
        warnings.push(
            "The line-ups differ, and the share of wins of a bot depends on its opponents."
                .to_string(),
        );
    }
    section
}

fn commands(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "reproduce",
        "How to repeat this",
        "The commands that wrote the folders. Different versions and seeds are listed above.",
    );
    let commands = runs.iter().map(|run| run.source.manifest.command.as_str());
    section.command = commands
        .flat_map(str::lines)
        .map(ToString::to_string)
        .collect();
    section
}
