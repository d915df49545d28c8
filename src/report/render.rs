//! Renders a page as HTML and Markdown: template data, links and display names.

use std::collections::BTreeMap;
use std::path::PathBuf;

use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, UndefinedBehavior};
use serde::Serialize;

use super::error::ReportError;
use super::names::CellText;
use super::page::{AGAINST, Badge, Column, FINDINGS, Holds, Page, Section, Table};
use super::policy::policy;
use super::svg::{colour, escape, identifier};
use portolan_core::controls::visible;

const HTML: &str = include_str!("templates/report.html");
const MARKDOWN: &str = include_str!("templates/report.md");
const STYLE: &str = include_str!("templates/report.css");
const SCRIPT: &str = include_str!("templates/report.js");

/// Suffix of the address of the report on a folder.
const REPORT: &str = "/report.html";

/// Maximum length, in characters, of a cell that is not wrapped.
const LONG: usize = 44;

/// Maximum number of leading cells that identify a table row.
const LABELS: usize = 3;

/// Template data of a page.
#[derive(Serialize)]
struct Shown<'page> {
    title: &'page str,
    question: &'page str,
    answer: &'page str,
    sure: Option<ShownSure>,
    badges: Vec<Badge>,
    notices: &'page [String],
    /// The picture and table at the top of the page.
    lead: Option<Lead<'page>>,
    findings: &'page [String],
    /// Findings that do not fit at the top.
    rest: &'page [String],
    /// Sections before the folded part of the page. `sections` contains the sections in the folded part.
    open: Vec<ShownSection<'page>>,
    sections: Vec<ShownSection<'page>>,
    files: Vec<Link>,
    style: String,
    script: String,
    policy: String,
}

/// Certainty of the answer, as a word and as a sentence.
#[derive(Serialize)]
struct ShownSure {
    word: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Lead<'page> {
    /// Heading of the table.
    title: &'page str,
    plot: Option<String>,
    table: Option<ShownTable<'page>>,
}

#[derive(Serialize)]
struct ShownSection<'page> {
    id: String,
    title: &'page str,
    text: &'page [String],
    remarks: &'page [String],
    plots: Vec<String>,
    tables: Vec<ShownTable<'page>>,
    command: &'page [String],
    is_open: bool,
}

#[derive(Serialize)]
struct ShownTable<'page> {
    about: &'page str,
    both_ends: bool,
    header: &'page [Column],
    rows: Vec<ShownRow>,
}

#[derive(Serialize)]
struct ShownRow {
    /// Anchor, or an empty string if no link leads here.
    id: String,
    cells: Vec<ShownCell>,
}

#[derive(Serialize)]
struct ShownCell {
    /// Complete text of the cell.
    text: String,
    number: bool,
    /// True if the text is long enough to be wrapped.
    long: bool,
    /// Link target, or an empty string.
    address: String,
    /// Colour of the player named in this cell, or an empty string.
    colour: &'static str,
    /// Bar for a share.
    bar: Option<Bar>,
    /// Items listed in the cell.
    parts: Vec<CellText>,
}

#[derive(Serialize)]
struct Bar {
    /// CSS class for the quantity that the share measures.
    of: &'static str,
    /// Length of the bar, in percent.
    percent: f64,
}

/// A link to a file next to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Link text.
    pub name: String,
    /// Address relative to the page.
    pub address: String,
}

impl Link {
    /// Creates a link from a path relative to the folder of the page.
    pub fn to(path: PathBuf) -> Link {
        let name = path.file_name().unwrap_or_default();
        let parts = path.components().map(|part| part.as_os_str());
        let parts = parts.map(|part| in_address(&part.to_string_lossy()));
        Link {
            name: name.to_string_lossy().into_owned(),
            address: parts.collect::<Vec<_>>().join("/"),
        }
    }
}

