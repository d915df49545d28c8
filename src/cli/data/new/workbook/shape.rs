//! What the workbook looks like, to whoever writes it and whoever reads it.

use std::path::Path;

use rust_xlsxwriter::utility::column_number_to_name;

/// Worksheet that says what the workbook is.
pub const ABOUT: &str = "about";
/// What the first cell of it says; behind it stands the game.
pub const MARK: &str = "portolan data";
/// Worksheet with the lists to choose from.
pub const LISTS: &str = "lists";
/// First column: how well the row is known.
pub const STATE: &str = "state";
/// Last column: the row as it was.
pub const WAS: &str = "was";
/// Key of the number of a row, from 1, in what it was.
pub const NUMBER: &str = "#";

/// The row is a stand-in.
pub const UNKNOWN: &str = "unknown";
/// An owner has entered some of it.
pub const PARTLY: &str = "partly";
/// The row is fact.
pub const FACT: &str = "fact";
/// Chosen by the owner: all of the row is as printed.
pub const OWNER: &str = "owner";
/// Chosen by the owner: the row is to go.
pub const REMOVE: &str = "remove";

/// The worksheet of a file.
pub fn worksheet(file: &str) -> &str {
    file.trim_end_matches(".csv")
}

/// Where a problem is, for people who look at the workbook. Row and column count from 0.
pub fn place(path: &Path, sheet: &str, row: usize, column: Option<(usize, &str)>) -> String {
    let mut text = format!("{}, {sheet}, row {}", path.display(), row + 1);
    if let Some((index, name)) = column {
        let letters = column_number_to_name(u16::try_from(index).unwrap_or(u16::MAX));
        text.push_str(&format!(", column {letters} ({name})"));
    }
    text
}
