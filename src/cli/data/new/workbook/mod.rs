//! A set as a workbook that an owner fills in, and the way back.
//!
//! Every file is a worksheet, every row a row. The first column says how well a row is known, the last one,
//! which is hidden, what the row was when the workbook was written: only what differs from that is taken,
//! so that what was entered elsewhere meanwhile is not lost.

mod read;
mod write;

use std::path::Path;

use rust_xlsxwriter::utility::column_number_to_name;

pub use read::read;
pub use write::write;

/// Worksheet that says what the workbook is.
const ABOUT: &str = "about";
/// What the first cell of it says; behind it stands the game.
const MARK: &str = "portolan data";
/// First column: how well the row is known.
const STATE: &str = "state";
/// Last column: the row as it was.
const WAS: &str = "was";
/// Key of the number of a row, from 1, in what it was.
const NUMBER: &str = "#";

/// The row is a stand-in.
const UNKNOWN: &str = "unknown";
/// An owner has entered some of it.
const PARTLY: &str = "partly";
/// The row is fact.
const FACT: &str = "fact";
/// Chosen by the owner: all of the row is as printed.
const OWNER: &str = "owner";
/// Chosen by the owner: the row is to go.
const REMOVE: &str = "remove";

/// The worksheet of a file.
fn worksheet(file: &str) -> &str {
    file.trim_end_matches(".csv")
}

/// Where a problem is, for people who look at the workbook. Row and column count from 0.
fn place(path: &Path, sheet: &str, row: usize, column: Option<(usize, &str)>) -> String {
    let mut text = format!("{}, {sheet}, row {}", path.display(), row + 1);
    if let Some((index, name)) = column {
        let letters = column_number_to_name(u16::try_from(index).unwrap_or(u16::MAX));
        text.push_str(&format!(", column {letters} ({name})"));
    }
    text
}
