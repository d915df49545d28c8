//! Locations in the text of a TOML file, and advice on its errors.

use std::ops::Range;

/// Index of the lines of a text, which finds the line of a byte offset in logarithmic time.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Byte offsets of the line ends.
    ends: Vec<usize>,
}

impl Lines {
    /// Creates the index of a text.
    pub fn of(text: &str) -> Lines {
        let ends = text.match_indices('\n').map(|(at, _)| at);
        Lines {
            ends: ends.collect(),
        }
    }

    /// Returns the line on which a span starts, from 1.
    pub fn line(&self, span: &Range<usize>) -> usize {
        1 + self.ends.partition_point(|end| *end < span.start)
    }

    /// Returns `, line 3` for the start of a span.
    pub fn place(&self, span: &Range<usize>) -> String {
        format!(", line {}", self.line(span))
    }
}

/// Returns the parser's message on one line, with advice on backslashes in paths.
pub fn on_one_line(message: &str) -> String {
    let line = message.trim().replace('\n', " ");
    match line.contains("escaped value") || line.contains("unicode") {
        true => format!("{line}; a path with backslashes needs single quotes, such as 'C:\\data'"),
        false => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_located_by_line() {
        let text = "a = 1\nb = 2\n\nc = 3";
        let lines = Lines::of(text);
        let found: Vec<usize> = (0..=text.len()).map(|at| lines.line(&(at..at))).collect();
        let expected = (0..=text.len()).map(|at| 1 + text[..at].matches('\n').count());
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(Lines::of("").place(&(5..6)), ", line 1");
    }

    #[test]
    fn backslashes_in_paths_are_explained() {
        for text in [
            r#"a = "C:\data""#,
            r#"a = "C:\Users""#,
            r#"a = "C:\units""#,
            r#"a = "C:\xylo""#,
        ] {
            let error = toml::from_str::<toml::Table>(text).unwrap_err();
            let message = on_one_line(error.message());
            assert!(
                message.ends_with("single quotes, such as 'C:\\data'"),
                "{text}: {message}"
            );
        }
        let error = toml::from_str::<toml::Table>("a = ").unwrap_err();
        assert!(!on_one_line(error.message()).contains("quotes"));
    }
}
