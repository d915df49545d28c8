//! The forms for entering component data agree with the shipped files.

use std::collections::BTreeSet;

use portolan::dataset::DataSet;
use portolan::games::{GAMES, GameEntry};
use portolan_core::column_schema::{Accepts, Rows};

#[test]
fn forms_name_existing_files_and_columns() {
    for entry in GAMES {
        let set = DataSet::embedded(entry.files);
        for form in entry.forms {
            let rows = set.rows(form.file);
            let header: Vec<&str> = rows[0].iter().map(|(column, _)| column.as_str()).collect();
            let told = form.columns.iter().map(|column| column.name);
            let open = match form.rows {
                Rows::OpenWhere(column, _) => Some(column),
                Rows::Fixed | Rows::Open => None,
            };
            for column in told
                .chain(form.key)
                .chain(open)
                .chain(form.given.iter().copied())
            {
                assert!(header.contains(&column), "{} {column}", form.file);
            }
            let is_key = |column: &str| form.key == Some(column);
            let keys: Vec<&String> = (rows.iter().flatten())
                .filter(|(column, _)| is_key(column))
                .map(|(_, cell)| cell)
                .collect();
            let mut once = keys.clone();
            once.sort();
            once.dedup();
            assert_eq!(once.len(), keys.len(), "{}", form.file);
        }
    }
}

#[test]
fn forms_accept_every_value_of_the_files() {
    let mut missing = Vec::new();
    for entry in GAMES {
        let set = DataSet::embedded(entry.files);
        for form in entry.forms {
            for (name, cell) in set.rows(form.file).iter().flatten() {
                let Some(column) = form.column(name) else {
                    continue;
                };
                let is_held = match column.accepts {
                    _ if cell.is_empty() => column.may_be_empty,
                    Accepts::Text | Accepts::Words(_) | Accepts::Described(_) => true,
                    Accepts::Number(from, to) => cell
                        .parse()
                        .is_ok_and(|number| (from..=to).contains(&number)),
                    Accepts::OneOf(_) | Accepts::Pair(..) => column.listed().contains(cell),
                };
                if !is_held {
                    missing.push(format!("{} {name} \"{cell}\"", form.file));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn help_texts_are_phrases_without_a_full_stop() {
    for form in GAMES.iter().flat_map(|entry| entry.forms) {
        for column in form.columns {
            assert!(
                !column.help.is_empty() && !column.help.ends_with('.'),
                "{}",
                column.name
            );
        }
    }
}

/// Returns the results of the check for each row of a file with this value in a column: the expected values, or `None`
/// if the value is accepted. For long files, only some rows are checked.
fn judged<'a>(
    entry: &'a GameEntry,
    file: &'a str,
    column: &'a str,
    value: &'a str,
) -> impl Iterator<Item = Option<String>> + 'a {
    const SOME: usize = 6;
    let set = DataSet::embedded(entry.files);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(set.text(file).as_bytes());
    let records: Vec<Vec<String>> = (reader.records())
        .map(|record| record.unwrap().iter().map(str::to_string).collect())
        .collect();
    let place = records[0].iter().position(|name| name == column).unwrap();
    let step = records.len().div_ceil(2 * SOME);
    let rows = (1..records.len()).step_by(step);
    rows.map(move |row| {
        let mut changed = records.clone();
        changed[row][place] = value.to_string();
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in &changed {
            writer.write_record(record).unwrap();
        }
        let mut set = set.clone();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        set.files.insert(file.to_string(), text);
        let problems = (entry.check)(&set).into_iter();
        let mut of_cell = problems.filter(|problem| {
            let at = (problem.file.as_str(), problem.column.as_str());
            at == (file, column) && problem.value == value && !problem.is_warning()
        });
        of_cell.next().map(|problem| problem.expected)
    })
}

/// A form must accept exactly the numbers that the check accepts.
#[test]
fn forms_and_check_accept_the_same_numbers() {
    for entry in GAMES {
        for form in entry.forms {
            for column in form.columns {
                let Accepts::Number(from, to) = column.accepts else {
                    continue;
                };
                let somewhere = |value: i32| {
                    let value = value.to_string();
                    let mut judged = judged(entry, form.file, column.name, &value);
                    judged.any(|problem| problem.is_none())
                };
                // A file without rows cannot be compared.
                if judged(entry, form.file, column.name, "1").next().is_none() {
                    continue;
                }
                let (from, to) = (i32::from(from), i32::from(to));
                let ends = [somewhere(from), somewhere(to)];
                assert_eq!(ends, [true; 2], "{} {}", form.file, column.name);
                for beyond in [from - 1, to + 1] {
                    assert!(!somewhere(beyond), "{} {} {beyond}", form.file, column.name);
                }
            }
        }
    }
}

/// The form lists the values that the check accepts.
#[test]
fn forms_and_check_accept_the_same_names() {
    let mut compared = 0;
    for entry in GAMES {
        for form in entry.forms {
            for column in form.columns {
                let Accepts::OneOf(values) = column.accepts else {
                    continue;
                };
                // Some rows accept fewer values: the first location of the map is the start.
                let mut accepted = BTreeSet::new();
                for expected in judged(entry, form.file, column.name, "zzz").flatten() {
                    if let Some(list) = expected.strip_prefix("one of ") {
                        let names = list.split(", as ").next().unwrap().split(", ");
                        accepted.extend(names.map(str::to_string));
                    }
                }
                if !accepted.is_empty() {
                    let listed = values.iter().map(|value| value.to_string()).collect();
                    assert_eq!(accepted, listed, "{} {}", form.file, column.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 8, "{compared} lists");
}

/// Findings contain the hash of the data, which is computed from the bytes of the files, so tables must not have
/// optional quotes.
#[test]
fn shipped_tables_are_in_canonical_form() {
    for entry in [
        &portolan::games::maracaibo::ENTRY,
        &portolan::games::endeavor::ENTRY,
    ] {
        for (name, text) in entry
            .files
            .iter()
            .filter(|(name, _)| name.ends_with(".csv"))
        {
            let hashed = portolan::dataset::canonical(name, text);
            assert!(hashed == text.as_bytes(), "{}: {name}", entry.name);
        }
    }
}
