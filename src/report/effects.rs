//! Machine-readable reports: text and tables as JSON, and all estimates as `effects.csv`. Both are generated
//! from the page, so that they always agree with it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::ReportError;
use super::page::{Badge, Page, Section, Sure, Table};
use portolan_core::files;
use portolan_run::results::checksum::Checksum;
use portolan_stats::Unit;

/// One row of `effects.csv`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffectRow {
    /// Short name of the question.
    pub question: String,
    /// Anchor of the section that contains the estimate.
    pub section: String,
    /// Subject of the estimate: a bot, a seat, an item or a condition.
    pub of: String,
    /// Opponent or baseline, if the row names one.
    pub against: String,
    /// Name of the measure: the column heading.
    pub measure: String,
    pub unit: Unit,
    pub value: f64,
    /// Lower end of the 95% interval.
    pub low: Option<f64>,
    /// Upper end of the 95% interval.
    pub high: Option<f64>,
    /// Uncorrected p-value.
    pub p: Option<f64>,
    /// p-value corrected for the number of comparisons.
    pub q: Option<f64>,
}

/// Returns all estimates in the tables of a page, in page order.
pub fn effects(page: &Page) -> Vec<EffectRow> {
    let mut found = Vec::new();
    for section in &page.sections {
        for table in &section.tables {
            for (of, against, measure, estimate) in table.estimates() {
                found.push(EffectRow {
                    question: section.question.clone(),
                    section: section.id.clone(),
                    of,
                    against,
                    measure: measure.to_string(),
                    unit: estimate.unit,
                    value: estimate.value,
                    low: estimate.low,
                    high: estimate.high,
                    p: estimate.p,
                    q: estimate.q,
                });
            }
        }
    }
    found
}

const COLUMNS: [&str; 11] = [
    "question", "section", "of", "against", "measure", "unit", "value", "low", "high", "p", "q",
];

