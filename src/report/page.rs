//! A page: the answer, one picture, findings and a table, then sections that say how they are known.

use std::path::PathBuf;

use serde::Serialize;

use super::names::Names;
use super::svg::Drawing;
use portolan_stats::Estimate;
use portolan_stats::words::p_value;

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What it is about, in a few words.
    pub title: String,
    /// The question.
    pub question: String,
    /// The answer in one sentence.
    pub answer: String,
    /// How sure it is; `None` of pages that list what others found.
    pub sure: Option<Sure>,
    /// Facts in a few words that limit the answer, each with the section that explains it.
    pub badges: Vec<Badge>,
    /// What else was found, the most useful first; [`FINDINGS`] of them stand at the top.
    pub more: Vec<String>,
    /// What is wrong with the run itself.
    pub notices: Vec<String>,
    /// The evidence, then how it was gained.
    pub sections: Vec<Section>,
    /// Who plays, in the order of their colours; empty if colours stand for something else.
    pub players: Vec<String>,
    /// A table for programs, as CSV.
    pub table: Option<String>,
    /// What the items in its tables are called.
    pub names: Names,
    /// Files that it is made of, in the order in which they are told of.
    pub sources: Vec<PathBuf>,
}

/// Findings that stand at the top of a page.
pub const FINDINGS: usize = 3;

/// How sure the answer of a page is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sure {
    /// What it claims is significant after correction for all comparisons.
    Certain,
    /// Part of what it claims is significant, or only without correction.
    Likely,
    /// The games do not show it either way.
    Open,
    /// It describes what was measured and tests nothing.
    #[default]
    Measured,
}

impl Sure {
    /// The word on the badge.
    pub fn word(self) -> &'static str {
        match self {
            Sure::Certain => "certain",
            Sure::Likely => "likely",
            Sure::Open => "open",
            Sure::Measured => "measured",
        }
    }

    /// What the word means, in a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Sure::Certain => "Significant at 5 %, corrected for the number of comparisons.",
            Sure::Likely => {
                "Part of it is significant at 5 %, or it is significant only without correction."
            }
            Sure::Open => "Not significant: more games may decide it.",
            Sure::Measured => "A description of the games played; no claim is tested.",
        }
    }

    /// Certain if so, else open.
    pub fn certain_if(significant: bool) -> Sure {
        match significant {
            true => Sure::Certain,
            false => Sure::Open,
        }
    }
}

/// A fact that limits the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// The fact in a few words.
    pub text: String,
    /// The anchor of the section that explains it.
    pub section: String,
}

/// A part of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The short name of the question that it helps to answer; none of what belongs to the run.
    pub question: String,
    /// Its anchor.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Sentences that tell how to read it.
    pub text: Vec<String>,
    /// Remarks, as a list.
    pub remarks: Vec<String>,
    /// Drawings.
    pub plots: Vec<Drawing>,
    /// Tables.
    pub tables: Vec<Table>,
    /// A command to type.
    pub command: Vec<String>,
}

impl Section {
    /// An empty section with a sentence.
    pub fn new(id: &str, title: &str, text: &str) -> Section {
        Section {
            id: id.to_string(),
            title: title.to_string(),
            text: vec![text.to_string()],
            ..Section::default()
        }
    }

    /// Whether it can stand at the top of a page, with a picture and a table.
    fn is_pictured(&self) -> bool {
        !self.plots.is_empty() && !self.tables.is_empty()
    }

