//! The page model: an answer, a picture, findings and a table, followed by sections with the evidence.

use std::path::PathBuf;

use serde::Serialize;

use super::names::Names;
use super::svg::Drawing;
use portolan_stats::Estimate;
use portolan_stats::words::p_value;

/// A report page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// Short description of the page contents.
    pub title: String,
    pub question: String,
    /// Answer in one sentence.
    pub answer: String,
    /// Certainty of the answer, or `None` on pages that only list the results of other pages.
    pub sure: Option<Sure>,
    /// Short statements that limit the answer, each linked to the section that explains it.
    pub badges: Vec<Badge>,
    /// Further findings, most useful first. The first [`FINDINGS`] appear at the top of the page.
    pub more: Vec<String>,
    /// True if the run is not complete, so that a later report replaces this one.
    pub is_provisional: bool,
    /// Problems with the run itself.
    pub notices: Vec<String>,
    /// Sections with the evidence, followed by the method.
    pub sections: Vec<Section>,
    /// Players in the order of their colours. Empty if colours do not identify players.
    pub players: Vec<String>,
    /// Machine-readable table, as CSV.
    pub table: Option<String>,
    /// Display names of the items in the tables.
    pub names: Names,
    /// Source files of the page, in display order.
    pub sources: Vec<PathBuf>,
}

/// Number of findings at the top of a page.
pub const FINDINGS: usize = 3;

/// Certainty of the answer of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sure {
    /// The claim is significant after correction for all comparisons.
    Certain,
    /// Part of the claim is significant, or it is significant only without correction.
    Likely,
    /// The games do not decide the question.
    Open,
    /// The answer is a measurement without a significance test.
    #[default]
    Measured,
}

impl Sure {
    /// Returns the badge text.
    pub fn word(self) -> &'static str {
        match self {
            Sure::Certain => "certain",
            Sure::Likely => "likely",
            Sure::Open => "open",
            Sure::Measured => "measured",
        }
    }

    /// Returns a one-sentence explanation of the badge.
    pub fn meaning(self) -> &'static str {
        match self {
            Sure::Certain => "Significant at 5 %, corrected for the number of comparisons.",
            Sure::Likely => {
                "Part of the claim is significant at 5 %, or the claim is significant only without \
                 correction."
            }
            Sure::Open => "Not significant: more games may decide it.",
            Sure::Measured => "A description of the games played, without a test.",
        }
    }

    /// Returns `Certain` if `significant` is true, otherwise `Open`.
    pub fn certain_if(significant: bool) -> Sure {
        match significant {
            true => Sure::Certain,
            false => Sure::Open,
        }
    }
}

/// A short statement that limits the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    pub text: String,
    /// Anchor of the section that explains it.
    pub section: String,
}

/// A section of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Short name of the question that the section helps to answer. Empty for sections about the run.
    pub question: String,
    /// Anchor.
    pub id: String,
    pub title: String,
    /// Sentences that explain how to read the section.
    pub text: Vec<String>,
    /// Remarks, shown as a list.
    pub remarks: Vec<String>,
    pub plots: Vec<Drawing>,
    pub tables: Vec<Table>,
    /// Command line to reproduce the results.
    pub command: Vec<String>,
    /// True if the section appears before the folded part of the page.
    pub is_open: bool,
}

impl Section {
    /// Creates a section with one sentence and no other content.
    pub fn new(id: &str, title: &str, text: &str) -> Section {
        Section {
            id: id.to_string(),
            title: title.to_string(),
            text: vec![text.to_string()],
            ..Section::default()
        }
    }

    /// Returns true if the section has both a picture and a table, as required at the top of a page.
    fn is_pictured(&self) -> bool {
        !self.plots.is_empty() && !self.tables.is_empty()
    }

    /// Returns true if both sections have the same content, even if they belong to different questions.
    pub fn is_same(&self, other: &Section) -> bool {
        let question = self.question.clone();
        *self
            == Section {
                question,
                ..other.clone()
            }
    }
}

impl Page {
    /// Returns the index of the section whose first picture and table appear at the top: the first section
    /// that has both, otherwise the first that has either.
    pub fn lead(&self) -> Option<usize> {
        let first = |wanted: fn(&Section) -> bool| self.sections.iter().position(wanted);
        first(Section::is_pictured)
            .or_else(|| first(|section| !section.plots.is_empty()))
            .or_else(|| first(|section| !section.tables.is_empty()))
    }
}

/// A table in a section.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// Meaning of the numbers, in one sentence. Empty if the section text explains it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    pub header: Vec<Column>,
    pub rows: Vec<Vec<String>>,
    /// True if the last rows matter as much as the first. A long table then shows rows from both ends.
    #[serde(skip)]
    pub both_ends: bool,
    /// Estimates in the table, each with its row index.
    #[serde(skip)]
    stated: Vec<(usize, Stated)>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Heading.
    pub name: String,
    /// True if the column contains numbers, which are right-aligned.
    pub number: bool,
    /// Content type of the cells.
    #[serde(skip)]
    pub holds: Holds,
    /// For a column of item labels, the kind of component if the ids alone are ambiguous. Otherwise empty.
    #[serde(skip)]
    pub kind: &'static str,
}

