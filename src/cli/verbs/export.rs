//! `portolan export`: converts a table of a run to other formats.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use crate::ui::failure::Failure;
use portolan_report::{effects, one_run, render::plain};
use portolan_run::results::columns::{Holds, holds};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::names::{
    CELLS, CRASHES, EVENTS, GAMES, LUCK, PROGRAMS, STREAMED, SUMMARY, TREATMENTS,
};
use portolan_run::results::table::{self, save_file};
use portolan_study::error::ReadError;

/// Arguments of `portolan export`.
///
/// JSON output is an array with one object per row: numbers in numeric columns, strings in columns with text or
/// seeds, and null for empty cells. The rule options of a condition and the histogram of response times are objects.
/// Tables of any size are written row by row.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan export results/maracaibo-3p-seed7 --format markdown --table summary
  portolan export results/maracaibo-3p-seed7 --format json --table effects
  portolan export results/maracaibo-3p-seed7 --format csv --table games --out games.csv

Exit code: 0 written, 1 cannot be written, 2 wrong usage or no complete results folder.")]
pub struct ExportArgs {
    /// Results folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Choose the output format
    #[arg(long, value_enum)]
    format: Form,
    /// Choose the table
    #[arg(long, value_enum, default_value_t = Which::Games)]
    table: Which,
    /// Write to this file [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// A form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Comma-separated, for spreadsheets
    Csv,
    /// For programs
    Json,
    /// For pages
    Markdown,
}

/// A table of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// A row for each game and seat
    Games,
    /// A row for each counted event
    Events,
    /// A row for each bot, or for each bot and condition
    Summary,
    /// A row for each estimate of the report, which is computed again
    Effects,
    /// A row for each bot, or for each bot and seat, with control variates for luck; only in runs with `variance`
    Luck,
    /// A row for each condition of the experiment
    Cells,
    /// Items that a study withheld or granted in each game
    Treatments,
    /// A row for each game and seat that a program played
    Programs,
    /// A row for each game that panicked
    Crashes,
}

impl Which {
    fn file(self) -> &'static str {
        match self {
            Which::Games => STREAMED[GAMES],
            Which::Events => STREAMED[EVENTS],
            Which::Summary => SUMMARY,
            Which::Effects => "effects.csv",
            Which::Luck => LUCK,
            Which::Cells => CELLS,
            Which::Treatments => TREATMENTS,
            Which::Programs => STREAMED[PROGRAMS],
            Which::Crashes => STREAMED[CRASHES],
        }
    }
}

impl ExportArgs {
    pub fn run(self) -> Result<(), Failure> {
        if let Some(out) = self.out.as_ref().filter(|out| !self.force && out.exists()) {
            return Err(Failure::usage(format!(
                "{} exists; --force replaces it",
                out.display()
            )));
        }
        let source = self.source()?;
        let (form, table) = (self.format, self.table.file());
        match &self.out {
            Some(out) => {
                save_file(out, |to| source.write(form, table, to, out))?;
                Ok(())
            }
            None => {
                let stdout = Path::new("stdout");
                let mut to = BufWriter::new(std::io::stdout().lock());
                let written = source.write(form, table, &mut to, stdout);
                match written.and_then(|()| to.flush().map_err(RunError::file(stdout))) {
                    Err(error) if is_gone(&error) => Ok(()),
                    written => Ok(written?),
                }
            }
        }
    }

    fn source(&self) -> Result<Source, Failure> {
        if self.table == Which::Effects {
            return Ok(Source::Text(effects::csv(&one_run(&self.folder, &[])?)?));
        }
        Ok(Source::File(self.whole_file()?))
    }

