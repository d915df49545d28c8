//! Reads a completed workbook.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::rows::{self, PROVENANCE, may_change};
use super::super::working::WorkingSet;
use super::cells::{Book, Cells};
use super::shape::{
    ABOUT, FACT, LISTS, MARK, NUMBER, OWNER, PARTLY, REMOVE, STATE, UNKNOWN, WAS, place, worksheet,
};
use crate::ui::failure::Failure;
use portolan_core::column_schema::Form;
use portolan_core::csv_text::CsvText;
use portolan_core::dataset::DataProblem;
use portolan_core::prose::count;
use portolan_core::provenance::{DESIGNED, with_entered};
use portolan_core::suggestion::did_you_mean;

/// File with the changes from the workbook.
struct Filled {
    form: Form,
    table: CsvText,
    /// Row of the worksheet, from 0, for every row of the table that has one.
    places: Vec<Option<usize>>,
    /// Columns of the worksheet by name, from 0.
    columns: BTreeMap<String, usize>,
    changed: usize,
    added: usize,
    /// Rows of the table to be removed.
    removed: Vec<usize>,
}

/// Applies the entries of the workbook and returns a summary. Nothing is written if there is a problem. With
/// `force`, only problems of the workbook itself count.
pub fn read(work: &mut WorkingSet, path: &Path, force: bool) -> Result<String, Failure> {
    let shown = path.display();
    let unread = |error: &dyn std::fmt::Display| {
        Failure::usage(format!(
            "{shown}: {error}; expected a workbook that `portolan data new {} DIR --sheet` wrote",
            work.entry.name
        ))
    };
    let mut book = Book::open(path).map_err(|error| unread(&error))?;
    let about = book.cells(ABOUT).map_err(|error| unread(&error))?;
    if about.text(0, 0).as_deref() != Ok(MARK) {
        return Err(unread(&"its worksheet \"about\" was changed"));
    }
    let game = about.text(0, 1).unwrap_or_default();
    if game != work.entry.name {
        return Err(unread(&format!("it is for {game}")));
    }
    let names = book.names();
    let mut problems = unknown_worksheets(path, work, &names);
    let mut missing = Vec::new();
    let mut filled = Vec::new();
    for form in work.forms() {
        let name = worksheet(form.file);
        if names.iter().any(|known| known == name) {
            let cells = book.cells(name).map_err(|error| unread(&error))?;
            let sheet = Sheet { path, name, cells };
            filled.extend(sheet.fill(form, work.table(form.file), &mut problems));
        } else {
            let file = form.file;
            missing.push(format!(
                "{shown} has no worksheet {name}: {file} remains unchanged"
            ));
        }
    }
    for file in &mut filled {
        file.leave_out();
    }
    let tables: Vec<(&str, &CsvText)> = filled
        .iter()
        .map(|file| (file.form.file, &file.table))
        .collect();
    let told: Vec<String> = (work.new_problems(&tables).iter())
        .map(|problem| in_workbook(path, work, &filled, problem))
        .collect();
    if !problems.is_empty() {
        problems.extend(told);
        return Err(refusal(problems, "nothing was written"));
    }
    if !told.is_empty() && !force {
        return Err(refusal(
            told,
            "nothing was written; --force writes the set anyway",
        ));
    }
    let mut lines = told;
    let nothing = missing.len() + lines.len();
    lines.extend(missing);
    for file in &filled {
        if file.changed + file.added + file.removed.len() > 0 {
            work.save(file.form.file, &file.table)?;
            lines.push(format!(
                "{}: {} changed or confirmed, {} added, {} removed",
                file.form.file,
                count(file.changed as u64, "row"),
                file.added,
                file.removed.len()
            ));
        }
    }
    if lines.len() == nothing {
        lines.push("nothing was filled in".to_string());
    }
    Ok(lines.join("\n") + "\n")
}

/// Returns problems for worksheets that do not belong to a file, because their entries would be lost.
fn unknown_worksheets(path: &Path, work: &WorkingSet, names: &[String]) -> Vec<String> {
    let forms = work.forms();
    let files = || forms.iter().map(|form| worksheet(form.file));
    let own = [ABOUT, LISTS];
    let known = |name: &str| own.contains(&name) || files().any(|file| file == name);
    let unknown = names.iter().filter(|name| !known(name));
    let told = unknown.map(|name| {
        let meant = did_you_mean(
            &name.trim().to_lowercase().replace([' ', '-'], "_"),
            files(),
        );
        format!(
            "{}: worksheet \"{name}\" does not belong to any file of the set{meant}; worksheets: {}",
            path.display(),
            files().collect::<Vec<_>>().join(", ")
        )
    });
    told.collect()
}

