//! What owners of a game are asked for fits the files that ship with the program.

use portolan::dataset::DataSet;
use portolan::games::GAMES;
use portolan::program::form::{Accepts, Rows};

#[test]
fn forms_name_files_and_columns_that_there_are() {
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

/// A drop-down list without a value that is accepted would keep it out.
#[test]
fn lists_hold_every_value_of_the_files() {
    let mut missing = Vec::new();
    for entry in GAMES {
        let set = DataSet::embedded(entry.files);
        for form in entry.forms {
            for (name, cell) in set.rows(form.file).iter().flatten() {
                let Some(column) = form.column(name) else {
                    continue;
                };
                let is_held = match column.values() {
                    _ if cell.is_empty() => column.may_be_empty,
                    Some(values) => values.contains(cell),
                    None => match column.accepts {
                        Accepts::Number(from, to) => cell
                            .parse()
                            .is_ok_and(|number| (from..=to).contains(&number)),
                        accepts => matches!(accepts, Accepts::Text | Accepts::Words(_)),
                    },
                };
                if !is_held {
                    missing.push(format!("{} {name} \"{cell}\"", form.file));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A spreadsheet shows what a column is in a box that holds so many letters.
#[test]
fn titles_and_texts_fit_a_spreadsheet() {
    for form in GAMES.iter().flat_map(|entry| entry.forms) {
        assert!(
            form.file.trim_end_matches(".csv").len() <= 31,
            "{}",
            form.file
        );
        for column in form.columns {
            assert!(column.name.len() <= 32, "{}", column.name);
            assert!(
                !column.help.is_empty() && !column.help.ends_with('.'),
                "{}",
                column.name
            );
        }
    }
}
