//! Extracts sentences from Markdown, without code, tables and link targets.

/// Paragraph or list item, with the number of its first line, from 1.
#[derive(Debug, PartialEq)]
pub struct Paragraph {
    pub line: usize,
    pub text: String,
}

/// Kind of a line.
enum Kind<'a> {
    /// Line without sentences: empty, a heading or a comment.
    Break,
    /// Row of a table.
    Row(&'a str),
    /// First line of a list item, without its marker.
    Item(&'a str),
    Text(&'a str),
}

fn kind(line: &str) -> Kind<'_> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') || line.starts_with("<!--") {
        return Kind::Break;
    }
    if line.starts_with('|') {
        return Kind::Row(line);
    }
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = match line.strip_prefix("- ") {
        Some(behind) => Some(behind),
        None if numbered.len() < line.len() => numbered.strip_prefix(". "),
        None => None,
    };
    behind.map_or(Kind::Text(line), Kind::Item)
}

/// Returns the paragraphs of a page, with table rows if `rows` is true.
pub fn paragraphs(page: &str, rows: bool) -> Vec<Paragraph> {
    let mut found: Vec<Paragraph> = Vec::new();
    let (mut fenced, mut indented, mut open) = (false, false, false);
    let mut blank = true;
    for (index, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            (open, blank) = (false, true);
            continue;
        }
        indented = line.starts_with("    ") && (blank || indented);
        blank = line.trim().is_empty();
        if fenced || indented {
            open = false;
            continue;
        }
        let mut begin = |text: &str| {
            found.push(Paragraph {
                line: index + 1,
                text: text.to_string(),
            });
        };
        match kind(line) {
            Kind::Break => {
                open = false;
                blank = true;
            }
            Kind::Row(row) => {
                if rows {
                    begin(row);
                }
                open = false;
            }
            Kind::Text(text) if open => {
                let last = found.last_mut().expect("an open paragraph was begun");
                last.text.push(' ');
                last.text.push_str(text);
            }
            Kind::Item(text) | Kind::Text(text) => {
                begin(text);
                open = true;
            }
        }
    }
    for paragraph in &mut found {
        paragraph.text = plain(&paragraph.text);
    }
    found
}

/// Replaces each piece of code with `…` and removes link targets and emphasis.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    for (at, part) in text.split('`').enumerate() {
        plain.push_str(if at % 2 == 0 { part } else { "…" });
    }
    let mut parts = plain.split("](");
    let mut without = parts.next().unwrap_or_default().to_string();
    for part in parts {
        without.push_str(part.split_once(')').map_or("", |(_, behind)| behind));
    }
    without.replace(['[', ']', '*', '!'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_exclude_headings_and_code() {
        let page = "# Head\nOne [link](to.md) and\n`code of mine` more. Two!\n\n    code\n\n- item\n  goes\n- next\n\n\
                    | a | b |\n\n```sh\nls\n```\nEnd.\n";
        let texts = |rows| -> Vec<(usize, String)> {
            let all = paragraphs(page, rows).into_iter();
            all.map(|paragraph| (paragraph.line, paragraph.text))
                .collect()
        };
        let expected = [
            (2, "One link and … more. Two"),
            (7, "item goes"),
            (9, "next"),
            (16, "End."),
        ];
        assert_eq!(
            texts(false),
            expected.map(|(line, text)| (line, text.to_string()))
        );
        assert!(texts(true).contains(&(11, "| a | b |".to_string())));
    }
}
