//! Prints the answer of a study of items or settings to the terminal.

use std::path::Path;

use crate::ui::table::aligned;
use portolan_report::page::{Column, Holds};
use portolan_report::{self, ReportError};
use portolan_run::results::trial::trial_of;
use portolan_run::settings::Kind;

/// Maximum number of rows shown; of a longer table, only its start and end are printed.
const SHOWN: usize = 20;

/// Returns the answer of a run and the table with its evidence. The answer of a change experiment follows the change.
///
/// # Errors
/// [`ReportError`] if the results cannot be read.
pub fn answer_table(folder: &Path, kind: Kind) -> Result<String, ReportError> {
    let page = portolan_report::one_run(folder, &[])?;
    let mut text = String::new();
    if kind == Kind::Change {
        text = format!("{}\n", page.question);
    }
    text.push_str(&format!("{}\n", page.answer));
    for line in &page.more {
        text.push_str(line);
        text.push('\n');
    }
    let Some(section) = page
        .sections
        .iter()
        .find(|section| !section.tables.is_empty())
    else {
        return Ok(text);
    };
    let table = &section.tables[0];
    let alignment: String = table
        .header
        .iter()
        .map(|column| if column.number { 'r' } else { 'l' })
        .collect();
    let header: Vec<&str> = table
        .header
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| {
            let cells = table.header.iter().zip(row);
            let named = |(column, cell): (&Column, &String)| match column.holds {
                Holds::Items => page.names.in_words(cell),
                _ => cell.clone(),
            };
            cells.map(named).collect()
        })
        .collect();
    let left_out = rows.len().saturating_sub(SHOWN);
    let shown = if left_out == 0 {
        rows.clone()
    } else {
        let gap = vec!["…".to_string(); header.len()];
        let end = &rows[rows.len() - SHOWN / 2..];
        [&rows[..SHOWN / 2], &[gap], end].concat()
    };
    text.push_str(&format!("\n{}\n", section.title));
    text.push_str(&aligned(&alignment, &header, shown));
    // `try` writes the report of its games itself.
    if trial_of(folder).is_none() {
        text.push_str(&format!(
            "\nFor the full table: portolan report {}\n",
            folder.display()
        ));
    }
    Ok(text)
}
