//! Guides the owner through a data set, file by file, from one unknown row to the next.

use super::row::{self, Next, Target};
use super::rows::{find, is_known, is_open, label};
use super::talk::Talk;
use super::working::WorkingSet;
use crate::ui::failure::Failure;
use crate::ui::table::aligned;
use portolan_core::column_schema::Form;
use portolan_core::suggestion::did_you_mean;

/// Starting point on the command line.
pub struct StartingPoint {
    /// File to start with; `None` to choose one.
    pub file: Option<String>,
    /// Single row to be entered.
    pub row: Option<String>,
    /// True to add a row.
    pub add: bool,
    /// True to remove the row.
    pub remove: bool,
}

/// Guides the owner through the set until the owner quits.
pub fn walk(work: &mut WorkingSet, talk: &mut Talk, start: &StartingPoint) -> Result<(), Failure> {
    let forms = work.forms();
    if !work.problems().is_empty() {
        let first = &work.problems()[0];
        talk.say(&format!("The set cannot be played yet: {first}"))?;
    }
    if let Some(name) = &start.file {
        let form = named(&forms, name).map_err(Failure::usage)?;
        return of_file(work, talk, &form, start);
    }
    while let Some(form) = choose(work, talk, &forms)? {
        if rows(work, talk, &form)? == Way::Away {
            break;
        }
    }
    Ok(())
}

/// Choice of the owner after a file.
#[derive(PartialEq, Eq)]
enum Way {
    On,
    Away,
}

fn named(forms: &[Form], name: &str) -> Result<Form, String> {
    let file = match name.ends_with(".csv") {
        true => name.to_string(),
        false => format!("{name}.csv"),
    };
    let form = forms.iter().find(|form| form.file == file).copied();
    form.ok_or_else(|| {
        let known = forms.iter().map(|form| form.file);
        format!(
            "no file \"{name}\"{}; files: {}",
            did_you_mean(&file, known.clone()),
            known.collect::<Vec<_>>().join(", ")
        )
    })
}

/// Handles the file and row from the command line.
fn of_file(
    work: &mut WorkingSet,
    talk: &mut Talk,
    form: &Form,
    start: &StartingPoint,
) -> Result<(), Failure> {
    if start.add {
        return match is_open(form) {
            true => row::ask(work, talk, form, Target::New).map(|_| ()),
            false => Err(Failure::usage(format!(
                "{} has a fixed number of rows",
                form.file
            ))),
        };
    }
    let Some(name) = &start.row else {
        return rows(work, talk, form).map(|_| ());
    };
    let row = find(form, &work.table(form.file), name)
        .ok_or_else(|| Failure::usage(no_row(work, form, name)))?;
    match start.remove {
        true => row::remove(work, talk, form, row).map(|_| ()),
        false => row::ask(work, talk, form, Target::Whole(row)).map(|_| ()),
    }
}

fn no_row(work: &WorkingSet, form: &Form, name: &str) -> String {
    let table = work.table(form.file);
    let labels: Vec<String> = (0..table.rows.len())
        .map(|row| label(form, &table, row))
        .collect();
    let known = labels.iter().map(String::as_str);
    let (first, last) = (labels.first(), labels.last());
    let range = first.zip(last).map_or(String::new(), |(first, last)| {
        format!("; rows: {first} to {last}")
    });
    format!(
        "{} has no row \"{name}\"{}{range}",
        form.file,
        did_you_mean(name, known)
    )
}

/// Lets the owner choose a file. Returns `None` to quit.
fn choose(work: &WorkingSet, talk: &mut Talk, forms: &[Form]) -> Result<Option<Form>, Failure> {
    let unknown = |form: &Form| {
        let counts = work.counts(form.file);
        counts.total() - counts.fact()
    };
    let lines = forms.iter().enumerate().map(|(index, form)| {
        let (number, left) = (index + 1, unknown(form));
        vec![number.to_string(), form.file.to_string(), left.to_string()]
    });
    let header = ["", "file", "unknown rows"];
    talk.show(&format!("\n{}", aligned("rlr", &header, lines.collect())))?;
    let first = forms.iter().find(|form| unknown(form) > 0);
    let offer = first.map_or(String::new(), |form| format!("Enter for {}, ", form.file));
    loop {
        let Some(answer) = talk.ask(&format!("Which file ({offer}or quit)?"))? else {
            return Ok(None);
        };
        let number = answer.parse::<usize>().ok().filter(|number| *number > 0);
        let found = match (answer.as_str(), number) {
            ("quit", _) => return Ok(None),
            ("", _) => first
                .copied()
                .ok_or("all rows are facts; enter the name of a file".to_string()),
            (_, Some(number)) if number <= forms.len() => Ok(forms[number - 1]),
            (name, _) => named(forms, name),
        };
        match found {
            Ok(form) => return Ok(Some(form)),
            Err(problem) => talk.say(&problem)?,
        }
    }
}

/// Guides the owner through the unknown rows of a file, or to the rows that the owner selects.
fn rows(work: &mut WorkingSet, talk: &mut Talk, form: &Form) -> Result<Way, Failure> {
    let unknown = |work: &WorkingSet, range: std::ops::Range<usize>, last: bool| {
        let table = work.table(form.file);
        let range = range.start..range.end.min(table.rows.len());
        let mut rows = range.filter(|&row| !is_known(&table, row));
        if last { rows.next_back() } else { rows.next() }
    };
    let table = work.table(form.file);
    let unfinished = |label: String| match find(form, &table, &label) {
        Some(row) if is_known(&table, row) => Some((row, Target::Whole(row))),
        Some(row) => Some((row, Target::Rest(row))),
        None => label.is_empty().then_some((0, Target::New)),
    };
    let unfinished = talk.drafts(work, form).into_keys().find_map(unfinished);
    let first = || unknown(work, 0..usize::MAX, false).map(|row| (row, Target::Rest(row)));
    let Some((mut at, mut target)) = unfinished.or_else(first) else {
        talk.say(&format!(
            "all rows of {} are facts; --row ID changes a row",
            form.file
        ))?;
        return Ok(Way::On);
    };
    loop {
        match row::ask(work, talk, form, target)? {
            Next::Quit => return Ok(Way::Away),
            Next::Back => {
                at = unknown(work, 0..at, true).unwrap_or(at);
                target = Target::Rest(at);
            }
            Next::Row(name) => match find(form, &work.table(form.file), &name) {
                Some(row) => {
                    at = row;
                    target = Target::Whole(row);
                }
                None => talk.say(&no_row(work, form, &name))?,
            },
            Next::Add if !is_open(form) => {
                talk.say(&format!("{} has a fixed number of rows", form.file))?;
            }
            Next::Add => target = Target::New,
            next => {
                let is_new = matches!(target, Target::New);
                let mut from = at + 1;
                if is_new {
                    // Returns to the row from which the new row was started.
                    from = at;
                } else if next == Next::Remove && row::remove(work, talk, form, at)? {
                    from = at;
                }
                match unknown(work, from..usize::MAX, false) {
                    Some(next) => at = next,
                    None => return Ok(Way::On),
                }
                target = Target::Rest(at);
            }
        }
    }
}
