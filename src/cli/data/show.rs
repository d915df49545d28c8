//! `portolan data show`: a file as a table.

use crate::failure::Failure;
use crate::print::print;
use crate::table::aligned;
use portolan_core::dataset::DataSet;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;

/// Shows a file, or lists the files.
pub fn show(entry: &GameEntry, set: &DataSet, file: Option<&str>) -> Result<(), Failure> {
    let Some(file) = file else {
        let rows = (entry.provenance)(set)
            .iter()
            .map(|(file, counts)| vec![file.to_string(), counts.total().to_string()])
            .collect();
        return print(&aligned("lr", &["file", "rows"], rows));
    };
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
    print(&aligned(&"l".repeat(columns.len()), &columns, rows))
}
