//! Comments and text literals of the Rust sources.

use std::path::Path;

use super::prose::plain;
use super::rule_ids::files;

/// Comment or text literal, with its file and the number of its first line.
pub struct Piece {
    pub file: String,
    pub line: usize,
    pub text: String,
}

/// Comments and text literals of a file.
#[derive(Default)]
pub struct Source {
    /// Groups of lines that begin with `//`, without this mark. Doc comments begin with `/` or `!`.
    pub comments: Vec<(usize, String)>,
    /// Text literals outside of tests, including their escapes.
    pub literals: Vec<(usize, String)>,
}

/// Extracts comments and literals from a source. Comments at the end of a line are ignored.
pub fn read(text: &str) -> Source {
    let mut source = Source::default();
    let tests = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let mut rest = text;
    let mut last_comment = 0;
    let at = |rest: &str| text.len() - rest.len();
    let line_of = |rest: &str| 1 + text[..at(rest)].matches('\n').count();
    while let Some(first) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("//") {
            let end = comment.find('\n').unwrap_or(comment.len());
            let line = line_of(rest);
            let begins_line = text[..at(rest)]
                .rsplit('\n')
                .next()
                .is_some_and(|before| before.trim().is_empty());
            let same_kind = |block: &str| mark(block) == mark(comment);
            match source.comments.last_mut() {
                _ if !begins_line => {}
                Some((_, block)) if last_comment + 1 == line && same_kind(block) => {
                    block.push('\n');
                    block.push_str(comment[..end].trim_start_matches(['/', '!']));
                }
                _ => source.comments.push((line, comment[..end].to_string())),
            }
            last_comment = line;
            rest = &comment[end..];
        } else if let Some((literal, length)) = literal(rest) {
            if at(rest) < tests {
                source.literals.push((line_of(rest), literal));
            }
            rest = &rest[length..];
        } else if let Some(length) = character(rest) {
            rest = &rest[length..];
        } else {
            // Whole words are skipped at once, so that the `r` of `for"` is not the start of a raw literal.
            let word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let raw = rest.starts_with("r\"") || rest.starts_with("r#");
            let length = match rest.find(|letter| !word(letter)) {
                Some(0) | None => first.len_utf8(),
                Some(_) if raw => 1,
                Some(length) => length,
            };
            rest = &rest[length..];
        }
    }
    source
}

/// Returns the mark of a doc comment: `/` for an item, `!` for a module.
fn mark(comment: &str) -> Option<char> {
    comment
        .chars()
        .next()
        .filter(|first| matches!(first, '/' | '!'))
}

/// Returns the text literal at the start of a source, and its length including quotes.
fn literal(source: &str) -> Option<(String, usize)> {
    if let Some(raw) = source.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = inside.find(&format!("\"{}", "#".repeat(hashes)))?;
        return Some((inside[..end].to_string(), 3 + 2 * hashes + end));
    }
    let inside = source.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    Some((inside[..end].to_string(), end + 2))
}

/// Returns the length of a character literal at the start of a source, or `None` for a lifetime.
fn character(source: &str) -> Option<usize> {
    let inside = source.strip_prefix('\'')?;
    let letter = inside.chars().next()?;
    let end = match letter {
        '\\' => 2 + inside[2..].find('\'')?,
        _ => letter.len_utf8(),
    };
    inside[end..].starts_with('\'').then_some(end + 2)
}

/// Returns the names and texts of the source files below some folders of the project.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = folders.iter().flat_map(|folder| files(folder, "rs"));
    let mut found: Vec<(String, String)> = paths
        .map(|path| {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    found.sort();
    found
}

/// Returns the comments of all sources, without code.
pub fn comments() -> Vec<Piece> {
    let files = sources(&["src", "tests", "benches", "examples", "python/src"]);
    let pieces = files.into_iter().flat_map(|(file, text)| {
        let comments = read(&text).comments.into_iter();
        comments.map(move |(line, text)| Piece {
            file: file.clone(),
            line,
            text: plain(&text),
        })
    });
    pieces.collect()
}

/// Returns the messages of the program: its text literals with at least three words.
pub fn messages() -> Vec<Piece> {
    let files = sources(&["src", "python/src"]);
    let pieces = files.into_iter().flat_map(|(file, text)| {
        let literals = read(&text).literals.into_iter();
        let sentences = literals.filter(|(_, text)| text.split_whitespace().count() >= 3);
        sentences.map(move |(line, text)| Piece {
            file: file.clone(),
            line,
            text: without_places(&text),
        })
    });
    pieces.collect()
}

/// Removes placeholders for values, escapes, and quotations in backticks from a literal.
fn without_places(literal: &str) -> String {
    let mut text = String::new();
    let mut depth = 0usize;
    for letter in literal.replace("\\n", " ").replace("\\\"", "\"").chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                text.push('…');
            }
            _ if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    plain(&text)
}

#[test]
fn source_reader_finds_comments_and_literals() {
    let source = "//! Module.\n\n/// First line\n/// and second.\nfn f<'a>(c: &'a char) {\n    // Why.\n    let s = \"a \\\"b\\\" c\"; // beside\n    \
                  let r = r#\"raw \"q\" text\"#;\n    if *c == '\"' {}\n}\n\n#[cfg(test)]\nmod tests { const T: &str = \"no message\"; }\n";
    let read = read(source);
    let comments = ["! Module.", "/ First line\n and second.", " Why."];
    let found: Vec<&str> = read
        .comments
        .iter()
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(found, comments);
    let literals = [(7, "a \\\"b\\\" c"), (8, "raw \"q\" text")];
    let found: Vec<(usize, &str)> = (read.literals.iter())
        .map(|(line, text)| (*line, text.as_str()))
        .collect();
    assert_eq!(found, literals);
    assert_eq!(without_places("a {b:>3} `c` d"), "a … … d");
}