/// Percent-encodes a name for use in an address.
fn in_address(name: &str) -> String {
    let byte = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

impl Page {
    /// Renders the page as self-contained HTML, with links to `files`.
    ///
    /// # Errors
    /// Returns [`ReportError::Template`] if the template is invalid.
    pub fn html(&self, files: &[Link]) -> Result<String, ReportError> {
        self.render("report.html", HTML, files)
    }

    /// Renders the page as Markdown, without drawings.
    ///
    /// # Errors
    /// Returns [`ReportError::Template`] if the template is invalid.
    pub fn markdown(&self) -> Result<String, ReportError> {
        self.render("report.md", MARKDOWN, &[])
    }

    fn render(&self, name: &str, template: &str, files: &[Link]) -> Result<String, ReportError> {
        let (style, script) = (element(STYLE), element(SCRIPT));
        let shown_sections = self.sections.iter();
        let mut sections: Vec<ShownSection> = shown_sections
            .map(|section| shown_section(section, self))
            .collect();
        let lead = self.lead().map(|at| taken_out(&mut sections, at));
        sections.retain(|section| !section.is_empty());
        let (open, sections) = sections.into_iter().partition(|section| section.is_open);
        let (findings, rest) = self.more.split_at(FINDINGS.min(self.more.len()));
        let badge = |badge: &Badge| Badge {
            text: badge.text.clone(),
            section: identifier(&badge.section),
        };
        let shown = Shown {
            title: &self.title,
            question: &self.question,
            answer: &self.answer,
            sure: self.sure.map(|sure| ShownSure {
                word: sure.word(),
                meaning: sure.meaning(),
            }),
            badges: self.badges.iter().map(badge).collect(),
            notices: &self.notices,
            lead,
            findings,
            rest,
            open,
            sections,
            files: files.to_vec(),
            policy: policy(&style, &script),
            style,
            script,
        };
        render(name, template, &shown)
    }
}

impl ShownSection<'_> {
    /// Returns true if the section has no content left.
    fn is_empty(&self) -> bool {
        self.text.iter().all(|sentence| sentence.is_empty())
            && self.remarks.is_empty()
            && self.plots.is_empty()
            && self.tables.is_empty()
            && self.command.is_empty()
    }
}

/// Removes the lead picture and table from the sections and returns them. If the section at `at` has no
/// table, the first table of any section is used.
fn taken_out<'page>(sections: &mut [ShownSection<'page>], at: usize) -> Lead<'page> {
    let plot = (!sections[at].plots.is_empty()).then(|| sections[at].plots.remove(0));
    let with_table = |section: &ShownSection| !section.tables.is_empty();
    let at = match with_table(&sections[at]) {
        true => Some(at),
        false => sections.iter().position(with_table),
    };
    Lead {
        title: at.map_or("", |at| sections[at].title),
        plot,
        table: at.map(|at| sections[at].tables.remove(0)),
    }
}

/// Formats a file as the content of a `<style>` or `<script>` element.
pub(super) fn element(file: &str) -> String {
    format!("\n{}\n", file.trim_end())
}

/// Renders a template. If `name` ends in `.html`, all text is HTML-escaped.
///
/// # Errors
/// Returns [`ReportError::Template`] if the template is invalid.
pub(super) fn render(
    name: &str,
    template: &str,
    shown: &impl Serialize,
) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
    environment.add_filter("ticked", |text: &str| Value::from_safe_string(ticked(text)));
    environment.add_filter("plain", |text: &str| plain(text));
    environment.add_filter("prose", |text: &str| prose(text));
    environment.add_filter("code", |lines: Vec<String>| code(&lines));
    environment.add_template(name, template)?;
    let text = environment.get_template(name)?.render(Serde(shown))?;
    Ok(format!("{}\n", visible(text.trim_end())))
}

/// Converts a sentence to HTML, with text between backticks as code.
fn ticked(text: &str) -> String {
    let mut html = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        let part = escape(part);
        // An unpaired backtick is printed literally.
        match (is_code, parts.peek()) {
            (true, Some(_)) => html.push_str(&format!("<code>{part}</code>")),
            (true, None) => html.push_str(&format!("`{part}")),
            (false, _) => html.push_str(&part),
        }
        is_code = !is_code;
    }
    html
}

fn shown_section<'page>(section: &'page Section, page: &Page) -> ShownSection<'page> {
    let id = identifier(&section.id);
    // Maps the label of each table row to its anchor, for links from marks.
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    if !section.plots.is_empty() {
        for (number, table) in section.tables.iter().enumerate() {
            for (row, cells) in table.rows.iter().enumerate() {
                for labels in 1..=LABELS.min(cells.len()) {
                    let of = cells[..labels].join(" ");
                    let address = || address(&id, number, row);
                    lines.entry(of).or_insert_with(address);
                }
            }
        }
    }
    ShownSection {
        title: &section.title,
        text: &section.text,
        remarks: &section.remarks,
        plots: (section.plots.iter())
            .map(|plot| plot.linked(|of| lines.get(of).cloned()))
            .collect(),
        tables: (section.tables.iter().enumerate())
            .map(|(number, table)| {
                shown_table(table, page, |row| match lines.is_empty() {
                    true => String::new(),
                    false => address(&id, number, row),
                })
            })
            .collect(),
        command: &section.command,
        is_open: section.is_open,
        id,
    }
}

/// Returns the anchor of a table row.
fn address(section: &str, table: usize, row: usize) -> String {
    format!("{section}.{}.{}", table + 1, row + 1)
}

