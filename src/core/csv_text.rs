//! CSV files that can be edited row by row: unchanged rows are written back byte for byte.

/// A CSV file that preserves the bytes of every unchanged row.
#[derive(Clone)]
pub struct CsvText {
    /// Text before the first row: the header.
    head: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows in file order.
    pub rows: Vec<CsvRow>,
}

/// One row of a CSV file.
#[derive(Clone)]
pub struct CsvRow {
    /// Raw text of the row, with its line ending and surrounding blank lines.
    pub raw: String,
    /// Cells as written in the file.
    pub cells: Vec<String>,
}

impl CsvText {
    /// Parses a text. Rows that are not valid CSV become part of the text before the next row.
    pub fn read(text: &str) -> CsvText {
        let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = text.len() - bare.len();
        let records: Vec<csv::StringRecord> = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(bare.as_bytes())
            .into_records()
            .filter_map(Result::ok)
            .collect();
        let starts: Vec<usize> = records
            .iter()
            .map(|record| record.position().map_or(0, |at| mark + at.byte() as usize))
            .chain([text.len()])
            .collect();
        let cells = |record: &csv::StringRecord| record.iter().map(str::to_string).collect();
        let first_row = starts.get(1).copied().unwrap_or(text.len());
        CsvText {
            head: text[..first_row].to_string(),
            columns: records
                .first()
                .map(|header| header.iter().map(|name| name.trim().to_string()).collect())
                .unwrap_or_default(),
            rows: records
                .iter()
                .enumerate()
                .skip(1)
                .map(|(index, record)| CsvRow {
                    raw: text[starts[index]..starts[index + 1]].to_string(),
                    cells: cells(record),
                })
                .collect(),
        }
    }

    /// Returns the text of the whole file.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.raw.as_str());
        std::iter::once(self.head.as_str()).chain(rows).collect()
    }

    /// Returns the index of a column.
    pub fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// Returns the indices of several columns, or `None` if any column is missing.
    pub fn places(&self, columns: &[&str]) -> Option<Vec<usize>> {
        columns.iter().map(|column| self.place(column)).collect()
    }

    /// Returns a cell without surrounding white space; empty if the cell does not exist.
    pub fn cell(&self, row: usize, column: &str) -> &str {
        let place = self.place(column);
        let cell = place.and_then(|place| self.rows.get(row)?.cells.get(place));
        cell.map_or("", |cell| cell.trim())
    }

    /// Returns the line number at which a row starts, from 1.
    pub fn line(&self, row: usize) -> usize {
        let breaks = |text: &str| text.matches('\n').count();
        let before = self.rows.iter().take(row).map(|row| breaks(&row.raw));
        let raw = self.rows.get(row).map_or("", |row| &row.raw);
        let blank = &raw[..raw.len() - raw.trim_start_matches(is_break).len()];
        1 + breaks(&self.head) + before.sum::<usize>() + breaks(blank)
    }

    /// Replaces cells of a row, each addressed by its column index.
    pub fn set<'a>(&mut self, row: usize, cells: impl Iterator<Item = (usize, &'a str)>) {
        let row = &mut self.rows[row];
        for (place, cell) in cells {
            row.cells[place] = cell.to_string();
        }
        let start = row.raw.len() - row.raw.trim_start_matches(is_break).len();
        let end = row.raw.trim_end_matches(is_break).len();
        row.raw.replace_range(start..end, &joined(&row.cells));
    }

    /// Appends a row.
    pub fn add(&mut self, cells: Vec<String>) {
        let last = self
            .rows
            .last_mut()
            .map_or(&mut self.head, |row| &mut row.raw);
        if !last.ends_with('\n') {
            last.push('\n');
        }
        let end = if last.ends_with("\r\n") { "\r\n" } else { "\n" };
        let raw = joined(&cells) + end;
        self.rows.push(CsvRow { raw, cells });
    }

    /// Removes a row.
    pub fn remove(&mut self, row: usize) {
        self.rows.remove(row);
    }
}

/// Splits CSV text into trimmed cells. Each record comes with the number of its first line, from 1.
pub fn records(text: &str, separator: u8) -> Vec<(usize, Vec<String>)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let (mut line, mut counted) = (1, 0);
    reader
        .into_records()
        .filter_map(Result::ok)
        .map(|record| {
            // The reported position of a record includes the blank lines before it, so skip them.
            let start = record.position().map_or(0, |place| place.byte() as usize);
            let rest = text.as_bytes().get(start..).unwrap_or_default();
            let blank = rest.iter().take_while(|&&b| b == b'\n' || b == b'\r');
            let start = (start + blank.count()).max(counted);
            let passed = text.as_bytes().get(counted..start).unwrap_or_default();
            line += passed.iter().filter(|&&byte| byte == b'\n').count();
            counted = start;
            (line, record.iter().map(str::to_string).collect())
        })
        .collect()
}

fn is_break(letter: char) -> bool {
    letter == '\n' || letter == '\r'
}

/// Joins cells with commas into a CSV row without a line ending.
pub(crate) fn joined(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",")
}

/// Quotes a field for CSV if necessary.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}id,effect\r\n1, d2 \r\n\r\n2,\"d4, vp1\"\r\n3,x";

    #[test]
    fn unchanged_table_is_written_byte_for_byte() {
        let table = CsvText::read(TEXT);
        assert_eq!(table.text(), TEXT);
        assert_eq!(table.rows.len(), 3);
        assert_eq!(table.cell(1, "effect"), "d4, vp1");
        assert_eq!((table.cell(0, "effect"), table.cell(9, "id")), ("d2", ""));
        assert_eq!([0, 1, 2].map(|row| table.line(row)), [2, 4, 5]);
    }

    #[test]
    fn rows_can_be_changed_added_and_removed() {
        let mut table = CsvText::read(TEXT);
        table.set(1, [(1, "a\"b")].into_iter());
        table.add(vec!["4".to_string(), "y,z".to_string()]);
        table.remove(0);
        let expected = "\u{feff}id,effect\r\n2,\"a\"\"b\"\r\n3,x\n4,\"y,z\"\n";
        assert_eq!(table.text().replace("\r\n\r\n", "\r\n"), expected);
    }
}
