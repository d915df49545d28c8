//! Names, columns and restrictions of the rows of a file, according to its form.

use portolan_core::column_schema::{Column, Form, Rows};
use portolan_core::csv_text::CsvText;
use portolan_core::dataset::{is_designed, is_fact};
use portolan_core::provenance::PROVENANCE;

/// Form of the provenance column in new rows.
const SOURCE: Column = Column::words(
    PROVENANCE,
    "owner, designed or another class",
    "source of the row: owner for printed values, designed for a row of your own",
);

/// Returns the form of a column, or `None` if it is free text.
pub fn column(form: &Form, name: &str) -> Option<&'static Column> {
    match name {
        PROVENANCE => Some(&SOURCE),
        name => form.column(name),
    }
}

/// Returns the label of a row: its key, or its number if the file has no key.
pub fn label(form: &Form, table: &CsvText, row: usize) -> String {
    match form.key {
        Some(key) => table.cell(row, key).to_string(),
        None => (row + 1).to_string(),
    }
}

/// Returns the label of a row with its key, such as `id A012` or `row 7`.
pub fn named(form: &Form, table: &CsvText, row: usize) -> String {
    format!("{} {}", form.key.unwrap_or("row"), label(form, table, row))
}

/// Returns the index of the row with this label.
pub fn find(form: &Form, table: &CsvText, name: &str) -> Option<usize> {
    (0..table.rows.len()).find(|&row| label(form, table, row) == name)
}

/// Returns true if the values of the row are facts, according to their provenance.
pub fn is_known(table: &CsvText, row: usize) -> bool {
    is_fact(table.cell(row, PROVENANCE))
}

/// Returns the columns that an owner enters in existing rows.
pub fn asked<'a>(form: &Form, table: &'a CsvText) -> Vec<&'a str> {
    let columns = columns(table).into_iter();
    columns
        .filter(|column| !form.given.contains(column))
        .collect()
}

/// Returns all columns except those about provenance.
pub fn columns(table: &CsvText) -> Vec<&str> {
    let columns = table.columns.iter().map(String::as_str);
    columns
        .filter(|column| !column.starts_with(PROVENANCE))
        .collect()
}

/// Returns true if rows may be added and removed.
pub fn is_open(form: &Form) -> bool {
    !matches!(form.rows, Rows::Fixed)
}

/// Returns an error if this row may not be added or removed.
pub fn may_change(form: &Form, table: &CsvText, row: usize) -> Result<(), String> {
    match form.rows {
        Rows::Open => Ok(()),
        Rows::OpenWhere(column, value) if table.cell(row, column) == value => Ok(()),
        Rows::OpenWhere(..) if is_designed(table.cell(row, PROVENANCE)) => Ok(()),
        Rows::OpenWhere(column, value) => Err(format!(
            "only designed rows and rows with {column} {value} may be added to or removed from {}",
            form.file
        )),
        Rows::Fixed => Err(format!("{} has a fixed number of rows", form.file)),
    }
}