/// Content type of the cells in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holds {
    /// Plain text or numbers.
    #[default]
    Text,
    /// Item labels, which may have display names.
    Items,
    /// Paths of reports relative to the page, or folders without a report.
    Pages,
    /// Pick rates in percent, also drawn as bars.
    Taken,
    /// Win rates of the seats that took the item, in percent, also drawn as bars.
    Won,
}

impl Table {
    /// Creates an empty table. Each letter of `alignment` describes one column: `l` left-aligned, `r`
    /// right-aligned, `i` item labels, `f` folders linked to their reports, `t` pick rates and `w` win rates
    /// (both with bars).
    pub fn new<N: ToString>(alignment: &str, names: &[N]) -> Table {
        let header = names.iter().zip(alignment.chars());
        Table {
            header: header
                .map(|(name, side)| Column {
                    name: name.to_string(),
                    kind: "",
                    number: "rtw".contains(side),
                    holds: match side {
                        'i' => Holds::Items,
                        'f' => Holds::Pages,
                        't' => Holds::Taken,
                        'w' => Holds::Won,
                        _ => Holds::Text,
                    },
                })
                .collect(),
            ..Table::default()
        }
    }

    /// Sets the kind of component in the first column. An empty `kind` means that ids are unambiguous.
    pub fn of_kind(mut self, kind: &'static str) -> Table {
        if let Some(column) = self.header.first_mut() {
            column.kind = kind;
        }
        self
    }

    /// Appends a row.
    pub fn push(&mut self, line: Line) {
        let row = self.rows.len();
        self.stated
            .extend(line.stated.into_iter().map(|stated| (row, stated)));
        self.rows.push(line.cells);
    }

    /// Iterates over the item labels in the table, row by row. Skips columns that have an explicit component
    /// kind.
    pub fn item_cells(&self) -> impl Iterator<Item = &str> {
        let of_row = |row| {
            let cells = self.header.iter().zip::<&Vec<String>>(row);
            let cells =
                cells.filter(|(column, _)| column.holds == Holds::Items && column.kind.is_empty());
            cells.map(|(_, cell)| cell.as_str())
        };
        self.rows.iter().flat_map(of_row)
    }

    /// Iterates over the estimates: subject, opponent, measure and value.
    pub fn estimates(&self) -> impl Iterator<Item = (String, String, &str, Estimate)> {
        let shown = self.stated.iter().filter(|(row, _)| *row < self.rows.len());
        shown.map(|(row, stated)| {
            let labels = self.header.iter().zip(&self.rows[*row][..stated.labels]);
            let (against, of): (Vec<_>, Vec<_>) =
                labels.partition(|(column, _)| column.name == AGAINST);
            let joined = |labels: Vec<(&Column, &String)>| -> String {
                let labels: Vec<&str> = labels.iter().map(|(_, label)| label.as_str()).collect();
                labels.join(", ")
            };
            let measure = &self.header[stated.column].name;
            (
                joined(of),
                joined(against),
                measure.as_str(),
                stated.estimate,
            )
        })
    }
}

/// Heading of the column that names the opponent or baseline.
pub const AGAINST: &str = "against";

/// An estimate and its position in the table.
#[derive(Clone, Debug, PartialEq)]
struct Stated {
    /// Number of leading cells that identify the subject of the row.
    labels: usize,
    /// Column of the value.
    column: usize,
    estimate: Estimate,
}

/// A table row under construction: labels followed by numbers.
#[derive(Clone, Debug, Default)]
pub struct Line {
    labels: usize,
    cells: Vec<String>,
    stated: Vec<Stated>,
}

impl Line {
    /// Starts a row with these labels.
    pub fn of<L: Into<String>>(labels: impl IntoIterator<Item = L>) -> Line {
        let cells: Vec<String> = labels.into_iter().map(Into::into).collect();
        Line {
            labels: cells.len(),
            cells,
            stated: Vec::new(),
        }
    }

    /// Appends a text cell.
    pub fn cell(mut self, text: impl Into<String>) -> Line {
        self.cells.push(text.into());
        self
    }

    /// Appends a number, or a dash for `None`.
    pub fn value(mut self, estimate: Option<Estimate>, decimals: usize) -> Line {
        self.state(estimate);
        self.cell(estimate.map_or("–".to_string(), |found| found.value_words(decimals)))
    }

    /// Appends a number and its interval, in separate cells.
    pub fn estimate(self, estimate: Option<Estimate>, decimals: usize) -> Line {
        self.estimate_to(estimate, decimals, decimals)
    }

    /// Appends a number and its interval in separate cells, with `of_range` decimals for the interval.
    pub fn estimate_to(self, estimate: Option<Estimate>, decimals: usize, of_range: usize) -> Line {
        self.value(estimate, decimals)
            .cell(estimate.map_or("–".to_string(), |found| found.range_words(of_range)))
    }

    /// Appends a number with its interval in brackets, in one cell.
    pub fn both(mut self, estimate: Estimate, decimals: usize) -> Line {
        self.state(Some(estimate));
        self.cell(estimate.words(decimals))
    }

    /// Appends the p-value of the preceding number, corrected for the number of comparisons.
    pub fn corrected(mut self, p: f64) -> Line {
        if let Some(last) = self.stated.last_mut() {
            last.estimate = last.estimate.corrected(p);
        }
        self.cell(p_value(p))
    }

    fn state(&mut self, estimate: Option<Estimate>) {
        self.stated.extend(estimate.map(|estimate| Stated {
            labels: self.labels,
            column: self.cells.len(),
            estimate,
        }));
    }
}
