//! Conversion of a table to a Parquet file. Rows are processed in groups, so that the memory use does not depend on the
//! size of the table.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::{WriterProperties, WriterVersion};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::Type;

use crate::results::columns::{Holds, OF_EVENTS, OF_GAMES, OF_LUCK, holds};
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::manifest::VERSION;
use crate::results::names::COMPRESSED;
use crate::results::table::{self, Counted, write_file};

/// Number of rows per group. Changing it changes the bytes of the files.
const GROUP: usize = 1 << 18;

/// Converts a table with this number of rows to a Parquet file.
///
/// # Errors
/// [`RunError`] if the table cannot be read or the file cannot be written.
pub fn from_table(source: &Path, rows: u64, target: &Path) -> Result<FileRecord, RunError> {
    let text = table::open(source).map_err(RunError::file(source))?;
    let column = |index: usize, name: &str| Column::new(index, name);
    from_text(text, column, (source, rows), target)
}

/// Converts a small table to a Parquet file. Numeric columns become doubles with NaN for empty fields, all others text.
/// The types of an unknown table are inferred: a column is numeric if all its values are numbers.
///
/// # Errors
/// Same as [`from_table`].
pub fn from_small(text: &str, source: &Path, target: &Path) -> Result<FileRecord, RunError> {
    let rows: Vec<csv::StringRecord> = csv::Reader::from_reader(text.as_bytes())
        .records()
        .collect::<Result<_, _>>()
        .map_err(|error| RunError::Damaged {
            path: source.to_path_buf(),
            problem: error.to_string(),
        })?;
    let plain = source
        .file_name()
        .map_or("".into(), |name| name.to_string_lossy());
    let plain = plain.strip_suffix(COMPRESSED).unwrap_or(&plain);
    let column = |index: usize, name: &str| {
        let cells = rows.iter().filter_map(|row| row.get(index));
        let told: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        let numbers = told.iter().all(|cell| cell.parse::<f64>().is_ok());
        let of_numbers = match holds(plain, index, name) {
            Some(held) => held != Holds::Text,
            None => numbers && !told.is_empty(),
        };
        match of_numbers {
            true => Column::Shares(Vec::new()),
            false => Column::Texts(Vec::new(), HashMap::new()),
        }
    };
    from_text(text.as_bytes(), column, (source, rows.len() as u64), target)
}

fn from_text(
    text: impl io::Read,
    column: impl Fn(usize, &str) -> Column,
    (source, rows): (&Path, u64),
    target: &Path,
) -> Result<FileRecord, RunError> {
    let mut reader = csv::Reader::from_reader(text);
    let damaged = |problem: String| RunError::Damaged {
        path: source.to_path_buf(),
        problem,
    };
    let header = reader
        .headers()
        .map_err(|error| damaged(error.to_string()))?
        .clone();
    let mut columns: Vec<Column> = header
        .iter()
        .enumerate()
        .map(|(index, name)| column(index, name))
        .collect();
    let unwritten = |error: ParquetError| RunError::File {
        path: target.to_path_buf(),
        source: match error {
            ParquetError::External(source) => io::Error::other(source),
            other => io::Error::other(other),
        },
    };
    write_file(target, rows, |out| {
        let mut file = open(out, &header, &columns).map_err(unwritten)?;
        let mut record = csv::StringRecord::new();
        let mut held = 0;
        while reader
            .read_record(&mut record)
            .map_err(|error| damaged(error.to_string()))?
        {
            for (column, field) in columns.iter_mut().zip(&record) {
                column.push(field).ok_or_else(|| {
                    let line = record.position().map_or(0, csv::Position::line);
                    damaged(format!("line {line}: unexpected value \"{field}\""))
                })?;
            }
            held += 1;
            if held == GROUP {
                write_group(&mut file, &mut columns).map_err(unwritten)?;
                held = 0;
            }
        }
        if held > 0 {
            write_group(&mut file, &mut columns).map_err(unwritten)?;
        }
        file.close().map_err(unwritten)?;
        Ok(())
    })
}

