//! Findings common to every kind of study, and the page built from them.

use std::path::PathBuf;

use super::method;
use super::names::Names;
use super::page::{Badge, Page, Section, Sure, Table};
use super::words::{count, listed, title as game_title, whole_percent};
use portolan_core::picture::Component;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::reader::Extent;
use portolan_run::settings::{Experiment, Kind};
use portolan_study::programs::{Behaviour, no_verdict};
use portolan_study::source::Source;
use portolan_study::warnings;

/// Findings of a study.
#[derive(Default)]
pub struct Findings {
    /// Number of games and deals played.
    pub extent: Extent,
    pub question: String,
    /// Answer in one sentence.
    pub answer: String,
    /// Certainty of the answer.
    pub sure: Sure,
    /// Further findings, most useful first.
    pub more: Vec<String>,
    /// Sections with the evidence.
    pub sections: Vec<Section>,
    /// Limitations specific to this study, in addition to the warnings of the run.
    pub warnings: Vec<String>,
    /// Machine-readable table, as CSV.
    pub table: Option<String>,
    /// Display names of the items in the tables, if the study is about items.
    pub names: Names,
}

impl Findings {
    /// Creates empty findings for a folder that does not contain the required data.
    pub fn nothing(question: &str) -> Findings {
        Findings {
            question: question.to_string(),
            ..Findings::default()
        }
    }
}

/// Merges the findings of several questions, given with the question names. The first question supplies the
/// main answer; the answers to the other questions come first among the further findings. Duplicate findings
/// are removed.
pub fn together(all: Vec<(&str, Findings)>) -> Findings {
    let mut whole = Findings::nothing("");
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    for (number, (name, mut found)) in all.into_iter().enumerate() {
        whole.extent = found.extent;
        questions.push(found.question);
        match number {
            0 => (whole.answer, whole.sure) = (found.answer, found.sure),
            _ => answers.push(found.answer),
        }
        found.more.retain(|sentence| !whole.more.contains(sentence));
        whole.more.extend(found.more);
        found
            .warnings
            .retain(|warning| !whole.warnings.contains(warning));
        whole.warnings.extend(found.warnings);
        let told = |section: &Section| {
            let mut known = whole.sections.iter();
            known.any(|known| known.is_same(section))
        };
        found.sections.retain(|section| !told(section));
        for section in &mut found.sections {
            section.question = name.to_string();
            if whole.sections.iter().any(|known| known.id == section.id) {
                section.id = format!("{name}-{}", section.id);
            }
        }
        whole.sections.extend(found.sections);
        whole.table = whole.table.or(found.table);
        if whole.names.is_empty() {
            whole.names = found.names;
        }
    }
    whole.question = questions.join(" ");
    whole.more.splice(0..0, answers);
    whole
}

/// Describes the items in the tables of these sections, for printed pages and for devices without tooltips.
/// Returns `None` if no item has a name.
fn words_of_items(sections: &[Section], names: &Names) -> Option<Section> {
    let tables = sections.iter().flat_map(|section| &section.tables);
    let labels = tables.flat_map(Table::item_cells);
    let mut found: Vec<(String, &Component)> = Vec::new();
    for part in labels.flat_map(|cell| names.parts(cell)) {
        let label = if part.id.is_empty() {
            part.name
        } else {
            part.id
        };
        let is_new = found.iter().all(|(known, _)| *known != label);
        found.extend(
            names
                .find(&label)
                .filter(|_| is_new)
                .map(|one| (label, one)),
        );
    }
    if found.is_empty() {
        return None;
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut section = Section::new(
        "items-in-words",
        "Descriptions of the items",
        "Price and effect of the items on this page, according to the component data.",
    );
    let mut table = Table::new("llll", &["id", "name", "kind", "price and effect"]);
    for (label, component) in found {
        let kind = component.kind.replace('_', " ");
        let name = component.name.clone();
        table
            .rows
            .push(vec![label, name, kind, component.text.clone()]);
    }
    section.tables.push(table);
    Some(section)
}

/// Returns a badge with the share of placeholder rows in the component data, or `None` if there are no
/// placeholder rows.
pub fn stand_ins(manifest: &Manifest) -> Option<Badge> {
    let data = &manifest.data;
    let share = data.reconstructed as f64 / data.rows().max(1) as f64;
    (data.reconstructed > 0).then(|| Badge {
        text: format!(
            "{} of the component data are placeholder rows",
            whole_percent(share)
        ),
        section: "data".to_string(),
    })
}

/// Lists the bots for a title, or only counts them if the list would be too long.
fn who(bots: &[String]) -> String {
    const LETTERS: usize = 60;
    let names = listed(bots);
    match names.chars().count() > LETTERS {
        true => count(bots.len() as u64, "bot"),
        false => names,
    }
}

/// Returns the distinct bots. The list is empty if there is only one bot, because a player colour would carry
/// no information.
fn players(experiment: &Experiment) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    for bot in &experiment.bots {
        if !players.contains(bot) {
            players.push(bot.clone());
        }
    }
    match players.len() {
        1 => Vec::new(),
        _ => players,
    }
}

/// Returns the data tables of a complete run. Returns an empty list for shards, because there are too many
/// files.
fn tables(source: &Source) -> Vec<PathBuf> {
    let mut parts = source.parts();
    match (parts.next(), parts.next()) {
        (Some((folder, manifest)), None) => {
            let files = manifest.file.iter();
            files.map(|file| folder.join(&file.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// Builds the page of a study. `name` appears in the title.
pub fn page(source: &Source, name: &str, found: Findings, programs: &[Behaviour]) -> Page {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let no_verdict = no_verdict(programs);
    let mut more = match no_verdict {
        Some(_) => Vec::new(),
        None => found.more,
    };
    // For a change, the question already mentions this.
    if !manifest.more_data.is_empty() && experiment.kind != Kind::Change {
        more.push(format!(
            "The conditions differ in their component data: {} were played in addition to the first.",
            count(manifest.more_data.len() as u64, "data set")
        ));
    }
    let mut limits = warnings::common(found.extent, manifest);
    if found.extent.games > 0 {
        limits.extend(found.warnings);
    }
    let mut sections = if found.extent.games > 0 {
        found.sections
    } else {
        Vec::new()
    };
    sections.extend(words_of_items(&sections, &found.names));
    sections.extend(method::sections(found.extent, manifest, programs, limits));
    Page {
        title: format!(
            "{}{}: {}",
            game_title(&experiment.game),
            match name {
                "" => String::new(),
                name => format!(", {name}"),
            },
            who(&experiment.bots)
        ),
        question: found.question,
        answer: match (&no_verdict, found.extent.games) {
            (_, 0) => "No deal group is complete yet, so there is no result to report.".to_string(),
            (Some(no_verdict), _) => no_verdict.clone(),
            _ => found.answer,
        },
        sure: Some(match (&no_verdict, found.extent.games) {
            (_, 0) | (Some(_), _) => Sure::Open,
            _ => found.sure,
        }),
        badges: stand_ins(manifest).into_iter().collect(),
        more,
        players: players(experiment),
        is_provisional: manifest.status != Status::Complete,
        notices: (programs.iter().filter_map(Behaviour::absence))
            .chain(warnings::notices(found.extent, manifest))
            .collect(),
        sections,
        table: found.table,
        names: found.names,
        sources: tables(source),
    }
}
