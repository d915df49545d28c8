//! Assertions about output, messages and files.

/// One text or a list of texts.
pub trait Parts {
    fn all(&self) -> Vec<&str>;
}

impl Parts for &str {
    fn all(&self) -> Vec<&str> {
        vec![self]
    }
}

impl Parts for &String {
    fn all(&self) -> Vec<&str> {
        vec![self]
    }
}

impl<T: AsRef<str>> Parts for &[T] {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<T: AsRef<str>> Parts for Vec<T> {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<T: AsRef<str>, const N: usize> Parts for [T; N] {
    fn all(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

/// Assertions about a text. The message of a failure contains the text.
pub trait TextAssert {
    /// Asserts that the text contains every part.
    fn assert_contains(&self, parts: impl Parts);

    /// Asserts that the text contains none of the parts.
    fn assert_lacks(&self, parts: impl Parts);

    /// Asserts that the text starts with this text.
    fn assert_starts_with(&self, start: &str);

    /// Asserts that the text ends with this text.
    fn assert_ends_with(&self, end: &str);
}

impl TextAssert for str {
    #[track_caller]
    fn assert_contains(&self, parts: impl Parts) {
        for part in parts.all() {
            assert!(self.contains(part), "no \"{part}\" in: {self}");
        }
    }

    #[track_caller]
    fn assert_lacks(&self, parts: impl Parts) {
        for part in parts.all() {
            assert!(!self.contains(part), "\"{part}\" is in: {self}");
        }
    }

    #[track_caller]
    fn assert_starts_with(&self, start: &str) {
        assert!(
            self.starts_with(start),
            "no \"{start}\" at the start of: {self}"
        );
    }

    #[track_caller]
    fn assert_ends_with(&self, end: &str) {
        assert!(self.ends_with(end), "no \"{end}\" at the end of: {self}");
    }
}

/// Returns a text without its line breaks.
pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rows of a table with one row per line and `=>` between its cells. A line that begins with `=>` continues
/// the row above it, and `\n` stands for a line break.
pub fn parse_rows(text: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match rows.last_mut() {
            Some(row) if line.starts_with("=>") => row.push_str(line),
            _ => rows.push(line.to_string()),
        }
    }
    let cells = |row: String| {
        let cells = row.split("=>").map(str::trim);
        cells.map(|cell| cell.replace("\\n", "\n")).collect()
    };
    rows.into_iter().map(cells).collect()
}

/// Returns the rows of a table, see [`parse_rows`], in which every row has this number of cells.
pub fn parse_table<const CELLS: usize>(text: &str) -> Vec<[String; CELLS]> {
    let row = |row: Vec<String>| match row.try_into() {
        Ok(row) => row,
        Err(row) => panic!("{CELLS} cells expected: {row:?}"),
    };
    parse_rows(text).into_iter().map(row).collect()
}
