//! What every kind of study has to say, and the page that it becomes.

use super::findings::data_sentence;
use super::method;
use super::page::{Page, Section};
use super::words::{listed, title as game_title};
use crate::results::reader::Extent;
use crate::study::programs::Behaviour;
use crate::study::source::Source;
use crate::study::warnings;

/// What a kind of study has to say.
pub struct Findings {
    /// How much was played.
    pub extent: Extent,
    /// The question.
    pub question: String,
    /// The answer in one sentence.
    pub answer: String,
    /// What else belongs to the answer.
    pub more: Vec<String>,
    /// The evidence.
    pub sections: Vec<Section>,
    /// What limits the conclusions, besides what limits those of any run.
    pub warnings: Vec<String>,
    /// A table for programs, as CSV.
    pub table: Option<String>,
}

impl Findings {
    /// What there is to say of a folder without what the study asks for.
    pub fn nothing(question: &str) -> Findings {
        Findings {
            extent: Extent {
                blocks: 0,
                games: 0,
            },
            question: question.to_string(),
            answer: String::new(),
            more: Vec::new(),
            sections: Vec::new(),
            warnings: Vec::new(),
            table: None,
        }
    }
}

/// What there is to say of several questions, by name and in their order: what an earlier one has told is
/// not told again.
pub fn together(all: Vec<(&str, Findings)>) -> Findings {
    let mut whole = Findings::nothing("");
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    for (name, mut found) in all {
        whole.extent = found.extent;
        questions.push(found.question);
        answers.push(found.answer);
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
    }
    whole.question = questions.join(" ");
    whole.answer = answers.join(" ");
    whole
}

/// The page of a study, which is called `name` in its title.
pub fn page(source: &Source, name: &str, found: Findings, programs: &[Behaviour]) -> Page {
    let manifest = &source.manifest;
    let experiment = &manifest.experiment;
    let mut more = found.more;
    more.push(data_sentence(manifest));
    if !manifest.more_data.is_empty() {
        more.push(format!(
            "Cells differ in their component data: {} further data sets were played.",
            manifest.more_data.len()
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
    sections.extend(method::sections(found.extent, manifest, programs, limits));
    Page {
        title: format!(
            "{}{}: {}",
            game_title(&experiment.game),
            match name {
                "" => String::new(),
                name => format!(", {name}"),
            },
            listed(&experiment.bots)
        ),
        question: found.question,
        answer: if found.extent.games > 0 {
            found.answer
        } else {
            "No whole block of games has been played yet, so there is nothing to tell.".to_string()
        },
        more,
        notices: warnings::notices(found.extent, manifest),
        sections,
        table: found.table,
    }
}
