//! The rows of a file as a form sees them: what they are called, what is asked for, which may go.

use portolan_core::csv_text::CsvText;
use portolan_core::dataset::{is_designed, is_fact};
use portolan_core::form::{Form, Rows};

/// Name of the column that says where a row comes from.
pub const PROVENANCE: &str = "provenance";

/// What a row is called.
pub fn label(form: &Form, table: &CsvText, row: usize) -> String {
    match form.key {
        Some(key) => table.cell(row, key).to_string(),
        None => (row + 1).to_string(),
    }
}

/// The same in a sentence: `id A012`, `row 7`.
pub fn named(form: &Form, table: &CsvText, row: usize) -> String {
    format!("{} {}", form.key.unwrap_or("row"), label(form, table, row))
}

/// The row of that name.
pub fn find(form: &Form, table: &CsvText, name: &str) -> Option<usize> {
    (0..table.rows.len()).find(|&row| label(form, table, row) == name)
}

/// Whether the row is fact.
pub fn is_known(table: &CsvText, row: usize) -> bool {
    is_fact(table.cell(row, PROVENANCE))
}

/// The columns that are asked for in rows that are there.
pub fn asked<'a>(form: &Form, table: &'a CsvText) -> Vec<&'a str> {
    let columns = columns(table).into_iter();
    columns
        .filter(|column| !form.given.contains(column))
        .collect()
}

/// All columns but those that say where a row comes from.
pub fn columns(table: &CsvText) -> Vec<&str> {
    let columns = table.columns.iter().map(String::as_str);
    columns
        .filter(|column| !column.starts_with(PROVENANCE))
        .collect()
}

/// Whether rows may be added and removed.
pub fn is_open(form: &Form) -> bool {
    !matches!(form.rows, Rows::Fixed)
}

/// Whether this row may be added or removed.
pub fn may_change(form: &Form, table: &CsvText, row: usize) -> Result<(), String> {
    match form.rows {
        Rows::Open => Ok(()),
        Rows::OpenWhere(column, value) if table.cell(row, column) == value => Ok(()),
        Rows::OpenWhere(..) if is_designed(table.cell(row, PROVENANCE)) => Ok(()),
        Rows::OpenWhere(column, value) => Err(format!(
            "only rows with {column} {value} may be added and removed in {}, and designed rows (state \"designed\" in a \
             workbook)",
            form.file
        )),
        Rows::Fixed => Err(format!("{} has a fixed number of rows", form.file)),
    }
}
