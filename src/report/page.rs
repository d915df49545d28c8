//! A page as the templates take it: sentences, then sections of plots and tables.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::ReportError;

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
    /// Its anchor.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Sentences that tell how to read it.
    pub text: Vec<String>,
    /// Remarks, as a list.
    pub remarks: Vec<String>,
    /// Drawings, as SVG.
    pub plots: Vec<String>,
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
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The columns.
    pub header: Vec<Column>,
    /// The lines.
    pub rows: Vec<Vec<String>>,
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
            rows: Vec::new(),
        }
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
        environment.add_template(name, template)?;
        let text = environment.get_template(name)?.render(Serde(self))?;
        Ok(format!("{}\n", text.trim_end()))
    }
}

/// Text that Markdown shows as it is.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\`*_[]<>|#".contains(letter) {
            out.push('\\');
        }
        out.push(if letter == '\n' { ' ' } else { letter });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut table = Table::new("lr", &["bot", "wins"]);
        table.rows.push(vec!["<b>|x".to_string(), "3".to_string()]);
        let mut section = Section::new("wins", "Wins", "How to read it.");
        section.plots.push("<svg></svg>".to_string());
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
            "<svg></svg>",
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
            markdown.contains("\n\n| bot | wins |\n| :-- | --: |\n| \\<b\\>\\|x | 3 |\n\n"),
            "{markdown}"
        );
        assert!(
            markdown.contains("\n    portolan 'a b' <x>\n"),
            "{markdown}"
        );
        assert!(markdown.contains("\n- Be careful.\n"), "{markdown}");
        assert!(!markdown.contains("<svg"), "{markdown}");
    }
}
