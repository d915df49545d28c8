//! Layout of the workbook, for the reader and the writer.

use std::path::Path;

use rust_xlsxwriter::utility::column_number_to_name;

/// Worksheet with a description of the workbook.
pub const ABOUT: &str = "about";
/// First cell of the description, followed by the game.
pub const MARK: &str = "portolan data";
/// Worksheet with lists of choices.
pub const LISTS: &str = "lists";
/// First column, which shows how much of the row is known.
pub const STATE: &str = "state";
/// Last column, which contains the original values of the row.
pub const WAS: &str = "was";
/// Key of the row number, from 1, in the original values.
pub const NUMBER: &str = "#";

/// The row is a placeholder row.
pub const UNKNOWN: &str = "unknown";
/// The owner has entered a part of the row.
pub const PARTLY: &str = "partly";
/// The row is fact.
pub const FACT: &str = "fact";
/// Chosen by the owner: the whole row is as printed.
pub const OWNER: &str = "owner";
/// Chosen by the owner: remove the row.
pub const REMOVE: &str = "remove";

/// Returns the worksheet name of a file.
pub fn worksheet(file: &str) -> &str {
    file.trim_end_matches(".csv")
}

/// Returns the location of a problem in the workbook, for display. Row and column count from 0.
pub fn place(path: &Path, sheet: &str, row: usize, column: Option<(usize, &str)>) -> String {
    let mut text = format!("{}, {sheet}, row {}", path.display(), row + 1);
    if let Some((index, name)) = column {
        let letters = column_number_to_name(u16::try_from(index).unwrap_or(u16::MAX));
        text.push_str(&format!(", column {letters} ({name})"));
    }
    text
}