fn open<'out>(
    out: &'out mut Counted,
    names: &csv::StringRecord,
    columns: &[Column],
) -> Result<SerializedFileWriter<&'out mut Counted>, ParquetError> {
    let fields = names
        .iter()
        .zip(columns)
        .map(|(name, column)| column.field(name).map(Arc::new))
        .collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("table")
        .with_fields(fields)
        .build()?;
    // Omit the time and the version of the library, so that the bytes depend only on the rows.
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(format!("portolan version {VERSION}"))
        .set_compression(Compression::SNAPPY)
        .build();
    SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
}

fn write_group(
    file: &mut SerializedFileWriter<&mut Counted>,
    columns: &mut [Column],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for column in columns {
        column.write(&mut group)?;
    }
    group.close()?;
    Ok(())
}

/// Values of a column in the current group.
enum Column {
    /// Game numbers and seeds below 2^63.
    Ids(Vec<i64>),
    /// Counts.
    Numbers(Vec<i32>),
    /// Shares and other fractional numbers, without NaN.
    Shares(Vec<f64>),
    /// Names with few distinct values. Each distinct name is stored once.
    Texts(Vec<ByteArray>, HashMap<String, ByteArray>),
}

impl Column {
    /// Returns an empty column for this index and name. After the common columns of a table come score categories, luck
    /// and the condition; an undeclared column is an integer column.
    fn new(index: usize, name: &str) -> Column {
        let declared = [OF_GAMES, OF_EVENTS].map(|columns| columns.get(index));
        let mut declared = declared.into_iter().flatten().chain(OF_LUCK);
        match declared
            .find(|column| column.name == name)
            .map_or(Holds::Number, |column| column.holds)
        {
            Holds::Id | Holds::Seed => Column::Ids(Vec::new()),
            Holds::Number => Column::Numbers(Vec::new()),
            Holds::Share => Column::Shares(Vec::new()),
            Holds::Text => Column::Texts(Vec::new(), HashMap::new()),
        }
    }

    fn field(&self, name: &str) -> Result<Type, ParquetError> {
        let (physical, logical) = match self {
            Column::Ids(_) => (Physical::INT64, None),
            Column::Numbers(_) => (Physical::INT32, None),
            Column::Shares(_) => (Physical::DOUBLE, None),
            Column::Texts(..) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build()
    }

    /// Parses and appends a field, or returns `None` if it is not a valid value.
    fn push(&mut self, field: &str) -> Option<()> {
        fn parse<T: FromStr>(values: &mut Vec<T>, field: &str) -> Option<()> {
            values.push(field.parse().ok()?);
            Some(())
        }
        match self {
            Column::Ids(values) => parse(values, field),
            Column::Numbers(values) => parse(values, field),
            Column::Shares(values) if field.is_empty() => {
                values.push(f64::NAN);
                Some(())
            }
            Column::Shares(values) => parse(values, field),
            Column::Texts(values, known) => {
                let text = match known.get(field) {
                    Some(text) => text.clone(),
                    None => {
                        let text = ByteArray::from(field);
                        known.insert(field.to_string(), text.clone());
                        text
                    }
                };
                values.push(text);
                Some(())
            }
        }
    }

    /// Writes the values and clears the column.
    fn write(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, &mut Counted>,
    ) -> Result<(), ParquetError> {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("too few columns".to_string()));
        };
        match self {
            Column::Ids(values) => {
                let writer = column.typed::<Int64Type>();
                writer.write_batch(values, None, None)?;
                values.clear();
            }
            Column::Numbers(values) => {
                let writer = column.typed::<Int32Type>();
                writer.write_batch(values, None, None)?;
                values.clear();
            }
            Column::Shares(values) => {
                let writer = column.typed::<DoubleType>();
                writer.write_batch(values, None, None)?;
                values.clear();
            }
            Column::Texts(values, _) => {
                let writer = column.typed::<ByteArrayType>();
                writer.write_batch(values, None, None)?;
                values.clear();
            }
        }
        column.close()
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    use super::*;
    use crate::results::columns::{EVENT_COLUMNS, GAME_COLUMNS};