fn shown_table<'page>(
    table: &'page Table,
    page: &Page,
    id: impl Fn(usize) -> String,
) -> ShownTable<'page> {
    let cell = |(column, text): (&Column, &String)| {
        let parts = match column.holds {
            Holds::Items if page.names.is_empty() => Vec::new(),
            Holds::Items if column.kind.is_empty() => page.names.parts(text),
            Holds::Items => page.names.of_kind(column.kind).parts(text),
            _ => Vec::new(),
        };
        let named: String = parts.iter().map(CellText::to_string).collect();
        // HTML omits an id that only repeats the name.
        let parts: Vec<CellText> = (parts.into_iter())
            .map(|part| CellText {
                id: match part.id_says_more() {
                    true => part.id.clone(),
                    false => String::new(),
                },
                ..part
            })
            .collect();
        let file = Link::to(PathBuf::from(text));
        let is_page = column.holds == Holds::Pages && text.ends_with(REPORT);
        ShownCell {
            long: named.len().max(text.len()) > LONG && !column.number,
            text: match (parts.is_empty(), is_page) {
                (false, _) => named,
                (true, true) => text.trim_end_matches(REPORT).to_string(),
                (true, false) => text.clone(),
            },
            number: column.number,
            colour: player_colour(column, text, &page.players),
            bar: bar(column, text),
            address: if is_page { file.address } else { String::new() },
            parts,
        }
    };
    let row = |(number, cells): (usize, &Vec<String>)| ShownRow {
        id: id(number),
        cells: table.header.iter().zip(cells).map(cell).collect(),
    };
    ShownTable {
        about: &table.about,
        both_ends: table.both_ends,
        header: &table.header,
        rows: table.rows.iter().enumerate().map(row).collect(),
    }
}

/// Returns the colour of the player named in a cell, or an empty string.
fn player_colour(column: &Column, text: &str, players: &[String]) -> &'static str {
    let is_of_players = ["bot", "challenger", "opponent", AGAINST].contains(&column.name.as_str());
    let player = players.iter().position(|player| player == text);
    player
        .filter(|_| is_of_players)
        .map_or("", |player| colour(player))
}

/// Returns the bar for a cell that contains a share, or `None` for other cells and for a dash.
fn bar(column: &Column, text: &str) -> Option<Bar> {
    let of = match column.holds {
        Holds::Taken => "taken",
        Holds::Won => "won",
        _ => return None,
    };
    let number = text
        .split(|letter: char| letter != '.' && !letter.is_ascii_digit())
        .next()?;
    let percent: f64 = number.parse().ok()?;
    Some(Bar {
        of,
        percent: percent.clamp(0.0, 100.0),
    })
}

/// Escapes text for Markdown, on one line. Because names come from files, characters that could start an HTML
/// tag become entities, which is safe even in renderers that do not support backslash escapes.
pub fn plain(text: &str) -> String {
    markdown_of(text, false)
}

/// Escapes a sentence for Markdown like [`plain`], but preserves code between backticks.
fn prose(text: &str) -> String {
    markdown_of(text, true)
}