/// Formats the estimates of a page as `effects.csv`. A page without estimates gives only the header.
///
/// # Errors
/// Returns [`ReportError`] if a row cannot be written.
pub fn csv(page: &Page) -> Result<String, ReportError> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(ReportError::table)?;
    for effect in effects(page) {
        writer.serialize(effect).map_err(ReportError::table)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| ReportError::table(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// JSON form of a page, without drawings.
#[derive(Serialize)]
struct Words<'page> {
    title: &'page str,
    question: &'page str,
    answer: &'page str,
    sure: Option<Sure>,
    badges: &'page [Badge],
    more: &'page [String],
    notices: &'page [String],
    sections: Vec<SectionWords<'page>>,
    estimates: Vec<EffectRow>,
    /// True if the run was not complete.
    provisional: bool,
    /// SHA-256 of the other files of the report by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct SectionWords<'page> {
    id: &'page str,
    title: &'page str,
    text: &'page [String],
    remarks: &'page [String],
    tables: &'page [Table],
    command: &'page [String],
}

impl<'page> SectionWords<'page> {
    fn of(section: &'page Section) -> SectionWords<'page> {
        SectionWords {
            id: &section.id,
            title: &section.title,
            text: &section.text,
            remarks: &section.remarks,
            tables: &section.tables,
            command: &section.command,
        }
    }
}

/// Formats a page as JSON: its text, its tables, the estimates in them, and the checksums of the other files of the
/// report, given with their texts.
///
/// # Errors
/// Returns [`ReportError`] if serialization fails.
pub fn json(page: &Page, files: &[(&Path, &str)]) -> Result<String, ReportError> {
    let sums = files.iter().map(|(path, text)| (name(path), sha256(text)));
    let words = Words {
        title: &page.title,
        question: &page.question,
        answer: &page.answer,
        sure: page.sure,
        badges: &page.badges,
        more: &page.more,
        notices: &page.notices,
        sections: page.sections.iter().map(SectionWords::of).collect(),
        estimates: effects(page),
        provisional: page.is_provisional,
        files: sums.collect(),
    };
    let text = serde_json::to_string_pretty(&words).map_err(ReportError::table)?;
    Ok(with_checksum(&text))
}

/// Adds the checksum of a JSON object as its last key.
fn with_checksum(object: &str) -> String {
    let open = object.strip_suffix("\n}").unwrap_or(object);
    format!("{open}{CHECKSUM}{}\"\n}}\n", sha256(object))
}

/// Start of the last line of a report in JSON.
const CHECKSUM: &str = ",\n  \"checksum\": \"";

/// Returns true if the files of a report are unchanged since the program wrote them and a newer report should replace
/// them, because the run was not complete then or because `manifest` is newer. `paths` are the files that the report
/// can have, and `json` is the file with the checksums.
pub fn is_outdated(paths: &[PathBuf], json: &Path, manifest: &Path) -> bool {
    let read = |path: &Path| files::read_text(path).ok();
    let Some(text) = read(json) else {
        return false;
    };
    let is_own = text
        .rsplit_once(CHECKSUM)
        .is_some_and(|(open, _)| with_checksum(&format!("{open}\n}}")) == text);
    let Some(report) = serde_json::from_str::<Written>(&text)
        .ok()
        .filter(|_| is_own)
    else {
        return false;
    };
    let is_unchanged = |path: &&PathBuf| {
        read(path).is_some_and(|text| report.files.get(&name(path)) == Some(&sha256(&text)))
    };
    let mut others = paths.iter().filter(|path| *path != json && path.exists());
    let written = |path: &Path| {
        std::fs::metadata(path)
            .and_then(|found| found.modified())
            .ok()
    };
    let is_older = written(json)
        .zip(written(manifest))
        .is_some_and(|(json, run)| json < run);
    others.all(|path| is_unchanged(&path)) && (report.provisional || is_older)
}

/// Keys of a JSON report that describe how the report was written.
#[derive(Deserialize)]
struct Written {
    provisional: bool,
    files: BTreeMap<String, String>,
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn sha256(text: &str) -> String {
    let mut sum = Checksum::default();
    sum.update(text.as_bytes());
    sum.sha256()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{AGAINST, Line};
    use crate::svg::Drawing;
    use portolan_stats::{Estimate, Interval};

    fn page() -> Page {
        let names = ["bot", AGAINST, "games", "ahead", "95 % interval", "p"];
        let mut table = Table::new("llrrrr", &names);
        let ahead = Estimate::new(
            0.25,
            Some(Interval {
                low: 0.125,
                high: 0.5,
            }),
            Unit::Share,
        );
        let line = |one: &str, other: &str| Line::of([one, other]).cell("12");
        table.push(line("a", "b").estimate(Some(ahead), 1).corrected(0.04));
        table.push(line("a", "c").estimate(None, 1).cell("–"));
        table.push(
            line("b, the second", "c")
                .estimate(Some(ahead), 1)
                .cell("–"),
        );
        let mut section = Section::new("meetings", "Head to head", "Who is ahead.");
        section.question = "tournament".to_string();
        section.plots.push(Drawing::default());
        section.tables.push(table);
        Page {
            answer: "Nobody.".to_string(),
            sections: vec![section],
            ..Page::default()
        }
    }

    #[test]
    fn effects_table_has_one_labelled_row_per_estimate() {
        assert_eq!(
            csv(&page()).unwrap(),
            "question,section,of,against,measure,unit,value,low,high,p,q\n\
             tournament,meetings,a,b,ahead,share,0.25,0.125,0.5,,0.04\n\
             tournament,meetings,\"b, the second\",c,ahead,share,0.25,0.125,0.5,,\n"
        );
        assert_eq!(csv(&Page::default()).unwrap().lines().count(), 1);
    }

    #[test]
    fn rows_missing_from_the_table_are_not_exported() {
        let mut page = page();
        page.sections[0].tables[0].rows.truncate(2);
        assert_eq!(effects(&page).len(), 1);
    }

    #[test]
    fn json_report_contains_text_tables_and_estimates() {
        let page = page();
        let value: serde_json::Value = serde_json::from_str(&json(&page, &[]).unwrap()).unwrap();
        assert_eq!(value["answer"], "Nobody.");
        let section = &value["sections"][0];
        assert_eq!(section["tables"][0]["rows"][0][3], "25.0\u{a0}%");
        assert!(section.get("plots").is_none());
        assert_eq!(
            value["estimates"],
            serde_json::to_value(effects(&page)).unwrap()
        );
    }
}
