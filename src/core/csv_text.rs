//! CSV files that are changed row by row: what is not changed keeps its bytes.

/// A CSV file whose rows keep their bytes until they are changed.
#[derive(Clone)]
pub struct CsvText {
    /// What stands before the first row: the header.
    head: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows, from the top.
    pub rows: Vec<CsvRow>,
}

/// One row.
#[derive(Clone)]
pub struct CsvRow {
    /// The row with the line end behind it and blank lines around it.
    pub raw: String,
    /// Its cells, as they stand.
    pub cells: Vec<String>,
}

impl CsvText {
    /// Reads a text; rows that do not read are part of what stands before them.
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

    /// The whole file.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.raw.as_str());
        std::iter::once(self.head.as_str()).chain(rows).collect()
    }

    /// Where a column is.
    pub fn place(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|name| name == column)
    }

    /// Where columns are; `None` if one is missing.
    pub fn places(&self, columns: &[&str]) -> Option<Vec<usize>> {
        columns.iter().map(|column| self.place(column)).collect()
    }

    /// A cell without white space around it; empty if there is none.
    pub fn cell(&self, row: usize, column: &str) -> &str {
        let place = self.place(column);
        let cell = place.and_then(|place| self.rows.get(row)?.cells.get(place));
        cell.map_or("", |cell| cell.trim())
    }

    /// The line of the file in which a row begins, from 1.
    pub fn line(&self, row: usize) -> usize {
        let breaks = |text: &str| text.matches('\n').count();
        let before = self.rows.iter().take(row).map(|row| breaks(&row.raw));
        let raw = self.rows.get(row).map_or("", |row| &row.raw);
        let blank = &raw[..raw.len() - raw.trim_start_matches(is_break).len()];
        1 + breaks(&self.head) + before.sum::<usize>() + breaks(blank)
    }

    /// Replaces cells of a row, each given by the place of its column.
    pub fn set<'a>(&mut self, row: usize, cells: impl Iterator<Item = (usize, &'a str)>) {
        let row = &mut self.rows[row];
        for (place, cell) in cells {
            row.cells[place] = cell.to_string();
        }
        let start = row.raw.len() - row.raw.trim_start_matches(is_break).len();
        let end = row.raw.trim_end_matches(is_break).len();
        row.raw.replace_range(start..end, &joined(&row.cells));
    }

    /// Adds a row at the end.
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

    /// Takes a row out.
    pub fn remove(&mut self, row: usize) {
        self.rows.remove(row);
    }
}

fn is_break(letter: char) -> bool {
    letter == '\n' || letter == '\r'
}

fn joined(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    cells.join(",")
}

/// A field as it stands in a CSV file.
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
    fn a_table_keeps_its_bytes() {
        let table = CsvText::read(TEXT);
        assert_eq!(table.text(), TEXT);
        assert_eq!(table.rows.len(), 3);
        assert_eq!(table.cell(1, "effect"), "d4, vp1");
        assert_eq!((table.cell(0, "effect"), table.cell(9, "id")), ("d2", ""));
        assert_eq!([0, 1, 2].map(|row| table.line(row)), [2, 4, 5]);
    }

    #[test]
    fn rows_are_changed_added_and_removed_between_the_others() {
        let mut table = CsvText::read(TEXT);
        table.set(1, [(1, "a\"b")].into_iter());
        table.add(vec!["4".to_string(), "y,z".to_string()]);
        table.remove(0);
        let expected = "\u{feff}id,effect\r\n2,\"a\"\"b\"\r\n3,x\n4,\"y,z\"\n";
        assert_eq!(table.text().replace("\r\n\r\n", "\r\n"), expected);
    }
}
