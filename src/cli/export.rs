//! `portolan export`: a table of a run, in the form that other programs and pages take.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use super::failure::Failure;
use portolan_core::files::read_text;
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::names::{EVENTS, GAMES, LUCK, STREAMED, SUMMARY};
use portolan_engine::results::parquet;
use portolan_engine::results::table::{self, write_file};
use portolan_report::{effects, one_run, render::plain};
use portolan_study::error::ReadError;

/// Write a table of a run as CSV, JSON, Parquet or Markdown
///
/// The table goes to stdout, or into the file that --out names. JSON is an array with an object for every row: numbers
/// where the column holds numbers, null where it is empty. Tables of any size are written row by row.
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
    /// Typed columns; only in a program built with --features parquet
    Parquet,
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
    /// A row for each bot, or bot and cell
    Summary,
    /// A row for each mean with the luck subtracted, of runs with variance
    Luck,
    /// A row for each estimate of the report, computed again
    Effects,
}

impl Which {
    fn file(self) -> &'static str {
        match self {
            Which::Games => STREAMED[GAMES],
            Which::Events => STREAMED[EVENTS],
            Which::Summary => SUMMARY,
            Which::Luck => LUCK,
            Which::Effects => "effects.csv",
        }
    }
}

impl ExportArgs {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        if let Some(out) = self.out.as_ref().filter(|out| !self.force && out.exists()) {
            return Err(Failure::usage(format!(
                "{} exists; --force replaces it",
                out.display()
            )));
        }
        if self.format == Form::Parquet {
            return self.parquet();
        }
        let source = self.source()?;
        match &self.out {
            Some(out) => {
                write_file(out, 0, |to| source.write(self.format, to, out))?;
                Ok(())
            }
            None => {
                let stdout = Path::new("stdout");
                let mut to = BufWriter::new(std::io::stdout().lock());
                let written = source.write(self.format, &mut to, stdout);
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
        let (table, rows) = self.whole_file()?;
        Ok(Source::File(table, rows))
    }

    /// The file of the table and its rows, once it was found to be what was written.
    fn whole_file(&self) -> Result<(PathBuf, u64), Failure> {
        if !self.folder.is_dir() {
            return Err(ReadError::NoFolder(self.folder.clone()).into());
        }
        let manifest = Manifest::read(&self.folder)?;
        let manifest = manifest.ok_or_else(|| ReadError::NoManifest(self.folder.clone()))?;
        let name = self.table.file();
        if self.table == Which::Luck && manifest.experiment.variance.is_none() {
            return Err(Failure::usage(format!(
                "{}: no luck was estimated; `variance = \"net\"` in the experiment or --variance net does that",
                self.folder.display()
            )));
        }
        let Some(file) = manifest.table(name) else {
            return Err(Failure::usage(format!(
                "{}: {name} is incomplete until the run ends; continue it with --resume",
                self.folder.display()
            )));
        };
        file.check(&self.folder).map_err(Failure::usage)?;
        Ok((self.folder.join(&file.name), file.rows))
    }

    fn parquet(&self) -> Result<(), Failure> {
        let Some(out) = &self.out else {
            return Err(Failure::usage(
                "--format parquet is no text: --out names the file that it is written to",
            ));
        };
        parquet::require().map_err(|_| {
            Failure::usage(
                "--format parquet: this program was built without it; build it with: \
                 cargo build --release --features parquet",
            )
        })?;
        match (self.table, self.source()?) {
            (Which::Games | Which::Events, Source::File(table, rows)) => {
                parquet::export(&table, rows, out)?;
            }
            (_, Source::File(table, _)) => {
                let text = read_text(&table).map_err(RunError::file(&table))?;
                parquet::export_text(&text, &table, out)?;
            }
            (table, Source::Text(text)) => {
                parquet::export_text(&text, Path::new(table.file()), out)?;
            }
        }
        Ok(())
    }
}

/// Whether the reader of a pipe has gone away, which is no error.
fn is_gone(error: &RunError) -> bool {
    let kind = std::io::ErrorKind::BrokenPipe;
    matches!(error, RunError::File { source, .. } if source.kind() == kind)
}

/// Where the rows of a table are.
enum Source {
    /// In a file, and how many.
    File(PathBuf, u64),
    Text(String),
}

impl Source {
    fn write(&self, form: Form, to: &mut dyn Write, target: &Path) -> Result<(), RunError> {
        match self {
            Source::File(path, _) => {
                let mut text = table::open(path).map_err(RunError::file(path))?;
                write(form, &mut text, path, to, target)
            }
            Source::Text(text) => {
                let path = Path::new(Which::Effects.file());
                write(form, &mut text.as_bytes(), path, to, target)
            }
        }
    }
}

/// Columns that hold names, which may look like numbers.
const NAMES: [&str; 13] = [
    "game", "bot", "event", "item", "cell", "question", "section", "of", "against", "measure",
    "unit", "level", "name",
];

fn write(
    form: Form,
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
    let mut rows = reader.records().map(|row| row.map_err(damaged)).peekable();
    let mut put = |text: &str| {
        to.write_all(text.as_bytes())
            .map_err(RunError::file(target))
    };
    match form {
        Form::Json => {
            put("[")?;
            let mut between = "\n";
            for row in rows {
                let object = object(&header, &row?);
                put(&format!("{between}{}", Value::Object(object)))?;
                between = ",\n";
            }
            put("\n]\n")
        }
        _ => {
            let first = rows.peek().and_then(|row| row.as_ref().ok()).cloned();
            let right = |column: usize| {
                let cell = first.as_ref().and_then(|row| row.get(column));
                let is_name = NAMES.contains(&&header[column]);
                !is_name && cell.is_some_and(|cell| cell.parse::<f64>().is_ok())
            };
            let sides = (0..header.len()).map(|column| if right(column) { "--:" } else { ":--" });
            put(&line(header.iter().map(plain)))?;
            put(&line(sides.map(str::to_string)))?;
            rows.try_for_each(|row| put(&line(row?.iter().map(plain))))
        }
    }
}

fn object(header: &csv::StringRecord, row: &csv::StringRecord) -> Map<String, Value> {
    let cells = header.iter().zip(row);
    let value = |(name, cell): (&str, &str)| {
        let number = || match cell.parse::<i64>() {
            Ok(number) => Some(Value::from(number)),
            Err(_) => cell.parse::<f64>().ok().map(Value::from),
        };
        let value = match (NAMES.contains(&name), cell) {
            (true, _) => Value::from(cell),
            (false, "") => Value::Null,
            (false, _) => number().unwrap_or_else(|| Value::from(cell)),
        };
        (name.to_string(), value)
    };
    cells.map(value).collect()
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: Form, text: &str) -> String {
        let mut out = Vec::new();
        let path = Path::new("table");
        write(form, &mut text.as_bytes(), path, &mut out, path).unwrap();
        String::from_utf8(out).unwrap()
    }

    const TABLE: &str = "game,seat,bot,score,win\ntoy,1,7,-3,0.5\ntoy,2,\"a|b, c\",,1\n";

    #[test]
    fn csv_stays_as_it_is() {
        assert_eq!(written(Form::Csv, TABLE), TABLE);
    }

    #[test]
    fn json_has_numbers_names_and_nothing() {
        let rows: Value = serde_json::from_str(&written(Form::Json, TABLE)).unwrap();
        assert_eq!(rows[0]["bot"], "7");
        assert_eq!(rows[0]["score"], -3);
        assert_eq!(rows[0]["win"], 0.5);
        assert!(rows[1]["score"].is_null());
        let keys: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 5);
        let none: Value = serde_json::from_str(&written(Form::Json, "a,b\n")).unwrap();
        assert_eq!(none, Value::Array(Vec::new()));
    }

    #[test]
    fn markdown_keeps_names_in_their_cells() {
        assert_eq!(
            written(Form::Markdown, TABLE),
            "| game | seat | bot | score | win |\n| :-- | --: | :-- | --: | --: |\n\
             | toy | 1 | 7 | -3 | 0.5 |\n| toy | 2 | a\\|b, c |  | 1 |\n"
        );
    }
}