    /// Whether it tells the same as another one, whichever question that belongs to.
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
    /// The section whose first drawing and first table stand at the top: the first that has both, else the first that
    /// has either.
    pub fn lead(&self) -> Option<usize> {
        let first = |wanted: fn(&Section) -> bool| self.sections.iter().position(wanted);
        first(Section::is_pictured)
            .or_else(|| first(|section| !section.plots.is_empty()))
            .or_else(|| first(|section| !section.tables.is_empty()))
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What its numbers measure, in a sentence; empty if the section says so.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The columns.
    pub header: Vec<Column>,
    /// The lines.
    pub rows: Vec<Vec<String>>,
    /// Whether the last lines matter as much as the first ones: a long table then shows both.
    #[serde(skip)]
    pub both_ends: bool,
    /// The estimates in them, by line.
    #[serde(skip)]
    stated: Vec<(usize, Stated)>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether it holds numbers, which stand at the right.
    pub number: bool,
    /// What its cells are.
    #[serde(skip)]
    pub holds: Holds,
    /// Of labels of items, the kind of component that they are, where ids alone do not say.
    #[serde(skip)]
    pub kind: &'static str,
}

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holds {
    /// Words or numbers.
    #[default]
    Text,
    /// Labels of items, which may have names.
    Items,
    /// Reports by their paths from the page that the table stands in, and folders that have none.
    Pages,
    /// Shares in percent, shown as bars too: how often something is taken.
    Taken,
    /// The same: how often who takes it wins.
    Won,
}

impl Table {
    /// A table; columns are aligned left where `alignment` has `l`, and right where it has `r`; where it has `i` they
    /// hold labels of items, where it has `f` folders with their reports, and where it has `t` or `w` shares as bars.
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

    /// With the kind of component whose labels its first column holds; empty if ids alone say what they are.
    pub fn of_kind(mut self, kind: &'static str) -> Table {
        if let Some(column) = self.header.first_mut() {
            column.kind = kind;
        }
        self
    }

    /// Adds a line.
    pub fn push(&mut self, line: Line) {
        let row = self.rows.len();
        self.stated
            .extend(line.stated.into_iter().map(|stated| (row, stated)));
        self.rows.push(line.cells);
    }

    /// The cells that hold labels of items whose ids say what they are, line by line.
    pub fn item_cells(&self) -> impl Iterator<Item = &str> {
        let of_row = |row| {
            let cells = self.header.iter().zip::<&Vec<String>>(row);
            let cells =
                cells.filter(|(column, _)| column.holds == Holds::Items && column.kind.is_empty());
            cells.map(|(_, cell)| cell.as_str())
        };
        self.rows.iter().flat_map(of_row)
    }

    /// The estimates in its lines: what each is of, whom it is set against, what it measures, and its number.
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

/// The heading of a column that names what the first one is set against.
pub const AGAINST: &str = "against";

/// An estimate and where it stands.
#[derive(Clone, Debug, PartialEq)]
struct Stated {
    /// How many cells at the beginning of the line tell what it is of.
    labels: usize,
    /// The column of its value.
    column: usize,
    estimate: Estimate,
}

/// A line of a table while it is written: labels, then numbers.
#[derive(Clone, Debug, Default)]
pub struct Line {
    labels: usize,
    cells: Vec<String>,
    stated: Vec<Stated>,
}

impl Line {
    /// A line that is about what these labels name.
    pub fn of<L: Into<String>>(labels: impl IntoIterator<Item = L>) -> Line {
        let cells: Vec<String> = labels.into_iter().map(Into::into).collect();
        Line {
            labels: cells.len(),
            cells,
            stated: Vec::new(),
        }
    }

    /// Goes on with a text.
    pub fn cell(mut self, text: impl Into<String>) -> Line {
        self.cells.push(text.into());
        self
    }

    /// Goes on with a number or, if there is none, a dash.
    pub fn value(mut self, estimate: Option<Estimate>, decimals: usize) -> Line {
        self.state(estimate);
        self.cell(estimate.map_or("–".to_string(), |found| found.value_words(decimals)))
    }

    /// Goes on with a number and its interval, in a cell each.
    pub fn estimate(self, estimate: Option<Estimate>, decimals: usize) -> Line {
        self.estimate_to(estimate, decimals, decimals)
    }

    /// The same with other decimals for the interval.
    pub fn estimate_to(self, estimate: Option<Estimate>, decimals: usize, of_range: usize) -> Line {
        self.value(estimate, decimals)
            .cell(estimate.map_or("–".to_string(), |found| found.range_words(of_range)))
    }

    /// Goes on with a number and its interval in brackets, in one cell.
    pub fn both(mut self, estimate: Estimate, decimals: usize) -> Line {
        self.state(Some(estimate));
        self.cell(format!(
            "{} ({})",
            estimate.value_words(decimals),
            estimate.range_words(decimals)
        ))
    }

    /// Goes on with a p-value that allows for the number of comparisons, of the number before it.
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