    fn games(rows: usize) -> String {
        let mut text = format!("{GAME_COLUMNS},event,cell\n");
        for row in 0..rows {
            let bot = ["random", "\"greedy, slow\""][row % 2];
            let win = ["0.3333333333333333", "0", "1"][row % 3];
            let seed = i64::MAX - row as i64;
            text.push_str(&format!(
                "{row},{seed},toy,2,1,{bot},{},1,{win},9,21,-7,2\n",
                10 - row as i32
            ));
        }
        text
    }

    /// Returns the column names and all rows, with every field as text in CSV notation.
    fn read_back(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let schema = reader.metadata().file_metadata().schema();
        let names = schema.get_fields().iter().map(|field| field.name());
        let names = names.map(str::to_string).collect();
        let rows = reader.get_row_iter(None).unwrap().map(|row| {
            row.unwrap()
                .get_column_iter()
                .map(|(_, field)| match field {
                    Field::Int(number) => number.to_string(),
                    Field::Long(number) => number.to_string(),
                    Field::Double(number) => number.to_string(),
                    Field::Str(text) => text.clone(),
                    other => panic!("{other:?}"),
                })
                .collect()
        });
        (names, rows.collect())
    }

    #[test]
    fn parquet_rows_match_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("games.csv");
        let target = folder.path().join("games.parquet");
        let count = GROUP + 3;
        std::fs::write(&source, games(count)).unwrap();
        let record = from_table(&source, count as u64, &target).unwrap();
        record.check(folder.path()).unwrap();
        assert_eq!(
            (record.name.as_str(), record.rows),
            ("games.parquet", count as u64)
        );
        let (names, rows) = read_back(&target);
        let mut reader = csv::Reader::from_path(&source).unwrap();
        assert_eq!(names, reader.headers().unwrap().iter().collect::<Vec<_>>());
        assert_eq!(rows.len(), count);
        for (row, record) in rows.iter().zip(reader.records()) {
            assert_eq!(*row, record.unwrap().iter().collect::<Vec<_>>());
        }
        let metadata = SerializedFileReader::new(File::open(&target).unwrap()).unwrap();
        assert_eq!(metadata.num_row_groups(), 2);
        // A second conversion gives identical bytes.
        let again = from_table(&source, count as u64, &target).unwrap();
        assert_eq!(again, record);
    }

    #[test]
    fn parquet_of_an_empty_table_has_its_columns() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("events.csv");
        let target = folder.path().join("events.parquet");
        std::fs::write(&source, format!("{EVENT_COLUMNS}\n")).unwrap();
        from_table(&source, 0, &target).unwrap();
        let (names, rows) = read_back(&target);
        assert_eq!(names.join(","), EVENT_COLUMNS);
        assert!(rows.is_empty());
    }

    #[test]
    fn small_table_column_types_are_inferred_from_its_cells() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("effects.parquet");
        let text = "of,value,low,q\n7,0.5,,\n0100,2,-1,\n";
        for (table, of, q) in [
            ("effects.csv", ["7", "0100"], "NaN"),
            ("other.csv", ["7", "100"], ""),
        ] {
            from_small(text, Path::new(table), &target).unwrap();
            let (names, rows) = read_back(&target);
            assert_eq!(names, ["of", "value", "low", "q"]);
            let wanted = [[of[0], "0.5", "NaN", q], [of[1], "2", "-1", q]];
            assert_eq!(rows, wanted, "{table}");
        }
    }

    #[test]
    fn non_numeric_value_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("games.csv");
        let target = folder.path().join("games.parquet");
        std::fs::write(&source, games(3).replacen(",10,1,", ",ten,1,", 1)).unwrap();
        let told = from_table(&source, 3, &target).unwrap_err().to_string();
        assert!(
            told.ends_with("games.csv: line 2: unexpected value \"ten\""),
            "{told}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