    /// Returns the path of the table, after comparing the file with the manifest.
    fn whole_file(&self) -> Result<PathBuf, Failure> {
        if !self.folder.is_dir() {
            return Err(ReadError::NoFolder(self.folder.clone()).into());
        }
        let manifest = Manifest::read(&self.folder)?;
        let manifest = manifest.ok_or_else(|| ReadError::NoManifest(self.folder.clone()))?;
        let name = self.table.file();
        let Some(file) = manifest.table(name) else {
            if manifest.status == Status::Complete {
                let known = manifest.file.iter().map(|file| file.name.as_str());
                return Err(Failure::usage(format!(
                    "{}: this run has no {name}; it has {}",
                    self.folder.display(),
                    known.collect::<Vec<_>>().join(", ")
                )));
            }
            return Err(Failure::usage(format!(
                "{}: {name} is incomplete until the run ends; continue it with --resume",
                self.folder.display()
            )));
        };
        file.check(&self.folder).map_err(Failure::usage)?;
        Ok(self.folder.join(&file.name))
    }
}

/// Returns true if the reader of a pipe has closed it, which is not an error.
fn is_gone(error: &RunError) -> bool {
    let kind = std::io::ErrorKind::BrokenPipe;
    matches!(error, RunError::File { source, .. } if source.kind() == kind)
}

/// Source of the rows of a table.
enum Source {
    File(PathBuf),
    Text(String),
}

impl Source {
    fn write(
        &self,
        form: Form,
        table: &str,
        to: &mut dyn Write,
        target: &Path,
    ) -> Result<(), RunError> {
        match self {
            Source::File(path) => {
                let mut text = table::open(path).map_err(RunError::file(path))?;
                write(form, table, &mut text, path, to, target)
            }
            Source::Text(text) => {
                let path = Path::new(table);
                write(form, table, &mut text.as_bytes(), path, to, target)
            }
        }
    }
}

/// Writes a table in the given format. `table` is the name of its CSV file.
fn write(
    form: Form,
    table: &str,
    text: &mut dyn std::io::Read,
    source: &Path,
    to: &mut dyn Write,
    target: &Path,
) -> Result<(), RunError> {
    if form == Form::Csv {
        std::io::copy(text, to).map_err(RunError::file(target))?;
        return Ok(());
    }
    let damaged = |error: csv::Error| RunError::Damaged {
        path: source.to_path_buf(),
        problem: error.to_string(),
    };
    let mut reader = csv::Reader::from_reader(text);
    let header = reader.headers().map_err(damaged)?.clone();
    let columns: Vec<(&str, Holds)> = header
        .iter()
        .enumerate()
        .map(|(place, name)| (name, holds(table, place, name).unwrap_or(Holds::Text)))
        .collect();
    let mut rows = reader.records().map(|row| row.map_err(damaged));
    let mut put = |text: &str| {
        to.write_all(text.as_bytes())
            .map_err(RunError::file(target))
    };
    match form {
        Form::Json => {
            put("[")?;
            let mut between = "\n";
            for row in rows {
                let object = object(&columns, &row?);
                put(&format!("{between}{}", Value::Object(object)))?;
                between = ",\n";
            }
            put("\n]\n")
        }
        _ => {
            let sides = columns.iter().map(|(_, held)| match held {
                Holds::Text => ":--".to_string(),
                _ => "--:".to_string(),
            });
            put(&line(header.iter().map(plain)))?;
            put(&line(sides))?;
            rows.try_for_each(|row| put(&line(row?.iter().map(plain))))
        }
    }
}

/// Prefix of the columns of rule options in `cells.csv`.
const OPTION: &str = "set.";

/// Converts a row to a JSON object. Empty values become null; the rule options of a condition and histograms become
/// objects.
fn object(columns: &[(&str, Holds)], row: &csv::StringRecord) -> Map<String, Value> {
    let mut object = Map::new();
    let mut options = Map::new();
    for ((name, held), cell) in columns.iter().zip(row) {
        let value = match (held, *name) {
            _ if cell.is_empty() => Value::Null,
            (Holds::Text, "times") => histogram(cell).unwrap_or_else(|| Value::from(cell)),
            (Holds::Text | Holds::Seed, _) => Value::from(cell),
            _ => number(cell).unwrap_or_else(|| Value::from(cell)),
        };
        match name.strip_prefix(OPTION) {
            Some(option) => options.insert(option.to_string(), value),
            None => object.insert(name.to_string(), value),
        };
    }
    if !options.is_empty() {
        object.insert("set".to_string(), Value::Object(options));
    }
    object
}