fn refusal(mut problems: Vec<String>, end: &str) -> Failure {
    if problems.len() > 1 {
        problems.insert(0, format!("{} problems", problems.len()));
    }
    problems.push(end.to_string());
    Failure::usage(problems.join("\n"))
}

/// Describes a problem that the check of the game found, with its location in the workbook.
fn in_workbook(path: &Path, work: &WorkingSet, filled: &[Filled], problem: &DataProblem) -> String {
    let file = filled
        .iter()
        .find(|file| work.is_of(problem, file.form.file));
    let found = file.and_then(|file| {
        let is_at = |row: &usize| file.table.line(*row) == problem.line;
        let row = (0..file.table.rows.len()).find(is_at)?;
        Some((file, file.places[row]?))
    });
    let Some((file, row)) = found else {
        return problem.to_string();
    };
    let name = problem.column.as_str();
    let column = file.columns.get(name).map(|column| (*column, name));
    format!(
        "{}: \"{}\" found, expected {}",
        place(path, worksheet(file.form.file), row, column),
        problem.value,
        problem.expected
    )
}

/// A worksheet.
struct Sheet<'a> {
    path: &'a Path,
    name: &'a str,
    cells: Cells,
}

impl Sheet<'_> {
    /// Returns the table with the entries of the worksheet; `None` if the header has changed.
    fn fill(&self, form: Form, table: CsvText, problems: &mut Vec<String>) -> Option<Filled> {
        let columns = self.columns(&table, problems)?;
        let before = table.rows.len();
        let mut file = Filled {
            form,
            places: vec![None; before],
            table,
            columns,
            changed: 0,
            added: 0,
            removed: Vec::new(),
        };
        for row in 1..=self.cells.last_row() {
            if let Err(told) = self.row(&mut file, before, row) {
                problems.extend(told);
            }
        }
        Some(file)
    }

    /// Returns the columns by name.
    fn columns(
        &self,
        table: &CsvText,
        problems: &mut Vec<String>,
    ) -> Option<BTreeMap<String, usize>> {
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        let wanted = || table.columns.iter().map(String::as_str).chain([STATE, WAS]);
        for (column, name) in self.cells.header() {
            let Ok(name) = name else { continue };
            if found.insert(name.clone(), column).is_some() && wanted().any(|known| known == name) {
                let at = place(self.path, self.name, 0, Some((column, name)));
                problems.push(format!(
                    "{at}: a second column with this name; expected only one"
                ));
                return None;
            }
        }
        let missing: Vec<&str> = wanted().filter(|name| !found.contains_key(*name)).collect();
        if !missing.is_empty() {
            problems.push(format!(
                "{}: no column {}; expected the original header",
                place(self.path, self.name, 0, None),
                missing.join(", ")
            ));
            return None;
        }
        Some(found)
    }

    /// Applies one row. `before` is the number of rows in the file before any were added.
    fn row(&self, file: &mut Filled, before: usize, row: usize) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        let mut cell = |name: &str| {
            let column = file.columns[name];
            self.cells.text(row, column).unwrap_or_else(|found| {
                let at = place(self.path, self.name, row, Some((column, name)));
                wrong.push(format!(
                    "{at}: {found} found, expected text or a whole number"
                ));
                String::new()
            })
        };
        let (state, was) = (cell(STATE), cell(WAS));
        let cells: Vec<String> = file.table.columns.iter().map(|name| cell(name)).collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        if was.is_empty() && cells.iter().all(String::is_empty) {
            return Ok(());
        }
        let is_open = rows::is_open(&file.form);
        let mut states = vec![UNKNOWN, PARTLY, FACT, OWNER, DESIGNED, ""];
        states.extend(is_open.then_some(REMOVE));
        if !states.contains(&state.as_str()) {
            let expected = states.iter().filter(|state| !state.is_empty());
            let expected: Vec<&str> = expected.copied().collect();
            return Err(vec![self.complaint(
                file,
                row,
                STATE,
                &state,
                &expected.join(", "),
            )]);
        }
        if was.is_empty() {
            return self.add(file, row, cells, &state);
        }
        let at = self.find(file, before, row, &was)?;
        file.places[at.row] = Some(row);
        if state == REMOVE {
            may_change(&file.form, &file.table, at.row)
                .map_err(|expected| vec![self.complaint(file, row, STATE, REMOVE, &expected)])?;
            file.removed.push(at.row);
            return Ok(());
        }
        self.change(file, row, &at, &cells, &state)
    }

    fn complaint(
        &self,
        file: &Filled,
        row: usize,
        name: &str,
        found: &str,
        expected: &str,
    ) -> String {
        let column = file.columns.get(name).map(|column| (*column, name));
        let at = place(self.path, self.name, row, column);
        format!("{at}: \"{found}\" found, expected {expected}")
    }

    fn add(
        &self,
        file: &mut Filled,
        row: usize,
        mut cells: Vec<String>,
        state: &str,
    ) -> Result<(), Vec<String>> {
        if let Some(provenance) = file.table.place(PROVENANCE)
            && cells[provenance].is_empty()
        {
            cells[provenance] = match state {
                DESIGNED => DESIGNED.to_string(),
                _ => OWNER.to_string(),
            };
        }
        file.table.add(cells);
        let added = file.table.rows.len() - 1;
        if let Err(expected) = may_change(&file.form, &file.table, added) {
            file.table.remove(added);
            let at = place(self.path, self.name, row, None);
            return Err(vec![format!("{at}: a new row found, but {expected}")]);
        }
        file.places.push(Some(row));
        file.added += 1;
        Ok(())
    }

    /// Returns the row of the table from which a row of the worksheet was created.
    fn find(
        &self,
        file: &Filled,
        before: usize,
        row: usize,
        was: &str,
    ) -> Result<Origin, Vec<String>> {
        let cells: Result<BTreeMap<String, String>, _> = serde_json::from_str(was);
        let complaint = |expected: &str| vec![self.complaint(file, row, WAS, was, expected)];
        let cells = cells.map_err(|_| {
            complaint("the original content of this cell, or an empty cell in a new row")
        })?;
        let table = &file.table;
        let is_free = |at: &usize| *at < before && file.places[*at].is_none();
        let same = |at: usize, name: &str| {
            cells
                .get(name)
                .is_some_and(|cell| cell == table.cell(at, name))
        };
        let is_same = |at: &usize| table.columns.iter().all(|name| same(*at, name));
        let number = cells
            .get(NUMBER)
            .and_then(|number| number.parse::<usize>().ok());
        let own = number
            .and_then(|number| number.checked_sub(1))
            .filter(is_free);
        let found = match file.form.key {
            Some(key) => (0..before).filter(is_free).find(|at| same(*at, key)),
            None => own
                .filter(is_same)
                .or_else(|| (0..before).filter(is_free).find(is_same))
                .or(own.filter(|at| file.form.given.iter().all(|name| same(*at, name)))),
        };
        let found = found.ok_or_else(|| complaint("a row of the set that occurs only once"))?;
        Ok(Origin { row: found, cells })
    }

    /// Applies the changed values.
    fn change(
        &self,
        file: &mut Filled,
        row: usize,
        at: &Origin,
        cells: &[String],
        state: &str,
    ) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        let mut new: Vec<(usize, String)> = Vec::new();
        let mut entered: Vec<&str> = Vec::new();
        for (column, (name, cell)) in file.table.columns.iter().zip(cells).enumerate() {
            let (was, now) = (
                at.cells.get(name).map_or("", |was| was),
                file.table.cell(at.row, name),
            );
            if cell == was {
                continue;
            }
            if file.form.key == Some(name.as_str()) {
                let expected = format!("{was}: this cell identifies the row");
                wrong.push(self.complaint(file, row, name, cell, &expected));
            } else if now != was && now != cell {
                let expected = format!(
                    "\"{was}\" or \"{now}\", which was entered since the workbook was written"
                );
                wrong.push(self.complaint(file, row, name, cell, &expected));
            }
            entered.push(name);
            new.push((column, cell.clone()));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let asked = rows::asked(&file.form, &file.table);
        if state == OWNER {
            entered.extend(&asked);
        }
        let before = file.table.cell(at.row, PROVENANCE).to_string();
        let provenance = match state {
            DESIGNED => DESIGNED.to_string(),
            _ => with_entered(&before, &entered, &asked),
        };
        // A provenance that the owner has entered takes precedence.
        if !entered.contains(&PROVENANCE)
            && provenance != before
            && let Some(place) = file.table.place(PROVENANCE)
        {
            new.push((place, provenance));
        }
        if !new.is_empty() {
            let cells = new.iter().map(|(place, cell)| (*place, cell.as_str()));
            file.table.set(at.row, cells);
            file.changed += 1;
        }
        Ok(())
    }
}

/// Row of the table from which a worksheet row was created, with its original values.
struct Origin {
    row: usize,
    cells: BTreeMap<String, String>,
}

impl Filled {
    /// Removes the rows that are marked for removal.
    fn leave_out(&mut self) {
        self.removed.sort_unstable();
        for &row in self.removed.iter().rev() {
            self.table.remove(row);
            self.places.remove(row);
        }
    }
}
