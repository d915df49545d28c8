//! `portolan data show`: prints a file as a table.

use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::ui::table::aligned;
use portolan_core::dataset::DataSet;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;

/// Prints a file or one of its rows, or lists the files.
pub fn show(
    entry: &GameEntry,
    set: &DataSet,
    file: Option<&str>,
    row: Option<&str>,
) -> Result<(), Failure> {
    let Some(file) = file else {
        let rows = (entry.provenance)(set)
            .iter()
            .map(|(file, counts)| vec![file.to_string(), counts.total().to_string()])
            .collect();
        return print(&aligned("lr", &["file", "rows"], rows));
    };
    // The ending of the name may be omitted.
    let mut files = set.files.keys().map(String::as_str);
    let file = files
        .find(|known| {
            *known == file || known.rsplit_once('.').is_some_and(|(stem, _)| stem == file)
        })
        .unwrap_or(file);
    let Some(text) = set.files.get(file) else {
        let known = set.files.keys().map(String::as_str);
        return Err(Failure::usage(format!(
            "{} has no data file \"{file}\"{}; files: {}",
            entry.name,
            did_you_mean(file, known.clone()),
            known.collect::<Vec<_>>().join(", ")
        )));
    };
    if !file.ends_with(".csv") {
        return print(text);
    }
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| Failure::usage(format!("{file}: {error}"));
    let header = reader.headers().map_err(wrong)?.clone();
    let rows = reader
        .records()
        .map(|record| Ok(record?.iter().map(str::to_string).collect()))
        .collect::<Result<Vec<Vec<String>>, csv::Error>>()
        .map_err(wrong)?;
    let columns: Vec<&str> = header.iter().collect();
    if let Some(wanted) = row {
        let is_it = |row: &&Vec<String>| {
            let named = columns.iter().position(|column| *column == "name");
            let cells = std::iter::once(0).chain(named);
            let mut cells = cells.filter_map(|at| row.get(at));
            cells.any(|cell| cell.trim().eq_ignore_ascii_case(wanted.trim()))
        };
        let found: Vec<&Vec<String>> = rows.iter().filter(is_it).collect();
        if found.is_empty() {
            let keys = rows.iter().filter_map(|row| row.first());
            let near = did_you_mean(wanted, keys.map(String::as_str));
            return Err(Failure::usage(format!(
                "{file} has no row \"{wanted}\"{near}; expected an id or a name"
            )));
        }
        // Each column has a line of its own, so that long values fit.
        let header: Vec<&str> = std::iter::once("column")
            .chain(found.iter().map(|row| row[0].as_str()))
            .collect();
        let line = |(at, column): (usize, &&str)| {
            let cells = found
                .iter()
                .map(|row| row.get(at).cloned().unwrap_or_default());
            std::iter::once(column.to_string()).chain(cells).collect()
        };
        let lines = columns.iter().enumerate().map(line).collect();
        return print(&aligned(&"l".repeat(header.len()), &header, lines));
    }
    print(&aligned(&"l".repeat(columns.len()), &columns, rows))
}