/// Parses a JSON number; returns `None` for text and for values that JSON cannot represent, such as infinity.
fn number(cell: &str) -> Option<Value> {
    if let Ok(number) = cell.parse::<i64>() {
        return Some(Value::from(number));
    }
    let number = cell.parse::<f64>().ok()?;
    serde_json::Number::from_f64(number).map(Value::Number)
}

/// Parses a histogram of steps and counts, such as `3:12 4:1`, into a JSON object.
fn histogram(cell: &str) -> Option<Value> {
    let pairs = cell.split_whitespace().map(|pair| {
        let (step, count) = pair.split_once(':')?;
        Some((step.to_string(), number(count)?))
    });
    pairs.collect::<Option<Map<_, _>>>().map(Value::Object)
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: Form, table: &str, text: &str) -> String {
        let mut out = Vec::new();
        let path = Path::new(table);
        write(form, table, &mut text.as_bytes(), path, &mut out, path).unwrap();
        String::from_utf8(out).unwrap()
    }

    const TABLE: &str = "game_id,seed,game,players,seat,bot,score,rank,win,turns,decisions,nan,cell\n\
                         1,9,toy,2,1,0100,-3,1,0.5,4,5,7,2\n1,9,toy,2,2,\"a|b, c\",,2,1,4,5,8,2\n";

    #[test]
    fn csv_export_is_unchanged() {
        assert_eq!(written(Form::Csv, "games.csv", TABLE), TABLE);
    }

    #[test]
    fn json_export_distinguishes_numbers_strings_and_null() {
        let text = written(Form::Json, "games.csv", TABLE);
        let rows: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(rows[0]["bot"], "0100");
        assert_eq!(rows[0]["score"], -3);
        assert_eq!(rows[0]["win"], 0.5);
        assert_eq!(rows[0]["nan"], 7);
        assert_eq!(rows[0]["cell"], 2);
        assert!(rows[1]["score"].is_null());
        assert_eq!(rows[0].as_object().unwrap().len(), 13);
        let none = written(Form::Json, "games.csv", "game_id,seed\n");
        let none: Value = serde_json::from_str(&none).unwrap();
        assert_eq!(none, Value::Array(Vec::new()));
    }

    /// Names may be any text, including text that looks like a number or an empty value.
    #[test]
    fn json_export_has_objects_for_options_and_histograms() {
        let cells = "cell,name,players,bots,data,set.legacy,set.nan\n1,inf,2,a+b,,NaN,\n";
        let rows: Value = serde_json::from_str(&written(Form::Json, "cells.csv", cells)).unwrap();
        let wanted = serde_json::json!([{
            "cell": 1, "name": "inf", "players": 2, "bots": "a+b", "data": null,
            "set": {"legacy": "NaN", "nan": null}
        }]);
        assert_eq!(rows, wanted);
        let programs = "bot,times\nx,0:3 12:1\n";
        let rows: Value =
            serde_json::from_str(&written(Form::Json, "other.csv", programs)).unwrap();
        assert_eq!(rows[0]["times"], serde_json::json!({"0": 3, "12": 1}));
        assert_eq!(number("inf"), None);
    }

    #[test]
    fn markdown_export_escapes_cell_separators() {
        let text = "bot,seat,games,note\n7,1,3,\n\"a|b, c\",,1,\n";
        assert_eq!(
            written(Form::Markdown, "summary.csv", text),
            "| bot | seat | games | note |\n| :-- | --: | --: | :-- |\n\
             | 7 | 1 | 3 |  |\n| a\\|b, c |  | 1 |  |\n"
        );
    }
}
