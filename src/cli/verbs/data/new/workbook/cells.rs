//! Reads the cells of a workbook. Files that would need much more memory than the workbook of a data set are
//! rejected before the memory is allocated.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use calamine::{DataRef, Reader, Xlsx, open_workbook};
use rust_xlsxwriter::utility::row_col_to_cell;
use zip::ZipArchive;

use portolan_core::files;

/// Maximum size of the file, in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Maximum unpacked size of the file, in bytes.
const MOST_UNPACKED: u64 = 64 << 20;
/// Maximum number of rows in a worksheet.
const MOST_ROWS: u32 = 10_000;
/// Maximum number of columns in a worksheet.
const MOST_COLUMNS: u32 = 200;

pub struct Book {
    xlsx: Xlsx<BufReader<File>>,
}

/// Trimmed text of a cell, or a description of its content if it is neither text nor a number.
type Content = Result<String, String>;

/// Non-empty cells of a worksheet. Rows and columns count from 0.
#[derive(Default)]
pub struct Cells {
    cells: BTreeMap<(u32, u32), Content>,
}

impl Book {
    /// Opens a file.
    ///
    /// # Errors
    /// A message if the file cannot be read or is larger than accepted.
    pub fn open(path: &Path) -> Result<Book, String> {
        files::require_regular(path).map_err(|error| error.to_string())?;
        unpacked(path)?;
        let xlsx = open_workbook(path).map_err(|error: calamine::XlsxError| error.to_string())?;
        Ok(Book { xlsx })
    }

    /// Returns the names of the worksheets.
    pub fn names(&self) -> Vec<String> {
        self.xlsx.sheet_names()
    }

    /// Returns the cells of a worksheet.
    ///
    /// # Errors
    /// A message if the cells cannot be read, or names the first cell outside the accepted range.
    pub fn cells(&mut self, name: &str) -> Result<Cells, String> {
        let unread = |error: calamine::XlsxError| format!("{name}: {error}");
        let mut reader = self.xlsx.worksheet_cells_reader(name).map_err(unread)?;
        let mut found = Cells::default();
        while let Some(cell) = reader.next_cell().map_err(unread)? {
            let content = content(cell.get_value());
            if content.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            let (row, column) = cell.get_position();
            if row >= MOST_ROWS || column >= MOST_COLUMNS {
                return Err(format!(
                    "{name}, cell {} is not empty; expected at most {MOST_ROWS} rows and \
                     {MOST_COLUMNS} columns",
                    cell_name(row, column)
                ));
            }
            found.cells.insert((row, column), content);
        }
        Ok(found)
    }
}

impl Cells {
    /// Returns the text of a cell, which is empty for an empty cell. The error describes the content if it is
    /// neither text nor a number.
    pub fn text(&self, row: usize, column: usize) -> Content {
        let place = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        let cell = place.and_then(|place| self.cells.get(&place));
        cell.cloned().unwrap_or(Ok(String::new()))
    }

    /// Returns the last non-empty row, or 0 if all rows are empty.
    pub fn last_row(&self) -> usize {
        let last = self.cells.keys().next_back();
        last.map_or(0, |(row, _)| *row as usize)
    }

    /// Returns the cells of the first row.
    pub fn header(&self) -> impl Iterator<Item = (usize, &Content)> {
        let first = self.cells.range((0, 0)..(1, 0));
        first.map(|((_, column), content)| (*column as usize, content))
    }
}

/// Returns the name of a cell, such as `XFD1048576`.
fn cell_name(row: u32, column: u32) -> String {
    match u16::try_from(column) {
        Ok(column) => row_col_to_cell(row, column),
        Err(_) => format!(
            "of row {}, column {}",
            u64::from(row) + 1,
            u64::from(column) + 1
        ),
    }
}

fn content(cell: &DataRef) -> Content {
    match cell {
        DataRef::Empty => Ok(String::new()),
        DataRef::String(text) => Ok(text.trim().to_string()),
        DataRef::SharedString(text) => Ok(text.trim().to_string()),
        DataRef::Int(number) => Ok(number.to_string()),
        DataRef::Float(number) => Ok(number.to_string()),
        DataRef::Bool(_) => Err("a Boolean value".to_string()),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            Err("a date or time".to_string())
        }
        DataRef::Error(error) => Err(error.to_string()),
    }
}

/// Checks the unpacked size by unpacking the file without storing it, since the sizes in its directory may be
/// wrong.
fn unpacked(path: &Path) -> Result<(), String> {
    let shown = |bytes: u64| format!("{} MiB", bytes >> 20);
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes = file.metadata().map_err(|error| error.to_string())?.len();
    if bytes > MOST_BYTES {
        let most = shown(MOST_BYTES);
        return Err(format!("the file is larger than {most}, the maximum"));
    }
    let mut archive = ZipArchive::new(BufReader::new(file))
        .map_err(|error| format!("not an .xlsx file: {error}"))?;
    let mut left = MOST_UNPACKED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|error| error.to_string())?;
        let name = part.name().map_err(|error| error.to_string())?;
        let name = name.escape_debug().to_string();
        let read = io::copy(&mut part.take(left + 1), &mut io::sink())
            .map_err(|error| format!("{name}: {error}"))?;
        left = left.checked_sub(read).ok_or_else(|| {
            let most = shown(MOST_UNPACKED);
            format!("it unpacks to more than {most}, the maximum, at {name}")
        })?;
    }
    Ok(())
}