fn markdown_of(text: &str, has_code: bool) -> String {
    let text = text.trim_ascii();
    let marker = list_marker(text);
    let mut out = String::with_capacity(text.len());
    let mut code_end = 0;
    for (at, letter) in text.char_indices() {
        let next = text[at..].chars().nth(1);
        if letter == '`' && has_code && at >= code_end {
            let code = text[at + 1..].split_once('`').map(|(code, _)| code);
            // Not all renderers print `<` in code literally.
            let code = code.filter(|code| !code.is_empty() && !code.contains('<'));
            code_end = code.map_or(code_end, |code| at + code.len() + 2);
        }
        if at < code_end && !letter.is_control() {
            out.push(letter);
            continue;
        }
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

/// Returns the position of the marker character in a text that would start a Markdown list, such as `- ` or
/// `2. `.
fn list_marker(text: &str) -> Option<usize> {
    let (word, _) = text.split_once(' ')?;
    let number = word.strip_suffix(['.', ')']);
    let is_number = number.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    (is_number || matches!(word, "-" | "+")).then(|| word.len() - 1)
}

/// Formats command lines as a code block.
fn code(lines: &[String]) -> String {
    let shown = |line: &String| line.replace(|letter: char| letter.is_control(), " ");
    let lines: Vec<String> = lines.iter().map(shown).collect();
    if lines.iter().all(|line| !line.contains('<')) {
        let indented = lines.iter().map(|line| format!("    {line}"));
        return indented.collect::<Vec<_>>().join("\n");
    }
    // Some renderers interpret HTML inside an indented code block.
    let text = lines.join("\n");
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<pre><code>{}</code></pre>", text.replace('>', "&gt;"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::names;
    use crate::page::Line;
    use crate::plots::{Caption, Mark, intervals};
    use crate::svg::Drawing;
    use portolan_stats::{Estimate, Unit};

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
    fn backticks_become_code_in_html() {
        assert_eq!(
            ticked("Use `a < b`, then `c`."),
            "Use <code>a &lt; b</code>, then <code>c</code>."
        );
        assert_eq!(ticked("one ` alone"), "one ` alone");
    }

    #[test]
    fn html_report_escapes_names_but_not_drawings() {
        let html = page().html(&[]).unwrap();
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

    /// Returns the text between the first `open` and the next `close`.
    fn between<'text>(text: &'text str, open: &str, close: &str) -> &'text str {
        let start = text.find(open).unwrap() + open.len();
        &text[start..start + text[start..].find(close).unwrap()]
    }

    /// Browsers hash the exact bytes between the tags.
    #[test]
    fn report_page_allows_only_its_own_style_and_script() {
        let mut page = page();
        page.title = "<script>alert(1)</script><img src=\"https://elsewhere/x.png\">".to_string();
        let html = page.html(&[]).unwrap();
        let style = between(&html, "<style>", "</style>");
        let script = between(&html, "<script>", "</script>");
        assert!(style.contains("font") && script.contains("use strict"));
        let allowed = between(&html, "Security-Policy\" content=\"", "\">");
        assert_eq!(allowed, policy(style, script));
        for element in ["<style", "<script"] {
            assert_eq!(html.matches(element).count(), 1, "{element}");
        }
        assert!(!html.contains("<img") && !html.contains("<link rel=\"stylesheet"));
        // The policy must precede all elements that it applies to.
        assert!(html.find("Security-Policy") < html.find("<title>"));
    }

    #[test]
    fn control_characters_are_escaped_in_html_and_markdown() {
        let mut page = page();
        page.answer = "\u{1b}[2Jred \u{202e}turned".to_string();
        page.sections[0].tables[0].rows[0][0] = "a\u{7}b".to_string();
        for text in [page.html(&[]).unwrap(), page.markdown().unwrap()] {
            let obeyed =
                |letter: char| portolan_core::controls::is_obeyed(letter) && letter != '\n';
            assert!(!text.contains(obeyed), "{text:?}");
            assert!(text.contains("u202eturned"), "{text}");
        }
    }

    #[test]
    fn markdown_report_contains_complete_tables() {
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
    fn markdown_syntax_in_names_is_escaped() {
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
        for (sentence, shown) in [
            ("`per_unit` of a_b", r"`per_unit` of a\_b"),
            ("`a*b` and `c_d`", "`a*b` and `c_d`"),
            ("one ` of a_b", r"one \` of a\_b"),
            ("`<b>` here", r"\`&lt;b\>\` here"),
        ] {
            assert_eq!(prose(sentence), shown);
        }
        let mut page = page();
        page.sections[0].command = vec!["portolan run a.toml".to_string(), "  -x".to_string()];
        let markdown = page.markdown().unwrap();
        let command = "\n\n    portolan run a.toml\n      -x\n";
        assert!(markdown.contains(command), "{markdown}");
    }

    #[test]
    fn items_are_named_and_points_link_to_their_rows() {
        let worth = |value| Estimate::new(value, None, Unit::PointsDifference);
        let mut table = Table::new("ir", &["item", "points"]);
        table.push(Line::of(["A014"]).value(Some(worth(1.5)), 1));
        table.push(Line::of(["A014 + x"]).value(Some(worth(2.5)), 1));
        let mut section = Section::new("of items", "Items", "How to read it.");
        let caption = Caption {
            id: "plot",
            title: "",
            text: "",
        };
        let mark = Mark::of("Pathfinder", worth(1.5), 0).leading_to("A014");
        section
            .plots
            .push(intervals(caption, &[mark], "points", (0.0, "none")));
        section.tables.push(table);
        let page = Page {
            sections: vec![section],
            names: names(),
            ..Page::default()
        };
        let html = page
            .html(&[Link::to(PathBuf::from("../a b/games.csv"))])
            .unwrap();
        for part in [
            "<section id=\"of-items\">",
            "<a href=\"#of-items\">Items</a>",
            "<a href=\"#of-items.1.1\"><circle",
            "<tr id=\"of-items.1.1\"><td><span class=\"item\" title=\"Costs 6. Brings a step.\">Pathfinder <small>A014</small></span></td>",
            "Pathfinder <small>A014</small></span> + x</td>",
            "<a href=\"../a%20b/games.csv\">games.csv</a>",
        ] {
            assert!(html.contains(part), "no {part} in {html}");
        }
        let markdown = page.markdown().unwrap();
        assert!(
            markdown.contains("| Pathfinder (A014) + x | +2.5 |"),
            "{markdown}"
        );
    }
}
