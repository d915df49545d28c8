//! A page as the templates take it: sentences, then sections of plots and tables.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::error::ReportError;
use super::svg::Drawing;
use crate::stats::Estimate;
use crate::stats::words::p_value;

const HTML: &str = include_str!("templates/report.html");
const MARKDOWN: &str = include_str!("templates/report.md");

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Page {
    /// What it is about, in a few words.
    pub title: String,
    /// The question.
    pub question: String,
    /// The answer in one sentence.
    pub answer: String,
    /// What else belongs to the answer.
    pub more: Vec<String>,
    /// What is wrong with the run itself.
    pub notices: Vec<String>,
    /// The evidence, then how it was gained.
    pub sections: Vec<Section>,
    /// A table for programs, as CSV.
    #[serde(skip)]
    pub table: Option<String>,
}

/// A part of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Section {
    /// The short name of the question that it helps to answer; none of what belongs to the run.
    #[serde(skip)]
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

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The columns.
    pub header: Vec<Column>,
    /// The lines.
    pub rows: Vec<Vec<String>>,
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
}

impl Table {
    /// A table; columns are aligned left where `alignment` has `l`, and right where it has `r`.
    pub fn new<N: ToString>(alignment: &str, names: &[N]) -> Table {
        let header = names.iter().zip(alignment.chars());
        Table {
            header: header
                .map(|(name, side)| Column {
                    name: name.to_string(),
                    number: side == 'r',
                })
                .collect(),
            ..Table::default()
        }
    }

    /// Adds a line.
    pub fn push(&mut self, line: Line) {
        let row = self.rows.len();
        self.stated
            .extend(line.stated.into_iter().map(|stated| (row, stated)));
        self.rows.push(line.cells);
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

impl Page {
    /// The page as HTML that needs nothing from elsewhere.
    ///
    /// # Errors
    /// [`ReportError::Template`] if the template is wrong.
    pub fn html(&self) -> Result<String, ReportError> {
        self.render("report.html", HTML)
    }

    /// The page as Markdown, without the drawings.
    ///
    /// # Errors
    /// [`ReportError::Template`] if the template is wrong.
    pub fn markdown(&self) -> Result<String, ReportError> {
        self.render("report.md", MARKDOWN)
    }

    fn render(&self, name: &str, template: &str) -> Result<String, ReportError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        });
        environment.add_filter("plain", |text: &str| plain(text));
        environment.add_filter("code", |lines: Vec<String>| code(&lines));
        environment.add_template(name, template)?;
        let text = environment.get_template(name)?.render(Serde(self))?;
        Ok(format!("{}\n", text.trim_end()))
    }
}

/// Text that Markdown shows as it is, in one line. Names come from files: what would begin a tag becomes an
/// entity, which no reader takes for one even if it knows no backslashes.
fn plain(text: &str) -> String {
    let text = text.trim_ascii();
    let marker = list_marker(text);
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        if letter == '<' && next.is_some_and(|next| next.is_alphabetic() || "/!?".contains(next)) {
            out.push_str("&lt;");
        } else if letter.is_control() {
            out.push(' ');
        } else {
            if r"\`*_[]<>~|#&".contains(letter) || Some(at) == marker {
                out.push('\\');
            }
            out.push(letter);
        }
    }
    out
}

/// Place of the letter that makes a list of a text which begins like `- ` or `2. `.
fn list_marker(text: &str) -> Option<usize> {
    let (word, _) = text.split_once(' ')?;
    let number = word.strip_suffix(['.', ')']);
    let is_number = number.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    (is_number || matches!(word, "-" | "+")).then(|| word.len() - 1)
}

/// Lines to be typed, as a block of code.
fn code(lines: &[String]) -> String {
    let shown = |line: &String| line.replace(|letter: char| letter.is_control(), " ");
    let lines: Vec<String> = lines.iter().map(shown).collect();
    if lines.iter().all(|line| !line.contains('<')) {
        let indented = lines.iter().map(|line| format!("    {line}"));
        return indented.collect::<Vec<_>>().join("\n");
    }
    // In an indented block, what looks like HTML could not be told from it by every reader.
    let text = lines.join("\n");
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<pre><code>{}</code></pre>", text.replace('>', "&gt;"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut table = Table::new("lr", &["bot", "wins"]);
        table.rows.push(vec!["<b>|x".to_string(), "3".to_string()]);
        let mut section = Section::new("wins", "Wins", "How to read it.");
        section.plots.push(Drawing::default());
        section.tables.push(table);
        section.command.push("portolan 'a b' <x>".to_string());
        section.remarks.push("Be careful.".to_string());
        Page {
            title: "A & B".to_string(),
            question: "Who?".to_string(),
            answer: "Nobody.".to_string(),
            sections: vec![section],
            ..Page::default()
        }
    }

    #[test]
    fn html_escapes_names_but_not_drawings() {
        let html = page().html().unwrap();
        for part in [
            "<title>A &amp; B</title>",
            "<svg viewBox=",
            "<td>&lt;b&gt;|x</td>",
            "<td class=\"number\">3</td>",
            "Be careful.",
        ] {
            assert!(html.contains(part), "no {part} in {html}");
        }
    }

    #[test]
    fn markdown_has_whole_tables() {
        let markdown = page().markdown().unwrap();
        assert!(
            markdown.contains("\n\n| bot | wins |\n| :-- | --: |\n| &lt;b\\>\\|x | 3 |\n\n"),
            "{markdown}"
        );
        let command = "\n\n<pre><code>portolan 'a b' &lt;x&gt;</code></pre>\n";
        assert!(markdown.contains(command), "{markdown}");
        assert!(markdown.contains("\n- Be careful.\n"), "{markdown}");
        assert!(!markdown.contains("<svg"), "{markdown}");
    }

    #[test]
    fn names_stay_names_in_markdown() {
        for (name, shown) in [
            (
                "<script>alert(1)</script>",
                r"&lt;script\>alert(1)&lt;/script\>",
            ),
            ("a | b\r\nc\td", "a \\| b  c d"),
            ("&lt;b&gt;", r"\&lt;b\&gt;"),
            ("p < 0.001", r"p \< 0.001"),
            ("- one", "\\- one"),
            ("2. two", "2\\. two"),
            ("-3.5", "-3.5"),
            ("+ 1", "\\+ 1"),
            ("    deep", "deep"),
            (
                "~~gone~~ # *x* _y_ `z` [w]",
                r"\~\~gone\~\~ \# \*x\* \_y\_ \`z\` \[w\]",
            ),
        ] {
            assert_eq!(plain(name), shown);
        }
        let mut page = page();
        page.sections[0].command = vec!["portolan run a.toml".to_string(), "  -x".to_string()];
        let markdown = page.markdown().unwrap();
        let command = "\n\n    portolan run a.toml\n      -x\n";
        assert!(markdown.contains(command), "{markdown}");
    }
}
